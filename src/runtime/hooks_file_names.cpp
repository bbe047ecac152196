// What makes, removes and renames files. What was there is kept first, so that every execution finds it.
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "runtime/changed_files.hpp"
#include "runtime/files.hpp"
#include "runtime/library.hpp"
#include "runtime/outside.hpp"

using namespace graphfuzz::runtime;

#define GRAPHFUZZ_CHANGES_NAME(NAME, PARAMETERS, ARGUMENTS, KEEP) \
  GRAPHFUZZ_HOOK int NAME PARAMETERS {                            \
    GRAPHFUZZ_REAL(NAME);                                         \
    if (current == nullptr) return real_one ARGUMENTS;            \
    const InRuntime in;                                           \
    KEEP;                                                         \
    return change_outside_by(real_one ARGUMENTS);                 \
  }

GRAPHFUZZ_CHANGES_NAME(unlink, (const char* path), (path), keep_name(AT_FDCWD, path))
GRAPHFUZZ_CHANGES_NAME(unlinkat, (int folder, const char* path, int flags), (folder, path, flags),
                       keep_name(folder, path))
GRAPHFUZZ_CHANGES_NAME(remove, (const char* path), (path), keep_name(AT_FDCWD, path))
GRAPHFUZZ_CHANGES_NAME(rmdir, (const char* path), (path), keep_name(AT_FDCWD, path))
GRAPHFUZZ_CHANGES_NAME(rename, (const char* path, const char* to), (path, to),
                       (keep_name(AT_FDCWD, path), keep_name(AT_FDCWD, to)))
GRAPHFUZZ_CHANGES_NAME(renameat, (int folder, const char* path, int its, const char* to), (folder, path, its, to),
                       (keep_name(folder, path), keep_name(its, to)))
GRAPHFUZZ_CHANGES_NAME(renameat2, (int folder, const char* path, int its, const char* to, unsigned flags),
                       (folder, path, its, to, flags), (keep_name(folder, path), keep_name(its, to)))
GRAPHFUZZ_CHANGES_NAME(link, (const char* path, const char* to), (path, to), keep_name(AT_FDCWD, to))
GRAPHFUZZ_CHANGES_NAME(linkat, (int folder, const char* path, int its, const char* to, int flags),
                       (folder, path, its, to, flags), keep_name(its, to))
GRAPHFUZZ_CHANGES_NAME(symlink, (const char* path, const char* to), (path, to), keep_name(AT_FDCWD, to))
GRAPHFUZZ_CHANGES_NAME(symlinkat, (const char* path, int its, const char* to), (path, its, to), keep_name(its, to))
GRAPHFUZZ_CHANGES_NAME(mkdir, (const char* path, mode_t mode), (path, mode), keep_name(AT_FDCWD, path))
GRAPHFUZZ_CHANGES_NAME(mkdirat, (int folder, const char* path, mode_t mode), (folder, path, mode),
                       keep_name(folder, path))
GRAPHFUZZ_CHANGES_NAME(mkfifo, (const char* path, mode_t mode), (path, mode), keep_name(AT_FDCWD, path))
GRAPHFUZZ_CHANGES_NAME(chmod, (const char* path, mode_t mode), (path, mode), keep_content(AT_FDCWD, path))
GRAPHFUZZ_CHANGES_NAME(truncate, (const char* path, off_t size), (path, size), keep_content(AT_FDCWD, path))
GRAPHFUZZ_CHANGES_NAME(truncate64, (const char* path, off64_t size), (path, size), keep_content(AT_FDCWD, path))

namespace {

// Where the C library has the memory of that name.
std::string file_of_shared_memory(const char* name) {
  while (*name == '/') ++name;
  return std::string("/dev/shm/") + name;
}

// Makes what is named by a text whose last six characters but some are 'X', by `make`. A thread has the same names in
// all executions.
template <class Make>
int make_temporary(char* path, int behind, void* from, const Make& make) {
  constexpr std::size_t kLetters = 6;
  constexpr unsigned kMostTries = 10'000;
  const std::size_t size = std::strlen(path);
  if (behind < 0 || size < kLetters + static_cast<std::size_t>(behind)) return errno = EINVAL, -1;
  const std::size_t begin = size - static_cast<std::size_t>(behind) - kLetters;
  if (std::strncmp(path + begin, "XXXXXX", kLetters) != 0) return errno = EINVAL, -1;
  char letters[kLetters];
  int result = -1;
  {
    const InRuntime in;
    std::string name = path;
    for (unsigned i = 0; i < kMostTries; ++i) {
      unsigned rest = in.fiber().id * kMostTries + i;
      for (char& letter : letters) {
        letter = static_cast<char>('A' + rest % 26);
        rest /= 26;
      }
      name.replace(begin, kLetters, letters, kLetters);
      struct stat status {};
      if (::lstat(name.c_str(), &status) == 0) continue;
      keep_name(AT_FDCWD, name.c_str());
      result = make(name.c_str());
      if (result >= 0 || errno != EEXIST) break;
    }
    if (change_outside_by(result) < 0) return -1;
  }
  stores(path + begin, letters, kLetters, from);
  return result;
}

int make_temporary_file(char* path, int behind, int flags, void* from) {
  return make_temporary(path, behind, from, [flags](const char* name) {
    return open_new(::open(name, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600));
  });
}

}  // namespace

GRAPHFUZZ_HOOK int shm_open(const char* name, int flags, mode_t mode) {
  GRAPHFUZZ_REAL(shm_open);
  if (current == nullptr) return real_one(name, flags, mode);
  const InRuntime in;
  if (flags != O_RDONLY) keep_content(AT_FDCWD, file_of_shared_memory(name).c_str());
  return open_new(real_one(name, flags, mode));
}
GRAPHFUZZ_CHANGES_NAME(shm_unlink, (const char* name), (name), keep_name(AT_FDCWD, file_of_shared_memory(name).c_str()))

#define GRAPHFUZZ_TEMPORARY(NAME, PARAMETERS, ARGUMENTS, BEHIND, FLAGS) \
  GRAPHFUZZ_HOOK int NAME PARAMETERS {                                  \
    GRAPHFUZZ_OUTSIDE(NAME, ARGUMENTS)                                  \
    return make_temporary_file(path, BEHIND, FLAGS, FROM);              \
  }
#define GRAPHFUZZ_BOTH(A, B) A, B
GRAPHFUZZ_TEMPORARY(mkstemp, (char* path), path, 0, 0)
GRAPHFUZZ_TEMPORARY(mkstemp64, (char* path), path, 0, 0)
GRAPHFUZZ_TEMPORARY(mkostemp, (char* path, int flags), GRAPHFUZZ_BOTH(path, flags), 0, flags)
GRAPHFUZZ_TEMPORARY(mkstemps, (char* path, int behind), GRAPHFUZZ_BOTH(path, behind), behind, 0)
GRAPHFUZZ_HOOK char* mkdtemp(char* path) {
  GRAPHFUZZ_OUTSIDE(mkdtemp, path)
  const auto make = [](const char* name) { return ::mkdir(name, 0700); };
  return make_temporary(path, 0, FROM, make) < 0 ? nullptr : path;
}
