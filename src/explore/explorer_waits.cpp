// The part of the explorer that deals with threads that wait (doc/decisions/0016-sleeping-threads-wake.md).
#include <algorithm>

#include "explore/steps.hpp"
#include "graphfuzz/explore/explorer.hpp"
#include "program/requests.hpp"

namespace graphfuzz {
namespace {

// Ways through a waiting iteration that are tried before it is taken for granted that one leads out.
constexpr std::size_t kSearchBudget = 10'000;

bool succeeds_with(const Request& request, Value value) {
  return request.kind != RequestKind::compare_exchange || value == request.expected;
}

}  // namespace

bool Explorer::asleep(ThreadId thread) const {
  const std::span<const ThreadId> runnable = builder_.runnable();
  return slept_[thread] != 0 && std::find(runnable.begin(), runnable.end(), thread) == runnable.end();
}

// Is the pending access one that may have to wait, or part of an iteration that began with one?
bool Explorer::waits(ThreadId thread) const {
  return builder_.pending(thread).awaits && (in_iteration(thread) || !builder_.never_waits(thread));
}

// If the pending access belongs to a waiting iteration that the thread is in the middle of: the po index of the first
// event of the iteration that was taken as such.
std::uint32_t Explorer::iteration_begin(ThreadId thread) const {
  const Request& request = builder_.pending(thread);
  if (!request.awaits) return kNoIteration;
  for (std::uint32_t i = graph().thread_size(thread); i-- > request.wait_begin;) {
    const Slot slot = graph().thread(thread)[i];
    if (graph()[slot].label.kind == EventKind::fence) continue;
    if (notes_[slot].iteration.wait_begin != request.wait_begin) break;
    return notes_[slot].iteration.first;
  }
  return kNoIteration;
}

// Is the source one that was not there when the thread went to sleep?
bool Explorer::is_new(ThreadId thread, Slot source) const { return notes_[source].stamp > slept_[thread]; }

bool Explorer::has_read_new(ThreadId thread) const {
  if (slept_[thread] == 0) return true;
  const std::uint32_t begin = iteration_begin(thread);
  if (begin == kNoIteration) return false;
  const std::span<const Slot> events = graph().thread(thread).subspan(begin);
  return std::any_of(events.begin(), events.end(), [&](Slot slot) {
    const Event& e = graph()[slot];
    return reads(e.label.kind) && is_new(thread, e.rf);
  });
}

// Does the thread's iteration lead out if it reads what is last in mo, access by access?
bool Explorer::settles_on_last(ThreadId thread) {
  const std::uint32_t begin = builder_.pending(thread).wait_begin;
  bool news = has_read_new(thread);
  std::optional<Builder::Before> before;  // a trial is seldom needed
  bool result = false;
  while (!builder_.stopped()) {
    const Request& request = builder_.pending(thread);
    if (request.kind == RequestKind::fence) {
      builder_.add_fence(thread);
      continue;
    }
    if (!asks_for_event(request.kind) || !request.awaits || request.wait_begin != begin) {
      result = news;
      break;
    }
    const Slot last = graph().mo_last(request.location);
    const Value value = graph()[last].label.written_value;
    const bool succeeds = succeeds_with(request, value);
    if (!builder_.accepts(thread, value, succeeds)) break;
    news = news || is_new(thread, last);
    if (builder_.leaves_wait(thread, value, succeeds)) {
      result = news;
      break;
    }
    if (!before) before = builder_.begin_trial();
    builder_.take(thread, {last, succeeds});
  }
  if (before) builder_.end_trial(*before);
  return result;
}

// Is there a way out of the thread's waiting iteration by now that begins with the option, and reads something new if
// the thread has slept? Ways that need something newer still are taken when it is there.
bool Explorer::leads_out(ThreadId thread, const Option& option) {
  const bool news = has_read_new(thread) || is_new(thread, option.source);
  const Value value = graph()[option.source].label.written_value;
  if (builder_.leaves_wait(thread, value, option.succeeds)) return news;
  const std::uint32_t begin = builder_.pending(thread).wait_begin;
  const Builder::Before before = builder_.begin_trial();
  ways_out_.clear();
  for (std::size_t budget = kSearchBudget; budget > 0; --budget) {
    builder_.take(thread, option);
    const bool found = finds_way(thread, begin, news);
    builder_.end_trial(before);
    if (found) return true;
    // To the next path: the last choice that has another alternative takes it.
    while (!ways_out_.empty() && ways_out_.back().taken + 1 == ways_out_.back().of) ways_out_.pop_back();
    if (ways_out_.empty()) return false;
    ++ways_out_.back().taken;
  }
  return true;
}

// Follows the path `ways_out_` through the iteration, and goes on with the first choices. True at a way out.
bool Explorer::finds_way(ThreadId thread, std::uint32_t begin, bool news) {
  for (std::size_t depth = 0;; ++depth) {
    while (!builder_.stopped() && builder_.pending(thread).kind == RequestKind::fence) builder_.add_fence(thread);
    const Request& request = builder_.pending(thread);
    if (builder_.stopped() || !asks_for_event(request.kind) || !request.awaits || request.wait_begin != begin) {
      return news;
    }
    builder_.options(thread, trial_options_);
    const auto leaves = [&](const Option& o) {
      return builder_.leaves_wait(thread, graph()[o.source].label.written_value, o.succeeds);
    };
    for (const Option& o : trial_options_) {
      if ((news || is_new(thread, o.source)) && leaves(o)) return true;
    }
    if (may_take_place(thread, news)) return true;
    std::erase_if(trial_options_, leaves);
    if (trial_options_.empty()) return false;
    if (depth == ways_out_.size()) ways_out_.push_back({0, trial_options_.size()});
    const Option option = trial_options_[ways_out_[depth].taken];
    news = news || is_new(thread, option.source);
    builder_.take(thread, option);
  }
}

// May the pending access take the place of an update that a revisit drops, or makes read something else?
bool Explorer::may_take_place(ThreadId thread, bool news) const {
  const Request& request = builder_.pending(thread);
  if (request.kind == RequestKind::read || graph().updates(request.location) == 0) return false;
  const Slot last = graph().last(thread);
  for (const Slot source : graph().mo(request.location)) {
    const Slot update = graph().update_of(source);
    if (update == kNoSlot || notes_[update].fixed || !(news || is_new(thread, source))) continue;
    const Value value = graph()[source].label.written_value;
    if (!succeeds_with(request, value) || !builder_.may_accept(thread, value, true)) continue;
    if (last == kNoSlot || !graph().porf_before_or_equal(update, last)) return true;
  }
  return false;
}

// Is what the pending access reads to be a choice that no revisit drops? `may_sleep`: it has the choice to sleep.
bool Explorer::is_fixed(ThreadId thread, bool may_sleep) const {
  const std::uint32_t begin = iteration_begin(thread);
  return begin == kNoIteration ? may_sleep : notes_[graph().thread(thread)[begin]].fixed;
}

// Is the pending access, whose options are in `options_`, to have the choice to sleep? Only where its iteration begins.
bool Explorer::offers_sleep(ThreadId thread) {
  if (!waits(thread) || in_iteration(thread)) return false;
  if (options_.empty()) return true;
  // Failed iterations are looked at for races when all others have come as far as they can.
  if (may_race_in_wait(thread)) return true;
  if (looks_for_spins_ && !settles_on_last(thread)) return true;
  if (builder_.runnable().size() == 1) return false;  // nobody will come and help
  return !settles_on_last(thread) || others_may_wake(thread);
}

// May a failed iteration of the thread's wait race, or access what is freed, which is wrong under every model?
bool Explorer::may_race_in_wait(ThreadId thread) const {
  if (builder_.pending(thread).lock) return false;
  if (!builder_.model().detects_races()) return builder_.watches();
  if (builder_.waits_plainly(thread)) return true;
  for (Location x = 0; x < graph().locations(); ++x) {
    const bool plainly = x < plainly_written_.size() ? plainly_written_[x] : others_plainly_written_;
    if (plainly && builder_.waits_on(thread, x)) return true;
  }
  return false;
}

// May another thread write what the thread waits for, without this one going on first?
bool Explorer::others_may_wake(ThreadId thread) {
  acting_.clear();
  const auto add = [&](ThreadId other) {
    if (other != thread) acting_.push_back(other);
  };
  for (const ThreadId other : builder_.runnable()) add(other);
  for (const ThreadId other : builder_.suspended()) add(other);
  const auto acts = [&](ThreadId other) { return std::find(acting_.begin(), acting_.end(), other) != acting_.end(); };
  const auto may_wake = [&](ThreadId by, ThreadId whom) {
    for (Location x = 0; x < graph().locations(); ++x) {
      if (builder_.waits_on(whom, x) && builder_.may_write(by, x)) return true;
    }
    return false;
  };
  for (std::size_t i = 0; i < acting_.size(); ++i) {
    if (may_wake(acting_[i], thread)) return true;
    for (ThreadId other = 0; other < graph().threads(); ++other) {
      if (slept_[other] != 0 && other != thread && !acts(other) && may_wake(acting_[i], other)) {
        acting_.push_back(other);
      }
    }
  }
  return false;
}

// Is the write one that the sleeping thread may go on with?
bool Explorer::wakes(ThreadId thread, Slot write) const {
  const Label& label = graph()[write].label;
  if (!is_new(thread, write) || !builder_.waits_on(thread, label.location)) return false;
  if (!builder_.waits_once(thread)) return true;
  const Request& request = builder_.pending(thread);
  return builder_.may_accept(thread, label.written_value, succeeds_with(request, label.written_value)) ||
         (request.weak && builder_.may_accept(thread, label.written_value, false));
}

// Wakes the threads that sleep and may go on with the write, which has just been added.
void Explorer::wake_for(Slot write) {
  if (!any_slept_) return;
  for (ThreadId thread = 0; thread < graph().threads(); ++thread) {
    if (slept_[thread] != 0 && asleep(thread) && wakes(thread, write)) builder_.rouse(thread);
  }
}

// After events were taken back, so that all threads are runnable that ask for an event: finds out who slept when, and
// who still does.
void Explorer::find_sleepers() {
  slept_.assign(graph().threads(), 0);
  woken_.assign(graph().threads(), kNoSlot);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const ThreadId thread = steps_.steps[i].thread;
    if (slots_[i] == kNoSlot) {
      slept_[thread] = stamps_[i] & ~kFixed;
      woken_[thread] = kNoSlot;
    } else if (woken_[thread] == kNoSlot) {
      woken_[thread] = slots_[i];
    }
  }
  for (ThreadId thread = 0; thread < graph().threads(); ++thread) {
    if (slept_[thread] == 0) continue;
    if (woken_[thread] != kNoSlot) {
      if (iteration_begin(thread) != graph()[woken_[thread]].id.index) slept_[thread] = 0;
      continue;
    }
    bool awake = false;
    for (Location x = 0; x < graph().locations() && !awake; ++x) {
      if (!builder_.waits_on(thread, x)) continue;
      const std::span<const Slot> mo = graph().mo(x);
      awake = std::any_of(mo.begin(), mo.end(), [&](Slot w) { return wakes(thread, w); });
    }
    if (!awake) builder_.retire(thread);
  }
}

}  // namespace graphfuzz
