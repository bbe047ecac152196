#include "graphfuzz/fuzz/go/campaign_state.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

namespace graphfuzz::go {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const char* what) {
  throw StateError(file, std::string(what) + ": " + std::strerror(errno));
}

/// Closes on the way out.
class Descriptor {
 public:
  Descriptor(const std::filesystem::path& file, int flags) : file_(file), fd_(::open(file.c_str(), flags, 0666)) {
    if (fd_ < 0) fail(file_, "cannot be opened");
  }
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  void write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t written = ::write(fd_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(file_, "cannot be written");
      text.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  void sync() const {
    if (::fsync(fd_) != 0 && errno != EINVAL) fail(file_, "cannot be flushed to the disk");
  }
  void close() {
    const int fd = std::exchange(fd_, -1);
    if (::close(fd) != 0) fail(file_, "cannot be closed");
  }

 private:
  std::filesystem::path file_;
  int fd_;
};

}  // namespace

StateFolder::StateFolder(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code error;
  std::filesystem::create_directories(path_, error);
  if (error) throw StateError(path_, "cannot be made: " + error.message());
  const std::filesystem::path file = path_ / "lock";
  lock_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) fail(file, "cannot be opened");
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    const bool taken = errno == EWOULDBLOCK;
    const int reason = errno;
    ::close(lock_);
    errno = reason;
    if (taken) throw StateError(path_, "in use by another process");
    fail(file, "cannot be locked");
  }
}

StateFolder::~StateFolder() {
  if (lock_ >= 0) ::close(lock_);  // which unlocks; the file stays, for removing it would let two processes in
}

bool StateFolder::has_state() const { return std::filesystem::exists(file()); }

CampaignState StateFolder::load() const {
  std::ifstream in(file(), std::ios::binary);
  if (!in) fail(file(), "cannot be read");
  std::ostringstream text;
  text << in.rdbuf();
  if (in.bad()) fail(file(), "cannot be read");
  return from_json(text.str(), file());
}

void StateFolder::save(const CampaignState& state) const {
  const std::string text = to_json(state);
  const std::filesystem::path beside = path_ / "state.json.new";
  Descriptor out(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC);
  out.write(text);
  out.sync();  // before the rename: or a crash could leave the new name with nothing in it
  out.close();
  if (::rename(beside.c_str(), file().c_str()) != 0) fail(file(), "cannot be replaced");
  Descriptor(path_, O_RDONLY | O_DIRECTORY | O_CLOEXEC).sync();
}

}  // namespace graphfuzz::go
