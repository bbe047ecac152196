// Recursive descent over the tokens of one file (Go specification 1.19, without type parameters). The parser takes
// what is grammatical; whether it means anything is for the checker.
#pragma once

#include <string_view>
#include <vector>

#include "frontend/go/lexer.hpp"
#include "frontend/go/syntax.hpp"

namespace graphfuzz::go::syntax {

/// Parses a file into nodes of `tree`. Throws ParseError "expected …, found …".
File parse(const SourceText& source, Tree& tree);

class Parser {
 public:
  Parser(const SourceText& source, Tree& tree) : source_(&source), tree_(&tree), lexer_(source) {}

  File file();

 private:
  /// Counts a level of nesting as long as it lives.
  class Level {
   public:
    explicit Level(Parser& parser) : parser_(&parser) { deepen(); }
    ~Level() { parser_->depth_ -= levels_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    /// One more: for chains like a.b.c, which are deep without recursion.
    void deepen() {
      ++levels_;
      if (++parser_->depth_ > kMaximalDepth) {
        parser_->depth_ -= levels_;
        levels_ = 0;
        parser_->fail(parser_->lexer_.peek().place, "the program is nested too deeply here");
      }
    }

   private:
    Parser* parser_;
    int levels_ = 0;
  };
  /// Sets whether `T {` may begin a composite literal: not in the head of if, for and switch.
  class Literals {
   public:
    Literals(Parser& parser, bool allowed) : parser_(&parser), before_(parser.literals_allowed_) {
      parser.literals_allowed_ = allowed;
    }
    ~Literals() { parser_->literals_allowed_ = before_; }
    Literals(const Literals&) = delete;
    Literals& operator=(const Literals&) = delete;

   private:
    Parser* parser_;
    bool before_;
  };

  // Tokens.
  bool at(std::string_view spelling) const { return lexer_.peek().is(spelling); }
  bool at_name() const { return lexer_.peek().kind == TokenKind::name; }
  Place place() const { return lexer_.peek().place; }
  bool accept(std::string_view spelling);
  Place expect(std::string_view spelling);
  Name* name(std::string_view what);
  void end_of_statement(std::string_view after);
  [[noreturn]] void expected(std::string_view what) const;
  [[noreturn]] void fail(Place where, const std::string& message) const { source_->fail(where, message); }

  // Declarations.
  void import_declaration(File& file);
  void function_declaration(File& file);
  void value_specification(std::vector<VariableDeclaration>& into);
  void constant_specification(std::vector<ConstantDeclaration>& into, std::size_t first, std::int64_t iota);
  void type_specification(std::vector<TypeDeclaration>& into);
  template <typename Specification>
  void group(Specification specification);
  template <typename Into>
  void declaration(Into& into);

  // Types.
  Expression* type();
  /// Null if there is no type here.
  Expression* type_if_any();
  Expression* type_name();
  Expression* type_of_package(Name* package);
  Expression* array_or_slice_type();
  Expression* channel_type();
  Expression* structure_type();
  Expression* interface_type();
  FunctionType* signature(Place where);
  std::vector<Parameter> parameters();
  std::vector<Parameter> results();
  Parameter parameter();

  // Expressions.
  Expression* expression() { return binary(1); }
  std::vector<Expression*> expressions();
  Expression* binary(int precedence);
  Expression* unary();
  Expression* primary();
  Expression* operand();
  Expression* function_or_its_type();
  Expression* selector_or_assertion(Expression* left);
  Expression* index_or_slice(Expression* left);
  Expression* call(Expression* callee);
  CompositeLiteral* composite_literal(Expression* type_expression);
  Expression* element();
  bool may_be_literal_type(const Expression& expression) const;

  // Statements.
  Statement* statement();
  Block* block();
  std::vector<Statement*> statements();
  /// `may_range`: as the head of a for statement, where a Range without body may come back.
  Statement* simple_statement(bool may_range = false);
  Statement* range_clause(std::vector<Expression*> left, bool defines, Place where);
  Statement* if_statement();
  Statement* for_statement();
  Statement* switch_statement();
  Statement* select_statement();
  Statement* branch_statement(BranchKind kind);
  Expression* called(std::string_view keyword);
  Expression* condition(Statement* statement, Place where, std::string_view keyword);
  TypeSwitch* as_type_switch(Statement* guard, Place where);
  template <typename Clauses>
  void clauses(Clauses& into, bool types);

  const SourceText* source_;
  Tree* tree_;
  Lexer lexer_;
  int depth_ = 0;
  bool literals_allowed_ = true;
};

}  // namespace graphfuzz::go::syntax
