// Explorer: the tree of all executions of a program, in which every execution graph has exactly one path.
//
// The tree is that of TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis, "Truly stateless, optimal dynamic partial
// order reduction", POPL 2022). A node is a graph together with the order in which its events came (their stamps). Its
// next event has a child for each of its consistent rf sources or mo places; and an event w that writes has, besides, a
// child for each read r that could have read from it had w come earlier: r *revisited* by w. The revisit keeps what is
// older than r and what is porf-before w, and is done only if all that it drops, and r, had made the choice that comes
// last in mo (was *maximally* added): of the many graphs that lead to the same revisit there is exactly one such.
//
// Which thread a node goes on with is free, and need not be the same in different subtrees.
//
// Reads that await a value (Request::awaits) may also *sleep*, if another thread may still write what they wait for:
// the thread then goes on only with a write that comes after. Where this is a choice, it is the maximal one, and to
// read what is there already is a choice that no revisit drops. A thread awaits when nothing else can go on, so that
// what it may read is there. An execution in which a thread still sleeps at the end although it could go on is *vain*:
// it stands for no execution of the program, only for a way to others (doc/decisions/0016-sleeping-threads-wake.md).
#pragma once

#include <atomic>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "graphfuzz/explore/builder.hpp"
#include "graphfuzz/explore/pair_counts.hpp"

namespace graphfuzz {

/// A node of an execution whose other children were not written down when the execution came through.
struct Passed {
  std::uint32_t step : 28;        ///< of the trunk's steps the one that was taken there
  std::uint32_t wrote : 1;        ///< the node is the one after that step, an update: its children are revisits by it
  std::uint32_t unknown : 1;      ///< how many revisits there are was not found out
  std::uint32_t sleeps : 1;       ///< to sleep is one of the options
  std::uint32_t only_sleeps : 1;  ///< … and the only one
  float log_size;                 ///< binary logarithm of the estimated number of leaves below the other children
  /// The probability to come to any one child by choosing uniformly. Unknown revisits have together as much as all
  /// options.
  double share;
};

/// The steps of an execution, which the branches that leave it share.
struct Trunk : boost::intrusive_ref_counter<Trunk> {
  /// `account` is told how many bytes it takes, and must outlive it; it may be null.
  explicit Trunk(std::atomic<std::size_t>* account) : account_(account) {}
  ~Trunk() {
    if (account_ != nullptr) account_->fetch_sub(bytes_, std::memory_order_relaxed);
  }
  void settle_account() {
    if (account_ == nullptr) return;
    bytes_ = sizeof *this + prefix.steps.capacity() * sizeof(Step) + stamps.capacity() * sizeof(std::uint32_t) +
             passed.capacity() * sizeof(Passed);
    account_->fetch_add(bytes_, std::memory_order_relaxed);
  }

  Prefix prefix;
  std::vector<std::uint32_t> stamps;  ///< of the steps, and, for a revisit, of the read that is revisited; kFixed apart
  std::vector<Passed> passed;         ///< in the order of their steps
  bool foreign = false;               ///< it was loaded: Explorer checks what it begins with step by step

  /// Where its bytes are counted.
  const std::atomic<std::size_t>* account() const { return account_; }

 private:
  std::atomic<std::size_t>* account_;
  std::size_t bytes_ = 0;
};

/// Unexplored subtrees: one, or some that leave the same execution and are not told apart until one of them is wanted.
struct Branch {
  static constexpr ThreadId kNobody = kInitThread;

  enum class Kind : std::uint8_t {
    subtree,  ///< one
    uncut,    ///< one that begins with a revisit, the trunk being what it is cut from
    nodes,    ///< those below some of the nodes that the trunk has passed
    node,     ///< those below one of these nodes
    source,  ///< … an update that is to read from a write that another update reads from, which it must revisit or drop
  };

  boost::intrusive_ptr<const Trunk> trunk;  ///< null for the root of the whole tree
  std::uint32_t length = 0;                 ///< the number of the trunk's steps that are taken as they are
  /// What tells it from its siblings, as hashes (pair_counts.hpp): the rf or mo pair, and the event with the value that
  /// it reads or writes; 0 if there is none.
  std::uint32_t pair = 0;
  std::uint32_t value_pair = 0;
  /// Binary logarithm of the estimated number of leaves: as if the subtree branched like the execution that it leaves,
  /// but for how much more, or less, it is worth than its siblings (see Explorer).
  float log_size = 0;
  /// nodes: a range of the trunk's passed ones. node, source: `length` is its number among them, and this a range of
  /// its children (with that source, which `step` says); kAllChildren if nobody has looked whether there are any.
  /// uncut: the number of the step that is revisited is `begin`.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  static constexpr std::uint32_t kAllChildren = ~std::uint32_t{0};
  double share = 1;       ///< the probability to come here by choosing children uniformly
  Step step{kNobody};     ///< the step that follows
  Step revisit{kNobody};  ///< the read that then reads from what that step writes, if any
  Kind kind = Kind::subtree;
  bool fixed = false;  ///< the step is a choice that no revisit may drop

  bool many() const { return kind >= Kind::nodes; }
};

/// A program has not come to what it came to before when it had read the same: by what it has read plainly while others
/// wrote it, as a rule. The branch that was explored, opened or walked leads nowhere, and the Explorer is to abandon
/// it.
class Diverged : public Unsupported {
 public:
  Diverged() : Unsupported("the program does not do the same each time that it reads the same") {}
};

class Explorer {
 public:
  /// Siblings are always written down.
  static constexpr std::size_t kAll = ~std::size_t{0};

  /// `model` must outlive the explorer. `strategy` decides which thread goes on, and which of the choices that are no
  /// revisits is followed first. If there are `counts` of what was seen so far, it does not decide that for reads
  /// alone: each value that can be read is then as likely as any other, however many writes have written it, and every
  /// other time rf pairs that were never seen are preferred.
  Explorer(const Program& program, MemoryModel& model, Strategy& strategy, const PairCounts* counts = nullptr);

  /// How much an execution does for the branches that leave it, so that it costs as much as its events, and not as much
  /// as its choices.
  struct Effort {
    /// It writes down so many at most, those nearest to the root, and counts the others, which come as one branch of
    /// kind `nodes`.
    std::size_t siblings = kAll;
    /// It looks at so many events at each node to count revisits, and at so many more in all. An event counts more the
    /// more was revisited.
    std::size_t visits = 16;
    std::size_t spare_visits = 1024;
  };
  /// From now on.
  void set_effort(const Effort& effort) { effort_ = effort; }
  /// Who is told how many bytes trunks take; see Trunk.
  void set_account(std::atomic<std::size_t>* account) { account_ = account; }

  /// Follows the branch, which is not `many`, to the end of one execution, and appends the branches that leave it to
  /// `branches`: together they are all that is in the branch's subtree. Nothing if the branch leads to no execution, or
  /// a vain one.
  std::optional<Ending> explore(const Branch& branch, std::vector<Branch>& branches);

  struct Opened {
    std::optional<Branch> child;  ///< none if there turned out to be none
    double empty = 0;             ///< the share of the tree in which there turned out to be nothing
  };
  /// Chooses one of the nodes of a branch that is `many`, in proportion to what is below it, or the last one, and of
  /// its children the one that `choose` wants (the index of one of those offered). What else is in the branch is
  /// appended to `branches`, as few branches. O(path).
  Opened open(const Branch& branch, bool last, const std::function<std::size_t(std::span<const Branch>)>& choose,
              std::vector<Branch>& branches);

  /// After Diverged: as before the first execution.
  void abandon();

  /// Walks from the root to a leaf, choosing children uniformly. Returns what the leaf is; `share()` is then the
  /// probability of this walk, so that the mean of 1/share over walks that end in graphs estimates the number of graphs
  /// without bias (Knuth, "Estimating the efficiency of backtrack programs", 1975). A walk whose probability becomes
  /// too small for a double is given up: `share()` is then 0.
  std::optional<Ending> walk(Random& random);

  /// The probability to come to the last execution by choosing children uniformly.
  double share() const { return share_; }
  /// How much was done so far, in steps of the search; but for what was done again to get to where a branch begins,
  /// which depends on what came before.
  std::uint64_t work() const { return work_; }
  /// As if so much had been done.
  void set_work(std::uint64_t work) { work_ = work; }

  /// From now on goes where threads wait for ever by reading what is last in mo, too, though they could go on by
  /// reading something older. That makes more leaves in vain, and the same graphs.
  void look_for_spins(bool on) { looks_for_spins_ = on; }
  /// The threads that wait for ever at the end of the last execution, a vain one, too; see Builder::find_waiting.
  std::span<const Waiting> waiting() const { return waiting_; }
  const ExecutionGraph& waiting_graph() const { return graph(); }

  /// What the last execution was. The graph of a vain one is not complete.
  const ExecutionGraph& graph() const { return builder_.graph(); }
  std::span<const Failure> failures() const { return builder_.failures(); }
  std::span<const Race> races() const { return builder_.races(); }
  /// Of plain accesses that are no events. Valid until the next execution.
  std::span<const WatchedRace> watched_races() const { return builder_.watched_races(); }
  /// Of the last execution, if it is complete; see Builder.
  std::span<const std::size_t> left_over() { return builder_.left_over(); }
  Stack event_stack(EventId id) const { return builder_.event_stack(id); }
  bool watches() const { return builder_.watches(); }
  std::span<const Value> state() { return builder_.state(); }

 private:
  using Option = Builder::Option;

  struct Way {
    Slot place;
    bool succeeds;
  };

  std::optional<Ending> follow(const Branch& branch, std::vector<Branch>& branches);
  bool take_branch(const Branch& branch, std::vector<Branch>& branches);
  std::uint32_t go_back(const Branch& branch);
  std::uint32_t common_steps(const Branch& branch) const;
  void restart();
  void replay(const Step& step, std::uint32_t stamp);
  void take(ThreadId thread, const Option& option, std::uint32_t stamp);
  void add_write(ThreadId thread, Slot predecessor, std::uint32_t stamp);
  void sleep(ThreadId thread, std::uint32_t stamp);
  void record(const Step& step, std::uint32_t stamp, Slot slot);

  ThreadId choose_thread();
  void draw_priorities();
  bool extend(std::vector<Branch>& branches);
  bool extend_write(ThreadId thread, std::vector<Branch>& branches);
  bool extend_read(ThreadId thread, std::vector<Branch>& branches);
  bool asleep(ThreadId thread) const;
  bool waits(ThreadId thread) const;
  // Not an optional: it would be written in parts and read as a whole, for which the processor waits.
  static constexpr std::uint32_t kNoIteration = ~std::uint32_t{0};
  std::uint32_t iteration_begin(ThreadId thread) const;
  bool in_iteration(ThreadId thread) const { return iteration_begin(thread) != kNoIteration; }
  bool is_fixed(ThreadId thread, bool may_sleep) const;
  bool is_new(ThreadId thread, Slot source) const;
  bool has_read_new(ThreadId thread) const;
  bool settles_on_last(ThreadId thread);
  bool leads_out(ThreadId thread, const Option& option);
  bool finds_way(ThreadId thread, std::uint32_t begin, bool news);
  bool may_take_place(ThreadId thread, bool news) const;
  bool offers_sleep(ThreadId thread);
  bool others_may_wake(ThreadId thread);
  bool may_race_in_wait(ThreadId thread) const;
  bool wakes(ThreadId thread, Slot write) const;
  void wake_for(Slot write);
  void find_sleepers();
  std::uint32_t newest_stamp() const;
  bool wrote(Slot slot, std::vector<Branch>& branches);
  bool extend_plain_read(ThreadId thread, std::span<const Slot> sources, std::vector<Branch>& branches);
  void read_options(ThreadId thread);
  void begin_node(bool thorough);
  bool lists(std::size_t siblings);
  void pass(bool wrote, std::size_t options, bool sleeps = false, bool only_sleeps = false);
  std::size_t decide(std::size_t options, std::size_t preferred);
  void divide_share(std::size_t parts);
  void add_sibling(const Step& step, Value value, float worth, bool fixed, std::vector<Branch>& branches) const;
  void add_found(std::vector<Branch>& branches);
  Step sibling_step(ThreadId thread, RequestKind kind, const Option& option) const;
  std::size_t prefer(ThreadId thread, std::size_t chosen, std::size_t options);
  void hand_over(std::size_t before, std::vector<Branch>& branches);

  void go_to(const Branch& branch);
  void check_order(ThreadId thread, std::uint32_t stamp);
  void check_step(const Step& step, std::uint32_t stamp);
  void check_branch(const Branch& branch);
  void check_uncut(const Branch& branch);
  void check_revisit_to(const Branch& branch);
  void check_node(const Branch& branch, const Passed& node, const Step& taken);
  bool make_room();
  void bring_about(ThreadId thread);
  void note_followers();
  void join_children(ThreadId thread);
  std::uint32_t choose_node(const Branch& branch, bool last);
  void add_nodes(const Branch& from, std::uint32_t begin, std::uint32_t end, std::vector<Branch>& branches) const;
  double list_children(const Step& taken, const Passed& node, std::uint32_t number);
  double list_source(const Branch& branch);

  /// A read that could be revisited by what `step` writes; that is in the graph already as `self`, or kNoSlot.
  struct Found {
    Slot read;
    Step step;
    Value written;
    Slot self;
  };
  void set_before(ThreadId thread, Slot source);
  void set_before_of(Slot slot);
  Value written_by(const Request& request, Slot source) const;
  void revisits_of_occupied(ThreadId thread);
  void find_occupied(ThreadId thread);
  bool occupied(ThreadId thread, Slot source);
  void revisits_through(ThreadId thread, Slot source);
  void find_revisits(const Step& step, Location location, Value written, Slot self, Slot must_go);
  Branch revisit_branch(const Found& found) const;
  void cut(Branch& branch, Slot self);
  bool maximal(Slot slot);
  std::uint32_t needed(Location location);
  bool take_revisit(const Branch& branch, std::vector<Branch>& branches);
  bool check_revisit(const Branch& branch, ThreadId writer, ThreadId reader);
  void add_writer(ThreadId writer, Slot place);
  std::optional<Ending> ending();

  Builder builder_;
  std::vector<Waiting> waiting_;
  bool looks_for_spins_ = false;
  Strategy& strategy_;
  const PairCounts* counts_;
  Random* walk_ = nullptr;  // if not null: choose children uniformly, and let the others go

  // The steps taken so far, in the order in which the graph was built, which extends porf.
  Prefix steps_;
  std::vector<std::uint32_t> stamps_;  // with kFixed
  std::vector<Slot> slots_;            // kNoSlot: the thread sleeps
  /// The waiting iteration that an event is part of: its Request::wait_begin, and where we came to it, which is later
  /// if another one had led out into the middle of it. By po indices of the thread.
  struct Iteration {
    std::uint32_t wait_begin = kNone;
    std::uint32_t first = 0;
    static constexpr std::uint32_t kNone = 0xffffffff;
  };
  struct Note {
    std::uint32_t stamp = 0;
    std::uint32_t number = 0;  ///< of the step
    Iteration iteration = {};
    bool fixed = false;   ///< is it a choice that no revisit may drop?
    bool latest = false;  ///< had it the greatest stamp, and the place or source last in mo?
  };
  std::vector<Note> notes_;            // by slot
  std::vector<Slot> revisited_;        // what was added with a stamp that was not the greatest, in the order of slots
  std::vector<bool> plainly_written_;  // by location that there is at the start: may a plain write come?
  bool others_plainly_written_ = false;
  // By thread: the stamp at which it went to sleep where it is now, or at the beginning of the waiting iteration that
  // it is in; or 0. In that iteration it has to read something newer.
  std::vector<std::uint32_t> slept_;
  bool any_slept_ = false;     // since the last restart
  bool must_restart_ = false;  // is the graph not what the steps lead to?
  std::uint32_t next_stamp_ = 0;
  double share_ = 1;
  double log_share_ = 0;  // binary logarithm, relative to the branch that is followed
  double child_share_ = 1;
  double child_log_ = 0;        // the same of each child of the node that was last decided on
  std::optional<Branch> jump_;  // the revisit that the walk has chosen
  std::atomic<std::size_t>* account_ = nullptr;
  Effort effort_;
  bool lists_all() const { return effort_.siblings == kAll; }
  std::size_t room_ = 0;          // how many siblings this execution may still write down
  std::size_t spare_visits_ = 0;  // how many events this execution may still look at, besides some at each node
  std::vector<Passed> passed_;
  std::uint64_t work_ = 0;

  // Scratch.
  std::vector<std::uint32_t> priorities_;  // by thread; empty: the strategy decides alone
  std::vector<ThreadId> threads_;
  std::vector<ThreadId> acting_;  // threads that may do something
  struct Choice {
    std::size_t taken;
    std::size_t of;
  };
  std::vector<Choice> ways_out_;  // a path through the choices of a waiting iteration
  std::vector<Option> trial_options_;
  std::vector<Slot> woken_;  // by thread
  std::vector<Option> options_;
  std::vector<float> worths_;                                    // of the options
  std::vector<std::pair<std::uint64_t, std::uint32_t>> values_;  // that the options read, with the options' numbers
  std::vector<std::uint32_t> novel_;                             // numbers of the options that would be new pairs
  std::vector<Slot> positions_;
  std::vector<Way> ways_;
  std::vector<std::uint32_t> before_;  // the porf view of the event that revisits
  std::vector<bool> kept_;
  // The last position in mo, by location, of what is in before_; with the number of the set that it belongs to.
  std::vector<std::pair<std::uint32_t, std::uint64_t>> needed_;
  std::uint64_t before_number_ = 0;
  std::vector<Found> found_;     // the revisits at the node
  std::vector<Slot> occupied_;   // see find_occupied
  bool unknown_ = false;         // there may be more
  bool thorough_ = true;         // there must not
  std::size_t visits_left_ = 0;  // unless thorough
  struct Head {
    std::uint32_t stamp;
    Slot slot;
    ThreadId thread;
    std::uint32_t index;
  };
  std::vector<Head> heads_;       // of the threads, the newest of the events still to be looked at
  std::vector<Branch> children_;  // of the node that is opened
  Prefix cut_steps_;              // of the trunk that is made of a revisit
  std::vector<std::uint32_t> cut_stamps_;
};

}  // namespace graphfuzz
