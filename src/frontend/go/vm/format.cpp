#include "frontend/go/vm/format.hpp"

#include <algorithm>
#include <limits>

#include "frontend/go/vm/arena.hpp"
#include "frontend/go/vm/format_spec.hpp"

namespace graphfuzz::go::vm {
namespace {

void format_argument(std::string& out, const Spec& spec, const Slot& argument) {
  expect_room(out);
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

/// Of an index that is none.
constexpr std::size_t kBadIndex = std::numeric_limits<std::size_t>::max();

/// Calls `text(piece)` and `argument(spec, number)`; stars take arguments, too. Returns how many arguments were used:
/// all if there are indices, as in "%[2]d".
template <typename Text, typename Argument>
std::size_t scan(std::string_view format, std::span<const Slot> arguments, Text text, Argument argument) {
  std::size_t next = 0;
  bool reordered = false;
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
    bool bad_index = false;
    const auto index = [&] {
      if (i >= format.size() || format[i] != '[') return;
      reordered = true;
      const std::size_t close = format.find(']', i);
      std::size_t given = 0;
      bad_index = close == std::string_view::npos || close == i + 1;
      for (++i; i < format.size() && i < close && !bad_index; ++i) {
        bad_index = format[i] < '0' || format[i] > '9' || given > arguments.size();
        given = given * 10 + static_cast<std::size_t>(format[i] - '0');
      }
      bad_index = bad_index || given == 0 || given > arguments.size();
      if (close != std::string_view::npos) i = close + 1;
      if (!bad_index) next = given - 1;
    };
    const auto number = [&](int& into) {
      index();
      if (i < format.size() && format[i] == '*') {
        ++i;
        const std::int64_t given = next < arguments.size() ? arguments[next].i : 0;
        ++next;
        // As package fmt has it.
        constexpr std::int64_t kMost = 1'000'000;
        if (given < -kMost || given > kMost) {
          text(&into == &spec.width ? "%!(BADWIDTH)" : "%!(BADPREC)");
          into = -1;
        } else {
          into = static_cast<int>(given);
        }
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
    index();
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
      argument(spec, bad_index ? kBadIndex : next++);
    }
  }
  return reordered ? arguments.size() : next;
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
          out += number == kBadIndex ? "(BADINDEX)" : "(MISSING)";
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
  try {
    format_argument(out, Spec{}, value);
  } catch (const OutOfMemory&) {
    out.resize(kLongestText);
  }
  const syntax::Type* type = value.t->type;
  if (type->kind == syntax::TypeKind::named && syntax::under(type)->kind <= syntax::TypeKind::string) {
    return to_string(type) + "(" + (is_string(type) ? in_quotes(out) : out) + ")";
  }
  if (syntax::under(type)->kind > syntax::TypeKind::string) return "(" + to_string(type) + ") " + out;
  return out;
}

}  // namespace graphfuzz::go::vm
