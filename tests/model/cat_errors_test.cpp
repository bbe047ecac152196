// What is wrong with a model is said with its place, and with what was expected and found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphfuzz/model/cat.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz {
namespace {

using ::testing::HasSubstr;

struct Wrong {
  const char* text;
  unsigned line;
  unsigned column;
  const char* message;
};

std::ostream& operator<<(std::ostream& out, const Wrong& wrong) { return out << wrong.text; }

TEST(CatInclude, OfANameWithAZeroByteIsAnErrorThatCanBePrinted) {
  try {
    parse_cat(std::string_view("include \"cos\0.cat\"\nacyclic po", 29), "m.cat");
    FAIL() << "accepted";
  } catch (const CatError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot read 'cos..cat' (expected a name of a file, found a zero byte in it)"));
  }
}

class CatErrors : public ::testing::TestWithParam<Wrong> {};

TEST_P(CatErrors, AreLocated) {
  const Wrong& wrong = GetParam();
  try {
    parse_cat(wrong.text, "m.cat");
    FAIL() << "accepted: " << wrong.text;
  } catch (const CatError& error) {
    EXPECT_EQ(error.file(), "m.cat") << wrong.text;
    EXPECT_EQ(error.line(), wrong.line) << wrong.text << "\n" << error.what();
    EXPECT_EQ(error.column(), wrong.column) << wrong.text << "\n" << error.what();
    EXPECT_THAT(error.message(), HasSubstr(wrong.message)) << wrong.text;
    EXPECT_EQ(error.what(),
              "m.cat:" + std::to_string(wrong.line) + ":" + std::to_string(wrong.column) + ": " + error.message());
  }
}

const Wrong kEmpty[] = {
    {"", 1, 1, "expected a check (acyclic, irreflexive, empty, or a flag), found none"},
    {"\"title\"", 1, 8, "found none in this model"},
    {"title\n(* and a comment *)\n", 3, 1, "found none in this model"},
    {"include \"cos.cat\"\nlet x = po", 2, 11, "found none in this model or in what it includes"},
};

const Wrong kSyntax[] = {
    {"let x = ", 1, 9, "expected a set or a relation, found the end of the file"},
    {"let x po", 1, 9, "expected '=', found the end of the file"},
    {"let = po", 1, 5, "expected a name or '_', found '='"},
    {"let x = po\nacyclic (po | rf", 2, 17, "expected ')', found the end of the file"},
    {"acyclic po &", 1, 13, "expected a set or a relation"},
    {"acyclic po as", 1, 14, "expected a name for the test"},
    {"acyclic [po", 1, 12, "expected ']'"},
    {"acyclic po^", 1, 12, "expected '-1' after '^'"},
    {"acyclic po^2", 1, 12, "expected '-1' after '^'"},
    {"po | rf", 1, 4, "expected an instruction"},
    {"x y z", 1, 5, "expected an instruction"},
    {"flag po", 1, 6, "expected acyclic, irreflexive or empty, found 'po'"},
    {"acyclic po @ rf", 1, 12, "unexpected character '@'"},
    {"acyclic po \x80", 1, 12, "unexpected character 0x80"},
    {"(* never", 1, 1, "this comment does not end"},
    {"let x = po (* a (* b *)", 1, 12, "this comment does not end"},
    {"include \"x", 1, 9, "this string does not end"},
    {"include x", 1, 9, "expected the name of a file in quotes, found 'x'"},
    {"let x = if po then rf else mo", 1, 15, "expected '=', 'subset' or 'in', found the reserved word 'then'"},
    {"let x = ~po+", 1, 12, "expected brackets around the operand of '~', found '+'"},
    {"let x = W * R * W", 1, 15, "expected brackets around the operand of '*', found '*'"},
    {"let f x = match x with po -> rf end", 1, 27, "expected '++'"},
    {"call f", 1, 7, "expected the arguments of the procedure"},
    {"procedure p(x) = acyclic x", 1, 27, "expected 'end'"},
    {"forall x do end", 1, 10, "expected 'in'"},
    {"enum x = a", 1, 10, "expected a tag, found 'a'"},
    {"show po ; rf", 1, 13, "expected 'as' and a name"},
    {"let ' = po", 1, 5, "expected the name of a tag"},
    {"instructions R[{'a}]", 1, 1, "not supported"},
    {"let let = po", 1, 5, "found the reserved word 'let'"},
};

const Wrong kTypes[] = {
    {"acyclic W", 1, 9, "expected a relation, found a set of events"},
    {"let x = po ; W", 1, 14, "expected a relation, found a set of events"},
    {"let x = W ; po", 1, 9, "expected a relation, found a set of events"},
    {"let x = po | W", 1, 14, "expected a relation, found a set of events"},
    {"let x = W & po", 1, 13, "expected a set of events, found a relation"},
    {"let x = W | R * M", 1, 15, "expected a set of events, found a relation"},
    {"let x = W \\ po", 1, 13, "expected a set of events, found a relation"},
    {"let x = [po]", 1, 10, "expected a set of events, found a relation"},
    {"let x = po * W", 1, 9, "expected a set of events, found a relation"},
    {"let x = W+", 1, 9, "expected a relation, found a set of events"},
    {"let x = W^-1", 1, 9, "expected a relation"},
    {"let x = ~'a", 1, 10, "expected a relation, found the tag 'a"},
    {"let x = domain W", 1, 16, "expected a relation"},
    {"let x = po rf", 1, 9, "expected a function, found a relation"},
    {"let x = (po, rf) | po", 1, 10, "expected a set or a relation, found a tuple of 2 values"},
    {"let f(a, b) = a ; b let x = f(po)", 1, 31, "'f' takes 2 arguments, found 1"},
    {"let f(a, b) = a ; b let x = f(po, rf, mo)", 1, 31, "'f' takes 2 arguments, found 3"},
    {"let f(a) = a ; po acyclic f(W)", 1, 12, "expected a relation, found a set of events"},
    {"let f(a) = a acyclic f", 1, 22, "expected a relation, found a function"},
    {"let (a, b) = po", 1, 5, "expected 2 values, found a relation"},
    {"empty 'a", 1, 7, "expected a set or a relation, found the tag 'a"},
    {"show 'a as x", 1, 6, "expected a set or a relation"},
    {"let x = if po = W then po else rf", 1, 17, "cannot compare a relation with a set of events"},
    {"let x = if po = rf then po else W", 1, 9, "must be sets or relations both"},
    {"let x = match po with 'a -> po end", 1, 15, "expected a tag, found a relation"},
    {"let x = match 'b with 'a -> po end", 1, 15, "no clause for the tag 'b"},
    {"let x = match W with {} -> 0 || a ++ b -> po end", 1, 15, "not supported"},
    {"forall x in W do empty x end", 1, 13, "not supported"},
    {"let x = po ++ rf", 1, 15, "expected an explicit set"},
    {"call po(rf)", 1, 1, "expected a procedure, found a relation"},
    {"with x from po", 1, 13, "only generate_cos and generate_orders"},
    {"let x = generate_orders W", 1, 25, "takes 2 arguments"},
    {"if po = rf acyclic po end", 1, 1, "does not depend on the execution"},
};

const Wrong kNames[] = {
    {"acyclic po | nonesuch", 1, 14, "unknown name 'nonesuch'"},
    {"acyclic po | co", 1, 14, "include \"cos.cat\""},
    {"let f(x) = x | nowhere", 1, 16, "unknown name 'nowhere'"},  // although f is not used
    {"acyclic po-lok", 1, 9, "did you mean 'po-loc'"},
    {"acyclic [Sc] ; po", 1, 10, "did you mean 'SC'"},
    {"acyclic [REL | AKQ] ; po", 1, 16, "did you mean 'ACQ'"},
    {"acyclic DMB.SY", 1, 9, "unknown name 'DMB.SY'"},
    {"let x = linearisations(W, po)", 1, 9, "herd7's primitive 'linearisations' is not supported"},
    {"show x", 1, 6, "unknown name 'x'"},
    {"unshow x", 1, 1, "unknown name 'x'"},
    {"let x = x", 1, 9, "unknown name 'x'"},
    {"procedure p(r) = call p(r) end call p(po)", 1, 18, "unknown name 'p'"},
    {"include \"nonesuch.cat\"", 1, 9, "cannot read 'nonesuch.cat'"},
    {"include \"nonesuch.cat\"", 1, 9, "built in; there are coherence.cat, cos.cat"},
    {"acyclic po-olc", 1, 9, "did you mean 'po-loc'"},
};

const Wrong kRecursion[] = {
    {"let rec r = po \\ r acyclic r", 1, 1, "'r' depends on its own complement"},
    {"let rec r = ~r acyclic r", 1, 1, "'r' depends on its own complement"},
    {"let rec r = po | ~s and s = rf | r acyclic r", 1, 1, "depends on its own complement"},
    {"\nlet rec r = if r = po then po else rf acyclic r", 2, 1, "depends on its own complement"},
    {"let rec f(x) = f(x) acyclic f(po)", 1, 16, "does not come to an end"},
    {"let rec f(x) = g(x | x ; x) and g(x) = f(x ; po) acyclic f(po)", 1, 40, "does not come to an end"},
    {"let rec f(x) = f(x) | f(x) acyclic f(po)", 1, 16, "does not come to an end"},
    {"procedure rec p(r) = call p(r) end call p(po)", 1, 22, "does not come to an end"},
    {"let rec r = W and r2 = r ; po", 1, 24, "expected a relation, found a set of events"},
    {"let rec r = 'a", 1, 13, "expected a set or a relation"},
    {"let rec (a, b) = (po, rf)", 1, 9, "cannot bind a tuple"},
    {"let rec f(x) = x and r = po", 1, 22, "cannot be defined recursively together"},
};

INSTANTIATE_TEST_SUITE_P(Empty, CatErrors, ::testing::ValuesIn(kEmpty));
INSTANTIATE_TEST_SUITE_P(Syntax, CatErrors, ::testing::ValuesIn(kSyntax));
INSTANTIATE_TEST_SUITE_P(Types, CatErrors, ::testing::ValuesIn(kTypes));
INSTANTIATE_TEST_SUITE_P(Names, CatErrors, ::testing::ValuesIn(kNames));
INSTANTIATE_TEST_SUITE_P(Recursion, CatErrors, ::testing::ValuesIn(kRecursion));

// Neither a stack overflow nor a wait without end.
TEST(CatLimits, HostileModelsAreRefused) {
  const auto repeat = [](const std::string& text, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) result += text;
    return result;
  };
  constexpr int kDeep = testing::kSanitized ? 25'000 : 100'000;
  const std::string deep[] = {
      "acyclic " + repeat("(", kDeep) + "po",
      "acyclic " + repeat("~", kDeep) + "po",
      "acyclic po" + repeat("+", kDeep),
      "acyclic po" + repeat("^-1", kDeep),
      "acyclic po" + repeat(" \\ po", kDeep),
      "acyclic po" + repeat(" ++ po", kDeep),
      "let x = " + repeat("if (", kDeep),
      "let x = " + repeat("fun x -> ", kDeep) + "x",
      "let x = " + repeat("let y = ", kDeep) + "x",
      repeat("procedure p(x) = ", kDeep),
      repeat("if \"a\" ", kDeep),
      "let f x = x " + repeat("let f x = f (f x) ", 60) + "acyclic f po",
      "let x = po " + repeat("let x = x ; x | rf ; x \\ mo ; x ", 10'000) + "acyclic x",
      repeat("let rec r = po | r ; r acyclic r ", 100),
      repeat("let x = po ", kDeep),
  };
  for (const std::string& text : deep) EXPECT_THROW(parse_cat(text, "m.cat"), CatError) << text.substr(0, 60);
  // Long is not deep.
  EXPECT_NO_THROW(parse_cat("acyclic po" + repeat(" | po", 50'000), "m.cat"));
  EXPECT_NO_THROW(parse_cat("acyclic po" + repeat(" ; rf", 800), "m.cat"));
  EXPECT_NO_THROW(parse_cat(repeat("let x = po ", 3'000) + "empty 0", "m.cat"));
}

}  // namespace
}  // namespace graphfuzz
