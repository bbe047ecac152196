#include "runtime/format.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

namespace graphfuzz::runtime {
namespace {

bool is_one_of(char c, const char* set) { return c != '\0' && std::strchr(set, c) != nullptr; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// All integers, and what is passed as one, have eight bytes as arguments.
constexpr const char* kNumbers = "diouxXcCp";
constexpr const char* kReals = "aAeEfFgG";

// Which argument: 0 is the next one.
using Position = std::size_t;

// A width or a precision that is an argument.
struct Star {
  bool there = false;
  Position position = 0;
};

// A conversion: "%-5.3ld", "%2$s".
struct Conversion {
  enum class What { nothing, number, real, long_real, text, wide_text, count } what = What::nothing;
  const char* end = nullptr;  // behind it
  Position position = 0;
  Star width, precision_star;
  std::size_t size = 0;  // bytes of a count
  std::size_t precision = 0;
  bool has_precision = false;
};

std::size_t take_number(const char*& at) {
  constexpr std::size_t kLarge = std::size_t{1} << 30;
  std::size_t number = 0;
  for (; is_digit(*at); ++at) number = std::min(number * 10 + static_cast<std::size_t>(*at - '0'), kLarge);
  return number;
}

// "2$", if that is there.
Position take_position(const char*& at) {
  const char* behind = at;
  const Position position = take_number(behind);
  if (position == 0 || *behind != '$') return 0;
  at = behind + 1;
  return position;
}

Star take_star(const char*& at) {
  ++at;
  return {true, take_position(at)};
}

// Behind a '%'. Nothing if it is not known.
std::optional<Conversion> parse_conversion(const char* at) {
  Conversion c;
  c.position = take_position(at);
  while (is_one_of(*at, "-+ #0'I")) ++at;
  if (*at == '*') {
    c.width = take_star(at);
  } else {
    take_number(at);
  }
  if (*at == '.') {
    c.has_precision = true;
    ++at;
    if (*at == '*') {
      c.precision_star = take_star(at);
    } else {
      c.precision = take_number(at);
    }
  }
  c.size = sizeof(int);
  bool wide = false;
  bool is_long = false;
  if (*at == 'h') {
    c.size = at[1] == 'h' ? 1 : sizeof(short);
    at += at[1] == 'h' ? 2 : 1;
  } else if (is_one_of(*at, "lLqjzt")) {
    c.size = sizeof(long);
    is_long = *at == 'L';
    wide = *at == 'l';
    at += *at == 'l' && at[1] == 'l' ? 2 : 1;
  }
  c.end = at + 1;
  using What = Conversion::What;
  if (is_one_of(*at, "%m")) {
    c.what = What::nothing;
  } else if (is_one_of(*at, kNumbers)) {
    c.what = What::number;
  } else if (is_one_of(*at, kReals)) {
    c.what = is_long ? What::long_real : What::real;
  } else if (*at == 's' || *at == 'S') {
    c.what = wide || *at == 'S' ? What::wide_text : What::text;
  } else if (*at == 'n') {
    c.what = What::count;
  } else {
    return std::nullopt;
  }
  return c;
}

// Arguments, from the first one on.
class Arguments {
 public:
  explicit Arguments(std::va_list list) { va_copy(list_, list); }
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;
  ~Arguments() { va_end(list_); }

  // Where the next one is, that is no floating-point number (System V ABI for x86-64, section 3.5.7).
  void* next() {
    struct {
      unsigned of_numbers, of_reals;
      char *rest, *registers;
    } list;
    static_assert(sizeof list == sizeof(std::va_list));
    std::memcpy(&list, list_, sizeof list);
    constexpr unsigned kRegisters = 48;
    void* const slot = list.of_numbers < kRegisters ? list.registers + list.of_numbers : list.rest;
    static_cast<void>(va_arg(list_, long));
    return slot;
  }
  void skip(Conversion::What what) {
    if (what == Conversion::What::real) {
      static_cast<void>(va_arg(list_, double));
    } else if (what == Conversion::What::long_real) {
      static_cast<void>(va_arg(list_, long double));
    } else {
      next();
    }
  }

 private:
  std::va_list list_;
};

using What = Conversion::What;

bool is_found(What what) { return what == What::text || what == What::wide_text || what == What::count; }

Printed printed(const Conversion& c, void* slot, int given) {
  Printed::What what = Printed::What::text;
  if (c.what == What::wide_text) what = Printed::What::wide_text;
  if (c.what == What::count) what = Printed::What::count;
  const bool has = c.has_precision && given >= 0;  // a negative one is none
  return {what, slot, c.size, c.precision_star.there ? static_cast<std::size_t>(given) : c.precision, has};
}

// One after the other.
std::size_t find_in_order(const char* at, std::va_list list, Printed* found, std::size_t most) {
  Arguments arguments(list);
  std::size_t count = 0;
  for (at = std::strchr(at, '%'); at != nullptr && count < most; at = std::strchr(at, '%')) {
    const std::optional<Conversion> c = parse_conversion(at + 1);
    if (!c || c->position != 0) break;
    at = c->end;
    int given = 0;
    if (c->width.there) arguments.next();
    if (c->precision_star.there) given = *static_cast<int*>(arguments.next());
    if (is_found(c->what)) {
      found[count++] = printed(*c, arguments.next(), given);
    } else if (c->what != What::nothing) {
      arguments.skip(c->what);
    }
  }
  return count;
}

constexpr std::size_t kMostPositions = 64;

// What the arguments are, by number; of how many. Nothing if it is not known of some.
std::size_t find_kinds(const char* at, What* kinds) {
  std::size_t count = 0;
  const auto add = [&](Position position, What what) {
    if (position == 0 || position > kMostPositions) return false;
    for (; count < position; ++count) kinds[count] = What::number;  // as the C library takes it
    if (what != What::number) kinds[position - 1] = what;
    return true;
  };
  for (at = std::strchr(at, '%'); at != nullptr; at = std::strchr(at, '%')) {
    const std::optional<Conversion> c = parse_conversion(at + 1);
    if (!c) return 0;
    at = c->end;
    if (c->what == What::nothing) continue;
    const bool known = add(c->position, c->what) && (!c->width.there || add(c->width.position, What::number)) &&
                       (!c->precision_star.there || add(c->precision_star.position, What::number));
    if (!known) return 0;
  }
  return count;
}

std::size_t find_by_position(const char* at, std::va_list list, Printed* found, std::size_t most) {
  What kinds[kMostPositions];
  void* slots[kMostPositions];
  const std::size_t known = find_kinds(at, kinds);
  Arguments arguments(list);
  for (std::size_t i = 0; i < known; ++i) {
    const bool real = kinds[i] == What::real || kinds[i] == What::long_real;
    slots[i] = nullptr;
    if (real) {
      arguments.skip(kinds[i]);
    } else {
      slots[i] = arguments.next();
    }
  }
  std::size_t count = 0;
  for (at = known == 0 ? nullptr : std::strchr(at, '%'); at != nullptr && count < most; at = std::strchr(at, '%')) {
    const Conversion c = *parse_conversion(at + 1);
    at = c.end;
    if (!is_found(c.what)) continue;
    void* const slot = slots[c.position - 1];
    if (slot == nullptr) continue;
    const Position star = c.precision_star.position;
    const Printed next =
        printed(c, slot, star == 0 || slots[star - 1] == nullptr ? 0 : *static_cast<int*>(slots[star - 1]));
    Printed* const before = std::find_if(found, found + count, [slot](const Printed& p) { return p.slot == slot; });
    if (before == found + count) {
      found[count++] = next;
    } else {  // printed again: as much as the one that prints more
      before->has_precision &= next.has_precision;
      before->precision = std::max(before->precision, next.precision);
    }
  }
  return count;
}

}  // namespace

std::size_t find_printed(const char* format, std::va_list arguments, Printed* found, std::size_t most) {
  for (const char* at = std::strchr(format, '%'); at != nullptr; at = std::strchr(at, '%')) {
    const std::optional<Conversion> first = parse_conversion(at + 1);
    if (!first) return 0;
    at = first->end;
    if (first->what == Conversion::What::nothing) continue;
    return first->position == 0 ? find_in_order(format, arguments, found, most)
                                : find_by_position(format, arguments, found, most);
  }
  return 0;
}

}  // namespace graphfuzz::runtime
