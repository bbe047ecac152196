// Functions of wide strings, as hooks_strings.cpp has those of strings.
#include <wchar.h>

#include <algorithm>
#include <cstdarg>
#include <cstdlib>
#include <cwchar>

#include "runtime/format.hpp"
#include "runtime/library.hpp"

using namespace graphfuzz::runtime;

namespace {

std::size_t reads_wide(const wchar_t* text, void* from) {
  const std::size_t size = std::wcslen(text);
  reads(text, (size + 1) * sizeof(wchar_t), from);
  return std::wcslen(text);
}

wchar_t* copies_wide(wchar_t* to, const wchar_t* text, std::size_t size, void* from) {
  writes(to, size * sizeof(wchar_t), from);
  return std::wmemmove(to, text, size);
}

std::size_t reads_wide(const wchar_t* text, std::size_t most, void* from) {
  reads(text, std::min(most, ::wcsnlen(text, most) + 1) * sizeof *text, from);
  return ::wcsnlen(text, most);
}

// What there is room for, as far as it is known how long that is: of a text for which there is none the C library says
// no more than that.
int prints_wide(wchar_t* to, std::size_t size, const wchar_t* format, std::va_list arguments, void* from) {
  return with_format_read(format, arguments, from, [&](std::va_list its) {
    const int length = std::vswprintf(to, size, format, its);
    const std::size_t written = length < 0 ? size : static_cast<std::size_t>(length) + 1;
    writes(to, std::min(written, size) * sizeof *to, from);
    return length;
  });
}

}  // namespace

GRAPHFUZZ_HOOK std::size_t __wrap_wcslen(const wchar_t* text) { return reads_wide(text, FROM); }
GRAPHFUZZ_HOOK wchar_t* __wrap_wcscpy(wchar_t* to, const wchar_t* text) {
  return copies_wide(to, text, reads_wide(text, FROM) + 1, FROM);
}
GRAPHFUZZ_HOOK wchar_t* __wrap_wcscat(wchar_t* to, const wchar_t* text) {
  const std::size_t size = reads_wide(text, FROM);
  copies_wide(to + reads_wide(to, FROM), text, size + 1, FROM);
  return to;
}
GRAPHFUZZ_HOOK wchar_t* __wrap_wcsncpy(wchar_t* to, const wchar_t* text, std::size_t most) {
  const std::size_t size = ::wcsnlen(text, most);
  reads(text, std::min(most, size + 1) * sizeof *text, FROM);
  writes(to, most * sizeof *to, FROM);
  return std::wcsncpy(to, text, most);
}
GRAPHFUZZ_HOOK int __wrap_wcscmp(const wchar_t* a, const wchar_t* b) {
  reads_wide(a, FROM);
  reads_wide(b, FROM);
  return std::wcscmp(a, b);
}
GRAPHFUZZ_HOOK wchar_t* __wrap_wcschr(const wchar_t* text, wchar_t c) {
  reads_wide(text, FROM);
  return const_cast<wchar_t*>(std::wcschr(text, c));
}
GRAPHFUZZ_HOOK wchar_t* __wrap_wmemcpy(wchar_t* to, const wchar_t* text, std::size_t size) {
  reads(text, size * sizeof *text, FROM);
  return copies_wide(to, text, size, FROM);
}
GRAPHFUZZ_HOOK wchar_t* __wrap_wmemmove(wchar_t* to, const wchar_t* text, std::size_t size) {
  reads(text, size * sizeof *text, FROM);
  return copies_wide(to, text, size, FROM);
}
GRAPHFUZZ_HOOK wchar_t* __wrap_wmemset(wchar_t* to, wchar_t c, std::size_t size) {
  writes(to, size * sizeof *to, FROM);
  return std::wmemset(to, c, size);
}

GRAPHFUZZ_HOOK std::size_t __wrap_wcsnlen(const wchar_t* text, std::size_t most) {
  return reads_wide(text, most, FROM);
}
GRAPHFUZZ_HOOK int __wrap_wcsncmp(const wchar_t* a, const wchar_t* b, std::size_t most) {
  reads_wide(a, most, FROM);
  reads_wide(b, most, FROM);
  return std::wcsncmp(a, b, most);
}
GRAPHFUZZ_HOOK wchar_t* __wrap_wcsncat(wchar_t* to, const wchar_t* text, std::size_t most) {
  const std::size_t size = reads_wide(text, most, FROM);
  const std::size_t before = reads_wide(to, FROM);
  writes(to + before, (size + 1) * sizeof *to, FROM);
  std::wmemmove(to + before, text, size);
  to[before + size] = L'\0';
  return to;
}
GRAPHFUZZ_HOOK wchar_t* __wrap_wcsrchr(const wchar_t* text, wchar_t c) {
  reads_wide(text, FROM);
  return const_cast<wchar_t*>(std::wcsrchr(text, c));
}
GRAPHFUZZ_HOOK wchar_t* __wrap_wcsstr(const wchar_t* text, const wchar_t* part) {
  reads_wide(text, FROM);
  reads_wide(part, FROM);
  return const_cast<wchar_t*>(std::wcsstr(text, part));
}
GRAPHFUZZ_HOOK int __wrap_wmemcmp(const wchar_t* a, const wchar_t* b, std::size_t size) {
  reads(a, size * sizeof *a, FROM);
  reads(b, size * sizeof *b, FROM);
  return std::wmemcmp(a, b, size);
}
GRAPHFUZZ_HOOK long __wrap_wcstol(const wchar_t* text, wchar_t** end, int base) {
  reads_wide(text, FROM);
  wchar_t* found = nullptr;
  const long value = std::wcstol(text, &found, base);
  if (end != nullptr) stores(end, &found, sizeof found, FROM);
  return value;
}
GRAPHFUZZ_HOOK std::size_t __wrap_mbstowcs(wchar_t* to, const char* text, std::size_t size) {
  reads_string(text, FROM);
  const std::size_t count = std::mbstowcs(to, text, size);
  if (to != nullptr && count <= size) writes(to, std::min(count + 1, size) * sizeof *to, FROM);
  return count;
}
GRAPHFUZZ_HOOK std::size_t __wrap_wcstombs(char* to, const wchar_t* text, std::size_t size) {
  reads_wide(text, FROM);
  const std::size_t count = std::wcstombs(to, text, size);
  if (to != nullptr && count <= size) writes(to, std::min(count + 1, size), FROM);
  return count;
}

GRAPHFUZZ_HOOK int __wrap_vswprintf(wchar_t* to, std::size_t size, const wchar_t* format, std::va_list arguments) {
  return prints_wide(to, size, format, arguments, FROM);
}
GRAPHFUZZ_HOOK int __wrap_swprintf(wchar_t* to, std::size_t size, const wchar_t* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const int length = prints_wide(to, size, format, arguments, FROM);
  va_end(arguments);
  return length;
}
