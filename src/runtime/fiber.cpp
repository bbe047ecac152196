#include "runtime/fiber.hpp"

#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cfenv>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

#include "runtime/checkpoint.hpp"
#include "runtime/early_threads.hpp"
#include "runtime/faults.hpp"
#include "runtime/image.hpp"
#include "runtime/real.hpp"
#include "runtime/request.hpp"
#include "runtime/synchronisation.hpp"
#include "runtime/thread_locals.hpp"
#include "runtime/zero.hpp"

namespace graphfuzz::runtime {

Fiber* current = nullptr;
Fiber* volatile running = nullptr;
volatile std::uint64_t runs = 0;

namespace {

std::vector<Fiber*> fibers;  // by thread; they stay
boost::context::detail::fcontext_t engine = nullptr;
std::size_t live = 0;  // fibers that have a context
const char* refused = nullptr;

void* map_at(Address address, std::size_t size) {
  void* const wanted = reinterpret_cast<void*>(address);
  void* const got = ::mmap(wanted, size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != wanted) throw Unsupported("there is no address space for the threads of the program");
  return got;
}

// As the program or one of its libraries says: nested functions of GCC's whose address is taken are called by code that
// is put there.
bool have_code_on_stacks() {
  const auto has = [](dl_phdr_info* info, std::size_t, void*) {
    const std::span segments(info->dlpi_phdr, info->dlpi_phnum);
    return std::ranges::any_of(segments,
                               [](const auto& s) { return s.p_type == PT_GNU_STACK && (s.p_flags & PF_X) != 0; })
               ? 1
               : 0;
  };
  static const bool have = dl_iterate_phdr(has, nullptr) != 0;
  return have;
}

// Once it has told where its thread-local storage is, a fiber has that, and calls functions with it, however late this
// thread gets to run again: it calls none itself. pause() is a hook of ours, and may be a function of the program's.
void* park(void* where) {
  *static_cast<std::uint64_t*>(where) = thread_pointer();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  auto* const done = static_cast<std::uint64_t*>(where) + 1;
  __atomic_store_n(done, 1, __ATOMIC_RELEASE);
  while (true) {
    long result = SYS_pause;
    asm volatile("syscall" : "+a"(result) : : "rcx", "r11", "memory");
  }
}

}  // namespace

std::uint64_t parked_thread(ThreadId id) {
  void* const stack = map_at(kParked + id * kParkedSize, kParkedSize);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, kParkedSize);
  static std::uint64_t where[2];
  where[1] = 0;
  // Signals are for those that do something.
  sigset_t all, before;
  sigfillset(&all);
  real().pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  const int failed = real().pthread_create(&thread, &attributes, park, where);
  real().pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (failed != 0) throw Unsupported("no more threads can be started");
  pthread_attr_destroy(&attributes);
  while (__atomic_load_n(&where[1], __ATOMIC_ACQUIRE) == 0) ::usleep(1);
  return where[0];
}

namespace {

[[noreturn]] void entry(boost::context::detail::transfer_t from) {
  engine = from.fctx;
  Fiber& fiber = *static_cast<Fiber*>(from.data);
  errno = 0;
  fiber.result = fiber.start.function(fiber.start.argument);
  if (fiber.start.returns == Start::Returns::nothing) fiber.result = nullptr;
  if (fiber.start.returns == Start::Returns::number) {
    const auto number = static_cast<int>(reinterpret_cast<std::intptr_t>(fiber.result));
    fiber.result = reinterpret_cast<void*>(static_cast<std::intptr_t>(number));
  }
  finish_thread();
}

}  // namespace

Fiber& make_fiber(ThreadId id, const Start& start) {
  disturb_checkpoints();
  if (fibers.size() <= id) fibers.resize(id + std::size_t{1});
  if (!fibers[id]) {
    static_assert(sizeof(Fiber) <= kFiberSize);
    auto* const made = new (map_at(kFibers + id * kFiberSize, kFiberSize)) Fiber;
    made->id = id;
    made->stack = static_cast<char*>(map_at(kStacks + id * kStackSize, kStackSize));
    if (have_code_on_stacks()) ::mprotect(made->stack, kStackSize, PROT_READ | PROT_WRITE | PROT_EXEC);
    ::mprotect(made->stack, kStackGuard, PROT_NONE);
    if (id == 0) {
      made->thread_pointer = thread_pointer();
    } else {
      const EarlyThread* const early = early_thread_with(id);
      made->thread_pointer = early != nullptr ? early->thread_pointer : parked_thread(id);
      remember_thread_locals(made->thread_pointer);
    }
    fibers[id] = made;
  }
  Fiber& fiber = *fibers[id];
  if (fiber.context == nullptr) ++live;
  fiber.start = start;
  fiber.result = nullptr;
  fiber.children = 0;
  fiber.finished = false;
  fiber.plain_write = {};
  fiber.settled_calls.reset();
  fiber.calls.clear();
  fiber.call_numbers.clear();
  fiber.freed.clear();
  fiber.fresh.clear();
  fiber.loading_error = nullptr;
  fiber.gone = false;
  fiber.arrival.unfit = 0;
  fiber.arrival.unseen = false;
  fiber.arrival.sections = {};
  fiber.destructors.clear();
  fiber.specific.clear();
  if (id == 0) inherit_specifics(fiber);
  fiber.held.clear();
  fiber.keys = fiber.sections = fiber.section_accesses = 0;
  fiber.blocked_signals = 0;
  fiber.cancel_state = PTHREAD_CANCEL_ENABLE;
  fiber.cancel_type = PTHREAD_CANCEL_DEFERRED;
  fiber.atomic_calls.clear();
  fiber.time_outs.clear();
  fiber.woken_for_nothing.clear();
  fiber.clock = fiber.clock_read = 0;
  fiber.outside = 0;
  fiber.random = id;
  fiber.cleanup.clear();
  fiber.lowest = fiber.used = reinterpret_cast<Address>(fiber.stack) + kStackSize;
  fiber.last_look = 0;
  fiber.exiting = false;
  fiber.early_handlers = fiber.endings = 0;
  fiber.fault = {};
  make_thread_locals(fiber);
  // It takes over what the engine has computed with: the thread's state would be another one each time.
  std::feclearexcept(FE_ALL_EXCEPT);
  fiber.context = boost::context::detail::make_fcontext(fiber.stack + kStackSize, kStackSize - kStackGuard, entry);
  return fiber;
}

Fiber* fiber(ThreadId id) { return id < fibers.size() ? fibers[id] : nullptr; }
std::size_t fiber_count() { return fibers.size(); }
std::size_t live_fibers() { return live; }
bool others_run() {
  return std::ranges::any_of(
      fibers, [](const Fiber* f) { return f != nullptr && f != running && f->context != nullptr && !f->finished; });
}

void run(Fiber& fiber) {
  fiber.arrival.touches.clear();
  enter_thread_locals(fiber);
  watch();
  runs = runs + 1;
  fiber.last_run = runs;
  running = &fiber;
  current = &fiber;
  const boost::context::detail::transfer_t back = boost::context::detail::jump_fcontext(fiber.context, &fiber);
  current = nullptr;
  running = nullptr;
  leave_thread_locals(fiber);
  fiber.context = back.fctx;
  if (refused != nullptr) throw Unsupported(std::exchange(refused, nullptr));
}

void yield(Fiber& fiber) {
  const auto here = reinterpret_cast<Address>(__builtin_frame_address(0));
  if (here < fiber.lowest) fiber.lowest = here;
  const int error = errno;  // main has that of the engine
  const boost::context::detail::transfer_t back = boost::context::detail::jump_fcontext(engine, &fiber);
  engine = back.fctx;
  current = nullptr;  // back in the hook
  errno = error;
}

void refuse(const char* what) {
  if (running == nullptr) throw Unsupported(what);
  refused = what;
  while (true) yield(*running);
}

// Zeros what they have used: all that is above the lowest place that is known to have been, and what is below up to
// pages that were not used.
void drop_fibers() {
  constexpr std::size_t kLargeStack = std::size_t{1} << 18;
  constexpr std::size_t kPage = 4096;
  static const char zeros[kPage] = {};
  live = 0;
  for (Fiber* const fiber : fibers) {
    if (!fiber || fiber->context == nullptr) continue;
    const std::size_t known = fiber->lowest - reinterpret_cast<Address>(fiber->stack);
    if (kStackSize - known > kLargeStack) {
      ::madvise(fiber->stack + kStackGuard, kStackSize - kStackGuard, MADV_DONTNEED);
      fiber->context = nullptr;
      continue;
    }
    unsigned clean = 0;
    for (std::size_t at = kStackSize - kPage; at >= kStackGuard && (clean < 2 || at + kPage > known); at -= kPage) {
      if (std::memcmp(fiber->stack + at, zeros, kPage) == 0) {
        ++clean;
      } else {
        std::memset(fiber->stack + at, 0, kPage);
      }
    }
    fiber->context = nullptr;
  }
}

namespace {

// Parts of a stack that are looked at together, and how many have to be clean for nothing to be used below.
constexpr std::size_t kLook = 1024;
constexpr unsigned kCleanLooks = 8;

bool is_clean(const char* begin) {
  static const char zeros[kLook] = {};
  return std::memcmp(begin, zeros, kLook) == 0;
}

// Calls `dirty` with the parts that are used, downwards from the address.
template <class Dirty>
void look_down(const Fiber& fiber, Address from, Dirty dirty) {
  const Address end = reinterpret_cast<Address>(fiber.stack) + kStackGuard;
  Address at = from & ~Address{kLook - 1};
  for (unsigned clean = 0; clean < kCleanLooks && at > end;) {
    at -= kLook;
    char* const part = reinterpret_cast<char*>(at);
    if (is_clean(part)) {
      ++clean;
    } else {
      clean = 0;
      dirty(part);
    }
  }
}

}  // namespace

Address used_stack(Fiber& fiber) {
  if (fiber.last_look >= fiber.last_run && fiber.last_look != 0) return fiber.used;
  const Address begin = std::min(fiber.lowest, fiber.used) & ~Address{kLook - 1};
  fiber.used = begin;
  look_down(fiber, begin, [&](char* part) { fiber.used = reinterpret_cast<Address>(part); });
  fiber.last_look = runs;
  return fiber.used;
}

void clear_stack_below(const Fiber& fiber, Address address) {
  // It may have been on a stack of the program's own.
  const Address end = reinterpret_cast<Address>(fiber.stack) + kStackGuard;
  const Address known = std::max(std::min({address, fiber.lowest, fiber.used}) & ~Address{kLook - 1}, end);
  make_zero(known, address);
  look_down(fiber, known, [](char* part) { std::memset(part, 0, kLook); });
}

}  // namespace graphfuzz::runtime
