#include "frontend/go/vm/format.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <vector>

#include "frontend/go/vm/values.hpp"

namespace graphfuzz::go::vm {
namespace {

using syntax::Type;
using syntax::TypeKind;
using syntax::under;

std::uint32_t slots_of(const Type* type) {
  type = under(type);
  std::uint32_t count = 0;
  switch (type->kind) {
    case TypeKind::structure:
      for (const syntax::Field& field : type->fields) count += slots_of(field.type);
      return count;
    case TypeKind::array:
      return slots_of(type->element) * static_cast<std::uint32_t>(type->length);
    default:
      return 1;
  }
}

struct Spec {
  Texts* texts = nullptr;
  char verb = 'v';
  bool plus = false;
  bool minus = false;
  bool sharp = false;
  bool space = false;
  bool zero = false;
  bool names = false;   ///< %+v
  bool syntax = false;  ///< %#v
  bool hidden = false;  ///< in a field that is not exported: no methods are called
  int width = -1;
  int precision = -1;
};

void pad(std::string& out, const Spec& spec, std::string_view text, bool number) {
  std::size_t length = 0;
  for (const char c : text) length += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 : 0;
  const std::size_t width = spec.width < 0 ? 0 : static_cast<std::size_t>(spec.width);
  if (length >= width) {
    out += text;
    return;
  }
  const std::size_t fill = width - length;
  if (spec.minus) {
    out += text;
    out.append(fill, ' ');
  } else if (spec.zero && number) {
    const bool sign = !text.empty() && (text[0] == '-' || text[0] == '+');
    if (sign) out += text[0];
    out.append(fill, '0');
    out += text.substr(sign ? 1 : 0);
  } else {
    out.append(fill, ' ');
    out += text;
  }
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x80) {
      const std::size_t begin = i;
      next_rune(text, i);
      if (i == begin + 1) {
        char buffer[8];
        std::snprintf(buffer, sizeof buffer, "\\x%02x", byte);
        out += buffer;
      } else {
        out += text.substr(begin, i - begin);
      }
      continue;
    }
    ++i;
    switch (byte) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\a':
        out += "\\a";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\v':
        out += "\\v";
        break;
      default:
        if (byte < 0x20 || byte == 0x7f) {
          char buffer[8];
          std::snprintf(buffer, sizeof buffer, "\\x%02x", byte);
          out += buffer;
        } else {
          out += static_cast<char>(byte);
        }
    }
  }
  return out + "\"";
}

std::string digits(std::uint64_t magnitude, unsigned base, bool upper) {
  char buffer[72];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, magnitude, static_cast<int>(base)).ptr;
  std::string text(buffer, end);
  if (upper) std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'a' ? c - 32 : c; });
  return text;
}

/// Go's shortest %g: with an exponent below 1e-4 and from 1e6 on.
std::string shortest(double value, bool single) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  char buffer[64];
  const auto format = [&](std::chars_format how) {
    const auto end = single ? std::to_chars(buffer, buffer + sizeof buffer, static_cast<float>(value), how).ptr
                            : std::to_chars(buffer, buffer + sizeof buffer, value, how).ptr;
    return std::string(buffer, end);
  };
  const std::string scientific = format(std::chars_format::scientific);
  const int exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
  return exponent < -4 || exponent >= 6 ? scientific : format(std::chars_format::fixed);
}

void format_real(std::string& out, const Spec& spec, double value, bool single) {
  std::string text;
  if (std::isfinite(value) && (spec.precision >= 0 || spec.verb == 'f' || spec.verb == 'e' || spec.verb == 'F')) {
    const char verb = spec.verb == 'v' ? 'g' : spec.verb;
    char format[] = {'%', '.', '*', verb, 0};
    char buffer[400];
    const int precision = spec.precision >= 0 ? spec.precision : 6;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    std::snprintf(buffer, sizeof buffer, format, precision, value);
#pragma GCC diagnostic pop
    text = buffer;
  } else {
    text = shortest(value, single);
  }
  if (spec.plus && text[0] != '-' && text[0] != '+') text.insert(text.begin(), '+');
  pad(out, spec, text, true);
}

void bad_verb(std::string& out, const Spec& spec, const Type* type, const Slot* value);

/// Is what `value` prints as what its method Error or String returns? Then that is printed, or asked for.
bool format_by_method(std::string& out, const Spec& spec, const Type* type, const Slot* value);

void format_integer(std::string& out, const Spec& spec, const Type* type, const Slot* value) {
  const bool negative = !is_unsigned(type) && value->i < 0;
  const std::uint64_t magnitude = negative ? 0 - value->u : value->u;
  std::string text;
  switch (spec.verb) {
    case 'v':
    case 'd':
      text = digits(magnitude, 10, false);
      break;
    case 'b':
      text = digits(magnitude, 2, false);
      break;
    case 'o':
      text = digits(magnitude, 8, false);
      break;
    case 'x':
      text = (spec.sharp ? "0x" : "") + digits(magnitude, 16, false);
      break;
    case 'X':
      text = (spec.sharp ? "0X" : "") + digits(magnitude, 16, true);
      break;
    case 'c':
      append_rune(text, value->i);
      pad(out, spec, text, false);
      return;
    case 'q':
      text = "'";
      append_rune(text, value->i);
      pad(out, spec, text + "'", false);
      return;
    case 'U': {
      char buffer[24];
      std::snprintf(buffer, sizeof buffer, "U+%04llX", static_cast<unsigned long long>(value->u));
      pad(out, spec, buffer, false);
      return;
    }
    default:
      bad_verb(out, spec, type, value);
      return;
  }
  if (negative) {
    text.insert(text.begin(), '-');
  } else if (spec.plus) {
    text.insert(text.begin(), '+');
  } else if (spec.space) {
    text.insert(text.begin(), ' ');
  }
  pad(out, spec, text, true);
}

void format_string(std::string& out, const Spec& spec, const Type* type, const Slot* value) {
  std::string_view text = value->string();
  switch (spec.verb) {
    case 'v':
      if (spec.syntax) {
        out += quoted(text);
        return;
      }
      [[fallthrough]];
    case 's':
      if (spec.precision >= 0) text = text.substr(0, static_cast<std::size_t>(spec.precision));
      pad(out, spec, text, false);
      return;
    case 'q':
      pad(out, spec, quoted(text), false);
      return;
    case 'x':
    case 'X': {
      std::string hex;
      for (const char c : text) {
        char buffer[4];
        std::snprintf(buffer, sizeof buffer, spec.verb == 'x' ? "%02x" : "%02X", static_cast<unsigned char>(c));
        hex += buffer;
      }
      pad(out, spec, hex, false);
      return;
    }
    default:
      bad_verb(out, spec, type, value);
  }
}

void format_value(std::string& out, const Spec& spec, const Type* type, const Slot* value, int depth);

void format_address(std::string& out, const Spec& spec, const Slot* value) {
  if (value->u == 0 && spec.verb == 'v') {
    pad(out, spec, "<nil>", false);
    return;
  }
  pad(out, spec, "0x" + digits(value->u, 16, false), false);
}

void format_structure(std::string& out, const Spec& spec, const Type* type, const Slot* value, int depth) {
  const Type* structure = under(type);
  if (spec.syntax) out += to_string(type);
  out += '{';
  bool first = true;
  for (const syntax::Field& field : structure->fields) {
    if (!first) out += spec.syntax ? ", " : " ";
    first = false;
    if (spec.names || spec.syntax) out += field.name + ":";
    Spec inner = spec;
    inner.hidden = spec.hidden || field.package != nullptr;
    format_value(out, inner, field.type, value, depth + 1);
    value += slots_of(field.type);
  }
  out += '}';
}

void format_elements(std::string& out, const Spec& spec, const Type* type, const Slot* first, std::int64_t count,
                     int depth) {
  const Type* element = under(type)->element;
  if (spec.syntax) out += to_string(type);
  out += spec.syntax ? '{' : '[';
  for (std::int64_t i = 0; i < count; ++i) {
    if (i > 0) out += spec.syntax ? ", " : " ";
    format_value(out, spec, element, first, depth + 1);
    first += slots_of(element);
  }
  out += spec.syntax ? '}' : ']';
}

void format_map(std::string& out, const Spec& spec, const Type* type, const Map* map, int depth) {
  const Type* key = under(type)->key;
  std::vector<const Slot*> entries;
  if (map != nullptr) {
    std::int64_t place = 0;
    while (const Slot* entry = map->next(place)) entries.push_back(entry);
  }
  std::stable_sort(entries.begin(), entries.end(), [&](const Slot* a, const Slot* b) {
    if (is_string(key)) return a->string() < b->string();
    if (is_float(key)) return a->f < b->f;
    if (is_unsigned(key)) return a->u < b->u;
    return is_integer(key) && a->i < b->i;
  });
  out += spec.syntax ? to_string(type) + "{" : "map[";
  bool first = true;
  for (const Slot* entry : entries) {
    if (!first) out += spec.syntax ? ", " : " ";
    first = false;
    format_value(out, spec, key, entry, depth + 1);
    out += ':';
    format_value(out, spec, under(type)->element, entry + slots_of(key), depth + 1);
  }
  out += spec.syntax ? '}' : ']';
}

void format_value(std::string& out, const Spec& spec, const Type* type, const Slot* value, int depth) {
  if (depth > 20) {
    out += "...";
    return;
  }
  if (format_by_method(out, spec, type, value)) return;
  const Type* of = under(type);
  switch (of->kind) {
    case TypeKind::boolean:
      if (spec.verb == 'v' || spec.verb == 't') {
        pad(out, spec, value->i != 0 ? "true" : "false", false);
      } else {
        bad_verb(out, spec, type, value);
      }
      return;
    case TypeKind::string:
      format_string(out, spec, type, value);
      return;
    case TypeKind::float32:
    case TypeKind::float64:
      if (std::string_view("veEfFgG").find(spec.verb) == std::string_view::npos) {
        bad_verb(out, spec, type, value);
      } else {
        format_real(out, spec, value->f, of->kind == TypeKind::float32);
      }
      return;
    case TypeKind::structure:
      format_structure(out, spec, type, value, depth);
      return;
    case TypeKind::array:
      format_elements(out, spec, type, value, of->length, depth);
      return;
    case TypeKind::slice:
      if (under(of->element)->kind == TypeKind::uint8 &&
          (spec.verb == 's' || spec.verb == 'q' || spec.verb == 'x' || spec.verb == 'X')) {
        std::string text;
        for (std::uint32_t i = 0; i < value->length(); ++i) text += static_cast<char>(value->p[i].i);
        const Slot slot = Slot::text(text);
        format_string(out, spec, type, &slot);
        return;
      }
      if (spec.verb == 'p') {
        format_address(out, spec, value);
        return;
      }
      if (spec.syntax && value->p == nullptr) {
        out += to_string(type) + "(nil)";
        return;
      }
      format_elements(out, spec, type, value->p, value->length(), depth);
      return;
    case TypeKind::map:
      format_map(out, spec, type, static_cast<const Map*>(value->o), depth);
      return;
    case TypeKind::interface:
      if (value->t == nullptr) {
        pad(out, spec, "<nil>", false);
      } else {
        format_value(out, spec, value->t->type, value->t->word ? value : value->p, depth);
      }
      return;
    case TypeKind::pointer:
      if (depth == 0 && value->p != nullptr && spec.verb != 'p') {
        const TypeKind kind = under(of->element)->kind;
        if (kind == TypeKind::structure || kind == TypeKind::slice || kind == TypeKind::array ||
            kind == TypeKind::map) {
          out += '&';
          format_value(out, spec, of->element, value->p, depth + 1);
          return;
        }
      }
      format_address(out, spec, value);
      return;
    case TypeKind::channel:
    case TypeKind::function:
    case TypeKind::unsafe_pointer:
      format_address(out, spec, value);
      return;
    default:
      format_integer(out, spec, type, value);
      return;
  }
}

bool format_by_method(std::string& out, const Spec& spec, const Type* type, const Slot* value) {
  if (spec.texts == nullptr || spec.hidden || spec.syntax || is_interface(type) ||
      std::string_view("vsqxX").find(spec.verb) == std::string_view::npos) {
    return false;
  }
  const TypeInfo* info = spec.texts->info(type);
  if (info == nullptr || info->text_method == nullptr) return false;
  if (type->kind == TypeKind::pointer && value->p == nullptr) {
    pad(out, spec, "<nil>", false);
    return true;
  }
  if (const Slot* text = spec.texts->find(*info, value)) {
    Spec plain = spec;
    plain.texts = nullptr;
    format_string(out, plain, type, text);
  }
  return true;
}

void bad_verb(std::string& out, const Spec& spec, const Type* type, const Slot* value) {
  out += "%!";
  out += spec.verb;
  out += '(' + to_string(type) + '=';
  format_value(out, Spec{}, type, value, 0);
  out += ')';
}

void format_argument(std::string& out, const Spec& spec, const Slot& argument) {
  if (spec.verb == 'T') {
    pad(out, spec, argument.t == nullptr ? "<nil>" : to_string(argument.t->type), false);
    return;
  }
  if (argument.t == nullptr) {
    if (spec.verb == 'v') {
      pad(out, spec, "<nil>", false);
    } else {
      out += "%!";
      out += spec.verb;
      out += "(<nil>)";
    }
    return;
  }
  Spec with_verb = spec;
  if (spec.verb == 'w') with_verb.verb = 'v';
  format_value(out, with_verb, argument.t->type, argument.t->word ? &argument : argument.p, 0);
}

bool holds_string(const Slot& argument) { return argument.t != nullptr && is_string(argument.t->type); }

/// Calls `text(piece)` and `argument(spec, number)`; stars take arguments, too. Returns how many arguments were used.
template <typename Text, typename Argument>
std::size_t scan(std::string_view format, std::span<const Slot> arguments, Text text, Argument argument) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < format.size();) {
    const std::size_t percent = std::min(format.find('%', i), format.size());
    text(format.substr(i, percent - i));
    i = percent + 1;
    if (percent == format.size()) break;
    Spec spec;
    for (; i < format.size(); ++i) {
      const char c = format[i];
      if (c == '+')
        spec.plus = true;
      else if (c == '-')
        spec.minus = true;
      else if (c == '#')
        spec.sharp = true;
      else if (c == ' ')
        spec.space = true;
      else if (c == '0')
        spec.zero = true;
      else
        break;
    }
    const auto number = [&](int& into) {
      if (i < format.size() && format[i] == '*') {
        ++i;
        into = next < arguments.size() ? static_cast<int>(arguments[next].i) : 0;
        ++next;
        return;
      }
      while (i < format.size() && format[i] >= '0' && format[i] <= '9') {
        into = std::min(std::max(into, 0) * 10 + (format[i] - '0'), 10000);
        ++i;
      }
    };
    number(spec.width);
    if (i < format.size() && format[i] == '.') {
      ++i;
      spec.precision = 0;
      number(spec.precision);
    }
    if (i >= format.size()) {
      text("%!(NOVERB)");
      break;
    }
    spec.verb = format[i++];
    if (spec.verb == '%') {
      text("%");
    } else {
      if (spec.verb == 'v') {  // these flags mean something else there than for numbers
        spec.names = spec.plus;
        spec.syntax = spec.sharp;
        spec.plus = spec.sharp = false;
      }
      argument(spec, next++);
    }
  }
  return next;
}

}  // namespace

const TypeInfo* Texts::info(const syntax::Type* type) const {
  return type->number < code_.by_type.size() ? code_.by_type[type->number] : nullptr;
}

const Slot* Texts::find(const TypeInfo& type, const Slot* value) {
  for (const Known& known : known_) {
    if (known.type == &type && known.value == value) return &known.text;
  }
  if (missing_type == nullptr) {
    missing_type = &type;
    missing_value = value;
  }
  return nullptr;
}

void append_rune(std::string& out, std::int64_t rune) {
  if (rune < 0 || rune > 0x10ffff || (rune >= 0xd800 && rune < 0xe000)) rune = 0xfffd;
  const auto byte = [&](std::int64_t value) { out += static_cast<char>(value); };
  if (rune < 0x80) {
    byte(rune);
  } else if (rune < 0x800) {
    byte(0xc0 | rune >> 6);
    byte(0x80 | (rune & 0x3f));
  } else if (rune < 0x10000) {
    byte(0xe0 | rune >> 12);
    byte(0x80 | (rune >> 6 & 0x3f));
    byte(0x80 | (rune & 0x3f));
  } else {
    byte(0xf0 | rune >> 18);
    byte(0x80 | (rune >> 12 & 0x3f));
    byte(0x80 | (rune >> 6 & 0x3f));
    byte(0x80 | (rune & 0x3f));
  }
}

std::int64_t next_rune(std::string_view text, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  const std::size_t begin = at++;
  if (first < 0x80) return first;
  const std::size_t length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length == 0 || first >= 0xf5 || begin + length > text.size()) return 0xfffd;
  std::int64_t rune = first & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(begin + i) & 0xc0) != 0x80) return 0xfffd;
    rune = rune << 6 | (byte(begin + i) & 0x3f);
  }
  if ((length == 3 && (rune < 0x800 || (rune >= 0xd800 && rune < 0xe000))) ||
      (length == 4 && (rune < 0x10000 || rune > 0x10ffff))) {
    return 0xfffd;
  }
  at = begin + length;
  return rune;
}

void format_print(std::string& out, std::span<const Slot> arguments, Texts& texts) {
  Spec spec;
  spec.texts = &texts;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0 && !holds_string(arguments[i - 1]) && !holds_string(arguments[i])) out += ' ';
    format_argument(out, spec, arguments[i]);
  }
}

void format_println(std::string& out, std::span<const Slot> arguments, Texts& texts) {
  Spec spec;
  spec.texts = &texts;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) out += ' ';
    format_argument(out, spec, arguments[i]);
  }
  out += '\n';
}

void format_printf(std::string& out, std::string_view format, std::span<const Slot> arguments, Texts& texts) {
  const std::size_t used = scan(
      format, arguments, [&](std::string_view text) { out += text; },
      [&](Spec spec, std::size_t number) {
        spec.texts = &texts;
        if (number < arguments.size()) {
          format_argument(out, spec, arguments[number]);
        } else {
          out += "%!";
          out += spec.verb;
          out += "(MISSING)";
        }
      });
  if (used >= arguments.size()) return;
  out += "%!(EXTRA ";
  for (std::size_t i = used; i < arguments.size(); ++i) {
    if (i > used) out += ", ";
    out += arguments[i].t == nullptr ? "<nil>" : to_string(arguments[i].t->type) + "=";
    if (arguments[i].t != nullptr) format_argument(out, Spec{}, arguments[i]);
  }
  out += ')';
}

std::string panic_words(const Slot& value) {
  std::string out;
  if (value.t == nullptr) return "nil";
  format_argument(out, Spec{}, value);
  const Type* type = value.t->type;
  if (type->kind == TypeKind::named && under(type)->kind <= TypeKind::string) {
    return to_string(type) + "(" + (is_string(type) ? quoted(out) : out) + ")";
  }
  if (under(type)->kind > TypeKind::string) return "(" + to_string(type) + ") " + out;
  return out;
}

}  // namespace graphfuzz::go::vm
