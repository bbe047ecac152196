// The distinct bugs that one worker has found.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

class BugCollector {
 public:
  explicit BugCollector(const Program& program) : program_(program) {}

  static bool shows_bug(const Executor& executor, Ending ending) {
    return ending == Ending::deadlocked || !executor.failures().empty() || !executor.races().empty();
  }
  /// Takes down the bugs of the execution just run, the `number`th, `seconds` after the start.
  void look(const Executor& executor, Ending ending, std::uint64_t number, double seconds);
  /// The final state `state` violates the program's condition.
  void add_violation(const ExecutionGraph& graph, const std::string& state, std::uint64_t number, double seconds);

  /// In the order of their first execution, those found by several workers once.
  static std::vector<Bug> merge(std::vector<BugCollector>& collectors);

 private:
  // Kind, and what tells bugs of one kind apart: a message number, or a location and two threads.
  using Key = std::tuple<int, std::size_t, std::size_t, std::size_t>;

  template <class Message>
  void add(const Key& key, const char* kind, const ExecutionGraph& graph, std::uint64_t number, double seconds,
           Message message);

  const Program& program_;
  std::map<Key, Bug> bugs_;
};

}  // namespace graphfuzz
