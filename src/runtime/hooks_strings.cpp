// Functions of the C library that read and write what the program points to. The program is linked with --wrap, so that
// its own calls of NAME are of __wrap_NAME, and nobody else's: libraries and the runtime have the real ones. Compilers
// leave it to the sanitizer's runtime to tell of these accesses.
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/format.hpp"
#include "runtime/library.hpp"

using namespace graphfuzz::runtime;

namespace {

// So much of both as has to be read to compare them.
void reads_both(const char* a, const char* b, std::size_t most, bool strings, void* from) {
  std::size_t size = 0;
  while (size < most && a[size] == b[size] && !(strings && a[size] == '\0')) ++size;
  size = std::min(most, size + 1);
  reads(a, size, from);
  reads(b, size, from);
}

char* copies(char* to, const char* text, std::size_t size, void* from) {
  writes(to, size + 1, from);
  std::memcpy(to, text, size);
  to[size] = '\0';
  return to;
}

}  // namespace

GRAPHFUZZ_HOOK int __wrap_memcmp(const void* a, const void* b, std::size_t size) {
  reads_both(static_cast<const char*>(a), static_cast<const char*>(b), size, false, FROM);
  return std::memcmp(a, b, size);
}
GRAPHFUZZ_HOOK void* __wrap_memchr(const void* at, int byte, std::size_t size) {
  const auto found = [&] { return static_cast<const char*>(std::memchr(at, byte, size)); };
  const char* const end = found();
  reads(at, end == nullptr ? size : static_cast<std::size_t>(end - static_cast<const char*>(at)) + 1, FROM);
  return const_cast<char*>(found());
}
GRAPHFUZZ_HOOK int __wrap_bcmp(const void*, const void*, std::size_t) __attribute__((alias("__wrap_memcmp")));
GRAPHFUZZ_HOOK void* __wrap_mempcpy(void* to, const void* from, std::size_t size) {
  reads(from, size, FROM);
  writes(to, size, FROM);
  return ::mempcpy(to, from, size);
}
GRAPHFUZZ_HOOK void __wrap_bcopy(const void* from, void* to, std::size_t size) {
  reads(from, size, FROM);
  writes(to, size, FROM);
  std::memmove(to, from, size);
}
GRAPHFUZZ_HOOK void __wrap_bzero(void* to, std::size_t size) {
  writes(to, size, FROM);
  std::memset(to, 0, size);
}
GRAPHFUZZ_HOOK std::size_t __wrap_strlen(const char* text) { return reads_string(text, FROM); }
GRAPHFUZZ_HOOK std::size_t __wrap_strnlen(const char* text, std::size_t most) { return reads_string(text, most, FROM); }
GRAPHFUZZ_HOOK int __wrap_strcmp(const char* a, const char* b) {
  reads_both(a, b, ~std::size_t{0}, true, FROM);
  return std::strcmp(a, b);
}
GRAPHFUZZ_HOOK int __wrap_strncmp(const char* a, const char* b, std::size_t most) {
  reads_both(a, b, most, true, FROM);
  return std::strncmp(a, b, most);
}
GRAPHFUZZ_HOOK int __wrap_strcasecmp(const char* a, const char* b) {
  reads_string(a, FROM);
  reads_string(b, FROM);
  return ::strcasecmp(a, b);
}
GRAPHFUZZ_HOOK int __wrap_strncasecmp(const char* a, const char* b, std::size_t most) {
  reads_string(a, most, FROM);
  reads_string(b, most, FROM);
  return ::strncasecmp(a, b, most);
}
GRAPHFUZZ_HOOK std::size_t __wrap_strspn(const char* text, const char* set) {
  reads_string(text, FROM);
  reads_string(set, FROM);
  return std::strspn(text, set);
}
GRAPHFUZZ_HOOK std::size_t __wrap_strcspn(const char* text, const char* set) {
  reads_string(text, FROM);
  reads_string(set, FROM);
  return std::strcspn(text, set);
}
GRAPHFUZZ_HOOK char* __wrap_strpbrk(const char* text, const char* set) {
  reads_string(text, FROM);
  reads_string(set, FROM);
  return const_cast<char*>(std::strpbrk(text, set));
}
GRAPHFUZZ_HOOK char* __wrap_strchr(const char* text, int c) {
  reads_string(text, FROM);
  return const_cast<char*>(std::strchr(text, c));
}
GRAPHFUZZ_HOOK char* __wrap_strrchr(const char* text, int c) {
  reads_string(text, FROM);
  return const_cast<char*>(std::strrchr(text, c));
}
GRAPHFUZZ_HOOK char* __wrap_strstr(const char* text, const char* part) {
  reads_string(text, FROM);
  reads_string(part, FROM);
  return const_cast<char*>(std::strstr(text, part));
}

GRAPHFUZZ_HOOK char* __wrap_strchrnul(const char* text, int c) {
  reads_string(text, FROM);
  return const_cast<char*>(::strchrnul(text, c));
}
GRAPHFUZZ_HOOK char* __wrap_strcasestr(const char* text, const char* part) {
  reads_string(text, FROM);
  reads_string(part, FROM);
  return const_cast<char*>(::strcasestr(text, part));
}
GRAPHFUZZ_HOOK int __wrap_strcoll(const char* a, const char* b) {
  reads_string(a, FROM);
  reads_string(b, FROM);
  return std::strcoll(a, b);
}
GRAPHFUZZ_HOOK void* __wrap_memrchr(const void* at, int byte, std::size_t size) {
  reads(at, size, FROM);
  return const_cast<void*>(::memrchr(at, byte, size));
}
GRAPHFUZZ_HOOK void* __wrap_memmem(const void* at, std::size_t size, const void* part, std::size_t its) {
  reads(at, size, FROM);
  reads(part, its, FROM);
  return ::memmem(at, size, part, its);
}
GRAPHFUZZ_HOOK void* __wrap_memccpy(void* to, const void* from, int byte, std::size_t size) {
  const auto* const end = static_cast<const char*>(std::memchr(from, byte, size));
  if (end != nullptr) size = static_cast<std::size_t>(end - static_cast<const char*>(from)) + 1;
  reads(from, size, FROM);
  writes(to, size, FROM);
  return ::memccpy(to, from, byte, size);
}
GRAPHFUZZ_HOOK void __wrap_explicit_bzero(void* to, std::size_t size) {
  writes(to, size, FROM);
  std::memset(to, 0, size);
}

GRAPHFUZZ_HOOK char* __wrap_strcpy(char* to, const char* text) {
  return copies(to, text, reads_string(text, FROM), FROM);
}
GRAPHFUZZ_HOOK char* __wrap_stpcpy(char* to, const char* text) {
  const std::size_t size = reads_string(text, FROM);
  return copies(to, text, size, FROM) + size;
}
GRAPHFUZZ_HOOK char* __wrap_strncpy(char* to, const char* text, std::size_t size) {
  reads_string(text, size, FROM);
  writes(to, size, FROM);
  return std::strncpy(to, text, size);
}
GRAPHFUZZ_HOOK char* __wrap_stpncpy(char* to, const char* text, std::size_t size) {
  reads_string(text, size, FROM);
  writes(to, size, FROM);
  return ::stpncpy(to, text, size);
}
GRAPHFUZZ_HOOK char* __wrap_strcat(char* to, const char* text) {
  const std::size_t size = reads_string(text, FROM);
  copies(to + reads_string(to, FROM), text, size, FROM);
  return to;
}
GRAPHFUZZ_HOOK char* __wrap_strncat(char* to, const char* text, std::size_t most) {
  const std::size_t size = reads_string(text, most, FROM);
  copies(to + reads_string(to, FROM), text, size, FROM);
  return to;
}

namespace {
char* copy_of(const char* text, std::size_t size, void* from) {
  auto* const copy = static_cast<char*>(std::malloc(size + 1));
  return copy == nullptr ? nullptr : copies(copy, text, size, from);
}
}  // namespace
GRAPHFUZZ_HOOK char* __wrap_strdup(const char* text) { return copy_of(text, reads_string(text, FROM), FROM); }
GRAPHFUZZ_HOOK char* __wrap_strndup(const char* text, std::size_t most) {
  return copy_of(text, reads_string(text, most, FROM), FROM);
}

namespace {
int prints(char* to, std::size_t size, const char* format, std::va_list arguments, void* from) {
  return with_format_read(format, arguments, from, [&](std::va_list its) {
    std::va_list again;
    va_copy(again, its);
    const int length = std::vsnprintf(nullptr, 0, format, again);
    va_end(again);
    if (length >= 0) writes(to, std::min(size, static_cast<std::size_t>(length) + 1), from);
    return std::vsnprintf(to, size, format, its);
  });
}
int prints_anew(char** to, const char* format, std::va_list arguments, void* from) {
  return with_format_read(format, arguments, from, [&](std::va_list its) {
    std::va_list again;
    va_copy(again, its);
    const int length = std::vsnprintf(nullptr, 0, format, again);
    va_end(again);
    if (length < 0) return length;
    const auto size = static_cast<std::size_t>(length) + 1;
    auto* const made = static_cast<char*>(std::malloc(size));
    if (made == nullptr) return -1;
    writes(made, size, from);
    std::vsnprintf(made, size, format, its);
    writes(to, sizeof *to, from);
    *to = made;
    return length;
  });
}
}  // namespace
GRAPHFUZZ_HOOK int __wrap_vsnprintf(char* to, std::size_t size, const char* format, std::va_list arguments) {
  return prints(to, size, format, arguments, FROM);
}
GRAPHFUZZ_HOOK int __wrap_vsprintf(char* to, const char* format, std::va_list arguments) {
  return prints(to, ~std::size_t{0} >> 1, format, arguments, FROM);
}
GRAPHFUZZ_HOOK int __wrap_vasprintf(char** to, const char* format, std::va_list arguments) {
  return prints_anew(to, format, arguments, FROM);
}
#define GRAPHFUZZ_PRINTS(CALL) \
  std::va_list arguments;      \
  va_start(arguments, format); \
  const int length = CALL;     \
  va_end(arguments);           \
  return length
GRAPHFUZZ_HOOK int __wrap_snprintf(char* to, std::size_t size, const char* format, ...) {
  GRAPHFUZZ_PRINTS(prints(to, size, format, arguments, FROM));
}
GRAPHFUZZ_HOOK int __wrap_sprintf(char* to, const char* format, ...) {
  GRAPHFUZZ_PRINTS(prints(to, ~std::size_t{0} >> 1, format, arguments, FROM));
}
GRAPHFUZZ_HOOK int __wrap_asprintf(char** to, const char* format, ...) {
  GRAPHFUZZ_PRINTS(prints_anew(to, format, arguments, FROM));
}

// Numbers are as long as their texts, which may be followed by anything: to the end of that is too far at most.
#define GRAPHFUZZ_NUMBER(TYPE, NAME)                    \
  GRAPHFUZZ_HOOK TYPE __wrap_##NAME(const char* text) { \
    reads_string(text, FROM);                           \
    return ::NAME(text);                                \
  }
GRAPHFUZZ_NUMBER(int, atoi)
GRAPHFUZZ_NUMBER(long, atol)
GRAPHFUZZ_NUMBER(long long, atoll)
GRAPHFUZZ_NUMBER(double, atof)
#define GRAPHFUZZ_NUMBER_TO(TYPE, NAME, PARAMETER, ARGUMENT)                  \
  GRAPHFUZZ_HOOK TYPE __wrap_##NAME(const char* text, char** end PARAMETER) { \
    char* found = nullptr;                                                    \
    reads_string(text, FROM);                                                 \
    if (end != nullptr) writes(end, sizeof *end, FROM);                       \
    const TYPE value = ::NAME(text, &found ARGUMENT);                         \
    if (end != nullptr) *end = found;                                         \
    return value;                                                             \
  }
#define GRAPHFUZZ_BASE , int base
#define GRAPHFUZZ_ITS_BASE , base
GRAPHFUZZ_NUMBER_TO(long, strtol, GRAPHFUZZ_BASE, GRAPHFUZZ_ITS_BASE)
GRAPHFUZZ_NUMBER_TO(unsigned long, strtoul, GRAPHFUZZ_BASE, GRAPHFUZZ_ITS_BASE)
GRAPHFUZZ_NUMBER_TO(long long, strtoll, GRAPHFUZZ_BASE, GRAPHFUZZ_ITS_BASE)
GRAPHFUZZ_NUMBER_TO(unsigned long long, strtoull, GRAPHFUZZ_BASE, GRAPHFUZZ_ITS_BASE)
GRAPHFUZZ_NUMBER_TO(double, strtod, , )
GRAPHFUZZ_NUMBER_TO(float, strtof, , )
GRAPHFUZZ_NUMBER_TO(long double, strtold, , )

// What is printed is read, by functions that have hooks of their own.
GRAPHFUZZ_HOOK int __wrap_puts(const char* text) {
  reads_string(text, FROM);
  return ::puts(text);
}
GRAPHFUZZ_HOOK int __wrap_fputs(const char* text, FILE* file) {
  reads_string(text, FROM);
  return ::fputs(text, file);
}

GRAPHFUZZ_HOOK void __wrap_qsort(void* at, std::size_t count, std::size_t size,
                                 int (*compare)(const void*, const void*)) {
  reads(at, count * size, FROM);
  std::qsort(at, count, size, compare);
  writes(at, count * size, FROM);
}
