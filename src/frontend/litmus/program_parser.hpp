// Parses the program zone: functions P0, P1, … in C, by recursive descent.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "lexer.hpp"
#include "syntax.hpp"

namespace graphfuzz::litmus {

class ProgramParser {
 public:
  /// Parses from `offset` (behind the init zone).
  ProgramParser(const Source& source, std::size_t offset) : lexer_(source, Notation::c, offset) {}

  /// The functions, ordered by thread; threads are 0 … n-1.
  std::vector<Function> parse();
  /// Where the condition zone begins.
  std::size_t end() const { return lexer_.peek().offset; }

 private:
  class Nesting;

  // program_parser.cpp
  bool at_condition() const;
  Function parse_function();
  std::vector<Parameter> parse_parameters();
  bool at_type() const;
  unsigned parse_thread_name();

  // statement_parser.cpp
  StatementPtr parse_statement();
  StatementPtr parse_any_statement();
  StatementPtr parse_block();
  StatementPtr parse_loop_or_branch();
  StatementPtr parse_for();
  StatementPtr parse_declaration();
  StatementPtr parse_expression_list(std::string_view terminator);
  StatementPtr make_statement(StatementKind kind) const;
  ExpressionPtr parse_condition_in_parentheses();

  // expression_parser.cpp
  ExpressionPtr parse_expression();
  ExpressionPtr parse_binary(int minimal_precedence);
  ExpressionPtr parse_unary();
  ExpressionPtr parse_postfix();
  ExpressionPtr parse_primary();
  ExpressionPtr parse_constant();
  ExpressionPtr make(ExpressionKind kind, std::size_t begin) const;
  void adopt(Expression& parent, ExpressionPtr child) const;

  // call_parser.cpp
  ExpressionPtr parse_call();
  MemoryOrder parse_order();

  Lexer lexer_;
  unsigned depth_ = 0;
};

/// Is this word one that begins the condition zone (and so cannot be an identifier of the program)?
bool is_condition_word(std::string_view word);

/// Counts the recursion, and complains when it gets too deep.
class ProgramParser::Nesting {
 public:
  explicit Nesting(ProgramParser& parser) : parser_(parser) {
    if (++parser_.depth_ > kMaxDepth) parser_.lexer_.expected("no more than 200 levels of nesting");
  }
  ~Nesting() { --parser_.depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

 private:
  ProgramParser& parser_;
};

}  // namespace graphfuzz::litmus
