// Signals. Those that a program sends to itself are virtual, and so are its handlers, which are called where the signal
// is sent, or where it is no longer blocked. Blocked signals are words that others write and who waits for them reads;
// one to another thread has to be blocked there, as nobody is interrupted. Signals of the processor are failures,
// whatever handler there is for them. Timers never fire.
#include <errno.h>
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "runtime/faults.hpp"
#include "runtime/hook.hpp"
#include "runtime/outside.hpp"
#include "runtime/signals.hpp"
#include "runtime/synchronisation.hpp"
#include "runtime/thread_memory.hpp"

using namespace graphfuzz::runtime;
using graphfuzz::Operation;
using graphfuzz::ThreadId;
using graphfuzz::Value;

namespace {

constexpr int kSignals = _NSIG;
std::array<struct sigaction, kSignals> actions{};
bool any_action = false;

bool is_signal(int number) { return number > 0 && number < kSignals; }

bool ignored_by_default(int number) {
  constexpr std::array kIgnored = {SIGCHLD, SIGURG, SIGWINCH, SIGCONT};
  return std::find(kIgnored.begin(), kIgnored.end(), number) != kIgnored.end();
}

std::uint64_t bit_of(int number) { return std::uint64_t{1} << (number - 1); }

std::uint64_t bits_of(const sigset_t& set) {
  std::uint64_t bits = 0;
  for (int number = 1; number < kSignals; ++number) {
    if (sigismember(&set, number) == 1) bits |= bit_of(number);
  }
  return bits;
}

bool does_nothing(int number) {
  const struct sigaction& action = actions[static_cast<std::size_t>(number)];
  if ((action.sa_flags & SA_SIGINFO) != 0) return false;
  return action.sa_handler == SIG_IGN || (action.sa_handler == SIG_DFL && ignored_by_default(number));
}

void put_bits(std::uint64_t bits, sigset_t& set) {
  sigemptyset(&set);
  for (int number = 1; number < kSignals; ++number) {
    if ((bits & bit_of(number)) != 0) sigaddset(&set, number);
  }
}

Word signals_of(ThreadId thread) { return {address_of(&thread_page(thread).signals), 8}; }
Word blocked_by(ThreadId thread) { return {address_of(&thread_page(thread).blocked), 8}; }
Word signals_for_all() { return {address_of(&thread_page(0).all_signals), 8}; }
Word signals_sent() { return {address_of(&thread_page(0).signals_sent), 8}; }

void leave_signal(Fiber& fiber, const Word& word, int number, Address place) {
  update(fiber, word, Operation::bit_or, static_cast<Value>(bit_of(number)), place);
  update(fiber, signals_sent(), Operation::add, 1, place);
}

// The lowest of these signals that is there for the thread, which it is no longer; 0 if none is.
int take_signal(Fiber& fiber, std::uint64_t wanted, Address place) {
  for (const Word& word : {signals_of(fiber.id), signals_for_all()}) {
    const std::uint64_t there = static_cast<std::uint64_t>(read(fiber, word, place)) & wanted;
    if (there == 0) continue;
    const std::uint64_t lowest = there & -there;
    const Value before = update(fiber, word, Operation::bit_and, static_cast<Value>(~lowest), place);
    if ((static_cast<std::uint64_t>(before) & lowest) != 0) return std::countr_zero(lowest) + 1;
  }
  return 0;
}

// Without `time` until there is one; else it may be too late, and 0.
int wait_for_signal(Fiber& fiber, std::uint64_t wanted, const timespec* time, Address place) {
  while (true) {
    const Value sent = read(fiber, signals_sent(), place);
    if (const int number = take_signal(fiber, wanted, place); number != 0) return number;
    if (time != nullptr && time->tv_sec == 0 && time->tv_nsec == 0) return 0;
    if (time != nullptr && choose(fiber, 2, place) != 0) {
      note_time_out(fiber, nullptr, place);
      return 0;
    }
    read(fiber, signals_sent(), place, {Wait::Kind::not_equal, sent});
  }
}

// If one that is sent to the process may interrupt another thread, nobody can say which, and when.
void refuse_to_interrupt_others(Fiber& fiber, int number, Address place) {
  for (std::size_t i = 0; i < fiber_count(); ++i) {
    const Fiber* const other = graphfuzz::runtime::fiber(static_cast<ThreadId>(i));
    if (other == nullptr || other->context == nullptr || other->finished || other == &fiber) continue;
    if ((other->blocked_signals & bit_of(number)) == 0 && !does_nothing(number)) {
      fail(fiber, "unsupported: a signal to the process, which interrupts another thread: that does not block it",
           place_in_program(place));
    }
  }
}

// One that is blocked waits for its thread, or for any.
int send(int number, bool to_all, void* from) {
  if (number == 0) return 0;
  if (!is_signal(number)) {
    errno = EINVAL;
    return -1;
  }
  if ((current->blocked_signals & bit_of(number)) != 0) {
    Hook hook;
    if (to_all) refuse_to_interrupt_others(hook.fiber(), number, caller(from));
    leave_signal(hook.fiber(), to_all ? signals_for_all() : signals_of(hook.fiber().id), number, caller(from));
    return 0;
  }
  const struct sigaction action = actions[static_cast<std::size_t>(number)];
  const bool uncatchable = number == SIGKILL || number == SIGSTOP;
  if (!uncatchable && (action.sa_flags & SA_SIGINFO) != 0) {
    siginfo_t info{};
    info.si_signo = number;
    info.si_pid = ::getpid();
    action.sa_sigaction(number, &info, nullptr);
    return 0;
  }
  if (!uncatchable && action.sa_handler == SIG_IGN) return 0;
  if (!uncatchable && action.sa_handler != SIG_DFL) {
    action.sa_handler(number);
    return 0;
  }
  if (ignored_by_default(number)) return 0;
  Hook hook;
  const char* const name = ::sigabbrev_np(number);
  const std::string text = name == nullptr ? fmt::format("signal {}", number) : fmt::format("SIG{}", name);
  fail(hook.fiber(), fmt::format("signal: {}, which the program sends to itself", text),
       place_in_program(caller(from)));
}

// To a thread: to another one only if it blocks the signal.
int send_to(const Fiber& other, int number, const char* function, void* from) {
  if (number == 0) return 0;
  if (&other == current) return send(number, false, from);
  Hook hook;
  Fiber& fiber = hook.fiber();
  const auto blocked = static_cast<std::uint64_t>(read(fiber, blocked_by(other.id), caller(from)));
  if ((blocked & bit_of(number)) != 0) {
    leave_signal(fiber, signals_of(other.id), number, caller(from));
  } else if (!does_nothing(number)) {
    fail(fiber, fmt::format("unsupported: {}() of another thread, which does not block the signal", function),
         caller(from));
  }
  return 0;
}

void set_action(int number, const struct sigaction& action) {
  actions[static_cast<std::size_t>(number)] = action;
  any_action = true;
  const std::uint64_t what = hash_of_all({reinterpret_cast<std::uint64_t>(action.sa_handler),
                                          static_cast<std::uint64_t>(action.sa_flags), bits_of(action.sa_mask)});
  note_outside(Outside::handler, static_cast<std::uint64_t>(number), what);
}

sighandler_t handle(int number, sighandler_t handler) {
  if (!is_signal(number) || number == SIGKILL || number == SIGSTOP) {
    errno = EINVAL;
    return SIG_ERR;
  }
  const sighandler_t before = actions[static_cast<std::size_t>(number)].sa_handler;
  struct sigaction action {};
  action.sa_handler = handler;
  set_action(number, action);
  return before;
}

}  // namespace

void graphfuzz::runtime::inherit_blocked_signals(Fiber& fiber, Fiber& made, Address place) {
  made.blocked_signals = fiber.blocked_signals;
  if (made.blocked_signals != 0) write(fiber, blocked_by(made.id), static_cast<Value>(made.blocked_signals), place);
}

void graphfuzz::runtime::reset_signals() {
  if (any_action) actions.fill({});
  any_action = false;
}

GRAPHFUZZ_HOOK int raise(int number) {
  GRAPHFUZZ_REAL(raise);
  if (is_no_thread()) return real_one(number);
  return send(number, false, __builtin_return_address(0));
}
GRAPHFUZZ_HOOK int kill(pid_t pid, int number) {
  GRAPHFUZZ_REAL(kill);
  if (is_no_thread()) return real_one(pid, number);
  if (pid == ::getpid() || pid == 0) return send(number, true, __builtin_return_address(0));
  if (number == 0) return real_one(pid, 0);
  refuse("kill", __builtin_return_address(0));
}
GRAPHFUZZ_HOOK int killpg(int group, int number) {
  GRAPHFUZZ_REAL(killpg);
  if (is_no_thread()) return real_one(group, number);
  return kill(0, number);
}
GRAPHFUZZ_HOOK int sigqueue(pid_t pid, int number, const union sigval value) {
  GRAPHFUZZ_REAL(sigqueue);
  if (is_no_thread()) return real_one(pid, number, value);
  // Of real-time signals each is kept, with its value; here they are bits.
  if (number >= SIGRTMIN || value.sival_ptr != nullptr) refuse("sigqueue", __builtin_return_address(0));
  return kill(pid, number);
}
GRAPHFUZZ_HOOK int pthread_sigqueue(pthread_t thread, int number, const union sigval value) {
  GRAPHFUZZ_REAL(pthread_sigqueue);
  if (is_no_thread()) return real_one(thread, number, value);
  if (number >= SIGRTMIN || value.sival_ptr != nullptr) refuse("pthread_sigqueue", __builtin_return_address(0));
  return pthread_kill(thread, number);
}

GRAPHFUZZ_HOOK int pthread_kill(pthread_t thread, int number) {
  GRAPHFUZZ_REAL(pthread_kill);
  if (is_no_thread()) return real_one(thread, number);
  if (number < 0 || number >= kSignals) return EINVAL;
  const Fiber* const other = fiber_of(thread);
  return other == nullptr ? ESRCH : send_to(*other, number, "pthread_kill", __builtin_return_address(0));
}
// Threads by the numbers that gettid() gives them.
GRAPHFUZZ_HOOK int tgkill(pid_t pid, pid_t thread, int number) {
  GRAPHFUZZ_REAL(tgkill);
  if (is_no_thread()) return real_one(pid, thread, number);
  const auto error = [](int what) { return errno = what, -1; };
  if (number < 0 || number >= kSignals) return error(EINVAL);
  if (pid != ::getpid()) refuse("tgkill", __builtin_return_address(0));
  const Fiber* const other = thread < pid ? nullptr : fiber(static_cast<ThreadId>(thread - pid));
  if (other == nullptr || other->context == nullptr) return error(ESRCH);
  return send_to(*other, number, "tgkill", __builtin_return_address(0));
}

GRAPHFUZZ_HOOK sighandler_t signal(int number, sighandler_t handler) {
  GRAPHFUZZ_REAL(signal);
  return current == nullptr ? real_one(number, handler) : handle(number, handler);
}
GRAPHFUZZ_HOOK sighandler_t __sysv_signal(int number, sighandler_t handler) {
  static const auto real_one = reinterpret_cast<sighandler_t (*)(int, sighandler_t)>(next_definition("__sysv_signal"));
  return current == nullptr ? real_one(number, handler) : handle(number, handler);
}
GRAPHFUZZ_HOOK int sigaction(int number, const struct sigaction* action, struct sigaction* before) {
  if (current == nullptr) return real().sigaction(number, action, before);
  if (!is_signal(number) || (action != nullptr && (number == SIGKILL || number == SIGSTOP))) {
    errno = EINVAL;
    return -1;
  }
  const struct sigaction known = actions[static_cast<std::size_t>(number)];
  if (action != nullptr) set_action(number, *action);
  if (before != nullptr) *before = known;
  return 0;
}

GRAPHFUZZ_HOOK int pthread_sigmask(int how, const sigset_t* set, sigset_t* before) {
  if (current == nullptr) return real().pthread_sigmask(how, set, before);
  Fiber& fiber = *current;
  const std::uint64_t blocked = fiber.blocked_signals;
  if (set != nullptr) {
    const std::uint64_t bits = bits_of(*set) & ~(bit_of(SIGKILL) | bit_of(SIGSTOP));
    if (how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
    fiber.blocked_signals = how == SIG_BLOCK ? blocked | bits : how == SIG_UNBLOCK ? blocked & ~bits : bits;
  }
  if (before != nullptr) put_bits(blocked, *before);
  if (fiber.blocked_signals != blocked) {
    Hook hook;
    write(fiber, blocked_by(fiber.id), static_cast<Value>(fiber.blocked_signals), GRAPHFUZZ_CALLER);
  }
  // Of those that were blocked and are no longer.
  const std::uint64_t freed = blocked & ~fiber.blocked_signals;
  const auto next = [&] {
    Hook hook;
    return take_signal(hook.fiber(), freed, GRAPHFUZZ_CALLER);
  };
  if (freed == 0) return 0;
  for (int number = next(); number != 0; number = next()) send(number, false, __builtin_return_address(0));
  return 0;
}
GRAPHFUZZ_HOOK int sigprocmask(int how, const sigset_t* set, sigset_t* before) {
  GRAPHFUZZ_REAL(sigprocmask);
  if (current == nullptr) return real_one(how, set, before);
  const int error = pthread_sigmask(how, set, before);
  if (error == 0) return 0;
  errno = error;
  return -1;
}
GRAPHFUZZ_HOOK int sigpending(sigset_t* set) {
  GRAPHFUZZ_REAL(sigpending);
  if (current == nullptr) return real_one(set);
  Hook hook;
  Fiber& fiber = hook.fiber();
  Value there = read(fiber, signals_of(fiber.id), GRAPHFUZZ_CALLER);
  there |= read(fiber, signals_for_all(), GRAPHFUZZ_CALLER);
  put_bits(static_cast<std::uint64_t>(there) & fiber.blocked_signals, *set);
  return 0;
}
GRAPHFUZZ_HOOK int sigaltstack(const stack_t* stack, stack_t* before) {
  if (current == nullptr) return real().sigaltstack(stack, before);
  if (before != nullptr) {
    *before = {};
    before->ss_flags = SS_DISABLE;
  }
  return 0;
}
GRAPHFUZZ_HOOK int pause() {
  GRAPHFUZZ_REAL(pause);
  if (current == nullptr) return real_one();
  refuse("pause", __builtin_return_address(0));
}
GRAPHFUZZ_HOOK int sigsuspend(const sigset_t* set) {
  GRAPHFUZZ_REAL(sigsuspend);
  if (current == nullptr) return real_one(set);
  refuse("sigsuspend", __builtin_return_address(0));
}
GRAPHFUZZ_HOOK int sigwait(const sigset_t* set, int* number) {
  GRAPHFUZZ_REAL(sigwait);
  if (current == nullptr) return real_one(set, number);
  Hook hook;
  put(hook.fiber(), number, wait_for_signal(hook.fiber(), bits_of(*set), nullptr, GRAPHFUZZ_CALLER), GRAPHFUZZ_CALLER);
  return 0;
}
GRAPHFUZZ_HOOK int sigtimedwait(const sigset_t* set, siginfo_t* info, const timespec* time) {
  GRAPHFUZZ_REAL(sigtimedwait);
  if (current == nullptr) return real_one(set, info, time);
  Hook hook;
  const int number = wait_for_signal(hook.fiber(), bits_of(*set), time, GRAPHFUZZ_CALLER);
  if (number == 0) {
    errno = EAGAIN;
    return -1;
  }
  if (info != nullptr) {
    siginfo_t sent{};
    sent.si_signo = number;
    sent.si_pid = ::getpid();
    put(hook.fiber(), info, sent, GRAPHFUZZ_CALLER);
  }
  return number;
}
GRAPHFUZZ_HOOK int sigwaitinfo(const sigset_t* set, siginfo_t* info) {
  GRAPHFUZZ_REAL(sigwaitinfo);
  if (current == nullptr) return real_one(set, info);
  return sigtimedwait(set, info, nullptr);
}

GRAPHFUZZ_HOOK unsigned alarm(unsigned seconds) {
  GRAPHFUZZ_REAL(alarm);
  return current == nullptr ? real_one(seconds) : 0;
}
GRAPHFUZZ_HOOK useconds_t ualarm(useconds_t first, useconds_t then) {
  GRAPHFUZZ_REAL(ualarm);
  return current == nullptr ? real_one(first, then) : 0;
}
GRAPHFUZZ_HOOK int setitimer(__itimer_which_t which, const itimerval* value, itimerval* before) {
  GRAPHFUZZ_REAL(setitimer);
  if (current == nullptr) return real_one(which, value, before);
  if (before != nullptr) *before = {};
  return 0;
}
GRAPHFUZZ_HOOK int timer_create(clockid_t clock, sigevent* event, timer_t* timer) {
  GRAPHFUZZ_REAL(timer_create);
  if (current == nullptr) return real_one(clock, event, timer);
  refuse("timer_create", __builtin_return_address(0));
}
