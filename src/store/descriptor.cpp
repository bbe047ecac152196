#include "store/descriptor.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace graphfuzz::store {

Descriptor::Descriptor(std::filesystem::path path, int flags, unsigned mode) : path_(std::move(path)) {
  open_at(AT_FDCWD, path_.native(), flags, mode);
}

Descriptor::Descriptor(const Descriptor& folder, const std::string& name, int flags, unsigned mode)
    : path_(folder.path() / name) {
  open_at(folder.get(), name, flags, mode);
}

void Descriptor::open_at(int folder, const std::string& name, int flags, unsigned mode) {
  // The system would open what the part before it names.
  if (name.find('\0') != std::string::npos)
    throw FileError(path_, "expected a name of a file, found a zero byte in it");
  do {
    fd_ = ::openat(folder, name.c_str(), flags | O_CLOEXEC, mode);
  } while (fd_ < 0 && errno == EINTR);
  if (fd_ < 0) fail("cannot be opened");
}

Descriptor::Descriptor(Descriptor&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  return *this;
}

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

void Descriptor::write(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot be written");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::size_t Descriptor::read(char* bytes, std::size_t size, std::uint64_t offset) const {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t part = ::pread(fd_, bytes + done, size - done, static_cast<off_t>(offset + done));
    if (part < 0 && errno == EINTR) continue;
    if (part < 0) fail("cannot be read");
    if (part == 0) break;
    done += static_cast<std::size_t>(part);
  }
  return done;
}

std::size_t Descriptor::read(char* bytes, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t part = ::read(fd_, bytes + done, size - done);
    if (part < 0 && errno == EINTR) continue;
    if (part < 0) fail("cannot be read");
    if (part == 0) break;
    done += static_cast<std::size_t>(part);
  }
  return done;
}

void Descriptor::sync() const {
  while (::fsync(fd_) != 0) {
    if (errno == EINTR) continue;
    if (errno == EINVAL || errno == ENOTSUP) return;
    fail("cannot be flushed to the disk");
  }
}

void Descriptor::close() {
  if (::close(std::exchange(fd_, -1)) != 0 && errno != EINTR) fail("cannot be closed");
}

void Descriptor::fail(const char* problem) const { throw FileError(path_, problem, errno); }

}  // namespace graphfuzz::store
