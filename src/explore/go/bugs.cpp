// What went wrong: looked for when an execution is over and somebody asks.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "explore/go/state.hpp"

namespace graphfuzz::go {

std::string_view name(GoBugKind kind) {
  switch (kind) {
    case GoBugKind::panic:
      return "panic";
    case GoBugKind::deadlock:
      return "deadlock";
    case GoBugKind::cyclic_deadlock:
      return "cyclic deadlock";
    case GoBugKind::leak:
      return "leak";
    case GoBugKind::race:
      return "race";
    case GoBugKind::test_failure:
      return "test failure";
  }
  return "";
}

const std::string& Machine::State::at(Position position) const {
  static const std::string kUnknown = "?";
  return position < program.positions().size() ? program.positions()[position] : kUnknown;
}

/// "receive on a nil channel at f.go:12"
std::string Machine::State::words(Routine r) const {
  const Operation& operation = *routines[r].operation;
  const bool nil = (operation.kind == Kind::send || operation.kind == Kind::receive) && operation.object == kNoObject;
  return fmt::format("{}{} at {}", go::name(operation.kind), nil ? " on a nil channel" : "", at(operation.position));
}

void Machine::State::add_bug(GoBugKind kind, Panic panic, std::string message, std::uint32_t log_event,
                             Routine blocked) const {
  for (const GoBug& known : bugs) {
    if (known.kind == kind && known.message == message) return;
  }
  std::uint32_t event = kNoEvent;
  if (log_event != kNoEvent) event = place_in_trace[log_event];
  if (blocked != kNoRoutine) event = unfinished[blocked];
  bugs.push_back({kind, panic, std::move(message), event});
}

Ending Machine::State::ending() const {
  refresh();
  if (truncated) return Ending::truncated;
  return late() ? Ending::complete : Ending::deadlocked;
}

void Machine::State::find_bugs() const {
  refresh();
  if (bugs_known) return;
  bugs_known = true;
  bugs.clear();
  const std::string_view failures = run->test_failures();
  const bool quiet =
      !crashed && races.races().empty() && failures.empty() && (!is_over || exited || (main_returned && alive.empty()));
  if (quiet) return;
  trace();
  for (std::uint32_t i = 0; i < log.size(); ++i) {
    const TraceEvent& event = log[i];
    if (event.kind != Kind::panic) continue;
    add_bug(GoBugKind::panic, routines[event.routine].operation->panic,
            fmt::format("panic: {} at {}", run->panic_text(event.routine), at(event.position)), i, kNoRoutine);
  }
  for (const Race& race : races.races()) {
    std::string first = fmt::format("{} at {}", race.first_writes ? "write" : "read", at(race.first));
    std::string second = fmt::format("{} at {}", race.second_writes ? "write" : "read", at(race.second));
    if (second < first) std::swap(first, second);
    std::uint32_t event = kNoEvent;
    for (std::uint32_t i = 0; i < log.size(); ++i) {
      if (log[i].routine == race.routine) event = i;
    }
    add_bug(GoBugKind::race, Panic::none, fmt::format("data race: {} and {}", first, second), event, kNoRoutine);
  }
  for (std::size_t begin = 0; begin < failures.size();) {
    const std::size_t end = std::min(failures.find('\n', begin), failures.size());
    if (end > begin) {
      add_bug(GoBugKind::test_failure, Panic::none, std::string(failures.substr(begin, end - begin)), kNoEvent,
              kNoRoutine);
    }
    begin = end + 1;
  }
  if (!is_over) return;
  find_cycles();
  if (ending() == Ending::deadlocked) {
    find_deadlock();
  } else if (main_returned && !crashed && !exited) {
    find_leaks();
  }
}

void Machine::State::find_deadlock() const {
  std::set<std::string> others;
  for (const Name name : alive) {
    if (name != 0) others.insert(words(routine_of[name]));
  }
  std::string message = "deadlock: main blocked in " + words(0);
  if (!others.empty()) message += fmt::format("; others in {}", fmt::join(others, ", "));
  add_bug(GoBugKind::deadlock, Panic::none, std::move(message), kNoEvent, 0);
}

/// Goroutines that wait for locks which they hold themselves, in a circle. Who waits for a lock waits for all who have
/// it, and a reader for a writer that has announced itself.
void Machine::State::find_cycles() const {
  const auto waits_for = [this](Routine r, std::vector<Routine>& holders) {
    holders.clear();
    const RoutineState& state = routines[r];
    if (state.ended || state.operation == nullptr) return;
    const Operation& operation = *state.operation;
    const bool again =
        operation.kind == Kind::cond_wait && state.phase != Phase::fresh && state.phase != Phase::waiting;
    if (operation.kind != Kind::lock && operation.kind != Kind::rlock && !again) return;
    const Object m = again ? operation.locker : operation.object;
    const bool reads = again ? operation.locker_reads : operation.kind == Kind::rlock;
    if (m >= objects.size()) return;
    const ObjectState& mutex = objects[m];
    if (mutex.writer != kNoRoutine) holders.push_back(mutex.writer);
    if (mutex.announced != kNoRoutine && mutex.announced != r) holders.push_back(mutex.announced);
    if (!reads) holders.insert(holders.end(), mutex.readers.begin(), mutex.readers.end());
  };
  std::vector<std::vector<Routine>> edges(count);
  for (const Name name : alive) waits_for(routine_of[name], edges[routine_of[name]]);
  // Depth first from each; a circle is reported from its smallest goroutine.
  std::vector<Routine> path;
  const auto search = [&](const auto& self, Routine r, Routine from) -> void {
    if (std::find(path.begin(), path.end(), r) != path.end()) return;
    path.push_back(r);
    for (const Routine next : edges[r]) {
      if (next == from) {
        std::vector<std::string> waits;
        for (const Routine member : path) waits.push_back(words(member));
        std::rotate(waits.begin(), std::min_element(waits.begin(), waits.end()), waits.end());
        add_bug(GoBugKind::cyclic_deadlock, Panic::none,
                fmt::format("cyclic deadlock: {}", fmt::join(waits, " waits for ")), kNoEvent, path.back());
      } else if (next > from && path.size() < 8) {
        self(self, next, from);
      }
    }
    path.pop_back();
  };
  for (Routine r = 0; r < count; ++r) {
    if (!edges[r].empty()) search(search, r, r);
  }
}

/// Was there, in this execution, an operation of another goroutine that could have been the partner: one that need not
/// come before? Of a buffered channel also one that did come before, as its partner could have been another.
bool Machine::State::possible_partner(Routine r, const Case& c) const {
  if (c.channel == kNoObject) return false;
  const bool buffered = objects[c.channel].capacity > 0;
  for (std::uint32_t i = 0; i < log.size(); ++i) {
    const TraceEvent& event = log[i];
    if (event.routine == r || (!buffered && knows(r, event.routine) >= log_ticks[i])) continue;
    if (event.object == c.channel) {
      if (event.kind == (c.sends ? Kind::receive : Kind::send)) return true;
      if (event.kind == Kind::close && !c.sends) return true;
    }
    if (event.kind != Kind::select) continue;
    for (std::uint32_t k = event.first_case; k < event.first_case + event.case_count; ++k) {
      if (log_cases[k].channel == c.channel && log_cases[k].sends != c.sends) return true;
    }
  }
  return false;
}

void Machine::State::find_leaks() const {
  const bool watched_to_the_end = late_steps < kLateSteps;
  const bool time_goes_on =
      std::any_of(sleepers.begin(), sleepers.end(), [this](Routine r) { return !may_wake(routines[r]); }) ||
      std::any_of(timers.begin(), timers.end(), [this](Object o) { return objects[o].late_firings >= kLateFirings; });
  for (const Name name : alive) {
    const Routine r = routine_of[name];
    const RoutineState& state = routines[r];
    const Operation& operation = *state.operation;
    // What sleeps for ever, is ticked for ever, or could still go on, is no leak.
    if (operation.kind == Kind::sleep) continue;
    if ((time_goes_on || !watched_to_the_end) && state.moved_late) continue;
    std::vector<Case> cases;
    if (operation.kind == Kind::select) cases = operation.cases;
    if (operation.kind == Kind::send) cases = {{operation.object, true, 0}};
    if (operation.kind == Kind::receive) cases = {{operation.object, false, 0}};
    const auto is_fed = [this](const Case& c) {
      return std::any_of(timers.begin(), timers.end(), [&](Object o) { return objects[o].feeds == c.channel; });
    };
    if (std::any_of(cases.begin(), cases.end(), [&](const Case& c) { return c.channel != kNoObject && is_fed(c); })) {
      continue;
    }
    std::string message = "leak: " + words(r);
    if (!cases.empty()) {
      const bool possible =
          std::any_of(cases.begin(), cases.end(), [&](const Case& c) { return possible_partner(r, c); });
      message += possible ? ", which had a possible partner" : ", which had no possible partner";
    }
    add_bug(GoBugKind::leak, Panic::none, std::move(message), kNoEvent, r);
  }
}

std::string Machine::State::outcome() const {
  refresh();
  std::string text;
  if (crashed) {
    std::set<std::string> panics;
    for (Routine r = 0; r < count; ++r) {
      if (routines[r].crashed) {
        panics.insert(fmt::format("{} at {}", run->panic_text(r), at(routines[r].operation->position)));
      }
    }
    text = fmt::format("panic: {}", fmt::join(panics, ", "));
  } else if (exited) {
    text = fmt::format("exit {}", exit_code);
  } else if (truncated) {
    text = "too many steps";
  } else if (!is_over) {
    text = "unfinished";
  } else {
    text = !main_returned ? "deadlock" : run->test_failures().empty() ? "ok" : "failed";
  }
  // In which order goroutines print is no matter of the graph.
  std::vector<std::string_view> lines;
  const std::string_view printed = run->output();
  for (std::size_t begin = 0; begin < printed.size();) {
    const std::size_t end = std::min(printed.find('\n', begin), printed.size());
    lines.push_back(printed.substr(begin, end - begin));
    begin = end + 1;
  }
  std::sort(lines.begin(), lines.end());
  if (!lines.empty()) text += fmt::format("; {}", fmt::join(lines, " | "));
  return text;
}

}  // namespace graphfuzz::go
