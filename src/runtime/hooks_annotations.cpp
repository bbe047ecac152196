// What programs tell race detectors: "dynamic annotations" (AnnotateIgnoreReadsBegin, AnnotateBenignRaceSized, …) and
// the interface of ThreadSanitizer's runtime (sanitizer/tsan_interface.h, common_interface_defs.h), which libraries
// call where they are built with -fsanitize=thread.
//
// What is not to be reported is obeyed. What says that something is ordered (AnnotateHappensBefore, __tsan_acquire, a
// mutex of the program's own) is not needed, as all atomic accesses and fences are seen: order that is not theirs would
// be an order that the memory model does not have.
#include <malloc.h>
#include <sanitizer/common_interface_defs.h>
#include <sanitizer/tsan_interface.h>

#include <vector>

#include "runtime/annotations.hpp"
#include "runtime/hook.hpp"

namespace graphfuzz::runtime {

bool has_benign_ranges = false;

namespace {

struct Range {
  Address begin;
  Address end;
};
std::vector<Range> benign_ranges;

}  // namespace

void add_benign_range(Address address, std::size_t size) {
  if (is_benign(address, size)) return;
  benign_ranges.push_back({address, address + size});
  has_benign_ranges = true;
}

bool is_benign(Address address, std::size_t size) {
  for (const Range& range : benign_ranges) {
    if (range.begin <= address && address + size <= range.end) return true;
  }
  return false;
}

}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

namespace {

void begin_to_ignore(std::uint32_t Fiber::*what) {
  if (current == nullptr) return;
  const Hook hook;
  ++(hook.fiber().*what);
}

void cease_to_ignore(std::uint32_t Fiber::*what) {
  if (current == nullptr) return;
  const Hook hook;
  if (hook.fiber().*what > 0) --(hook.fiber().*what);
}

// Before the program's threads begin, too: constructors of globals annotate them.
void expect_races(const volatile void* address, std::size_t size) {
  if (current != nullptr) {
    const Hook hook;
    return add_benign_range(address_of(address), size);
  }
  const InRuntime in;
  add_benign_range(address_of(address), size);
}

int fiber_of_the_program;  // there is none of ThreadSanitizer's; programs want an address

}  // namespace

GRAPHFUZZ_HOOK void AnnotateIgnoreReadsBegin(const char*, int) { begin_to_ignore(&Fiber::ignored_reads); }
GRAPHFUZZ_HOOK void AnnotateIgnoreReadsEnd(const char*, int) { cease_to_ignore(&Fiber::ignored_reads); }
GRAPHFUZZ_HOOK void AnnotateIgnoreWritesBegin(const char*, int) { begin_to_ignore(&Fiber::ignored_writes); }
GRAPHFUZZ_HOOK void AnnotateIgnoreWritesEnd(const char*, int) { cease_to_ignore(&Fiber::ignored_writes); }
GRAPHFUZZ_HOOK void __tsan_ignore_thread_begin() {
  begin_to_ignore(&Fiber::ignored_reads);
  begin_to_ignore(&Fiber::ignored_writes);
}
GRAPHFUZZ_HOOK void __tsan_ignore_thread_end() {
  cease_to_ignore(&Fiber::ignored_reads);
  cease_to_ignore(&Fiber::ignored_writes);
}

GRAPHFUZZ_HOOK void AnnotateBenignRaceSized(const char*, int, const volatile void* address, std::size_t size,
                                            const char*) {
  expect_races(address, size);
}
// Said of a variable whose size is not known: that of a number.
GRAPHFUZZ_HOOK void AnnotateBenignRace(const char*, int, const volatile void* address, const char*) {
  expect_races(address, sizeof(long));
}
GRAPHFUZZ_HOOK void WTFAnnotateBenignRaceSized(const char* file, int line, const volatile void* address,
                                               std::size_t size, const char* why) {
  AnnotateBenignRaceSized(file, line, address, size, why);
}

// What nothing comes of.
#define GRAPHFUZZ_UNUSED(NAME, ...) \
  GRAPHFUZZ_HOOK void NAME(__VA_ARGS__) {}

#define GRAPHFUZZ_ABOUT(NAME) GRAPHFUZZ_UNUSED(NAME, const char*, int, const volatile void*)
GRAPHFUZZ_ABOUT(AnnotateHappensBefore)
GRAPHFUZZ_ABOUT(AnnotateHappensAfter)
GRAPHFUZZ_ABOUT(WTFAnnotateHappensBefore)
GRAPHFUZZ_ABOUT(WTFAnnotateHappensAfter)
GRAPHFUZZ_ABOUT(AnnotateCondVarSignal)
GRAPHFUZZ_ABOUT(AnnotateCondVarSignalAll)
GRAPHFUZZ_ABOUT(AnnotateMutexIsNotPHB)
GRAPHFUZZ_ABOUT(AnnotateMutexIsUsedAsCondVar)
GRAPHFUZZ_ABOUT(AnnotatePCQCreate)
GRAPHFUZZ_ABOUT(AnnotatePCQDestroy)
GRAPHFUZZ_ABOUT(AnnotatePCQPut)
GRAPHFUZZ_ABOUT(AnnotatePCQGet)
GRAPHFUZZ_ABOUT(AnnotateRWLockCreate)
GRAPHFUZZ_ABOUT(AnnotateRWLockCreateStatic)
GRAPHFUZZ_ABOUT(AnnotateRWLockDestroy)
GRAPHFUZZ_ABOUT(AnnotateTraceMemory)
GRAPHFUZZ_ABOUT(AnnotateNoOp)
GRAPHFUZZ_UNUSED(AnnotateRWLockAcquired, const char*, int, const volatile void*, long)
GRAPHFUZZ_UNUSED(AnnotateRWLockReleased, const char*, int, const volatile void*, long)
GRAPHFUZZ_UNUSED(AnnotateCondVarWait, const char*, int, const volatile void*, const volatile void*)
GRAPHFUZZ_UNUSED(AnnotateNewMemory, const char*, int, const volatile void*, std::size_t)
GRAPHFUZZ_UNUSED(AnnotatePublishMemoryRange, const char*, int, const volatile void*, std::size_t)
GRAPHFUZZ_UNUSED(AnnotateUnpublishMemoryRange, const char*, int, const volatile void*, std::size_t)
GRAPHFUZZ_UNUSED(AnnotateMemoryIsInitialized, const char*, int, const volatile void*, std::size_t)
GRAPHFUZZ_UNUSED(AnnotateMemoryIsUninitialized, const char*, int, const volatile void*, std::size_t)
GRAPHFUZZ_UNUSED(AnnotateExpectRace, const char*, int, const volatile void*, const char*)
GRAPHFUZZ_UNUSED(AnnotateEnableRaceDetection, const char*, int, int)
GRAPHFUZZ_UNUSED(AnnotateThreadName, const char*, int, const char*)
GRAPHFUZZ_UNUSED(AnnotateFlushExpectedRaces, const char*, int)
GRAPHFUZZ_UNUSED(AnnotateFlushState, const char*, int)
GRAPHFUZZ_UNUSED(AnnotateIgnoreSyncBegin, const char*, int)
GRAPHFUZZ_UNUSED(AnnotateIgnoreSyncEnd, const char*, int)
GRAPHFUZZ_HOOK int RunningOnValgrind() { return 0; }
GRAPHFUZZ_HOOK double ValgrindSlowdown() { return 1; }

GRAPHFUZZ_UNUSED(__tsan_acquire, void*)
GRAPHFUZZ_UNUSED(__tsan_release, void*)
GRAPHFUZZ_UNUSED(__tsan_mutex_create, void*, unsigned)
GRAPHFUZZ_UNUSED(__tsan_mutex_destroy, void*, unsigned)
GRAPHFUZZ_UNUSED(__tsan_mutex_pre_lock, void*, unsigned)
GRAPHFUZZ_UNUSED(__tsan_mutex_post_lock, void*, unsigned, int)
GRAPHFUZZ_HOOK int __tsan_mutex_pre_unlock(void*, unsigned) { return 1; }
GRAPHFUZZ_UNUSED(__tsan_mutex_post_unlock, void*, unsigned)
GRAPHFUZZ_UNUSED(__tsan_mutex_pre_signal, void*, unsigned)
GRAPHFUZZ_UNUSED(__tsan_mutex_post_signal, void*, unsigned)
GRAPHFUZZ_UNUSED(__tsan_mutex_pre_divert, void*, unsigned)
GRAPHFUZZ_UNUSED(__tsan_mutex_post_divert, void*, unsigned)
GRAPHFUZZ_HOOK void* __tsan_external_register_tag(const char*) { return &fiber_of_the_program; }
GRAPHFUZZ_UNUSED(__tsan_external_register_header, void*, const char*)
GRAPHFUZZ_UNUSED(__tsan_external_assign_tag, void*, void*)
GRAPHFUZZ_HOOK void* __tsan_get_current_fiber() { return &fiber_of_the_program; }
GRAPHFUZZ_HOOK void* __tsan_create_fiber(unsigned) { return &fiber_of_the_program; }
GRAPHFUZZ_UNUSED(__tsan_destroy_fiber, void*)
GRAPHFUZZ_UNUSED(__tsan_switch_to_fiber, void*, unsigned)
GRAPHFUZZ_UNUSED(__tsan_set_fiber_name, void*, const char*)
GRAPHFUZZ_UNUSED(__tsan_flush_memory)
// Barriers of tests of race detectors, which are to see no order in them: so what is after them may come before.
GRAPHFUZZ_UNUSED(__tsan_testonly_barrier_init, void*, unsigned)
GRAPHFUZZ_UNUSED(__tsan_testonly_barrier_wait, void*)

GRAPHFUZZ_UNUSED(__sanitizer_set_report_path, const char*)
GRAPHFUZZ_UNUSED(__sanitizer_set_report_fd, void*)
GRAPHFUZZ_UNUSED(__sanitizer_report_error_summary, const char*)
GRAPHFUZZ_UNUSED(__sanitizer_sandbox_on_notify, __sanitizer_sandbox_arguments*)
GRAPHFUZZ_UNUSED(__sanitizer_set_death_callback, void (*)())
GRAPHFUZZ_UNUSED(__sanitizer_print_stack_trace)
GRAPHFUZZ_HOOK int __sanitizer_acquire_crash_state() { return 1; }
GRAPHFUZZ_HOOK std::size_t __sanitizer_get_allocated_size(const volatile void* block) {
  return malloc_usable_size(const_cast<void*>(block));
}
