// The distinct bugs that one worker has found.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/explore/builder.hpp"
#include "graphfuzz/model/memory_model.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

class BugCollector {
 public:
  explicit BugCollector(const Program& program) : program_(program) {}

  /// `Source`: an Executor or a Search, after an execution.
  template <class Source>
  static bool shows_bug(const Source& source, Ending ending) {
    return ending == Ending::deadlocked || !source.failures().empty() || !source.races().empty();
  }
  /// Takes down the bugs of the execution just run, the `number`th, `seconds` after the start.
  template <class Source>
  void look(const Source& source, Ending ending, std::uint64_t number, double seconds) {
    look(source.graph(), source.failures(), source.races(), ending, number, seconds);
  }
  /// What the model remarks on in a new graph; races only if `with_races`.
  void add_remarks(const ExecutionGraph& graph, const std::vector<Remark>& remarks, bool with_races,
                   std::uint64_t number, double seconds);
  /// The final state `state` violates the program's condition.
  void add_violation(const ExecutionGraph& graph, const std::string& state, std::uint64_t number, double seconds);

  /// In the order of their first execution, those found by several workers once.
  static std::vector<Bug> merge(std::vector<BugCollector>& collectors);

 private:
  // Kind, and what tells bugs of one kind apart: a message number, or a location and two threads.
  using Key = std::tuple<int, std::size_t, std::size_t, std::size_t>;

  void look(const ExecutionGraph& graph, std::span<const Failure> failures, std::span<const Race> races, Ending ending,
            std::uint64_t number, double seconds);
  template <class Message>
  void add(const Key& key, const char* kind, const ExecutionGraph& graph, std::uint64_t number, double seconds,
           Message message);

  const Program& program_;
  std::map<Key, Bug> bugs_;
};

}  // namespace graphfuzz
