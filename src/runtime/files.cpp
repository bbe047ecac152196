#include "runtime/files.hpp"

#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <map>
#include <utility>
#include <vector>

#include "runtime/changed_files.hpp"
#include "runtime/hook.hpp"
#include "runtime/output.hpp"
#include "runtime/outside.hpp"
#include "runtime/stream_memory.hpp"

namespace graphfuzz::runtime {
namespace {

std::vector<int> descriptors;  // that the program has opened
std::vector<FILE*> files;      // …
// … whose memory is all the program's, as it is to free what they have grown to.
std::vector<FILE*> streams;
char input_buffer[64];

bool is_own(int fd) { return std::find(descriptors.begin(), descriptors.end(), fd) != descriptors.end(); }

// `what` it leads to; 0 if that is not known: then it is another one each time.
int opened(int fd, std::uint64_t what = 0) {
  if (fd < 0) return fd;
  if (what == 0) change_outside();
  if (!is_own(fd)) descriptors.push_back(fd);
  note_outside(Outside::descriptor, static_cast<std::uint64_t>(fd), what);
  note_position(fd, false);
  return fd;
}

// What a path leads to, opened so; 0 if that is not known.
std::uint64_t identity_of(int folder, const char* path, std::uint64_t how) {
  if (path == nullptr || (folder != AT_FDCWD && *path != '/')) return 0;
  char current_folder[PATH_MAX] = "";
  if (*path != '/' && ::getcwd(current_folder, sizeof current_folder) == nullptr) return 0;
  return hash_of_all({hash_of_text(current_folder), hash_of_text(path), how});
}

// It is closed, or will be with another's close.
void no_longer_own(int fd) {
  std::erase(descriptors, fd);
  note_outside(Outside::descriptor, static_cast<std::uint64_t>(fd), 0);
  note_outside(Outside::position, static_cast<std::uint64_t>(fd), 0);
}

// Their buffers would be blocks of the program's heap, which is taken back.
FILE* opened(FILE* file, std::uint64_t what = 0) {
  if (file == nullptr) return nullptr;
  static std::map<FILE*, char*> buffers;  // the library uses its own again
  char*& buffer = buffers[file];
  if (buffer == nullptr) buffer = static_cast<char*>(std::malloc(BUFSIZ));
  std::setvbuf(file, buffer, _IOFBF, BUFSIZ);
  files.push_back(file);
  if (what == 0) change_outside();
  note_stream(file, what);
  return file;
}

void no_longer_own(FILE* file) {
  std::erase(files, file);
  note_stream(file, 0);
}

template <class Function, class... Arguments>
int open_with(Function function, Arguments... arguments) {
  if (current == nullptr) return function(arguments...);
  InRuntime in;
  return opened(function(arguments...));
}

template <class Function, class... Arguments>
int open_path_with(Function function, int folder, const char* path, int flags, Arguments... arguments) {
  if (current == nullptr) return function(arguments...);
  InRuntime in;
  const bool changes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
  if (changes && (flags & O_TMPFILE) != O_TMPFILE) keep_content(folder, path);
  const int fd = function(arguments...);
  if (changes) change_outside_by(fd);
  return opened(fd, identity_of(folder, path, static_cast<std::uint64_t>(flags)));
}

template <class Function, class... Arguments>
FILE* open_file_with(Function function, Arguments... arguments) {
  if (current == nullptr) return function(arguments...);
  InRuntime in;
  return opened(open_stream([&] { return function(arguments...); }));
}

template <class Function, class... Arguments>
FILE* open_path_file_with(Function function, const char* path, const char* mode, Arguments... arguments) {
  if (current == nullptr) return function(path, mode, arguments...);
  InRuntime in;
  const bool changes = mode != nullptr && std::strpbrk(mode, "wa+") != nullptr;
  if (changes) keep_content(AT_FDCWD, path);
  FILE* const file = open_stream([&] { return function(path, mode, arguments...); });
  if (changes && file != nullptr) change_outside();
  return opened(file, identity_of(AT_FDCWD, path, hash_of_text(mode)));
}

template <class Stream>
FILE* open_stream_with(Stream open) {
  FILE* const file = open();
  if (current == nullptr || file == nullptr) return file;
  InRuntime in;
  change_outside();
  streams.push_back(file);
  return file;
}

// The library goes through all that are open, when the process ends at the latest, and would not come to an end of
// those whose memory is another's.
void take_from_library(FILE* stream) {
  static const auto unlink = reinterpret_cast<void (*)(FILE*)>(next_definition("_IO_un_link"));
  unlink(stream);
}

template <class Function, class... Arguments>
int open_two_with(Function function, int* pair, Arguments... arguments) {
  if (current == nullptr) return function(arguments..., pair);
  InRuntime in;
  const int result = function(arguments..., pair);
  if (result == 0) {
    opened(pair[0]);
    opened(pair[1]);
  }
  return result;
}

mode_t mode_of(int flags, va_list arguments) {
  return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

}  // namespace

void take_standard_input() {
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing >= 0) {
    ::dup2(nothing, 0);
    ::close(nothing);
  }
  std::setvbuf(stdin, input_buffer, _IOFBF, sizeof input_buffer);
}

int open_new(int fd) { return opened(fd); }

void give_away(int fd) {
  const InRuntime in;
  no_longer_own(fd);
}

bool is_of_program(int fd) { return is_own(fd); }

bool has_files() { return !files.empty() || !streams.empty() || !descriptors.empty(); }

void reset_files() {
  for (FILE* const stream : std::exchange(streams, {})) take_from_library(stream);
  for (FILE* const file : std::exchange(files, {})) {
    if (::fileno(file) < 0) ::__fpurge(file);  // its memory is not what it was
    std::fclose(file);
  }
  for (const int fd : std::exchange(descriptors, {})) ::close(fd);
  if (feof_unlocked(stdin) != 0) std::clearerr(stdin);
}

}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

#define GRAPHFUZZ_OPEN(NAME)                                                   \
  GRAPHFUZZ_HOOK int NAME(const char* path, int flags, ...) {                  \
    va_list arguments;                                                         \
    va_start(arguments, flags);                                                \
    const mode_t mode = mode_of(flags, arguments);                             \
    va_end(arguments);                                                         \
    GRAPHFUZZ_REAL(NAME);                                                      \
    return open_path_with(real_one, AT_FDCWD, path, flags, path, flags, mode); \
  }
GRAPHFUZZ_OPEN(open)
GRAPHFUZZ_OPEN(open64)

#define GRAPHFUZZ_OPENAT(NAME)                                                       \
  GRAPHFUZZ_HOOK int NAME(int folder, const char* path, int flags, ...) {            \
    va_list arguments;                                                               \
    va_start(arguments, flags);                                                      \
    const mode_t mode = mode_of(flags, arguments);                                   \
    va_end(arguments);                                                               \
    GRAPHFUZZ_REAL(NAME);                                                            \
    return open_path_with(real_one, folder, path, flags, folder, path, flags, mode); \
  }
GRAPHFUZZ_OPENAT(openat)
GRAPHFUZZ_OPENAT(openat64)

GRAPHFUZZ_HOOK int creat(const char* path, mode_t mode) {
  GRAPHFUZZ_REAL(creat);
  return open_path_with(real_one, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, path, mode);
}
GRAPHFUZZ_HOOK int dup(int fd) {
  GRAPHFUZZ_REAL(dup);
  if (current == nullptr) return real_one(fd);
  InRuntime in;
  share_positions();
  return opened(real_one(fd));
}
// Onto a standard file: as if it were done.
GRAPHFUZZ_HOOK int dup2(int from, int to) {
  GRAPHFUZZ_REAL(dup2);
  if (current == nullptr) return real_one(from, to);
  if (to >= 0 && to <= 2) return to;
  const int error = is_own(to) || ::fcntl(to, F_GETFD) < 0 ? 0 : EBADF;
  InRuntime in;
  share_positions();
  if (error == 0) return opened(real_one(from, to));
  errno = error;
  return -1;
}
GRAPHFUZZ_HOOK int dup3(int from, int to, int flags) {
  GRAPHFUZZ_REAL(dup3);
  return current == nullptr ? real_one(from, to, flags) : dup2(from, to);
}
GRAPHFUZZ_HOOK int socket(int domain, int type, int protocol) {
  GRAPHFUZZ_REAL(socket);
  return open_with(real_one, domain, type, protocol);
}
GRAPHFUZZ_HOOK int eventfd(unsigned value, int flags) {
  GRAPHFUZZ_REAL(eventfd);
  return open_with(real_one, value, flags);
}
GRAPHFUZZ_HOOK int epoll_create(int size) {
  GRAPHFUZZ_REAL(epoll_create);
  return open_with(real_one, size);
}
GRAPHFUZZ_HOOK int epoll_create1(int flags) {
  GRAPHFUZZ_REAL(epoll_create1);
  return open_with(real_one, flags);
}
GRAPHFUZZ_HOOK int timerfd_create(int clock, int flags) {
  GRAPHFUZZ_REAL(timerfd_create);
  return open_with(real_one, static_cast<clockid_t>(clock), flags);
}
GRAPHFUZZ_HOOK int memfd_create(const char* name, unsigned flags) {
  GRAPHFUZZ_REAL(memfd_create);
  return open_with(real_one, name, flags);
}
GRAPHFUZZ_HOOK int pipe(int pair[2]) {
  GRAPHFUZZ_REAL(pipe);
  return open_two_with(real_one, pair);
}
GRAPHFUZZ_HOOK int pipe2(int pair[2], int flags) {
  static const auto real_one = reinterpret_cast<int (*)(int*, int)>(next_definition("pipe2"));
  return open_two_with([flags](int* both) { return real_one(both, flags); }, pair);
}
GRAPHFUZZ_HOOK int socketpair(int domain, int type, int protocol, int pair[2]) {
  GRAPHFUZZ_REAL(socketpair);
  return open_two_with(real_one, pair, domain, type, protocol);
}

// What is not the program's stays open, and it is not told.
GRAPHFUZZ_HOOK int close(int fd) {
  GRAPHFUZZ_REAL(close);
  if (current == nullptr) return real_one(fd);
  if (fd >= 0 && fd <= 2) return 0;
  if (!is_own(fd)) {
    errno = EBADF;
    return -1;
  }
  const InRuntime in;
  no_longer_own(fd);
  return real_one(fd);
}
GRAPHFUZZ_HOOK int close_range(unsigned first, unsigned last, int flags) {
  GRAPHFUZZ_REAL(close_range);
  return current == nullptr ? real_one(first, last, flags) : 0;
}
GRAPHFUZZ_HOOK void closefrom(int first) {
  static const auto real_one = reinterpret_cast<void (*)(int)>(next_definition("closefrom"));
  if (current == nullptr) real_one(first);
}

GRAPHFUZZ_HOOK FILE* fopen(const char* path, const char* mode) {
  GRAPHFUZZ_REAL(fopen);
  return open_path_file_with(real_one, path, mode);
}
GRAPHFUZZ_HOOK FILE* fopen64(const char* path, const char* mode) {
  GRAPHFUZZ_REAL(fopen64);
  return open_path_file_with(real_one, path, mode);
}
GRAPHFUZZ_HOOK FILE* fdopen(int fd, const char* mode) {
  GRAPHFUZZ_REAL(fdopen);
  if (current == nullptr) return real_one(fd, mode);
  if (is_output(fd)) return stdout;
  share_positions();
  FILE* const file = open_file_with(real_one, fd, mode);
  if (file != nullptr) give_away(fd);
  return file;
}
GRAPHFUZZ_HOOK FILE* tmpfile() {
  GRAPHFUZZ_REAL(tmpfile);
  return open_file_with(real_one);
}
GRAPHFUZZ_HOOK FILE* fmemopen(void* at, std::size_t size, const char* mode) {
  GRAPHFUZZ_REAL(fmemopen);
  return open_file_with(real_one, at, size, mode);
}
GRAPHFUZZ_HOOK FILE* open_memstream(char** at, std::size_t* size) {
  GRAPHFUZZ_REAL(open_memstream);
  return open_stream_with([=] { return real_one(at, size); });
}
GRAPHFUZZ_HOOK FILE* open_wmemstream(wchar_t** at, std::size_t* size) {
  GRAPHFUZZ_REAL(open_wmemstream);
  return open_stream_with([=] { return real_one(at, size); });
}
// Standard files stay what they are.
GRAPHFUZZ_HOOK FILE* freopen(const char* path, const char* mode, FILE* file) {
  GRAPHFUZZ_REAL(freopen);
  if (current == nullptr) return real_one(path, mode, file);
  if (is_kept(file) || file == stdin) return file;
  no_longer_own(file);
  return open_path_file_with(real_one, path, mode, file);
}
GRAPHFUZZ_HOOK int fclose(FILE* file) {
  GRAPHFUZZ_REAL(fclose);
  if (current == nullptr) return real_one(file);
  if (is_kept(file) || file == stdin) return 0;
  if (std::erase(streams, file) > 0) return real_one(file);
  InRuntime in;
  if (was_stream(file)) fail(in.fiber(), "bad-free: fclose() of a stream that is closed", GRAPHFUZZ_CALLER);
  no_longer_own(file);
  return real_one(file);
}
