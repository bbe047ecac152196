#include "interrupts.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>

namespace graphfuzz::cli {
namespace {

std::atomic<bool> stop = false;
static_assert(std::atomic<bool>::is_always_lock_free, "signal handlers may only touch lock-free atomics");

void on_signal(int) { stop.store(true); }

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;  // the second one does what it does by default
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
