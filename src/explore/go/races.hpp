// RaceDetector: data races on plain variables, by comparing the epoch of each earlier access with the clock of the
// later one (as in FastTrack: Flanagan and Freund 2009). FastTrack keeps the last write alone, and so finds one race of
// each variable; here one access per goroutine and position is kept, so that the same races are found in whatever order
// unordered accesses come.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "graphfuzz/program/go/operation.hpp"

namespace graphfuzz::go {

/// Two accesses that no synchronisation orders; at least one writes.
struct Race {
  Position first = kNoPosition;
  Position second = kNoPosition;
  bool first_writes = false;
  bool second_writes = false;
  Routine routine = 0;  ///< of the second
};

class RaceDetector {
 public:
  void clear();

  /// An access by `routine`, whose clock is `ticks` for itself; `knows(q)`: what it knows of another goroutine's clock.
  /// An access of q made at its tick t is ordered before iff knows(q) > t.
  template <class Knows>
  void access(Routine routine, std::uint32_t ticks, std::uint64_t variable, bool writes, Position position,
              Knows knows) {
    std::vector<Access>& known = find(variable);
    Access* same = nullptr;
    for (Access& a : known) {
      if (a.routine == routine) {
        if (a.position == position && a.writes == writes) same = &a;
      } else if ((a.writes || writes) && knows(a.routine) <= a.ticks) {
        report({a.position, position, a.writes, writes, routine});
      }
    }
    if (same != nullptr) {
      same->ticks = ticks;
      return;
    }
    if (known.size() >= kMany) {
      std::erase_if(known, [&](const Access& a) { return a.routine != routine && knows(a.routine) > a.ticks; });
    }
    known.push_back({routine, ticks, position, writes});
  }

  std::span<const Race> races() const { return races_; }

 private:
  /// Accesses of one variable from which on those are forgotten that come before the newest: what races with them
  /// also races with it.
  static constexpr std::size_t kMany = 64;

  struct Access {
    Routine routine = kNoRoutine;
    std::uint32_t ticks = 0;
    Position position = kNoPosition;
    bool writes = false;
  };

  std::vector<Access>& find(std::uint64_t variable);
  void report(const Race& race);

  boost::unordered_flat_map<std::uint64_t, std::uint32_t> number_;
  std::vector<std::vector<Access>> variables_;  // number_.size() of them are in use
  std::vector<Race> races_;
};

}  // namespace graphfuzz::go
