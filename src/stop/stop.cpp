#include "graphfuzz/stop/stop.hpp"

#include <utility>

namespace graphfuzz {
namespace {

constinit thread_local StopScope* innermost = nullptr;

}  // namespace

StopScope::StopScope(const std::atomic<bool>* order, const std::atomic<bool>* other, Clock::time_point deadline)
    : order_(order), other_(other), deadline_(deadline), outer_(innermost) {
  innermost = this;
}

StopScope::~StopScope() { innermost = outer_; }

bool StopScope::ordered(Clock::time_point now) const {
  const auto is_set = [](const std::atomic<bool>* flag) {
    return flag != nullptr && flag->load(std::memory_order_relaxed);
  };
  return is_set(order_) || is_set(other_) || now >= deadline_;
}

void StopScope::look(Clock::time_point now) {
  if (seen_ == Clock::time_point::max()) {
    if (!ordered(now)) return;
    seen_ = now;
  }
  if (now - seen_ >= kGrace) throw Stopped{};
}

UnstoppedScope::UnstoppedScope() : outer_(std::exchange(innermost, nullptr)) {}

UnstoppedScope::~UnstoppedScope() { innermost = outer_; }

void stop_point() {
  if (innermost == nullptr) return;
  const StopScope::Clock::time_point now = StopScope::Clock::now();
  for (StopScope* scope = innermost; scope != nullptr; scope = scope->outer_) scope->look(now);
}

}  // namespace graphfuzz
