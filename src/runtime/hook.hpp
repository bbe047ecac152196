// What definitions of hooks have in common. A hook is a function of another library that the program calls, or that its
// compiler has it call; outside of the program's threads it does what the other library does.
#pragma once

#include "runtime/real.hpp"
#include "runtime/request.hpp"
#include "runtime/unseen_writes.hpp"

#define GRAPHFUZZ_HOOK extern "C" __attribute__((visibility("default"), used))

/// The function that the hook stands in for, with the hook's own type, as `real_one`.
#define GRAPHFUZZ_REAL(NAME) \
  static const auto real_one = reinterpret_cast<decltype(&::NAME)>(graphfuzz::runtime::next_definition(#NAME))
/// The first thing in a hook that only threads of the program are to take: others have the real one.
#define GRAPHFUZZ_OUTSIDE(NAME, ...)                                                                           \
  if (graphfuzz::runtime::current == nullptr) {                                                                \
    static const auto outside = reinterpret_cast<decltype(&NAME)>(graphfuzz::runtime::next_definition(#NAME)); \
    return outside(__VA_ARGS__);                                                                               \
  }
/// Of the hook that this is in: from there up the stack is its caller's.
#define GRAPHFUZZ_ABOVE (reinterpret_cast<graphfuzz::native::Address>(__builtin_frame_address(0)) + 16)
/// The place of the call of the hook that this is in.
#define GRAPHFUZZ_CALLER \
  (reinterpret_cast<graphfuzz::runtime::Address>(__builtin_extract_return_addr(__builtin_return_address(0))) - 1)

/// A hook that takes down what its caller goes by, so that coming back in the same state is recognised as waiting:
/// graphfuzz_NAME is to be defined, by GRAPHFUZZ_NOTED.
#define GRAPHFUZZ_NOTING(NAME)                                      \
  asm(".text\n.globl " #NAME "\n.type " #NAME ", @function\n" #NAME \
      ":\n"                                                         \
      "  endbr64\n"                                                 \
      "  mov %rbx, graphfuzz_registers(%rip)\n"                     \
      "  mov %rbp, graphfuzz_registers+8(%rip)\n"                   \
      "  mov %r12, graphfuzz_registers+16(%rip)\n"                  \
      "  mov %r13, graphfuzz_registers+24(%rip)\n"                  \
      "  mov %r14, graphfuzz_registers+32(%rip)\n"                  \
      "  mov %r15, graphfuzz_registers+40(%rip)\n"                  \
      "  lea 8(%rsp), %rax\n"                                       \
      "  mov %rax, graphfuzz_registers+48(%rip)\n"                  \
      "  jmp graphfuzz_" #NAME                                      \
      "\n"                                                          \
      ".size " #NAME ", .-" #NAME "\n");
#define GRAPHFUZZ_NOTED extern "C" __attribute__((visibility("hidden"), used))

namespace graphfuzz::runtime {

/// Where the call is that returns there.
inline Address caller(void* return_address) { return reinterpret_cast<Address>(return_address) - 1; }
inline Address address_of(const volatile void* object) { return reinterpret_cast<Address>(object); }

/// In a hook that instrumented code has called: all that was written before is settled.
inline void settle_all(Fiber& fiber) {
  settle_plain_write(fiber);
  tell_of_fresh_blocks(fiber);
}

/// Hook of a function that notes: what it has noted is of its next request.
class NotingHook {
 public:
  NotingHook() : registers_(graphfuzz_registers) { graphfuzz_registers = (settle_all(fiber()), registers_); }
  NotingHook(const NotingHook&) = delete;
  NotingHook& operator=(const NotingHook&) = delete;
  /// A request that was not made is none that the next hook, which may note nothing, has to take them for.
  ~NotingHook() { graphfuzz_registers.rsp = 0; }
  Fiber& fiber() const { return in_.fiber(); }

 private:
  InRuntime in_;
  Registers registers_;
};

}  // namespace graphfuzz::runtime
