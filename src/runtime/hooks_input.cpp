// Functions of the C library that fill the program's memory with what they read, or cut it into words, as
// hooks_strings.cpp has those that copy. What is read goes to memory of our own first, so that it is written as the
// program's thread would, a part at a time. The real functions may not return, and are stopped as the program's own
// code.
#include <alloca.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "runtime/library.hpp"
#include "runtime/outside.hpp"

using namespace graphfuzz::runtime;

namespace {

constexpr std::size_t kPart = 4096;

// Reads `size` bytes by `read_part(to, most, before)`, of which `before` are there already; what that returns is how
// many it has read, and nothing more is read if these are fewer than `most`. How many there are in all, or what the
// first part said if that is no number.
template <class ReadPart>
ssize_t read_by_parts(void* at, std::size_t size, void* from, ReadPart read_part) {
  std::size_t done = 0;
  while (true) {
    char part[kPart];
    const std::size_t most = std::min(size - done, kPart);
    const ssize_t count = read_part(part, most, done);
    if (count < 0) return done == 0 ? count : static_cast<ssize_t>(done);
    const auto there = static_cast<std::size_t>(count);
    stores(static_cast<char*>(at) + done, part, there, from);
    done += there;
    if (there < most || done == size) return static_cast<ssize_t>(done);
  }
}

// Of what is read in parts nothing else may come than of what is read at once: no messages, and no waiting for more.
bool has_parts(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && (S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode));
}

bool has_more(int fd) {
  pollfd poll{fd, POLLIN, 0};
  return ::syscall(SYS_poll, &poll, 1, 0) == 1;  // poll is of the program
}

// The line as far as there is room for it, as so many characters.
std::size_t read_line(char* to, std::size_t most, std::FILE* file, char end = '\n') {
  GRAPHFUZZ_REAL(fgetc);
  std::size_t count = 0;
  while (count < most) {
    const int next = real_one(file);
    if (next == EOF) break;
    to[count++] = static_cast<char>(next);
    if (to[count - 1] == end) break;
  }
  note_position(file, count > 0);
  return count;
}

// There is room for so many bytes at *line then, or false is returned.
bool make_room(char** line, std::size_t* room, std::size_t size, void* from) {
  constexpr std::size_t kLeast = 120;
  if (*line != nullptr && *room >= size) return true;
  const std::size_t more = std::max({size, 2 * (*line == nullptr ? 0 : *room), kLeast});
  auto* const longer = static_cast<char*>(std::realloc(*line, more));
  if (longer == nullptr) return false;
  stores(line, &longer, sizeof longer, from);
  stores(room, &more, sizeof more, from);
  return true;
}

// As getdelim.
ssize_t read_whole_line(char** line, std::size_t* room, int end, std::FILE* file, void* from) {
  if (current == nullptr) return ::getdelim(line, room, end, file);
  if (line == nullptr || room == nullptr || file == nullptr) {
    errno = EINVAL;
    return -1;
  }
  reads(line, sizeof *line, from);
  reads(room, sizeof *room, from);
  const bool failed_before = std::ferror(file) != 0;
  std::size_t done = 0;
  while (true) {
    char part[kPart];
    const std::size_t count = read_line(part, kPart - 1, file, static_cast<char>(end));
    const bool failed = count < kPart - 1 && !failed_before && std::ferror(file) != 0;
    if (!make_room(line, room, done + count + 1, from) || failed || done + count == 0) return -1;
    part[count] = '\0';
    stores(*line + done, part, count + 1, from);
    done += count;
    if (count < kPart - 1 || part[count - 1] == static_cast<char>(end)) return static_cast<ssize_t>(done);
  }
}

// Ends a word there, unless that is the end of the text: then the rest is `no_rest`.
void end_word(char* at, char** rest, char* no_rest, void* from) {
  char* next = no_rest;
  if (*at != '\0') {
    const char end = '\0';
    stores(at, &end, 1, from);
    next = at + 1;
  }
  stores(rest, &next, sizeof next, from);
}

char* next_word(char* text, const char* separators, char** rest, void* from) {
  if (text == nullptr) {
    reads(rest, sizeof *rest, from);
    text = *rest;
    if (text == nullptr) return nullptr;
  }
  reads_string(separators, from);
  reads_string(text, from);
  char* const word = text + std::strspn(text, separators);
  char* const end = word + std::strcspn(word, separators);
  end_word(end, rest, end, from);
  return word == end ? nullptr : word;
}

}  // namespace

char* strtok_position = nullptr;

GRAPHFUZZ_HOOK std::size_t __wrap_fread(void* at, std::size_t size, std::size_t count, std::FILE* file) {
  std::size_t bytes = 0;
  if (current == nullptr || size == 0 || __builtin_mul_overflow(size, count, &bytes)) {
    return std::fread(at, size, count, file);
  }
  const auto part = [file](char* to, std::size_t most, std::size_t) {
    const std::size_t got = std::fread(to, 1, most, file);
    note_position(file, got > 0);
    return static_cast<ssize_t>(got);
  };
  return static_cast<std::size_t>(read_by_parts(at, bytes, FROM, part)) / size;
}

GRAPHFUZZ_HOOK char* __wrap_fgets(char* at, int size, std::FILE* file) {
  if (current == nullptr || size <= 1) return std::fgets(at, size, file);
  const bool failed_before = std::ferror(file) != 0;
  std::size_t done = 0;
  while (true) {
    char part[kPart];
    const std::size_t most = std::min(static_cast<std::size_t>(size) - 1 - done, kPart - 1);
    const std::size_t count = read_line(part, most, file);
    const bool failed = count < most && !failed_before && std::ferror(file) != 0;
    if (failed || (done == 0 && count == 0)) return nullptr;
    part[count] = '\0';
    stores(at + done, part, count + 1, FROM);
    done += count;
    if (count < most || part[count - 1] == '\n' || done + 1 == static_cast<std::size_t>(size)) return at;
  }
}

GRAPHFUZZ_HOOK ssize_t __wrap_getdelim(char** line, std::size_t* room, int end, std::FILE* file) {
  return read_whole_line(line, room, end, file, FROM);
}
// What getline is in optimized programs.
GRAPHFUZZ_HOOK ssize_t __wrap___getdelim(char** line, std::size_t* room, int end, std::FILE* file) {
  return read_whole_line(line, room, end, file, FROM);
}
GRAPHFUZZ_HOOK ssize_t __wrap_getline(char** line, std::size_t* room, std::FILE* file) {
  return read_whole_line(line, room, '\n', file, FROM);
}

GRAPHFUZZ_HOOK ssize_t __wrap_read(int fd, void* at, std::size_t size) {
  if (current == nullptr) return ::read(fd, at, size);
  if (!has_parts(fd)) {
    constexpr std::size_t kMost = std::size_t{1} << 16;  // which a message may have, and a stream need not give more
    const std::size_t most = std::min(size, kMost);
    void* const data = alloca(most + 1);
    const ssize_t got = ::read(fd, data, most);
    if (got > 0) change_outside();
    if (got > 0) stores(at, data, static_cast<std::size_t>(got), FROM);
    return got;
  }
  return read_by_parts(at, size, FROM, [fd](char* to, std::size_t most, std::size_t before) {
    const ssize_t got = before > 0 && !has_more(fd) ? 0 : ::read(fd, to, most);
    if (got > 0) note_position(fd, true);
    return got;
  });
}

GRAPHFUZZ_HOOK ssize_t __wrap_pread(int fd, void* at, std::size_t size, off_t offset) {
  if (current == nullptr || !has_parts(fd)) return ::pread(fd, at, size, offset);
  return read_by_parts(at, size, FROM, [fd, offset](char* to, std::size_t most, std::size_t before) {
    return ::pread(fd, to, most, offset + static_cast<off_t>(before));
  });
}

GRAPHFUZZ_HOOK char* __wrap_strtok_r(char* text, const char* separators, char** rest) {
  return current == nullptr ? ::strtok_r(text, separators, rest) : next_word(text, separators, rest, FROM);
}
// All calls share where they are, which is as a variable of the program's.
GRAPHFUZZ_HOOK char* __wrap_strtok(char* text, const char* separators) {
  return current == nullptr ? std::strtok(text, separators) : next_word(text, separators, &strtok_position, FROM);
}

GRAPHFUZZ_HOOK char* __wrap_strsep(char** rest, const char* separators) {
  if (current == nullptr) return ::strsep(rest, separators);
  reads(rest, sizeof *rest, FROM);
  char* const word = *rest;
  if (word == nullptr) return nullptr;
  reads_string(separators, FROM);
  reads_string(word, FROM);
  char* const end = word + std::strcspn(word, separators);
  end_word(end, rest, nullptr, FROM);
  return word;
}

#define GRAPHFUZZ_PARTS_OF_TIME(NAME)                                     \
  GRAPHFUZZ_HOOK tm* __wrap_##NAME(const std::time_t* time, tm* result) { \
    reads(time, sizeof *time, FROM);                                      \
    tm parts{};                                                           \
    if (::NAME(time, &parts) == nullptr) return nullptr;                  \
    stores(result, &parts, sizeof parts, FROM);                           \
    return result;                                                        \
  }
GRAPHFUZZ_PARTS_OF_TIME(localtime_r)
GRAPHFUZZ_PARTS_OF_TIME(gmtime_r)
