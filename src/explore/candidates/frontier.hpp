// What is left of an enumeration of candidates, for those that share the work.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

#include "explore/candidates/odometer.hpp"
#include "explore/candidates/possible_writes.hpp"
#include "graphfuzz/explore/candidates.hpp"

namespace graphfuzz {

/// Thread-safe.
///
/// Within a pass the tree of choices is fixed: what may be guessed was seen in earlier passes. So who goes through a
/// subtree does not matter. A pass ends when nobody has anything left of it; then all that was seen in it is known.
struct CandidateFrontier::Shared {
  enum class State : std::uint8_t { taken, nothing_now, exhausted };

  /// Tells what is to be enumerated. All must tell the same.
  void open(Location locations, bool cycles);
  /// Something to go through, in the builder's pass or a new one, for which the builder is made ready.
  State take(std::vector<Digit>& digits, std::uint32_t& pass, CandidateBuilder& builder);
  /// A part of what was taken, for others.
  void give(std::vector<Digit> digits);
  /// All of what was taken has been gone through, or given back.
  void done(CandidateBuilder& builder);

  /// What is left of it being `left`.
  void save(store::Writer& out, std::span<const std::vector<Digit>> left, double covered) const;

  /// Does anybody have nothing to do, and finds nothing?
  bool is_wanted() const {
    return hungry.load(std::memory_order_relaxed) > waiting_size.load(std::memory_order_relaxed);
  }

  std::mutex mutex;
  std::deque<std::vector<Digit>> waiting;
  std::size_t unfinished = 1;        // subtrees waiting or being gone through
  std::vector<PossibleWrites> seen;  // one, once it is known of how many locations
  std::size_t most_writes = 0;
  std::uint32_t pass = 0;
  bool has_cycles = true;
  std::atomic<std::size_t> waiting_size{0};
  std::atomic<std::size_t> hungry{0};
  std::atomic<bool> finished{false};
  std::atomic<double> covered{0};
};

}  // namespace graphfuzz
