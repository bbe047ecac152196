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
#include <set>
#include <tuple>

#include "runtime/image.hpp"
#include "runtime/machine_atomics.hpp"
#include "runtime/real.hpp"
#include "runtime/request.hpp"

namespace graphfuzz::runtime {

volatile bool watched = false;

namespace {

constexpr int kHang = -1;  // as Fault::signal: of the watchdog
constexpr std::size_t kHandlerStack = std::size_t{1} << 16;
// What stories of failures are made with.
constexpr std::size_t kRescueStack = std::size_t{1} << 19;

// A fiber is looked at four times a second, and is to have asked for something after a second. Counting looks, not
// time, is fair to processes that do not get to run.
constexpr long kLook = 250'000'000;     // ns
constexpr long kLookAgain = 1'000'000;  // …, if the fiber was where it cannot be stopped
constexpr unsigned kPatience = 4;
const int kLookSignal = SIGRTMAX - 3;
timer_t timer;
bool has_timer = false;
std::uint64_t seen_runs = 0;
unsigned looks = 0;  // since it was seen to run

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

Address best_place(const Frames& frames, Address otherwise) {
  for (unsigned i = 0; i < frames.count; ++i) {
    const Place place = place_of(frames.places[i]);
    if (place.line != 0 && !place.file.starts_with("/usr/")) return frames.places[i];
  }
  return frames.count > 0 ? frames.places[0] : otherwise;
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

void set_timer(long first) {
  itimerspec when{};
  when.it_value.tv_nsec = first;
  when.it_interval.tv_nsec = first == 0 ? 0 : kLook;
  ::timer_settime(timer, 0, &when, nullptr);
}

void on_look(int, siginfo_t*, void* data) {
  const int error = errno;
  Fiber* const fiber = running;
  if (fiber == nullptr) {
    set_timer(0);
    looks = 0;
    watched = false;
  } else if (seen_runs != runs) {
    seen_runs = runs;
    looks = 0;
  } else if (++looks >= kPatience && fiber->fault.signal == 0) {
    auto& context = *static_cast<ucontext_t*>(data);
    const bool in_program =
        current == fiber && on_its_stack(*fiber, static_cast<Address>(context.uc_mcontext.gregs[REG_RSP]));
    if (in_program) {
      looks = 0;
      fiber->fault.signal = kHang;
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
      return "hang: endless loop without atomic accesses, or a call that does not return";
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
  catch_signal(kLookSignal, on_look, SA_RESTART);
  // Timers are not inherited.
  static const bool told = pthread_atfork(nullptr, nullptr, [] {
                             has_timer = false;
                             watched = false;
                           }) == 0;
  static_cast<void>(told);
}

void start_watching() {
  if (!has_timer) {
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = kLookSignal;
    event._sigev_un._tid = ::gettid();
    if (::timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) throw Unsupported("there are no timers");
    has_timer = true;
  }
  looks = 0;
  watched = true;
  set_timer(kLook);
}

// What it has accessed is told once, that it need not take as long each time.
void fail_endless(Fiber& fiber, Address place) {
  settle_plain_write(fiber);
  std::set<std::tuple<Touch::Kind, Address, std::uint8_t>> told;
  std::erase_if(fiber.arrival.touches, [&](const Touch& touch) {
    return touch.kind <= Touch::Kind::write && !told.emplace(touch.kind, touch.address, touch.size).second;
  });
  Fault fault;
  fault.signal = kHang;
  fail(fiber, text_of(fault), place);
}

Address place_in_program(Address otherwise) {
  Frames frames;
  ::_Unwind_Backtrace(look_at_frame, &frames);
  return best_place(frames, otherwise);
}

}  // namespace graphfuzz::runtime
