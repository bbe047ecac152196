// NativeRun: one execution of a native program. It goes by what is known, and has the machine run only where nothing
// is.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "frontend/native/marks.hpp"
#include "graphfuzz/frontend/native/knowledge.hpp"
#include "graphfuzz/program/goes_back.hpp"

namespace graphfuzz::native {

class NativeRun final : public Run, public GoesBack {
 public:
  NativeRun(Knowledge& knowledge, std::size_t outcomes);

  Capabilities capabilities() const override {
    return {.rewinds = true,
            .starts_threads = true,
            .watches = true,
            .learns_races = knowledge_.wants_races(),
            .discovers = true};
  }
  Location locations() const override { return static_cast<Location>(knowledge_.cells().size()); }
  Value initial_value(Location location) const override { return knowledge_.cells()[location].initial; }
  std::uint64_t location_key(Location location) const override { return knowledge_.cells()[location].address; }
  void reset() override;
  void resume(ThreadId thread, Value value, bool succeeded) override;
  bool accepts(ThreadId thread, Value value, bool succeeded) const override;
  bool may_accept(ThreadId thread, Value value, bool succeeded) const override;
  bool polls(ThreadId thread, Value value) const override;
  bool accepts_failure(ThreadId thread) const override;
  bool leaves_wait(ThreadId thread, Value value, bool succeeded) const override;
  bool waits_on(ThreadId thread, Location location) const override;
  bool waits_plainly(ThreadId thread) const override { return pending_[thread].order == MemoryOrder::non_atomic; }
  bool waits_once(ThreadId thread) const override;
  bool acts_plainly(ThreadId thread, Value value, bool succeeded) const override;
  bool may_write(ThreadId thread, Location location) const override;
  Location section_lock() const override { return knowledge_.section_lock(); }
  std::uint32_t wait_number(ThreadId thread) const override;
  Stack event_stack(ThreadId thread, std::uint32_t index) const override;
  std::span<const std::size_t> left_over(const ExecutionGraph& graph) override;
  std::optional<Rerun> run_again() override;
  void rewind(ThreadId thread) override;
  void keep_history() override { keeps_history_ = true; }
  void save() override {
    remembers_ = true;
    saved_ = pasts_.size();
  }
  void restore() override { undo_to(saved_); }
  std::size_t position() const override { return pasts_.size(); }
  bool go_back(std::size_t position) override;
  std::span<const PlainAccess> plain_accesses(ThreadId thread) const override { return threads_[thread].plain; }
  std::uint64_t plain_version() const override { return knowledge_.sharing(); }
  void learn_races(std::span<const Location> locations) override { knowledge_.learn_races(locations); }
  void observe(const ExecutionGraph& graph, std::span<Value> state) const override;

 private:
  struct Freed {
    Address begin;
    Address end;
    Address place;
    std::uint32_t calls;
  };
  struct Standing {
    NodeId node = kNoNode;
    std::uint32_t events = 0;      // how many of its events have happened
    NodeId head = kNoNode;         // where its waiting iteration began, if it is in one
    std::uint32_t head_event = 0;  // … after so many events
    std::uint32_t head_move = 0;   // … and after so many moves of all threads
    std::uint32_t visits = 0;      // how often it has been at that place since
    std::uint32_t first = 0;       // where it has come to since, the head first: in `places` from there on
    NodeId section = kNoNode;      // if it has just got a lock: where it asked for it
    Value section_value = 0;       // … and what was there
    bool section_freed = false;    // … and does it read then what has been freed?
    bool looked_at_freed = false;  // it has come back from that, and has found nothing
    // Where it asked for the locks that it has, of four at most.
    std::array<NodeId, 4> held{kNoNode, kNoNode, kNoNode, kNoNode};
  };
  struct Thread : Standing {
    std::vector<NodeId> places{};  // of all its iterations
    std::vector<PlainAccess> plain{};
    std::vector<ThreadId> joined{};  // and what they had joined
    std::vector<Freed> freed{};      // by itself, and not allocated again; by address
  };
  struct Move {
    ThreadId thread;
    bool succeeded;
    Value value;
    ThreadId started = 0;    // whoever begins then
    NodeId to = kNoNode;     // where that has led, as far as it is known
    NodeId begun = kNoNode;  // … whoever was started
    bool same(const Move& other) const {
      return thread == other.thread && succeeded == other.succeeded && value == other.value && started == other.started;
    }
  };
  struct Undo {
    std::uint32_t granule;
    std::uint64_t before;
  };
  /// How a thread was before it was resumed, and how long the lists were that only grow.
  struct Past {
    ThreadId thread;
    ThreadId started;  // who has begun then, if not 0
    Standing standing;
    std::uint32_t places, joined;  // of the thread
    std::uint32_t moves, journal, noted, freed, replaced;
    std::uint32_t wait_begin;  // of the pending request, which is the node's but for that
    bool awaits;
    std::int64_t blocks;
  };
  /// What a thread has freed was added to, or became less by that.
  struct FreedChange {
    ThreadId thread;
    bool added;
    std::size_t index;
    Freed freed;
  };

  /// The machine is asked for what comes next of the execution, or for what would come, after which it is taken back.
  enum class Why : std::uint8_t { to_go_on, to_see };
  // By index, since looking one up may have others added.
  const Edge& edge(ThreadId thread, Value value, bool succeeded, Why why = Why::to_see) const {
    return edge_from(threads_[thread].node, thread, value, succeeded, why);
  }
  const Edge& edge_from(NodeId node, ThreadId thread, Value value, bool succeeded, Why why) const;
  template <class Each>
  void follow(ThreadId thread, Value value, bool succeeded, Each each) const;
  void compare(ThreadId thread, NodeId node, const Edge& edge) const;
  const Edge* known(NodeId node, Value value, bool succeeded, bool child) const;
  bool fits(const Edge& edge) const;
  const Edge& explore(ThreadId thread, NodeId node, Value value, bool succeeded, Why why = Why::to_see) const;
  const Edge& explore_begin(ThreadId thread, NodeId node) const;
  void begin(ThreadId thread, NodeId parent);
  static constexpr std::size_t kNever = static_cast<std::size_t>(-1);
  void forget_done() const {
    done_.clear();
    marks_.clear();
    unmarked_ = kNever;
    agreed_ = 0;
  }
  bool is_machine_at(std::size_t count, std::size_t more = 0) const;
  bool take_machine_back(std::size_t count) const;
  void mark_machine(std::size_t after) const;
  std::string lead_machine(std::size_t count) const;
  // Of what has come of running the machine again (native_rerun.cpp): is it not what is known?
  bool same_failure(const Request& one, const Request& other) const;
  std::string difference(ThreadId thread, NodeId expected, const Arrival& arrival) const;
  const Edge& add_difference(ThreadId thread, NodeId node, Value value, bool succeeded, bool child,
                             const std::string& differs) const;
  /// What is taken to be done from here on is behind all moves, and is forgotten at the end.
  class Supposed {
   public:
    explicit Supposed(const NativeRun& run) : run_(run), moves_(run.moves_.size()) {}
    Supposed(const Supposed&) = delete;
    Supposed& operator=(const Supposed&) = delete;
    ~Supposed() {
      run_.moves_.resize(moves_);
      run_.agreed_ = std::min(run_.agreed_, moves_);
      for (auto undo = undo_.rbegin(); undo != undo_.rend(); ++undo) run_.memory_[undo->granule] = undo->before;
    }
    void add(ThreadId thread, Value value, bool succeeded, const Edge& edge) {
      run_.moves_.push_back({thread, succeeded, value});
      run_.moves_.back().to = edge.to;
      run_.write(edge, undo_);
    }

   private:
    const NativeRun& run_;
    std::size_t moves_;
    std::vector<Undo> undo_{};
  };
  // Of attempts that are undone (native_attempts.cpp).
  class Supposition;
  struct Course;
  const Attempts* attempts_at(const Node& node) const;
  bool attempt_fails(ThreadId thread, Value value) const;
  Course course(ThreadId thread, Value value) const;
  bool goes_on_alike(ThreadId thread, Value one, Value other) const;
  std::vector<Value> sums_of_attempts(ThreadId thread, const Attempts& attempts) const;
  bool ends_waits(ThreadId thread, Value value) const;
  void look_for_attempt(ThreadId thread, Value value);
  void look_for_witness(ThreadId thread, Value value);
  // Of polling under a lock (native_polls.cpp).
  bool is_freed(std::span<const Access> accesses) const;
  void note_lock(ThreadId thread, Value value, bool succeeded);
  void note_section(ThreadId thread, NodeId from, const Edge& taken);
  void look_for_poll(ThreadId thread, NodeId from);
  bool may_run_beside(ThreadId thread, ThreadId other) const;
  bool is_polled(const Polls& polls, ThreadId thread) const;
  void look_for_one_who_sees_polls(ThreadId thread);
  void note_writes_while_polled(ThreadId thread);
  void arrive(ThreadId thread, const Edge& edge);
  void apply(ThreadId thread, const Touch& touch);
  void apply_all(ThreadId thread, const Edge& edge);
  void write(const Edge& edge, std::vector<Undo>& journal) const;
  void allocate(ThreadId thread, const Touch& touch);
  void release(ThreadId thread, const Touch& touch);
  void note_life(ThreadId thread, Address begin, Address end, Life life, const Touch& touch, bool write);
  bool ends_iteration(const Thread& t, Address place) const;
  bool is_in_vain(const Thread& t, const Edge& edge) const;
  void place_in_loop(ThreadId thread, bool pure);
  void end_stack(ThreadId thread, const Edge& edge);
  void note_join(ThreadId thread, ThreadId other);
  /// What is done to memory: "read" of so many bytes, or "free".
  struct Use {
    const char* name;
    std::size_t size = 0;
  };
  bool check_freed(ThreadId thread, Address address, Use use, Address place, std::uint32_t calls);
  bool uses_freed(const Thread& by, std::span<const Access> accesses) const;
  void fail(ThreadId thread, const std::string& what, Address place, std::vector<CallStack> stacks);
  CallStack call_stack(std::string what, Address place, std::uint32_t calls) const;
  void take_moves_back(ThreadId thread, std::size_t since);
  void remember(ThreadId thread);
  void undo_to(std::size_t position);
  void undo_freed(const FreedChange& change);
  static void forget(Thread& thread);
  void look_at_all_memory() const;
  void find_events() const;

  Knowledge& knowledge_;
  std::vector<Thread> threads_;
  mutable std::vector<Move> moves_;  // with what is supposed at the end, while something is
  std::vector<Value> outcomes_;
  mutable std::vector<std::uint64_t> memory_;  // by granule, as far as anyone has looked
  std::vector<Undo> journal_;
  std::int64_t blocks_ = 0;  // that were allocated, less those that were freed
  struct Allocated {
    Address place;
    std::uint32_t calls;
    ThreadId thread;
  };
  boost::unordered_flat_map<Address, Allocated> allocated_;                   // by whom, as far as anyone has
  boost::unordered_flat_map<std::uint64_t, std::vector<std::size_t>> leaks_;  // by all that decides them

  bool keeps_history_ = false;  // from the next reset on
  bool whole_ = false;          // … this execution's
  bool remembers_ = false;      // … from here on: if not whole, until what was saved is restored, and nothing rewinds
  std::vector<Past> pasts_;     // by resume, as far as that was not taken back
  std::vector<std::pair<std::size_t, Value>> noted_;     // outcomes that were replaced
  std::vector<FreedChange> freed_;                       // in what threads have freed
  std::vector<std::pair<Address, Allocated>> replaced_;  // in allocated_
  std::size_t saved_ = 0;
  std::uint64_t revision_ = 0;  // of what was known when the execution began
  bool moving_ = false;         // or was, when something was thrown

  mutable std::vector<std::vector<NodeId>> event_nodes_;  // by thread and event, if they are known
  mutable bool knows_events_ = false;                     // … as of moves_

  // Of the machine, which other executions have used before.
  mutable std::vector<Move> done_;
  mutable std::size_t agreed_ = 0;         // so many of done_ are certain to be those of moves_
  mutable Marks marks_;                    // where it was
  mutable std::size_t unmarked_ = kNever;  // after so many moves it could not be marked: nor will it be soon after
  NodeId first_ = kNoNode;                 // where main has begun
  mutable bool machine_ready_ = false;     // done_ says where it is
};

}  // namespace graphfuzz::native
