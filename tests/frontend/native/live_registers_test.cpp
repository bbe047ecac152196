// Functions written by hand, of which one can see what is still read.
#include "frontend/native/code/live_registers.hpp"

#include <gtest/gtest.h>

#include <ostream>

asm(R"(
.text
.p2align 4
live_test_begin:
  .cfi_startproc
live_test_dead:                # rbx is written before it is read, and given back from the stack
  call live_test_nothing
live_test_after_dead:
  mov %eax, %ebx
  cmp %ebx, (%rbp)
  jne live_test_dead
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
live_test_partial:             # a byte of rbx leaves the rest as it was; what is xored with itself is written
  sete %bl
  xor %r12d, %r12d
  mov %r12d, %r13d
  movb %r14b, %r15b
  ret
live_test_branches:            # on one way only
  test %eax, %eax
  je 1f
  lea 8(%r12,%r13), %rax
1:
  pop %rbx
  pop %rbp
  pop %r12
  pop %r13
  pop %r14
  pop %r15
  ret
live_test_last:                # what comes behind a call that does not return is no part of it
  xor %ebx, %ebx
  mov %rbp, %rdi
  call live_test_nothing
  .byte 0x06
live_test_table:
  xor %ebx, %ebx
  jmp *%rax
live_test_unreadable:
  .byte 0x06
live_test_nothing:
  ret
  .cfi_endproc
live_test_outside:
  pop %rbx
  call live_test_nothing
  xor %ebp, %ebp
  hlt
)");

extern "C" {
extern const char live_test_dead[], live_test_after_dead[], live_test_partial[], live_test_branches[], live_test_last[],
    live_test_table[], live_test_unreadable[], live_test_nothing[], live_test_outside[];
}

namespace graphfuzz::native {
namespace {

constexpr RegisterSet kRbx = 1, kRbp = 2, kR12 = 4, kR13 = 8;

RegisterSet live(const char* code, bool returns = true) {
  return live_registers(reinterpret_cast<std::uint64_t>(code), [&](std::uint64_t function) {
    EXPECT_EQ(function, reinterpret_cast<std::uint64_t>(live_test_nothing));
    return !returns;
  });
}

TEST(LiveRegisters, AreThoseThatAreReadBeforeTheyAreWritten) {
  EXPECT_EQ(live(live_test_after_dead), kRbp);
  EXPECT_EQ(live(live_test_dead), kRbp);
}

TEST(LiveRegisters, APartThatIsWrittenLeavesTheRest) {
  EXPECT_EQ(live(live_test_partial), kAllRegisters & ~(kR12 | kR13));
}

TEST(LiveRegisters, OneWayIsEnough) { EXPECT_EQ(live(live_test_branches), kR12 | kR13); }

TEST(LiveRegisters, FunctionsThatDoNotReturnHaveNothingBehindThem) {
  EXPECT_EQ(live(live_test_last, false), kRbp);
  EXPECT_EQ(live(live_test_last, true), kAllRegisters & ~kRbx);  // nobody can read on
}

TEST(LiveRegisters, WhatCannotBeFollowedMayReadThemAll) {
  EXPECT_EQ(live(live_test_table), kAllRegisters & ~kRbx);
  EXPECT_EQ(live(live_test_unreadable), kAllRegisters);
}

// Nobody has told where it may land when something is thrown.
TEST(LiveRegisters, CallsOfUnknownFunctionsMayEndAnywhere) {
  EXPECT_EQ(live(live_test_outside), kAllRegisters & ~kRbx);
}

TEST(LiveRegisters, WhatIsNoCodeIsUnknown) {
  static const char data[] = {'\xc3'};
  EXPECT_EQ(live_registers(reinterpret_cast<std::uint64_t>(data), [](std::uint64_t) { return false; }), kAllRegisters);
}

}  // namespace
}  // namespace graphfuzz::native
