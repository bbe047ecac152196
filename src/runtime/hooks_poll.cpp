// Waits for descriptors, which are real, as is the time that they take: without descriptors they are sleeps, whose time
// is virtual. Our looking whether a thread ever asks for something interrupts them; that is not told the program.
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>

#include "runtime/faults.hpp"
#include "runtime/library.hpp"
#include "runtime/synchronisation.hpp"

using namespace graphfuzz::runtime;

namespace {

using std::chrono::nanoseconds;
using Time = std::optional<nanoseconds>;  // none: for ever

Time from_milliseconds(int time) { return time < 0 ? Time() : std::chrono::milliseconds(time); }
Time from_timespec(const timespec* time) {
  if (time == nullptr) return {};
  return std::chrono::seconds(time->tv_sec) + nanoseconds(time->tv_nsec);
}
int to_milliseconds(const Time& time) {
  return time ? static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(*time).count()) : -1;
}

nanoseconds real_time() {
  timespec time{};
  ::syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time);  // clock_gettime is of virtual time
  return *from_timespec(&time);
}

// `wait_for(time)` is the real call, made again for the rest of the time as often as a look has interrupted it.
template <class Wait>
int wait_on(Time time, Wait wait_for) {
  const nanoseconds begin = real_time();
  Time left = time;
  while (true) {
    const unsigned looks = looks_taken;
    const int result = wait_for(left);
    if (result >= 0 || errno != EINTR || looks_taken == looks) return result;
    if (time) left = std::max(nanoseconds(0), *time - (real_time() - begin));
  }
}

int sleep_instead(const Time& time) {
  sleep_for(static_cast<std::uint64_t>(time->count()));
  return 0;
}

void announce(void* at, std::size_t size, void* from) {
  if (at == nullptr) return;
  reads(at, size, from);
  writes(at, size, from);
}

// The descriptors are in whole words of the sets.
void announce_sets(int count, fd_set* in, fd_set* out, fd_set* other, void* from) {
  const std::size_t words = (static_cast<std::size_t>(std::clamp(count, 0, FD_SETSIZE)) + NFDBITS - 1) / NFDBITS;
  for (fd_set* set : {in, out, other}) announce(set, words * sizeof(fd_mask), from);
}

// As the call changes them, and is made again only if it has not returned.
int select_on(int count, fd_set* in, fd_set* out, fd_set* other, const Time& time, const sigset_t* signals) {
  return wait_on(time, [&](const Time& left) {
    timespec rest{};
    if (left) {
      const auto seconds = std::chrono::floor<std::chrono::seconds>(*left);
      rest = {seconds.count(), (*left - seconds).count()};
    }
    static const auto real_one = reinterpret_cast<decltype(&::pselect)>(next_definition("pselect"));
    return real_one(count, in, out, other, left ? &rest : nullptr, signals);
  });
}

}  // namespace

GRAPHFUZZ_HOOK int poll(pollfd* fds, nfds_t count, int timeout) {
  GRAPHFUZZ_REAL(poll);
  if (current == nullptr) return real_one(fds, count, timeout);
  const Time time = from_milliseconds(timeout);
  if (count == 0 && time) return sleep_instead(time);
  announce(fds, count * sizeof *fds, FROM);
  return wait_on(time, [&](const Time& left) { return real_one(fds, count, to_milliseconds(left)); });
}

GRAPHFUZZ_HOOK int ppoll(pollfd* fds, nfds_t count, const timespec* timeout, const sigset_t* signals) {
  GRAPHFUZZ_REAL(ppoll);
  if (current == nullptr) return real_one(fds, count, timeout, signals);
  const Time time = from_timespec(timeout);
  if (count == 0 && time && signals == nullptr) return sleep_instead(time);
  announce(fds, count * sizeof *fds, FROM);
  return wait_on(time, [&](const Time& left) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(left.value_or(nanoseconds(0)));
    const timespec rest{seconds.count(), (left.value_or(nanoseconds(0)) - seconds).count()};
    return real_one(fds, count, left ? &rest : nullptr, signals);
  });
}

GRAPHFUZZ_HOOK int select(int count, fd_set* in, fd_set* out, fd_set* other, timeval* timeout) {
  GRAPHFUZZ_REAL(select);
  if (current == nullptr) return real_one(count, in, out, other, timeout);
  Time time;
  if (timeout != nullptr) {
    announce(timeout, sizeof *timeout, FROM);
    if (timeout->tv_sec < 0 || timeout->tv_usec < 0) return real_one(count, in, out, other, timeout);  // EINVAL
    time = std::chrono::seconds(timeout->tv_sec) + std::chrono::microseconds(timeout->tv_usec);
  }
  const bool sleeps = in == nullptr && out == nullptr && other == nullptr && time;
  const nanoseconds begin = real_time();
  announce_sets(count, in, out, other, FROM);
  const int result = sleeps ? sleep_instead(time) : select_on(count, in, out, other, time, nullptr);
  if (time && result >= 0) {  // Linux says how much of the time was left
    const nanoseconds left = result == 0 ? nanoseconds(0) : std::max(nanoseconds(0), *time - (real_time() - begin));
    const auto seconds = std::chrono::floor<std::chrono::seconds>(left);
    *timeout = {seconds.count(), std::chrono::floor<std::chrono::microseconds>(left - seconds).count()};
  }
  return result;
}

GRAPHFUZZ_HOOK int pselect(int count, fd_set* in, fd_set* out, fd_set* other, const timespec* timeout,
                           const sigset_t* signals) {
  GRAPHFUZZ_OUTSIDE(pselect, count, in, out, other, timeout, signals)
  const Time time = from_timespec(timeout);
  if (in == nullptr && out == nullptr && other == nullptr && time && signals == nullptr) return sleep_instead(time);
  announce_sets(count, in, out, other, FROM);
  return select_on(count, in, out, other, time, signals);
}

GRAPHFUZZ_HOOK int epoll_wait(int epoll, epoll_event* events, int most, int timeout) {
  GRAPHFUZZ_REAL(epoll_wait);
  if (current == nullptr) return real_one(epoll, events, most, timeout);
  if (most > 0) writes(events, static_cast<std::size_t>(most) * sizeof *events, FROM);
  return wait_on(from_milliseconds(timeout),
                 [&](const Time& left) { return real_one(epoll, events, most, to_milliseconds(left)); });
}

GRAPHFUZZ_HOOK int epoll_pwait(int epoll, epoll_event* events, int most, int timeout, const sigset_t* signals) {
  GRAPHFUZZ_REAL(epoll_pwait);
  if (current == nullptr) return real_one(epoll, events, most, timeout, signals);
  if (most > 0) writes(events, static_cast<std::size_t>(most) * sizeof *events, FROM);
  return wait_on(from_milliseconds(timeout),
                 [&](const Time& left) { return real_one(epoll, events, most, to_milliseconds(left), signals); });
}
