// What single threads compute: every construct of the dialect, run on a sequential memory.
#include <gtest/gtest.h>

#include <string>

#include "graphfuzz/frontend/litmus.hpp"
#include "sequential_executor.hpp"

namespace graphfuzz {
namespace {

using testing::SequentialExecutor;

/// Runs `body` as the only thread with these parameters and initial state, and tells the final state of `observed`.
std::string run(const std::string& body, const std::string& observed, const std::string& parameters = "int* x, int* y",
                const std::string& init = "") {
  const auto program = parse_litmus(
      "C t\n{" + init + "}\nP0(" + parameters + ") {\n" + body + "\n}\nlocations [" + observed + "]\n", "t.litmus");
  SequentialExecutor executor(*program);
  executor.run();
  const Request& last = executor.pending(0);
  if (last.kind == RequestKind::failure) return program->message(static_cast<std::size_t>(last.operand));
  if (last.kind == RequestKind::blocked) return "blocked";
  if (last.kind == RequestKind::truncated) return "truncated";
  if (last.kind != RequestKind::finished) return "waits";
  return executor.describe();
}

/// The value of an expression of type `type`, in which a is -7 and b is 3.
std::string value(const std::string& expression, const std::string& type = "int") {
  const std::string state = run("int a = -7; int b = 3; " + type + " r = " + expression + ";", "0:r;");
  return state.substr(0, 5) == "P0:r=" ? state.substr(5, state.size() - 6) : state;
}

TEST(LitmusExpressions, ArithmeticIsThatOfC) {
  EXPECT_EQ(value("1 + 2 * 3"), "7");
  EXPECT_EQ(value("(1 + 2) * 3"), "9");
  EXPECT_EQ(value("a / 2"), "-3");
  EXPECT_EQ(value("a % 2"), "-1");
  EXPECT_EQ(value("a - b"), "-10");
  EXPECT_EQ(value("-a"), "7");
  EXPECT_EQ(value("~b"), "-4");
  EXPECT_EQ(value("!b"), "0");
  EXPECT_EQ(value("!!b"), "1");
  EXPECT_EQ(value("b << 4"), "48");
  EXPECT_EQ(value("a >> 1"), "-4");
  EXPECT_EQ(value("b & 6"), "2");
  EXPECT_EQ(value("b | 4"), "7");
  EXPECT_EQ(value("b ^ 1"), "2");
  EXPECT_EQ(value("b == 3 & b != 4"), "1");
  EXPECT_EQ(value("(a < b) + (a <= b) + (a > b) + (a >= b)"), "2");
  EXPECT_EQ(value("b == 3 && a == 3 || b"), "1");
  EXPECT_EQ(value("b ? 10 : 20"), "10");
  EXPECT_EQ(value("b - 3 ? 10 : a ? 20 : 30"), "20");
  EXPECT_EQ(value("0x1F"), "31");
  EXPECT_EQ(value("010"), "8");
}

TEST(LitmusExpressions, IntegersWrapAround) {
  EXPECT_EQ(value("2147483647 + b"), "-2147483646");
  EXPECT_EQ(value("65536 * 65536"), "0");
  EXPECT_EQ(value("16777216 * 16777216 + b"), "3");
  EXPECT_EQ(value("(b << 30) * (b << 30)"), "0");
  EXPECT_EQ(value("(-2147483647 - 1) / -1"), "-2147483648");
  EXPECT_EQ(value("200", "int8_t"), "-56");
  EXPECT_EQ(value("b - 4", "uint8_t"), "255");
  EXPECT_EQ(value("b - 4", "unsigned"), "4294967295");
  EXPECT_EQ(value("(int8_t) 255 + 1"), "0");
  EXPECT_EQ(value("2147483647 + (long) b", "long"), "2147483650");
  EXPECT_EQ(value("a < 1u"), "0");  // a becomes unsigned
}

TEST(LitmusExpressions, DivisionByZeroFails) {
  EXPECT_EQ(value("a / (b - 3)"), "t.litmus:4:32: division by zero: a / (b - 3)");
  EXPECT_EQ(value("1 % 0"), "t.litmus:4:32: division by zero: 1 % 0");
}

TEST(LitmusExpressions, AssignmentsAndIncrements) {
  EXPECT_EQ(run("int r0 = 1; int r1 = r0++; int r2 = ++r0; r0 += 5; r1 -= 2; r2 <<= 3;", "0:r0; 0:r1; 0:r2;"),
            "P0:r0=8; P0:r1=-1; P0:r2=24;");
  EXPECT_EQ(run("*x = 5; *x += 2; (*x)++; ++*x; int r0 = (*x)--; *y = r0 *= 2;", "x; y; 0:r0;"),
            "P0:r0=18; x=8; y=18;");
  EXPECT_EQ(run("int a, b = 2, c = b; r0 = (a = 4) + b;", "0:a; 0:b; 0:c; 0:r0;"), "P0:a=4; P0:b=2; P0:c=2; P0:r0=6;");
}

TEST(LitmusExpressions, LazyOperandsReadOnlyIfNeeded) {
  const auto program = parse_litmus(
      "C t {} P0(int* x, int* y) { int a = 0; int r = a && *x; int s = a || *x; int t = a ? *x : 2; int u = !a || *y; "
      "}",
      "t");
  SequentialExecutor executor(*program);
  executor.run();
  EXPECT_EQ(executor.graph().event_count(), 1u);
}

TEST(LitmusStatements, ControlFlow) {
  EXPECT_EQ(
      run("int r = 0; for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i == 6) break; r += i; }", "0:r; 0:i;"),
      "P0:i=6; P0:r=12;");
  EXPECT_EQ(run("int r = 0; do r++; while (r < 7);", "0:r;"), "P0:r=7;");
  EXPECT_EQ(run("int r = 0; while (1) { if (++r == 9) break; }", "0:r;"), "P0:r=9;");
  EXPECT_EQ(
      run("int r = 1; if (r) r = 2; else r = 3; if (!r) { r = 4; } else if (r == 2) { r = 5; return; } r = 6;", "0:r;"),
      "P0:r=5;");
  EXPECT_EQ(run("for (int i = 0, j = 5; i < j; i++, j--) *x = i; ;", "x; 0:i;"), "P0:i=3; x=2;");
}

TEST(LitmusStatements, AssertAndAssume) {
  EXPECT_EQ(run("int r0 = 1; assert(r0 == 1); assume(r0);", "0:r0;"), "P0:r0=1;");
  EXPECT_EQ(run("int r0 = 1;\n  assert( r0 == 2 );", "0:r0;"), "t.litmus:5:3: assertion failed: r0 == 2");
  EXPECT_EQ(run("int r0 = *x; assume(r0 == 1);", "0:r0;"), "blocked");
}

TEST(LitmusAtomics, LoadsStoresAndUpdates) {
  const std::string body =
      "atomic_store_explicit(x, 5, memory_order_release); atomic_store(y, 6);"
      "int r0 = atomic_load_explicit(x, memory_order_consume); int r1 = atomic_load(y);"
      "int r2 = atomic_exchange(x, 7); int r3 = atomic_fetch_add_explicit(x, 3, memory_order_acq_rel);"
      "int r4 = atomic_fetch_sub(x, 1); int r5 = atomic_fetch_or(x, 6); int r6 = atomic_fetch_xor(x, 1);"
      "int r7 = atomic_fetch_and(x, 12); atomic_thread_fence(memory_order_seq_cst); (void) atomic_load(x);";
  EXPECT_EQ(run(body, "x; y; 0:r0; 0:r1; 0:r2; 0:r3; 0:r4; 0:r5; 0:r6; 0:r7;", "atomic_int* x, volatile int* y"),
            "P0:r0=5; P0:r1=6; P0:r2=5; P0:r3=7; P0:r4=10; P0:r5=9; P0:r6=15; P0:r7=14; x=12; y=6;");
}

TEST(LitmusAtomics, RequestsCarryOrdersAndTypes) {
  const auto program = parse_litmus(
      "C t { uint8_t y=250; } P0(atomic_int* x, uint8_t* y) { *x = 1; atomic_thread_fence(memory_order_release);"
      " atomic_fetch_add_explicit(y, 10, memory_order_acquire); int r = *y;"
      " int e = 3; atomic_compare_exchange_weak_explicit(x, &e, 2, memory_order_acq_rel, memory_order_acquire); }",
      "t");
  SequentialExecutor executor(*program);
  EXPECT_EQ(executor.pending(0).kind, RequestKind::write);
  EXPECT_EQ(executor.pending(0).order, MemoryOrder::non_atomic);
  EXPECT_EQ(executor.pending(0).operand, 1);
  ASSERT_TRUE(executor.step(0));
  EXPECT_EQ(executor.pending(0).kind, RequestKind::fence);
  EXPECT_EQ(executor.pending(0).order, MemoryOrder::release);
  ASSERT_TRUE(executor.step(0));
  EXPECT_EQ(executor.pending(0).kind, RequestKind::update);
  EXPECT_EQ(executor.pending(0).operation, Operation::add);
  EXPECT_EQ(executor.pending(0).bits, 8);
  EXPECT_FALSE(executor.pending(0).is_signed);
  ASSERT_TRUE(executor.step(0));
  ASSERT_TRUE(executor.step(0));
  const Request& exchange = executor.pending(0);
  EXPECT_EQ(exchange.kind, RequestKind::compare_exchange);
  EXPECT_EQ(exchange.order, MemoryOrder::acq_rel);
  EXPECT_EQ(exchange.failure_order, MemoryOrder::acquire);
  EXPECT_EQ(exchange.expected, 3);
  EXPECT_EQ(exchange.operand, 2);
  EXPECT_TRUE(exchange.weak);
  EXPECT_FALSE(exchange.awaits);
  EXPECT_EQ(executor.graph()[executor.graph().mo_last(0)].label.written_value, 4);
}

TEST(LitmusAtomics, CompareExchange) {
  EXPECT_EQ(run("int e = 1; int r0 = atomic_compare_exchange_strong(x, &e, 5);", "x; 0:e; 0:r0;"),
            "P0:e=0; P0:r0=0; x=0;");
  EXPECT_EQ(run("int e = 0; int r0 = WCAS(x, &e, 5, memory_order_seq_cst, memory_order_relaxed);", "x; 0:e; 0:r0;"),
            "P0:e=0; P0:r0=1; x=5;");
  // A shared `expected` is read before, and written if the exchange fails.
  EXPECT_EQ(run("int r0 = SCAS(x, y, 5);", "x; y; 0:r0;", "int* x, int* y", "x=3; y=4;"), "P0:r0=0; x=3; y=3;");
  EXPECT_EQ(run("int r0 = SCAS(x, y, 5);", "x; y; 0:r0;", "int* x, int* y", "x=3; y=3;"), "P0:r0=1; x=5; y=3;");
}

TEST(LitmusMemory, ArraysAndPointers) {
  const std::string arrays = "int a[3]={1,2,3};";
  EXPECT_EQ(run("int r0 = a[0] + *(a + 1); a[2] = 9; atomic_store(&a[1], 7); int r1 = atomic_fetch_add(a + 2, 1);",
                "a; a[1]; 0:r0; 0:r1;", "int* a", arrays),
            "P0:r0=3; P0:r1=9; a={1,7,10}; a[1]=7;");
  EXPECT_EQ(run("int* q = atomic_load(p); int r0 = *q; *q = 8; atomic_store(p, y);", "p; x; 0:r0; 0:q;",
                "int** p, int* y", "int *p=&x; x=4;"),
            "P0:q=x; P0:r0=4; p=y; x=8;");
  EXPECT_EQ(run("int r0 = **p;", "0:r0;", "int** p", "p=x; x=4;"), "P0:r0=4;");
  EXPECT_EQ(run("int* q = a; int r = 0; for (; q != a + 3; q++) r += *q;", "0:r;", "int* a", arrays), "P0:r=6;");
  EXPECT_EQ(run("int* q = a + 3; q = q - 1; int r = *q; long d = q - a;", "0:r; 0:d; 0:q;", "int* a", arrays),
            "P0:d=2; P0:q=a[2]; P0:r=3;");
  EXPECT_EQ(run("int r0 = *x; int r1 = atomic_load(y + (r0 & 128)); atomic_store(x + (r1 ^ r1), 3);", "x; 0:r1;",
                "int* x, int* y", "y=2;"),
            "P0:r1=2; x=3;");
}

TEST(LitmusMemory, WrongAddressesFail) {
  EXPECT_EQ(run("int r0 = *y; int r1 = x[r0];", "0:r1;", "int* x, int* y", "x=1; y=1;"),
            "t.litmus:4:23: 'x[r0]' is not the address of a location");
  EXPECT_EQ(run("int* q = atomic_load(x); *q = 1;", "x;"), "t.litmus:4:26: '*q' is not the address of a location");
  EXPECT_EQ(run("int r = *(x + 1);", "x;"), "t.litmus:4:9: '*(x + 1)' is not the address of a location");
}

TEST(LitmusMemory, NarrowLocationsWrap) {
  EXPECT_EQ(run("*x = 300; int r = *x;", "x; 0:r;", "uint8_t* x"), "P0:r=44; x=44;");
  EXPECT_EQ(run("atomic_store(x, 200); int r = atomic_fetch_add(x, 100);", "x; 0:r;", "int8_t* x"), "P0:r=-56; x=44;");
}

TEST(LitmusInit, Forms) {
  EXPECT_EQ(run("int r3 = r1 + r2;", "x; y; z; w; v; u; p; 0:r3; 0:q;", "int* x",
                "x=-1; [y]=0x10; 0:r1=2; P0:r2=3; int z=4; _Atomic int w=5; v; int u = ATOMIC_INIT(6); int *p=&x; int* "
                "0:q=x"),
            "P0:q=x; P0:r3=5; p=x; u=6; v=0; w=5; x=-1; y=16; z=4;");
}

TEST(LitmusFrame, HeadCommentsAndInfoLines) {
  const auto program = parse_litmus(
      "(* head (* nested *) *)\nC A/b.c+d-e[1]\n\"doc { string\"\nCycle=Rfe { Fre\nfree text\n(* { *)\n{ (* x=2; *) "
      "x=1; }\n"
      "/* P9() */ void P1(int* x) { // exists\n *x = 2; }\nP0(int* x) { /* forall */ int r0 = *x; }\n"
      "exists (* comment *) (0:r0=1) << the rest",
      "t");
  EXPECT_EQ(program->name(), "A/b.c+d-e[1]");
  EXPECT_EQ(program->threads(), 2u);
  EXPECT_EQ(program->question().condition(), "exists (0:r0=1)");
}

TEST(LitmusCondition, NormalSpelling) {
  const auto condition = [](const std::string& text) {
    return parse_litmus("C t { int a[2]; } P0(int* x, int* y, int* a) { int r0 = 0; } " + text, "t")
        ->question()
        .condition();
  };
  EXPECT_EQ(condition(""), "forall (true)");
  EXPECT_EQ(condition("(x=1)"), "exists ([x]=1)");
  EXPECT_EQ(condition("final x=1"), "exists ([x]=1)");
  EXPECT_EQ(condition("~exists x=1 /\\ y=0x10"), "~exists ([x]=1 /\\ [y]=16)");
  EXPECT_EQ(condition("not exists false"), "~exists (false)");
  EXPECT_EQ(condition("forall x!=1 \\/ y<>2"), "forall (not ([x]=1) \\/ not ([y]=2))");
  EXPECT_EQ(condition("exists x=1 => y=1 => 0:r0=1"), "exists ([x]=1 => [y]=1 => 0:r0=1)");
  EXPECT_EQ(condition("exists (x=1 => y=1) /\\ (x=1 \\/ y=2)"), "exists (([x]=1 => [y]=1) /\\ ([x]=1 \\/ [y]=2))");
  EXPECT_EQ(condition("exists x=1 /\\ (y=1 /\\ x=2) \\/ (x=3 \\/ x=4)"),
            "exists ([x]=1 /\\ [y]=1 /\\ [x]=2 \\/ [x]=3 \\/ [x]=4)");
  EXPECT_EQ(condition("exists a[1]=2 /\\ 0:r0=x"), "exists (a[1]=2 /\\ 0:r0=x)");
  EXPECT_EQ(condition("exists (x=1) with sc: exists; tso: ~exists;"), "exists ([x]=1)");
}

TEST(LitmusCondition, IsEvaluated) {
  const auto holds = [](const std::string& proposition) {
    const auto program = parse_litmus(
        "C t { int a[2]={1,2}; p=y; } P0(int* x, int* y) { int r0 = 3; *x = 1; } exists " + proposition, "t");
    SequentialExecutor executor(*program);
    executor.run();
    return program->question().satisfies(executor.state());
  };
  EXPECT_TRUE(holds("true"));
  EXPECT_FALSE(holds("false"));
  EXPECT_TRUE(holds("x=1 /\\ y=0 /\\ 0:r0=3"));
  EXPECT_FALSE(holds("x=1 /\\ y=1"));
  EXPECT_TRUE(holds("x=2 \\/ y=0"));
  EXPECT_TRUE(holds("x=2 => y=1"));
  EXPECT_FALSE(holds("x=1 => y=1"));
  EXPECT_TRUE(holds("~(x=1 /\\ y=1)"));
  EXPECT_TRUE(holds("a={1,2} /\\ a[1]=2"));
  EXPECT_FALSE(holds("a={1,3}"));
  EXPECT_TRUE(holds("p=y"));
  EXPECT_FALSE(holds("p=x"));
  EXPECT_TRUE(holds("x != 2 /\\ x == 1"));
  EXPECT_FALSE(holds("x = [y]"));
  EXPECT_FALSE(holds("y = 0:r0"));
}

TEST(LitmusCondition, FilterIsKeptApart) {
  const auto program = parse_litmus(
      "C t {} P0(int* x) { int r0 = 1; int r10 = 2; int r2 = 3; } locations [x; 0:r10;] filter 0:r0=1 exists 0:r2=3",
      "t");
  SequentialExecutor executor(*program);
  executor.run();
  EXPECT_EQ(executor.describe(), "P0:r10=2; P0:r2=3; x=0;");
  EXPECT_TRUE(program->question().keeps(executor.state()));
  std::vector<Value> state = executor.state();
  state.back() = 0;
  EXPECT_FALSE(program->question().keeps(state));
}

TEST(LitmusProgram, ShowsValues) {
  const auto program = parse_litmus("C t { int a[2]; } P0(int* x) {}", "t");
  EXPECT_EQ(program->show(-3), "-3");
  EXPECT_EQ(program->show(address_of(1)), "&a[1]");
  EXPECT_EQ(program->show(address_of(2)), "&x");
}

TEST(LitmusRun, ResetStartsAnew) {
  const auto program = parse_litmus("C t {} P0(int* x) { int r0 = *x; *x = r0 + 1; while (*x != 5); }", "t");
  auto run = program->start();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(run->pending(0).kind, RequestKind::read);
    run->resume(0, i, false);
    EXPECT_EQ(run->pending(0).kind, RequestKind::write);
    EXPECT_EQ(run->pending(0).operand, i + 1);
    run->resume(0, 0, false);
    EXPECT_TRUE(run->pending(0).awaits);
    run->reset();
  }
}

TEST(LitmusLanguage, LocationsMayBeKnownByTheirAddressAlone) {
  const auto program = parse_litmus(
      "C T\n{p=x}\nP0 (int** p) { int* r0 = *p; int r1 = *r0; *r0 = 2; }\nlocations [0:r1;p;]\nexists (0:r0=x)\n", "T");
  EXPECT_EQ(program->locations().size(), 2U);
}

TEST(LitmusLanguage, AConditionMayBeABareName) {
  EXPECT_NO_THROW(
      parse_litmus("C T\n{}\nP0 (atomic_int* x) { int r1 = 0; while r1 { } atomic_store(x,1); }\nexists (x=1)\n", "T"));
}

TEST(LitmusLanguage, TwoDashesAreTheFilesName) {
  EXPECT_EQ(parse_litmus("C --\n{}\nP0 (int* x) { *x = 1; }\nexists (x=1)\n", "folder/file.litmus")->name(), "file");
}

}  // namespace
}  // namespace graphfuzz
