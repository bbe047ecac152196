// Functions written by hand, of which one can see what is still read.
#include "frontend/native/code/live_frame.hpp"

#include <gtest/gtest.h>

#include <string>

asm(R"asm(
.text
.p2align 4
live_test_registers:           # rbx is written before it is read, and given back from the stack
  .cfi_startproc
  push %rbx
  .cfi_offset %rbx, -16
1:
  call live_test_nothing
live_test_written:
  mov %eax, %ebx
  cmp %ebx, (%rbp)
  jne 1b
  pop %rbx
  ret
  .cfi_endproc

live_test_parts:               # a byte of rbx leaves the rest as it was; what is xored with itself is written
  .cfi_startproc
  sete %bl
  xor %r12d, %r12d
  mov %r12d, %r13d
  mov %r14b, %r15b
  mov $0, %bh
  ret
  .cfi_endproc

live_test_low:                 # only the lowest byte is read
  .cfi_startproc
  or %al, %bl
  xor %ebx, %ebx
  ret
  .cfi_endproc

live_test_branches:            # on one way only
  .cfi_startproc
  test %eax, %eax
  je 1f
  lea 8(%r12,%r13), %rax
1:
  xor %ebx, %ebx
  xor %ebp, %ebp
  xor %r12d, %r12d
  xor %r13d, %r13d
  xor %r14d, %r14d
  xor %r15d, %r15d
  ret
  .cfi_endproc

live_test_last:                # what comes behind a call that does not return is no part of it
  .cfi_startproc
  xor %ebx, %ebx
  mov %rbp, %rdi
  call live_test_nothing
  .byte 0x06
  .cfi_endproc

live_test_table:
  .cfi_startproc
  xor %ebx, %ebx
  jmp *%rax
  .cfi_endproc

live_test_last_call:           # of something that is in another library, which returns to the caller
  .cfi_startproc
  sub $24, %rsp
1:
  call live_test_nothing
live_test_last_call_after:
  mov %eax, 8(%rsp)
  mov 16(%rsp), %edx
  cmp %edx, 8(%rsp)
  jne 1b
  add $24, %rsp
  jmp *live_test_elsewhere(%rip)
  .cfi_endproc

live_test_slots:               # 8(%rsp) is written before it is read, 16(%rsp) is read, 12(%rsp) is never
  .cfi_startproc
  sub $24, %rsp
1:
  call live_test_nothing
live_test_slots_after:
  mov %eax, 8(%rsp)
  mov 16(%rsp), %edx
  cmp %edx, 8(%rsp)
  jne 1b
  add $24, %rsp
  ret
  .cfi_endproc

live_test_pointer:             # of the frame's addresses one goes to an instrumented access only
  .cfi_startproc
  push %rbx
  sub $16, %rsp
  lea 12(%rsp), %rbx
  call live_test_nothing
live_test_pointer_after:
  mov %eax, (%rbx)
  mov %rbx, %rsi
  lea 8(%rsp), %rdi
  call live_test_nothing
  add $16, %rsp
  pop %rbx
  ret
  .cfi_endproc

.macro counts name, decides    # attempts in rbx, which say how often to pause, and when to do something else
live_test_counts_\name:
  .cfi_startproc
  push %rbx
  call live_test_nothing
2:
  mov $4, %ebx
1:
  mov $1, %esi
  call live_test_nothing
live_test_counts_\name\()_after:
  test %eax, %eax
  je 5f
  xor %eax, %eax
3:
  pause
  inc %eax
  cmp %ebx, %eax
  jne 3b
  sub $1, %ebx
  jne 1b
  \decides
  jmp 2b
5:
  pop %rbx
  ret
  .cfi_endproc
.endm
counts in_vain, "call live_test_yield"
counts and_stores, "movl $1, live_test_cell(%rip)"
counts and_calls, "call live_test_keeps"
counts and_returns, "jmp 5f"
counts and_sets, "mov $2, %r12d"
counts and_fences, "mfence"
counts and_loads, "fld1"
counts and_stays, "6: call live_test_yield; jmp 6b"

live_test_yield:
  .cfi_startproc
  ret
  .cfi_endproc

.macro calls name              # of which 8(%rsp) is read afterwards
live_test_calls_\name:
  .cfi_startproc
  sub $24, %rsp
  call live_test_nothing
live_test_calls_\name\()_after:
  lea 8(%rsp), %rdi
  call live_test_\name
live_test_called_\name\()_after:
  mov 8(%rsp), %eax
  add $24, %rsp
  ret
  .cfi_endproc
.endm
calls reads
calls fills
calls fills_perhaps
calls passes_on
calls keeps
calls calls_itself
calls returns_second
calls keeps_over_call
calls keeps_in_rcx

live_test_returns_second:      # as the second word of a structure
  .cfi_startproc
  mov %rdi, %rdx
  xor %eax, %eax
  ret
  .cfi_endproc

live_test_keeps_over_call:     # in a register that what it calls leaves alone, as GCC knows
  .cfi_startproc
  mov %rdi, %rdx
  call live_test_reads
  mov 4(%rdx), %eax
  ret
  .cfi_endproc

live_test_keeps_in_rcx:
  .cfi_startproc
  mov %rdi, %rcx
  call live_test_reads
  mov 4(%rcx), %eax
  ret
  .cfi_endproc

.macro is_returned name, register
live_test_is_returned_\name:
  .cfi_startproc
  sub $24, %rsp
  call live_test_nothing
live_test_is_returned_\name\()_after:
  lea 8(%rsp), %rdi
  call live_test_returns_\name
  mov (%\register), %eax
  add $24, %rsp
  ret
  .cfi_endproc
.endm
is_returned first, rax
is_returned second, rdx

live_test_through_pointer:     # what is called goes by a variable
  .cfi_startproc
  sub $24, %rsp
  call live_test_nothing
live_test_through_pointer_after:
  lea 8(%rsp), %rdi
  call *live_test_function(%rip)
  add $24, %rsp
  ret
  .cfi_endproc

live_test_reads:
  .cfi_startproc
  mov 4(%rdi), %eax
  ret
  .cfi_endproc

live_test_fills:
  .cfi_startproc
  movl $0, (%rdi)
  ret
  .cfi_endproc

live_test_fills_perhaps:
  .cfi_startproc
  test %esi, %esi
  je 1f
  movl $0, (%rdi)
1:
  ret
  .cfi_endproc

live_test_passes_on:           # its argument is at home in its own frame
  .cfi_startproc
  push %rbp
  mov %rsp, %rbp
  sub $16, %rsp
  mov %rdi, -8(%rbp)
  mov -8(%rbp), %rax
  lea 4(%rax), %rdi
  call live_test_reads
  leave
  ret
  .cfi_endproc

live_test_keeps:
  .cfi_startproc
  mov %rdi, live_test_cell(%rip)
  ret
  .cfi_endproc

live_test_calls_itself:
  .cfi_startproc
  sub $8, %rsp
  call live_test_calls_itself
  add $8, %rsp
  ret
  .cfi_endproc

live_test_returns_first:
  .cfi_startproc
  lea 4(%rdi), %rax
  ret
  .cfi_endproc

live_test_borrowed:            # what was called may have left an address in the frame where rbx points to
  .cfi_startproc
  push %rbx
  sub $16, %rsp
  mov %rdi, %rbx
  lea 8(%rsp), %rdi
  call live_test_nothing
live_test_borrowed_after:
  movl $0, 8(%rsp)
  mov (%rbx), %rbx
  mov (%rbx), %eax
  movl $0, 12(%rsp)
  add $16, %rsp
  pop %rbx
  ret
  .cfi_endproc

live_test_given_away:          # anybody may read what is on the stack
  .cfi_startproc
  sub $24, %rsp
  lea 8(%rsp), %rdi
  mov %rdi, live_test_cell(%rip)
  call live_test_nothing
live_test_given_away_after:
  movl $0, 16(%rsp)
  add $24, %rsp
  ret
  .cfi_endproc

live_test_kept:                # GCC keeps in (%rsp) which slot it is
  .cfi_startproc
  sub $24, %rsp
  lea 8(%rsp), %rax
  mov %rax, (%rsp)
1:
  call live_test_nothing
live_test_kept_after:
  mov (%rsp), %rsi
  mov %eax, (%rsi)
  mov %eax, %edi
  call live_test_nothing
  test %eax, %eax
  je 1b
  add $24, %rsp
  ret
  .cfi_endproc

live_test_passed:              # what is called gets it, as it gets a seventh argument
  .cfi_startproc
  sub $24, %rsp
  lea 8(%rsp), %rax
  mov %rax, (%rsp)
  call live_test_nothing
live_test_passed_after:
  mov %eax, 8(%rsp)
  add $24, %rsp
  ret
  .cfi_endproc

live_test_half_kept:           # of which only a half is taken, so that it is not known to be an address
  .cfi_startproc
  sub $24, %rsp
  lea 8(%rsp), %rax
  mov %rax, (%rsp)
  call live_test_nothing
live_test_half_kept_after:
  mov 4(%rsp), %eax
  mov (%rsp), %rsi
  add $24, %rsp
  ret
  .cfi_endproc

live_test_one_of_two:          # in which of the slots it writes is not known
  .cfi_startproc
  sub $24, %rsp
  lea 8(%rsp), %rcx
  test %eax, %eax
  je 1f
  lea 16(%rsp), %rax
  mov %rax, (%rsp)
  jmp 2f
1:
  mov %rcx, (%rsp)
2:
  call live_test_nothing
live_test_one_of_two_after:
  mov (%rsp), %rsi
  movl $0, (%rsi)
  add $24, %rsp
  ret
  .cfi_endproc

live_test_frame_pointer:       # as without optimisation
  .cfi_startproc
  push %rbp
  mov %rsp, %rbp
  sub $16, %rsp
  call live_test_nothing
live_test_frame_pointer_after:
  mov %eax, -4(%rbp)
  mov -8(%rbp), %eax
  leave
  ret
  .cfi_endproc

live_test_argument:            # which the caller has put on the stack
  .cfi_startproc
  sub $8, %rsp
  call live_test_nothing
live_test_argument_after:
  mov 16(%rsp), %eax
  add $8, %rsp
  ret
  .cfi_endproc

live_test_lends_argument:      # … and that somebody gets the address of
  .cfi_startproc
  sub $8, %rsp
  lea 16(%rsp), %rdi
  call live_test_nothing
live_test_lends_argument_after:
  add $8, %rsp
  ret
  .cfi_endproc

live_test_switch:              # may come back from anywhere
  .cfi_startproc
  sub $24, %rsp
  test %edi, %edi
  je 1f
  jmp *%rax
1:
  call live_test_nothing
live_test_switch_after:
  mov %eax, 8(%rsp)
  add $24, %rsp
  ret
  .cfi_endproc

live_test_thread_local:        # an array of the thread's, of which rbx is an index
  .cfi_startproc
  cmpb $7, %fs:8(%rbx)
  ret
  .cfi_endproc

live_test_variable:            # of a function now, and perhaps of another one later, which returns
  .cfi_startproc
  push %rbx
  .cfi_offset %rbx, -16
  call *live_test_any_function(%rip)
  mov %ebx, (%rbp)
  pop %rbx
  ret
  .cfi_endproc

live_test_translates:          # reads rbx
  .cfi_startproc
  xlatb
  xor %ebx, %ebx
  ret
  .cfi_endproc

live_test_bit:                 # whose number may be beyond what is named
  .cfi_startproc
  sub $24, %rsp
  call live_test_nothing
live_test_bit_after:
  bt %rbp, 8(%rsp)
  add $24, %rsp
  ret
  .cfi_endproc

live_test_handler:             # goes on at the handler if what is called throws, as its table says
  .cfi_startproc
  .cfi_lsda 0x1b, live_test_handler_table
  push %rbx
  .cfi_offset %rbx, -16
  push %r12
  .cfi_offset %r12, -24
  sub $24, %rsp
live_test_handler_from:
  call live_test_nothing
live_test_handler_after:
  test %eax, %eax
  jne live_test_handler_from
1:
  add $24, %rsp
  pop %r12
  pop %rbx
  ret
live_test_handler_pad:
  mov 4(%rsp), %ecx
  mov %ecx, (%r12)
  jmp 1b
  .cfi_endproc

live_test_thrown_from:         # is left, and whoever has called it finds rbx where it was put
  .cfi_startproc
  push %rbx
  .cfi_offset %rbx, -16
  xor %ebx, %ebx
live_test_thrown:
  call live_test_nothing
  .cfi_endproc

live_test_nothing:             # nobody knows what it does, but for what it is said to be
  .cfi_startproc
  jmp *%rax
  .cfi_endproc

.section .gcc_except_table, "a", @progbits
live_test_handler_table:
  .byte 0xff                   # handlers are found from the function's beginning on,
  .byte 0xff                   # catch nothing in particular,
  .byte 1                      # and numbers are ULEB128
  .uleb128 2f - 1f
1:
  .uleb128 live_test_handler_from - live_test_handler
  .uleb128 live_test_handler_after - live_test_handler_from
  .uleb128 live_test_handler_pad - live_test_handler
  .uleb128 0
2:
.data
live_test_cell:
  .quad 0
live_test_function:
  .quad live_test_fills
live_test_any_function:
  .quad live_test_nothing
.section .data.rel.ro, "aw", @progbits
live_test_elsewhere:
  .quad live_test_nothing
.text
)asm");
;

extern "C" {
extern const char live_test_written[], live_test_parts[], live_test_low[], live_test_branches[], live_test_last[],
    live_test_table[], live_test_last_call_after[], live_test_slots_after[], live_test_pointer_after[],
    live_test_kept_after[], live_test_passed_after[], live_test_half_kept_after[], live_test_one_of_two_after[],
    live_test_borrowed_after[], live_test_given_away_after[], live_test_frame_pointer_after[],
    live_test_argument_after[], live_test_counts_in_vain_after[], live_test_counts_and_stores_after[],
    live_test_counts_and_calls_after[], live_test_counts_and_returns_after[], live_test_counts_and_sets_after[],
    live_test_counts_and_fences_after[], live_test_counts_and_loads_after[], live_test_counts_and_stays_after[],
    live_test_yield[], live_test_calls_returns_second_after[], live_test_calls_keeps_over_call_after[],
    live_test_calls_keeps_in_rcx_after[], live_test_through_pointer_after[], live_test_is_returned_second_after[],
    live_test_calls_reads_after[], live_test_called_reads_after[], live_test_calls_fills_after[],
    live_test_calls_fills_perhaps_after[], live_test_calls_passes_on_after[], live_test_calls_keeps_after[],
    live_test_called_keeps_after[], live_test_calls_calls_itself_after[], live_test_is_returned_first_after[],
    live_test_handler_after[], live_test_thrown[], live_test_lends_argument_after[], live_test_switch_after[],
    live_test_thread_local[], live_test_variable[], live_test_translates[], live_test_bit_after[], live_test_nothing[];
}

namespace graphfuzz::native {
namespace {

constexpr RegisterSet kAll = set_of(kRbx) | set_of(kRbp) | set_of(kR12) | set_of(kR13) | set_of(kR14) | set_of(kR15);

LiveFrame live(const char* code, CalledFunction called = CalledFunction::ordinary) {
  return live_frame(reinterpret_cast<CodeAddress>(code), [=](CodeAddress function) {
    if (function == reinterpret_cast<CodeAddress>(live_test_yield)) return CalledFunction::does_nothing;
    return function == reinterpret_cast<CodeAddress>(live_test_nothing) ? called : CalledFunction::ordinary;
  });
}

std::string text_of(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& ranges) {
  std::string text;
  for (const auto& [begin, end] : ranges) text += std::to_string(begin) + "-" + std::to_string(end) + " ";
  return text;
}

std::string bytes(const LiveFrame& frame) { return text_of(frame.bytes) + "of " + std::to_string(frame.size); }

TEST(LiveFrame, RegistersAreLiveThatAreReadBeforeTheyAreWritten) {
  EXPECT_EQ(live(live_test_written).registers, kAll & ~set_of(kRbx));
}

TEST(LiveFrame, APartThatIsWrittenLeavesTheRest) {
  EXPECT_EQ(live(live_test_parts).registers, kAll & ~(low_of(kRbx) | set_of(kR12) | set_of(kR13) | low_of(kR15)));
  EXPECT_EQ(live(live_test_low).registers, kAll & ~(set_of(kRbx) & ~low_of(kRbx)));
}

TEST(LiveFrame, OneWayIsEnough) { EXPECT_EQ(live(live_test_branches).registers, set_of(kR12) | set_of(kR13)); }

TEST(LiveFrame, ACountThatOnlyDecidesHowLongToPauseIsNotLive) {
  const auto is_live = [](const char* code) {
    return (live(code, CalledFunction::atomic_access).registers & set_of(kRbx)) != 0;
  };
  EXPECT_FALSE(is_live(live_test_counts_in_vain_after));
  EXPECT_TRUE(is_live(live_test_counts_and_stores_after));
  EXPECT_TRUE(is_live(live_test_counts_and_calls_after));
  EXPECT_TRUE(is_live(live_test_counts_and_returns_after));
  EXPECT_TRUE(is_live(live_test_counts_and_fences_after));
  EXPECT_TRUE(is_live(live_test_counts_and_loads_after));  // a register that is not looked at
  EXPECT_TRUE(is_live(live_test_counts_and_stays_after));  // never to come to the end is noticed
  EXPECT_TRUE(is_live(live_test_counts_and_sets_after));   // what the caller has there is another one then
}

TEST(LiveFrame, FunctionsThatDoNotReturnHaveNothingBehindThem) {
  EXPECT_EQ(live(live_test_last, CalledFunction::never_returns).registers, set_of(kRbp));
  EXPECT_EQ(live(live_test_last).registers, kAll & ~set_of(kRbx));  // nobody can read on
}

TEST(LiveFrame, WhatCannotBeFollowedMayReadEverything) {
  EXPECT_EQ(live(live_test_table).registers, kAll & ~set_of(kRbx));
  EXPECT_EQ(bytes(live(live_test_table)), "of 0");
  EXPECT_EQ(bytes(live(live_test_switch_after)), "of 0");
  EXPECT_EQ(live(live_test_written, CalledFunction::returns_twice).registers, kAll);
}

TEST(LiveFrame, AVariableMayHoldAnotherFunctionLater) {
  EXPECT_EQ(live(live_test_variable, CalledFunction::never_returns).registers, kAll);
}

TEST(LiveFrame, RegistersOfAddressesAreRead) {
  EXPECT_EQ(live(live_test_thread_local).registers, kAll);
  EXPECT_EQ(live(live_test_translates).registers, kAll);
}

TEST(LiveFrame, ABitMayBeAnywhere) { EXPECT_EQ(bytes(live(live_test_bit_after)), "of 0"); }

TEST(LiveFrame, SlotsAreAsRegisters) { EXPECT_EQ(bytes(live(live_test_slots_after)), "16-20 24-32 of 32"); }

TEST(LiveFrame, AJumpToTheEndOfInstrumentationIsACallAndAReturn) {
  EXPECT_EQ(bytes(live(live_test_last_call_after, CalledFunction::notes_access)), "16-20 24-32 of 32");
  EXPECT_EQ(live(live_test_last_call_after, CalledFunction::notes_access).registers, kAll);
  EXPECT_EQ(bytes(live(live_test_last_call_after)), "0-8 12-32 of 32");
}

TEST(LiveFrame, AddressesAreFollowedToTheirAccesses) {
  EXPECT_EQ(bytes(live(live_test_pointer_after, CalledFunction::atomic_compare_exchange)), "8-12 16-32 of 32");
  EXPECT_EQ(bytes(live(live_test_pointer_after, CalledFunction::notes_access)), "16-32 of 32");
}

TEST(LiveFrame, WhatIsCalledMayReadAFrameThatIsLent) {
  EXPECT_EQ(bytes(live(live_test_pointer_after)), "0-12 16-32 of 32");
  EXPECT_EQ(text_of(live(live_test_pointer_after).called), "0-32 ");
  EXPECT_EQ(bytes(live(live_test_borrowed_after)), "0-8 12-32 of 32");
  EXPECT_EQ(bytes(live(live_test_borrowed_after, CalledFunction::notes_access)), "16-32 of 32");
}

TEST(LiveFrame, WhatIsCalledReadsWhatItsCodeReads) {
  const auto before_call = [](const char* code) { return bytes(live(code, CalledFunction::notes_access)); };
  EXPECT_EQ(before_call(live_test_calls_reads_after), "8-16 24-32 of 32");
  EXPECT_EQ(before_call(live_test_calls_fills_after), "24-32 of 32");
  EXPECT_EQ(before_call(live_test_calls_fills_perhaps_after), "8-12 24-32 of 32");
  EXPECT_EQ(before_call(live_test_calls_passes_on_after), "8-12 16-20 24-32 of 32");
  EXPECT_EQ(before_call(live_test_is_returned_first_after), "12-16 24-32 of 32");
  EXPECT_EQ(before_call(live_test_is_returned_second_after), "8-12 24-32 of 32");
  EXPECT_EQ(before_call(live_test_calls_keeps_after), "0-32 of 32");
  EXPECT_EQ(before_call(live_test_calls_calls_itself_after), "0-32 of 32");
  EXPECT_EQ(before_call(live_test_calls_returns_second_after), "8-12 24-32 of 32");
  EXPECT_EQ(before_call(live_test_calls_keeps_over_call_after), "0-32 of 32");
  EXPECT_EQ(before_call(live_test_calls_keeps_in_rcx_after), "0-32 of 32");
  EXPECT_EQ(before_call(live_test_through_pointer_after), "0-32 of 32");
}

TEST(LiveFrame, WhileAFunctionIsCalledWhatItReadsIsLive) {
  const LiveFrame reads = live(live_test_called_reads_after, CalledFunction::notes_access);
  EXPECT_EQ(text_of(reads.bytes), "8-12 24-32 ");
  EXPECT_EQ(text_of(reads.called), "8-16 24-32 ");
  const LiveFrame keeps = live(live_test_called_keeps_after, CalledFunction::notes_access);
  EXPECT_EQ(text_of(keeps.bytes), "8-12 24-32 ");
  EXPECT_EQ(text_of(keeps.called), "0-32 ");
}

TEST(LiveFrame, AddressesAreFollowedThroughTheFrame) {
  EXPECT_EQ(bytes(live(live_test_kept_after, CalledFunction::notes_access)), "0-8 24-32 of 32");
  EXPECT_EQ(bytes(live(live_test_kept_after)), "of 0");  // what is called is given it in rsi
  EXPECT_EQ(bytes(live(live_test_passed_after, CalledFunction::notes_access)), "24-32 of 32");
  EXPECT_EQ(bytes(live(live_test_passed_after)), "of 0");
  EXPECT_EQ(bytes(live(live_test_half_kept_after, CalledFunction::notes_access)), "of 0");
  EXPECT_EQ(bytes(live(live_test_one_of_two_after, CalledFunction::notes_access)), "of 0");
}

TEST(LiveFrame, AFrameWhoseAddressIsGivenAwayIsLive) {
  EXPECT_EQ(bytes(live(live_test_given_away_after, CalledFunction::notes_access)), "of 0");
}

TEST(LiveFrame, FramePointers) { EXPECT_EQ(bytes(live(live_test_frame_pointer_after)), "8-12 16-32 of 32"); }

TEST(LiveFrame, ArgumentsOnTheStack) {
  EXPECT_TRUE(live(live_test_lends_argument_after).reads_arguments);
  EXPECT_TRUE(live(live_test_argument_after).reads_arguments);
  EXPECT_FALSE(live(live_test_slots_after).reads_arguments);
}

TEST(LiveFrame, HandlersAreGoneOnWith) {
  const LiveFrame frame = live(live_test_handler_after);
  EXPECT_EQ(frame.registers, kAll & ~set_of(kRbx));
  EXPECT_EQ(bytes(frame), "4-8 24-48 of 48");
  // … but not if nothing is called that could throw.
  EXPECT_EQ(live(live_test_handler_after, CalledFunction::notes_access).registers,
            kAll & ~set_of(kRbx) & ~set_of(kR12));
}

TEST(LiveFrame, WhatIsThrownFindsTheRegistersOfCallers) {
  const LiveFrame frame = live(live_test_thrown, CalledFunction::throws);
  EXPECT_EQ(frame.registers, kAll & ~set_of(kRbx));
  EXPECT_EQ(bytes(frame), "0-16 of 16");
  EXPECT_EQ(bytes(live(live_test_thrown, CalledFunction::never_returns)), "8-16 of 16");
}

TEST(LiveFrame, WhatIsNoCodeIsUnknown) {
  static const char data[] = {'\xc3'};
  EXPECT_EQ(live(data).registers, kAll);
  EXPECT_EQ(live(data).size, 0u);
}

}  // namespace
}  // namespace graphfuzz::native
