// Searching for a smallest program that tells two memory models apart.
#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graphfuzz/campaign/compare.hpp"
#include "graphfuzz/program/small_test.hpp"

namespace graphfuzz {

struct SeparateProgress {
  SmallSize size;           ///< of the programs that are being tried
  std::uint64_t tried = 0;  ///< programs, so far
  double seconds = 0;
};

struct SeparateOptions {
  std::pair<std::string, std::string> models;
  /// Bounds on the programs; at most 4 events in a thread.
  unsigned events = 6;
  unsigned threads = 4;
  unsigned locations = 3;
  /// The memory orders to try, weakest first. Those that neither model tells apart from a weaker one are left out.
  std::vector<MemoryOrder> orders = {MemoryOrder::relaxed, MemoryOrder::acquire, MemoryOrder::release,
                                     MemoryOrder::acq_rel, MemoryOrder::seq_cst};
  double seconds = std::numeric_limits<double>::infinity();
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const SeparateProgress&)> progress;  ///< called a few times per second; may be empty
};

struct Separation {
  struct Found {
    SmallTest test;
    SmallOutcome outcome;      ///< as few items as possible
    std::string allowed_by;    ///< one of the models
    std::string forbidden_by;  ///< the other
  };
  /// How many programs of one size were tried.
  struct Tried {
    SmallSize size;
    std::uint64_t programs = 0;
  };
  std::pair<std::string, std::string> models;
  std::optional<Found> found;
  bool complete = false;   ///< were all programs within the bounds tried, or a smallest one found?
  unsigned exhausted = 0;  ///< no program with up to this number of events tells the models apart
  std::vector<Tried> tried;
  SmallEvents events;  ///< what occurred in them
  double seconds = 0;
  std::uint64_t programs() const;
};

/// Goes through small tests (see small_test.hpp) from small to large: fewest events, then fewest threads, fewest
/// locations, weakest orders. Two models are told apart if all graphs of the program have been visited under both, and
/// the final states (of all registers and locations) are not the same. Throws std::invalid_argument for an unknown
/// model or if no order is left for reads or writes, and CatError.
Separation find_separation(const SeparateOptions& options);

/// A part of a state of `allowing` that is part of no state of `forbidding`; nothing if there is none. States are
/// written as in ObservedState::text. No item of it can be left out.
std::optional<SmallOutcome> separating_outcome(const ModelStates& allowing, const ModelStates& forbidding);

}  // namespace graphfuzz
