// Reading whole files and streams, with a limit.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <utility>

#include "graphfuzz/store/atomic_file.hpp"
#include "store/regular_file.hpp"

namespace graphfuzz::store {
namespace {

namespace fs = std::filesystem;

FileError too_big(const fs::path& path, std::size_t most_bytes) {
  return FileError(path, fmt::format("expected at most {} bytes, found more", most_bytes));
}

std::string without_mark(std::string text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return text;
}

/// Until there is something to read, or nothing any more. poll(2) is not gone on with after a signal.
void wait_for(int descriptor, const fs::path& name, const std::atomic<bool>& stop) {
  constexpr int kLookAtStop = 50;  // milliseconds
  for (;;) {
    if (stop.load(std::memory_order_relaxed)) throw FileError(name, "interrupted before its end was read");
    pollfd one{descriptor, POLLIN, 0};
    const int ready = ::poll(&one, 1, kLookAtStop);
    if (ready > 0) return;
    if (ready < 0 && errno != EINTR) throw FileError(name, "cannot be waited for", errno);
  }
}

/// `ready`: may be read from without waiting, which is then told by EAGAIN.
std::string read_to_end(int descriptor, const fs::path& name, std::size_t most_bytes, const std::atomic<bool>& stop,
                        bool ready) {
  std::string text;
  for (char buffer[1 << 16];;) {
    if (!ready) wait_for(descriptor, name, stop);
    const ssize_t n = ::read(descriptor, buffer, sizeof buffer);
    if (n < 0 && errno != EINTR && errno != EAGAIN) throw FileError(name, "cannot be read", errno);
    if (n == 0) return text;
    ready = false;
    if (n < 0) continue;
    text.append(buffer, static_cast<std::size_t>(n));
    if (text.size() > most_bytes) throw too_big(name, most_bytes);
  }
}

bool is_pipe(const Descriptor& in) {
  struct stat status {};
  return ::fstat(in.get(), &status) == 0 && S_ISFIFO(status.st_mode);
}

}  // namespace

const int kReadOnly = O_RDONLY | O_NONBLOCK | O_NOCTTY;

std::size_t check_regular(const Descriptor& in, std::size_t most_bytes) {
  struct stat status {};
  if (::fstat(in.get(), &status) != 0) in.fail("cannot be looked at");
  if (S_ISDIR(status.st_mode)) throw FileError(in.path(), "expected a file, found a folder");
  if (!S_ISREG(status.st_mode)) throw FileError(in.path(), "expected a regular file, found a pipe or a device");
  if (static_cast<std::uint64_t>(status.st_size) > most_bytes) throw too_big(in.path(), most_bytes);
  return static_cast<std::size_t>(status.st_size);
}

Descriptor open_regular(const fs::path& path, std::size_t most_bytes, std::size_t& size) {
  Descriptor in(path, kReadOnly);
  size = check_regular(in, most_bytes);
  return in;
}

std::string read_all(const Descriptor& in, std::size_t most_bytes) {
  // The size may be wrong, for the file may be growing, or be one of /proc.
  std::string content;
  std::size_t capacity = check_regular(in, most_bytes) + 1;
  for (std::size_t size = 0;;) {
    content.resize(capacity);
    size += in.read(content.data() + size, capacity - size);
    if (size > most_bytes) throw too_big(in.path(), most_bytes);
    if (size < capacity) {
      content.resize(size);
      return content;
    }
    capacity += capacity / 2 + 4096;
  }
}

std::string read_file(const fs::path& path, std::size_t most_bytes) {
  return read_all(Descriptor(path, kReadOnly), most_bytes);
}

std::string read_text(const fs::path& path, std::size_t most_bytes) {
  return without_mark(read_file(path, most_bytes));
}

std::string read_beginning(const fs::path& path, std::size_t most_bytes) {
  const Descriptor in(path, kReadOnly);
  check_regular(in, std::numeric_limits<std::size_t>::max());
  std::string content(most_bytes, '\0');
  content.resize(in.read(content.data(), content.size()));
  return content;
}

std::string read_input(const std::string& name, std::size_t most_bytes, const std::atomic<bool>& stop) {
  if (name == "-") return without_mark(read_to_end(STDIN_FILENO, "standard input", most_bytes, stop, false));
  const Descriptor in(name, kReadOnly);
  if (!is_pipe(in)) return without_mark(read_all(in, most_bytes));
  std::string text = read_to_end(in.get(), name, most_bytes, stop, true);
  if (text.empty()) throw FileError(name, "expected a file, found a pipe that nobody writes to");
  return without_mark(std::move(text));
}

}  // namespace graphfuzz::store
