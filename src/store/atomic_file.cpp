#include "graphfuzz/store/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <vector>

#include "store/descriptor.hpp"
#include "store/new_file.hpp"

namespace graphfuzz::store {
namespace {

namespace fs = std::filesystem;

std::string unfinished_prefix(const fs::path& path) { return '.' + path.filename().string() + '.'; }
constexpr std::string_view kUnfinishedSuffix = ".new";

FileError too_big(const fs::path& path, std::size_t most_bytes) {
  return FileError(path, fmt::format("expected at most {} bytes, found more", most_bytes));
}

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

/// A new file beside `path`, that nobody else has opened.
Descriptor open_beside(const fs::path& path) {
  static std::atomic<unsigned> number{0};
  for (;;) {
    fs::path beside = folder_of(path) / fmt::format("{}{}-{}{}", unfinished_prefix(path), ::getpid(),
                                                    number.fetch_add(1, std::memory_order_relaxed), kUnfinishedSuffix);
    try {
      return Descriptor(std::move(beside), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
    } catch (const FileError& error) {
      if (error.code() != EEXIST) throw;  // left by a process of the same number
    }
  }
}

}  // namespace

NewFile::NewFile(fs::path path) : path_(std::move(path)), out_(open_beside(path_)), beside_(out_.path()) {
  struct stat old {};
  if (::lstat(path_.c_str(), &old) == 0 && S_ISREG(old.st_mode) && ::fchmod(out_.get(), old.st_mode & 07777) != 0) {
    ::unlink(beside_.c_str());
    out_.fail("cannot be given the old file's permissions");
  }
}

NewFile::~NewFile() {
  if (!finished_) ::unlink(beside_.c_str());
}

void NewFile::finish() {
  out_.sync();  // before the rename: or a crash could leave the new name with nothing in it
  out_.close();
  if (::rename(beside_.c_str(), path_.c_str()) != 0) throw FileError(path_, "cannot be replaced", errno);
  finished_ = true;
  Descriptor(folder_of(path_), O_RDONLY | O_DIRECTORY).sync();
}

void write_file(const fs::path& path, std::string_view content) {
  NewFile file(path);
  file.write(content);
  file.finish();
}

void remove_unfinished(const fs::path& path) {
  const std::string prefix = unfinished_prefix(path);
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(folder_of(path), error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(kUnfinishedSuffix)) continue;
    const std::size_t size =
        name.size() - prefix.size() - std::min(name.size() - prefix.size(), kUnfinishedSuffix.size());
    const std::string_view middle = std::string_view(name).substr(prefix.size(), size);
    if (!middle.empty() && middle.find_first_not_of("0123456789-") == std::string_view::npos) found.push_back(*entry);
  }
  for (const fs::path& file : found) ::unlink(file.c_str());
}

Descriptor open_regular(const fs::path& path, std::size_t most_bytes, std::size_t& size) {
  Descriptor in(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);  // a pipe without a writer would be waited for
  struct stat status {};
  if (::fstat(in.get(), &status) != 0) in.fail("cannot be looked at");
  if (S_ISDIR(status.st_mode)) throw FileError(path, "expected a file, found a folder");
  if (!S_ISREG(status.st_mode)) throw FileError(path, "expected a regular file, found a pipe or a device");
  if (static_cast<std::uint64_t>(status.st_size) > most_bytes) throw too_big(path, most_bytes);
  size = static_cast<std::size_t>(status.st_size);
  return in;
}

std::string read_file(const fs::path& path, std::size_t most_bytes) {
  std::size_t expected = 0;
  const Descriptor in = open_regular(path, most_bytes, expected);
  // The size may be wrong, for the file may be growing, or be one of /proc.
  std::string content;
  std::size_t capacity = expected + 1;
  for (std::size_t size = 0;;) {
    content.resize(capacity);
    size += in.read(content.data() + size, capacity - size);
    if (size > most_bytes) throw too_big(path, most_bytes);
    if (size < capacity) {
      content.resize(size);
      return content;
    }
    capacity += capacity / 2 + 4096;
  }
}

}  // namespace graphfuzz::store
