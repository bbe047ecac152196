// The checker: what it leaves to the compiler is what the program means.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "frontend/go/checked.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "support/folders.hpp"

namespace graphfuzz::go::syntax {
namespace {

std::unique_ptr<Program> checked(const std::string& declarations, const std::string& statements = "") {
  return check("package main\n" + declarations + "\nfunc main() {\n" + statements + "\n}\n", "f.go");
}

/// The member of the user's package.
template <typename Kind = Entity>
Kind* member(const Program& program, const std::string& name) {
  const auto& members = program.packages.back()->members;
  const auto found = members.find(name);
  EXPECT_NE(found, members.end()) << name;
  return found == members.end() ? nullptr : static_cast<Kind*>(found->second);
}

Variable* variable(const Program& program, const std::string& name) {
  for (const Function* function : program.functions) {
    if (program.files[function->place.file].prelude) continue;
    for (Variable* one : function->variables) {
      if (one->name == name) return one;
    }
  }
  ADD_FAILURE() << name;
  return nullptr;
}

std::string constant(const std::string& declarations, const std::string& name) {
  const auto program = checked(declarations);
  const auto* entity = member<ConstantEntity>(*program, name);
  return to_string(entity->type) + " " +
         (entity->value.kind == ConstantKind::integer   ? std::to_string(entity->value.bits())
          : entity->value.kind == ConstantKind::boolean ? std::string(entity->value.boolean ? "true" : "false")
          : entity->value.kind == ConstantKind::string  ? entity->value.string
                                                        : std::to_string(entity->value.floating));
}

TEST(GoChecker, Constants) {
  EXPECT_EQ(constant("const c = 1 << 62", "c"), "untyped int 4611686018427387904");
  EXPECT_EQ(constant("const c = 1 << 70 >> 68", "c"), "untyped int 4");
  EXPECT_EQ(constant("const ( a = iota * 10; b; c )", "c"), "untyped int 20");
  EXPECT_EQ(constant("type T int; const ( _ T = iota; b; c )", "c"), "main.T 2");
  EXPECT_EQ(constant("const c = 'a' + 1", "c"), "untyped rune 98");
  EXPECT_EQ(constant("const c = 7 / 2 * 2.0", "c"), "untyped float 6.000000");
  EXPECT_EQ(constant("const c = -7 % 3", "c"), "untyped int -1");
  EXPECT_EQ(constant("const c = \"a\" + \"b\" < \"b\"", "c"), "untyped bool true");
  EXPECT_EQ(constant("const c = len(\"\u00e9\")", "c"), "int 2");
  EXPECT_EQ(constant("const c = len([3]int{})", "c"), "int 3");
  EXPECT_EQ(constant("const c = ^uint8(1)", "c"), "uint8 254");
  EXPECT_EQ(constant("const c = string(rune(65))", "c"), "string A");
  EXPECT_EQ(constant("const c = int64(0.0005 * 1e9)", "c"), "int64 500000");
  EXPECT_EQ(constant("const ( a = b + 1; b = 2 )", "a"), "untyped int 3");
  EXPECT_EQ(constant("import \"time\"; const c = 2 * time.Second", "c"), "time.Duration 2000000000");
}

TEST(GoChecker, TypesAreCanonical) {
  const auto program = checked(
      "type T struct { next *T; f func(...T) (int, error) }\nvar a map[string][]*T\nvar b map[string][]*T\n"
      "var c <-chan int\nvar d chan int\nvar e interface { B(); A() error }\nvar g interface { A() error; B() }");
  EXPECT_EQ(member(*program, "a")->type, member(*program, "b")->type);
  EXPECT_NE(member(*program, "c")->type, member(*program, "d")->type);
  EXPECT_EQ(member(*program, "e")->type, member(*program, "g")->type);
  EXPECT_EQ(to_string(member(*program, "a")->type), "map[string][]*main.T");
  EXPECT_EQ(to_string(under(member(*program, "T")->type)), "struct { next *main.T; f func(...main.T) (int, error) }");
}

TEST(GoChecker, Captures) {
  const auto program = checked("", R"(
    a, b, c, d := 1, 2, 3, 4
    func() {
      e := a
      func() { _, _ = e, b }()
    }()
    p := &c
    d++
    _, _ = p, d)");
  const auto literal = [&](const std::string& name) {
    return *std::find_if(program->functions.begin(), program->functions.end(),
                         [&](const Function* f) { return f->full_name == name; });
  };
  const Function* outer = literal("main.main.func1");
  const Function* inner = literal("main.main.func1.func1");
  const auto names = [](const Function* function) {
    std::string result;
    for (const Variable* one : function->captures) result += one->name;
    return result;
  };
  EXPECT_EQ(names(outer), "ab");
  EXPECT_EQ(names(inner), "eb");
  EXPECT_EQ(inner->enclosing, outer);
  EXPECT_TRUE(variable(*program, "a")->captured);
  EXPECT_TRUE(variable(*program, "e")->captured);
  EXPECT_FALSE(variable(*program, "c")->captured);
  EXPECT_TRUE(variable(*program, "c")->address_taken);
  EXPECT_FALSE(variable(*program, "d")->shared());
  EXPECT_TRUE(variable(*program, "d")->assigned_again);
  EXPECT_FALSE(variable(*program, "p")->assigned_again);
}

TEST(GoChecker, AddressesTakenImplicitly) {
  const auto program = checked("import \"sync\"\ntype S struct { mu sync.Mutex; a [2]int; p *S }", R"(
    var a, b, c, d S
    var e [3]int
    a.mu.Lock()
    _ = b.a[:]
    _ = &c.a[1]
    _ = d.p.a[:]
    _ = e[1])");
  EXPECT_TRUE(variable(*program, "a")->address_taken);
  EXPECT_TRUE(variable(*program, "b")->address_taken);
  EXPECT_TRUE(variable(*program, "c")->address_taken);
  EXPECT_FALSE(variable(*program, "d")->address_taken);
  EXPECT_FALSE(variable(*program, "e")->address_taken);
}

TEST(GoChecker, Selections) {
  const auto program = checked(R"(
type A struct { x int }
func (A) v() {}
func (*A) p() {}
type B struct { *A; y int }
type C struct { n int; B }
type I interface { v() }
type D struct { I }
)");
  const auto type = [&](const std::string& name) { return member(*program, name)->type; };
  const Package* package = program->packages.back().get();
  const auto field = look_up(type("C"), "x", package);
  ASSERT_NE(field, nullptr);
  ASSERT_EQ(field->path.size(), 3u);
  EXPECT_EQ(field->path[0].index, 1u);
  EXPECT_FALSE(field->path[0].dereference);
  EXPECT_FALSE(field->path[1].dereference);
  EXPECT_TRUE(field->path[2].dereference);
  const auto by_pointer = look_up(type("C"), "p", package);
  ASSERT_NE(by_pointer, nullptr);
  EXPECT_EQ(by_pointer->kind, SelectionKind::method);
  EXPECT_EQ(by_pointer->adjust, Adjust::none);
  EXPECT_EQ(look_up(type("C"), "v", package)->adjust, Adjust::dereference);
  EXPECT_EQ(look_up(type("A"), "p", package)->adjust, Adjust::address);
  EXPECT_EQ(look_up(type("D"), "v", package)->kind, SelectionKind::interface_method);
  EXPECT_EQ(look_up(type("C"), "z", package), nullptr);
  EXPECT_TRUE(implements(type("C"), type("I")));
  EXPECT_TRUE(implements(type("D"), type("I")));
  std::string missing;
  EXPECT_FALSE(implements(type("A"), program->types.error(), &missing));
  EXPECT_EQ(missing, "Error");
}

TEST(GoChecker, ConversionsToInterfaces) {
  const auto program = checked("func f(x interface{}, y error) {}", "var e error\nf(1, e)\nf(e, nil)");
  const auto& body = program->main->body->statements;
  const auto argument = [&](std::size_t call, std::size_t i) {
    return static_cast<Call*>(static_cast<ExpressionStatement*>(body[call])->expression)->arguments[i];
  };
  EXPECT_EQ(to_string(argument(1, 0)->type), "int");
  EXPECT_EQ(argument(1, 0)->converted, program->types.empty_interface());
  EXPECT_EQ(argument(1, 1)->converted, nullptr);
  EXPECT_EQ(argument(2, 0)->type, program->types.error());
  EXPECT_EQ(argument(2, 0)->converted, program->types.empty_interface());
  EXPECT_EQ(argument(2, 1)->mode, Mode::nil);
  EXPECT_EQ(argument(2, 1)->type, program->types.error());
}

TEST(GoChecker, UntypedOperandsGetTheTypeOfTheirContext) {
  const auto program =
      checked("", "s := uint(3)\nvar x int64 = 1 << s\nvar y byte = 1\n_ = y == 2\n_, _ = x, s < 4 && true");
  const auto* declared = static_cast<DeclarationStatement*>(program->main->body->statements[1]);
  const auto* shift = static_cast<Binary*>(declared->variables[0].values[0]);
  EXPECT_EQ(to_string(shift->type), "int64");
  EXPECT_EQ(to_string(shift->left->type), "int64");
  const auto* compared = static_cast<Assignment*>(program->main->body->statements[3])->right[0];
  EXPECT_EQ(to_string(compared->type), "bool");
  EXPECT_EQ(to_string(static_cast<const Binary*>(compared)->right->type), "uint8");
}

TEST(GoChecker, GlobalsAreInitializedInOrderOfDependence) {
  const auto program = checked(
      "var a = c + b\nvar b = f()\nvar c = 1\nvar d = 3\nfunc f() int { d++; return d }\nvar x, y = g()\n"
      "func g() (int, int) { return a, 2 }\nvar h = func() int { return y }()");
  std::string order;
  for (const Initializer& one : program->initializers) {
    if (program->files[one.value->place.file].prelude) continue;
    for (const Variable* variable : one.variables) order += variable->name;
  }
  EXPECT_EQ(order, "cdbaxyh");
}

TEST(GoChecker, BranchesHaveTargets) {
  const auto program =
      checked("", "L:\n  for {\n    select {\n    default:\n      break L\n    }\n    for range 3 { continue L }\n  }");
  const auto* outer = static_cast<For*>(static_cast<Labeled*>(program->main->body->statements[0])->statement);
  const auto* select = static_cast<Select*>(outer->body->statements[0]);
  EXPECT_EQ(static_cast<Branch*>(select->cases[0].body[0])->target, outer);
  const auto* inner = static_cast<Range*>(outer->body->statements[1]);
  EXPECT_EQ(static_cast<Branch*>(inner->body->statements[0])->target, outer);
}

TEST(GoChecker, Tests) {
  const auto program = check(
      "package p\nimport \"testing\"\nfunc TestB(t *testing.T) { t.Fatal(1) }\nfunc TestA(t *testing.T) {}\n"
      "func Testing(t *testing.T) {}\nfunc TestC() {}\n",
      "p_test.go");
  ASSERT_EQ(program->tests.size(), 2u);
  EXPECT_EQ(program->tests[0]->name, "TestB");
  EXPECT_EQ(program->main, nullptr);
}

TEST(GoChecker, PackagesAreCheckedAndHaveIntrinsics) {
  const auto program = checked("import \"sync\"\nvar m sync.Mutex");
  for (const auto& package : program->packages) EXPECT_EQ(package->prelude, package != program->packages.back());
  const auto locks = std::find_if(program->functions.begin(), program->functions.end(),
                                  [](const Function* f) { return f->full_name == "sync.(*Mutex).Lock"; });
  ASSERT_NE(locks, program->functions.end());
  EXPECT_TRUE((*locks)->intrinsic());
}

/// What valid programs do that is easily taken for an error.
TEST(GoChecker, ValidPrograms) {
  const std::vector<std::pair<std::string, std::string>> programs = {
      {"", "x, err := 1, error(nil)\ny, err := 2, err\n_, _, _ = x, y, err"},
      {"", "var f func(int) int\nf = func(n int) int { if n == 0 { return 1 }; return n * f(n-1) }\n_ = f"},
      {"type L []L\ntype F func(F)\ntype M map[string]M\ntype C chan C", "_ = L{{}, {}}"},
      {"type P struct { x, y int }", "_ = []P{{1, 2}, {x: 3}}\n_ = map[P]*P{{1, 2}: {3, 4}}\n_ = [...]int{5: 1, 2}"},
      {"type T1 struct { n *T2 }\ntype T2 T1", "var t T2\n_ = t.n"},
      {"type S struct{}\nfunc (s *S) m(a int) {}", "f := (*S).m\nvar s S\ng := s.m\nf(&s, 1)\ng(2)"},
      {"func f() (int, string) { return 1, \"\" }\nfunc g(a int, b ...interface{}) {}", "g(f())"},
      {"",
       "var i interface{} = 1\nif n, ok := i.(int); ok { _ = n }\nswitch x := i.(type) { case nil: case int: _ = x + 1 "
       "}"},
      {"", "m := map[string]int{}\nm[\"a\"]++\nm[\"b\"] += 2\ndelete(m, \"a\")\nv, ok := m[\"a\"]\n_, _ = v, ok"},
      {"", "var c chan struct{}\nselect { case <-c: case c <- struct{}{}: case _, ok := <-c: _ = ok }"},
      {"", "for i := range 3 { _ = i }\nfor range 2 {}\nvar n int8 = 4\nfor i := range n { n = i }"},
      {"func f() int { for {} }\nfunc g() int { select {} }\nfunc h() int { panic(1) }", ""},
      {"func f(b bool) (n int) { defer func() { n++ }(); if b { return 1 } else { return 2 } }", "f(true)"},
      {"import \"time\"", "time.Sleep(10 * time.Millisecond)\nd := 3\ntime.Sleep(time.Duration(d) * time.Second)"},
      {"var _ error = (*E)(nil)\ntype E struct{}\nfunc (*E) Error() string { return \"\" }", ""},
      {"", "a := [3]int{1, 2, 3}\np := &a\nfor i, v := range p { _, _ = i, v }\n_ = p[1:]\np[0] = len(p)"},
      {"", "s := []byte(\"abc\")\ns = append(s, \"def\"...)\n_ = string(s[0]) + string(s)"},
      {"import t \"time\"\nimport _ \"fmt\"", "_ = t.Now()"},
      {"", "type T struct { next *T }\nvar t T\nt.next = &t\nconst c = iota\n_ = c"},
      {"func init() {}\nfunc init() {}", ""},
      {"", "x := 1\n{ x := 2; _ = x }\nif x := x; x > 0 { }"},
      {"type I interface { J }\ntype J interface { m() I }", "var i I\n_ = i"},
      {"", "var e interface{}\n_ = e == 1\n_ = e != nil\nswitch e { case 1, \"a\": }"},
  };
  for (const auto& [declarations, statements] : programs) {
    EXPECT_NO_THROW(static_cast<void>(checked(declarations, statements))) << declarations << "\n" << statements;
  }
}

/// Every program of litmus/go.
TEST(GoChecker, Litmus) {
  const std::filesystem::path folder = source_folder() + "/litmus/go";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "there is no litmus/go";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".go") continue;
    std::ifstream in(entry.path());
    std::ostringstream text;
    text << in.rdbuf();
    EXPECT_NO_THROW(static_cast<void>(check(text.str(), entry.path().filename()))) << entry.path();
  }
}

}  // namespace
}  // namespace graphfuzz::go::syntax
