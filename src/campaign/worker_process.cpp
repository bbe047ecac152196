#include "campaign/worker_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

extern char** environ;

namespace graphfuzz {
namespace {

constexpr std::size_t kHeader = 12;
constexpr std::uint64_t kLongest = std::uint64_t{16} << 30;

std::uint64_t number(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// The arguments of posix_spawn, which are given back however that ends.
struct SpawnSettings {
  SpawnSettings() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

}  // namespace

std::string to_bytes(const Message& message) {
  std::string bytes;
  bytes.reserve(kHeader + message.bytes.size());
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(message.code >> (8 * i) & 0xFF);
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(message.bytes.size() >> (8 * i) & 0xFF);
  return bytes + message.bytes;
}

std::optional<Message> MessageReader::next() {
  if (buffer_.size() < kHeader) return std::nullopt;
  const std::string_view all = buffer_;
  const std::uint64_t length = number(all.substr(4, 8));
  if (length > kLongest) throw std::runtime_error("a worker says what is no message");
  if (buffer_.size() - kHeader < length) return std::nullopt;
  Message message{static_cast<std::uint32_t>(number(all.substr(0, 4))), std::string(all.substr(kHeader, length))};
  buffer_.erase(0, kHeader + static_cast<std::size_t>(length));
  return message;
}

WorkerProcess::WorkerProcess(const std::vector<std::string>& command) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw std::system_error(errno, std::generic_category(), "a worker cannot be talked to");
  }
  SpawnSettings settings;
  posix_spawn_file_actions_adddup2(&settings.actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&settings.actions, ends[1], STDOUT_FILENO);
  // In a group of its own: Ctrl-C is for us, who tell the workers.
  posix_spawnattr_setflags(&settings.attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const int error =
      ::posix_spawnp(&pid_, arguments[0], &settings.actions, &settings.attributes, arguments.data(), environ);
  ::close(ends[1]);
  socket_ = ends[0];
  if (error != 0) {
    ::close(socket_);
    pid_ = -1;
    throw std::system_error(error, std::generic_category(), command.front() + ": cannot be started");
  }
  ::fcntl(socket_, F_SETFL, ::fcntl(socket_, F_GETFL) | O_NONBLOCK);
}

WorkerProcess::~WorkerProcess() {
  ::close(socket_);
  if (pid_ < 0) return;
  ::kill(-pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

short WorkerProcess::events() const { return static_cast<short>(sent_ == out_.size() ? POLLIN : POLLIN | POLLOUT); }

void WorkerProcess::send(const Message& message) {
  out_.erase(0, sent_);
  sent_ = 0;
  out_ += to_bytes(message);
  exchange();
}

bool WorkerProcess::exchange() {
  while (sent_ < out_.size()) {
    const ssize_t sent = ::send(socket_, out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno == EINTR) continue;
      break;  // there is no room, or nobody: reading tells which
    }
    sent_ += static_cast<std::size_t>(sent);
  }
  for (char buffer[1 << 16];;) {
    const ssize_t received = ::recv(socket_, buffer, sizeof buffer, 0);
    if (received > 0) {
      reader_.add({buffer, static_cast<std::size_t>(received)});
    } else if (received < 0 && errno == EINTR) {
      continue;
    } else {
      return received < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    }
  }
}

void WorkerProcess::interrupt() const {
  if (pid_ > 0) ::kill(pid_, SIGINT);
}

std::string WorkerProcess::ending() {
  int status = 0;
  if (pid_ < 0) return "ended";
  // It has closed the stream, so that it has ended, or is good for nothing.
  ::kill(-pid_, SIGKILL);
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  if (WIFSIGNALED(status)) {
    return fmt::format("was killed by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
  }
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace graphfuzz
