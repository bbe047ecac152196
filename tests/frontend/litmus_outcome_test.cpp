// An outcome that is asked for instead of the test's own condition.
#include <gtest/gtest.h>

#include "graphfuzz/frontend/litmus.hpp"

namespace graphfuzz {
namespace {

const char* const kTest = R"(C test
{ int a[2]; }
P0 (atomic_int* x, int* a) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
  a[1] = r0;
}
P1 (atomic_int* x) { atomic_store_explicit(x, 1, memory_order_relaxed); }
locations [x;]
forall (0:r0=1)
)";

std::shared_ptr<const Program> ask(const std::string& outcome) {
  return parse_litmus(kTest, "test.litmus", {.outcome = outcome});
}

TEST(LitmusOutcome, ReplacesTheCondition) {
  const auto program = ask("0:r0=0 /\\ ~(x=2)");
  EXPECT_EQ(program->question().quantifier(), Quantifier::exists);
  EXPECT_EQ(
      program->question().condition(),
      parse_litmus(
          std::string(kTest).replace(std::string(kTest).find("forall (0:r0=1)"), 15, "exists (0:r0=0 /\\ ~(x=2))"), "t")
          ->question()
          .condition());
  EXPECT_EQ(program->state_size(), 2u);
  EXPECT_TRUE(program->question().satisfies(std::vector<Value>{0, 1}));
  EXPECT_FALSE(program->question().satisfies(std::vector<Value>{0, 2}));
  EXPECT_EQ(ask("")->question().quantifier(), Quantifier::forall);
  EXPECT_NO_THROW(ask("a[1]=1"));
  EXPECT_NO_THROW(ask("(0:r0=1)"));
  EXPECT_NO_THROW(ask("true"));
}

TEST(LitmusOutcome, ErrorsAreAboutTheOutcome) {
  const auto error = [](const std::string& outcome) -> std::string {
    try {
      ask(outcome);
    } catch (const ParseError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(error("0:r0").substr(0, 13), "outcome:1:5: ");
  EXPECT_EQ(error("0:r0=1 0:r0=2").substr(0, 13), "outcome:1:8: ");
  EXPECT_EQ(error("exists (x=1)").substr(0, 8), "outcome:");
  EXPECT_EQ(error("x=1 /\\ z=1"), "outcome:1:8: expected a location of the test (one of a, x), found 'z'");
  EXPECT_EQ(error("0:r1=1"),
            "outcome:1:1: expected a register of thread 0 (one of r0; did you mean 'r0'?), found 'r1'");
  EXPECT_EQ(error("7:r0=1"), "outcome:1:1: expected a register of a thread of the program, found thread 7");
  EXPECT_EQ(error("0:r0==1"), "outcome:1:5: expected '=' or '!=', found '=='");
  EXPECT_EQ(error("a[1]=y").substr(0, 13), "outcome:1:6: ");
  EXPECT_EQ(error("a[2]=1").substr(0, 13), "outcome:1:1: ");
}

}  // namespace
}  // namespace graphfuzz
