// The thread pointer (the base of the segment FS): which thread's thread-local storage code sees. Fibers borrow that of
// other threads, and are switched far too often for a system call each time. The processor has an instruction for it,
// but not every kernel keeps what it has set: one that does not know of it sets the pointer back to the thread's own
// whenever it takes the processor away for a while.
#pragma once

#include <cstdint>

namespace graphfuzz::runtime {

/// As the ABI has it, the storage begins with its own address.
inline std::uint64_t thread_pointer() {
  std::uint64_t value;
  asm volatile("mov %%fs:0, %0" : "=r"(value));
  return value;
}

/// Until the kernel sets it back, unless switches are safe.
void set_thread_pointer(std::uint64_t value);

/// The fiber that had been given this one has come back: was it still there?
void note_thread_pointer(std::uint64_t given);
/// … the last time.
bool was_thread_pointer_kept();

/// Switches with system calls, which last; or with the instruction, where there is one.
void switch_safely(bool safely);

/// Has the thread pointer of the thread that runs the engine, which the kernel knows of, while it lives: for code that
/// takes locks of libraries, whose owner is to be the same when it releases them.
class EnginePointer {
 public:
  EnginePointer();
  ~EnginePointer();
  EnginePointer(const EnginePointer&) = delete;
  EnginePointer& operator=(const EnginePointer&) = delete;

 private:
  std::uint64_t before_;
};

/// This thread runs the engine.
void note_engine_pointer();
std::uint64_t engine_pointer();

}  // namespace graphfuzz::runtime
