// What threads send and receive by descriptors, in one piece or in parts. What comes goes to memory of our own first,
// so that it is written as the program's thread would; whoever has room for more may be given no more than 64 KiB at
// once.
#include <alloca.h>
#include <errno.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "runtime/files.hpp"
#include "runtime/library.hpp"
#include "runtime/outside.hpp"

using namespace graphfuzz::runtime;

namespace {

constexpr std::size_t kMost = std::size_t{1} << 16;

std::size_t size_of(const iovec* parts, int count) {
  std::size_t size = 0;
  for (int i = 0; i < count; ++i) size += parts[i].iov_len;
  return size;
}

// Puts what has come where it belongs.
void scatter(const iovec* parts, int count, const char* data, std::size_t size, void* from) {
  for (int i = 0; i < count && size > 0; ++i) {
    const std::size_t here = std::min(size, parts[i].iov_len);
    stores(parts[i].iov_base, data, here, from);
    data += here;
    size -= here;
  }
}

// Something may have come that comes only once: of what has a position, whatever is read there can be read again. Of
// nothing at all, only messages.
void note_received(int fd, ssize_t got) {
  int kind = SOCK_STREAM;
  socklen_t size = sizeof kind;
  const int error = errno;
  if (got == 0) ::getsockopt(fd, SOL_SOCKET, SO_TYPE, &kind, &size);
  errno = error;
  if (got > 0 || (got == 0 && kind != SOCK_STREAM)) note_position(fd, true);
}

// `receive(to, most)` is as recv. Of a message what there is no room for is lost: that is asked for in whole.
template <class Receive>
ssize_t receive_parts(int fd, const iovec* parts, int count, bool whole, void* from, const Receive& receive) {
  const std::size_t size = size_of(parts, count);
  const std::size_t most = whole ? size : std::min(size, kMost);
  if (most > (std::size_t{1} << 20)) return -2;  // more than there is room for on the stack
  auto* const data = static_cast<char*>(alloca(most + 1));
  const ssize_t got = receive(data, most);
  note_received(fd, got);
  if (got > 0) scatter(parts, count, data, std::min(static_cast<std::size_t>(got), most), from);
  return got;
}

// … by the real one: what has come is told of behind it.
ssize_t received(int fd, const iovec* parts, int count, ssize_t got, void* from) {
  note_received(fd, got);
  std::size_t left = got > 0 ? static_cast<std::size_t>(got) : 0;
  for (int i = 0; i < count && left > 0; ++i) {
    const std::size_t here = std::min(left, parts[i].iov_len);
    writes(parts[i].iov_base, here, from);
    left -= here;
  }
  return got;
}

void reads_parts(const iovec* parts, int count, void* from) {
  reads(parts, static_cast<std::size_t>(std::max(count, 0)) * sizeof *parts, from);
  for (int i = 0; i < count; ++i) reads(parts[i].iov_base, parts[i].iov_len, from);
}

}  // namespace

GRAPHFUZZ_HOOK ssize_t __wrap_recvfrom(int fd, void* at, std::size_t size, int flags, sockaddr* sender,
                                       socklen_t* length) {
  if (current == nullptr) return ::recvfrom(fd, at, size, flags, sender, length);
  sockaddr_storage its{};
  socklen_t room = sizeof its;
  if (sender != nullptr) reads(length, sizeof *length, FROM);
  const iovec part{at, size};
  const bool whole = (flags & (MSG_WAITALL | MSG_TRUNC)) != 0;
  ssize_t got = receive_parts(fd, &part, 1, whole, FROM, [&](void* to, std::size_t most) {
    return ::recvfrom(fd, to, most, flags, sender == nullptr ? nullptr : reinterpret_cast<sockaddr*>(&its),
                      sender == nullptr ? nullptr : &room);
  });
  if (got == -2) return received(fd, &part, 1, ::recvfrom(fd, at, size, flags, sender, length), FROM);
  if (got >= 0 && sender != nullptr) {
    stores(sender, &its, std::min({*length, room, static_cast<socklen_t>(sizeof its)}), FROM);
    stores(length, &room, sizeof room, FROM);
  }
  return got;
}
GRAPHFUZZ_HOOK ssize_t __wrap_recv(int fd, void* at, std::size_t size, int flags) {
  if (current == nullptr) return ::recv(fd, at, size, flags);
  const iovec part{at, size};
  const bool whole = (flags & (MSG_WAITALL | MSG_TRUNC)) != 0;
  const ssize_t got =
      receive_parts(fd, &part, 1, whole, FROM, [&](void* to, std::size_t most) { return ::recv(fd, to, most, flags); });
  return got == -2 ? received(fd, &part, 1, ::recv(fd, at, size, flags), FROM) : got;
}
GRAPHFUZZ_HOOK ssize_t __wrap_readv(int fd, const iovec* parts, int count) {
  if (current == nullptr || count <= 0) return ::readv(fd, parts, count);
  reads(parts, static_cast<std::size_t>(count) * sizeof *parts, FROM);
  const ssize_t got =
      receive_parts(fd, parts, count, false, FROM, [&](void* to, std::size_t most) { return ::read(fd, to, most); });
  return got == -2 ? received(fd, parts, count, ::readv(fd, parts, count), FROM) : got;
}
GRAPHFUZZ_HOOK ssize_t __wrap_preadv(int fd, const iovec* parts, int count, off_t offset) {
  if (current == nullptr || count <= 0) return ::preadv(fd, parts, count, offset);
  reads(parts, static_cast<std::size_t>(count) * sizeof *parts, FROM);
  const ssize_t got = receive_parts(fd, parts, count, false, FROM,
                                    [&](void* to, std::size_t most) { return ::pread(fd, to, most, offset); });
  return got == -2 ? received(fd, parts, count, ::preadv(fd, parts, count, offset), FROM) : got;
}
GRAPHFUZZ_HOOK ssize_t __wrap_recvmsg(int fd, msghdr* message, int flags) {
  if (current == nullptr) return ::recvmsg(fd, message, flags);
  const auto count = static_cast<int>(message->msg_iovlen);
  reads(message, sizeof *message, FROM);
  reads(message->msg_iov, message->msg_iovlen * sizeof(iovec), FROM);
  msghdr copy = *message;
  const ssize_t got = receive_parts(fd, message->msg_iov, count, true, FROM, [&](void* to, std::size_t most) {
    iovec part{to, most};
    copy.msg_iov = &part;
    copy.msg_iovlen = 1;
    return ::recvmsg(fd, &copy, flags);
  });
  if (got == -2) return received(fd, message->msg_iov, count, ::recvmsg(fd, message, flags), FROM);
  if (got < 0) return got;
  copy.msg_iov = message->msg_iov;
  copy.msg_iovlen = message->msg_iovlen;
  if (copy.msg_name != nullptr) writes(copy.msg_name, std::min(copy.msg_namelen, message->msg_namelen), FROM);
  if (copy.msg_control != nullptr) writes(copy.msg_control, copy.msg_controllen, FROM);
  stores(message, &copy, sizeof copy, FROM);
  return got;
}

GRAPHFUZZ_HOOK ssize_t __wrap_write(int fd, const void* data, std::size_t size) {
  if (!is_output(fd)) reads(data, size, FROM);  // of what is kept the other one tells
  return ::write(fd, data, size);
}
GRAPHFUZZ_HOOK ssize_t __wrap_pwrite(int fd, const void* data, std::size_t size, off_t offset) {
  reads(data, size, FROM);
  return change_outside_by(::pwrite(fd, data, size, offset));
}
GRAPHFUZZ_HOOK ssize_t __wrap_writev(int fd, const iovec* parts, int count) {
  if (current != nullptr && !is_output(fd)) reads_parts(parts, count, FROM);
  return ::writev(fd, parts, count);
}
GRAPHFUZZ_HOOK ssize_t __wrap_pwritev(int fd, const iovec* parts, int count, off_t offset) {
  if (current != nullptr) reads_parts(parts, count, FROM);
  return change_outside_by(::pwritev(fd, parts, count, offset));
}
GRAPHFUZZ_HOOK ssize_t __wrap_send(int fd, const void* data, std::size_t size, int flags) {
  reads(data, size, FROM);
  return change_outside_by(::send(fd, data, size, flags));
}
GRAPHFUZZ_HOOK ssize_t __wrap_sendto(int fd, const void* data, std::size_t size, int flags, const sockaddr* to,
                                     socklen_t length) {
  reads(data, size, FROM);
  if (to != nullptr) reads(to, length, FROM);
  return change_outside_by(::sendto(fd, data, size, flags, to, length));
}
GRAPHFUZZ_HOOK ssize_t __wrap_sendmsg(int fd, const msghdr* message, int flags) {
  if (current != nullptr) {
    reads(message, sizeof *message, FROM);
    reads_parts(message->msg_iov, static_cast<int>(message->msg_iovlen), FROM);
  }
  return change_outside_by(::sendmsg(fd, message, flags));
}
