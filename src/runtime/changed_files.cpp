#include "runtime/changed_files.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graphfuzz::runtime {
namespace {

// What is kept of one name, in a file in memory, which all processes that run the program have open, workers included:
// who is killed in the midst of an execution puts nothing back. Behind it there are its path and its content.
struct Record {
  enum class Kind : std::uint32_t { absent, file, folder, link } kind = Kind::absent;
  bool changed = false;  // since all was as it had been
  mode_t mode = 0;
  timespec times[2] = {};  // of the last access, and of the last change
  dev_t device = 0;
  ino_t number = 0;
  std::uint64_t path_size = 0;
  std::uint64_t size = 0;  // of the content, or of what a link holds
};
struct Kept {
  Record record;
  std::string path;
  off_t at = 0;  // of the record

  off_t content() const { return at + static_cast<off_t>(sizeof record + record.path_size); }
};

constexpr off_t kMost = off_t{256} << 20;

// Workers find it there, as they are started by a process that has it.
constexpr int kStore = 199;
constexpr const char* kName = "graphfuzz-files";

int store = -1;
off_t known = 0;  // so much of it is in
std::vector<Kept> kept;

// The store is this process' alone.
class Lock {
 public:
  Lock() { set(F_WRLCK); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() { set(F_UNLCK); }

 private:
  static void set(short type) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    while (::fcntl(store, F_SETLKW, &lock) != 0 && errno == EINTR) {
    }
  }
};

bool put(const void* data, std::size_t size, off_t at) {
  return ::pwrite(store, data, size, at) == static_cast<ssize_t>(size);
}

// What all have kept, and found changed.
void learn() {
  kept.clear();
  known = 0;
  struct stat status {};
  if (::fstat(store, &status) != 0) return;
  while (known < status.st_size) {
    Kept next;
    next.at = known;
    if (::pread(store, &next.record, sizeof next.record, known) != sizeof next.record) return;
    next.path.resize(next.record.path_size);
    const off_t path = known + static_cast<off_t>(sizeof next.record);
    if (::pread(store, next.path.data(), next.path.size(), path) != static_cast<ssize_t>(next.path.size())) return;
    known = next.content() + static_cast<off_t>(next.record.size);
    kept.push_back(std::move(next));
  }
}

bool copy(int from, off_t from_at, int to, off_t to_at, std::uint64_t size) {
  char part[1 << 16];
  while (size > 0) {
    const ssize_t here = ::pread(from, part, std::min<std::uint64_t>(size, sizeof part), from_at);
    if (here <= 0 || ::pwrite(to, part, static_cast<std::size_t>(here), to_at) != here) return false;
    from_at += here;
    to_at += here;
    size -= static_cast<std::uint64_t>(here);
  }
  return true;
}

void note_change(Kept& k) {
  if (k.record.changed) return;
  k.record.changed = true;
  put(&k.record, sizeof k.record, k.at);
}

// Nothing is kept of what could not be read.
void add(const std::string& path, const Record& record, int content, const char* link) {
  Kept k{record, path, known};
  k.record.path_size = path.size();
  k.record.changed = true;
  if (k.content() + static_cast<off_t>(record.size) > kMost) return;
  const bool whole =
      link != nullptr ? put(link, record.size, k.content()) : copy(content, 0, store, k.content(), record.size);
  const auto behind = static_cast<off_t>(sizeof record);
  if (!whole || !put(path.data(), path.size(), known + behind) || !put(&k.record, sizeof k.record, known)) {
    static_cast<void>(::ftruncate(store, known));
    return;
  }
  known = k.content() + static_cast<off_t>(record.size);
  kept.push_back(std::move(k));
}

// Of all names of a file, one.
Kept* find(const std::string& path, const struct stat* status) {
  for (Kept& k : kept) {
    if (k.path == path) return &k;
    const bool same = status != nullptr && k.record.kind == Record::Kind::file && k.record.device == status->st_dev &&
                      k.record.number == status->st_ino;
    if (same) return &k;
  }
  return nullptr;
}

void keep(const std::string& path) {
  if (path.starts_with("/proc/") || path.starts_with("/sys/")) return;
  struct stat status {};
  const bool there = ::lstat(path.c_str(), &status) == 0;
  if (!there && errno != ENOENT) return;
  const Lock lock;
  learn();
  if (Kept* const k = find(path, there && S_ISREG(status.st_mode) ? &status : nullptr)) return note_change(*k);
  Record record;
  if (!there) return add(path, record, -1, "");
  record.mode = status.st_mode & ~S_IFMT;
  record.times[0] = status.st_atim;
  record.times[1] = status.st_mtim;
  record.device = status.st_dev;
  record.number = status.st_ino;
  if (S_ISDIR(status.st_mode)) {
    record.kind = Record::Kind::folder;
    add(path, record, -1, "");
  } else if (S_ISLNK(status.st_mode)) {
    record.kind = Record::Kind::link;
    char link[PATH_MAX];
    const ssize_t size = ::readlink(path.c_str(), link, sizeof link);
    if (size < 0) return;
    record.size = static_cast<std::uint64_t>(size);
    add(path, record, -1, link);
  } else if (S_ISREG(status.st_mode)) {
    record.kind = Record::Kind::file;
    record.size = static_cast<std::uint64_t>(status.st_size);
    const int content = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (content < 0) return;
    add(path, record, content, nullptr);
    ::close(content);
  }
}

// With all links followed; empty if there is nothing.
std::string real_path(const std::string& path) {
  char real[PATH_MAX];
  return ::realpath(path.c_str(), real) == nullptr ? std::string() : real;
}

// What the path is from anywhere.
std::string from_folder(int folder, std::string_view path) {
  if (path.starts_with('/') || folder == AT_FDCWD) return std::string(path);
  return "/proc/self/fd/" + std::to_string(folder) + "/" + std::string(path);
}

// With the links on the way to it followed.
std::string real_name(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const std::size_t slash = path.rfind('/');
  const std::string name = path.substr(slash == std::string::npos ? 0 : slash + 1);
  if (name.empty() || name == "." || name == "..") return real_path(path);
  const std::string folder = real_path(slash == std::string::npos ? "." : path.substr(0, slash + 1));
  if (folder.empty()) return folder;
  return folder + (folder == "/" ? "" : "/") + name;
}

void remove(const Kept& k) {
  struct stat status {};
  if (::lstat(k.path.c_str(), &status) != 0) return;
  S_ISDIR(status.st_mode) ? ::rmdir(k.path.c_str()) : ::unlink(k.path.c_str());
}

void put_back_file(Kept& k) {
  const auto open = [&] { return ::open(k.path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600); };
  int file = open();
  if (file < 0) {  // what is there now is something else, or not to be written to
    ::unlink(k.path.c_str());
    file = open();
  }
  if (file < 0) return;
  copy(store, k.content(), file, 0, k.record.size);
  static_cast<void>(::ftruncate(file, static_cast<off_t>(k.record.size)));
  ::fchmod(file, k.record.mode);
  ::futimens(file, k.record.times);
  struct stat status {};
  if (::fstat(file, &status) == 0) {
    k.record.device = status.st_dev;
    k.record.number = status.st_ino;
  }
  ::close(file);
}

void put_back_link(const Kept& k) {
  std::string link(k.record.size, '\0');
  if (::pread(store, link.data(), link.size(), k.content()) != static_cast<ssize_t>(link.size())) return;
  ::unlink(k.path.c_str());
  static_cast<void>(::symlink(link.c_str(), k.path.c_str()));
}

void put_back(Kept& k) {
  switch (k.record.kind) {
    case Record::Kind::absent:
      break;  // removed
    case Record::Kind::file:
      return put_back_file(k);
    case Record::Kind::folder:
      ::mkdir(k.path.c_str(), k.record.mode);
      ::chmod(k.path.c_str(), k.record.mode);
      break;
    case Record::Kind::link:
      return put_back_link(k);
  }
}

}  // namespace

void take_changed_files() {
  char name[64] = {};
  const ssize_t size = ::readlink(("/proc/self/fd/" + std::to_string(kStore)).c_str(), name, sizeof name - 1);
  if (size > 0 && std::string_view(name).find(kName) != std::string_view::npos) {
    store = kStore;
    return;
  }
  const int made = ::memfd_create(kName, MFD_CLOEXEC);
  if (made >= 0 && size < 0 && ::dup2(made, kStore) == kStore) {
    ::close(made);
    store = kStore;
  } else {
    store = made;
  }
}

void keep_content(int folder, const char* path) {
  if (store < 0 || path == nullptr || *path == '\0') return;
  const std::string whole = from_folder(folder, path);
  const std::string real = real_path(whole);
  const std::string name = real.empty() ? real_name(whole) : real;
  if (!name.empty()) keep(name);
}

void keep_name(int folder, const char* path) {
  if (store < 0 || path == nullptr || *path == '\0') return;
  const std::string name = real_name(from_folder(folder, path));
  if (!name.empty()) keep(name);
}

void keep_open_content(int fd) {
  if (store < 0) return;
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0 || (flags & O_ACCMODE) != O_RDWR) return;
  const std::string path = real_path("/proc/self/fd/" + std::to_string(fd));
  if (!path.empty()) keep(path);
}

void reset_changed_files() {
  struct stat status {};
  if (store < 0 || ::fstat(store, &status) != 0 || status.st_size == 0) return;
  const Lock lock;
  learn();
  // What is in a folder was made after it.
  for (auto k = kept.rbegin(); k != kept.rend(); ++k) {
    if (k->record.changed && k->record.kind == Record::Kind::absent) remove(*k);
  }
  for (Kept& k : kept) {
    if (!std::exchange(k.record.changed, false)) continue;
    put_back(k);
    put(&k.record, sizeof k.record, k.at);
  }
}

}  // namespace graphfuzz::runtime
