#include "frontend/native/build/cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "graphfuzz/frontend/native/build.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::native {
namespace {

constexpr std::chrono::hours kSpared{1};
constexpr std::chrono::minutes kBetweenTrims{10};
constexpr const char* kTrimmed = ".trimmed";  // its time is when the folder was last looked through
constexpr std::size_t kKeyDigits = 32;

bool is_key(const std::string& name) {
  return name.size() == kKeyDigits && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

struct Entry {
  fs::path folder;
  fs::file_time_type used = fs::file_time_type::min();
  std::uint64_t bytes = 0;
};

/// Others may remove entries meanwhile, so that errors mean nothing.
Entry look_at(const fs::path& folder) {
  Entry entry{folder};
  std::error_code error;
  entry.used = fs::last_write_time(folder, error);
  for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
    std::error_code ignored;
    const std::uintmax_t size = file->file_size(ignored);
    if (!ignored) entry.bytes += size;
    const fs::file_time_type used = file->last_write_time(ignored);
    if (!ignored) entry.used = std::max(entry.used, used);
  }
  return entry;
}

void flush(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

std::string cannot_keep(const fs::path& folder, int error) {
  return fmt::format(
      "{}: built programs cannot be kept there: {}; set XDG_CACHE_HOME to a folder that can be written to",
      folder.string(), std::strerror(error));
}

/// In a folder that everybody may write to, it has to be ours, and nobody else's to write to.
void check_own(const fs::path& folder) {
  struct stat status {};
  if (::lstat(folder.c_str(), &status) != 0) return;  // it will be made
  if (S_ISDIR(status.st_mode) && status.st_uid == ::geteuid() && (status.st_mode & 022) == 0) return;
  throw BuildError(
      fmt::format("{}: expected a folder that only this user can write to, found another; set "
                  "XDG_CACHE_HOME to where built programs can be kept",
                  folder.string()));
}

}  // namespace

fs::path default_cache() {
  const auto absolute = [](const char* variable) {
    const char* const value = std::getenv(variable);
    const fs::path path = value != nullptr ? value : "";
    return path.is_absolute() ? path : fs::path();  // as the specification of XDG base directories demands
  };
  if (const fs::path cache = absolute("XDG_CACHE_HOME"); !cache.empty()) return cache / "graphfuzz";
  if (const fs::path home = absolute("HOME"); !home.empty()) return home / ".cache" / "graphfuzz";
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  fs::path folder = (error ? fs::path("/tmp") : temporary) / fmt::format("graphfuzz-cache-{}", ::geteuid());
  check_own(folder);
  return folder;
}

BuildCache::BuildCache(fs::path folder, std::uint64_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes) {
  std::error_code error;
  fs::create_directories(folder_.parent_path(), error);
  if (::mkdir(folder_.c_str(), 0700) != 0 && errno != EEXIST) {
    throw BuildError(cannot_keep(folder_, errno));
  }
}

fs::path BuildCache::folder_of(const store::Hash128& key) const {
  return folder_ / fmt::format("{:016x}{:016x}", key.high, key.low);
}

std::optional<fs::path> BuildCache::find(const store::Hash128& key, const std::string& name) const {
  fs::path file = folder_of(key) / name;
  // Only if it is there. The time tells when it was last used.
  if (::utimensat(AT_FDCWD, file.c_str(), nullptr, 0) != 0) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return std::nullopt;  // a cache that cannot be written to is good enough
  }
  return file;
}

fs::path BuildCache::begin(const store::Hash128& key, const std::string& name) const {
  static std::atomic<unsigned> count = 0;
  const fs::path folder = folder_of(key);
  fs::path file = folder / fmt::format(".{}.{}-{}.new", name, ::getpid(), ++count);
  // An empty folder may be removed meanwhile.
  for (;;) {
    const bool made = ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST;
    const int descriptor = made ? ::open(file.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600) : -1;
    if (descriptor >= 0) {
      ::close(descriptor);
      return file;
    }
    if (made && errno == ENOENT) continue;
    throw BuildError(cannot_keep(folder, errno));
  }
}

void BuildCache::give_up(const fs::path& begun) {
  ::unlink(begun.c_str());
  ::rmdir(begun.parent_path().c_str());  // if nothing else is in it
}

fs::path BuildCache::keep(const fs::path& begun, const store::Hash128& key, const std::string& name) const {
  fs::path file = folder_of(key) / name;
  flush(begun);
  if (::rename(begun.c_str(), file.c_str()) != 0) {
    throw BuildError(fmt::format("{}: cannot be kept: {}", file.string(), std::strerror(errno)));
  }
  trim_if_due();
  return file;
}

// To look at thousands of entries takes longer than to compile one, and what is new is spared in any case.
void BuildCache::trim_if_due() const {
  const fs::path stamp = folder_ / kTrimmed;
  std::error_code error;
  const fs::file_time_type last = fs::last_write_time(stamp, error);
  const auto now = fs::file_time_type::clock::now();
  if (!error && last <= now && now - last < kBetweenTrims) return;
  const int descriptor = ::open(stamp.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor >= 0) {
    ::futimens(descriptor, nullptr);
    ::close(descriptor);
  }
  trim();
}

void BuildCache::trim() const {
  std::vector<Entry> entries;
  std::uint64_t bytes = 0;
  std::error_code error;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error)) {
    if (!is_key(entry->path().filename().string())) continue;
    entries.push_back(look_at(entry->path()));
    bytes += entries.back().bytes;
  }
  if (bytes <= most_bytes_) return;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
  const auto spared = fs::file_time_type::clock::now() - kSpared;
  for (const Entry& entry : entries) {
    if (bytes <= most_bytes_ / 10 * 9 || entry.used > spared) return;
    fs::remove_all(entry.folder, error);
    bytes -= entry.bytes;
  }
}

}  // namespace graphfuzz::native
