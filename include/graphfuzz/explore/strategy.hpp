// Strategy: makes the choices that a memory model leaves open.
#pragma once

#include <span>

#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {

class Strategy {
 public:
  virtual ~Strategy() = default;
  /// Which of the threads that can go on does. `threads` is never empty. Returns an index into it.
  virtual std::size_t choose_thread(const ExecutionGraph& graph, std::span<const ThreadId> threads) = 0;
  /// Which of `count` ≥ 1 writes is read from, or followed in mo. Returns an index.
  virtual std::size_t choose_write(const ExecutionGraph& graph, std::size_t count) = 0;
};

/// Every choice uniformly at random.
class RandomStrategy final : public Strategy {
 public:
  explicit RandomStrategy(Random& random) : random_(&random) {}
  std::size_t choose_thread(const ExecutionGraph&, std::span<const ThreadId> threads) override {
    return threads.size() == 1 ? 0 : random_->below(threads.size());
  }
  std::size_t choose_write(const ExecutionGraph&, std::size_t count) override {
    return count == 1 ? 0 : random_->below(count);
  }

 private:
  Random* random_;
};

}  // namespace graphfuzz
