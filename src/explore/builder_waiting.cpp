// The part of the builder that deals with threads that wait (doc/decisions/0003-waits-take-no-events.md).
#include <algorithm>
#include <cassert>
#include <vector>

#include "graphfuzz/explore/builder.hpp"
#include "program/requests.hpp"

namespace graphfuzz {
namespace {

// How many choices the search for a way out of a waiting iteration may take back before the thread is made to wait for
// another write. Iterations that read one location need none; it takes several locations with many values each to get
// here, and then a wait that could end may be reported as blocked.
constexpr std::size_t kWaitBudget = 10'000;

// Goes through all sequences of choices, one after the other.
class EveryChoice final : public Strategy {
 public:
  std::size_t choose_thread(const ExecutionGraph&, std::span<const ThreadId> threads) override {
    return choose(threads.size());
  }
  std::size_t choose_write(const ExecutionGraph&, std::size_t count) override { return choose(count); }
  /// Begins the next sequence; false if there is none.
  bool advance() {
    choices_.resize(made_);
    while (!choices_.empty() && choices_.back().first + 1 == choices_.back().second) choices_.pop_back();
    made_ = 0;
    if (choices_.empty()) return false;
    ++choices_.back().first;
    return true;
  }

 private:
  std::size_t choose(std::size_t count) {
    if (made_ == choices_.size()) choices_.emplace_back(0, count);
    return choices_[made_++].first;
  }
  std::vector<std::pair<std::size_t, std::size_t>> choices_;  // what was chosen, of how many
  std::size_t made_ = 0;
};

}  // namespace

// A waiting iteration is taken as a whole: its reads are chosen such that the thread goes on afterwards. Since nobody
// reads from them, nothing is lost by performing them in one go. False if there is no such choice yet; then no event
// of the iteration is in the graph.
bool Builder::wait(ThreadId thread, Strategy& strategy) {
  constexpr std::size_t kOneIn = 4;
  const bool watches = may_race() || (model_.detects_races() && run_->waits_plainly(thread));
  if (watches && strategy.choose_write(graph_, kOneIn) == 0 && probe_iteration(thread, strategy)) return true;
  if (finish_wait(thread, strategy)) return true;
  if (graph_.thread_size(thread) == run_->pending(thread).wait_begin) return false;
  // A prefix had chosen the first reads of the iteration, in a way that leaves none for the rest; or another iteration
  // has led out into the middle of this one. Once is enough, unless others have gone on since: the thread may have come
  // back here from where it began anew.
  const Slot others = graph_.event_count() - graph_.thread_size(thread);
  abandoned_.resize(graph_.threads(), kNoSlot);
  if (abandoned_[thread] == others) return false;
  abandoned_[thread] = others;
  abandon_iteration(thread);
  return finish_wait(thread, strategy);
}

bool Builder::finish_wait(ThreadId thread, Strategy& strategy) {
  // After an iteration has been forgotten the next one may begin with a fence.
  while (!stopped_ && run_->pending(thread).kind == RequestKind::fence) add_fence(thread);
  if (stopped_ || !asks_for_event(run_->pending(thread).kind) || !run_->pending(thread).awaits) return false;
  std::size_t budget = kWaitBudget;
  return search_exit(thread, strategy, 0, budget);
}

bool Builder::search_exit(ThreadId thread, Strategy& strategy, std::size_t depth, std::size_t& budget) {
  if (options_.size() <= depth) options_.resize(depth + 1);
  const std::uint32_t begin = run_->pending(thread).wait_begin;
  const std::uint32_t events = graph_.thread_size(thread);
  options(thread, options_[depth]);
  while (!options_[depth].empty()) {
    std::vector<Option>& rest = options_[depth];
    const std::size_t chosen = strategy.choose_write(graph_, rest.size());
    const Option option = rest[chosen];
    rest[chosen] = rest.back();
    rest.pop_back();
    take(thread, option);
    while (!stopped_ && run_->pending(thread).kind == RequestKind::fence) add_fence(thread);
    const Request& next = run_->pending(thread);
    const bool same_iteration = !stopped_ && asks_for_event(next.kind) && next.awaits && next.wait_begin == begin;
    if (!same_iteration || search_exit(thread, strategy, depth + 1, budget)) return true;
    undo_to(thread, begin, events);
    if (budget == 0 || --budget == 0) return false;
  }
  return false;
}

// Does the thread come back to the beginning of its iteration if each access reads what is last in mo?
bool Builder::spins(ThreadId thread, Waiting& waiting) {
  const std::uint32_t begin = run_->pending(thread).wait_begin;
  const bool lock = run_->pending(thread).lock;
  waiting = {thread, waits_for_lock(thread), false, run_->wait_number(thread), {}};
  waiting.polls = lock && !waiting.lock;
  const Before before = begin_trial();
  bool spins = false;
  while (!stopped_) {
    const Request& request = run_->pending(thread);
    if (request.kind == RequestKind::fence) {
      add_fence(thread);
      continue;
    }
    if (!asks_for_event(request.kind) || !request.awaits || request.wait_begin != begin) break;
    const Slot last = graph_.mo_last(request.location);
    const Value value = graph_[last].label.written_value;
    const bool succeeds = request.kind != RequestKind::compare_exchange || value == request.expected;
    if (waiting.reads.empty()) waiting.number = run_->wait_number(thread);
    waiting.reads.push_back({request.location, value});
    spins = !run_->accepts(thread, value, succeeds);
    if (spins || (succeeds && request.kind != RequestKind::read)) break;
    take(thread, {last, succeeds});
  }
  end_trial(before);
  return spins;
}

bool Builder::waits_for_lock(ThreadId thread) const {
  const Request& request = run_->pending(thread);
  return request.lock && !run_->polls(thread, graph_[graph_.mo_last(request.location)].label.written_value);
}

bool Builder::exited() const {
  for (ThreadId t = 0; t < graph_.threads(); ++t) {
    if (run_->pending(t).kind == RequestKind::finished && run_->pending(t).exits) return true;
  }
  return false;
}

bool Builder::main_left_others() const {
  const Request& main = run_->pending(0);
  if (main.kind != RequestKind::finished || main.operand != kMainReturned) return false;
  std::vector<bool> joined(graph_.threads(), false);
  joined[0] = true;
  for (ThreadId t = 0; t < graph_.threads(); ++t) {
    if (graph_.thread_size(t) == 0) joined[t] = true;  // it was never started
    for (const Slot slot : graph_.thread(t)) {
      const Label& label = graph_[slot].label;
      if (label.kind == EventKind::join) joined[static_cast<ThreadId>(label.written_value)] = true;
    }
  }
  return std::ranges::find(joined, false) != joined.end();
}

void Builder::find_waiting(std::vector<Waiting>& result) {
  result.clear();
  if (stopped_ || blocked_ || truncated_ || !failures_.empty() || exited()) return;
  // What an iteration begins with orders only what comes after it.
  const auto begins = [this](ThreadId t, std::uint32_t begin) {
    const std::span<const Slot> events = graph_.thread(t).subspan(begin);
    return std::all_of(events.begin(), events.end(),
                       [this](Slot slot) { return graph_[slot].label.kind == EventKind::fence; });
  };
  for (ThreadId t = 0; t < graph_.threads(); ++t) {
    const Request& request = run_->pending(t);
    if (request.kind == RequestKind::finished || request.kind == RequestKind::join) continue;
    const bool waits = request.kind == RequestKind::fence || request.awaits;
    Waiting waiting;
    if (!waits || (!request.lock && request.awaits && !begins(t, request.wait_begin)) || !spins(t, waiting)) {
      result.clear();
      return;
    }
    result.push_back(std::move(waiting));
  }
}

// Most waits are for one atomic location that nobody writes plainly, and access nothing plainly when they fail.
bool Builder::may_race_while_waiting(ThreadId thread) {
  const Request& request = run_->pending(thread);
  if (!reads(request.kind) || !request.awaits || !is_atomic(request.order) || !run_->waits_once(thread)) return true;
  const auto races = [this, thread](Slot slot) {
    return graph_[slot].id.thread != thread && graph_[slot].id.thread != kInitThread &&
           !is_atomic(graph_[slot].label.order);
  };
  const std::span<const Slot> writes = graph_.mo(request.location);
  if (std::any_of(writes.begin(), writes.end(), races)) return true;
  if (watches_ && watch_.may_race_with_read(thread, request.location)) return true;
  options(thread, options_[0], false);
  return std::any_of(options_[0].begin(), options_[0].end(), [&](const Option& option) {
    const Value value = graph_[option.source].label.written_value;
    if (request.kind == RequestKind::compare_exchange && option.succeeds) return false;
    return !run_->accepts(thread, value, option.succeeds) && run_->acts_plainly(thread, value, option.succeeds);
  });
}

bool Builder::races_while_waiting(ThreadId thread) {
  if (!model_.detects_races() && !watch_.has_ends()) return false;
  if (!may_race_while_waiting(thread)) return false;
  EveryChoice choices;
  std::size_t budget = kWaitBudget;
  do {
    if (probe_iteration(thread, choices)) return true;
  } while (choices.advance() && --budget > 0);
  return false;
}

// The failed iterations of a wait are in no graph, but they happen, and what they read may race. One in a few is tried
// out. If it races, the program's behaviour is undefined: the execution ends here, blocked, with the race to show.
// Otherwise nothing has changed.
bool Builder::probe_iteration(ThreadId thread, Strategy& strategy) {
  if (run_->pending(thread).lock) return false;  // nothing is done when that fails
  const std::uint32_t begin = run_->pending(thread).wait_begin;
  const std::uint32_t events = graph_.thread_size(thread);
  const std::size_t noted = watch_.size(thread);
  const Before before = begin_trial();
  bool failed = false;
  while (!failed && !stopped_) {
    const Request& request = run_->pending(thread);
    if (request.kind == RequestKind::fence) {
      add_fence(thread);
      continue;
    }
    if (!asks_for_event(request.kind) || !request.awaits || request.wait_begin != begin) break;
    options(thread, options_[0], false);
    std::erase_if(options_[0], [&](const Option& o) {
      return request.kind == RequestKind::compare_exchange && o.succeeds;  // to write is not to wait
    });
    if (options_[0].empty()) break;
    const Option option = options_[0][strategy.choose_write(graph_, options_[0].size())];
    failed = !run_->accepts(thread, graph_[option.source].label.written_value, option.succeeds);
    take(thread, option);
  }
  const bool watched = failed && watch_.size(thread) > noted && watched_race_since(thread, events);
  if (failed && (races_.size() > before.races || watched)) return stopped_ = true;
  end_trial(before);
  return false;
}

// Does what the thread has done plainly after so many events race with others, by other than what raced before?
bool Builder::watched_race_since(ThreadId thread, std::uint32_t events) const {
  const auto is_new = [&](const WatchedAccess& a) { return a.thread == thread && !a.event && a.index > events; };
  const std::span<const WatchedRace> races = watched_races();
  return std::any_of(races.begin(), races.end(),
                     [&](const WatchedRace& race) { return is_new(race.first) || is_new(race.second); });
}

Builder::Before Builder::begin_trial() {
  run_->save();
  runnable_before_trial_ = runnable_;
  suspended_before_trial_ = suspended_;
  return {graph_.size(), races_.size(), failures_.size(), stopped_, blocked_, truncated_};
}

// The graph has only grown since.
void Builder::end_trial(const Before& before) {
  races_.resize(before.races);
  failures_.resize(before.failures);
  while (graph_.size() > before.size) graph_.remove_last();
  model_.removed(graph_);
  forget_watched();
  run_->restore();
  runnable_ = runnable_before_trial_;
  suspended_ = suspended_before_trial_;
  stopped_ = before.stopped;
  blocked_ = before.blocked;
  truncated_ = before.truncated;
}

// Takes the thread, which was the last to go on, back to its first `events` events; its iteration began at `begin`.
void Builder::undo_to(ThreadId thread, std::uint32_t begin, std::uint32_t events) {
  const Slot first = graph_.thread_size(thread) > events ? graph_.thread(thread)[events] : kNoSlot;
  while (graph_.thread_size(thread) > events) undo_last(thread);
  model_.removed(graph_);
  forget_watched();
  if (goes_back_ && first != kNoSlot && going_back_->go_back(positions_[first])) return;
  goes_back_ = false;
  run_->rewind(thread);
  for (std::uint32_t i = begin; i < events; ++i) {
    run_->resume(thread, graph_[graph_.thread(thread)[i]].label.read_value, false);
  }
}

void Builder::undo_last(ThreadId thread) {
  assert(graph_.last(thread) + 1 == graph_.size());
  const EventId id = graph_[graph_.last(thread)].id;
  std::erase_if(races_, [&](const Race& race) { return race.second == id; });
  graph_.remove_last();
}

// Forgets the events of the waiting iteration that the thread is in. Other threads may have gone on meanwhile.
void Builder::abandon_iteration(ThreadId thread) {
  const std::uint32_t begin = run_->pending(thread).wait_begin;
  View view;
  for (ThreadId t = 0; t < graph_.threads(); ++t) view.push_back(graph_.thread_size(t));
  std::erase_if(races_, [&](const Race& r) {
    return (r.first.thread == thread && r.first.index >= begin) ||
           (r.second.thread == thread && r.second.index >= begin);
  });
  view[thread] = begin;
  graph_ = graph_.restricted(view);
  goes_back_ = false;
  model_.rebuild(graph_);
  forget_watched();
  run_->rewind(thread);
}

}  // namespace graphfuzz
