#include "interrupts.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace graphfuzz::cli {
namespace {

std::atomic<bool> stop = false;
std::atomic<std::int64_t> first_signal = 0;  // when it came; 0: none has
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "signal handlers may only touch lock-free atomics");

/// In ns.
std::int64_t monotonic_time() {
  constexpr std::int64_t kSecond = 1'000'000'000;
  std::timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * kSecond + now.tv_nsec;
}

/// A signal may come twice at once: timeout sends it to the process, and then to the group that it is in. Only one that
/// comes later, when the first has not been enough, does what it does by default.
void on_signal(int number) {
  constexpr std::int64_t kAtOnce = 500'000'000;
  const int error = errno;
  const std::int64_t now = monotonic_time();
  std::int64_t before = 0;
  if (first_signal.compare_exchange_strong(before, now)) {
    stop.store(true);
  } else if (now - before >= kAtOnce) {
    struct sigaction action {};
    action.sa_handler = SIG_DFL;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, nullptr);
    std::raise(number);  // is delivered when this has returned
  }
  errno = error;
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

const std::atomic<bool>& interrupted() { return stop; }

StopScope until_interrupted() { return StopScope(&stop); }

StopScope until_interrupted(double seconds) {
  using Clock = StopScope::Clock;
  constexpr double kForEver = 1e9;
  const std::chrono::duration<double> time(std::min(seconds, kForEver));
  return StopScope(&stop, nullptr, Clock::now() + std::chrono::duration_cast<Clock::duration>(time));
}

}  // namespace graphfuzz::cli
