// Waits for descriptors, which are real, as is the time that they take: without descriptors they are sleeps, whose time
// is virtual. Our looking whether a thread ever asks for something interrupts them; that is not told the program. What
// the system writes it writes to copies first, so that the program's memory is written as its thread would.
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "runtime/faults.hpp"
#include "runtime/library.hpp"
#include "runtime/synchronisation.hpp"

using namespace graphfuzz::runtime;

namespace {

using std::chrono::nanoseconds;
using Time = std::optional<nanoseconds>;  // none: for ever

constexpr std::int64_t kMostSeconds = 1'000'000'000;  // which is as good as for ever

bool is_valid(const timespec& time) {
  constexpr long kSecond = 1'000'000'000;
  return time.tv_sec >= 0 && time.tv_nsec >= 0 && time.tv_nsec < kSecond;
}

Time from_timespec(const timespec& time) {
  return std::chrono::seconds(std::min<std::int64_t>(time.tv_sec, kMostSeconds)) + nanoseconds(time.tv_nsec);
}

timespec to_timespec(nanoseconds time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  return {seconds.count(), (time - seconds).count()};
}

Time from_milliseconds(int time) { return time < 0 ? Time() : std::chrono::milliseconds(time); }

nanoseconds real_time() {
  timespec time{};
  ::syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);  // clock_gettime is of virtual time
  return *from_timespec(time);
}

// Signals of ours come in any case.
class Mask {
 public:
  explicit Mask(const sigset_t* wanted) : is_there_(wanted != nullptr) {
    if (is_there_) mask_ = *wanted;
    ::sigdelset(&mask_, look_signal());
  }
  const sigset_t* get() const { return is_there_ ? &mask_ : nullptr; }

 private:
  bool is_there_;
  sigset_t mask_{};
};

// `wait_for(time)` is the real call, made again for the rest of the time as often as a look has interrupted it. Time
// that was waited for in vain has passed for the thread, too.
template <class Wait>
int wait_on(const Time& time, Wait wait_for) {
  const nanoseconds begin = real_time();
  Time left = time;
  while (true) {
    const unsigned looks = looks_taken;
    const int result = wait_for(left);
    if (result == 0 && time) sleep_for(static_cast<std::uint64_t>(time->count()));
    if (result >= 0 || errno != EINTR || looks_taken == looks) return result;
    if (time) left = std::max(nanoseconds(0), *time - (real_time() - begin));
  }
}

int sleep_instead(const Time& time) {
  sleep_for(static_cast<std::uint64_t>(time->count()));
  return 0;
}

int fail_with(int error) {
  errno = error;
  return -1;
}

constexpr std::size_t kMostCopied = 1024;  // more are waited for where they are

int poll_on(pollfd* fds, nfds_t count, const Time& time, const sigset_t* signals, void* from) {
  static const auto real_one = reinterpret_cast<decltype(&::ppoll)>(next_definition("ppoll"));
  const Mask mask(signals);
  const auto wait = [&](pollfd* at) {
    return wait_on(time, [&](const Time& left) {
      const timespec rest = to_timespec(left.value_or(nanoseconds(0)));
      return real_one(at, count, left ? &rest : nullptr, mask.get());
    });
  };
  if (count == 0 && time && signals == nullptr) return sleep_instead(time);
  if (count > kMostCopied || (count > 0 && fds == nullptr)) return wait(fds);
  reads(fds, count * sizeof *fds, from);
  std::array<pollfd, kMostCopied> copies;
  std::copy_n(fds, count, copies.begin());
  const int result = wait(copies.data());
  if (result < 0) return result;
  for (nfds_t i = 0; i < count; ++i) stores(&fds[i].revents, &copies[i].revents, sizeof fds[i].revents, from);
  return result;
}

// The sets of select, of which the system knows so many descriptors.
struct Sets {
  std::array<fd_set*, 3> at;
  std::array<fd_set, 3> copies{};
  std::size_t bytes;

  Sets(int count, fd_set* in, fd_set* out, fd_set* other, void* from)
      : at{in, out, other},
        bytes((static_cast<std::size_t>(std::clamp(count, 0, FD_SETSIZE)) + NFDBITS - 1) / NFDBITS * sizeof(fd_mask)) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (at[i] == nullptr) continue;
      reads(at[i], bytes, from);
      std::memcpy(&copies[i], at[i], bytes);
    }
  }
  bool empty() const { return std::count(at.begin(), at.end(), nullptr) == 3; }
  void store(const std::array<fd_set, 3>& found, void* from) const {
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (at[i] != nullptr) stores(at[i], &found[i], bytes, from);
    }
  }
};

int select_on(int count, fd_set* in, fd_set* out, fd_set* other, const Time& time, const sigset_t* signals,
              void* from) {
  static const auto real_one = reinterpret_cast<decltype(&::pselect)>(next_definition("pselect"));
  if (count < 0) return fail_with(EINVAL);
  const Mask mask(signals);
  const auto wait = [&](const std::array<fd_set*, 3>& sets, const Time& left) {
    timespec rest = to_timespec(left.value_or(nanoseconds(0)));
    return real_one(count, sets[0], sets[1], sets[2], left ? &rest : nullptr, mask.get());
  };
  if (count > FD_SETSIZE) {  // larger sets of the program's own
    return wait_on(time, [&](const Time& left) { return wait({in, out, other}, left); });
  }
  const Sets sets(count, in, out, other, from);
  if (sets.empty() && time && signals == nullptr) return sleep_instead(time);
  std::array<fd_set, 3> found{};
  const int result = wait_on(time, [&](const Time& left) {
    found = sets.copies;
    std::array<fd_set*, 3> at{};
    for (std::size_t i = 0; i < at.size(); ++i) at[i] = sets.at[i] == nullptr ? nullptr : &found[i];
    return wait(at, left);
  });
  if (result >= 0) sets.store(found, from);
  return result;
}

int epoll_on(int epoll, epoll_event* events, int most, int timeout, const sigset_t* signals, void* from) {
  static const auto real_one = reinterpret_cast<decltype(&::epoll_pwait)>(next_definition("epoll_pwait"));
  const Mask mask(signals);
  const Time time = from_milliseconds(timeout);
  std::array<epoll_event, kMostCopied> copies;
  const int room = std::min(most, static_cast<int>(kMostCopied));  // who has more room may be told of fewer
  const int result = wait_on(time, [&](const Time& left) {
    const int rest =
        left ? static_cast<int>(std::min<std::int64_t>(std::chrono::ceil<std::chrono::milliseconds>(*left).count(),
                                                       std::numeric_limits<int>::max()))
             : -1;
    return real_one(epoll, copies.data(), room, rest, mask.get());
  });
  if (result > 0) stores(events, copies.data(), static_cast<std::size_t>(result) * sizeof *events, from);
  return result;
}

}  // namespace

GRAPHFUZZ_HOOK int poll(pollfd* fds, nfds_t count, int timeout) {
  GRAPHFUZZ_OUTSIDE(poll, fds, count, timeout)
  return poll_on(fds, count, from_milliseconds(timeout), nullptr, FROM);
}

GRAPHFUZZ_HOOK int ppoll(pollfd* fds, nfds_t count, const timespec* timeout, const sigset_t* signals) {
  GRAPHFUZZ_OUTSIDE(ppoll, fds, count, timeout, signals)
  if (timeout == nullptr) return poll_on(fds, count, {}, signals, FROM);
  reads(timeout, sizeof *timeout, FROM);
  if (!is_valid(*timeout)) return fail_with(EINVAL);
  return poll_on(fds, count, from_timespec(*timeout), signals, FROM);
}

GRAPHFUZZ_HOOK int select(int count, fd_set* in, fd_set* out, fd_set* other, timeval* timeout) {
  GRAPHFUZZ_OUTSIDE(select, count, in, out, other, timeout)
  if (timeout == nullptr) return select_on(count, in, out, other, {}, nullptr, FROM);
  reads(timeout, sizeof *timeout, FROM);
  constexpr std::int64_t kMicroseconds = 1'000'000;
  if (timeout->tv_sec < 0 || timeout->tv_usec < 0) return fail_with(EINVAL);
  const nanoseconds time = *from_timespec({timeout->tv_sec, 0}) + std::chrono::microseconds(std::min<std::int64_t>(
                                                                      timeout->tv_usec, kMostSeconds * kMicroseconds));
  const nanoseconds begin = real_time();
  const int result = select_on(count, in, out, other, time, nullptr, FROM);
  if (result < 0) return result;
  // Linux says how much of the time was left.
  const nanoseconds left = result == 0 ? nanoseconds(0) : std::max(nanoseconds(0), time - (real_time() - begin));
  const timespec rest = to_timespec(left);
  const timeval told{rest.tv_sec, rest.tv_nsec / 1000};
  stores(timeout, &told, sizeof told, FROM);
  return result;
}

GRAPHFUZZ_HOOK int pselect(int count, fd_set* in, fd_set* out, fd_set* other, const timespec* timeout,
                           const sigset_t* signals) {
  GRAPHFUZZ_OUTSIDE(pselect, count, in, out, other, timeout, signals)
  if (timeout == nullptr) return select_on(count, in, out, other, {}, signals, FROM);
  reads(timeout, sizeof *timeout, FROM);
  if (!is_valid(*timeout)) return fail_with(EINVAL);
  return select_on(count, in, out, other, from_timespec(*timeout), signals, FROM);
}

GRAPHFUZZ_HOOK int epoll_wait(int epoll, epoll_event* events, int most, int timeout) {
  GRAPHFUZZ_OUTSIDE(epoll_wait, epoll, events, most, timeout)
  return epoll_on(epoll, events, most, timeout, nullptr, FROM);
}

GRAPHFUZZ_HOOK int epoll_pwait(int epoll, epoll_event* events, int most, int timeout, const sigset_t* signals) {
  GRAPHFUZZ_OUTSIDE(epoll_pwait, epoll, events, most, timeout, signals)
  return epoll_on(epoll, events, most, timeout, signals, FROM);
}
