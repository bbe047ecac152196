#include "init_parser.hpp"

#include <limits>

#include "type_parser.hpp"

namespace graphfuzz::litmus {
namespace {

constexpr unsigned kLargestThread = 63;

Value signed_number(Lexer& lexer) {
  const Token token = lexer.next();
  const auto largest = static_cast<std::uint64_t>(std::numeric_limits<Value>::max());
  if (token.negative && token.number > largest + 1) {
    lexer.source().expected(token.offset, "a number of at most 64 bits", describe(token));
  }
  return static_cast<Value>(token.negative ? std::uint64_t{0} - token.number : token.number);
}

class InitParser {
 public:
  InitParser(const Source& source, std::size_t offset, Symbols& symbols)
      : lexer_(source, Notation::state, offset), symbols_(symbols) {}

  InitialState parse() {
    lexer_.expect("{");
    while (!lexer_.accept("}")) {
      if (lexer_.accept(";")) continue;
      parse_item();
      if (!lexer_.at("}")) lexer_.expect(";");
    }
    state_.end = lexer_.previous_end();
    return std::move(state_);
  }

 private:
  void parse_item() {
    const std::optional<Type> type = parse_type();
    if (const std::optional<unsigned> thread = parse_thread_prefix(lexer_)) {
      parse_register(*thread, type);
    } else {
      parse_object(type);
    }
  }

  std::optional<Type> parse_type() {
    if (lexer_.at("*")) return parse_pointers(lexer_, kInt);  // `*p = &x`: a pointer to who knows what
    const std::optional<Type> base = parse_base_type(lexer_);
    if (!base) return std::nullopt;
    const Type type = parse_pointers(lexer_, *base);
    if (type.is_void && !type.is_pointer()) lexer_.expected("'*' (no location has type void)");
    return type;
  }

  void parse_register(unsigned thread, const std::optional<Type>& type) {
    const Token name = lexer_.expect_name("the name of a register");
    RegisterInit init{thread, name.text, type, {}, name.offset};
    for (const RegisterInit& other : state_.registers) {
      if (other.thread == thread && other.name == name.text) {
        lexer_.source().expected(name.offset, "a register that is not initialised yet", in_quotes(name.text));
      }
    }
    if (lexer_.accept("=")) init.value = parse_value(lexer_);
    state_.registers.push_back(init);
  }

  void parse_object(const std::optional<Type>& type) {
    const bool bracketed = lexer_.accept("[");
    const Token name = lexer_.expect_name("a location or a register");
    if (bracketed) lexer_.expect("]");
    Object object;
    object.name = name.text;
    object.type = type;
    if (!bracketed && lexer_.at("[")) {
      if (!type) lexer_.expected("'=' or ';' (the declaration of an array begins with its type)");
      parse_array(object);
    } else {
      object.initial.resize(1);
      if (lexer_.accept("=")) object.initial[0] = parse_initialiser();
    }
    symbols_.add(std::move(object), name.offset);
  }

  WrittenValue parse_initialiser() {
    if (!lexer_.accept("ATOMIC_INIT")) return parse_value(lexer_);
    lexer_.expect("(");
    const WrittenValue value = parse_value(lexer_);
    lexer_.expect(")");
    return value;
  }

  void parse_array(Object& object) {
    lexer_.expect("[");
    const Token size = lexer_.peek();
    if (size.kind != TokenKind::number || size.negative || size.number == 0 || size.number > kMaxLocations) {
      lexer_.expected("the size of an array, 1 to 4096");
    }
    lexer_.next();
    lexer_.expect("]");
    object.is_array = true;
    object.initial.resize(static_cast<std::size_t>(size.number));
    if (!lexer_.accept("=")) return;
    lexer_.expect("{");
    std::size_t count = 0;
    do {
      if (count == object.size()) lexer_.expected("'}' (the array has no more cells)");
      object.initial[count++] = parse_value(lexer_);
    } while (lexer_.accept(","));
    if (count != object.size()) lexer_.expected("',' (a value for every cell of the array)");
    lexer_.expect("}");
  }

  Lexer lexer_;
  Symbols& symbols_;
  InitialState state_;
};

}  // namespace

std::optional<unsigned> parse_thread_prefix(Lexer& lexer) {
  const Token token = lexer.peek();
  if (!lexer.second().is(":")) return std::nullopt;
  std::uint64_t thread = 0;
  if (token.kind == TokenKind::number && !token.negative && token.is_decimal) {
    thread = token.number;
  } else if (token.kind == TokenKind::name && token.text.size() > 1 && token.text[0] == 'P') {
    for (const char c : token.text.substr(1)) {
      if (c < '0' || c > '9') lexer.expected("a thread");
      thread = std::min<std::uint64_t>(thread * 10 + static_cast<std::uint64_t>(c - '0'), kLargestThread + 1);
    }
  } else {
    lexer.expected("a thread");
  }
  if (thread > kLargestThread) lexer.expected("a thread number below 64");
  lexer.next();
  lexer.next();
  return static_cast<unsigned>(thread);
}

WrittenValue parse_value(Lexer& lexer) {
  WrittenValue value;
  value.offset = lexer.peek().offset;
  if (lexer.peek().kind == TokenKind::number) {
    value.number = signed_number(lexer);
    if (lexer.at(":")) lexer.expected("the end of a number");
    return value;
  }
  lexer.accept("&");
  value.is_address = true;
  value.name = lexer.expect_name("a number or the name of a location").text;
  if (lexer.accept("[")) {
    const Token index = lexer.peek();
    if (index.kind != TokenKind::number || index.negative || index.number > kMaxLocations) {
      lexer.expected("an index");
    }
    value.index = signed_number(lexer);
    lexer.expect("]");
  }
  return value;
}

InitialState parse_init(const Source& source, std::size_t offset, Symbols& symbols) {
  return InitParser(source, offset, symbols).parse();
}

}  // namespace graphfuzz::litmus
