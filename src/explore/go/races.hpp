// RaceDetector: data races on plain variables, by comparing each access with the last write and the reads since
// (FastTrack: Flanagan and Freund 2009; here the reads are always kept per goroutine).
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
    Variable& v = find(variable);
    const Access now{routine, ticks, position};
    if (v.write.routine != kNoRoutine) check(v.write, true, now, writes, knows);
    if (!writes) {
      for (Access& read : v.reads) {
        if (read.routine != routine) continue;
        read = now;
        return;
      }
      v.reads.push_back(now);
      return;
    }
    for (const Access& read : v.reads) check(read, false, now, true, knows);
    v.reads.clear();
    v.write = now;
  }

  std::span<const Race> races() const { return races_; }

 private:
  struct Access {
    Routine routine = kNoRoutine;
    std::uint32_t ticks = 0;
    Position position = kNoPosition;
  };
  struct Variable {
    Access write;
    std::vector<Access> reads;
  };

  template <class Knows>
  void check(const Access& before, bool before_writes, const Access& now, bool now_writes, Knows knows) {
    if (before.routine == now.routine || knows(before.routine) > before.ticks) return;
    report({before.position, now.position, before_writes, now_writes, now.routine});
  }

  Variable& find(std::uint64_t variable);
  void report(const Race& race);

  boost::unordered_flat_map<std::uint64_t, std::uint32_t> number_;
  std::vector<Variable> variables_;  // number_.size() of them are in use
  std::vector<Race> races_;
};

}  // namespace graphfuzz::go
