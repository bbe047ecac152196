// What printf and its relatives read and write by their arguments, as the program's thread would.
#pragma once

#include <alloca.h>
#include <wchar.h>

#include <cstdarg>
#include <cstring>
#include <optional>

#include "runtime/library.hpp"

namespace graphfuzz::runtime {

/// A conversion of a format: "%-5.3ld".
struct Printed {
  enum class What { nothing, number, real, long_real, text, wide_text, count } what = What::nothing;
  const char* end = nullptr;    ///< behind it
  std::size_t size = 0;         ///< bytes of a count
  std::size_t precision = 0;    ///< …
  bool has_precision = false;   ///< … is in the format
  unsigned stars = 0;           ///< how many arguments of type int come before
  bool star_precision = false;  ///< the last of them is the precision
};
/// Behind a '%'. Nothing if arguments are given by number, or it is not known.
std::optional<Printed> parse_conversion(const char* at);

/// Where the next argument is, if that is no floating-point number (System V ABI for x86-64, section 3.5.7).
inline void* next_argument(std::va_list arguments) {
  struct {
    unsigned of_numbers, of_reals;
    char *rest, *registers;
  } list;
  static_assert(sizeof list == sizeof(std::va_list));
  std::memcpy(&list, arguments, sizeof list);
  constexpr unsigned kRegisters = 48;
  return list.of_numbers < kRegisters ? list.registers + list.of_numbers : list.rest;
}

/// Calls `print(arguments)`, with what the thread reads of the program's memory for that told: the format and the
/// strings, one after the other. Others may write there meanwhile: what was read is what is printed.
template <class Print>
int with_format_read(const char* format, std::va_list arguments, void* from, Print print) {
  if (current == nullptr) return print(arguments);
  constexpr std::size_t kMostTexts = 32;
  constexpr std::size_t kMostCopied = std::size_t{1} << 16;
  struct Text {
    const char** argument;
    const char* before;
  } texts[kMostTexts];
  std::size_t count = 0;
  std::size_t copied = 0;
  reads_string(format, from);
  std::va_list rest;
  va_copy(rest, arguments);
  for (const char* at = std::strchr(format, '%'); at != nullptr; at = std::strchr(at, '%')) {
    std::optional<Printed> conversion = parse_conversion(at + 1);
    if (!conversion) break;
    at = conversion->end;
    for (; conversion->stars > 0; --conversion->stars) {
      const int given = va_arg(rest, int);
      if (conversion->stars > 1 || !conversion->star_precision) continue;
      conversion->has_precision = given >= 0;
      conversion->precision = static_cast<std::size_t>(given);
    }
    switch (conversion->what) {
      case Printed::What::nothing:
        break;
      case Printed::What::number:
        static_cast<void>(va_arg(rest, long));
        break;
      case Printed::What::real:
        static_cast<void>(va_arg(rest, double));
        break;
      case Printed::What::long_real:
        static_cast<void>(va_arg(rest, long double));
        break;
      case Printed::What::count:
        writes(va_arg(rest, void*), conversion->size, from);
        break;
      case Printed::What::wide_text: {
        const auto* const text = va_arg(rest, const wchar_t*);
        if (text != nullptr && !conversion->has_precision) reads(text, (::wcslen(text) + 1) * sizeof *text, from);
        break;
      }
      case Printed::What::text: {
        auto** const argument = static_cast<const char**>(next_argument(rest));
        const char* const text = va_arg(rest, const char*);
        if (text == nullptr) break;
        const std::size_t length =
            conversion->has_precision ? reads_string(text, conversion->precision, from) : reads_string(text, from);
        if (count == kMostTexts || copied + length + 1 > kMostCopied) break;
        copied += length + 1;
        auto* const copy = static_cast<char*>(alloca(length + 1));
        std::memcpy(copy, text, length);
        copy[length] = '\0';
        texts[count++] = {argument, text};
        *argument = copy;
        break;
      }
    }
  }
  va_end(rest);
  const int result = print(arguments);
  // The list may be of a function of the program's, which may use it once more.
  for (std::size_t i = 0; i < count; ++i) *texts[i].argument = texts[i].before;
  return result;
}

}  // namespace graphfuzz::runtime
