// What engines of programs under a memory model have in common: what they say of an execution, whoever built it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include "graphfuzz/analysis/memory/story.hpp"
#include "graphfuzz/analysis/unordered.hpp"
#include "graphfuzz/explore/builder.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/search.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

/// A program, what is asked of it, and the model under which it runs. They must outlive whoever uses them.
struct MemorySubject {
  const Program& program;
  const Question& question;
  const ModelMaker& model;
  /// Are whole graphs judged, so that the model's remarks tell races, and parts of graphs may be inconsistent?
  bool whole_graphs = false;
  /// Is a thread that spins for ever a bug? Otherwise it is remarked on where no value at all lets it go on.
  bool liveness = false;
  /// Is a thread that waits for ever, whatever it reads, a bug and not only remarked on?
  bool waits_are_bugs = false;
};

/// Looks for what is wrong with executions.
class MemoryJudge {
 public:
  explicit MemoryJudge(const MemorySubject& subject);

  /// Of one execution; `state` is its final state if it is a new graph, or empty. Is there anything?
  bool look(const ExecutionGraph& graph, std::span<const Failure> failures, std::span<const Race> races,
            const Execution& execution, std::span<const Value> state);
  /// The races of accesses that are no events, in the execution that is looked at next.
  void expect(std::span<const WatchedRace> races) { watched_races_ = races; }
  /// … and the threads that wait for ever in it.
  void expect(std::span<const Waiting> waiting) { waiting_ = waiting; }

  /// … and what is wrong with how it ended: numbers for Program::message.
  void expect(std::span<const std::size_t> left_over) { left_over_ = left_over; }
  /// It is not there: the program has come to something else than before.
  void expect_divergence() { diverged_ = true; }

  std::span<const FindingKey> findings() const { return keys_; }
  /// How an event of the execution came about, if anybody can tell.
  using EventStack = std::function<Stack(EventId)>;
  Finding finding(std::size_t index, const ExecutionGraph& graph, std::span<const Value> state,
                  const EventStack& event_stack = {}) const;
  /// Of what waits for ever, `graph` is the one in which it does.
  Witness witness(const ExecutionGraph& graph, const Finding* finding) const;
  /// Adds what waits for ever to the story of the graph in which it does.
  void tell_waiting(Story& story, const ExecutionGraph& graph) const;
  /// Makes it one about the accesses that are no events and race: all of them, or those of one finding.
  void tell_races(Story& story, const ExecutionGraph& graph, const Finding* finding) const;
  /// Is the finding about what waits for ever?
  static bool waits(const Finding& finding) { return finding.kind == "liveness" || finding.kind == "deadlock"; }

  const MemorySubject& subject() const { return subject_; }

 private:
  enum class Kind : std::uint8_t { failure, race, deadlock, liveness, condition, flag, undefined, divergence };
  struct Shown {
    Kind kind;
    std::size_t message = 0;  // failure: for Program::message; flag, undefined: which of the remarks; liveness: of
                              // those that wait
    Race race{};
    std::optional<WatchedRace> watched{};  // race: it is of accesses that are no events
  };
  Value location_key(Location location) const;
  Finding watched_race(const WatchedRace& race, const EventStack& event_stack) const;
  UnorderedAccess unordered(const ExecutionGraph& graph, const WatchedAccess& access, Location location) const;
  Finding liveness(const Waiting& waiting) const;
  std::string waits_for(const Waiting& waiting) const;
  void show(const Shown& shown, std::initializer_list<Value> parts);
  void look_at_graph(const ExecutionGraph& graph, std::span<const Value> state);
  void run_again(Witness& witness, const Prefix& steps, bool to_end) const;
  std::string why_no_steps(const ExecutionGraph& graph, const Prefix& steps) const;

  MemorySubject subject_;
  std::unique_ptr<MemoryModel> remarking_;  // null if no remarks are to be expected
  std::span<const WatchedRace> watched_races_;
  std::span<const Waiting> waiting_;
  std::span<const std::size_t> left_over_;
  bool diverged_ = false;
  std::vector<Remark> remarks_;  // of the last execution
  std::vector<Shown> shown_;
  std::vector<FindingKey> keys_;
  boost::unordered_flat_set<FindingKey, std::hash<FindingKey>> known_keys_;  // those of keys_
};

/// `Source` builds executions: an Executor, an Explorer, … It has graph(), failures(), races() and state().
template <class Source>
class MemoryEngine {
 public:
  bool is_graph(Ending ending) const { return ending == Ending::complete; }
  bool filtered() { return filters_ && !subject().question.keeps(source_.state()); }
  Fingerprints fingerprints() const { return fingerprint(source_.graph()); }
  Fingerprint rf_fingerprint() const { return graphfuzz::rf_fingerprint(source_.graph()); }
  Fingerprint outcome_fingerprint() { return subject().program.state_fingerprint(source_.state()); }
  bool look(const Execution& execution) {
    // Also of executions that are filtered: the program may learn from them.
    if (source_.watches()) [[unlikely]]
      judge_.expect(source_.watched_races());
    // Of a vain execution, what has gone wrong has gone wrong; unless all that it is a part of are filtered, which
    // nobody knows.
    if (execution.kind == StepKind::vain && filters_) return false;
    if (execution.filtered) return false;
    judge_.expect(source_.waiting());
    if (execution.is_graph) judge_.expect(source_.left_over());
    state_ = execution.new_graph ? source_.state() : std::span<const Value>();
    return judge_.look(source_.graph(), source_.failures(), source_.races(), execution, state_);
  }
  const ExecutionGraph& graph() const { return source_.graph(); }
  std::string outcome() { return subject().program.describe(source_.state()); }
  bool satisfies() { return subject().question.satisfies(source_.state()); }
  std::span<const FindingKey> findings() const { return judge_.findings(); }
  Finding finding(std::size_t index) {
    return judge_.finding(index, source_.graph(), state_, [this](EventId id) { return source_.event_stack(id); });
  }
  Witness witness(const Finding* finding) const {
    const bool waits = finding != nullptr && MemoryJudge::waits(*finding) && !source_.waiting().empty();
    return judge_.witness(waits ? source_.waiting_graph() : source_.graph(), finding);
  }
  bool add_pairs(Pairs& pairs) { return graphfuzz::add_pairs(source_.graph(), pairs); }
  void flush() {}

  Source& source() { return source_; }
  const Source& source() const { return source_; }

 protected:
  template <class... Arguments>
  explicit MemoryEngine(const MemorySubject& subject, Arguments&&... arguments)
      : judge_(subject), filters_(subject.question.filters()), source_(std::forward<Arguments>(arguments)...) {}

  const MemorySubject& subject() const { return judge_.subject(); }

  MemoryJudge judge_;
  bool filters_;
  Source source_;
  std::span<const Value> state_;  // of the last execution, if it was a new graph
};

}  // namespace graphfuzz
