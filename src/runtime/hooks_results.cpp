// Functions of the C library that answer with what they put into the program's memory, as hooks_strings.cpp has those
// of strings. What they answer goes to memory of our own first.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "runtime/library.hpp"

extern "C" int __xpg_strerror_r(int number, char* to, std::size_t size) noexcept;

using namespace graphfuzz::runtime;

namespace {

// Asks for a `Result`, and puts it there if the answer is not -1. What is stored may run others, who have an errno of
// their own.
template <class Result, class Ask>
int answers(Result* to, void* from, const Ask& ask) {
  Result result{};
  const int answer = ask(&result);
  if (answer != -1) stores(to, &result, sizeof result, from);
  return answer;
}

// Of a text, with so many characters behind it as `end` says.
template <class Ask>
ssize_t answers_text(char* to, std::size_t most, std::size_t end, void* from, const Ask& ask) {
  char text[PATH_MAX];
  const ssize_t size = ask(text, std::min(most, sizeof text));
  if (size >= 0) stores(to, text, std::min(most, static_cast<std::size_t>(size) + end), from);
  return size;
}

// Null is for the real function to refuse.
void reads_path(const char* path, void* from) {
  if (path != nullptr) reads_string(path, from);
}

}  // namespace

GRAPHFUZZ_HOOK int __wrap_stat(const char* path, struct stat* to) {
  reads_path(path, FROM);
  return answers(to, FROM, [&](struct stat* result) { return ::stat(path, result); });
}
GRAPHFUZZ_HOOK int __wrap_lstat(const char* path, struct stat* to) {
  reads_path(path, FROM);
  return answers(to, FROM, [&](struct stat* result) { return ::lstat(path, result); });
}
GRAPHFUZZ_HOOK int __wrap_fstat(int fd, struct stat* to) {
  return answers(to, FROM, [&](struct stat* result) { return ::fstat(fd, result); });
}
GRAPHFUZZ_HOOK int __wrap_fstatat(int folder, const char* path, struct stat* to, int flags) {
  reads_path(path, FROM);
  return answers(to, FROM, [&](struct stat* result) { return ::fstatat(folder, path, result, flags); });
}
GRAPHFUZZ_HOOK int __wrap_uname(utsname* to) {
  return answers(to, FROM, [](utsname* result) { return ::uname(result); });
}
GRAPHFUZZ_HOOK int __wrap_getrusage(__rusage_who_t who, rusage* to) {
  return answers(to, FROM, [who](rusage* result) {
    if (::getrusage(who, result) != 0) return -1;
    if (current == nullptr) return 0;
    // Of time that is virtual, and the same in all executions.
    constexpr clock_t kSecond = CLOCKS_PER_SEC;
    const clock_t time = ::clock();
    *result = {};
    result->ru_utime = {time / kSecond, time % kSecond};
    return 0;
  });
}

GRAPHFUZZ_HOOK ssize_t __wrap_readlink(const char* path, char* to, std::size_t size) {
  reads_path(path, FROM);
  return answers_text(to, size, 0, FROM, [path](char* text, std::size_t most) { return ::readlink(path, text, most); });
}
GRAPHFUZZ_HOOK int __wrap_gethostname(char* to, std::size_t size) {
  const auto ask = [](char* text, std::size_t most) {
    return ::gethostname(text, most) == 0 ? static_cast<ssize_t>(strnlen(text, most)) : -1;
  };
  return answers_text(to, size, 1, FROM, ask) < 0 ? -1 : 0;
}
GRAPHFUZZ_HOOK char* __wrap_getcwd(char* to, std::size_t size) {
  if (to == nullptr) return ::getcwd(to, size);  // of the heap
  const auto ask = [](char* text, std::size_t most) {
    return ::getcwd(text, most) != nullptr ? static_cast<ssize_t>(std::strlen(text)) : -1;
  };
  return answers_text(to, size, 1, FROM, ask) < 0 ? nullptr : to;
}
GRAPHFUZZ_HOOK char* __wrap_realpath(const char* path, char* to) {
  reads_path(path, FROM);
  if (to == nullptr) return ::realpath(path, to);
  const auto ask = [path](char* text, std::size_t) {
    return ::realpath(path, text) != nullptr ? static_cast<ssize_t>(std::strlen(text)) : -1;
  };
  return answers_text(to, PATH_MAX, 1, FROM, ask) < 0 ? nullptr : to;
}
GRAPHFUZZ_HOOK int __wrap___xpg_strerror_r(int number, char* to, std::size_t size) {
  char text[256];
  const int answer = ::__xpg_strerror_r(number, text, std::min(size, sizeof text));
  if (answer == 0) stores(to, text, std::strlen(text) + 1, FROM);
  return answer;
}
GRAPHFUZZ_HOOK char* __wrap_strerror_r(int number, char* to, std::size_t size) {
  char text[256];
  char* const answer = ::strerror_r(number, text, std::min(size, sizeof text));
  if (answer != text) return answer;
  stores(to, text, std::strlen(text) + 1, FROM);
  return to;
}
GRAPHFUZZ_HOOK std::size_t __wrap_strftime(char* to, std::size_t size, const char* format, const tm* parts) {
  reads_string(format, FROM);
  reads(parts, sizeof *parts, FROM);
  char text[4096];
  if (size > sizeof text) {
    writes(to, size, FROM);
    return ::strftime(to, size, format, parts);
  }
  text[0] = 'x';
  const std::size_t length = ::strftime(text, size, format, parts);
  // Of a result that is empty the end is written; of one for which there is no room nobody knows what.
  if (length != 0 || text[0] == '\0') stores(to, text, std::min(size, length + 1), FROM);
  return length;
}

// What they make of the parts of a time, texts of 26 bytes.
GRAPHFUZZ_HOOK char* __wrap_asctime_r(const tm* parts, char* to) {
  reads(parts, sizeof *parts, FROM);
  char text[64];
  if (::asctime_r(parts, text) == nullptr) return nullptr;
  stores(to, text, std::strlen(text) + 1, FROM);
  return to;
}
GRAPHFUZZ_HOOK char* __wrap_ctime_r(const time_t* time, char* to) {
  reads(time, sizeof *time, FROM);
  char text[64];
  if (::ctime_r(time, text) == nullptr) return nullptr;
  stores(to, text, std::strlen(text) + 1, FROM);
  return to;
}
#define GRAPHFUZZ_TIME_OF_PARTS(NAME)           \
  GRAPHFUZZ_HOOK time_t __wrap_##NAME(tm* at) { \
    reads(at, sizeof *at, FROM);                \
    tm parts = *at;                             \
    const time_t time = ::NAME(&parts);         \
    stores(at, &parts, sizeof parts, FROM);     \
    return time;                                \
  }
GRAPHFUZZ_TIME_OF_PARTS(mktime)
GRAPHFUZZ_TIME_OF_PARTS(timegm)

GRAPHFUZZ_HOOK const char* __wrap_inet_ntop(int family, const void* address, char* to, socklen_t size) {
  reads(address, family == AF_INET ? sizeof(in_addr) : sizeof(in6_addr), FROM);
  char text[INET6_ADDRSTRLEN];
  if (::inet_ntop(family, address, text, std::min<socklen_t>(size, sizeof text)) == nullptr) return nullptr;
  stores(to, text, std::strlen(text) + 1, FROM);
  return to;
}
GRAPHFUZZ_HOOK int __wrap_inet_pton(int family, const char* text, void* to) {
  reads_string(text, FROM);
  in6_addr address{};
  const int result = ::inet_pton(family, text, &address);
  if (result == 1) stores(to, &address, family == AF_INET ? sizeof(in_addr) : sizeof address, FROM);
  return result;
}
