// The parser and the lexer: what is read is what was written.
#include "frontend/go/parser.hpp"

#include <gtest/gtest.h>

#include "graphfuzz/frontend/litmus.hpp"

namespace graphfuzz::go::syntax {
namespace {

/// A file's tree, with the text that it refers to.
struct Parsed {
  explicit Parsed(std::string source) : text(std::move(source)) { file = parse(SourceText{text, "f.go", 0}, tree); }
  Statement* statement(std::size_t i) const { return file.functions[0].body->statements.at(i); }
  template <typename Node>
  Node* as(std::size_t i) const {
    auto* node = dynamic_cast<Node*>(statement(i));
    EXPECT_NE(node, nullptr);
    return node;
  }
  std::string text;
  Tree tree;
  File file;
};

Parsed in_function(const std::string& statements) { return Parsed("package p\nfunc f() {\n" + statements + "\n}\n"); }

Constant literal(const std::string& text) {
  const Parsed parsed("package p\nvar x = " + text + "\n");
  return static_cast<BasicLiteral*>(parsed.file.variables[0].values[0])->value;
}

TEST(GoLexer, Numbers) {
  EXPECT_EQ(literal("42").integer, Integer{42});
  EXPECT_EQ(literal("1_000").integer, Integer{1000});
  EXPECT_EQ(literal("0x_fF").integer, Integer{255});
  EXPECT_EQ(literal("0b101").integer, Integer{5});
  EXPECT_EQ(literal("0o17").integer, Integer{15});
  EXPECT_EQ(literal("017").integer, Integer{15});
  EXPECT_EQ(literal("18446744073709551616").integer, Integer{1} << 64);
  EXPECT_EQ(literal("1.5e3").floating, 1500.0L);
  EXPECT_EQ(literal(".5").floating, 0.5L);
  EXPECT_EQ(literal("0x1p-2").floating, 0.25L);
}

TEST(GoLexer, Text) {
  EXPECT_EQ(literal("\"a\\n\\x41\\101\\u00e9\\\"\"").string, "a\nAA\xc3\xa9\"");
  EXPECT_EQ(literal("`a\\n\nb`").string, "a\\n\nb");
  EXPECT_EQ(literal("'\\''").integer, Integer{'\''});
  EXPECT_EQ(literal("'\xc3\xa9'").integer, Integer{0xe9});
  EXPECT_EQ(literal("'\\U0001F600'").integer, Integer{0x1f600});
}

TEST(GoLexer, SemicolonsEndLines) {
  const Parsed parsed = in_function("x := 1 // comment\ny := f(\n1,\n)\nx++\nreturn /* several\nlines */ g()\n");
  ASSERT_EQ(parsed.file.functions[0].body->statements.size(), 5u);
  EXPECT_TRUE(parsed.as<Return>(3)->results.empty());
}

TEST(GoParser, PrecedenceAndAssociation) {
  const Parsed parsed = in_function("x = a + b*c - d << 1\ny = a || b && c == d");
  const auto* minus = static_cast<Binary*>(parsed.as<Assignment>(0)->right[0]);
  ASSERT_EQ(minus->op, Operator::subtract);
  EXPECT_EQ(static_cast<Binary*>(minus->left)->op, Operator::add);
  EXPECT_EQ(static_cast<Binary*>(static_cast<Binary*>(minus->left)->right)->op, Operator::multiply);
  EXPECT_EQ(static_cast<Binary*>(minus->right)->op, Operator::shift_left);
  const auto* logical_or = static_cast<Binary*>(parsed.as<Assignment>(1)->right[0]);
  ASSERT_EQ(logical_or->op, Operator::logical_or);
  const auto* logical_and = static_cast<Binary*>(logical_or->right);
  ASSERT_EQ(logical_and->op, Operator::logical_and);
  EXPECT_EQ(static_cast<Binary*>(logical_and->right)->op, Operator::equal);
}

TEST(GoParser, Places) {
  const Parsed parsed = in_function("  go g(1,\n    x.y)");
  const auto* call = static_cast<Call*>(parsed.as<Go>(0)->call);
  EXPECT_EQ(parsed.statement(0)->place.line, 3u);
  EXPECT_EQ(parsed.statement(0)->place.column, 3u);
  EXPECT_EQ(call->arguments[1]->place.line, 4u);
  EXPECT_EQ(call->arguments[1]->place.column, 5u);
  EXPECT_EQ(static_cast<Selector*>(call->arguments[1])->name->place.column, 7u);
}

TEST(GoParser, Parameters) {
  const Parsed parsed("package p\nfunc f(a, b int, c ...string) (x, y error)\nfunc g(int, p.T, []a) chan<- int\n");
  const auto& named = parsed.file.functions[0].signature->parameters;
  ASSERT_EQ(named.size(), 3u);
  EXPECT_EQ(named[1].name->text, "b");
  EXPECT_EQ(static_cast<Name*>(named[0].type)->text, "int");
  EXPECT_TRUE(named[2].variadic);
  EXPECT_EQ(parsed.file.functions[0].signature->results.size(), 2u);
  const auto& nameless = parsed.file.functions[1].signature->parameters;
  ASSERT_EQ(nameless.size(), 3u);
  for (const Parameter& one : nameless) EXPECT_EQ(one.name, nullptr);
  const auto* channel = static_cast<ChannelType*>(parsed.file.functions[1].signature->results[0].type);
  EXPECT_TRUE(channel->sends);
  EXPECT_FALSE(channel->receives);
}

TEST(GoParser, CompositeLiteralsAreNotInHeads) {
  const Parsed parsed = in_function(
      "if x == (T{1}) { y() }\nfor x := range []int{1} { z() }\nswitch x { case 1: }\nif f(T{}) { }\n"
      "if func() bool { return T{} == t }() { }");
  EXPECT_EQ(parsed.as<If>(0)->then->statements.size(), 1u);
  EXPECT_EQ(parsed.as<Range>(1)->body->statements.size(), 1u);
  EXPECT_EQ(parsed.as<Switch>(2)->clauses.size(), 1u);
  EXPECT_EQ(parsed.as<If>(4)->condition->kind, ExpressionKind::call);
}

TEST(GoParser, Statements) {
  const Parsed parsed = in_function(
      "for { }\nfor ;; { }\nfor i := 0; i < 3; i++ { }\nfor x { }\nfor range c { }\nfor k, v = range m { }\n"
      "select { case c <- 1: case x, ok := <-c: default: }\nswitch x := y.(type) { case int, nil: default: }\n"
      "L: for { break L }\ndefer f()\nc <- 1\nx, y = y, x\nx &^= 2\nvar a, b int = 1, 2\n;");
  EXPECT_EQ(parsed.as<For>(0)->condition, nullptr);
  EXPECT_NE(parsed.as<For>(2)->post, nullptr);
  EXPECT_NE(parsed.as<For>(3)->condition, nullptr);
  EXPECT_EQ(parsed.as<Range>(4)->key, nullptr);
  EXPECT_FALSE(parsed.as<Range>(5)->defines);
  const auto* select = parsed.as<Select>(6);
  ASSERT_EQ(select->cases.size(), 3u);
  EXPECT_EQ(select->cases[0].operation->kind, StatementKind::send);
  EXPECT_EQ(select->cases[1].operation->kind, StatementKind::assignment);
  EXPECT_EQ(select->cases[2].operation, nullptr);
  const auto* type_switch = parsed.as<TypeSwitch>(7);
  EXPECT_EQ(type_switch->name->text, "x");
  EXPECT_EQ(type_switch->clauses[0].values.size(), 2u);
  EXPECT_EQ(parsed.as<Labeled>(8)->label->text, "L");
  EXPECT_EQ(parsed.as<Assignment>(12)->op, Operator::and_not);
  EXPECT_EQ(parsed.as<DeclarationStatement>(13)->variables[0].names.size(), 2u);
}

TEST(GoParser, ConstantsRepeat) {
  const Parsed parsed("package p\nconst (\n\ta int = iota\n\tb\n\n\tc = 5\n)\n");
  ASSERT_EQ(parsed.file.constants.size(), 3u);
  EXPECT_TRUE(parsed.file.constants[1].repeats);
  EXPECT_EQ(parsed.file.constants[1].iota, 1);
  EXPECT_EQ(parsed.file.constants[1].values, parsed.file.constants[0].values);
  EXPECT_EQ(parsed.file.constants[2].type, nullptr);
}

TEST(GoParser, ReceiveOrChannelType) {
  const Parsed parsed = in_function("x = <-c\ny = (<-chan int)(c)\nz = make(chan (<-chan int))\nw = <-chan int(c)");
  EXPECT_EQ(parsed.as<Assignment>(0)->right[0]->kind, ExpressionKind::unary);
  EXPECT_EQ(parsed.as<Assignment>(1)->right[0]->kind, ExpressionKind::call);
  EXPECT_EQ(parsed.as<Assignment>(3)->right[0]->kind, ExpressionKind::call);
}

}  // namespace
}  // namespace graphfuzz::go::syntax
