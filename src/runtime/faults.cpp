#include "runtime/faults.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <unordered_map>
#include <utility>

#include "runtime/heap.hpp"
#include "runtime/image.hpp"
#include "runtime/late_libraries.hpp"
#include "runtime/machine_atomics.hpp"
#include "runtime/real.hpp"
#include "runtime/request.hpp"

namespace graphfuzz::runtime {

volatile bool watched = false;
volatile unsigned looks_taken = 0;

namespace {

// As Fault::signal: of the watchdog; the second of a call of the system that waits while there are other threads, for
// one of them, perhaps.
constexpr int kHang = -1, kWaits = -2;
constexpr std::size_t kHandlerStack = std::size_t{1} << 16;
// What stories of failures are made with.
constexpr std::size_t kRescueStack = std::size_t{1} << 19;

// A fiber is looked at four times a second, or more often. It is to have asked for something after so many looks that
// find it in the same call of the system, or when it has computed for as long as the user says. Counting looks, and the
// time of the processor, is fair to processes that do not get to run.
constexpr long kLook = 250'000'000;     // ns
constexpr long kLookAgain = 1'000'000;  // …, if the fiber was where it cannot be stopped
constexpr unsigned kPatience = 4;
constexpr std::chrono::milliseconds kAtWork{20};  // who has been so between two looks is not stuck in a call
timer_t timer;
bool has_timer = false;
std::uint64_t seen_runs = 0;
unsigned looks = 0;                                    // at which it was in a call of the system, the last ones
std::chrono::nanoseconds time_began{0}, time_seen{0};  // of the processor: when it was seen to run, at the last look

bool on_its_stack(const Fiber& fiber, Address address) {
  const auto stack = reinterpret_cast<Address>(fiber.stack);
  return address >= stack + kStackGuard && address < stack + kStackSize;
}

_Unwind_Reason_Code look_at_frame(_Unwind_Context* context, void* data) {
  int before = 0;
  const Address ip = ::_Unwind_GetIPInfo(context, &before);
  const Address place = before != 0 ? ip : ip - 1;
  if (!is_program_code(place)) return _URC_NO_REASON;
  auto& frames = *static_cast<Frames*>(data);
  frames.places[frames.count++] = place;
  return frames.count == Frames::kMost ? _URC_NORMAL_STOP : _URC_NO_REASON;
}

// Where it was interrupted, as far as that is code of the program; else from where that was called.
Frames interrupted_frames(const Fiber& fiber, const ucontext_t& context) {
  Frames frames;
  ::_Unwind_Backtrace(look_at_frame, &frames);
  const auto ip = static_cast<Address>(context.uc_mcontext.gregs[REG_RIP]);
  if (frames.count > 0) return frames;
  const auto sp = static_cast<Address>(context.uc_mcontext.gregs[REG_RSP]);
  if (on_its_stack(fiber, sp)) {  // a call of what is no code
    const Address back = static_cast<Address>(read_memory(sp, 8)) - 1;
    if (is_program_code(back)) {
      frames.places[frames.count++] = back;
      return frames;
    }
  }
  frames.places[frames.count++] = ip;
  return frames;
}

[[noreturn]] void fail_for_fault();

// Lets the fiber go on in fail_for_fault, below what it has on its stack: others may have pointers to that.
void redirect(const Fiber& fiber, ucontext_t& context) {
  auto& registers = context.uc_mcontext.gregs;
  const Address least = reinterpret_cast<Address>(fiber.stack) + kStackGuard + kRescueStack;
  constexpr Address kRedZone = 512;
  auto sp = static_cast<Address>(registers[REG_RSP]);
  sp = on_its_stack(fiber, sp) && sp - kRedZone > least ? sp - kRedZone : least;
  sp = (sp & ~Address{15}) - 8;
  write_memory(sp, 8, 0);  // it is called by nobody
  registers[REG_RSP] = static_cast<greg_t>(sp);
  registers[REG_RBP] = 0;
  registers[REG_RIP] = reinterpret_cast<greg_t>(&fail_for_fault);
  constexpr greg_t kTrap = 0x100, kDirection = 0x400, kAlignment = 0x40000;
  registers[REG_EFL] &= ~(kTrap | kDirection | kAlignment);
}

// Of the process itself: as if nobody had looked.
void do_default(int number, const siginfo_t& info) {
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  real().sigaction(number, &action, nullptr);
  if (info.si_code <= 0) ::syscall(SYS_tgkill, ::getpid(), ::gettid(), number);
}

void on_fault(int number, siginfo_t* info, void* data) {
  const int error = errno;
  auto& context = *static_cast<ucontext_t*>(data);
  if (number == SIGTRAP && enter_machine_atomic(context)) {
    errno = error;
    return;
  }
  Fiber* const fiber = running;
  if (fiber == nullptr || info->si_code <= 0 || fiber->fault.again) return do_default(number, *info);
  Fault& fault = fiber->fault;
  if (fault.signal != 0) {
    fault.again = true;
  } else {
    fault.signal = number;
    fault.address = info->si_code == SI_KERNEL ? ~Address{0} : reinterpret_cast<Address>(info->si_addr);
    const auto stack = reinterpret_cast<Address>(fiber->stack);
    fault.overflow = number == SIGSEGV && fault.address >= stack && fault.address < stack + kStackGuard;
    fault.code = static_cast<Address>(context.uc_mcontext.gregs[REG_RIP]);
    fault.frames = interrupted_frames(*fiber, context);
  }
  redirect(*fiber, context);
  errno = error;
}

constexpr long kBriefLook = 25'000'000;

long time_to_look() { return checks.brief ? kBriefLook : kLook; }

void set_timer(long first) {
  itimerspec when{};
  when.it_value.tv_nsec = first;
  when.it_interval.tv_nsec = first == 0 ? 0 : time_to_look();
  ::timer_settime(timer, 0, &when, nullptr);
}

std::chrono::nanoseconds processor_time() {
  timespec time{};
  ::syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &time);  // clock_gettime is of virtual time
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// Is it at the instruction that calls the system, as it will be called again, or behind it?
bool is_in_call(const ucontext_t& context) {
  constexpr unsigned char kCall[] = {0x0f, 0x05};
  const auto ip = static_cast<Address>(context.uc_mcontext.gregs[REG_RIP]);
  constexpr Address kPage = 4096;
  const auto is_call = [&](Address at) {
    return at % kPage <= kPage - sizeof kCall && std::memcmp(reinterpret_cast<const void*>(at), kCall, 2) == 0;
  };
  return is_call(ip) || (ip % kPage >= sizeof kCall && is_call(ip - sizeof kCall));
}

// Looks at who has not asked for anything since the last look: kHang, kWaits, or 0.
int look_at(const ucontext_t& context) {
  const std::chrono::nanoseconds now = processor_time();
  const bool stuck = now - std::exchange(time_seen, now) < kAtWork && is_in_call(context);
  looks = stuck ? looks + 1 : 0;
  if (looks >= kPatience) return others_run() ? kWaits : kHang;
  return now - time_began >= checks.hang_after ? kHang : 0;
}

void on_look(int, siginfo_t*, void* data) {
  const int error = errno;
  looks_taken = looks_taken + 1;
  Fiber* const fiber = running;
  if (fiber == nullptr) {
    set_timer(0);
    looks = 0;
    watched = false;
  } else if (seen_runs != runs) {
    seen_runs = runs;
    looks = 0;
    time_began = time_seen = processor_time();
  } else if (auto& context = *static_cast<ucontext_t*>(data); fiber->fault.signal != 0) {
    // It is on its way.
  } else if (const int hung = look_at(context); hung != 0) {
    const bool in_program = (current == fiber || is_loading_library()) &&
                            on_its_stack(*fiber, static_cast<Address>(context.uc_mcontext.gregs[REG_RSP]));
    if (in_program) {
      looks = 0;
      fiber->fault.signal = hung;
      fiber->fault.frames = interrupted_frames(*fiber, context);
      redirect(*fiber, context);
    } else {
      set_timer(kLookAgain);
    }
  }
  errno = error;
}

std::string access_text(const Fault& fault) {
  constexpr Address kNearNull = 4096;
  if (fault.address == ~Address{0}) return "access to an address that there cannot be";
  if (fault.address == fault.code) return fmt::format("call of what is no code, at {:#x}", fault.address);
  if (fault.address == 0) return "access through a null pointer";
  if (fault.address < kNearNull) return fmt::format("access through a null pointer, at {:#x}", fault.address);
  return fmt::format("access to address {:#x}", fault.address);
}

std::string text_of(const Fault& fault) {
  if (fault.overflow) return fmt::format("stack-overflow: more than {} MiB", (kStackSize - kStackGuard) >> 20);
  switch (fault.signal) {
    case kHang:
      return "hang: endless loop without atomic accesses, or a call that does not return; what computes for longer "
             "needs "
             "a larger --hang-after";
    case kWaits:
      return "unsupported: a call that does not return: it waits for another thread, perhaps, by a pipe or the like";
    case SIGSEGV:
      return "signal: SIGSEGV: " + access_text(fault);
    case SIGBUS:
      return "signal: SIGBUS: " + access_text(fault);
    case SIGFPE:
      return "signal: SIGFPE: division by zero, or a quotient that is too large";
    case SIGILL:
      return "signal: SIGILL: illegal instruction";
    case SIGTRAP:
      return "signal: SIGTRAP: trap";
    default:
      return fmt::format("signal: {}", fault.signal);
  }
}

// Where fibers go on that had to be stopped.
void fail_for_fault() {
  Fiber& fiber = *running;
  const bool hangs = fiber.fault.signal == kHang || fiber.fault.signal == kWaits;
  refuse_in_constructor(hangs ? "dlopen: a constructor of the library does not come to its end: --fork tells more"
                              : "dlopen: a constructor of the library crashes: --fork tells more");
  current = nullptr;
  const Fault fault = fiber.fault;
  const Address place = fault.again ? fault.code : best_place(fault.frames, fault.code);
  const Fiber::PlainWrite write = fiber.plain_write;
  // The write that was announced may be what failed.
  if (fault.again || fault.signal == SIGSEGV || fault.signal == SIGBUS) {
    const bool own = fault.address >= write.address && fault.address < write.address + write.size;
    if (fault.again || own || fault.address == ~Address{0}) fiber.plain_write.size = 0;
  }
  if (fault.signal == kHang) fail_endless(fiber, place);
  if (!fault.again) settle_plain_write(fiber);
  fail(fiber, text_of(fault), place);
}

void catch_signal(int number, void (*handler)(int, siginfo_t*, void*), int flags) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | flags;
  sigfillset(&action.sa_mask);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) sigdelset(&action.sa_mask, fault);
  real().sigaction(number, &action, nullptr);
}

}  // namespace

void catch_faults() {
  static thread_local bool done = false;
  if (done) return;
  done = true;
  stack_t stack{};
  stack.ss_size = kHandlerStack;
  stack.ss_sp = ::mmap(nullptr, kHandlerStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack.ss_sp == MAP_FAILED || real().sigaltstack(&stack, nullptr) != 0) {
    throw Unsupported("there is no memory for a stack of signal handlers");
  }
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) catch_signal(number, on_fault, SA_NODEFER);
  catch_signal(look_signal(), on_look, SA_RESTART);
  // Timers are not inherited.
  static const bool told = pthread_atfork(nullptr, nullptr, [] {
                             has_timer = false;
                             watched = false;
                           }) == 0;
  static_cast<void>(told);
}

int look_signal() { return SIGRTMAX - 3; }

void start_watching() {
  if (!has_timer) {
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = look_signal();
    event._sigev_un._tid = ::gettid();
    if (::timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) throw Unsupported("there are no timers");
    has_timer = true;
  }
  looks = 0;
  time_began = time_seen = processor_time();
  watched = true;
  set_timer(time_to_look());
}

void tell_once(Fiber& fiber) {
  std::vector<Touch>& touches = fiber.arrival.touches;
  std::unordered_map<Address, std::size_t> told;  // where it is among those that stay
  std::size_t count = 0;
  bool begun = true;  // does the first touch of the call stay that the last one was of?
  for (const Touch& touch : touches) {
    if (!touch.more) begun = false;
    const bool is_access = touch.kind <= Touch::Kind::write;
    if (is_access) {
      constexpr Address kSizes = 16;  // no address has bits where these and two flags go
      const Address what = (touch.address << 6) + touch.size % kSizes +
                           (touch.kind == Touch::Kind::write ? kSizes : 0) + (touch.unwatched ? 2 * kSizes : 0);
      const auto [known, is_new] = told.emplace(what, count);
      if (!is_new) {
        if (touch.kind == Touch::Kind::write) touches[known->second].value = touch.value;
        touches[known->second].own = touches[known->second].own && touch.own;
        continue;
      }
    } else {
      told.clear();  // it may be of memory that was freed, or is another's, from here on
    }
    touches[count] = touch;
    touches[count].more = touch.more && begun;
    begun = true;
    ++count;
  }
  touches.resize(count);
}

// What it has accessed is told once, that it need not take as long each time.
void fail_endless(Fiber& fiber, Address place) {
  settle_plain_write(fiber);
  tell_once(fiber);
  Fault fault;
  fault.signal = kHang;
  fail(fiber, text_of(fault), place);
}

Address best_place(const Frames& frames, Address otherwise) {
  for (unsigned i = 0; i < frames.count; ++i) {
    const Place place = place_of(frames.places[i]);
    if (place.line != 0 && !place.file.starts_with("/usr/")) return frames.places[i];
  }
  return frames.count > 0 ? frames.places[0] : otherwise;
}

Address place_in_program(Address otherwise) {
  Frames frames;
  ::_Unwind_Backtrace(look_at_frame, &frames);
  return best_place(frames, otherwise);
}

}  // namespace graphfuzz::runtime
