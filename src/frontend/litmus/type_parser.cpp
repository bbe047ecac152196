#include "type_parser.hpp"

#include <algorithm>
#include <array>

namespace graphfuzz::litmus {
namespace {

struct NamedType {
  std::string_view name;
  Type type;
};

constexpr std::array<NamedType, 34> kNamedTypes = {{
    {"atomic_int", kInt},
    {"atomic_uint", {32, false}},
    {"atomic_char", {8, true}},
    {"atomic_schar", {8, true}},
    {"atomic_uchar", {8, false}},
    {"atomic_short", {16, true}},
    {"atomic_ushort", {16, false}},
    {"atomic_long", {64, true}},
    {"atomic_ulong", {64, false}},
    {"atomic_llong", {64, true}},
    {"atomic_ullong", {64, false}},
    {"atomic_intptr_t", {64, true}},
    {"atomic_uintptr_t", {64, false}},
    {"int8_t", {8, true}},
    {"int16_t", {16, true}},
    {"int32_t", {32, true}},
    {"int64_t", {64, true}},
    {"uint8_t", {8, false}},
    {"uint16_t", {16, false}},
    {"uint32_t", {32, false}},
    {"uint64_t", {64, false}},
    {"intptr_t", {64, true}},
    {"uintptr_t", {64, false}},
    {"size_t", {64, false}},
    {"mtx_t", kInt},
    {"mutex", kInt},
    {"mutex_t", kInt},
    {"spinlock_t", kInt},
    {"atomic_t", kInt},
    {"void", kVoid},
    {"atomic_int32_t", {32, true}},
    {"atomic_uint32_t", {32, false}},
    {"atomic_int64_t", {64, true}},
    {"atomic_uint64_t", {64, false}},
}};

// Words that C combines, as in `unsigned long long`.
constexpr std::array<std::string_view, 6> kPartWords = {"char", "short", "int", "long", "signed", "unsigned"};
constexpr std::array<std::string_view, 3> kQualifiers = {"volatile", "const", "_Atomic"};
constexpr std::array<std::string_view, 9> kUnsupported = {"struct", "union",    "enum",      "float",     "double",
                                                          "_Bool",  "__int128", "__uint128", "__int128_t"};

template <typename Words>
bool contains(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const NamedType* find_named(std::string_view word) {
  const auto found =
      std::find_if(kNamedTypes.begin(), kNamedTypes.end(), [&](const NamedType& t) { return t.name == word; });
  return found == kNamedTypes.end() ? nullptr : &*found;
}

bool is_unsupported(std::string_view word) {
  return contains(kUnsupported, word) || word == "__uint128_t" || word == "int128_t" || word == "uint128_t" ||
         word == "bool";
}

void skip_qualifiers(Lexer& lexer) {
  // `_Atomic (type)` is for parse_base_type.
  while (contains(kQualifiers, lexer.peek().text) && !(lexer.at("_Atomic") && lexer.second().is("("))) lexer.next();
}

/// `unsigned`, `long long`, `short int`, …
Type parse_combined(Lexer& lexer) {
  unsigned longs = 0;
  bool is_unsigned = false;
  bool is_char = false;
  bool is_short = false;
  while (contains(kPartWords, lexer.peek().text)) {
    const std::string_view word = lexer.next().text;
    if (word == "long") ++longs;
    if (word == "unsigned") is_unsigned = true;
    if (word == "char") is_char = true;
    if (word == "short") is_short = true;
  }
  const std::uint8_t bits = is_char ? 8 : is_short ? 16 : longs > 0 ? 64 : 32;
  return {bits, !is_unsigned, 0, false};
}

Type parse_enclosed(Lexer& lexer, std::string_view open, std::string_view close) {
  lexer.expect(open);
  if (lexer.at("_Atomic") || lexer.at("atomic")) lexer.expected("a type that is not atomic");
  const std::optional<Type> inner = parse_base_type(lexer);
  if (!inner) lexer.expected("a type");
  const Type type = parse_pointers(lexer, *inner);
  lexer.expect(close);
  return type;
}

}  // namespace

bool is_type_word(std::string_view word) {
  return find_named(word) != nullptr || contains(kPartWords, word) || contains(kQualifiers, word) ||
         is_unsupported(word) || word == "atomic";
}

std::optional<Type> parse_base_type(Lexer& lexer) {
  if (lexer.peek().kind != TokenKind::name || !is_type_word(lexer.peek().text)) return std::nullopt;
  skip_qualifiers(lexer);
  const Token word = lexer.peek();
  Type type = kInt;
  if (word.is("_Atomic")) {
    lexer.next();
    type = parse_enclosed(lexer, "(", ")");
  } else if (word.is("atomic")) {
    lexer.next();
    type = parse_enclosed(lexer, "<", ">");
  } else if (is_unsupported(word.text)) {
    lexer.expected("an integer type of 8 to 64 bits");
  } else if (contains(kPartWords, word.text)) {
    type = parse_combined(lexer);
  } else if (const NamedType* named = find_named(word.text)) {
    lexer.next();
    type = named->type;
  } else {
    lexer.expected("a type");
  }
  skip_qualifiers(lexer);
  return type;
}

Type parse_pointers(Lexer& lexer, Type type) {
  while (lexer.at("*")) {
    if (type.pointers == kMaxPointers) lexer.expected("no more than 3 levels of pointers");
    lexer.next();
    type = type.pointer_to();
    skip_qualifiers(lexer);
  }
  return type;
}

}  // namespace graphfuzz::litmus
