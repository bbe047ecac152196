#include "output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "command_line.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "interrupts.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw UserError(fmt::format("{}: cannot be written: {}", path, std::strerror(error)));
}

constexpr int kLookAtInterrupts = 50;  // milliseconds

/// An open file that is closed at the end of its scope. Errors are reported under `name`. A pipe is waited for, until
/// the user interrupts: first for somebody who reads it, then for room in it.
class File {
 public:
  File(const std::string& path, int flags, const std::string& name) : name_(name) {
    do {
      descriptor_ = open(path.c_str(), flags | O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    } while (descriptor_ < 0 && (errno == EINTR || (errno == ENXIO && wait_for_reader())));
    if (descriptor_ < 0) fail(name_, errno);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t n = ::write(descriptor_, text.data(), text.size());
      if (n < 0 && (errno == EINTR || (errno == EAGAIN && wait_for_room()))) continue;
      if (n < 0) fail(name_, errno);
      text.remove_prefix(static_cast<std::size_t>(n));
    }
  }

  void close() {
    const int result = ::close(descriptor_);
    descriptor_ = -1;
    if (result != 0) fail(name_, errno);
  }

 private:
  /// False, with errno as it was, if there is no point in waiting.
  static bool wait_for_reader() {
    if (interrupted()) return false;
    ::poll(nullptr, 0, kLookAtInterrupts);
    return true;
  }
  bool wait_for_room() const {
    pollfd one{descriptor_, POLLOUT, 0};
    // Who interrupts wants results nevertheless, and they are on their way as long as somebody reads.
    constexpr int kPatience = 1000;
    const bool last = interrupted();
    if (::poll(&one, 1, last ? kPatience : kLookAtInterrupts) > 0 || !last) return true;
    errno = EAGAIN;
    return false;
  }

  std::string name_;
  int descriptor_ = -1;
};

/// What went wrong with standard output first; 0: nothing.
int output_error = 0;

/// Standard output may be a file, which would be replaced under the hands of who else writes to it, by whatever name.
bool is_output(const std::string& path) {
  if (path == "-" || path == "/dev/stdout") return true;
  struct stat named {};
  struct stat output {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(STDOUT_FILENO, &output) == 0 && named.st_dev == output.st_dev &&
         named.st_ino == output.st_ino;
}

bool is_special(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status);
}

/// The file itself, if `path` is a link to it: the link is to stay.
fs::path target_of(const std::string& path) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(path, error);
  return error ? fs::path(path) : target;
}

/// The store's errors, under the name that the user knows.
template <class Action>
void written_as(const std::string& path, Action action) {
  try {
    action();
  } catch (const store::FileError& e) {
    if (e.code() != 0) fail(path, e.code());
    throw UserError(fmt::format("{}: {}", path, e.problem()));
  }
}

}  // namespace

void print(std::string_view text) {
  if (output_error != 0) return;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) output_error = errno;
}

void check_printed() {
  if (output_error != 0 && output_error != EPIPE) fail("standard output", output_error);
}

void complain(std::string_view message) { std::fputs(fmt::format("graphfuzz: {}\n", message).c_str(), stderr); }

void write_file(const std::string& path, std::string_view text) {
  if (is_output(path)) return print(text);
  if (is_special(path)) {
    File file(path, 0, path);
    file.write(text);
    return file.close();
  }
  // Pictures come by the hundred: they are not worth a wait for the disk.
  written_as(path, [&] { store::write_file(target_of(path), text, store::Flush::no); });
}

void check_writable(const std::string& path) {
  if (is_output(path)) return;
  if (path.empty()) throw UserError("the name of an output file is empty");
  std::error_code error;
  if (fs::is_directory(path, error)) fail(path, EISDIR);
  const bool exists = fs::exists(path, error);
  if (exists && ::access(path.c_str(), W_OK) != 0) fail(path, errno);
  if (is_special(path)) return;
  written_as(path, [&] { store::check_replaceable(target_of(path)); });
}

bool is_replaced(const std::string& path) { return !is_output(path) && !is_special(path); }

void check_replaceable(const std::string& path) {
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(fs::absolute(path, error).parent_path(), error);
  if (path == "-" || is_special(path) || folder == "/dev") {
    throw UserError(fmt::format("{}: expected the name of a file on a disk, found something else", path));
  }
  check_writable(path);
}

void check_folder(const std::string& path) {
  if (path.empty()) throw UserError("the name of an output folder is empty");
  std::error_code error;
  fs::path place = fs::absolute(path, error);
  while (!fs::exists(place, error) && place.has_relative_path()) place = place.parent_path();
  if (!fs::is_directory(place, error)) fail(path, ENOTDIR);
  if (::access(place.c_str(), W_OK | X_OK) != 0) fail(path, errno);
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail(path, error.value());
}

}  // namespace graphfuzz::cli
