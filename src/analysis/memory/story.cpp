#include "graphfuzz/analysis/memory/story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/program/label.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {
namespace {

constexpr Slot kEventsToStop = 256;

/// The longest porf path to each event; of a cycle, one edge goes up.
class Depths {
 public:
  explicit Depths(const ExecutionGraph& graph)
      : graph_(graph), depth_(graph.size(), 0), state_(graph.size(), State::unseen) {
    for (Slot slot = graph.locations(); slot < graph.size(); ++slot) place(slot);
  }
  std::uint32_t operator[](Slot slot) const { return depth_[slot]; }

 private:
  enum class State : std::uint8_t { unseen, open, placed };

  /// Slots extend porf but for graphs that were assembled: then it is recursive, and these are small.
  void place(Slot slot) {
    if (state_[slot] != State::unseen) return;
    state_[slot] = State::open;
    put_below(slot, graph_.po_previous(slot));
    if (const Slot source = graph_[slot].rf; source != kNoSlot && !graph_.is_initial(source)) put_below(slot, source);
    state_[slot] = State::placed;
  }
  void put_below(Slot slot, Slot other) {
    if (other == kNoSlot) return;
    place(other);
    depth_[slot] = std::max(depth_[slot], depth_[other] + 1);
  }

  const ExecutionGraph& graph_;
  std::vector<std::uint32_t> depth_;
  std::vector<State> state_;
};

class Teller {
 public:
  Teller(const ExecutionGraph& graph, const Program& program) : graph_(graph), program_(program) {}

  /// A story that has been told already.
  Teller(Story story, const ExecutionGraph& graph, const Program& program)
      : graph_(graph), program_(program), story_(std::move(story)) {}

  Story add(std::span<const WaitToTell> waits) {
    std::uint32_t depth = 0;
    for (const Story::Row& row : story_.rows) depth = std::max(depth, row.depth + 1);
    for (const WaitToTell& wait : waits) {
      const Slot source = graph_.mo_last(wait.location);
      const auto row = static_cast<std::uint32_t>(story_.rows.size());
      const std::string value = fmt::format("{}={}", program_.location_name(wait.location),
                                            program_.show_at(wait.location, graph_[source].label.written_value));
      story_.rows.push_back({.lane = wait.thread,
                             .text = (wait.lock ? "lock " : "R ") + value,
                             .remark = "for ever, reads from " + event_name(source),
                             .depth = depth,
                             .look = Story::Look::alarming});
      story_.arrows.push_back({end_of_arrow(source), row, "rf", true, true});
      if (graph_.is_initial(source)) story_.initials[source].shown = true;
      if (const Slot last = graph_.last(wait.thread); last != kNoSlot) add_arrow(last, row_slot(row), "po", false);
    }
    return std::move(story_);
  }

  Story tell(std::span<const Slot> alarming, const Violation* violation) {
    for (ThreadId t = 0; t < graph_.threads(); ++t) story_.lanes.push_back(fmt::format("P{}", t));
    tell_initials();
    const Depths depths(graph_);
    const std::vector<Slot> older = next_older_in_mo();
    for (Slot slot = graph_.locations(); slot < graph_.size(); ++slot) {
      stop_point();
      const Event& e = graph_[slot];
      const bool error = e.label.kind == EventKind::error;
      story_.rows.push_back({.lane = e.id.thread,
                             .text = describe(e.label, program_),
                             .remark = remark(slot, older),
                             .depth = depths[slot],
                             .look = error ? Story::Look::alarming : Story::Look::plain,
                             .wide = error});
    }
    for (const Slot slot : alarming) {
      if (!graph_.is_initial(slot)) story_.rows[slot - graph_.locations()].look = Story::Look::alarming;
    }
    tell_arrows(violation);
    return std::move(story_);
  }

 private:
  /// The number by which stories name an event: its place in the order of addition, from 1.
  std::string event_name(Slot slot) const {
    return graph_.is_initial(slot) ? std::string("the initial write")
                                   : fmt::format("{}", slot - graph_.locations() + 1);
  }

  /// What the label does not say: where a value comes from, and where in mo a write went if that is not the end.
  /// `older`: of each write the next one in mo that was added before it.
  std::string remark(Slot slot, const std::vector<Slot>& older) const {
    const Event& e = graph_[slot];
    std::string text;
    if (e.rf != kNoSlot) {
      if (reads(e.label.kind)) text = "reads from " + event_name(e.rf);
      if (e.label.kind == EventKind::begin) text = "started after " + event_name(e.rf);
      if (e.label.kind == EventKind::join) text = "after " + event_name(e.rf);
    }
    if (writes(e.label.kind)) {
      const Slot next = older[slot];
      if (next != kNoSlot) text += fmt::format("{}in mo before {}", text.empty() ? "" : ", ", event_name(next));
    }
    return text;
  }

  /// Of each write the next one in mo that was added before it, or kNoSlot: all of them in linear time.
  std::vector<Slot> next_older_in_mo() const {
    std::vector<Slot> older(graph_.size(), kNoSlot);
    std::vector<Slot> candidates;  // from the later to the earlier in mo, each added after the one before
    for (Location x = 0; x < graph_.locations(); ++x) {
      candidates.clear();
      const auto order = graph_.mo(x);
      for (auto write = order.rbegin(); write != order.rend(); ++write) {
        while (!candidates.empty() && candidates.back() > *write) candidates.pop_back();
        if (!candidates.empty()) older[*write] = candidates.back();
        candidates.push_back(*write);
      }
    }
    return older;
  }

  void tell_initials() {
    std::vector<bool> used(graph_.locations(), false);
    for (Slot slot = graph_.locations(); slot < graph_.size(); ++slot) {
      if (is_access(graph_[slot].label.kind)) used[graph_[slot].label.location] = true;
    }
    for (Location x = 0; x < graph_.locations(); ++x) {
      const std::string text =
          fmt::format("{}={}", program_.location_name(x), program_.show_at(x, graph_[x].label.written_value));
      if (used[x]) story_.before += (story_.before.empty() ? "initially " : ", ") + text;
      story_.initials.push_back({text});
    }
  }

  /// What would be the slot of a row.
  Slot row_slot(std::uint32_t row) const { return row + graph_.locations(); }
  std::uint32_t end_of_arrow(Slot slot) const { return graphfuzz::end_of_arrow(graph_, slot); }
  void add_arrow(Slot from, Slot to, std::string relation, bool bold) {
    story_.arrows.push_back({end_of_arrow(from), end_of_arrow(to), std::move(relation), bold, true});
  }

  void tell_arrows(const Violation* violation) {
    std::set<std::tuple<Slot, Slot, std::string>> cycle;
    if (violation != nullptr) {
      for (const Violation::Edge& edge : violation->cycle) cycle.emplace(edge.from, edge.to, edge.relation);
    }
    const auto add = [&](Slot from, Slot to, const char* relation) {
      if (from == kNoSlot || to == kNoSlot || from == to) return;
      const bool trivial = relation == std::string_view("mo") && graph_.is_initial(from);
      const bool bold = cycle.erase({from, to, relation}) > 0;
      if (bold || !trivial) add_arrow(from, to, relation, bold);
    };
    // As OutEdgeIterator has them, but for each event those that lead to it: thread events are found by no scan.
    for (Slot slot = graph_.locations(); slot < graph_.size(); ++slot) {
      stop_point();
      const Event& e = graph_[slot];
      add(graph_.po_previous(slot), slot, "po");
      add(e.rf, slot, reads(e.label.kind) ? "rf" : "asw");
      if (writes(e.label.kind)) add(graph_.mo_previous(slot), slot, "mo");
      if (reads(e.label.kind)) add(slot, graph_.mo_next(e.rf), "fr");
    }
    // Derived relations, and edges that are not immediate.
    for (const auto& [from, to, relation] : cycle) add_arrow(from, to, relation, true);
    for (const Story::Arrow& arrow : story_.arrows) {
      for (const std::uint32_t end : {arrow.from, arrow.to}) {
        if (end >= Story::kInitial) story_.initials[end - Story::kInitial].shown = true;
      }
    }
  }

  const ExecutionGraph& graph_;
  const Program& program_;
  Story story_;
};

}  // namespace

Story tell(const ExecutionGraph& graph, const Program& program, std::span<const Slot> alarming,
           const Violation* violation) {
  return Teller(graph, program).tell(alarming, violation);
}

void add_waiting(Story& story, const ExecutionGraph& graph, const Program& program, std::span<const WaitToTell> waits) {
  story = Teller(std::move(story), graph, program).add(waits);
}

void add_places(Story& story, const ExecutionGraph& graph, const std::function<Stack(EventId)>& stack) {
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    stop_point();
    const EventKind kind = graph[slot].label.kind;
    if (kind == EventKind::begin || kind == EventKind::end || kind == EventKind::error)
      continue;  // have none, or tell it
    const std::vector<Place> frames = stack(graph[slot].id).frames;
    if (frames.empty()) continue;
    const auto own = std::ranges::find_if(frames, [](const Place& place) { return !place.file.starts_with("/usr/"); });
    story.rows[slot - graph.locations()].place = to_text(own == frames.end() ? frames.front() : *own);
  }
}

void tell_state(Story& story, const ExecutionGraph& graph, const Question& question) {
  const std::optional<Question::Subjects> subjects = question.subjects();
  if (!subjects) return;
  const auto is_about = [&](Slot slot) {
    if (!graph.is_initial(slot)) story.about.push_back(slot - graph.locations());
  };
  for (const ThreadId thread : subjects->threads) {
    if (thread >= graph.threads()) continue;
    const std::span<const Slot> events = graph.thread(thread);
    const auto last =
        std::find_if(events.rbegin(), events.rend(), [&](Slot slot) { return reads(graph[slot].label.kind); });
    if (last != events.rend()) is_about(*last);
  }
  for (const Location location : subjects->locations) {
    if (location < graph.locations()) is_about(graph.mo_last(location));
  }
}

std::vector<Slot> racing_events(const ExecutionGraph& graph, MemoryModel& model) {
  if (!graph.extends_porf()) return {};  // models tell races while a graph is built
  std::vector<Slot> renamed(graph.size(), kNoSlot);
  for (Slot x = 0; x < graph.locations(); ++x) renamed[x] = x;
  ExecutionGraph growing(graph.threads(), graph.initial_values());
  model.reset(growing);
  std::vector<Slot> racing;
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    if (slot % kEventsToStop == kEventsToStop - 1) stop_point();
    const Slot copy = growing.add_copy(graph, slot, renamed);
    model.added(growing, copy);
    if (const auto other = model.race(growing, copy)) racing.insert(racing.end(), {copy, *other});
  }
  return racing;  // all events are copied in their order: the slots are the same
}

}  // namespace graphfuzz
