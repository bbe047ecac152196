// Parses the text of one file of a cat model; what it includes is not read here.
#pragma once

#include <string_view>

#include "model/cat/syntax.hpp"

namespace graphfuzz::cat {

/// Throws CatError, saying what was expected and what was found.
ModelText parse(std::string_view text, const std::string& file);

/// The parser's state, for the two halves of it: instructions (parser.cpp) and expressions (expression_parser.cpp).
class Parser {
 public:
  Parser(std::string_view text, const std::string& file);
  ModelText model();

 private:
  // Tokens.
  const Token& peek(std::size_t ahead = 0) const;
  Token take();
  bool at(std::string_view text) const;  ///< at this symbol or reserved word
  bool accept(std::string_view text);    ///< takes it if there
  void expect(std::string_view text);    ///< takes it or fails
  std::string expect_name(std::string_view what);
  [[noreturn]] void expected(std::string_view what) const;

  // Instructions.
  std::vector<Instruction> instructions();  ///< up to what cannot begin one
  bool instruction(std::vector<Instruction>& result);
  void let(Instruction& result);
  void test(Instruction& result);
  Instruction::Test untyped_test(CatCheck::Role role);
  void procedure(Instruction& result);
  void match(Instruction& result);
  void conditional(Instruction& result);
  void show(Instruction& result);

  // Expressions.
  Expression expression();  ///< anything, tuples too
  Expression base();        ///< without unbracketed tuples, let, fun, …
  Expression precedence_union();
  Expression precedence_add();
  Expression precedence_sequence();
  Expression precedence_difference();
  Expression precedence_intersection();
  Expression precedence_postfix();
  Expression precedence_inverse();
  Expression application();
  Expression simple();
  Expression condition();
  Expression condition_and();
  Expression condition_not();
  Expression match_expression();
  bool begins_simple(std::size_t ahead = 0) const;
  bool begins_operand() const;
  bool brackets_hold_condition() const;

  std::vector<Binding> bindings();
  Binding binding();
  Pattern pattern();     ///< x, _, (x, y) or ()
  Pattern plain_name();  ///< x or _
  Pattern names();       ///< x, y, …

  /// A node, whose children must not be nested too deeply.
  static Expression node(Expression::Kind kind, Position position, std::vector<Expression> children = {},
                         std::string text = "");

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  unsigned nesting_ = 0;
};

}  // namespace graphfuzz::cat
