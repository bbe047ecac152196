#include "graphfuzz/store/folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include "store/new_file.hpp"
#include "store/regular_file.hpp"

namespace graphfuzz::store {
namespace {

namespace fs = std::filesystem;

constexpr int kInside = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;

void check_name(const Descriptor& folder, const std::string& name) {
  if (name.empty() || name == "." || name == ".." || name.find_first_of(std::string("/\0", 2)) != std::string::npos) {
    throw FileError(folder.path() / name, "expected the name of a file in this folder, found something else");
  }
}

std::optional<struct stat> look_at(const Descriptor& folder, const std::string& name) {
  struct stat status {};
  if (::fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0) return status;
  if (errno == ENOENT) return std::nullopt;
  throw FileError(folder.path() / name, "cannot be looked at", errno);
}

void refuse_link(const Descriptor& folder, const std::string& name) {
  check_name(folder, name);
  const auto status = look_at(folder, name);
  if (status && S_ISLNK(status->st_mode)) {
    throw FileError(folder.path() / name, "expected no symbolic link here, found one");
  }
}

/// `depth`: how many more folders in each other there may be.
void remove_all(const Descriptor& folder, const std::string& name, int depth) {
  const auto status = look_at(folder, name);
  if (!status) return;
  const bool is_folder = S_ISDIR(status->st_mode);
  if (is_folder) {
    if (depth == 0) throw FileError(folder.path() / name, "expected fewer folders in each other, found more");
    const Descriptor inner(folder, name, kInside);
    for (const std::string& entry : names_in(inner)) remove_all(inner, entry, depth - 1);
  }
  if (::unlinkat(folder.get(), name.c_str(), is_folder ? AT_REMOVEDIR : 0) != 0) {
    throw FileError(folder.path() / name, "cannot be removed", errno);
  }
}

}  // namespace

Folder::Folder(Descriptor open) : open_(std::make_unique<const Descriptor>(std::move(open))) {}
Folder::Folder(Folder&&) noexcept = default;
Folder& Folder::operator=(Folder&&) noexcept = default;
Folder::~Folder() = default;

Folder Folder::make(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw FileError(path, "cannot be made", error.value());
  return Folder(Descriptor(path, O_RDONLY | O_DIRECTORY));
}

const fs::path& Folder::path() const { return open_->path(); }

std::vector<std::string> Folder::names() const { return names_in(*open_); }

bool Folder::has(const std::string& name) const {
  check_name(*open_, name);
  return look_at(*open_, name).has_value();
}

bool Folder::is_folder(const std::string& name) const {
  check_name(*open_, name);
  const auto status = look_at(*open_, name);
  return status && S_ISDIR(status->st_mode);
}

Folder Folder::make_folder(const std::string& name) const {
  check_name(*open_, name);
  if (::mkdirat(open_->get(), name.c_str(), 0777) != 0 && errno != EEXIST) {
    throw FileError(path() / name, "cannot be made", errno);
  }
  return folder(name);
}

Folder Folder::folder(const std::string& name) const {
  refuse_link(*open_, name);  // for the message: kInside would refuse it as well
  return Folder(Descriptor(*open_, name, kInside));
}

std::string Folder::read_file(const std::string& name, std::size_t most_bytes) const {
  refuse_link(*open_, name);
  return read_all(Descriptor(*open_, name, kReadOnly | O_NOFOLLOW), most_bytes);
}

void Folder::write_file(const std::string& name, std::string_view content) const {
  refuse_link(*open_, name);
  NewFile file(*open_, name);
  file.write(content);
  file.finish();
}

void Folder::remove_unfinished(const std::string& name) const { remove_unfinished_in(*open_, name); }

void Folder::remove(const std::string& name) const {
  constexpr int kDeepest = 64;
  check_name(*open_, name);
  remove_all(*open_, name, kDeepest);
}

bool Folder::lock(const std::string& name) {
  refuse_link(*open_, name);
  Descriptor file(*open_, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  check_regular(file, std::size_t{1} << 20);
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return false;
    file.fail("cannot be locked");
  }
  lock_ = std::make_unique<const Descriptor>(std::move(file));
  return true;
}

}  // namespace graphfuzz::store
