#include "frontend/native/build/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "graphfuzz/frontend/native/build.hpp"
#include "graphfuzz/stop/stop.hpp"

extern char** environ;

namespace graphfuzz::native {

MemoryFile::MemoryFile() : descriptor_(::memfd_create("graphfuzz-build", MFD_CLOEXEC)) {
  if (descriptor_ < 0) throw BuildError(fmt::format("a compiler cannot be run: {}", std::strerror(errno)));
}

MemoryFile::~MemoryFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

MemoryFile::MemoryFile(MemoryFile&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

std::string MemoryFile::text() const {
  struct stat status {};
  ::fstat(descriptor_, &status);
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  std::size_t read = 0;
  while (read < text.size()) {
    const ssize_t more = ::pread(descriptor_, text.data() + read, text.size() - read, static_cast<off_t>(read));
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) break;
    read += static_cast<std::size_t>(more);
  }
  text.resize(read);
  return text;
}

Process::Process(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output_.descriptor(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors_.descriptor(), STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  // What this process ignores, the compiler would ignore as well.
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int signal : {SIGPIPE, SIGXFSZ}) sigaddset(&defaults, signal);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int error = ::posix_spawn(&pid_, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    pid_ = -1;
    throw BuildError(fmt::format("{}: cannot be run: {}", command[0], std::strerror(error)));
  }
}

Process::~Process() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGTERM);  // of which a compiler takes its own processes and files with it
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

Process::Process(Process&& other) noexcept
    : output_(std::move(other.output_)),
      errors_(std::move(other.errors_)),
      pid_(std::exchange(other.pid_, -1)),
      status_(other.status_) {}

bool Process::wait() {
  std::chrono::microseconds pause{100};
  for (pid_t ended = 0; (ended = ::waitpid(pid_, &status_, WNOHANG)) != pid_;) {
    if (ended < 0 && errno != EINTR) break;
    stop_point();
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds{5000});
  }
  pid_ = -1;
  if (WIFSIGNALED(status_) && (WTERMSIG(status_) == SIGINT || WTERMSIG(status_) == SIGTERM)) throw Stopped{};
  return WIFEXITED(status_) && WEXITSTATUS(status_) == 0;
}

std::string Process::ending() const {
  if (!WIFSIGNALED(status_)) return fmt::format("exit code {}", WEXITSTATUS(status_));
  return fmt::format("was killed by signal {} ({})", WTERMSIG(status_), ::strsignal(WTERMSIG(status_)));
}

}  // namespace graphfuzz::native
