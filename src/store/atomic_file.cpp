#include "graphfuzz/store/atomic_file.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "store/descriptor.hpp"
#include "store/new_file.hpp"

namespace graphfuzz::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnfinishedSuffix = ".new";
std::string unfinished_prefix(const std::string& name) { return '.' + name + '.'; }

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

constexpr int kOpenFolder = O_RDONLY | O_DIRECTORY;

/// A name beside `name` that nobody else has.
std::string name_beside(const std::string& name) {
  static std::atomic<unsigned> number{0};
  return fmt::format("{}{}-{}{}", unfinished_prefix(name), ::getpid(), number.fetch_add(1, std::memory_order_relaxed),
                     kUnfinishedSuffix);
}

bool is_unfinished(std::string_view found, const std::string& name) {
  const std::string prefix = unfinished_prefix(name);
  if (found.size() <= prefix.size() + kUnfinishedSuffix.size() || !found.starts_with(prefix) ||
      !found.ends_with(kUnfinishedSuffix)) {
    return false;
  }
  found.remove_prefix(prefix.size());
  found.remove_suffix(kUnfinishedSuffix.size());
  return found.find_first_not_of("0123456789-") == std::string_view::npos;
}

}  // namespace

NewFile::NewFile(const fs::path& path)
    : own_folder_(folder_of(path), kOpenFolder), folder_(&own_folder_), name_(path.filename().string()), path_(path) {
  begin();
}

NewFile::NewFile(const Descriptor& folder, std::string name)
    : folder_(&folder), name_(std::move(name)), path_(folder.path() / name_) {
  begin();
}

void NewFile::begin() {
  struct stat old {};
  if (::fstatat(folder_->get(), name_.c_str(), &old, 0) == 0 && !S_ISREG(old.st_mode)) {
    throw FileError(path_, "expected a regular file to replace, found a folder, a pipe or a device");
  }
  do {
    beside_ = name_beside(name_);
    try {
      out_ = Descriptor(*folder_, beside_, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
    } catch (const FileError& error) {
      if (error.code() != EEXIST) throw;  // left by a process of the same number
    }
  } while (out_.get() < 0);
  if (::fstatat(folder_->get(), name_.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(old.st_mode) &&
      ::fchmod(out_.get(), old.st_mode & 07777) != 0) {
    ::unlinkat(folder_->get(), beside_.c_str(), 0);
    out_.fail("cannot be given the old file's permissions");
  }
}

NewFile::~NewFile() {
  if (!finished_) ::unlinkat(folder_->get(), beside_.c_str(), 0);
}

void NewFile::finish(Flush flush) {
  // Before the rename: or a crash could leave the new name with nothing in it.
  if (flush == Flush::yes) out_.sync();
  out_.close();
  if (::renameat(folder_->get(), beside_.c_str(), folder_->get(), name_.c_str()) != 0) {
    throw FileError(path_, "cannot be replaced", errno);
  }
  finished_ = true;
  if (flush == Flush::yes) folder_->sync();
}

void write_file(const fs::path& path, std::string_view content, Flush flush) {
  NewFile file(path);
  file.write(content);
  file.finish(flush);
}

void check_replaceable(const fs::path& path) { const NewFile file(path); }

std::vector<std::string> names_in(const Descriptor& folder) {
  const auto closed = [](DIR* list) { ::closedir(list); };
  Descriptor again(folder, ".", kOpenFolder);  // of which closedir is to be the owner
  const std::unique_ptr<DIR, decltype(closed)> list(::fdopendir(again.get()), closed);
  if (!list) again.fail("cannot be listed");
  again.release();
  std::vector<std::string> names;
  while (true) {
    errno = 0;
    const dirent* const entry = ::readdir(list.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) folder.fail("cannot be listed");
  std::sort(names.begin(), names.end());
  return names;
}

void remove_unfinished_in(const Descriptor& folder, const std::string& name) {
  for (const std::string& found : names_in(folder)) {
    if (is_unfinished(found, name)) ::unlinkat(folder.get(), found.c_str(), 0);
  }
}

void remove_unfinished(const fs::path& path) {
  try {
    remove_unfinished_in(Descriptor(folder_of(path), kOpenFolder), path.filename().string());
  } catch (const FileError&) {  // what is left does no harm
  }
}

}  // namespace graphfuzz::store
