// Scheduler: chooses which thread goes on, where nothing else is left to choose: in an interleaving, in which reads
// read what was written last (Executor::interleave). The published methods of schedule-based testing are in
// schedulers.hpp.
#pragma once

#include <span>

#include "graphfuzz/explore/builder.hpp"

namespace graphfuzz {

/// Not thread-safe; one per worker. What earlier executions have taught it is what `save` writes.
class Scheduler {
 public:
  virtual ~Scheduler() = default;

  /// A new execution begins.
  virtual void begin() {}
  /// Which of the threads takes its pending step, which it can take: none of them waits. `threads` is never empty, and
  /// in no particular order. Returns an index into it. What was chosen happens.
  virtual std::size_t choose(const Builder& builder, std::span<const ThreadId> threads) = 0;
  /// The execution is over, or was given up as too long.
  virtual void end(const ExecutionGraph& /*graph*/, bool /*truncated*/) {}

  /// Writes one value, between executions. `load` takes it over; throws store::DocumentError.
  virtual void save(store::Writer& out) const;
  virtual void load(const store::Value& saved);
};

}  // namespace graphfuzz
