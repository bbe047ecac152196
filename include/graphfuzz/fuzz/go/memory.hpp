// Memory: what a campaign remembers of the runs so far. Names are texts, so that runs recorded by different processes
// can be compared.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "graphfuzz/fuzz/go/input.hpp"

namespace graphfuzz::go {

/// Of a pair of operations on a channel (select-based-fuzzing.md, "Determine whether the run was interesting").
struct PairMemory {
  std::uint64_t executions = 0;  ///< in all runs together
  std::uint64_t buckets = 0;     ///< bit N: a run's count was in (2^(N-1), 2^N]
  friend bool operator==(const PairMemory&, const PairMemory&) = default;
};

/// Of the channels made at one place.
struct ChannelMemory {
  bool closed = false;      ///< one of them was, in some run
  bool not_closed = false;  ///< one of them was not, in some run
  double fullness = 0;      ///< the most elements that one held
  friend bool operator==(const ChannelMemory&, const ChannelMemory&) = default;
};

struct Memory {
  std::uint64_t runs = 0;                   ///< learned from
  std::uint64_t first_runs = 0;             ///< … that were free
  std::uint64_t since_first = 0;            ///< … since the last of those
  std::map<std::string, PairMemory> pairs;  ///< by "operation > operation"
  std::map<std::string, ChannelMemory> channels;
  std::set<std::pair<std::string, int>> selected;  ///< cases that were: position of the select, case
  double greatest_select_score = 0;
  double greatest_chain_score = 0;
  InputQueue queue;

  friend bool operator==(const Memory&, const Memory&) = default;
};

/// What a run was worth.
struct Worth {
  bool interesting = false;
  std::vector<std::string> reasons;  ///< one line each
  double score = 0;
  unsigned mutations = 0;      ///< select strategies: how many are to be made
  unsigned energy = 0;         ///< chain strategies: percent
  std::uint64_t proposed = 0;  ///< inputs that were made of it …
  std::uint64_t filtered = 0;  ///< … that happens-before says are impossible …
  std::uint64_t queued = 0;    ///< … and that were queued
};

}  // namespace graphfuzz::go
