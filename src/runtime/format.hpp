// What printf and its relatives read and write by their arguments, as the program's thread would.
#pragma once

#include <alloca.h>
#include <wchar.h>

#include <cstdarg>
#include <cstddef>
#include <cstring>

#include "runtime/library.hpp"

namespace graphfuzz::runtime {

/// What is read or written of an argument, but for itself.
struct Printed {
  enum class What { count, text, wide_text } what = What::text;
  void* slot = nullptr;        ///< where the argument is
  std::size_t size = 0;        ///< bytes of a count
  std::size_t precision = 0;   ///< of a text …
  bool has_precision = false;  ///< … so many characters are read at most
};
/// Those of a format, in their order, `most` of them: up to what is not known here.
std::size_t find_printed(const char* format, std::va_list arguments, Printed* found, std::size_t most);

/// Calls `print(arguments)`, with what the thread reads of the program's memory for the arguments told: the strings,
/// one after the other. Others may write there meanwhile: what was read is what is printed.
template <class Print>
int with_arguments_read(const char* format, std::va_list arguments, void* from, Print print) {
  constexpr std::size_t kMostPrinted = 64;
  constexpr std::size_t kMostCopied = std::size_t{1} << 16;
  Printed printed[kMostPrinted];
  const std::size_t count = find_printed(format, arguments, printed, kMostPrinted);
  const char* before[kMostPrinted];
  std::size_t copied = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Printed& here = printed[i];
    void* const argument = *static_cast<void**>(here.slot);
    before[i] = static_cast<const char*>(argument);
    if (argument == nullptr) continue;
    if (here.what == Printed::What::count) {
      writes(argument, here.size, from);
    } else if (here.what == Printed::What::wide_text) {
      const auto* const text = static_cast<const wchar_t*>(argument);
      if (!here.has_precision) reads(text, (::wcslen(text) + 1) * sizeof *text, from);
    } else {
      const char* const text = before[i];
      const std::size_t length =
          here.has_precision ? reads_string(text, here.precision, from) : reads_string(text, from);
      if (copied + length + 1 > kMostCopied) continue;
      copied += length + 1;
      auto* const copy = static_cast<char*>(alloca(length + 1));
      std::memcpy(copy, text, length);
      copy[length] = '\0';
      *static_cast<const char**>(here.slot) = copy;
    }
  }
  const int result = print(arguments);
  // The list may be of a function of the program's, which may use it once more.
  for (std::size_t i = count; i-- > 0;) *static_cast<const char**>(printed[i].slot) = before[i];
  return result;
}

/// … and the format.
template <class Print>
int with_format_read(const char* format, std::va_list arguments, void* from, Print print) {
  if (current == nullptr) return print(arguments);
  reads_string(format, from);
  return with_arguments_read(format, arguments, from, print);
}
/// The same with a format of wide characters, in which conversions are written as in others.
template <class Print>
int with_format_read(const wchar_t* format, std::va_list arguments, void* from, Print print) {
  if (current == nullptr) return print(arguments);
  constexpr std::size_t kMost = 4096;
  const std::size_t size = ::wcslen(format);
  reads(format, (size + 1) * sizeof *format, from);
  if (size > kMost) return print(arguments);
  char narrow[kMost + 1];
  for (std::size_t i = 0; i <= size; ++i) {
    constexpr wchar_t kLast = 0x7f;
    narrow[i] = format[i] > kLast ? '?' : static_cast<char>(format[i]);
  }
  narrow[size] = '\0';
  return with_arguments_read(narrow, arguments, from, print);
}

}  // namespace graphfuzz::runtime
