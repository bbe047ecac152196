// Litmus tests as programs of C: what is written, and what is refused. tests/cli/translate_test.py compiles and runs
// such programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphfuzz/frontend/litmus.hpp"

namespace graphfuzz {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A test of one thread.
std::string translated(const std::string& parameters, const std::string& body, const std::string& initial = "",
                       const std::string& condition = "exists (true)") {
  return litmus_to_c("C test\n{ " + initial + " }\nP0 (" + parameters + ") {\n" + body + "\n}\n" + condition + "\n",
                     "test.litmus");
}

std::string refusal(const std::string& parameters, const std::string& body, const std::string& initial = "") {
  try {
    return "translated: " + translated(parameters, body, initial);
  } catch (const ParseError& e) {
    return e.what();
  }
}

TEST(LitmusToC, AtomicsKeepTheirOrders) {
  const std::string text = translated("atomic_int* x, atomic_long* y",
                                      R"(atomic_store_explicit(x, 1, memory_order_release);
int r0 = atomic_fetch_sub_explicit(x, 2, memory_order_acq_rel);
atomic_thread_fence(memory_order_seq_cst);
long r1 = atomic_exchange(y, 3);
int e = 0;
int r2 = atomic_compare_exchange_weak_explicit(x, &e, 4, memory_order_acquire, memory_order_relaxed);)",
                                      "", "locations [0:r0; 0:r1; y;] exists (true)");
  EXPECT_THAT(text, HasSubstr("static volatile atomic_int x = 0;\nstatic volatile _Atomic(int64_t) y = 0l;\n"));
  EXPECT_THAT(text, HasSubstr(R"(  atomic_store_explicit(&x, 1, memory_order_release);
  int r0 = atomic_fetch_sub_explicit(&x, 2, memory_order_acq_rel);
  atomic_thread_fence(memory_order_seq_cst);
  int64_t r1 = atomic_exchange_explicit(&y, 3l, memory_order_seq_cst);
  int e = 0;
  int r2 = atomic_compare_exchange_weak_explicit(&x, &e, 4, memory_order_acquire, memory_order_relaxed);
)"));
  EXPECT_THAT(text, HasSubstr("  graphfuzz_note(\"0:r0\", P0_r0);\n  graphfuzz_note(\"0:r1\", P0_r1);\n"
                              "  graphfuzz_note(\"y\", atomic_load_explicit(&y, memory_order_relaxed));\n"));
}

// An atomic location may be accessed plainly, which is no atomic access of C; what is only accessed so is plain.
TEST(LitmusToC, PlainAccessesArePlain) {
  const std::string text =
      translated("atomic_int* x, int* y, int* a",
                 "atomic_store(x, 1);\n*x = 2;\nint r0 = *x;\n*y = 3;\nint r1 = a[1];\na[r0] += 4;", "int a[2]={5,6};");
  EXPECT_THAT(text, HasSubstr("static atomic_int x = 0;\nstatic __attribute__((used)) int y = 0;\n"));
  EXPECT_THAT(text, HasSubstr("static __attribute__((used)) int a[2] = {5, 6};"));
  EXPECT_THAT(text, HasSubstr(R"(  *(int *)&x = 2;
  compiler_barrier();
  volatile int r0 = *(int *)&x;
  compiler_barrier();
  y = 3;
  compiler_barrier();
  volatile int r1 = a[1];
  compiler_barrier();
  t0 = a[r0], compiler_barrier(), a[r0] = t0 + 4, compiler_barrier();
)"));
}

// C leaves the order of operands open.
TEST(LitmusToC, OperandsAreEvaluatedInOrder) {
  const std::string text = translated("atomic_int* x, atomic_int* y",
                                      "int r0 = 0;\nint r1 = 0;\n"
                                      "r0 = atomic_load(x) + atomic_load(y);\n"
                                      "while ((r1 = atomic_load(x)) != 1 && atomic_load(y) - r0) {}");
  EXPECT_THAT(text, HasSubstr("r0 = (t0 = atomic_load_explicit(&x, memory_order_seq_cst), (int)((unsigned)t0 + "
                              "(unsigned)atomic_load_explicit(&y, memory_order_seq_cst)));"));
  EXPECT_THAT(text, HasSubstr("while ((r1 = atomic_load_explicit(&x, memory_order_seq_cst)) != 1 && "));
  EXPECT_THAT(refusal("atomic_int* x", "int r0 = 0;\nint r1 = r0 + (r0 = atomic_load(x));"),
              AllOf(HasSubstr("test.litmus:5:"), HasSubstr("C defines")));
}

TEST(LitmusToC, MutexesAreOfPosixWhereTheyCanBe) {
  const std::string text = translated("mutex* l, mutex* m", "lock(l);\nunlock(l);\nunlock(m);\nlock(m);");
  EXPECT_THAT(text, HasSubstr("static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;\nstatic atomic_int m = 0;\n"));
  EXPECT_THAT(text, HasSubstr(R"(  pthread_mutex_lock(&l);
  pthread_mutex_unlock(&l);
  atomic_store_explicit(&m, 0, memory_order_release);
  lock_location(&m);
)"));
}

TEST(LitmusToC, ValuesAreThoseOfTheTest) {
  const std::string text = translated("_Atomic int8_t* x",
                                      "int r0 = 2147483647;\nr0 = r0 + 1;\nint r1 = r0 << 33;\nint r2 = 7 / r1;\n"
                                      "int r3 = 7 % 2;\natomic_store(x, 300);\nunsigned r4 = -1;");
  EXPECT_THAT(text, HasSubstr("  r0 = (int)((unsigned)r0 + 1u);\n"));
  EXPECT_THAT(text,
              HasSubstr("  int r1 = (int)((unsigned)r0 << 1);\n  int r2 = quotient(7, r1);\n  int r3 = 7 % 2;\n"));
  EXPECT_THAT(text, HasSubstr("atomic_store_explicit(&x, 44, memory_order_seq_cst);"));
  EXPECT_THAT(text, HasSubstr("  unsigned r4 = 4294967295u;\n"));
}

TEST(LitmusToC, NamesThatCHasTakenAreChanged) {
  const std::string text =
      translated("atomic_int* time, atomic_int* P0", "int linux = atomic_load(time) + atomic_load(P0);", "",
                 "locations [time;] exists (0:linux=1)");
  EXPECT_THAT(text, HasSubstr("static atomic_int time_ = 0;\nstatic atomic_int P0_ = 0;\n"));
  EXPECT_THAT(text, HasSubstr("graphfuzz_note(\"0:linux\", P0_linux_);\n  graphfuzz_note(\"time\", "));
}

TEST(LitmusToC, AddressesAreNotedAsNumbers) {
  const std::string text =
      translated("atomic_int** p", "atomic_int* r0 = atomic_load(p);", "x=1; int* p=&x;", "exists (0:r0=x)");
  EXPECT_THAT(text, HasSubstr("\n// 281474976710656 x\n"));
  EXPECT_THAT(text, HasSubstr("static atomic_int x = 1;\nstatic _Atomic(atomic_int *) p = &x;\n"));
  EXPECT_THAT(text, HasSubstr("graphfuzz_note(\"0:r0\", number_of(P0_r0));"));
}

TEST(LitmusToC, FiltersAreAssumed) {
  const std::string text = translated("atomic_int* x", "int r0 = atomic_load(x);\nassume(r0 == 1);", "",
                                      "filter (0:r0=1 \\/ not (x=2)) exists (true)");
  EXPECT_THAT(text, HasSubstr("  graphfuzz_assume(r0 == 1);\n"));
  EXPECT_THAT(text, HasSubstr("  graphfuzz_assume((final0 == 1l || !(final1 == 2l)));\n"));
}

TEST(LitmusToC, WhatIsNotCIsRefusedWithItsPlace) {
  EXPECT_THAT(refusal("atomic_int* p", "int r0 = atomic_load(p);\natomic_store(r0, 1);", "x=0; int p=&x;"),
              AllOf(HasSubstr("test.litmus:"), HasSubstr("to write it in C")));
  EXPECT_THAT(refusal("atomic_int* p, atomic_int* x", "int r0 = 0;\nr0 = x;"),
              AllOf(HasSubstr("test.litmus:5:6: expected an integer that is no address, to write it in C, found 'x'")));
  EXPECT_THAT(refusal("atomic_int** p", "atomic_int* r0 = atomic_fetch_add(p, 1);"), HasSubstr("test.litmus:4:18: "));
  EXPECT_THAT(refusal("atomic_int* x, atomic_int* y", "int r0 = x < y;"), HasSubstr("test.litmus:4:10: "));
}

}  // namespace
}  // namespace graphfuzz
