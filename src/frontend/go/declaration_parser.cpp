// Parser: tokens, the file and its declarations.
#include "frontend/go/literal.hpp"
#include "frontend/go/parser.hpp"

namespace graphfuzz::go::syntax {

File parse(const SourceText& source, Tree& tree) { return Parser(source, tree).file(); }

bool Parser::accept(std::string_view spelling) {
  if (!at(spelling)) return false;
  lexer_.next();
  return true;
}

void Parser::expected(std::string_view what) const {
  fail(place(), "expected " + std::string(what) + ", found " + lexer_.found());
}

Place Parser::expect(std::string_view spelling) {
  if (!at(spelling)) expected(in_quotes(spelling));
  return lexer_.next().place;
}

Name* Parser::name(std::string_view what) {
  if (!at_name()) expected(what);
  const Token token = lexer_.next();
  Name* result = tree_->make<Name>(token.place);
  result->text = token.text;
  return result;
}

/// A semicolon; the last one before a closing bracket may be left out.
void Parser::end_of_statement(std::string_view after) {
  if (at(")") || at("}")) return;
  if (!accept(";")) expected("the end of the " + std::string(after));
}

/// What stands after the keyword of a declaration: one specification, or several in parentheses.
template <typename Specification>
void Parser::group(Specification specification) {
  if (!accept("(")) {
    specification(0);
    return;
  }
  for (std::int64_t i = 0; !at(")"); ++i) {
    specification(i);
    end_of_statement("declaration");
  }
  expect(")");
}

/// const, var or type.
template <typename Into>
void Parser::declaration(Into& into) {
  const Token keyword = lexer_.next();
  if (keyword.is("var")) {
    group([&](std::int64_t) { value_specification(into.variables); });
  } else if (keyword.is("type")) {
    group([&](std::int64_t) { type_specification(into.types); });
  } else {
    const std::size_t first = into.constants.size();
    group([&](std::int64_t iota) { constant_specification(into.constants, first, iota); });
  }
}

template void Parser::declaration(DeclarationStatement& into);

File Parser::file() {
  File file;
  file.index = source_->index;
  expect("package");
  file.package = name("the name of the package");
  if (!accept(";")) expected("the end of the package clause");
  while (accept("import")) {
    group([&](std::int64_t) { import_declaration(file); });
    if (!accept(";")) expected("the end of the import declaration");
  }
  while (lexer_.peek().kind != TokenKind::end) {
    if (at("func")) {
      function_declaration(file);
    } else if (at("var") || at("const") || at("type")) {
      declaration(file);
    } else if (at("import")) {
      fail(place(), "imports come before all other declarations");
    } else {
      expected("a declaration");
    }
    if (lexer_.peek().kind != TokenKind::end && !accept(";")) expected("the end of the declaration");
  }
  return file;
}

void Parser::import_declaration(File& file) {
  ImportDeclaration import;
  import.place = place();
  if (at(".")) fail(place(), "imports with '.' are not supported");
  if (at_name()) import.name = name("a name");
  if (lexer_.peek().kind != TokenKind::string) expected("the path of a package");
  import.place = place();
  import.path = value_of(lexer_.next(), *source_).string;
  file.imports.push_back(std::move(import));
}

void Parser::function_declaration(File& file) {
  FunctionDeclaration function;
  expect("func");
  if (at("(")) {
    const Place where = place();
    auto receivers = parameters();
    if (receivers.size() != 1) fail(where, "expected one receiver, found " + std::to_string(receivers.size()));
    if (receivers[0].variadic) fail(where, "a receiver cannot be variadic");
    function.receiver = receivers[0];
  }
  function.name = name("the name of a function");
  function.place = function.name->place;
  if (at("[")) fail(place(), "type parameters are not supported");
  function.signature = signature(function.place);
  if (at("{")) {
    const Literals literals(*this, true);
    function.body = block();
  }
  file.functions.push_back(std::move(function));
}

void Parser::value_specification(std::vector<VariableDeclaration>& into) {
  VariableDeclaration variable;
  variable.place = place();
  do variable.names.push_back(name("the name of a variable"));
  while (accept(","));
  if (!at("=")) variable.type = type();
  if (accept("=")) variable.values = expressions();
  into.push_back(std::move(variable));
}

/// `first`: where the group begins in `into`. A specification without values repeats the one before it.
void Parser::constant_specification(std::vector<ConstantDeclaration>& into, std::size_t first, std::int64_t iota) {
  ConstantDeclaration constant;
  constant.place = place();
  constant.iota = iota;
  do constant.names.push_back(name("the name of a constant"));
  while (accept(","));
  if (!at("=") && !at(";") && !at(")") && !at("}")) constant.type = type();
  if (constant.type != nullptr || at("=")) {
    expect("=");
    constant.values = expressions();
  } else {
    if (into.size() == first) expected("'='");
    constant.repeats = true;
    constant.type = into.back().type;
    constant.values = into.back().values;
  }
  into.push_back(std::move(constant));
}

void Parser::type_specification(std::vector<TypeDeclaration>& into) {
  TypeDeclaration declared;
  declared.place = place();
  declared.name = name("the name of a type");
  declared.alias = accept("=");
  declared.type = type();
  into.push_back(std::move(declared));
}

}  // namespace graphfuzz::go::syntax
