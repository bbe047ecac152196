// Broken input is rejected where it is broken, and limits hold.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graphfuzz/frontend/litmus.hpp"

namespace graphfuzz {
namespace {

struct Broken {
  std::string text;
  unsigned line;
  unsigned column;
};

std::string body(const std::string& statements) { return "C t\n{}\nP0(int* x, int8_t* b) {\n" + statements + "\n}\n"; }
std::string init(const std::string& items) { return "C t\n{" + items + "}\nP0(int* x) {}\n"; }
std::string condition(const std::string& text) { return "C t\n{}\nP0(int* x) {}\n" + text; }

void expect_rejected(const Broken& broken) {
  try {
    static_cast<void>(parse_litmus(broken.text, "f.litmus"));
    ADD_FAILURE() << "accepted: " << broken.text;
  } catch (const ParseError& error) {
    EXPECT_EQ(error.line(), broken.line) << broken.text << "\n" << error.what();
    EXPECT_EQ(error.column(), broken.column) << broken.text << "\n" << error.what();
    EXPECT_EQ(error.file(), "f.litmus");
    EXPECT_NE(error.message().find("expected"), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find("f.litmus:"), 0u);
  }
}

TEST(LitmusErrors, Frame) {
  const std::vector<Broken> table = {
      {"", 1, 1},
      {"X86 t\n{}", 1, 1},
      {"C\n{}", 1, 2},
      {"C t\nno brace", 2, 9},
      {"C t\n\"doc {}", 2, 1},
      {"C t\n(* (* *) {}", 2, 1},
      {"C t\n{ x=1", 2, 6},
      {"C t\n{}\n", 3, 1},
      {"C t\n{}\nexists (x=1)", 3, 1},
      {"C t\n{}\nP1(int* x) {}", 3, 1},
      {"C t\n{}\nP0() {}\nP0() {}", 4, 1},
      {"C t\n{}\nP99() {}", 3, 1},
      {"C t\n{}\nmain() {}", 3, 1},
      {"C t\n{}\nP0(int x) {}", 3, 8},
      {"C t\n{}\nP0(int* x, int* x) {}", 3, 17},
      {"C t\n{}\nP0(struct s* x) {}", 3, 4},
      {"C t\n{}\nP0(__int128* x) {}", 3, 4},
      {"C t\n{}\nP0(void* x) {}", 3, 4},
      {"C t\n{}\nP0(int* x) {}\nP1(long* x) {}", 4, 10},
      {"C t\n{}\nP0(int* x) { /* ", 3, 14},
  };
  for (const Broken& broken : table) expect_rejected(broken);
}

TEST(LitmusErrors, Init) {
  const std::vector<Broken> table = {
      {init("x=1 y=2"), 2, 6},
      {init("x=1; x=2;"), 2, 7},
      {init("x=99999999999999999999"), 2, 4},
      {init("int a[2]={1}"), 2, 13},
      {init("int a[2]={1,2,3}"), 2, 16},
      {init("int a[5000]"), 2, 8},
      {init("int a[4000]; int c[4000]"), 2, 19},
      {init("a[2]"), 2, 3},
      {init("7:r0=1"), 2, 4},
      {init("0:r0=1; 0:r0=2"), 2, 12},
      {init("long x=1"), 3, 9},
      {init("x=?"), 2, 4},
  };
  for (const Broken& broken : table) expect_rejected(broken);
}

TEST(LitmusErrors, Program) {
  const std::vector<Broken> table = {
      {body("int r0 = ;"), 4, 10},
      {body("int r0 = 1"), 5, 1},
      {body("r0 = r1;"), 4, 6},
      {body("x = 1;"), 4, 1},
      {body("int x;"), 4, 5},
      {body("int r; long r;"), 4, 13},
      {body("int r = 1 +* 2;"), 4, 14},
      {body("int r = (1;"), 4, 11},
      {body("int r = 08;"), 4, 10},
      {body("int r = 1z;"), 4, 10},
      {body("break;"), 4, 1},
      {body("while 1"), 5, 1},
      {body("if (1 {}"), 4, 7},
      {body("return 1;"), 4, 8},
      {body("goto l;"), 4, 6},
      {body("int r = atomic_load_explicit(x, memory_order_release);"), 4, 33},
      {body("int r = atomic_load_explicit(x, memory_order_acq_rel);"), 4, 33},
      {body("atomic_store_explicit(x, 1, memory_order_acquire);"), 4, 29},
      {body("atomic_store_explicit(x, 1, memory_order_acq_rel);"), 4, 29},
      {body("WCAS(x, x, 1, memory_order_seq_cst, memory_order_release);"), 4, 37},
      {body("atomic_store_explicit(x, 1, relaxed);"), 4, 29},
      {body("int r = atomic_load(x, memory_order_relaxed);"), 4, 22},
      {body("int r = atomic_store(x, 1);"), 4, 9},
      {body("int r = __load{once}(x);"), 4, 9},
      {body("__fence{mb};"), 4, 1},
      {body("smp_mb();"), 4, 1},
      {body("int r = *1;"), 4, 10},
      {body("int r = &x;"), 4, 10},
      {body("int* q = b;"), 4, 6},
      {body("int8_t* q = (int8_t*) x;"), 4, 13},
      {body("int r = (int) x;"), 4, 9},
      {body("atomic_store(x + 1 = 2);"), 4, 23},
      {body("int r = 18446744073709551616;"), 4, 9},
      {body("int r = 9223372036854775808;"), 4, 9},
      {body("int a[2];"), 4, 6},
      {body("float f;"), 4, 1},
      {body("int r = `1;"), 4, 9},
      {body("int e = 1; long f = 1; WCAS(x, &f, 2);"), 4, 32},
      {body("{ int r = 1;"), 6, 1},
      {body("int exists = 1;"), 4, 5},
  };
  for (const Broken& broken : table) expect_rejected(broken);
}

TEST(LitmusErrors, Condition) {
  const std::vector<Broken> table = {
      {condition("exists"), 4, 7},
      {condition("exists (x=1"), 4, 12},
      {condition("exists x"), 4, 9},
      {condition("exists x=y"), 4, 10},
      {condition("exists (zz=1)"), 4, 9},
      {condition("exists (x=1 /\\ 0:nn=1)"), 4, 16},
      {condition("locations [x; zz;] exists (x=1)"), 4, 15},
      {condition("locations [0:nn;] exists (x=1)"), 4, 12},
      {condition("filter (zz=1) exists (x=1)"), 4, 9},
      {condition("forall (x=[zz])"), 4, 11},
      {condition("~exists (0:nn=1)"), 4, 10},
      {condition("exists 3:r0=1"), 4, 8},
      {condition("exists x[1]=1"), 4, 8},
      {condition("exists x={1,2}"), 4, 11},
      {condition("~forall x=1"), 4, 2},
      {condition("locations [x; 0:]"), 4, 17},
      {condition("exists x=1 y=2"), 4, 12},
      {condition("exists fault(P0:L)"), 4, 8},
      {condition("cases x=1"), 4, 1},
      {condition("exists (* x=1"), 4, 8},
  };
  for (const Broken& broken : table) expect_rejected(broken);
}

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

TEST(LitmusErrors, DeepNestingDoesNotOverflowTheStack) {
  const int deep = 100000;
  const std::vector<std::string> texts = {
      body("int r = " + repeated("(", deep) + "1" + repeated(")", deep) + ";"),
      body("int r = " + repeated("-", deep) + "1;"),
      body("int r = " + repeated("1+", deep) + "1;"),
      body("int r = " + repeated("1?", deep) + "1;"),
      body("int r = 1; r" + repeated("=r", deep) + ";"),
      body("int r = *x" + repeated("[0]", deep) + ";"),
      body(repeated("{", deep)),
      body(repeated("if (1) ", deep)),
      body(repeated("if (1) {} else ", deep) + ";"),
      body(repeated("while (*x) ", deep) + ";"),
      body(repeated("do ", deep)),
      body("int r = " + repeated("(int)", deep) + "1;"),
      body("int r = " + repeated("*", deep) + "x;"),
      body("int" + repeated("*", deep) + " r;"),
      body("_Atomic" + repeated("(_Atomic", deep)),
      condition("exists " + repeated("(", deep) + "x=1"),
      condition("exists " + repeated("~", deep) + "x=1"),
      condition("exists " + repeated("x=1=>", deep) + "x=1"),
      repeated("(*", deep),
      "C t " + repeated("{", deep),
  };
  for (const std::string& text : texts) EXPECT_THROW(static_cast<void>(parse_litmus(text, "deep")), ParseError);
  const auto wide = parse_litmus(condition("exists " + repeated("x=1 /\\ ", 10000) + "x=1"), "wide");
  const std::vector<Value> ones(wide->state_size(), 1);
  EXPECT_TRUE(wide->question().satisfies(ones));
}

TEST(LitmusErrors, SizesAreBounded) {
  std::string registers;
  for (int i = 0; i < 5000; ++i) registers += "int r" + std::to_string(i) + "=" + std::to_string(i) + ";";
  EXPECT_THROW(static_cast<void>(parse_litmus(body(registers), "f")), ParseError);
  EXPECT_THROW(static_cast<void>(parse_litmus(body(repeated("*x = 1;", 30000)), "f")), ParseError);
  EXPECT_THROW(static_cast<void>(parse_litmus(body(repeated("while (*x);", 40)), "f")), ParseError);
}

}  // namespace
}  // namespace graphfuzz
