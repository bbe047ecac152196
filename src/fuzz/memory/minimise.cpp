#include "graphfuzz/fuzz/memory/minimise.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>
#include <vector>

#include "fuzz/easing.hpp"
#include "graphfuzz/fuzz/memory/reenactment.hpp"
#include "graphfuzz/fuzz/memory/steps.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {
namespace {

// Who goes on for longer may go round in circles, and wait for another.
constexpr unsigned kLongTurn = 1000;

// The same thread as long as it can go on, then the others in turn from the `first` on. All read what is last.
class QuietStrategy final : public Strategy {
 public:
  explicit QuietStrategy(ThreadId first) : first_(first) {}
  std::size_t choose_thread(const ExecutionGraph& graph, std::span<const ThreadId> threads) override {
    const ThreadId last = graph.event_count() > 0 ? graph[graph.size() - 1].id.thread : first_;
    turn_ = last == turns_ ? turn_ + 1 : 0;
    turns_ = last;
    if (turn_ > kLongTurn) {
      turn_ = 0;
      return after(last, threads);
    }
    for (const ThreadId wanted : {last, first_}) {
      const auto found = std::ranges::find(threads, wanted);
      if (found != threads.end()) return static_cast<std::size_t>(found - threads.begin());
    }
    return after(first_, threads);
  }
  std::size_t choose_write(const ExecutionGraph&, std::size_t count) override { return count - 1; }

 private:
  static std::size_t after(ThreadId thread, std::span<const ThreadId> threads) {
    const auto next = std::ranges::find_if(threads, [&](ThreadId other) { return other > thread; });
    return next == threads.end() ? 0 : static_cast<std::size_t>(next - threads.begin());
  }

  ThreadId first_;
  ThreadId turns_ = kInitThread;  // whose turn it is
  unsigned turn_ = 0;             // how long it has been so
};

// What is best so far, and the attempts to do better.
class Minimiser {
 public:
  Minimiser(const MemorySubject& subject, std::uint64_t most, Ease ease)
      : model_(subject.model()), reenactment_(subject, *model_), now_{.most = most, .ease = ease} {}

  bool begin(const Prefix& prefix, const std::optional<FindingKey>& bug);
  void improve();
  Minimised result() const;

 private:
  bool better(const Prefix& prefix, ThreadId first);
  bool better_filled(const Prefix& prefix);
  bool better_order();
  bool better_in_other_order();
  bool better_without_rounds(Slot slot);
  bool better_without(Slot slot);
  bool better_reading_newer(Slot slot);
  bool better_without_steps();
  std::vector<bool> without(Slot slot) const;
  Prefix steps_of(const std::vector<bool>& kept) const;
  std::vector<std::uint32_t> indices_of(std::span<const Slot> slots) const;
  Prefix steps_in_order(std::span<const Slot> slots) const;
  bool time_left() const { return now_.time_left(); }

  std::unique_ptr<MemoryModel> model_;
  Reenactment reenactment_;
  Easing now_;
  ExecutionGraph graph_;
};

bool Minimiser::begin(const Prefix& prefix, const std::optional<FindingKey>& wanted) {
  if (reenactment_.take(prefix) != prefix.steps.size()) return false;
  QuietStrategy strategy(0);
  reenactment_.finish(strategy);
  graph_ = reenactment_.graph();
  const std::vector<Finding> findings = reenactment_.findings();
  if (!findings.empty()) {
    auto bug = wanted ? std::ranges::find(findings, *wanted, &Finding::key) : findings.end();
    if (bug == findings.end()) bug = std::ranges::find(findings, false, &Finding::remark);
    const Finding& chosen = bug == findings.end() ? findings.front() : *bug;
    now_.key = chosen.key;
    now_.bug = chosen.kind + ": " + chosen.message;
    graph_ = reenactment_.graph_of(chosen);
  }
  now_.begin(difficulty(graph_), reenactment_.execution().ending);
  return true;
}

// Takes those of the steps that can be taken, and goes on without switches.
bool Minimiser::better(const Prefix& prefix, ThreadId first) {
  stop_point();
  ++now_.executions;
  QuietStrategy strategy(first);
  try {
    reenactment_.follow(prefix);
    reenactment_.finish(strategy, now_.most_events);
  } catch (const ModelStuck&) {  // one that judges whole graphs
    return false;
  }
  const auto found = std::ranges::find(reenactment_.keys(), *now_.key);
  if (found == reenactment_.keys().end()) return false;
  const Finding finding = reenactment_.findings()[static_cast<std::size_t>(found - reenactment_.keys().begin())];
  const ExecutionGraph& graph = reenactment_.graph_of(finding);
  if (!graph.porf_acyclic()) return false;
  if (!now_.improves(difficulty(graph), reenactment_.execution().ending)) return false;
  graph_ = graph;
  now_.bug = finding.kind + ": " + finding.message;
  return true;
}

bool Minimiser::better_order() {
  for (ThreadId first = 0; first < graph_.threads() && time_left(); ++first) {
    const ExecutionGraph ordered = in_readable_order(graph_, first);
    if (easier(difficulty(ordered), now_.after, now_.ease) && better(choices(ordered), first)) return true;
  }
  return false;
}

// What a thread does in one go, next to what it did in one go before, or does after.
bool Minimiser::better_in_other_order() {
  std::vector<std::vector<Slot>> blocks;
  for (Slot slot = graph_.locations(); slot < graph_.size(); ++slot) {
    if (comes_without_choice(graph_[slot].label.kind)) continue;
    const auto thread = [&](Slot other) { return graph_[other].id.thread; };
    if (blocks.empty() || thread(blocks.back().back()) != thread(slot)) blocks.emplace_back();
    blocks.back().push_back(slot);
  }
  const auto follows = [&](std::size_t i, std::size_t j) {
    return graph_[blocks[i].back()].id.thread == graph_[blocks[j].front()].id.thread;
  };
  return any_joined(blocks.size(), follows, [&](const std::vector<std::size_t>& order) {
    if (!time_left()) return false;
    std::vector<Slot> slots;
    for (const std::size_t i : order) slots.insert(slots.end(), blocks[i].begin(), blocks[i].end());
    return better(steps_in_order(slots), graph_[slots.front()].id.thread);
  });
}

// A thread that comes to the same again has gone a round, or several, of a loop: as many of them as can go.
bool Minimiser::better_without_rounds(Slot slot) {
  const Label label = graph_[slot].label;
  const ThreadId by = graph_[slot].id.thread;
  if (comes_without_choice(label.kind)) return false;
  std::vector<Slot> again;
  std::ranges::copy_if(graph_.thread(by), std::back_inserter(again), [&](Slot other) {
    const Label& l = graph_[other].label;
    return other > slot && l.kind == label.kind && l.location == label.location && l.order == label.order;
  });
  for (std::size_t count = again.size(); count > 0 && time_left(); count /= 2) {
    const Slot end = again[count - 1];
    std::vector<Slot> rest;
    for (Slot other = graph_.locations(); other < graph_.size(); ++other) {
      const bool goes = other >= slot && other < end && graph_[other].id.thread == by;
      if (!goes && !comes_without_choice(graph_[other].label.kind)) rest.push_back(other);
    }
    if (better(steps_in_order(rest), graph_[rest.front()].id.thread)) return true;
  }
  return false;
}

// By slot, where threads have the events if they do these alone, and what comes without choice.
std::vector<std::uint32_t> Minimiser::indices_of(std::span<const Slot> slots) const {
  std::vector<bool> kept(graph_.size(), false);
  for (const Slot slot : slots) kept[slot] = true;
  std::vector<std::uint32_t> indices(graph_.size());
  for (Slot slot = 0; slot < graph_.locations(); ++slot) indices[slot] = graph_[slot].id.index;
  for (ThreadId thread = 0; thread < graph_.threads(); ++thread) {
    std::uint32_t left_out = 0;
    for (const Slot slot : graph_.thread(thread)) {
      indices[slot] = graph_[slot].id.index - left_out;
      left_out += !kept[slot] && !comes_without_choice(graph_[slot].label.kind);
    }
  }
  return indices;
}

// What read the last value, or wrote it, does so in the new order, too: so what it reads may be another one.
Prefix Minimiser::steps_in_order(std::span<const Slot> slots) const {
  std::vector<Slot> last(graph_.locations());
  std::iota(last.begin(), last.end(), Slot{0});
  std::vector<bool> placed(graph_.size(), false);
  std::fill_n(placed.begin(), graph_.locations(), true);
  const std::vector<std::uint32_t> indices = indices_of(slots);
  Prefix prefix;
  for (const Slot slot : slots) {
    const Event e = graph_[slot];
    Step step{e.id.thread};
    step.fails = e.label.kind == EventKind::read;
    if (is_access(e.label.kind)) {
      Slot source = reads(e.label.kind) ? e.rf : graph_.mo_previous(slot);
      if (!placed[source] || !is_surprise(graph_, slot)) source = last[e.label.location];
      step.source_thread = graph_[source].id.thread;
      step.source_index = indices[source] & 0x7fffffff;
      if (writes(e.label.kind) && source == last[e.label.location]) last[e.label.location] = slot;
    }
    placed[slot] = true;
    prefix.steps.push_back(step);
  }
  return prefix;
}

bool Minimiser::better_filled(const Prefix& prefix) {
  for (ThreadId first = 0; first < graph_.threads() && time_left(); ++first) {
    if (better(prefix, first)) return true;
  }
  return false;
}

// All that does not follow of the event.
std::vector<bool> Minimiser::without(Slot slot) const {
  std::vector<bool> kept(graph_.size(), true);
  for (Slot later = slot; later < graph_.size(); ++later) kept[later] = !graph_.porf_before_or_equal(slot, later);
  return kept;
}

Prefix Minimiser::steps_of(const std::vector<bool>& kept) const {
  Prefix prefix;
  for (Slot slot = graph_.locations(); slot < graph_.size(); ++slot) {
    if (kept[slot]) append_step(prefix, graph_, slot, kept);
  }
  return prefix;
}

bool Minimiser::better_without(Slot slot) { return better_filled(steps_of(without(slot))); }

// Of all that does not follow of the read nothing changes; of what does, whatever is still possible.
bool Minimiser::better_reading_newer(Slot slot) {
  const Event read = graph_[slot];
  if (!reads(read.label.kind)) return false;
  for (Slot source = graph_.mo_next(read.rf); source != kNoSlot && time_left(); source = graph_.mo_next(source)) {
    if (source == slot || graph_.porf_before_or_equal(slot, source)) continue;
    std::vector<bool> kept = without(slot);
    Prefix prefix = steps_of(kept);
    const EventId id = graph_[source].id;
    prefix.steps.push_back({read.id.thread, id.thread, id.index & 0x7fffffff, read.label.kind == EventKind::read});
    const std::vector<bool> all(graph_.size(), true);
    for (Slot other = slot + 1; other < graph_.size(); ++other) {
      if (!kept[other]) append_step(prefix, graph_, other, all);
    }
    if (better_filled(prefix)) return true;
  }
  return false;
}

// As ddmin does: halves, quarters, … down to single steps.
bool Minimiser::better_without_steps() {
  const Prefix all = choices(graph_);
  const std::size_t count = all.steps.size();
  for (std::size_t size = (count + 1) / 2; size > 0; size /= 2) {
    for (std::size_t begin = 0; begin < count; begin += size) {
      Prefix prefix;
      for (std::size_t i = 0; i < count; ++i) {
        if (i < begin || i >= begin + size) prefix.steps.push_back(all.steps[i]);
      }
      if (better_filled(prefix)) return true;
    }
  }
  return false;
}

void Minimiser::improve() {
  if (!now_.key) return;
  bool any = true;
  while (any && time_left()) {
    any = better_order() || better_in_other_order();
    for (Slot slot = graph_.locations(); !any && slot < graph_.size() && time_left(); ++slot) {
      any = better_without_rounds(slot);
    }
    // The earlier the event, the more goes with it.
    for (Slot slot = graph_.locations(); !any && slot < graph_.size() && time_left(); ++slot)
      any = better_without(slot);
    for (Slot slot = graph_.locations(); !any && slot < graph_.size() && time_left(); ++slot) {
      any = better_reading_newer(slot);
    }
    any = any || (time_left() && better_without_steps());
  }
  now_.all_tried = !any && time_left();
}

Minimised Minimiser::result() const { return now_.result(to_texts(choices(graph_))); }

}  // namespace

std::optional<Minimised> minimise(const MemorySubject& subject, const Prefix& prefix, std::uint64_t most,
                                  const std::optional<FindingKey>& bug, Ease ease) {
  Minimiser minimiser(subject, most, ease);
  if (!minimiser.begin(prefix, bug)) return std::nullopt;
  try {
    minimiser.improve();
  } catch (const Stopped&) {  // what was found so far is good all the same
  }
  return minimiser.result();
}

}  // namespace graphfuzz
