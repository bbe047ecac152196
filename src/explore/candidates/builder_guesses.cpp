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
  new_guess_ |= guess_is_new(thread, option.value);
  if (samples_) {
    std::uint32_t depth = mentions_count() && std::binary_search(constants_.begin(), constants_.end(), option.value)
                              ? 1
                              : ~std::uint32_t{0};
    for (const PossibleWrite& write : possible_writes_.of(run_->pending(thread).location)) {
      if (write.value == option.value && is_open(write, thread)) depth = std::min(depth, write.pass + 1);
    }
    depth_ = std::max(depth_, depth);
  }
  return take(thread, option, kNone, true, chooser);
}

void CandidateBuilder::saw(const Event& write) {
  if (samples_ && depth_ > most_writes_ + 2) return;
  possible_writes_.saw(write.id, write.label.location, write.label.written_value, samples_ ? depth_ : pass_);
}

// May the write still happen, as far as the threads have come, so that the reader can read from it?
bool CandidateBuilder::is_open(const PossibleWrite& write, ThreadId reader) const {
  const bool is_own = write.id.thread == reader;
  return write.id.index >= threads_[write.id.thread].events.size() + (is_own ? 1 : 0) && !(is_own && options_.coherent);
}

void CandidateBuilder::collect_guesses(ThreadId thread) {
  std::vector<Value> values;
  for (const PossibleWrite& write : possible_writes_.of(run_->pending(thread).location)) {
    if ((samples_ || write.pass < pass_) && is_open(write, thread)) values.push_back(write.value);
  }
  if (mentions_count()) values.insert(values.end(), constants_.begin(), constants_.end());
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
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

// Would the pass before not have made this guess?
bool CandidateBuilder::guess_is_new(ThreadId thread, Value value) const {
  if (tests_since_ && *tests_since_ + 1 < pass_ && std::binary_search(constants_.begin(), constants_.end(), value)) {
    return false;
  }
  const std::span<const PossibleWrite> known = possible_writes_.of(run_->pending(thread).location);
  return std::none_of(known.begin(), known.end(), [&](const PossibleWrite& write) {
    return write.value == value && write.pass + 1 < pass_ && is_open(write, thread);
  });
}

}  // namespace graphfuzz
