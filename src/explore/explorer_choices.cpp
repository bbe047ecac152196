// The part of the explorer that adds the next event: which thread goes on, what it may do, and which of that is done
// now.
#include <algorithm>
#include <cassert>

#include "explore/steps.hpp"
#include "graphfuzz/explore/explorer.hpp"

namespace graphfuzz {
namespace {

bool reads(RequestKind kind) {
  return kind == RequestKind::read || kind == RequestKind::update || kind == RequestKind::compare_exchange;
}

}  // namespace

// What only adds to the choices of others comes first, then what chooses, and what awaits a value last: a read that
// finds the writes there has them as choices side by side, instead of being revisited by one after the other; and the
// fewer others can go on when a thread awaits a value, the fewer sleep in vain.
ThreadId Explorer::choose_thread() {
  const auto rank = [this](ThreadId thread) {
    const Request& request = builder_.pending(thread);
    if (request.awaits && !builder_.never_waits(thread)) {
      if (in_iteration(thread)) return 0;  // it is taken as a whole
      return settles_on_last(thread) ? 4 : 5;
    }
    return request.kind == RequestKind::read ? 3 : reads(request.kind) ? 2 : 1;
  };
  int best = 6;
  threads_.clear();
  for (const ThreadId thread : builder_.runnable()) {
    const int r = rank(thread);
    if (r < best) threads_.clear();
    best = std::min(best, r);
    if (r == best) threads_.push_back(thread);
  }
  if (!priorities_.empty()) {
    return *std::max_element(threads_.begin(), threads_.end(),
                             [this](ThreadId a, ThreadId b) { return priorities_[a] < priorities_[b]; });
  }
  return threads_[strategy_.choose_thread(graph(), threads_)];
}

// Every other execution, some threads run ahead of others as far as they can: events that are far apart in their
// threads meet only then.
void Explorer::draw_priorities() {
  priorities_.clear();
  if (counts_ == nullptr || walk_ != nullptr || strategy_.choose_write(graph(), 2) == 0) return;
  for (ThreadId t = 0; t < graph().threads(); ++t) {
    priorities_.push_back(static_cast<std::uint32_t>(strategy_.choose_write(graph(), 1 << 20)));
  }
}

// Adds the next event. False if that leads nowhere.
bool Explorer::extend(std::vector<Branch>& branches) {
  const ThreadId thread = choose_thread();
  switch (builder_.pending(thread).kind) {
    case RequestKind::read:
    case RequestKind::update:
    case RequestKind::compare_exchange:
      return extend_read(thread, branches);
    case RequestKind::write:
      return extend_write(thread, branches);
    case RequestKind::fence: {
      const Slot slot = graph().size();
      builder_.add_fence(thread);
      record(step_of(thread, {}), next_stamp_, slot);
      return true;
    }
    case RequestKind::join:
      if (!builder_.join_child(thread)) builder_.suspend(thread);
      stamp_.resize(graph().size(), next_stamp_ - 1);
      fixed_.resize(graph().size(), false);
      return true;
    default:
      assert(false);
      return false;
  }
}

// Of `options` ways to go on, and the branches from number `mark` on, decides for one of the ways, preferably one of
// the first `preferred`; the share is divided among them all. Returns `options` if there is no way, or if the walk has
// chosen a branch.
std::size_t Explorer::decide(std::size_t options, std::size_t preferred, std::size_t mark,
                             std::vector<Branch>& branches) {
  const std::size_t children = options + branches.size() - mark;
  if (children == 0) return options;
  share_ /= static_cast<double>(children);
  for (std::size_t i = mark; i < branches.size(); ++i) branches[i].share = share_;
  if (options == 0 && walk_ == nullptr) share_ = 0;  // there is no way besides the branches
  if (walk_ == nullptr) return preferred == 0 ? 0 : strategy_.choose_write(graph(), preferred);
  const std::size_t child = walk_->below(children);
  if (child < options) return child;
  jump_ = std::move(branches[mark + child - options]);
  return options;
}

void Explorer::add_sibling(const Step& step, Value value, float worth, bool fixed,
                           std::vector<Branch>& branches) const {
  if (walk_ != nullptr) return;
  Branch branch;
  branch.length = static_cast<std::uint32_t>(steps_.steps.size());
  branch.share = share_;
  branch.step = step;
  branch.worth = worth;
  branch.fixed = fixed;
  if (!means(step, kSleeps)) {
    const EventId event{step.thread, graph().thread_size(step.thread)};
    branch.pair = pair_hash(event, step.source());
    branch.value_pair = pair_hash(event, value);
  }
  branches.push_back(std::move(branch));
}

bool Explorer::extend_write(ThreadId thread, std::vector<Branch>& branches) {
  const std::span<const Slot> positions = builder_.positions(thread);
  const Request& request = builder_.pending(thread);
  // What comes last in mo must always be possible: revisits rely on it.
  if (positions.empty() || positions.back() != graph().mo_last(request.location)) {
    throw ModelStuck(builder_.model().name());
  }
  positions_.assign(positions.begin(), positions.end());
  const std::size_t mark = branches.size();
  set_before(thread, kNoSlot);
  add_revisits(step_of(thread, {kInitThread, kAnyPlace}), request.location, request.operand, kNoSlot, kNoSlot,
               branches);
  const std::size_t chosen = decide(positions_.size(), positions_.size(), mark, branches);
  if (chosen >= positions_.size()) return false;
  for (std::size_t i = 0; i < positions_.size(); ++i) {
    if (i != chosen) add_sibling(step_of(thread, graph()[positions_[i]].id), request.operand, 1, false, branches);
  }
  add_write(thread, positions_[chosen], next_stamp_);
  return true;
}

bool Explorer::extend_read(ThreadId thread, std::vector<Branch>& branches) {
  builder_.options(thread, options_);
  const Request& request = builder_.pending(thread);
  if (!request.awaits && (options_.empty() || options_.back().source != graph().mo_last(request.location)) &&
      request.kind != RequestKind::compare_exchange) {
    throw ModelStuck(builder_.model().name());
  }
  const bool waits = request.awaits && !builder_.never_waits(thread);
  if (waits) std::erase_if(options_, [&](const Option& o) { return !leads_out(thread, o); });
  const bool begun = waits && in_iteration(thread);
  const bool may_sleep = waits && !begun && offers_sleep(thread);
  const bool fixed = begun ? fixed_[graph().thread(thread)[request.wait_begin]] : may_sleep;
  const std::size_t mark = branches.size();
  if (request.kind == RequestKind::compare_exchange && !request.awaits && options_.empty()) {
    throw ModelStuck(builder_.model().name());
  }
  if (request.kind != RequestKind::read) revisits_of_occupied(thread, branches);
  if (may_sleep) options_.push_back({kNoSlot, false});
  const std::size_t preferred = may_sleep ? options_.size() - 1 : options_.size();
  std::size_t chosen = decide(options_.size(), preferred, mark, branches);
  if (chosen >= options_.size()) return false;
  worths_.assign(options_.size(), 1);
  if (counts_ != nullptr && walk_ == nullptr && preferred > 1) chosen = prefer(thread, chosen, preferred);
  for (std::size_t i = 0; i < options_.size(); ++i) {
    if (i == chosen) continue;
    const Option& option = options_[i];
    add_sibling(sibling_step(thread, request.kind, option),
                option.source == kNoSlot ? 0 : graph()[option.source].label.written_value, worths_[i],
                fixed && option.source != kNoSlot, branches);
  }
  const Option option = options_[chosen];
  if (option.source == kNoSlot) {
    sleep(thread, next_stamp_);
    return true;
  }
  const Slot slot = graph().size();
  take(thread, option, next_stamp_ | (fixed ? kFixed : 0));
  return graph()[slot].label.kind != EventKind::update || wrote(slot, branches);
}

Step Explorer::sibling_step(ThreadId thread, RequestKind kind, const Option& option) const {
  if (option.source == kNoSlot) return step_of(thread, {kInitThread, kSleeps});
  return step_of(thread, graph()[option.source].id, kind == RequestKind::read || !option.succeeds);
}

// Instead of the `chosen` of the first `options` options, which was drawn as if all were alike, draws a value first,
// and then one of the options that read it; or one whose pair was never seen. Sets the worths of the others
// accordingly.
std::size_t Explorer::prefer(ThreadId thread, std::size_t chosen, std::size_t options) {
  values_.clear();
  for (std::size_t i = 0; i < options; ++i) {
    const std::uint64_t value = static_cast<std::uint64_t>(graph()[options_[i].source].label.written_value);
    values_.emplace_back(value << 1 | (options_[i].succeeds ? 1 : 0), static_cast<std::uint32_t>(i));
  }
  std::sort(values_.begin(), values_.end());
  std::size_t distinct = 1;
  for (std::size_t i = 1; i < options; ++i) distinct += values_[i].first != values_[i - 1].first ? 1 : 0;
  // The value: one of `distinct`, by the strategy.
  const std::size_t wanted = strategy_.choose_write(graph(), distinct);
  std::size_t begin = 0;
  for (std::size_t value = 0; begin < options; ++value) {
    std::size_t end = begin + 1;
    while (end < options && values_[end].first == values_[begin].first) ++end;
    const std::size_t alike = end - begin;
    const float worth = static_cast<float>(options) / static_cast<float>(distinct * alike);
    for (std::size_t i = begin; i < end; ++i) worths_[values_[i].second] = worth;
    if (value == wanted) chosen = values_[begin + chosen % alike].second;
    begin = end;
  }
  novel_.clear();
  const EventId event{thread, graph().thread_size(thread)};
  for (std::size_t i = 0; i < options; ++i) {
    const bool seen = (*counts_)(pair_hash(event, graph()[options_[i].source].id)) > 0;
    if (!seen) novel_.push_back(static_cast<std::uint32_t>(i));
  }
  if (novel_.empty() || strategy_.choose_write(graph(), 2) == 0) return chosen;
  return novel_[strategy_.choose_write(graph(), novel_.size())];
}

}  // namespace graphfuzz
