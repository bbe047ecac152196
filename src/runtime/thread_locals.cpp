#include "runtime/thread_locals.hpp"

#include <asm/prctl.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/image.hpp"

namespace graphfuzz::runtime {
namespace {

std::uint64_t engine_thread_pointer = 0;

// The kernel saves and restores what the instruction sets (linux/Documentation/arch/x86/x86_64/fsgs.rst).
bool kernel_knows_instruction() {
  constexpr unsigned long kFsgsbase = 1UL << 1;  // HWCAP2_FSGSBASE
  return (::getauxval(AT_HWCAP2) & kFsgsbase) != 0;
}

void set_thread_pointer(std::uint64_t value) {
  if (separation() == Separation::instruction) {
    asm volatile("wrfsbase %0" ::"r"(value) : "memory");
    return;
  }
  // Not through the C library, which has errno in what is exchanged.
  long result = SYS_arch_prctl;
  asm volatile("syscall" : "+a"(result) : "D"(static_cast<long>(ARCH_SET_FS)), "S"(value) : "rcx", "r11", "memory");
}

/// What there is of the C++ library's goes to `kept`, and what is there comes back.
void exchange(std::vector<char>& kept) {
  std::size_t at = 0;
  for_each_library_local(thread_pointer(), [&](Address begin, Address end) {
    std::swap_ranges(reinterpret_cast<char*>(begin), reinterpret_cast<char*>(end), kept.data() + at);
    at += end - begin;
  });
}

}  // namespace

std::uint64_t thread_pointer() {
  std::uint64_t value;
  asm volatile("mov %%fs:0, %0" : "=r"(value));  // the first thing there is where it is (ABI of TLS, variant II)
  return value;
}

Separation separation() {
  static const Separation how = kernel_knows_instruction()    ? Separation::instruction
                                : program_has_thread_locals() ? Separation::kernel
                                                              : Separation::copy;
  return how;
}

void make_thread_locals(Fiber& fiber) {
  if (engine_thread_pointer == 0) {
    engine_thread_pointer = thread_pointer();
    if (separation() == Separation::copy) {
      exchanged_begin = first_thread_local();
      exchanged_end = engine_thread_pointer;
    }
  }
  fiber.library_locals.clear();
  if (separation() != Separation::copy) return;
  for_each_library_local(fiber.thread_pointer, [&](Address begin, Address end) {
    fiber.library_locals.insert(fiber.library_locals.end(), reinterpret_cast<const char*>(begin),
                                reinterpret_cast<const char*>(end));
  });
}

void enter_thread_locals(Fiber& fiber) {
  if (separation() == Separation::copy) return exchange(fiber.library_locals);
  if (fiber.thread_pointer != engine_thread_pointer) set_thread_pointer(fiber.thread_pointer);
}

void leave_thread_locals(Fiber& fiber) {
  if (separation() == Separation::copy) return exchange(fiber.library_locals);
  if (fiber.thread_pointer != engine_thread_pointer) set_thread_pointer(engine_thread_pointer);
}

}  // namespace graphfuzz::runtime
