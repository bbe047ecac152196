// The part of the explorer that adds the next event: which thread goes on, what it may do, and which of that is done
// now.
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

#include "explore/steps.hpp"
#include "graphfuzz/explore/explorer.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "program/requests.hpp"

namespace graphfuzz {
namespace {

// How many of the sources of a read, where they are many, are looked at in search of one that was never read.
constexpr unsigned kTries = 8;

// Binary logarithm of the number of a node's children, which is small as a rule.
double log2_of(std::size_t count) {
  static const std::array<double, 64> logs = [] {
    std::array<double, 64> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::log2(static_cast<double>(i));
    return all;
  }();
  return count < logs.size() ? logs[count] : std::log2(static_cast<double>(count));
}

}  // namespace

// What only adds to the choices of others comes first, then what chooses, and what awaits a value last: a read that
// finds the writes there has them as choices side by side, instead of being revisited by one after the other; and the
// fewer others can go on when a thread awaits a value, the fewer sleep in vain.
ThreadId Explorer::choose_thread() {
  const auto rank = [this](ThreadId thread) {
    const Request& request = builder_.pending(thread);
    if (waits(thread)) {
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
      note_followers();
      return true;
    default:
      assert(false);
      return false;
  }
}

// The node that comes next has no children yet. If not `thorough`, it may be left open which revisits there are.
void Explorer::begin_node(bool thorough) {
  found_.clear();
  unknown_ = false;
  thorough_ = thorough;
  visits_left_ = effort_.visits + spare_visits_;
}

// Of `options` ways to go on, and the revisits that were found, decides for one of the ways, preferably one of the
// first `preferred`; the share is divided among them all. Returns `options` if there is no way, or if the walk has
// chosen a revisit.
std::size_t Explorer::decide(std::size_t options, std::size_t preferred) {
  if (!thorough_) spare_visits_ = std::min(spare_visits_, visits_left_);
  const std::size_t children = options + found_.size();
  if (children == 0) return options;
  divide_share(unknown_ ? 2 * std::max<std::size_t>(options, 1) : children);
  child_share_ = share_;
  child_log_ = log_share_;
  if (walk_ == nullptr) {
    if (options == 0) {  // there is no way besides the revisits
      share_ = 0;
      log_share_ = -std::numeric_limits<double>::infinity();
    }
    return preferred == 0 ? 0 : strategy_.choose_write(graph(), preferred);
  }
  const std::size_t child = walk_->below(children);
  if (child < options) return child;
  const Found& found = found_[child - options];
  jump_ = revisit_branch(found);
  cut(*jump_, found.self);
  return options;
}

void Explorer::divide_share(std::size_t parts) {
  if (parts <= 1) return;
  share_ /= static_cast<double>(parts);
  log_share_ -= log2_of(parts);
}

// May the node's other children, `siblings` ways and the revisits that were found, be written down?
bool Explorer::lists(std::size_t siblings) {
  if (lists_all()) return true;
  if (unknown_) return false;
  const std::size_t cost = siblings + found_.size();
  if (cost > room_) return false;
  room_ -= cost;
  return true;
}

// Leaves the node's other children for later. It is the one that the next step leaves or, if it `wrote`, the one that
// the last step, an update, has led to.
void Explorer::pass(bool wrote, std::size_t options, bool sleeps, bool only_sleeps) {
  const std::size_t others = (unknown_ ? 2 * options : options + found_.size()) - 1;
  if (others == 0) return;
  Passed node{};
  node.step = static_cast<std::uint32_t>(steps_.steps.size() - (wrote ? 1 : 0)) & 0xfffffff;
  node.wrote = wrote;
  node.unknown = unknown_;
  node.sleeps = sleeps;
  node.only_sleeps = only_sleeps;
  node.log_size = static_cast<float>(child_log_ + log2_of(others));
  node.share = child_share_;
  passed_.push_back(node);
}

void Explorer::add_sibling(const Step& step, Value value, float worth, bool fixed,
                           std::vector<Branch>& branches) const {
  Branch branch;
  branch.length = static_cast<std::uint32_t>(steps_.steps.size());
  branch.share = child_share_;
  branch.step = step;
  branch.log_size = static_cast<float>(child_log_) + (worth == 1 ? 0 : std::log2(worth));
  branch.fixed = fixed;
  if (!means(step, kSleeps)) {
    const EventId event{step.thread, graph().thread_size(step.thread)};
    branch.pair = pair_hash(event, step.source());
    branch.value_pair = pair_hash(event, value);
  }
  branches.push_back(std::move(branch));
}

// The revisits that were found. If all are to be explored soon, the next one best begins with what was just explored:
// they are cut at once.
void Explorer::add_found(std::vector<Branch>& branches) {
  for (const Found& found : found_) {
    stop_point();  // of long executions there are many, each as long
    Branch& branch = branches.emplace_back(revisit_branch(found));
    if (lists_all()) {
      cut(branch, found.self);
    } else {
      branch.length = static_cast<std::uint32_t>(steps_.steps.size() - (found.self == kNoSlot ? 0 : 1));
    }
  }
}

bool Explorer::extend_write(ThreadId thread, std::vector<Branch>& branches) {
  const std::span<const Slot> positions = builder_.positions(thread);
  const Request& request = builder_.pending(thread);
  // What comes last in mo must always be possible: revisits rely on it.
  if (positions.empty() || positions.back() != graph().mo_last(request.location)) {
    throw ModelStuck(builder_.model().name());
  }
  begin_node(walk_ != nullptr || lists_all());
  set_before(thread, kNoSlot);
  find_revisits(step_of(thread, {kInitThread, kAnyPlace}), request.location, request.operand, kNoSlot, kNoSlot);
  const std::size_t chosen = decide(positions.size(), positions.size());
  if (chosen >= positions.size()) return false;
  const Slot place = positions[chosen];
  if (walk_ != nullptr) {
  } else if (lists(positions.size() - 1)) {
    add_found(branches);
    for (const Slot position : positions) {
      if (position != place) add_sibling(step_of(thread, graph()[position].id), request.operand, 1, false, branches);
    }
  } else {
    pass(false, positions.size());
  }
  add_write(thread, place, next_stamp_);
  return true;
}

// The same for a read or update that awaits nothing and whose `sources` are not written down, in time that does not
// grow with their number.
bool Explorer::extend_plain_read(ThreadId thread, std::span<const Slot> sources, std::vector<Branch>& branches) {
  const Request& request = builder_.pending(thread);
  if (sources.empty() || sources.back() != graph().mo_last(request.location)) {
    throw ModelStuck(builder_.model().name());
  }
  begin_node(walk_ != nullptr);
  if (request.kind != RequestKind::read) revisits_of_occupied(thread);
  std::size_t chosen = decide(sources.size(), sources.size());
  if (chosen >= sources.size()) return false;
  if (walk_ == nullptr) {
    if (counts_ != nullptr && sources.size() > 1 && strategy_.choose_write(graph(), 2) != 0) {
      const EventId event{thread, graph().thread_size(thread)};
      for (unsigned i = 0; i < kTries; ++i) {
        const std::size_t other = strategy_.choose_write(graph(), sources.size());
        if ((*counts_)(pair_hash(event, graph()[sources[other]].id)) > 0) continue;
        chosen = other;
        break;
      }
    }
    pass(false, sources.size());
  }
  const Slot slot = graph().size();
  take(thread, {sources[chosen], true}, next_stamp_);
  return graph()[slot].label.kind != EventKind::update || wrote(slot, branches);
}

// What the pending access may read, if it waits, to lead out of the wait.
void Explorer::read_options(ThreadId thread) {
  builder_.options(thread, options_);
  if (waits(thread)) std::erase_if(options_, [&](const Option& o) { return !leads_out(thread, o); });
}

bool Explorer::extend_read(ThreadId thread, std::vector<Branch>& branches) {
  const Request& request = builder_.pending(thread);
  const bool thorough = walk_ != nullptr || lists_all();
  if (request.kind != RequestKind::compare_exchange && !request.awaits && (walk_ != nullptr || !thorough)) {
    const std::span<const Slot> sources = builder_.sources(thread);
    if (walk_ != nullptr || sources.size() > room_ + 1) return extend_plain_read(thread, sources, branches);
  }
  read_options(thread);
  if (!request.awaits && (options_.empty() || options_.back().source != graph().mo_last(request.location)) &&
      request.kind != RequestKind::compare_exchange) {
    throw ModelStuck(builder_.model().name());
  }
  const bool may_sleep = offers_sleep(thread);
  const bool fixed = is_fixed(thread, may_sleep);
  if (request.kind == RequestKind::compare_exchange && !request.awaits && options_.empty()) {
    throw ModelStuck(builder_.model().name());
  }
  begin_node(thorough || options_.empty());
  if (request.kind != RequestKind::read) revisits_of_occupied(thread);
  if (may_sleep) options_.push_back({kNoSlot, false});
  const std::size_t preferred = may_sleep ? options_.size() - 1 : options_.size();
  std::size_t chosen = decide(options_.size(), preferred);
  if (options_.empty() && walk_ == nullptr) add_found(branches);  // the end of a wait is only reached by a revisit
  if (chosen >= options_.size()) return false;
  if (walk_ == nullptr) {
    const bool listed = lists(options_.size() - 1);
    if (listed) {
      worths_.assign(options_.size(), 1);
      if (counts_ != nullptr && preferred > 1) chosen = prefer(thread, chosen, preferred);
      add_found(branches);
      for (std::size_t i = 0; i < options_.size(); ++i) {
        if (i == chosen) continue;
        const Option& option = options_[i];
        add_sibling(sibling_step(thread, request.kind, option),
                    option.source == kNoSlot ? 0 : graph()[option.source].label.written_value, worths_[i],
                    fixed && option.source != kNoSlot, branches);
      }
    } else {
      pass(false, options_.size(), may_sleep, preferred == 0);
    }
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
