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

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <optional>
#include <span>
#include <vector>

#include "graphfuzz/explore/builder.hpp"
#include "graphfuzz/explore/pair_counts.hpp"

namespace graphfuzz {

/// The steps of an execution, which the branches that leave it share.
struct Trunk : boost::intrusive_ref_counter<Trunk> {
  Prefix prefix;
  std::vector<std::uint32_t> stamps;  ///< of the steps, and, for a revisit, of the read that is revisited; kFixed apart
};

/// An unexplored subtree.
struct Branch {
  static constexpr ThreadId kNobody = kInitThread;

  boost::intrusive_ptr<const Trunk> trunk;  ///< null for the root of the whole tree
  std::uint32_t length = 0;                 ///< the number of the trunk's steps that are taken as they are
  /// What tells it from its siblings, as hashes (pair_counts.hpp): the rf or mo pair, and the event with the value that
  /// it reads or writes; 0 if there is none.
  std::uint32_t pair = 0;
  std::uint32_t value_pair = 0;
  /// How much more, or less, it is worth than its siblings: see Explorer.
  float worth = 1;
  bool fixed = false;     ///< the step is a choice that no revisit may drop
  double share = 1;       ///< the probability to come here by choosing children uniformly
  Step step{kNobody};     ///< the step that follows
  Step revisit{kNobody};  ///< the read that then reads from what that step writes, if any
};

class Explorer {
 public:
  /// `model` must outlive the explorer. `strategy` decides which thread goes on, and which of the choices that are no
  /// revisits is followed first. If there are `counts` of what was seen so far, it does not decide that for reads
  /// alone: each value that can be read is then as likely as any other, however many writes have written it, and every
  /// other time rf pairs that were never seen are preferred.
  Explorer(const Program& program, MemoryModel& model, Strategy& strategy, const PairCounts* counts = nullptr);

  /// Follows the branch to the end of one execution, and appends the branches that leave it to `branches`: together
  /// they are all that is in the branch's subtree. Nothing if the branch leads to no execution, or a vain one.
  std::optional<Ending> explore(const Branch& branch, std::vector<Branch>& branches);

  /// Walks from the root to a leaf, choosing children uniformly. Returns what the leaf is; `share()` is then the
  /// probability of this walk, so that the mean of 1/share over walks that end in graphs estimates the number of graphs
  /// without bias (Knuth, "Estimating the efficiency of backtrack programs", 1975).
  std::optional<Ending> walk(Random& random);

  /// The probability to come to the last execution by choosing children uniformly.
  double share() const { return share_; }

  /// What the last execution was. The graph of a vain one is not complete.
  const ExecutionGraph& graph() const { return builder_.graph(); }
  std::span<const Failure> failures() const { return builder_.failures(); }
  std::span<const Race> races() const { return builder_.races(); }
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
  bool in_iteration(ThreadId thread) const;
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
  bool wrote(Slot slot, std::vector<Branch>& branches);
  std::size_t decide(std::size_t options, std::size_t preferred, std::size_t mark, std::vector<Branch>& branches);
  void add_sibling(const Step& step, Value value, float worth, bool fixed, std::vector<Branch>& branches) const;
  Step sibling_step(ThreadId thread, RequestKind kind, const Option& option) const;
  std::size_t prefer(ThreadId thread, std::size_t chosen, std::size_t options);

  void set_before(ThreadId thread, Slot source);
  void revisits_of_occupied(ThreadId thread, std::vector<Branch>& branches);
  void add_revisits(const Step& step, Location location, Value written, Slot self, Slot must_go,
                    std::vector<Branch>& branches);
  void add_revisit(std::size_t revisited, const Step& step, Value written, Slot self, std::vector<Branch>& branches);
  bool maximal(Slot slot) const;
  bool take_revisit(const Branch& branch, std::vector<Branch>& branches);
  bool check_revisit(const Branch& branch, ThreadId writer, ThreadId reader);
  void add_writer(ThreadId writer, Slot place);
  std::optional<Ending> ending();

  Builder builder_;
  Strategy& strategy_;
  const PairCounts* counts_;
  Random* walk_ = nullptr;  // if not null: choose children uniformly, and let the others go

  // The steps taken so far, in the order in which the graph was built, which extends porf.
  Prefix steps_;
  std::vector<std::uint32_t> stamps_;  // with kFixed
  std::vector<Slot> slots_;            // kNoSlot: the thread sleeps
  std::vector<std::uint32_t> order_;   // numbers of steps by stamp
  std::vector<std::uint32_t> stamp_;   // by slot
  std::vector<std::uint8_t> fixed_;       // by slot: a choice that no revisit may drop
  std::vector<bool> plainly_written_;  // by location: may a plain write come?
  // By thread: the stamp at which it went to sleep where it is now, or at the beginning of the waiting iteration that
  // it is in; or 0. In that iteration it has to read something newer.
  std::vector<std::uint32_t> slept_;
  bool any_slept_ = false;  // since the last restart
  std::uint32_t next_stamp_ = 0;
  double share_ = 1;
  std::optional<Branch> jump_;  // the revisit that the walk has chosen

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
};

}  // namespace graphfuzz
