// Numbers, strings and addresses as package fmt prints them.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "frontend/go/utf8.hpp"
#include "frontend/go/vm/arena.hpp"
#include "frontend/go/vm/format_spec.hpp"

namespace graphfuzz::go::vm {

using syntax::Type;

namespace {

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

}  // namespace

void expect_room(const std::string& out) {
  if (out.size() > kLongestText) throw OutOfMemory{};
  stop_point();
}

void pad(std::string& out, const Spec& spec, std::string_view text, bool number) {
  if (out.size() > kLongestText) throw OutOfMemory{};
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

std::string in_quotes(std::string_view text) {
  constexpr std::string_view kEscaped = "\"\\\n\t\r\a\b\f\v";
  constexpr std::string_view kLetters = "\"\\ntrabfv";
  std::string out = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t begin = i;
    next_rune(text, i);
    if (const std::size_t escape = kEscaped.find(text[begin]); escape != std::string_view::npos) {
      out += '\\';
      out += kLetters[escape];
    } else if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && i == begin + 1)) {
      char buffer[8];
      std::snprintf(buffer, sizeof buffer, "\\x%02x", byte);
      out += buffer;
    } else {
      out += text.substr(begin, i - begin);
    }
  }
  return out + "\"";
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

void format_integer(std::string& out, const Spec& spec, const Type* type, const Slot* value) {
  const bool negative = !is_unsigned(type) && value->i < 0;
  const std::uint64_t magnitude = negative ? 0 - value->u : value->u;
  std::string text;
  switch (spec.verb) {
    case 'v':
    case 'd':
    case 'b':
    case 'o':
      text = digits(magnitude, spec.verb == 'b' ? 2 : spec.verb == 'o' ? 8 : 10, false);
      if (spec.verb == 'o' && spec.sharp && !text.starts_with('0')) text.insert(0, 1, '0');
      break;
    case 'x':
    case 'X':
      text = (!spec.sharp ? "" : spec.verb == 'x' ? "0x" : "0X") + digits(magnitude, 16, spec.verb == 'X');
      break;
    case 'c':
      append_utf8(text, value->i);
      pad(out, spec, text, false);
      return;
    case 'q':
      text = "'";
      append_utf8(text, value->i);
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
        out += in_quotes(text);
        return;
      }
      [[fallthrough]];
    case 's':
      if (spec.precision >= 0) text = text.substr(0, static_cast<std::size_t>(spec.precision));
      pad(out, spec, text, false);
      return;
    case 'q':
      pad(out, spec, in_quotes(text), false);
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

void format_address(std::string& out, const Spec& spec, const Slot* value) {
  if (value->u == 0 && spec.verb == 'v') {
    pad(out, spec, "<nil>", false);
    return;
  }
  pad(out, spec, "0x" + digits(value->u, 16, false), false);
}

}  // namespace graphfuzz::go::vm
