#include "graphfuzz/explore/explorer.hpp"

#include <algorithm>
#include <cassert>

namespace graphfuzz {
namespace {

constexpr Slot kMaximumEvents = 1'000'000;

// Sources of steps that stand for something else. No event has such an index.
constexpr std::uint32_t kSleeps = 0x7fffffff;     // a read that awaits a value waits for a revisit
constexpr std::uint32_t kAnyPlace = 0x7ffffffe;   // a write that revisits: its place in mo is still to be chosen
constexpr std::uint32_t kUnchecked = 0x7ffffffd;  // a revisit that the model may not allow

Step step_of(ThreadId thread, EventId source, bool fails = false) {
  Step step;
  step.thread = thread;
  step.source_thread = source.thread;
  step.source_index = source.index & 0x7fffffff;
  step.fails = fails;
  return step;
}

bool reads(RequestKind kind) {
  return kind == RequestKind::read || kind == RequestKind::update || kind == RequestKind::compare_exchange;
}

bool means(const Step& step, std::uint32_t meaning) {
  return step.source_thread == kInitThread && step.source_index == meaning;
}

}  // namespace

std::optional<Ending> Explorer::explore(const Branch& branch, std::vector<Branch>& branches) {
  const std::size_t before = branches.size();
  const std::optional<Ending> result = follow(branch, branches);
  // Branches that leave this execution share its steps.
  std::uint32_t length = 0;
  for (std::size_t i = before; i < branches.size(); ++i) {
    if (!branches[i].trunk) length = std::max(length, branches[i].length);
  }
  if (length == 0 && std::none_of(branches.begin() + static_cast<std::ptrdiff_t>(before), branches.end(),
                                  [](const Branch& b) { return !b.trunk; })) {
    return result;
  }
  const boost::intrusive_ptr<Trunk> trunk(new Trunk);
  trunk->prefix.steps.assign(steps_.steps.begin(), steps_.steps.begin() + length);
  trunk->stamps.assign(stamps_.begin(), stamps_.begin() + length);
  for (std::size_t i = before; i < branches.size(); ++i) {
    if (!branches[i].trunk) branches[i].trunk = trunk;
  }
  return result;
}

std::optional<Ending> Explorer::walk(Random& random) {
  walk_ = &random;
  std::vector<Branch> revisits;
  Branch branch;
  std::optional<Ending> result;
  while (true) {
    revisits.clear();
    jump_.reset();
    result = follow(branch, revisits);
    if (!jump_) break;
    branch = *std::move(jump_);
  }
  walk_ = nullptr;
  return result;
}

std::optional<Ending> Explorer::follow(const Branch& branch, std::vector<Branch>& branches) {
  share_ = branch.share;
  for (std::uint32_t i = go_back(branch); i < branch.length; ++i) {
    replay(branch.trunk->prefix.steps[i], branch.trunk->stamps[i]);
  }
  draw_priorities();
  if (!take_branch(branch, branches)) return std::nullopt;
  while (!builder_.stopped() && !builder_.runnable().empty()) {
    if (!extend(branches)) return std::nullopt;
    if (graph().event_count() > kMaximumEvents) builder_.truncate();
  }
  return ending();
}

// Takes back what of the last execution the branch does not begin with. Returns the number of steps that remain.
std::uint32_t Explorer::go_back(const Branch& branch) {
  std::uint32_t common = 0;
  const std::uint32_t most = std::min(branch.length, static_cast<std::uint32_t>(steps_.steps.size()));
  while (common < most && branch.trunk->prefix.steps[common] == steps_.steps[common] &&
         branch.trunk->stamps[common] == stamps_[common]) {
    ++common;
  }
  // Where the first of the steps that go has added an event, if it has. What the steps have not added goes anyway: it
  // is from a search for a way out of a wait.
  auto size = static_cast<Slot>(stamp_.size());
  for (std::size_t i = common; i < slots_.size(); ++i) {
    if (slots_[i] == kNoSlot) continue;
    size = slots_[i];
    break;
  }
  if (common == 0 || !builder_.take_back_to(size)) {
    restart();
    return 0;
  }
  steps_.steps.resize(common);
  stamps_.resize(common);
  slots_.resize(common);
  stamp_.resize(size);
  never_maximal_.resize(size);
  std::erase_if(order_, [&](std::uint32_t step) { return step >= common; });
  sleepers_.clear();
  next_stamp_ = 1;
  for (std::uint32_t i = 0; i < common; ++i) {
    next_stamp_ = std::max(next_stamp_, stamps_[i] + 1);
    if (slots_[i] != kNoSlot) continue;
    builder_.retire(steps_.steps[i].thread);
    sleepers_.push_back(steps_.steps[i].thread);
  }
  return common;
}

void Explorer::restart() {
  builder_.restart();
  steps_.steps.clear();
  stamps_.clear();
  slots_.clear();
  order_.clear();
  sleepers_.clear();
  next_stamp_ = 1;
  stamp_.assign(graph().size(), 0);
  never_maximal_.assign(graph().size(), false);
}

// Takes the step in which the branch differs from where it leaves. False if that leads nowhere.
bool Explorer::take_branch(const Branch& branch, std::vector<Branch>& branches) {
  if (branch.step.thread == Branch::kNobody) return true;
  if (branch.revisit.thread != Branch::kNobody) return take_revisit(branch, branches);
  replay(branch.step, next_stamp_);
  const Slot slot = slots_.back();
  return slot == kNoSlot || graph()[slot].label.kind != EventKind::update || wrote(slot, branches);
}

// Takes a step that is known to be possible.
void Explorer::replay(const Step& step, std::uint32_t stamp) {
  const ThreadId thread = step.thread;
  if (means(step, kSleeps)) return sleep(thread, stamp);
  while (builder_.pending(thread).kind == RequestKind::join && builder_.join_child(thread)) {
  }
  const Request& request = builder_.pending(thread);
  if (request.kind == RequestKind::fence) {
    const Slot slot = graph().size();
    builder_.add_fence(thread);
    return record(step, stamp, slot);
  }
  const Slot source = graph().find(step.source());
  assert(source != kNoSlot);
  if (request.kind == RequestKind::write) return add_write(thread, source, stamp);
  take(thread, {source, builder_.succeeds_with(request, source, step)}, stamp);
}

void Explorer::take(ThreadId thread, const Option& option, std::uint32_t stamp) {
  const Request& request = builder_.pending(thread);
  const bool fails = request.kind == RequestKind::read || !option.succeeds;
  const bool spurious = request.kind == RequestKind::compare_exchange && !option.succeeds &&
                        graph()[option.source].label.written_value == request.expected;
  const bool never_maximal = request.awaits || spurious;
  const Step step = step_of(thread, graph()[option.source].id, fails);
  const Slot slot = graph().size();
  builder_.take(thread, option);
  record(step, stamp, slot);
  never_maximal_[slot] = never_maximal;
}

void Explorer::add_write(ThreadId thread, Slot predecessor, std::uint32_t stamp) {
  const Slot slot = graph().size();
  builder_.add_write(thread, predecessor);
  record(step_of(thread, graph()[predecessor].id), stamp, slot);
}

void Explorer::sleep(ThreadId thread, std::uint32_t stamp) {
  builder_.retire(thread);
  sleepers_.push_back(thread);
  record(step_of(thread, {kInitThread, kSleeps}), stamp, kNoSlot);
}

// Notes a step that has been taken. Events that follow of themselves have its stamp too.
void Explorer::record(const Step& step, std::uint32_t stamp, Slot slot) {
  const auto number = static_cast<std::uint32_t>(steps_.steps.size());
  steps_.steps.push_back(step);
  stamps_.push_back(stamp);
  slots_.push_back(slot);
  stamp_.resize(graph().size(), stamp);
  never_maximal_.resize(graph().size(), false);
  order_.push_back(number);
  for (std::size_t i = order_.size() - 1; i > 0 && stamps_[order_[i - 1]] > stamp; --i) {
    std::swap(order_[i - 1], order_[i]);
  }
  next_stamp_ = std::max(next_stamp_, stamp + 1);
}

// What only adds to the choices of others comes first, then what chooses, and what awaits a value last: a read that
// finds the writes there has them as choices side by side, instead of being revisited by one after the other; and the
// fewer others can go on when a thread awaits a value, the fewer sleep in vain.
ThreadId Explorer::choose_thread() {
  const auto rank = [this](ThreadId thread) {
    const Request& request = builder_.pending(thread);
    if (request.awaits) return 3;
    return request.kind == RequestKind::read ? 2 : reads(request.kind) ? 1 : 0;
  };
  int best = 4;
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
      never_maximal_.resize(graph().size(), false);
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

void Explorer::add_sibling(const Step& step, Value value, float worth, std::vector<Branch>& branches) const {
  if (walk_ != nullptr) return;
  Branch branch;
  branch.length = static_cast<std::uint32_t>(steps_.steps.size());
  branch.share = share_;
  branch.step = step;
  branch.worth = worth;
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
    if (i != chosen) add_sibling(step_of(thread, graph()[positions_[i]].id), request.operand, 1, branches);
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
  // If nobody else can go on, then nobody will come and revisit the thread in its sleep.
  // Still, a failed iteration may race.
  const bool may_sleep = request.awaits && (options_.empty() || builder_.runnable().size() > 1 || builder_.may_race());
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
                option.source == kNoSlot ? 0 : graph()[option.source].label.written_value, worths_[i], branches);
  }
  const Option option = options_[chosen];
  if (option.source == kNoSlot) {
    sleep(thread, next_stamp_);
    return true;
  }
  const Slot slot = graph().size();
  take(thread, option, next_stamp_);
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

// The porf view of an event that `thread` adds next, and that reads from `source` if there is one.
void Explorer::set_before(ThreadId thread, Slot source) {
  before_.assign(graph().threads(), 0);
  if (graph().last(thread) != kNoSlot) join(before_, graph().porf(graph().last(thread)));
  if (source != kNoSlot) join(before_, graph().porf(source));
}

// The update `slot` was added: what can it revisit? False if the walk has chosen such a revisit.
bool Explorer::wrote(Slot slot, std::vector<Branch>& branches) {
  const Event& e = graph()[slot];
  const std::size_t mark = branches.size();
  before_.assign(graph().threads(), 0);
  if (e.id.index > 0) join(before_, graph().porf(graph().po_previous(slot)));
  join(before_, graph().porf(e.rf));
  add_revisits(step_of(e.id.thread, graph()[e.rf].id), e.label.location, e.label.written_value, slot, kNoSlot,
               branches);
  return decide(1, 1, mark, branches) == 0;
}

// An update may also read from a write that another update, u, reads from, if it then revisits u, or a read whose
// revisit drops u.
void Explorer::revisits_of_occupied(ThreadId thread, std::vector<Branch>& branches) {
  const Request& request = builder_.pending(thread);
  if (graph().updates(request.location) == 0) return;
  for (const Slot source : graph().mo(request.location)) {
    const Slot update = graph().update_of(source);
    if (update == kNoSlot) continue;
    const Value value = graph()[source].label.written_value;
    Value written = request.operand;
    if (request.kind == RequestKind::update) {
      written = apply(request.operation, value, request.operand, request.bits, request.is_signed);
    } else if (value != request.expected) {
      continue;
    }
    if (request.awaits && !builder_.accepts(thread, value, true)) continue;
    set_before(thread, source);
    if (contains(before_, graph()[update].id)) continue;
    add_revisits(step_of(thread, graph()[source].id), request.location, written, kNoSlot, update, branches);
  }
}

// The revisits by the event that `step` adds, which is porf-after `before_` and writes `written` to `location`. It is
// already in the graph as `self`, or kNoSlot. The update `must_go`, if any, must be revisited or dropped.
void Explorer::add_revisits(const Step& step, Location location, Value written, Slot self, Slot must_go,
                            std::vector<Branch>& branches) {
  bool gone = must_go == kNoSlot;
  for (std::size_t i = order_.size(); i-- > 0;) {
    const std::uint32_t number = order_[i];
    const Slot slot = slots_[number];
    if (slot == kNoSlot) {
      const ThreadId sleeper = steps_.steps[number].thread;
      const bool waits_here = builder_.pending(sleeper).location == location;
      if (gone && waits_here && revisit_accepts(sleeper, written)) add_revisit(number, step, written, self, branches);
      continue;
    }
    const Event& e = graph()[slot];
    if (slot == self || contains(before_, e.id) || !is_access(e.label.kind)) continue;
    if (!maximal(slot)) return;
    if (slot == must_go) gone = true;
    if (gone && reads(e.label.kind) && e.label.location == location) add_revisit(number, step, written, self, branches);
  }
}

bool Explorer::revisit_accepts(ThreadId thread, Value written) const {
  const Request& request = builder_.pending(thread);
  if (request.kind != RequestKind::compare_exchange) return builder_.accepts(thread, written, true);
  const bool equal = written == request.expected;
  return builder_.accepts(thread, written, equal) ||
         (equal && request.weak && builder_.accepts(thread, written, false));
}

// Was the access `slot` added maximally with respect to the event whose porf view is `before_`? That is, among what was
// there before it and what that event needs, did it make the choice that is last in mo; and has nothing that was there
// before it been made to read from it?
bool Explorer::maximal(Slot slot) const {
  if (never_maximal_[slot]) return false;
  const Event& e = graph()[slot];
  const std::uint32_t stamp = stamp_[slot];
  const auto there = [&](Slot other) {
    return graph().is_initial(other) || stamp_[other] <= stamp || contains(before_, graph()[other].id);
  };
  if (writes(e.label.kind)) {
    for (Slot r = e.first_reader; r != kNoSlot; r = graph()[r].next_reader) {
      if (stamp_[r] < stamp) return false;
    }
  }
  if (reads(e.label.kind) && !there(e.rf)) return false;
  const std::span<const Slot> mo = graph().mo(e.label.location);
  for (std::size_t i = graph().observed(slot) + 1; i < mo.size(); ++i) {
    if (there(mo[i])) return false;
  }
  return true;
}

// Adds the branch in which the step number `revisited` reads from what `step` writes instead.
void Explorer::add_revisit(std::size_t revisited, const Step& step, Value written, Slot self,
                           std::vector<Branch>& branches) {
  const std::uint32_t stamp = stamps_[revisited];
  kept_.assign(graph().size(), true);
  for (Slot slot = graph().locations(); slot < graph().size(); ++slot) {
    kept_[slot] = slot != self && (stamp_[slot] < stamp || contains(before_, graph()[slot].id));
  }
  const boost::intrusive_ptr<Trunk> trunk(new Trunk);
  trunk->prefix.steps.reserve(steps_.steps.size());
  trunk->stamps.reserve(steps_.steps.size() + 1);
  for (std::size_t i = 0; i < steps_.steps.size(); ++i) {
    const Slot slot = slots_[i];
    if (i == revisited || (slot == kNoSlot ? stamps_[i] > stamp : !kept_[slot])) continue;
    if (slot == kNoSlot) {
      trunk->prefix.steps.push_back(steps_.steps[i]);
    } else {
      append_step(trunk->prefix, graph(), slot, kept_);
    }
    trunk->stamps.push_back(stamps_[i]);
  }
  trunk->stamps.push_back(stamp);
  Branch branch;
  branch.length = static_cast<std::uint32_t>(trunk->prefix.steps.size());
  branch.trunk = trunk;
  branch.step = step;
  const ThreadId reader = steps_.steps[revisited].thread;
  branch.revisit = step_of(reader, {kInitThread, kUnchecked});
  const std::uint32_t reader_index =
      slots_[revisited] == kNoSlot ? graph().thread_size(reader) : graph()[slots_[revisited]].id.index;
  const std::uint32_t writer_index = self == kNoSlot ? graph().thread_size(step.thread) : graph()[self].id.index;
  branch.pair = pair_hash({reader, reader_index}, EventId{step.thread, writer_index});
  branch.value_pair = pair_hash({reader, reader_index}, written);
  branches.push_back(std::move(branch));
}

// The event that writes is added first, then the read that is revisited. That no event which is kept comes after the
// read in porf is what `maximal` has made sure of. False if the model does not allow it.
bool Explorer::take_revisit(const Branch& branch, std::vector<Branch>& branches) {
  const ThreadId writer = branch.step.thread;
  const ThreadId reader = branch.revisit.thread;
  for (const ThreadId thread : {writer, reader}) {
    while (builder_.pending(thread).kind == RequestKind::join && builder_.join_child(thread)) {
    }
  }
  const std::uint32_t stamp = branch.trunk->stamps[branch.length];
  next_stamp_ = std::max(next_stamp_, stamp + 1);
  const Slot source = graph().size();
  bool succeeds = branch.revisit.fails == 0;
  if (means(branch.revisit, kUnchecked)) {
    if (!check_revisit(branch, writer, reader)) return false;
    const std::size_t chosen = decide(ways_.size(), ways_.size(), branches.size(), branches);
    for (std::size_t i = 0; i < ways_.size() && walk_ == nullptr; ++i) {
      if (i == chosen) continue;
      Branch sibling = branch;
      sibling.share = share_;
      sibling.step = step_of(writer, graph()[ways_[i].place].id);
      sibling.revisit = step_of(reader, {}, !ways_[i].succeeds);
      branches.push_back(std::move(sibling));
    }
    add_writer(writer, ways_[chosen].place);
    succeeds = ways_[chosen].succeeds;
  } else {
    add_writer(writer, graph().find(branch.step.source()));
  }
  const Slot slot = graph().size();
  take(reader, {source, succeeds}, stamp);
  return graph()[slot].label.kind != EventKind::update || wrote(slot, branches);
}

void Explorer::add_writer(ThreadId writer, Slot place) {
  if (builder_.pending(writer).kind == RequestKind::write) return add_write(writer, place, next_stamp_);
  take(writer, {place, true}, next_stamp_);
}

// Finds the ways in which the branch's revisit can be done: the place in mo of what is written, and whether the reader
// writes, if it is a compare-exchange. False if there is none.
bool Explorer::check_revisit(const Branch& branch, ThreadId writer, ThreadId reader) {
  ways_.clear();
  const auto look = [&](Slot place) {
    return [this, reader, place](Slot source) {
      builder_.options(reader, options_);
      for (const Option& option : options_) {
        if (option.source == source) ways_.push_back({place, option.succeeds});
      }
      return true;
    };
  };
  if (builder_.pending(writer).kind == RequestKind::write) {
    const std::span<const Slot> positions = builder_.positions(writer);
    positions_.assign(positions.begin(), positions.end());
    for (const Slot place : positions_) builder_.with_write(writer, place, look(place));
    return !ways_.empty();
  }
  const Slot place = graph().find(branch.step.source());
  builder_.options(writer, options_);
  const bool possible =
      std::any_of(options_.begin(), options_.end(), [&](const Option& o) { return o.source == place && o.succeeds; });
  if (!possible) return false;
  builder_.with_update(writer, place, look(place));
  return !ways_.empty();
}

// What the execution is, now that no thread can go on.
std::optional<Ending> Explorer::ending() {
  if (builder_.stopped()) return Ending::truncated;
  if (builder_.may_race()) {
    // Such an execution is vain, since it goes on; but what it has shown is there to be looked at.
    for (const ThreadId thread : sleepers_) {
      if (builder_.races_while_waiting(thread)) return std::nullopt;
    }
  }
  for (const ThreadId thread : sleepers_) {
    // If it could go on after all, it slept in vain. (The iteration that begins with its sleep stands for all in which
    // it reads something else first and sleeps then.)
    if (graph().thread_size(thread) > builder_.pending(thread).wait_begin && !builder_.pending(thread).lock) {
      return std::nullopt;
    }
    if (builder_.finish_wait(thread, strategy_)) return std::nullopt;
  }
  if (builder_.truncated()) return Ending::truncated;
  if (sleepers_.empty() && builder_.suspended().empty() && !builder_.blocked()) return Ending::complete;
  const bool locks =
      failures().empty() && !builder_.blocked() && builder_.suspended().empty() &&
      std::all_of(sleepers_.begin(), sleepers_.end(), [&](ThreadId t) { return builder_.pending(t).lock; });
  return locks ? Ending::deadlocked : Ending::blocked;
}

}  // namespace graphfuzz
