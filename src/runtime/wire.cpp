#include "runtime/wire.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace graphfuzz::runtime {
namespace {

bool read_all(int fd, char* data, std::size_t size, int seconds) {
  while (size > 0) {
    pollfd one{fd, POLLIN, 0};
    const int ready = ::poll(&one, 1, seconds == 0 ? -1 : seconds * 1000);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    const ssize_t got = ::recv(fd, data, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    data += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(int fd, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t sent = ::send(fd, data, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    data += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

}  // namespace

bool Message::send(int fd) const {
  const std::size_t size = bytes_.size();
  std::string all(reinterpret_cast<const char*>(&size), sizeof size);
  all += bytes_;
  return write_all(fd, all.data(), all.size());
}

bool Message::receive(int fd, int seconds) {
  clear();
  std::size_t size = 0;
  if (!read_all(fd, reinterpret_cast<char*>(&size), sizeof size, seconds)) return false;
  bytes_.resize(size);
  return read_all(fd, bytes_.data(), size, seconds);
}

}  // namespace graphfuzz::runtime
