// A fiber has the thread pointer of a parked thread. How it gets that depends on the kernel:
//
// - Kernels since 5.9 usually let programs write the base of FS, which takes nanoseconds, and say so. On others the
//   instruction may work as well, but the base is lost, for that of the thread, whenever another process gets to run.
// - On those the kernel has to be asked, which takes up to microseconds, twice for each request. That is done for
//   programs with thread-locals of their own. Others have only those of libstdc++ (exceptions that are handled,
//   std::call_once), whose addresses nobody hands on: the engine's are used, and what is in them is exchanged.
//
// In the last case errno stays where it is, too: yield() looks after it.
#include "runtime/thread_storage.hpp"

#include <asm/prctl.h>
#include <sys/auxv.h>
#include <sys/syscall.h>

#include <algorithm>
#include <cerrno>

#include "runtime/image.hpp"

namespace graphfuzz::runtime {

OwnMemory own_memory;

namespace {

enum class Way { write, ask, exchange };

std::uint64_t engine_pointer = 0;
std::uint64_t entered = 0;  // 0: the engine's

Way find_way() {
  constexpr unsigned long kMayWrite = 2;  // HWCAP2_FSGSBASE
  if ((::getauxval(AT_HWCAP2) & kMayWrite) != 0) return Way::write;
  if (has_own_thread_locals()) return Way::ask;
  own_memory.error = reinterpret_cast<std::uintptr_t>(&errno);
  // Of one library, libstdc++, if it is there at all.
  for_each_thread_local(engine_pointer, [](native::Address begin, native::Address end) {
    if (begin < end) own_memory = {own_memory.error, begin, end - begin};
  });
  return Way::exchange;
}

Way way() {
  static const Way found = find_way();
  return found;
}

void write_base(std::uint64_t pointer) { asm volatile("wrfsbase %0" ::"r"(pointer) : "memory"); }

// No function: it might go by thread-locals.
void ask_for_base(std::uint64_t pointer) {
  long result = SYS_arch_prctl;
  asm volatile("syscall" : "+a"(result) : "D"(long{ARCH_SET_FS}), "S"(pointer) : "rcx", "r11", "memory");
}

void exchange_contents(std::uint64_t pointer) {
  for_each_thread_local(pointer, [&](native::Address begin, native::Address end) {
    auto* const theirs = reinterpret_cast<char*>(begin);
    std::swap_ranges(theirs, theirs + (end - begin), reinterpret_cast<char*>(begin - pointer + engine_pointer));
  });
}

}  // namespace

std::uint64_t thread_pointer() { return reinterpret_cast<std::uint64_t>(__builtin_thread_pointer()); }

void enter_thread_storage(std::uint64_t pointer) {
  if (engine_pointer == 0) {
    engine_pointer = thread_pointer();
    static_cast<void>(way());
  }
  if (pointer == engine_pointer) return;
  entered = pointer;
  switch (way()) {
    case Way::write:
      return write_base(pointer);
    case Way::ask:
      return ask_for_base(pointer);
    case Way::exchange:
      return exchange_contents(pointer);
  }
}

void leave_thread_storage() {
  if (entered == 0) return;
  const std::uint64_t pointer = entered;
  entered = 0;
  switch (way()) {
    case Way::write:
      return write_base(engine_pointer);
    case Way::ask:
      return ask_for_base(engine_pointer);
    case Way::exchange:
      return exchange_contents(pointer);
  }
}

}  // namespace graphfuzz::runtime
