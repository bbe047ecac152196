// Statements of the program zone.
#include "program_parser.hpp"
#include "type_parser.hpp"

namespace graphfuzz::litmus {

StatementPtr ProgramParser::make_statement(StatementKind kind) const {
  auto statement = std::make_unique<Statement>();
  statement->kind = kind;
  statement->begin = lexer_.peek().offset;
  return statement;
}

StatementPtr ProgramParser::parse_block() {
  const Nesting nesting(*this);
  StatementPtr block = make_statement(StatementKind::block);
  lexer_.expect("{");
  while (!lexer_.at("}")) {
    if (lexer_.peek().kind == TokenKind::end) lexer_.expected("a statement or '}'");
    block->statements.push_back(parse_statement());
  }
  lexer_.next();
  block->end = lexer_.previous_end();
  return block;
}

StatementPtr ProgramParser::parse_statement() {
  const Nesting nesting(*this);
  StatementPtr statement = parse_any_statement();
  statement->end = lexer_.previous_end();
  return statement;
}

StatementPtr ProgramParser::parse_any_statement() {
  if (lexer_.at("{")) return parse_block();
  if (lexer_.at("if") || lexer_.at("while") || lexer_.at("do")) return parse_loop_or_branch();
  if (lexer_.at("for")) return parse_for();
  if (lexer_.at(";")) {
    StatementPtr empty = make_statement(StatementKind::block);
    lexer_.next();
    return empty;
  }
  if (lexer_.at("break") || lexer_.at("continue")) {
    StatementPtr jump = make_statement(lexer_.at("break") ? StatementKind::break_loop : StatementKind::continue_loop);
    lexer_.next();
    lexer_.expect(";");
    return jump;
  }
  if (lexer_.at("return")) {
    StatementPtr jump = make_statement(StatementKind::end_thread);
    lexer_.next();
    lexer_.expect(";");
    return jump;
  }
  if (at_type()) {
    StatementPtr declaration = parse_declaration();
    lexer_.expect(";");
    return declaration;
  }
  return parse_expression_list(";");
}

ExpressionPtr ProgramParser::parse_condition_in_parentheses() {
  lexer_.expect("(");
  ExpressionPtr condition = parse_expression();
  lexer_.expect(")");
  return condition;
}

StatementPtr ProgramParser::parse_loop_or_branch() {
  StatementPtr statement = make_statement(StatementKind::branch);
  const std::string_view keyword = lexer_.next().text;
  if (keyword == "do") {
    statement->kind = StatementKind::do_loop;
    statement->statements.push_back(parse_statement());
    lexer_.expect("while");
    statement->expressions.push_back(parse_condition_in_parentheses());
    lexer_.expect(";");
    return statement;
  }
  if (keyword == "while") {
    statement->kind = StatementKind::while_loop;
    // herd7 also takes a bare name or constant here.
    statement->expressions.push_back(lexer_.at("(") ? parse_condition_in_parentheses() : parse_primary());
    statement->statements.push_back(parse_statement());
    return statement;
  }
  statement->expressions.push_back(parse_condition_in_parentheses());
  statement->statements.push_back(parse_statement());
  if (lexer_.accept("else")) statement->statements.push_back(parse_statement());
  return statement;
}

StatementPtr ProgramParser::parse_for() {
  StatementPtr loop = make_statement(StatementKind::for_loop);
  lexer_.next();
  lexer_.expect("(");
  StatementPtr before;
  if (at_type()) {
    before = parse_declaration();
    lexer_.expect(";");
  } else {
    before = parse_expression_list(";");
  }
  if (!lexer_.at(";")) loop->expressions.push_back(parse_expression());
  lexer_.expect(";");
  StatementPtr step = parse_expression_list(")");
  loop->statements.push_back(parse_statement());
  loop->statements.push_back(std::move(before));
  loop->statements.push_back(std::move(step));
  return loop;
}

/// `a = 1, b = 2` up to and including the terminator.
StatementPtr ProgramParser::parse_expression_list(std::string_view terminator) {
  StatementPtr list = make_statement(StatementKind::block);
  if (lexer_.accept(terminator)) return list;
  do {
    StatementPtr statement = make_statement(StatementKind::expression);
    statement->expressions.push_back(parse_expression());
    list->statements.push_back(std::move(statement));
  } while (lexer_.accept(","));
  lexer_.expect(terminator);
  if (list->statements.size() == 1) return std::move(list->statements.front());
  return list;
}

/// `int a, *b = x, c` without the ';'.
StatementPtr ProgramParser::parse_declaration() {
  StatementPtr list = make_statement(StatementKind::block);
  const Type base = *parse_base_type(lexer_);
  do {
    StatementPtr declaration = make_statement(StatementKind::declaration);
    declaration->type = parse_pointers(lexer_, base);
    const Token name = lexer_.peek();
    if (name.kind != TokenKind::name || is_type_word(name.text) || is_condition_word(name.text)) {
      lexer_.expected("the name of a register");
    }
    if (declaration->type == kVoid) lexer_.expected("a register of an integer or pointer type, not of type void");
    declaration->begin = name.offset;
    declaration->name = lexer_.next().text;
    if (lexer_.at("[")) lexer_.expected("';' (arrays are shared: they are declared in the initial state)");
    if (lexer_.accept("=")) declaration->expressions.push_back(parse_expression());
    list->statements.push_back(std::move(declaration));
  } while (lexer_.accept(","));
  if (list->statements.size() == 1) return std::move(list->statements.front());
  return list;
}

}  // namespace graphfuzz::litmus
