#include "runtime/thread_pointer.hpp"

#include <asm/prctl.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

#include "runtime/real.hpp"

namespace graphfuzz::runtime {
namespace {

std::uint64_t engine = 0;
bool safe = false;
bool kept = true;

void set_by_instruction(std::uint64_t value) { asm volatile("wrfsbase %0" ::"r"(value) : "memory"); }

void set_by_call(std::uint64_t value) {
  long result = SYS_arch_prctl;
  asm volatile("syscall" : "+a"(result) : "D"(static_cast<long>(ARCH_SET_FS)), "S"(value) : "rcx", "r11", "memory");
}

sigjmp_buf without_instruction;
void on_illegal(int) { ::siglongjmp(without_instruction, 1); }

// Kernels that know of the instruction tell so. Others may have it enabled all the same, as under some hypervisors.
bool has_instruction() {
  constexpr unsigned long kKernelKnows = 2;  // HWCAP2_FSGSBASE
  if ((::getauxval(AT_HWCAP2) & kKernelKnows) != 0) return true;
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = on_illegal;
  real().sigaction(SIGILL, &action, &before);
  volatile bool works = false;
  if (sigsetjmp(without_instruction, 1) == 0) {
    set_by_instruction(thread_pointer());
    works = true;
  }
  real().sigaction(SIGILL, &before, nullptr);
  return works;
}

}  // namespace

void set_thread_pointer(std::uint64_t value) {
  static const bool instruction = has_instruction();
  if (instruction && !safe) {
    set_by_instruction(value);
  } else if (value != thread_pointer()) {
    set_by_call(value);
  }
}

void note_thread_pointer(std::uint64_t given) { kept = thread_pointer() == given; }
bool was_thread_pointer_kept() { return kept; }

// What is set by the instruction now is not what the kernel knows.
void switch_safely(bool safely) {
  if (safely && !safe) set_by_call(thread_pointer());
  safe = safely;
}

void note_engine_pointer() { engine = thread_pointer(); }
std::uint64_t engine_pointer() { return engine; }

EnginePointer::EnginePointer() : before_(thread_pointer()) {
  if (before_ != engine) set_thread_pointer(engine);
}
EnginePointer::~EnginePointer() {
  if (before_ != engine) set_thread_pointer(before_);
}

}  // namespace graphfuzz::runtime
