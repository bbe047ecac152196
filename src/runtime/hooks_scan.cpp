// scanf and its relatives. The real one is called for each part of the format, up to a conversion and then for that, so
// that what a conversion has found is in memory of our own and can be written as the program's thread would, one after
// the other. Formats that name arguments by number, or have what is not known here, are left to the real one, unseen.
#include <alloca.h>
#include <wchar.h>

#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <optional>

#include "runtime/library.hpp"
#include "runtime/outside.hpp"

using namespace graphfuzz::runtime;

namespace {

// The functions of a name: old programs' have GNU's `a` where others' have `m`.
struct Family {
  int (*text)(const char*, const char*, ...);
  int (*file)(std::FILE*, const char*, ...);
  int (*all_of_text)(const char*, const char*, std::va_list);
  int (*all_of_file)(std::FILE*, const char*, std::va_list);
  bool gnu;
};

template <class Function>
void find(Function& function, const char* name) {
  function = reinterpret_cast<Function>(next_definition(name));
}

// What is read: one of both.
struct Source {
  const Family& family;
  const char* text;
  std::FILE* file;

  // Does what the format says, which ends with %n and has one conversion before that if there is a place for it. How
  // many bytes it has read; negative if it failed, which is then `failure`.
  int scan(const char* format, void* place, int& failure) {
    int used = -1;
    if (text != nullptr) {
      failure = place != nullptr ? family.text(text, format, place, &used) : family.text(text, format, &used);
    } else {
      failure = place != nullptr ? family.file(file, format, place, &used) : family.file(file, format, &used);
      note_position(file, used > 0 || std::feof(file) == 0);
    }
    if (text != nullptr && used > 0) text += used;
    return used;
  }

  bool at_space_or_end() {
    int next = 0;
    if (text != nullptr) {
      next = static_cast<unsigned char>(*text);
      return next == '\0' || std::isspace(next) != 0;
    }
    GRAPHFUZZ_REAL(fgetc);
    next = real_one(file);
    if (next == EOF) return true;
    static const auto give_back = reinterpret_cast<decltype(&std::ungetc)>(next_definition("ungetc"));
    give_back(next, file);
    return std::isspace(next) != 0;
  }
};

struct Conversion {
  const char* letter = nullptr;  // the last part, of which %[…] has several characters
  const char* end = nullptr;
  std::size_t width = 0;  // 0: none is given
  std::size_t size = 0;   // of a number, or of each character
  char kind = 0;          // n, s, c, [, or d for all other numbers
  bool suppressed = false;
  bool allocates = false;
};

bool is_one_of(char c, const char* set) { return c != '\0' && std::strchr(set, c) != nullptr; }

const char* end_of_set(const char* at) {
  if (*at == '^') ++at;
  if (*at == ']') ++at;
  const char* const end = std::strchr(at, ']');
  return end == nullptr ? nullptr : end + 1;
}

// Behind a '%'.
std::optional<Conversion> parse(const char* at, bool gnu) {
  Conversion c;
  for (; is_one_of(*at, "*'I"); ++at) c.suppressed |= *at == '*';
  for (; std::isdigit(static_cast<unsigned char>(*at)) != 0; ++at) {
    c.width = std::min<std::size_t>(c.width * 10 + static_cast<std::size_t>(*at - '0'), 1 << 30);
  }
  if (*at == 'm' || (gnu && *at == 'a' && is_one_of(at[1], "sS["))) c.allocates = (++at, true);
  std::size_t whole = sizeof(int);
  std::size_t real = sizeof(float);
  bool wide = false;
  bool of_numbers = false;
  if (*at == 'h') {
    whole = at[1] == 'h' ? 1 : sizeof(short);
    at += at[1] == 'h' ? 2 : 1;
  } else if (is_one_of(*at, "lLqjzt")) {
    whole = sizeof(long);  // as all of them are
    const bool twice = *at == 'l' && at[1] == 'l';
    real = twice || *at == 'L' || *at == 'q' ? sizeof(long double) : sizeof(double);
    wide = *at == 'l' && !twice;
    of_numbers = !wide;
    at += twice ? 2 : 1;
  }
  if (of_numbers && is_one_of(*at, "sScC[")) return std::nullopt;
  c.letter = at;
  c.end = at + 1;
  c.size = wide || is_one_of(*at, "SC") ? sizeof(wchar_t) : 1;
  if (is_one_of(*at, "sS")) {
    c.kind = 's';
  } else if (is_one_of(*at, "cC")) {
    c.kind = 'c';
  } else if (*at == '[') {
    c.kind = '[';
    c.end = end_of_set(at + 1);
    if (c.end == nullptr) return std::nullopt;
  } else if (*at == 'n') {
    c.kind = 'n';
    c.size = whole;
  } else if (is_one_of(*at, "diouxXb")) {
    c.kind = 'd';
    c.size = whole;
  } else if (is_one_of(*at, "aAeEfFgG")) {
    c.kind = 'd';
    c.size = real;
  } else if (*at == 'p') {
    c.kind = 'd';
    c.size = sizeof(void*);
  } else {
    return std::nullopt;
  }
  return c;
}

// The next '%' that is no "%%"; the end if there is none.
const char* next_conversion(const char* format) {
  for (; *format != '\0'; ++format) {
    if (*format != '%') continue;
    if (format[1] != '%') break;
    ++format;
  }
  return format;
}

bool is_known(const char* format, bool gnu) {
  for (format = next_conversion(format); *format != '\0'; format = next_conversion(format)) {
    const std::optional<Conversion> conversion = parse(format + 1, gnu);
    if (!conversion) return false;
    format = conversion->end;
  }
  return true;
}

class Scan {
 public:
  // Room for what is made of the format: a few more characters than that has.
  Scan(Source source, char* room, void* from) : source_(source), room_(room), from_(from) {}

  int all(const char* format, std::va_list arguments) {
    while (true) {
      const char* const percent = next_conversion(format);
      if (percent != format && !skip(format, percent)) return result();
      if (*percent == '\0') return done_;
      const Conversion conversion = *parse(percent + 1, source_.family.gnu);
      format = conversion.end;
      if (conversion.kind == 'n') {
        if (!conversion.suppressed) stores(va_arg(arguments, void*), &total_, conversion.size, from_);
      } else if (conversion.suppressed) {
        if (!skip(percent, conversion.end)) return result();
      } else {
        if (!convert(conversion, percent, va_arg(arguments, char*))) return result();
        ++done_;
      }
    }
  }

 private:
  static constexpr std::size_t kMost = 1000;  // characters that are written at once

  int result() const { return failure_ == EOF && done_ == 0 ? EOF : done_; }

  int scan(const char* begin, const char* end, void* place) {
    const auto size = static_cast<std::size_t>(end - begin);
    std::memcpy(room_, begin, size);
    std::memcpy(room_ + size, "%n", 3);
    const int used = source_.scan(room_, place, failure_);
    if (used > 0) total_ += used;
    return used;
  }

  bool skip(const char* begin, const char* end) { return scan(begin, end, nullptr) >= 0; }

  bool convert(const Conversion& conversion, const char* percent, char* to) {
    if (conversion.allocates) return allocate_for(conversion, percent, to);
    if (conversion.kind != 'd') return convert_text(conversion, to);
    alignas(long double) char value[sizeof(long double)]{};
    if (scan(percent, conversion.end, value) < 0) return false;
    stores(to, value, conversion.size, from_);
    return true;
  }

  // The block is the program's, and new.
  bool allocate_for(const Conversion& conversion, const char* percent, char* to) {
    void* block = nullptr;
    if (scan(percent, conversion.end, &block) < 0) return false;
    if (conversion.kind != 'c' && conversion.size == 1) {
      writes(block, std::strlen(static_cast<const char*>(block)) + 1, from_);
    }
    stores(to, &block, sizeof block, from_);
    return true;
  }

  // Characters, so many at once as there is room for.
  bool convert_text(const Conversion& conversion, char* to) {
    const char kind = conversion.kind;
    std::size_t left = conversion.width;
    if (left == 0) left = kind == 'c' ? 1 : ~std::size_t{0};
    const char space[] = " ";
    if (kind == 's') skip(space, space + 1);
    for (bool first = true;; first = false) {
      const std::size_t most = std::min(left, kMost);
      wchar_t found[kMost + 1];
      const std::size_t count = scan_text(conversion, most, found, first);
      if (count == kNone) return !first;
      stores(to, found, (count + (kind == 'c' ? 0 : 1)) * conversion.size, from_);
      to += count * conversion.size;
      left -= count;
      if (count < most || left == 0) return true;
      if (kind == 's' && source_.at_space_or_end()) return true;
    }
  }

  static constexpr std::size_t kNone = ~std::size_t{0};

  // How many characters there were.
  std::size_t scan_text(const Conversion& conversion, std::size_t most, wchar_t* found, bool first) {
    const bool wide = conversion.size > 1;
    const int before = failure_;
    char format[24];
    std::snprintf(format, sizeof format, "%%%zu%s", most, wide ? "l" : "");
    std::wmemset(found, -1, most + 1);
    const std::size_t length = std::strlen(format);
    char* const whole = room_ + length;
    // All that is behind the width, or the letters of it that mean the same: S is ls.
    std::memmove(whole, conversion.letter, static_cast<std::size_t>(conversion.end - conversion.letter));
    std::memcpy(room_, format, length);
    if (*whole == 'S') *whole = 's';
    if (*whole == 'C') *whole = 'c';
    char* const end = whole + (conversion.end - conversion.letter);
    std::memcpy(end, "%n", 3);
    const int used = source_.scan(room_, found, failure_);
    if (used < 0) {
      if (!first) failure_ = before;
      return kNone;
    }
    total_ += used;
    if (!wide) return static_cast<std::size_t>(used);
    std::size_t count = 0;
    while (count < most && found[count] != -1 && (conversion.kind == 'c' || found[count] != L'\0')) ++count;
    return count;
  }

  Source source_;
  char* room_;
  void* from_;
  int failure_ = 0;
  int done_ = 0;
  long total_ = 0;
};

constexpr std::size_t kMostCopied = std::size_t{1} << 16;

// What was read of the text and the format is what is gone by, whatever others write there meanwhile.
int scan(Source source, const char* format, std::va_list arguments, void* from) {
  if (current != nullptr) {
    const std::size_t length = reads_string(format, from);
    if (source.text != nullptr) {
      const std::size_t size = reads_string(source.text, from) + 1;
      if (size <= kMostCopied) {
        auto* const copy = static_cast<char*>(alloca(size));
        std::memcpy(copy, source.text, size);
        copy[size - 1] = '\0';
        source.text = copy;
      }
    }
    if (length < kMostCopied) {
      auto* const copy = static_cast<char*>(alloca(length + 1));
      std::memcpy(copy, format, length);
      copy[length] = '\0';
      if (is_known(copy, source.family.gnu)) {
        return Scan(source, static_cast<char*>(alloca(length + 32)), from).all(copy, arguments);
      }
    }
  }
  return source.text != nullptr ? source.family.all_of_text(source.text, format, arguments)
                                : source.family.all_of_file(source.file, format, arguments);
}

}  // namespace

#define GRAPHFUZZ_SCAN_WITH(FAMILY, TEXT, STREAM)                          \
  std::va_list arguments;                                                  \
  va_start(arguments, format);                                             \
  const int count = scan({FAMILY, TEXT, STREAM}, format, arguments, FROM); \
  va_end(arguments);                                                       \
  return count

#define GRAPHFUZZ_SCAN(PREFIX, GNU)                                                                           \
  namespace {                                                                                                 \
  const Family& PREFIX##family() {                                                                            \
    static const Family found = [] {                                                                          \
      Family family{};                                                                                        \
      find(family.text, #PREFIX "sscanf");                                                                    \
      find(family.file, #PREFIX "fscanf");                                                                    \
      find(family.all_of_text, #PREFIX "vsscanf");                                                            \
      find(family.all_of_file, #PREFIX "vfscanf");                                                            \
      family.gnu = GNU;                                                                                       \
      return family;                                                                                          \
    }();                                                                                                      \
    return found;                                                                                             \
  }                                                                                                           \
  }                                                                                                           \
  GRAPHFUZZ_HOOK int __wrap_##PREFIX##vsscanf(const char* text, const char* format, std::va_list arguments) { \
    return scan({PREFIX##family(), text, nullptr}, format, arguments, FROM);                                  \
  }                                                                                                           \
  GRAPHFUZZ_HOOK int __wrap_##PREFIX##vfscanf(std::FILE* file, const char* format, std::va_list arguments) {  \
    return scan({PREFIX##family(), nullptr, file}, format, arguments, FROM);                                  \
  }                                                                                                           \
  GRAPHFUZZ_HOOK int __wrap_##PREFIX##vscanf(const char* format, std::va_list arguments) {                    \
    return scan({PREFIX##family(), nullptr, stdin}, format, arguments, FROM);                                 \
  }                                                                                                           \
  GRAPHFUZZ_HOOK int __wrap_##PREFIX##sscanf(const char* text, const char* format, ...) {                     \
    GRAPHFUZZ_SCAN_WITH(PREFIX##family(), text, nullptr);                                                     \
  }                                                                                                           \
  GRAPHFUZZ_HOOK int __wrap_##PREFIX##fscanf(std::FILE* file, const char* format, ...) {                      \
    GRAPHFUZZ_SCAN_WITH(PREFIX##family(), nullptr, file);                                                     \
  }                                                                                                           \
  GRAPHFUZZ_HOOK int __wrap_##PREFIX##scanf(const char* format, ...) {                                        \
    GRAPHFUZZ_SCAN_WITH(PREFIX##family(), nullptr, stdin);                                                    \
  }

GRAPHFUZZ_SCAN(, true)
GRAPHFUZZ_SCAN(__isoc99_, false)
GRAPHFUZZ_SCAN(__isoc23_, false)
