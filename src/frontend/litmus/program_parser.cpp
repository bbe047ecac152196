#include "program_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "type_parser.hpp"

namespace graphfuzz::litmus {
namespace {

constexpr unsigned kMaxThreads = 64;
constexpr std::array<std::string_view, 8> kConditionWords = {"exists",   "forall",    "final",  "observed",
                                                             "Observed", "locations", "filter", "cases"};

bool is_thread_name(std::string_view word) {
  return word.size() >= 2 && word[0] == 'P' &&
         std::all_of(word.begin() + 1, word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool is_condition_word(std::string_view word) {
  return std::find(kConditionWords.begin(), kConditionWords.end(), word) != kConditionWords.end();
}

bool ProgramParser::at_condition() const {
  const Token& token = lexer_.peek();
  return token.kind == TokenKind::end || token.is("~") || token.is("(") || token.is("not") || token.is("<<") ||
         is_condition_word(token.text);
}

bool ProgramParser::at_type() const {
  return lexer_.peek().kind == TokenKind::name && is_type_word(lexer_.peek().text);
}

std::vector<Function> ProgramParser::parse() {
  std::vector<Function> functions;
  if (at_condition()) lexer_.expected("a function 'P0 (...) {...}'");
  while (!at_condition()) {
    functions.push_back(parse_function());
    const Function& last = functions.back();
    const auto same = [&](const Function& f) { return f.thread == last.thread; };
    if (std::count_if(functions.begin(), functions.end(), same) > 1) {
      lexer_.source().fail(last.offset, fmt::format("expected one function per thread, found P{} twice", last.thread));
    }
  }
  std::sort(functions.begin(), functions.end(), [](const auto& a, const auto& b) { return a.thread < b.thread; });
  for (std::size_t i = 0; i < functions.size(); ++i) {
    if (functions[i].thread != i) {
      lexer_.source().fail(functions[i].offset, fmt::format("expected the threads P0 to P{}, found P{} and no P{}",
                                                            functions.size() - 1, functions[i].thread, i));
    }
  }
  return functions;
}

unsigned ProgramParser::parse_thread_name() {
  const Token token = lexer_.peek();
  if (token.kind != TokenKind::name || !is_thread_name(token.text)) lexer_.expected("a function 'P0', 'P1', …");
  unsigned thread = 0;
  for (const char c : token.text.substr(1)) {
    thread = thread * 10 + static_cast<unsigned>(c - '0');
    if (thread >= kMaxThreads) lexer_.expected("a thread number below 64");
  }
  lexer_.next();
  return thread;
}

Function ProgramParser::parse_function() {
  if (lexer_.accept("void")) lexer_.accept("*");
  Function function;
  function.offset = lexer_.peek().offset;
  function.thread = parse_thread_name();
  function.parameters = parse_parameters();
  if (!lexer_.at("{")) lexer_.expected("'{'");
  function.body = parse_block();
  return function;
}

std::vector<Parameter> ProgramParser::parse_parameters() {
  std::vector<Parameter> parameters;
  lexer_.expect("(");
  if (lexer_.at("void") && lexer_.second().is(")")) lexer_.next();
  if (lexer_.accept(")")) return parameters;
  do {
    const std::size_t type_offset = lexer_.peek().offset;
    const std::optional<Type> base = parse_base_type(lexer_);
    if (!base) lexer_.expected("a parameter 'type* name'");
    if (!lexer_.at("*")) lexer_.expected("'*' (a parameter is a pointer to the location of its name)");
    const Type type = parse_pointers(lexer_, *base);
    if (type.is_void) lexer_.source().expected(type_offset, "a pointer to an integer", "a pointer to void");
    const Token name = lexer_.expect_name("the name of a location");
    if (is_type_word(name.text) || is_condition_word(name.text)) {
      lexer_.source().expected(name.offset, "the name of a location", in_quotes(name.text));
    }
    const auto same = [&](const Parameter& p) { return p.name == name.text; };
    if (std::any_of(parameters.begin(), parameters.end(), same)) {
      lexer_.source().expected(name.offset, "a parameter of another name", in_quotes(name.text));
    }
    parameters.push_back({name.text, type.pointee(), name.offset});
  } while (lexer_.accept(","));
  lexer_.expect(")");
  return parameters;
}

}  // namespace graphfuzz::litmus
