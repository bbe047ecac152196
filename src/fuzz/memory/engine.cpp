#include "graphfuzz/fuzz/memory/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "graphfuzz/analysis/memory/story.hpp"
#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/fuzz/memory/steps.hpp"

namespace graphfuzz {
namespace {

std::string what_is_done(bool atomic, EventKind kind) {
  return fmt::format("{}{}", atomic ? "atomic " : "plain ",
                     kind == EventKind::read    ? "read"
                     : kind == EventKind::write ? "write"
                                                : "update");
}
std::string what_is_done(const WatchedAccess& access) {
  if (access.life == Life::freed) return "free";
  if (access.life == Life::returned) return "end of stack";
  if (access.life == Life::begins) return "allocation";
  return what_is_done(access.atomic, access.kind);
}
std::string describe(const WatchedAccess& access) {
  if (access.life == Life::returned) return fmt::format("the end of P{}'s stack", access.thread);
  return fmt::format("P{}'s {}", access.thread, what_is_done(access));
}
std::string describe(const Event& e) {
  return fmt::format("P{}'s {}", e.id.thread, what_is_done(is_atomic(e.label.order), e.label.kind));
}

std::string race_message(const std::string& location, const std::string& first, const std::string& second) {
  return fmt::format("data race on {}: {} and {} are not ordered by happens-before", location, first, second);
}

std::string_view kind_of(WatchedRace::Kind kind) {
  using enum WatchedRace::Kind;
  switch (kind) {
    case use_after_free:
      return "use-after-free";
    case use_after_return:
      return "use-after-return";
    case double_free:
      return "double-free";
    default:
      return "race";
  }
}

// What threads sleep in until they are woken (src/runtime): a lock to the engine.
bool is_queue(const std::string& location) { return location.starts_with("futex queue"); }

Value name_hash(const std::string& name) { return static_cast<Value>(fingerprint(name).low); }

/// "f.litmus:7:3: assertion failed: …" says where it is from.
std::vector<Place> places_in(const std::string& message) {
  const std::size_t line = message.find(':');
  const std::size_t column = line == std::string::npos ? line : message.find(':', line + 1);
  if (column == std::string::npos) return {};
  Place place = parse_place(std::string_view(message).substr(0, column));
  if (place.line == 0) return {};
  return {std::move(place)};
}

void add_stack(Finding& finding, const std::string& what, Stack stack) {
  if (stack.frames.empty()) return;
  stack.what = what;
  finding.stacks.push_back(std::move(stack));
}

}  // namespace

MemoryJudge::MemoryJudge(const MemorySubject& subject) : subject_(subject), remarking_(subject.model()) {
  if (!(subject.whole_graphs ? remarking_->has_remarks() : remarking_->has_remarks_beyond_races())) remarking_.reset();
}

Value MemoryJudge::location_key(Location location) const {
  return static_cast<Value>(subject_.program.location_key(location));
}

// The same bug several times in one execution is one.
void MemoryJudge::show(const Shown& shown, std::initializer_list<Value> parts) {
  std::array<Value, 4> what{static_cast<Value>(shown.kind)};
  std::copy(parts.begin(), parts.end(), what.begin() + 1);
  const FindingKey key = fingerprint(std::span<const Value>(what));
  if (!known_keys_.insert(key).second) return;
  keys_.push_back(key);
  shown_.push_back(shown);
}

bool MemoryJudge::look(const ExecutionGraph& graph, std::span<const Failure> failures, std::span<const Race> races,
                       const Execution& execution, std::span<const Value> state) {
  keys_.clear();
  known_keys_.clear();
  shown_.clear();
  for (const Failure& failure : failures) {
    show({Kind::failure, failure.message}, {static_cast<Value>(failure.message)});
  }
  for (const std::size_t message : std::exchange(left_over_, {})) {
    show({Kind::failure, message}, {static_cast<Value>(message)});
  }
  for (const Race& race : races) {
    const auto [low, high] = std::minmax(race.first.thread, race.second.thread);
    show({Kind::race, 0, race}, {location_key(graph[graph.find(race.first)].label.location), low, high});
  }
  for (const WatchedRace& race : std::exchange(watched_races_, {})) {
    const auto [low, high] = std::minmax(race.first.thread, race.second.thread);
    const Value threads = high | static_cast<Value>(race.kind) << 16;
    show({Kind::race, 0, {}, race}, {location_key(race.location), low, threads});
  }
  if (execution.ending == Ending::deadlocked) {
    // Where which threads wait makes it the one or the other.
    Value where = 0;
    for (const Waiting& waiting : waiting_) {
      const std::array<Value, 3> parts{where, static_cast<Value>(waiting.thread), static_cast<Value>(waiting.number)};
      where = static_cast<Value>(fingerprint(std::span<const Value>(parts)).low);
    }
    show({Kind::deadlock}, {where});
  } else {
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      show({Kind::liveness, i}, {static_cast<Value>(waiting_[i].thread), static_cast<Value>(waiting_[i].number)});
    }
  }
  if (std::exchange(diverged_, false)) show({Kind::divergence}, {});
  if (execution.new_graph) look_at_graph(graph, state);
  return !keys_.empty();
}

void MemoryJudge::look_at_graph(const ExecutionGraph& graph, std::span<const Value> state) {
  const Quantifier quantifier = subject_.question.quantifier();
  if (quantifier != Quantifier::exists &&
      subject_.question.satisfies(state) == (quantifier == Quantifier::not_exists)) {
    show({Kind::condition}, {});
  }
  if (!remarking_) return;
  remarks_ = remarking_->remarks(graph);
  for (std::size_t i = 0; i < remarks_.size(); ++i) {
    const Remark& remark = remarks_[i];
    if (remark.race && !subject_.whole_graphs) continue;  // told while the graph was built
    show({remark.undefined ? Kind::undefined : Kind::flag, i}, {name_hash(remark.name)});
  }
}

void MemoryJudge::tell_waiting(Story& story, const ExecutionGraph& graph) const {
  std::vector<WaitToTell> waits;
  for (const Waiting& waiting : waiting_) {
    for (const Waiting::Read& read : waiting.reads) waits.push_back({waiting.thread, read.location, waiting.lock});
  }
  if (!waits.empty()) add_waiting(story, graph, subject_.program, waits);
}

UnorderedAccess MemoryJudge::unordered(const ExecutionGraph& graph, const WatchedAccess& access,
                                       Location location) const {
  UnorderedAccess told;
  const std::span<const Slot> events = graph.thread(access.thread);
  if (access.event && access.index < events.size()) {
    told.row = end_of_arrow(graph, events[access.index]);
    return told;
  }
  // Whoever waits, as it turns out, has events that are in the graph no more.
  told.lane = access.thread;
  const std::size_t done = std::min<std::size_t>(access.index, events.size());
  if (done > 0) told.before = end_of_arrow(graph, events[done - 1]);
  told.text = fmt::format("{} {}", what_is_done(access), subject_.program.location_name(location));
  if (access.event) return told;
  if (const Place place = subject_.program.place(access.place); !place.file.empty()) told.place = to_text(place);
  return told;
}

void MemoryJudge::tell_races(Story& story, const ExecutionGraph& graph, const Finding* finding) const {
  for (std::size_t i = 0; i < shown_.size(); ++i) {
    const std::optional<WatchedRace>& race = shown_[i].watched;
    if (!race || (finding != nullptr && finding->key != keys_[i])) continue;
    add_unordered(story, std::string(kind_of(race->kind)), unordered(graph, race->first, race->location),
                  unordered(graph, race->second, race->location));
  }
}

// One that a person understands: with the places, where they are known.
Finding MemoryJudge::watched_race(const WatchedRace& race, const EventStack& event_stack) const {
  Finding finding;
  const auto tell = [&](const WatchedAccess& access) {
    const std::string text = describe(access);
    Stack stack = !access.event ? subject_.program.stack(access.place, access.calls)
                  : event_stack ? event_stack({access.thread, access.index})
                                : Stack{};
    Place place = !access.event          ? subject_.program.place(access.place)
                  : stack.frames.empty() ? Place{}
                                         : stack.frames[0];
    add_stack(finding, text, std::move(stack));
    if (place.file.empty()) return text;
    finding.places.push_back(place);
    return fmt::format("{} ({})", text, to_text(place));
  };
  finding.kind = kind_of(race.kind);
  const std::string location = subject_.program.location_name(race.location);
  const std::string first = tell(race.first);
  if (race.kind == WatchedRace::Kind::use_after_return) {
    finding.message = fmt::format("use after return of {}: {} may come after the end of P{}, on whose stack it is",
                                  location, first, race.second.thread);
    return finding;
  }
  const std::string second = tell(race.second);
  if (race.kind == WatchedRace::Kind::race) {
    finding.message = race_message(location, first, second);
    return finding;
  }
  finding.message = race.kind == WatchedRace::Kind::double_free
                        ? fmt::format("double free of {}: {} and {}", location, first, second)
                        : fmt::format("use after free of {}: {} may come after {}", location, first, second);
  if (const std::optional<WatchedAccess>& begin = race.begin) {
    add_stack(finding, fmt::format("allocated by P{}", begin->thread),
              subject_.program.stack(begin->place, begin->calls));
  }
  return finding;
}

// "f.litmus:7:10: lock(l)" is two things.
std::string MemoryJudge::waits_for(const Waiting& waiting) const {
  const Program& program = subject_.program;
  const std::string text = program.wait(waiting.thread, waiting.number);
  const std::size_t end = text.find(": ");
  const std::string where =
      end == std::string::npos ? "" : fmt::format(" in '{}' ({})", text.substr(end + 2), text.substr(0, end));
  if (waiting.lock) {
    const std::string what = program.location_name(waiting.reads.front().location);
    if (is_queue(what)) return fmt::format("P{} sleeps for ever{}, as nobody will wake it", waiting.thread, where);
    // Of a compiled program it may as well be a condition variable, a semaphore, a barrier, …
    if (text.ends_with(": wait")) {
      return fmt::format("P{} waits for ever for {} at {}, and nobody will let it go on", waiting.thread, what,
                         text.substr(0, end));
    }
    return fmt::format("P{} waits for ever for the mutex {}{}, and nobody will unlock it", waiting.thread, what, where);
  }
  if (waiting.polls) {
    return fmt::format("P{} polls for ever at {}: it takes {} again and again, and does not find what it looks for",
                       waiting.thread, text.substr(0, end), program.location_name(waiting.reads.front().location));
  }
  std::string values;
  for (const Waiting::Read& read : waiting.reads) {
    values += fmt::format("{}{}={}", values.empty() ? "" : ", ", program.location_name(read.location),
                          program.show_at(read.location, read.value));
  }
  return fmt::format("P{} waits for ever{}: it reads {}", waiting.thread, where, values);
}

Finding MemoryJudge::liveness(const Waiting& waiting) const {
  Finding finding;
  finding.message =
      waits_for(waiting) + (waiting.lock || waiting.polls ? "" : ", and nobody will write another value any more");
  finding.remark = !waiting.lock && !subject_.liveness && !subject_.waits_are_bugs;
  const std::string text = subject_.program.wait(waiting.thread, waiting.number);
  finding.places = places_in(text);
  return finding;
}

Finding MemoryJudge::finding(std::size_t index, const ExecutionGraph& graph, std::span<const Value> state,
                             const EventStack& event_stack) const {
  const Shown& shown = shown_[index];
  Finding finding;
  switch (shown.kind) {
    case Kind::failure:
      finding.kind = subject_.program.failure_kind(shown.message);
      finding.message = subject_.program.message(shown.message);
      finding.places = places_in(finding.message);
      finding.stacks = subject_.program.stacks(shown.message);
      break;
    case Kind::race: {
      if (shown.watched) {
        finding = watched_race(*shown.watched, event_stack);
        break;
      }
      finding.kind = "race";
      const Event& first = graph[graph.find(shown.race.first)];
      const Event& second = graph[graph.find(shown.race.second)];
      finding.message =
          race_message(subject_.program.location_name(first.label.location), describe(first), describe(second));
      for (const Event* const e : {&first, &second}) {
        if (event_stack) add_stack(finding, describe(*e), event_stack(e->id));
      }
      break;
    }
    case Kind::deadlock:
      finding.kind = "deadlock";
      finding.message = "every thread that has not ended waits for what never comes";
      for (const Waiting& waiting : waiting_) finding.message += "; " + waits_for(waiting);
      break;
    case Kind::liveness:
      finding = liveness(waiting_[shown.message]);
      finding.kind = "liveness";
      break;
    case Kind::condition:
      finding.kind = "condition";
      finding.message = fmt::format("the condition {} does not hold in the state {}", subject_.question.condition(),
                                    subject_.program.describe(state));
      break;
    case Kind::flag:
      finding.kind = "flag";
      finding.message = remarks_[shown.message].name;
      break;
    case Kind::undefined:
      finding.kind = "undefined";
      finding.message = "the model says that behaviour is undefined: " + remarks_[shown.message].name;
      break;
    case Kind::divergence:
      finding = make_remark("unsupported",
                            "a thread has come to something else than before when it had read the same, by a data race "
                            "or by what is another each time, so that there may be graphs that nobody sees");
      break;
  }
  finding.key = keys_[index];
  finding.of_graphs = shown.kind >= Kind::condition && shown.kind != Kind::divergence;
  finding.undefined = shown.kind == Kind::race || shown.kind == Kind::undefined;
  return finding;
}

// What the program wrote, and whether it would do so again. Programs that cannot but do so have nothing to tell.
void MemoryJudge::run_again(Witness& witness, const Prefix& steps, bool to_end) const {
  const std::unique_ptr<MemoryModel> model = subject_.model();
  Executor executor(subject_.program, *model, OnDeadEnd::go_on);
  if (!executor.run_again()) return;
  const std::size_t taken = executor.reproduce(steps);
  if (to_end && taken == steps.steps.size()) {  // what asks for no event is in no step
    Random random(1);
    RandomStrategy strategy(random);
    executor.resume(strategy);
  }
  if (taken == steps.steps.size())
    add_places(witness.story, witness.graph, [&](EventId id) { return executor.event_stack(id); });
  std::optional<Rerun> again = executor.run_again();
  witness.output = std::move(again->output);
  witness.differs = std::move(again->differs);
  if (witness.differs.empty() && taken != steps.steps.size()) {
    witness.differs = fmt::format("only {} of {} steps could be taken again", taken, steps.steps.size());
  }
}

// A model that judges whole graphs may forbid their parts.
std::string MemoryJudge::why_no_steps(const ExecutionGraph& graph, const Prefix& steps) const {
  if (!graph.porf_acyclic()) return "the graph has a cycle in po | rf, so that it cannot be built step by step";
  if (!subject_.whole_graphs) return {};
  const std::unique_ptr<MemoryModel> model = subject_.model();
  Executor executor(subject_.program, *model, OnDeadEnd::go_on);
  if (executor.reproduce(steps) == steps.steps.size()) return {};
  return "the model forbids a part of the graph, so that it cannot be built step by step";
}

Witness MemoryJudge::witness(const ExecutionGraph& graph, const Finding* finding) const {
  Witness witness;
  witness.graph = graph;
  std::vector<Slot> alarming;
  if (finding != nullptr && finding->kind == "race") alarming = racing_events(graph, *subject_.model());
  witness.story = tell(graph, subject_.program, alarming);
  if (finding != nullptr && waits(*finding)) tell_waiting(witness.story, graph);
  if (finding != nullptr) tell_races(witness.story, graph, finding);
  if (finding != nullptr && finding->kind == "condition") tell_state(witness.story, graph, subject_.question);
  const Prefix steps = graph.porf_acyclic() ? choices(graph) : Prefix{};
  witness.no_steps = why_no_steps(graph, steps);
  if (witness.no_steps.empty()) {
    witness.steps = to_texts(steps);
    run_again(witness, steps, finding == nullptr || !waits(*finding));
  }
  return witness;
}

}  // namespace graphfuzz
