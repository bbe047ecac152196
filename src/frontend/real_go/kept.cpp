#include "frontend/real_go/kept.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <system_error>
#include <vector>

#include "graphfuzz/frontend/real_go.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::real_go {
namespace {

using FileClock = fs::file_time_type::clock;

constexpr std::chrono::hours kKeptFor{24 * 90};
constexpr std::chrono::hours kSparedFor{1};
constexpr const char* kByBytes = ".test";
constexpr const char* kNewest = ".last";

/// A file, which may have two names: that which the toolchain has written it under, and that of its bytes.
struct Kept {
  std::vector<fs::path> names;
  fs::file_time_type used;
  std::uint64_t bytes = 0;
};

/// Others may remove them meanwhile, so that errors mean nothing.
std::vector<Kept> all_in(const fs::path& cache) {
  std::map<ino_t, Kept> found;
  std::error_code error;
  for (fs::directory_iterator entry(cache, error), end; !error && entry != end; entry.increment(error)) {
    const fs::path& path = entry->path();
    // "X.last.1234": of a process that has not come to give it its name.
    const bool is_begun = path.stem().extension() == kNewest;
    if (!is_begun && path.extension() != kByBytes && path.extension() != kNewest) continue;
    std::error_code ignored;
    const auto used = fs::last_write_time(path, ignored);
    struct stat status {};
    if (ignored || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    if (is_begun) {
      if (used < FileClock::now() - kSparedFor) fs::remove(path, ignored);
      continue;
    }
    Kept& kept = found[status.st_ino];
    kept.names.push_back(path);
    kept.used = used;
    kept.bytes = static_cast<std::uint64_t>(status.st_size);
  }
  std::vector<Kept> all;
  for (auto& [number, kept] : found) all.push_back(std::move(kept));
  std::ranges::sort(all, {}, &Kept::used);
  return all;
}

/// False: somebody uses it.
bool drop(const Kept& kept) {
  const int descriptor = ::open(kept.names.front().c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return true;
  const bool is_free = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  std::error_code error;
  if (is_free) {
    for (const fs::path& name : kept.names) fs::remove(name, error);
  }
  ::close(descriptor);
  return is_free;
}

/// What builds are told of goes when none has asked for it for so long: lists of an overlay, and copies of the user's
/// files. The user edits these, and each time there are others. So do replay files, which name executables.
void drop_old_texts(const fs::path& cache) {
  std::error_code error;
  for (const fs::path& folder : {cache, cache / "copies", cache / kReplays}) {
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      std::error_code ignored;
      if (folder == cache && entry->path().extension() != ".json") continue;
      if (!entry->is_regular_file(ignored) || ignored) continue;
      const auto used = fs::last_write_time(entry->path(), ignored);
      if (!ignored && used < FileClock::now() - kKeptFor) fs::remove(entry->path(), ignored);
    }
  }
}

void trim(const fs::path& cache, std::uint64_t most_bytes) {
  drop_old_texts(cache);
  const std::vector<Kept> all = all_in(cache);
  std::uint64_t bytes = 0;
  for (const Kept& kept : all) bytes += kept.bytes;
  const auto now = FileClock::now();
  for (const Kept& kept : all) {
    const bool is_old = kept.used < now - kKeptFor;
    const bool is_too_much = most_bytes > 0 && bytes > most_bytes && kept.used < now - kSparedFor;
    if ((is_old || is_too_much) && drop(kept)) bytes -= kept.bytes;
  }
}

}  // namespace

std::string keep(const fs::path& file, const fs::path& cache, std::uint64_t most_bytes) {
  std::error_code error;
  const fs::path beside = fmt::format("{}.{}", file.string(), ::getpid());  // whoever else builds it does the same
  fs::remove(beside, error);
  fs::create_hard_link(file, beside, error);
  if (error) fs::copy_file(file, beside, error);
  if (!error) fs::last_write_time(beside, FileClock::now(), error);
  const std::string hash = error ? std::string() : hash_of(beside.string());
  const fs::path place = kept_in(cache, hash);
  if (!error && (!fs::exists(place) || hash_of(place.string()) != hash)) fs::rename(beside, place, error);
  if (error) throw BuildError(fmt::format("{}: cannot be written: {}", beside.string(), error.message()));
  fs::remove(beside, error);
  fs::last_write_time(place, FileClock::now(), error);
  trim(cache, most_bytes);
  return place.string();
}

std::shared_ptr<const Use> Use::of(const std::string& file) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<const Use>> uses;  // of the many tests of a package one
  if (!file.ends_with(kByBytes)) return nullptr;
  const std::lock_guard lock(mutex);
  std::weak_ptr<const Use>& known = uses[file];
  if (std::shared_ptr<const Use> use = known.lock()) return use;
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  ::flock(descriptor, LOCK_SH | LOCK_NB);
  ::futimens(descriptor, nullptr);
  const std::shared_ptr<const Use> use(new Use(descriptor));
  known = use;
  return use;
}

Use::~Use() { ::close(descriptor_); }

}  // namespace graphfuzz::real_go
