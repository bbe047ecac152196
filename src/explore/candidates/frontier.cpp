#include "explore/candidates/frontier.hpp"

#include <algorithm>

namespace graphfuzz {

CandidateFrontier::CandidateFrontier() : shared_(std::make_unique<Shared>()) {}
CandidateFrontier::~CandidateFrontier() = default;

bool CandidateFrontier::finished() const { return shared_->finished.load(std::memory_order_acquire); }
double CandidateFrontier::covered() const {
  return finished() ? 1 : std::min(1.0, shared_->covered.load(std::memory_order_relaxed));
}

void CandidateFrontier::Shared::open(Location locations, bool cycles) {
  const std::lock_guard lock(mutex);
  has_cycles = cycles;
  if (!seen.empty()) return;
  seen.emplace_back(locations);
  if (finished) return;
  waiting.emplace_back();
  waiting_size = 1;
}

CandidateFrontier::Shared::State CandidateFrontier::Shared::take(std::vector<Digit>& digits, std::uint32_t& of_pass,
                                                                 CandidateBuilder& builder) {
  const std::lock_guard lock(mutex);
  if (finished) return State::exhausted;
  if (waiting.empty()) return State::nothing_now;
  // The oldest is the nearest to the root.
  digits = std::move(waiting.front());
  waiting.pop_front();
  waiting_size.store(waiting.size(), std::memory_order_relaxed);
  if (of_pass != pass) builder.begin_pass(pass, seen.front());
  of_pass = pass;
  return State::taken;
}

void CandidateFrontier::Shared::give(std::vector<Digit> digits) {
  const std::lock_guard lock(mutex);
  waiting.push_back(std::move(digits));
  waiting_size.store(waiting.size(), std::memory_order_relaxed);
  ++unfinished;
}

void CandidateFrontier::Shared::done(CandidateBuilder& builder) {
  const std::lock_guard lock(mutex);
  builder.tell(seen.front());
  most_writes = std::max(most_writes, builder.most_writes());
  if (--unfinished > 0) return;
  seen.front().end_pass(pass);
  // Of a chain of derived values no write occurs twice; and the first pass guesses nothing.
  if (!has_cycles || seen.front().last_pass() != pass || pass > most_writes + 1) {
    finished.store(true, std::memory_order_release);
    return;
  }
  ++pass;
  waiting.emplace_back();
  waiting_size.store(1, std::memory_order_relaxed);
  unfinished = 1;
}

}  // namespace graphfuzz
