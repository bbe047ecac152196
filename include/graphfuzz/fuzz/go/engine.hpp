// What engines of Go programs that a machine runs have in common: what they say of an execution, whoever chose its
// steps.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/search.hpp"

namespace graphfuzz::go {

/// The rf pairs of runs: which operation was right after which on an object, or received from which, by goroutine and
/// position: the same keys in every process, so that pairs of several can be put together. Not thread-safe.
class RunPairs {
 public:
  /// Adds those of an execution; returns whether one of them is new. O(events).
  bool add(const Machine& machine, Pairs& pairs);

 private:
  std::vector<std::uint32_t> last_;  // by object: the last event on it
};

/// The same for the same bug, whatever its message.
inline FindingKey key_of(const GoBug& bug) { return finding_key("", bug.identity); }
/// The bug as the machine tells it.
Finding finding_of(const GoBug& bug, const Trace& trace);
/// The stacks of who is stuck by the machine's bug. The machine does not go on.
std::vector<Stack> stacks_of(const GoBug& bug, const Machine& machine);
/// The machine's graph; one without threads if the execution has more goroutines and objects than a graph can have. (It
/// is told by its fingerprint, its findings and its story, which have no such bound.)
ExecutionGraph graph_if_possible(const Machine& machine);
/// What the machine has done, with what is wrong about it: all of that, or one of its bugs.
Story story_of(const Machine& machine, const Finding* finding = nullptr);
/// Everything about the execution that the machine is at the end of, which `steps` led to.
Witness witness_of(const Machine& machine, std::span<const Step> steps, const Finding* finding = nullptr);

/// `Source` takes the steps of executions: it has machine() and steps().
template <class Source>
class MachineEngine {
 public:
  bool is_graph(Ending ending) const { return ending != Ending::truncated; }
  bool filtered() const { return false; }
  Fingerprints fingerprints() const { return {machine().fingerprint(), machine().rf_fingerprint()}; }
  Fingerprint rf_fingerprint() const { return machine().rf_fingerprint(); }
  Fingerprint outcome_fingerprint() const { return machine().outcome_fingerprint(); }
  bool add_pairs(Pairs& pairs) { return run_pairs_.add(machine(), pairs); }
  // What has gone wrong in a vain execution has gone wrong in all that it is a part of.
  bool look(const Execution&) {
    keys_.clear();
    for (const GoBug& bug : machine().bugs()) keys_.push_back(key_of(bug));
    return !keys_.empty();
  }
  const ExecutionGraph& graph() {
    graph_ = graph_if_possible(machine());
    return graph_;
  }
  std::string outcome() const { return machine().outcome(); }
  /// That there is a bug.
  bool satisfies() const { return any_bug(machine().bugs()); }
  std::span<const FindingKey> findings() const { return keys_; }
  Finding finding(std::size_t index) const {
    const GoBug& bug = machine().bugs()[index];
    Finding finding = finding_of(bug, machine().trace());
    finding.stacks = stacks_of(bug, machine());
    return finding;
  }
  Witness witness(const Finding* finding) const { return witness_of(machine(), source_.steps(), finding); }
  void flush() {}

  const Machine& machine() const { return source_.machine(); }
  std::span<const Step> steps() const { return source_.steps(); }

 protected:
  template <class... Arguments>
  explicit MachineEngine(Arguments&&... arguments) : source_(std::forward<Arguments>(arguments)...) {}

  Source source_;

 private:
  RunPairs run_pairs_;
  std::vector<FindingKey> keys_;
  ExecutionGraph graph_;
};

/// A machine, and the steps that it has been told to take.
class SteppedMachine {
 public:
  SteppedMachine(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names)
      : machine_(program, options, std::move(names)) {}

  Machine& machine() { return machine_; }
  const Machine& machine() const { return machine_; }
  std::span<const Step> steps() const { return steps_; }

  void restart() {
    machine_.restart();
    steps_.clear();
  }
  void take(Step step) {
    steps_.push_back(step);
    machine_.take(step);
  }
  /// To the end, each possible step as likely as the others.
  void go_on(Random& random) {
    while (!machine_.over()) {
      const std::span<const Step> enabled = machine_.enabled();
      take(enabled[random.below(enabled.size())]);
    }
  }
  /// Where somebody else who steps the machine is to note the steps.
  std::vector<Step>& record() { return steps_; }

 private:
  Machine machine_;
  std::vector<Step> steps_;
};

}  // namespace graphfuzz::go
