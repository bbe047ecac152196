#include "graphfuzz/explore/explorer.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <type_traits>

#include "explore/steps.hpp"

namespace graphfuzz {
namespace {

// Walks end when their probability falls below this.
constexpr double kLeastShare = 1e-300;

}  // namespace

Explorer::Explorer(const Program& program, MemoryModel& model, Strategy& strategy, const PairCounts* counts)
    : builder_(program, model, OnDeadEnd::go_on), strategy_(strategy), counts_(counts) {
  builder_.keep_history();
  const std::vector<WriteInCode> writes = program.writes_in_code();
  others_plainly_written_ = writes.empty();  // if nothing is told, anything may be
  plainly_written_.assign(program.locations().size(), others_plainly_written_);
  for (const WriteInCode& write : writes) {
    if (write.atomic) continue;
    if (write.location == kNoLocation) {
      plainly_written_.assign(plainly_written_.size(), true);
      others_plainly_written_ = true;
    } else {
      plainly_written_[write.location] = true;
    }
  }
}

std::optional<Ending> Explorer::explore(const Branch& branch, std::vector<Branch>& branches) {
  const std::size_t before = branches.size();
  passed_.clear();
  room_ = effort_.siblings;
  spare_visits_ = effort_.spare_visits;
  std::optional<Ending> result = follow(branch, branches);
  while (make_room()) {
    branches.resize(before);
    passed_.clear();
    room_ = effort_.siblings;
    spare_visits_ = effort_.spare_visits;
    result = follow(branch, branches);
  }
  hand_over(before, branches);
  return result;
}

// Branches that leave this execution, from number `before` on, share its steps. How large they are is guessed as if
// they branched like it.
void Explorer::hand_over(std::size_t before, std::vector<Branch>& branches) {
  const auto size = [this](float log) {
    return std::isfinite(log_share_) ? std::max(0.0F, log - static_cast<float>(log_share_)) : 0.0F;
  };
  std::uint32_t length = 0;
  bool shared = !passed_.empty();
  for (std::size_t i = before; i < branches.size(); ++i) {
    branches[i].log_size = size(branches[i].log_size);
    if (branches[i].trunk) continue;
    length = std::max(length, branches[i].length);
    shared = true;
  }
  if (!shared) return;
  for (Passed& node : passed_) node.log_size = size(node.log_size);
  if (!passed_.empty()) length = std::max(length, std::uint32_t{passed_.back().step} + 1);
  const boost::intrusive_ptr<Trunk> trunk(new Trunk(account_));
  trunk->prefix.steps.assign(steps_.steps.begin(), steps_.steps.begin() + length);
  trunk->stamps.assign(stamps_.begin(), stamps_.begin() + length);
  trunk->passed = passed_;
  trunk->settle_account();
  for (std::size_t i = before; i < branches.size(); ++i) {
    if (!branches[i].trunk) branches[i].trunk = trunk;
  }
  if (passed_.empty()) return;
  Branch rest;
  rest.trunk = trunk;
  add_nodes(rest, 0, static_cast<std::uint32_t>(passed_.size()), branches);
}

std::optional<Ending> Explorer::walk(Random& random) {
  walk_ = &random;
  std::vector<Branch> none;
  Branch branch;
  std::optional<Ending> result;
  while (true) {
    jump_.reset();
    result = follow(branch, none);
    if (make_room()) continue;
    if (!jump_) break;
    branch = *std::move(jump_);
  }
  walk_ = nullptr;
  return result;
}

std::optional<Ending> Explorer::follow(const Branch& branch, std::vector<Branch>& branches) {
  go_to(branch);
  if (branch.trunk && branch.trunk->foreign) check_branch(branch);
  if (branch.kind == Branch::Kind::uncut) {
    join_children(branch.step.thread);
    if (builder_.outgrown()) return std::nullopt;
    Branch revisit = branch;
    cut(revisit, kNoSlot);
    return follow(revisit, branches);
  }
  waiting_.clear();
  share_ = branch.share;
  log_share_ = 0;
  draw_priorities();
  if (!take_branch(branch, branches)) return std::nullopt;
  while (!builder_.stopped() && !builder_.runnable().empty()) {
    if (!extend(branches)) return std::nullopt;
    if (builder_.too_large()) builder_.truncate();
    if (walk_ != nullptr && share_ < kLeastShare) {
      share_ = 0;
      return std::nullopt;
    }
  }
  return ending();
}

// Takes the steps of the trunk that come before the branch.
void Explorer::go_to(const Branch& branch) {
  const std::uint64_t work = work_;
  const bool foreign = branch.trunk && branch.trunk->foreign;
  do {
    for (std::uint32_t i = go_back(branch); i < branch.length && !builder_.outgrown(); ++i) {
      const Step& step = branch.trunk->prefix.steps[i];
      const std::uint32_t stamp = branch.trunk->stamps[i];
      bring_about(step.thread);
      if (builder_.outgrown()) break;
      if (foreign) check_step(step, stamp & ~kFixed);
      replay(step, stamp);
    }
    if (builder_.starts_threads()) builder_.join_all();
  } while (make_room());
  if (walk_ == nullptr) work_ = work;
  // Whether what was there before was taken back or begun anew, the strategy is to have the same threads to choose
  // from.
  if (any_slept_ || builder_.starts_threads()) builder_.sort_runnable();
  note_followers();
}

// If a thread or a location has appeared that there was no room for, the execution is over, and to be taken once more.
bool Explorer::make_room() {
  if (!builder_.outgrown()) return false;
  builder_.make_room();
  return must_restart_ = true;
}

// Takes back what of the last execution the branch does not begin with. Returns the number of steps that remain.
std::uint32_t Explorer::go_back(const Branch& branch) {
  const std::uint32_t common = common_steps(branch);
  // Where the first of the steps that go has added an event, if it has. What the steps have not added goes anyway: it
  // is from a search for a way out of a wait.
  auto size = static_cast<Slot>(notes_.size());
  for (std::size_t i = common; i < slots_.size(); ++i) {
    if (slots_[i] == kNoSlot) continue;
    size = slots_[i];
    break;
  }
  if (common == 0 || must_restart_ || !builder_.take_back_to(size)) {
    restart();
    return 0;
  }
  steps_.steps.resize(common);
  stamps_.resize(common);
  slots_.resize(common);
  notes_.resize(size);
  while (!revisited_.empty() && revisited_.back() >= size) revisited_.pop_back();
  next_stamp_ = newest_stamp() + 1;
  if (any_slept_) find_sleepers();
  return common;
}

// The greatest stamp of the steps taken: that of the last one that was not revisited.
std::uint32_t Explorer::newest_stamp() const {
  std::size_t last = slots_.size();
  for (std::size_t i = revisited_.size(); i > 0 && last > 1 && revisited_[i - 1] == slots_[last - 1]; --i) --last;
  return stamps_[last - 1] & ~kFixed;
}

// How many of the last execution's steps the branch begins with.
std::uint32_t Explorer::common_steps(const Branch& branch) const {
  if (branch.length == 0) return 0;
  const std::size_t most = std::min<std::size_t>(branch.length, steps_.steps.size());
  const Step* const steps = branch.trunk->prefix.steps.data();
  const std::uint32_t* const stamps = branch.trunk->stamps.data();
  static_assert(std::has_unique_object_representations_v<Step>);
  std::uint32_t common = 0;
  while (common < most && std::memcmp(&steps[common], &steps_.steps[common], sizeof(Step)) == 0 &&
         stamps[common] == stamps_[common]) {
    ++common;
  }
  return common;
}

void Explorer::abandon() {
  restart();
  waiting_.clear();
  share_ = 0;
}

void Explorer::restart() {
  builder_.restart();
  steps_.steps.clear();
  stamps_.clear();
  slots_.clear();
  revisited_.clear();
  slept_.assign(graph().threads(), 0);
  any_slept_ = false;
  next_stamp_ = 1;
  notes_.assign(graph().size(), {.latest = true});
  must_restart_ = false;
}

// Takes the step in which the branch differs from where it leaves. False if that leads nowhere.
bool Explorer::take_branch(const Branch& branch, std::vector<Branch>& branches) {
  if (branch.step.thread == Branch::kNobody) return true;
  if (branch.revisit.thread != Branch::kNobody) return take_revisit(branch, branches);
  replay(branch.step, next_stamp_ | (branch.fixed ? kFixed : 0));
  if (builder_.outgrown()) return false;
  const Slot slot = slots_.back();
  return slot == kNoSlot || graph()[slot].label.kind != EventKind::update || wrote(slot, branches);
}

// Who starts the thread may have to join others first, and has no steps for that.
void Explorer::bring_about(ThreadId thread) {
  if (!builder_.starts_threads()) return;
  if (thread < graph().threads() && graph().last(thread) != kNoSlot) return;
  builder_.join_all();
  if (!builder_.outgrown()) note_followers();
}

// What follows of itself is as old as what it follows from: before a step that comes earlier now than when it was first
// taken, it has to be as if it had been there then.
void Explorer::note_followers() {
  for (auto slot = static_cast<Slot>(notes_.size()); slot < graph().size(); ++slot) {
    const Event& e = graph()[slot];
    std::uint32_t stamp = 0;
    if (e.id.index > 0) stamp = notes_[graph().thread(e.id.thread)[e.id.index - 1]].stamp;
    if (e.rf != kNoSlot) stamp = std::max(stamp, notes_[e.rf].stamp);
    notes_.push_back({.stamp = stamp});
  }
}

// What the thread joins has no steps of its own.
void Explorer::join_children(ThreadId thread) {
  if (builder_.pending(thread).kind == RequestKind::join) builder_.join_children(thread);
}

// Takes a step that is known to be possible.
void Explorer::replay(const Step& step, std::uint32_t stamp) {
  const ThreadId thread = step.thread;
  join_children(thread);
  if (builder_.outgrown()) return;
  if (means(step, kSleeps)) return sleep(thread, stamp);
  const Request& request = builder_.pending(thread);
  if (request.kind == RequestKind::fence) {
    const Slot slot = graph().size();
    builder_.add_fence(thread);
    return record(step, stamp, slot);
  }
  const Slot source = builder_.source(step);
  if (source == kNoSlot || graph()[source].label.location != request.location) {
    throw Diverged();
  }
  if (request.kind == RequestKind::write) return add_write(thread, source, stamp);
  take(thread, {source, builder_.succeeds_with(request, source, step)}, stamp);
}

void Explorer::take(ThreadId thread, const Option& option, std::uint32_t stamp) {
  const Request& request = builder_.pending(thread);
  const bool fails = request.kind == RequestKind::read || !option.succeeds;
  const bool spurious = request.kind == RequestKind::compare_exchange && !option.succeeds &&
                        graph()[option.source].label.written_value == request.expected;
  const Step step = step_of(thread, graph()[option.source].id, fails);
  const Slot slot = graph().size();
  const std::uint32_t begin = iteration_begin(thread);
  const Iteration iteration{request.awaits ? request.wait_begin : Iteration::kNone,
                            begin == kNoIteration ? graph().thread_size(thread) : begin};
  builder_.take(thread, option);
  record(step, spurious ? stamp | kFixed : stamp, slot);
  notes_[slot].iteration = iteration;
  if (!in_iteration(thread)) slept_[thread] = 0;
  if (graph()[slot].label.kind == EventKind::update) wake_for(slot);
}

void Explorer::add_write(ThreadId thread, Slot predecessor, std::uint32_t stamp) {
  const Slot slot = graph().size();
  builder_.add_write(thread, predecessor);
  const Step step = step_of(thread, graph()[predecessor].id);
  record(step, stamp, slot);
  wake_for(slot);
}

void Explorer::sleep(ThreadId thread, std::uint32_t stamp) {
  builder_.retire(thread);
  slept_[thread] = stamp;
  any_slept_ = true;
  record(step_of(thread, {kInitThread, kSleeps}), stamp, kNoSlot);
}

// Notes a step that has been taken. Events that follow of themselves have its stamp too.
void Explorer::record(const Step& step, std::uint32_t marked_stamp, Slot slot) {
  const auto number = static_cast<std::uint32_t>(steps_.steps.size());
  const std::uint32_t stamp = marked_stamp & ~kFixed;
  steps_.steps.push_back(step);
  stamps_.push_back(marked_stamp);
  slots_.push_back(slot);
  const bool newest = stamp >= next_stamp_;
  bool latest = false;
  if (slot != kNoSlot && is_access(graph()[slot].label.kind)) {
    latest = newest && graph().observed(slot) + 1 == graph().mo(graph()[slot].label.location).size();
    if (!newest) revisited_.push_back(slot);
  }
  notes_.resize(graph().size(), {.stamp = stamp, .number = number, .latest = latest});
  if (slot != kNoSlot) notes_[slot].fixed = (marked_stamp & kFixed) != 0;
  ++work_;
  next_stamp_ = std::max(next_stamp_, stamp + 1);
}

// What the execution is, now that no thread can go on.
std::optional<Ending> Explorer::ending() {
  builder_.look_for_overlaps();
  if (builder_.impossible()) return builder_.truncated() ? Ending::truncated : Ending::blocked;
  if (builder_.stopped()) return Ending::truncated;
  bool asleep = false;
  bool locks = true;
  bool vain = false;
  bool moved = false;  // has a thread that slept gone on?
  for (ThreadId thread = 0; thread < graph().threads(); ++thread) {
    if (slept_[thread] == 0) continue;
    asleep = true;
    locks = locks && builder_.waits_for_lock(thread);
    // If it could go on after all, it slept in vain.
    const Builder::Before before = builder_.begin_trial();
    vain = vain || builder_.finish_wait(thread, strategy_);
    builder_.end_trial(before);
    if (vain || builder_.pending(thread).lock) continue;
    if (builder_.pending(thread).wait_begin < graph().thread_size(thread)) {
      // It came to where it is without waiting there; but if it waits now, it comes by what it has read once more.
      must_restart_ = true;
      builder_.abandon_iteration(thread);
      vain = moved = builder_.finish_wait(thread, strategy_);
    }
  }
  for (ThreadId thread = 0; thread < graph().threads() && !builder_.stopped(); ++thread) {
    // What a failed iteration shows is there to be looked at, even if the execution is vain.
    if (slept_[thread] != 0 && may_race_in_wait(thread)) builder_.races_while_waiting(thread);
  }
  if (asleep && !moved && (!vain || looks_for_spins_)) builder_.find_waiting(waiting_);
  if (vain) return std::nullopt;
  if (builder_.truncated()) return Ending::truncated;
  const bool over = (!asleep && builder_.suspended().empty()) || builder_.exited();
  if (over && !builder_.blocked()) return Ending::complete;
  // Who joins others waits for them, whatever these wait for.
  locks = locks && asleep && failures().empty() && !builder_.blocked();
  for (const ThreadId thread : builder_.suspended()) {
    locks = locks && builder_.pending(thread).kind == RequestKind::join;
  }
  return locks ? Ending::deadlocked : Ending::blocked;
}

}  // namespace graphfuzz
