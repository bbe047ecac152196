#include "runtime/folders.hpp"

#include <dirent.h>

#include <unistd.h>

#include <utility>
#include <vector>

#include "runtime/files.hpp"
#include "runtime/hook.hpp"
#include "runtime/outside.hpp"

namespace graphfuzz::runtime {
namespace {

std::vector<int> folders;  // their descriptors: all else is the program's, as it may go by where it is

std::uint64_t number_of(DIR* folder) { return static_cast<std::uint64_t>(::dirfd(folder)); }

void note_position(DIR* folder) {
  const InRuntime in;
  note_outside(Outside::folder_position, number_of(folder), static_cast<std::uint64_t>(::telldir(folder)));
}

template <class Function, class Argument>
DIR* open_with(Function function, Argument argument) {
  DIR* const folder = function(argument);
  if (current == nullptr || folder == nullptr) return folder;
  const InRuntime in;
  folders.push_back(::dirfd(folder));
  change_outside();
  note_position(folder);
  return folder;
}

}  // namespace

bool has_folders() { return !folders.empty(); }

void reset_folders() {
  for (const int fd : std::exchange(folders, {})) ::close(fd);
}

}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK DIR* opendir(const char* path) {
  GRAPHFUZZ_REAL(opendir);
  return open_with(real_one, path);
}
GRAPHFUZZ_HOOK DIR* fdopendir(int fd) {
  GRAPHFUZZ_REAL(fdopendir);
  DIR* const folder = open_with(real_one, fd);
  if (current != nullptr && folder != nullptr) give_away(fd);
  return folder;
}
GRAPHFUZZ_HOOK int closedir(DIR* folder) {
  GRAPHFUZZ_REAL(closedir);
  if (current == nullptr) return real_one(folder);
  std::erase(folders, ::dirfd(folder));
  change_outside();
  note_outside(Outside::folder_position, number_of(folder), 0);
  return real_one(folder);
}

#define GRAPHFUZZ_READS_FOLDER(RESULT, NAME)       \
  GRAPHFUZZ_HOOK RESULT* NAME(DIR* folder) {       \
    GRAPHFUZZ_REAL(NAME);                          \
    RESULT* const entry = real_one(folder);        \
    if (current != nullptr) note_position(folder); \
    return entry;                                  \
  }
GRAPHFUZZ_READS_FOLDER(dirent, readdir)
GRAPHFUZZ_READS_FOLDER(dirent64, readdir64)
GRAPHFUZZ_HOOK void rewinddir(DIR* folder) {
  GRAPHFUZZ_REAL(rewinddir);
  real_one(folder);
  if (current != nullptr) note_position(folder);
}
GRAPHFUZZ_HOOK void seekdir(DIR* folder, long position) {
  GRAPHFUZZ_REAL(seekdir);
  real_one(folder, position);
  if (current != nullptr) note_position(folder);
}
