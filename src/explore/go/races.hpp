// RaceDetector: data races on plain variables, by comparing the epoch of each earlier access with the clock of the
// later one (as in FastTrack: Flanagan and Freund 2009). FastTrack keeps the last write alone, and so finds one race of
// each variable; here one access per goroutine and position is kept, so that the same races are found in whatever order
// unordered accesses come. Atomic operations synchronise, and race with plain accesses as plain ones would.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <span>
#include <vector>

#include "graphfuzz/program/go/operation.hpp"

namespace graphfuzz::go {

class RaceDetector {
 public:
  struct Access {
    Routine routine = kNoRoutine;
    std::uint32_t ticks = 0;  ///< its clock
    Position position = kNoPosition;
    bool writes = false;
    bool atomic = false;  ///< of two such accesses none races with the other
    bool group = false;   ///< of a WaitGroup, by Wait, which writes, or by the Add that begins to count, which reads
  };

  void clear();

  /// An access to a variable; `knows(q)`: what its goroutine knows of another one's clock. An access of q made at its
  /// tick t is ordered before iff knows(q) > t.
  template <class Knows>
  void access(const Access& now, std::uint64_t variable, Knows knows) {
    std::vector<Access>& known = find(variable);
    Access* same = nullptr;
    for (Access& a : known) {
      if (a.routine == now.routine) {
        if (a.position == now.position && a.writes == now.writes && a.atomic == now.atomic) same = &a;
      } else if ((a.writes || now.writes) && !(a.atomic && now.atomic) && knows(a.routine) <= a.ticks) {
        report({a, now});
      }
    }
    if (same != nullptr) {
      same->ticks = now.ticks;
      return;
    }
    if (known.size() >= kMany) {
      std::erase_if(known, [&](const Access& a) { return a.routine != now.routine && knows(a.routine) > a.ticks; });
    }
    known.push_back(now);
  }

  /// Two accesses that no synchronisation orders; at least one writes, and at least one is plain.
  struct Race {
    Access first;
    Access second;
  };
  std::span<const Race> races() const { return races_; }

 private:
  /// Accesses of one variable from which on those are forgotten that come before the newest: what races with them
  /// also races with it.
  static constexpr std::size_t kMany = 64;

  std::vector<Access>& find(std::uint64_t variable);
  void report(const Race& race);

  boost::unordered_flat_map<std::uint64_t, std::uint32_t> number_;
  std::vector<std::vector<Access>> variables_;  // number_.size() of them are in use
  std::vector<Race> races_;
};

}  // namespace graphfuzz::go
