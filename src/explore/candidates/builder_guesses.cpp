// Values for reads of writes that are still to come.
#include <algorithm>

#include "explore/candidates/builder.hpp"

namespace graphfuzz {

/// All threads wait: this one goes on with a value that is still to be written.
bool CandidateBuilder::guess(ThreadId thread, CandidateChooser& chooser) {
  if (!guesses_at_all()) return false;
  collect_guesses(thread);
  if (choices_.empty()) return false;
  const EventId id{thread, static_cast<std::uint32_t>(threads_[thread].events.size())};
  const CandidateOption option = choices_[choices_.size() > 1 ? chooser.choose_guess(id, choices_) : 0];
  is_new_ |= !may_guess(thread, option.value, pass_ - 1);
  if (samples_) {
    std::uint32_t depth = ~std::uint32_t{0};
    for (const PossibleWrite& write : possible_writes_.of(run_->pending(thread).location)) {
      if (write.value == option.value && is_open(write, thread)) depth = std::min(depth, write.pass + 1);
    }
    depth_ = std::max(depth_, depth == ~std::uint32_t{0} ? 1 : depth);
  }
  return take(thread, option, kNone, chooser);
}

/// A value that owes itself to more writes of a location than there ever are is none.
void CandidateBuilder::saw(Event& write) {
  const Location location = write.label.location;
  if (samples_) {
    if (depth_ > most_writes_ + 2) return;
  } else if (tracks_ && !options_.self_justified) {
    if (write.computes) write.owes.join(write.read_owes);
    for (std::uint32_t i = write.dependencies_begin; i < write.dependencies_end; ++i) {
      const Dependency& d = dependencies_[i];
      if (d.kind != DependencyKind::data || d.tested) continue;
      write.owes.join(events_[threads_[write.id.thread].events[d.read]].read_owes);
    }
    write.owes.add(location);
    if (pass_ > 0 && write.owes[location] > possible_writes_.most(location)) return;
  }
  possible_writes_.saw(write.id, location, write.label.written_value, samples_ ? depth_ : pass_, write.owes);
}

// May the write still happen, as far as the threads have come, so that the reader can read from it?
bool CandidateBuilder::is_open(const PossibleWrite& write, ThreadId reader) const {
  const bool is_own = write.id.thread == reader;
  return write.id.index >= threads_[write.id.thread].events.size() + (is_own ? 1 : 0) && !(is_own && options_.coherent);
}

// Might the write happen yet, with the value, although the thread was never seen to write that (in pass 0, that is
// before anything was guessed)?
bool CandidateBuilder::is_hidden(const WriteInCode& write, Location location, Value value, ThreadId reader) const {
  if (threads_[write.thread].ended || (write.thread == reader && options_.coherent)) return false;
  if (write.location != kNoLocation && write.location != location) return false;
  if (write.value ? *write.value != value : !std::binary_search(constants_.begin(), constants_.end(), value)) {
    return false;
  }
  const std::span<const PossibleWrite> seen = possible_writes_.of(location);
  return std::none_of(seen.begin(), seen.end(), [&](const PossibleWrite& other) {
    return other.pass == 0 && other.id.thread == write.thread && other.value == value;
  });
}

bool CandidateBuilder::is_hidden(Location location, Value value, ThreadId reader) const {
  return std::any_of(writes_in_code_.begin(), writes_in_code_.end(),
                     [&](const WriteInCode& write) { return is_hidden(write, location, value, reader); });
}

// May the thread's pending read guess the value in this pass? What it may in one pass, it may in all that follow.
bool CandidateBuilder::may_guess(ThreadId thread, Value value, std::uint32_t pass) const {
  if (pass == 0) return false;
  const Location location = run_->pending(thread).location;
  const std::span<const PossibleWrite> seen = possible_writes_.of(location);
  const auto enables = [&](const PossibleWrite& write) {
    return write.value == value && (samples_ || write.pass < pass) && is_open(write, thread);
  };
  return std::any_of(seen.begin(), seen.end(), enables) || is_hidden(location, value, thread);
}

// Is there any point in waiting for another write of the location that the thread is about to read? As long as nothing
// is known, as long as there are other threads to go on. What there is in one later pass, there is in all that follow.
bool CandidateBuilder::may_hope(ThreadId thread, std::uint32_t pass) const {
  if (!guesses_at_all()) {
    bool active = false;
    bool served = false;
    for (ThreadId other = 0; other < threads_.size(); ++other) {
      if (other == thread) continue;
      active |= is_active(other);
      served |= may_write(other, run_->pending(thread).location, std::nullopt);
    }
    return active && served;
  }
  if (pass == 0) return false;
  const Location location = run_->pending(thread).location;
  const std::span<const PossibleWrite> seen = possible_writes_.of(location);
  const auto is_hope = [&](const PossibleWrite& write) {
    return (samples_ || write.pass < pass) && is_open(write, thread);
  };
  const auto is_hidden_hope = [&](const WriteInCode& write) {
    return std::any_of(constants_.begin(), constants_.end(),
                       [&](Value value) { return is_hidden(write, location, value, thread); });
  };
  return std::any_of(seen.begin(), seen.end(), is_hope) ||
         std::any_of(writes_in_code_.begin(), writes_in_code_.end(), is_hidden_hope);
}

void CandidateBuilder::collect_guesses(ThreadId thread) {
  std::vector<Value> values;
  for (const PossibleWrite& write : possible_writes_.of(run_->pending(thread).location)) values.push_back(write.value);
  values.insert(values.end(), constants_.begin(), constants_.end());
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  std::erase_if(values, [&](Value value) { return !may_guess(thread, value, pass_); });
  choices_.clear();
  const Request& request = run_->pending(thread);
  for (const Value value : values) {
    const auto offer_outcome = [&](bool succeeds) {
      if (!request.awaits || run_->accepts(thread, value, succeeds)) choices_.push_back({{}, value, succeeds});
    };
    if (request.kind != RequestKind::compare_exchange || value == request.expected) offer_outcome(true);
    if (request.kind == RequestKind::compare_exchange && (request.weak || value != request.expected)) {
      offer_outcome(false);
    }
  }
}

/// The thread has come to its end. False if somebody's guess cannot come true any more.
bool CandidateBuilder::end(ThreadId thread) {
  threads_[thread].ended = true;
  return std::all_of(guesses_.begin(), guesses_.end(), [&](Node guess) { return may_come_true(guess); });
}

// Is there a thread that may yet write what was guessed?
bool CandidateBuilder::may_come_true(Node guess) const {
  const Label& label = events_[guess].label;
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    if (may_write(t, label.location, label.read_value)) return true;
  }
  return false;
}

// Does the code of the thread, if it has not ended, have a write that may be such a one? Where it is computed what is
// written to a location, any value may be: an attempt that fails for the wrong guess may still show the right one.
bool CandidateBuilder::may_write(ThreadId thread, Location location, std::optional<Value> value) const {
  if (threads_[thread].ended) return false;
  if (writes_in_code_.empty()) return true;
  return std::any_of(writes_in_code_.begin(), writes_in_code_.end(), [&](const WriteInCode& write) {
    return write.thread == thread && (write.location == location || write.location == kNoLocation) &&
           (!value || !fixed_[location] || write.value == value);
  });
}

// All threads wait, for writes that are still to come: can there be such? What reads x then, and what has guessed a
// value of x, reads from a write that its thread performs at or after the read that it waits at. If all those threads
// waited at x themselves, then, under coherence, the mo-first of these writes would come after another one of them in
// mo: the one that the read which its own thread waits at reads from.
bool CandidateBuilder::is_hopeless() const {
  const auto is_served = [&](Location location) {
    for (ThreadId t = 0; t < threads_.size(); ++t) {
      if (threads_[t].ended || (options_.coherent && run_->pending(t).location == location)) continue;
      if (may_write(t, location, std::nullopt)) return true;
    }
    return false;
  };
  for (ThreadId t = 0; t < threads_.size(); ++t) {
    if (!threads_[t].ended && !is_served(run_->pending(t).location)) return true;
  }
  return std::any_of(guesses_.begin(), guesses_.end(),
                     [&](Node guess) { return !is_served(events_[guess].label.location) || !may_come_true(guess); });
}

}  // namespace graphfuzz
