// Builds one candidate: runs the program, with all that a memory model would decide left to a chooser.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "explore/candidates/possible_writes.hpp"
#include "graphfuzz/explore/candidates.hpp"

namespace graphfuzz {

/// Something that a pending read, update or compare-exchange may do. `source` is meaningless for guesses.
struct CandidateOption {
  EventId source;
  Value value = 0;
  bool succeeds = true;
};

/// Each function returns an index; none is asked when there is no choice.
class CandidateChooser {
 public:
  virtual ~CandidateChooser() = default;
  /// One of the options, or their number to wait for another write, if that may be.
  virtual std::size_t choose_source(EventId read, std::span<const CandidateOption> options, bool may_wait) = 0;
  /// All threads wait, and `read` goes first.
  virtual std::size_t choose_guess(EventId read, std::span<const CandidateOption> options) = 0;
  /// The write is put behind one of the given writes of its location, which are in mo.
  virtual std::size_t choose_predecessor(EventId write, std::span<const EventId> predecessors) = 0;
  /// `write` has the value that was guessed for `read`: is it the one? Else another such write must come.
  virtual bool choose_guessed_source(EventId read, EventId write) = 0;
  /// Is the candidate so far one that was judged before?
  virtual bool replays() const { return false; }
};

class CandidateBuilder {
 public:
  enum class Result : std::uint8_t { complete, abandoned, truncated, blocked };

  CandidateBuilder(const Program& program, const MemoryModel& model, const CandidateOptions& options);

  /// Guesses may use what was seen before this pass, by whomever; in pass 0, there are none.
  void begin_pass(std::uint32_t pass, const PossibleWrites& seen) {
    pass_ = pass;
    possible_writes_ = seen;
  }
  /// For samplers, instead of passes: guesses may use all that was seen in any attempt, as long as the values come from
  /// guesses of guesses no deeper than the largest execution has writes.
  void use_all_seen() {
    samples_ = true;
    pass_ = 1;
  }
  std::span<const PossibleWrite> possible_writes(Location location) const { return possible_writes_.of(location); }
  /// Adds what was seen since the last call.
  void tell(PossibleWrites& all) { possible_writes_.tell(all); }
  const PossibleWrites& possible_writes() const { return possible_writes_; }
  /// Goes on with what another builder has seen, for samplers.
  void load(PossibleWrites seen, std::size_t most_writes) {
    possible_writes_ = std::move(seen);
    most_writes_ = most_writes;
  }
  /// The number of writes in the largest attempt so far.
  std::size_t most_writes() const { return most_writes_; }

  /// Builds a candidate. If complete, its values fit (and are derivable, if they have to be); the model was not asked,
  /// except about parts if it is monotone.
  Result build(CandidateChooser& chooser);
  /// Is there a guess in it, and would the pass before not have come here?
  bool is_new() const { return guessed_ && is_new_; }
  /// Of the last candidate, which must have been complete.
  void assemble(ExecutionGraph& graph) { assemble(graph, true); }
  std::span<const Failure> failures() const { return failures_; }
  void observe(const ExecutionGraph& graph, std::span<Value> state) const { run_->observe(graph, state); }
  const std::vector<Value>& initial_values() const { return initial_values_; }

 private:
  /// Nodes are numbered in the order of addition, the initial writes first.
  using Node = std::uint32_t;
  static constexpr Node kNone = ~Node{0};
  struct Event {
    EventId id;
    Label label;
    Node source = kNone;    // of a guess that has not come true, none
    Node update = kNone;    // the one that reads from this write, if updates are atomic
    Node chain = kNone;     // if its place in mo is not known yet: what it is in a chain of, by the first one
    bool computes = false;  // the value written owes to the value read
    Ancestry read_owes;     // what the value read owes itself to
    Ancestry owes;          // and the one written
    std::uint32_t mo_position = 0;
    std::uint32_t dependencies_begin = 0;
    std::uint32_t dependencies_end = 0;
  };
  struct Thread {
    std::vector<Node> events;
    bool ended = false;
    bool waits = false;
    std::size_t seen = 0;  // if it waits: how many writes of the location it has declined
  };

  void reset();
  std::optional<ThreadId> active_thread() const;
  bool is_active(ThreadId thread) const;
  bool step(ThreadId thread, CandidateChooser& chooser);
  bool read(ThreadId thread, CandidateChooser& chooser);
  bool guess(ThreadId thread, CandidateChooser& chooser);
  void collect_options(ThreadId thread, std::size_t from);
  void collect_guesses(ThreadId thread);
  bool is_open(const PossibleWrite& write, ThreadId reader) const;
  bool guesses_at_all() const { return options_.cycles && (samples_ || pass_ > 0); }
  void saw(Event& write);
  bool is_hidden(const WriteInCode& write, Location location, Value value, ThreadId reader) const;
  bool is_hidden(Location location, Value value, ThreadId reader) const;
  bool may_guess(ThreadId thread, Value value, std::uint32_t pass) const;
  bool may_hope(ThreadId thread, std::uint32_t pass) const;
  void offer(ThreadId thread, EventId source, Value value);
  bool may_read(ThreadId thread, Node source) const;
  bool take(ThreadId thread, const CandidateOption& option, Node source, CandidateChooser& chooser);
  Node add(ThreadId thread, const Label& label);
  bool place(Node write, CandidateChooser& chooser);
  bool insert_in_mo(Node write, CandidateChooser& chooser);
  void insert_behind(Node predecessor, std::span<const Node> writes);
  void observes(ThreadId thread, Node write);
  bool added(CandidateChooser& chooser);
  bool end(ThreadId thread);
  bool may_write(ThreadId thread, Location location, std::optional<Value> value) const;
  bool may_come_true(Node guess) const;
  bool is_hopeless() const;
  bool offer_to_guesses(Node write, CandidateChooser& chooser);
  bool comes_true(Node guess, Node write);
  bool settle();
  bool is_atomic() const;
  bool is_derivable() const;
  void assemble(ExecutionGraph& graph, bool whole);
  Node find(EventId id) const { return id.thread == kInitThread ? id.index : threads_[id.thread].events[id.index]; }

  const MemoryModel& model_;
  const CandidateOptions options_;
  std::unique_ptr<Run> run_;
  const bool tracks_;
  const bool mo_last_;
  std::vector<Value> initial_values_;
  std::vector<Value> constants_;
  std::vector<WriteInCode> writes_in_code_;
  std::vector<bool> fixed_;  // by location: the code writes nothing that depends
  PossibleWrites possible_writes_;
  std::uint32_t pass_ = 0;
  bool samples_ = false;
  std::uint32_t depth_ = 0;  // of the guesses in this attempt
  std::size_t most_writes_ = 0;

  Result failed_ = Result::complete;  // why the attempt is given up
  std::vector<Event> events_;
  std::vector<Dependency> dependencies_;
  std::vector<Thread> threads_;
  std::vector<std::vector<Node>> writes_;  // by location, in the order of addition
  std::vector<std::vector<Node>> mo_;      // by location, the initial write first
  std::vector<Node> observed_;             // thread × location: the latest write in mo that the thread knows, or kNone
  std::vector<Node> guesses_;              // that have not come true
  bool guessed_ = false;
  std::vector<std::vector<Node>> chains_;  // by first update: see Event::chain
  std::vector<Failure> failures_;
  std::size_t writes_so_far_ = 0;
  bool is_new_ = false;  // something was done that the pass before would not have

  std::vector<CandidateOption> choices_;
  std::vector<EventId> ids_;
  ExecutionGraph partial_;
  std::vector<std::vector<Label>> labels_;  // for assemble
  std::vector<Slot> slots_;
  std::vector<Slot> rf_;
  std::vector<std::vector<Slot>> mo_slots_;
};

}  // namespace graphfuzz
