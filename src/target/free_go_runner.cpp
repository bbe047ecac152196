#include "target/free_go_runner.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include "graphfuzz/analysis/go/story.hpp"
#include "graphfuzz/frontend/trace_files.hpp"
#include "target/free_go_cycles.hpp"
#include "target/free_go_output.hpp"
#include "target/free_go_stacks.hpp"

namespace graphfuzz::go {
namespace {

/// Goroutines by the names that the engine has for them.
class NamedRoutines final : public real_go::RoutineIds {
 public:
  explicit NamedRoutines(std::shared_ptr<RoutineNames> names) : names_(std::move(names)) {}

  std::uint32_t child(std::uint32_t parent, std::uint32_t index) override {
    return names_->forked(parent - 1, index) + 1;
  }

  std::vector<std::uint32_t> path(std::uint32_t id) const override {
    std::vector<std::uint32_t> result;
    std::istringstream in(names_->path(id - 1));
    std::string part;
    std::getline(in, part, '.');  // main
    while (std::getline(in, part, '.')) result.push_back(static_cast<std::uint32_t>(std::stoul(part)));
    return result;
  }

 private:
  std::shared_ptr<RoutineNames> names_;
};

constexpr const char* kTimeOut = "time-out";
constexpr const char* kDeadlock = "deadlock";
constexpr const char* kPanic = "panic";

/// What is panicked with may be told by where it is, which is elsewhere each time.
std::string without_addresses(const std::string& text) {
  constexpr std::string_view kAddress = "0x";
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = std::min(text.find(kAddress, at), text.size());
    result.append(text, at, begin - at);
    at = std::min(text.find_first_not_of("0123456789abcdef", begin + kAddress.size()), text.size());
    if (begin < text.size()) result += kAddress;
  }
  return result;
}

/// That the execution is not known as a whole, and why.
std::string why_cut(const real_go::Recording& recording) {
  return "not all that happened was recorded: " +
         (recording.warnings.empty() ? std::string("there was no room for more") : "what was noted contradicts itself");
}

/// Go's runtime ends with what the processor's registers had if it was asked to quit.
std::string without_registers(const std::string& output) {
  const std::size_t quits = output.rfind("SIGQUIT: quit\n");
  const std::size_t begin = quits == output.npos ? output.npos : output.find("\nrax ", quits);
  return output.substr(0, begin == output.npos ? begin : begin + 1);
}

/// Who was at work when time was up tells more than that it was.
void tell_running(Finding& time_out, const std::vector<Stack>& stacks) {
  const auto running = std::ranges::find_if(
      stacks, [](const Stack& stack) { return stack.what.find(kRunning) != stack.what.npos && !stack.frames.empty(); });
  if (running == stacks.end()) return;
  const std::string& function = running->functions.front();
  time_out.message += fmt::format(": time was up in {} at {}", function.substr(function.rfind('/') + 1),
                                  to_text(running->frames.front()));
}

bool is_leak(const Finding& finding) { return finding.kind.starts_with("leak"); }

/// When all goroutines are blocked, that is one bug, wherever they are.
void join_leaks(std::vector<Finding>& found) {
  const auto first =
      std::stable_partition(found.begin(), found.end(), [](const Finding& finding) { return !is_leak(finding); });
  if (first == found.end()) return;
  std::sort(first, found.end(), [](const Finding& a, const Finding& b) { return a.message < b.message; });
  Finding deadlock;
  deadlock.kind = kDeadlock;
  std::vector<std::string> where, keys;
  for (auto it = first; it != found.end(); ++it) {
    const Finding& leak = *it;
    if (std::ranges::find(where, leak.message) == where.end()) where.push_back(leak.message);
    keys.push_back(to_text(leak.places.front()));
    deadlock.places.push_back(leak.places.front());
  }
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  deadlock.message = fmt::format("all goroutines are blocked: {}", fmt::join(where, "; "));
  deadlock.key = finding_key(deadlock.kind, fmt::format("{}", fmt::join(keys, ", ")));
  found.erase(first, found.end());
  found.push_back(std::move(deadlock));
}

}  // namespace

void TraceFolder::keep(const Fingerprint& graph, const TraceFiles& files) {
  const std::lock_guard lock(mutex_);
  const std::string name = fmt::format("{:016x}{:016x}", graph.high, graph.low);
  if (kept_.insert(name).second) write_files(files, folder_ / name);
}

FreeRunner::FreeRunner(const real_go::Executable& executable, const real_go::Entry& entry,
                       const FreeGoTargetOptions& options, std::shared_ptr<RoutineNames> names,
                       std::shared_ptr<TraceFolder> traces)
    : names_(std::move(names)),
      ignored_leaks_(options.ignored_leaks),
      folder_(executable.folder),
      is_test_(executable.is_test),
      if_nothing_ran_(real_go::nothing_ran(entry.test)),
      program_(executable, entry, options.run, std::make_shared<NamedRoutines>(names_)),
      traces_(std::move(traces)) {}

Obedience FreeRunner::run(const Directive* directive, Random&) {
  recording_ = program_.run(directive);
  if (traces_ != nullptr) traces_->keep(fingerprints().graph, recording_.files);
  return {.chain_executed = recording_.in_turn,
          .stuck = recording_.stuck > 0,
          .preferred = recording_.preferred,
          .timed_out = recording_.timed_out,
          .delayed = recording_.delayed};
}

Ending FreeRunner::ending() const { return recording_.cut ? Ending::truncated : Runner::ending(); }

std::string FreeRunner::outcome() const {
  if (trace().outcome == Outcome::panicked && !recording_.crash.empty()) return "panic: " + panic().message;
  std::string text = Runner::outcome();
  if (recording_.exit_code.value_or(0) != 0 && trace().outcome == Outcome::clean) {
    text += fmt::format("; exit code {}", *recording_.exit_code);
  }
  return text;
}

/// Has the user said that goroutines may be left there?
bool FreeRunner::is_ignored(const Finding& finding) const {
  if (!is_leak(finding) || finding.places.empty()) return false;
  const Place& place = finding.places.front();
  const auto function = recording_.functions.find(fmt::format("{}#{}", place.file, place.line));
  return std::any_of(ignored_leaks_.begin(), ignored_leaks_.end(), [&](const std::string& name) {
    return to_text(place).find(name) != std::string::npos ||
           (function != recording_.functions.end() && function->second.find(name) != std::string::npos);
  });
}

/// Who has not come to its end, and is in an operation there.
std::set<Routine> FreeRunner::left_at(const Place& place) const {
  std::set<Routine> left;
  for (Routine r = 0; r < trace().routines.size(); ++r) {
    const TraceRoutine& routine = trace().routines[r];
    if (routine.ended || routine.events.empty()) continue;
    const TraceEvent& last = trace().events[routine.events.back()];
    if (last.finished() || last.position >= trace().positions.size()) continue;
    if (to_text(parse_place(trace().positions[last.position])) == to_text(place)) left.insert(r);
  }
  return left;
}

/// Are those that are left at its place there as long as the process, as they were before the tests began?
bool FreeRunner::is_resident(const Finding& finding) const {
  if (!is_leak(finding) || finding.places.empty() || recording_.residents.empty()) return false;
  const std::set<Routine> left = left_at(finding.places.front());
  return !left.empty() && std::ranges::all_of(left, [this](Routine r) {
    return recording_.residents.contains(static_cast<std::uint32_t>(trace().routines[r].id));
  });
}

/// Where it was started by the user; nothing if nobody knows.
std::optional<Place> FreeRunner::started_at(Routine routine) const {
  const std::uint32_t fork = trace().routines[routine].fork;
  if (fork >= trace().events.size()) return std::nullopt;
  const Position position = trace().events[fork].position;
  if (position >= trace().positions.size()) return std::nullopt;
  Place place = parse_place(trace().positions[position]);
  return place.line == 0 ? std::nullopt : std::optional(std::move(place));
}

LeftRoutine FreeRunner::left_routine(Routine routine, Stack stack) const {
  if (const std::optional<Place> started = started_at(routine)) stack.what = "started at " + to_text(*started);
  return {routine, std::move(stack)};
}

/// Who has ended the process, if it is known.
std::optional<Routine> FreeRunner::crashed() const {
  const auto& routines = trace().routines;
  const auto found = std::ranges::find_if(
      routines, [this](const TraceRoutine& r) { return static_cast<std::uint32_t>(r.id) == recording_.crashed; });
  if (recording_.crashed == 0 || found == routines.end()) return std::nullopt;
  return static_cast<Routine>(found - routines.begin());
}

/// A panic that is of no operation. Others may say the same elsewhere.
Finding FreeRunner::panic() const {
  Finding panic;
  panic.kind = kPanic;
  panic.message = recording_.crash.empty() ? "the process was killed by a signal" : recording_.crash;
  if (const std::vector<Place>& frames = recording_.crash_stack.frames; !frames.empty()) {
    panic.places = {frames.front()};
    panic.message += " at " + to_text(frames.front());
  } else if (const std::optional<Routine> routine = crashed()) {
    if (const std::optional<Place> started = started_at(*routine)) {
      panic.places = {*started};
      panic.message += " in a goroutine started at " + to_text(*started);
    }
  }
  panic.key = finding_key(panic.kind, without_addresses(panic.message));
  return panic;
}

/// If all are blocked, or time is up, Go's runtime writes them.
std::vector<Stack> FreeRunner::stacks(const Finding& finding) const {
  if (finding.kind == kPanic) {
    const std::optional<Routine> routine = crashed();
    if (!routine) return {};
    return told_once(std::vector{left_routine(*routine, recording_.crash_stack)});
  }
  if (finding.kind == kDeadlock || finding.kind == kTimeOut) return stacks_in(recording_.output, folder_);
  // Of a leak the other places are those of possible partners.
  std::span<const Place> places = finding.places;
  if (is_leak(finding)) {
    places = places.first(std::min<std::size_t>(places.size(), 1));
  } else if (finding.kind != kCyclicDeadlock) {
    return {};
  }
  std::set<Routine> at_places;
  for (const Place& place : places) at_places.merge(left_at(place));
  std::vector<LeftRoutine> left;
  for (const Routine r : at_places) {
    const auto found = recording_.stacks.find(static_cast<std::uint32_t>(trace().routines[r].id));
    if (found != recording_.stacks.end()) left.push_back(left_routine(r, found->second));
  }
  return told_once(left);
}

/// Who is blocked for a circle of locks, in it or behind it, is no leak besides.
void FreeRunner::tell_cycles(std::vector<Finding>& found) const {
  LockCycles cycles = lock_cycles(trace());
  if (trace().outcome == Outcome::deadlocked) {
    join_leaks(found);
    for (const Finding& cycle : cycles.findings) {
      const auto deadlock = std::ranges::find(found, kDeadlock, &Finding::kind);
      if (deadlock != found.end()) deadlock->message += "; in a circle: " + cycle.message;
    }
    return;
  }
  if (cycles.findings.empty()) return;
  std::erase_if(found, [&](const Finding& finding) {
    if (!is_leak(finding) || finding.places.empty()) return false;
    const std::set<Routine> left = left_at(finding.places.front());
    return !left.empty() && std::ranges::all_of(left, [&](Routine r) { return cycles.kept[r]; });
  });
  std::ranges::move(cycles.findings, std::back_inserter(found));
}

std::vector<Finding> FreeRunner::findings() const {
  std::vector<Finding> found = Runner::findings();
  // Somebody has ended the process (os.Exit): who waited then has not been left, as others would have gone on.
  const bool exited = recording_.exit_code && !recording_.over && trace().outcome == Outcome::clean;
  std::erase_if(found, [&](const Finding& finding) {
    if (exited && is_leak(finding)) return true;
    // Those of the standard library, the test runner's above all, wait for what they are there for.
    const bool is_library = is_leak(finding) && (finding.places.empty() || finding.places.front().file == "?");
    return is_library || is_ignored(finding) || is_resident(finding);
  });
  for (Finding& finding : found) {
    if (trace().outcome == Outcome::panicked && finding.places.empty()) finding = panic();
    if (finding.kind == kTimeOut) tell_running(finding, stacks_in(recording_.output, folder_));
    // Who is blocked may be waiting for one that was at work when the execution ended. A program may be there to run
    // for ever; a test is not.
    finding.remark |= (recording_.others && is_leak(finding)) || (finding.kind == kTimeOut && !is_test_);
  }
  tell_cycles(found);
  const bool other_bug = !found.empty();
  const std::vector<Finding> races = races_in(recording_.output, folder_);
  found.insert(found.end(), races.begin(), races.end());
  std::vector<Finding> failures = failures_in(recording_.output);
  const int code = recording_.exit_code.value_or(0);
  const bool is_unknown = failures.empty() && races.empty() && !other_bug;
  if (is_test_ && code != 0 && (exited || is_unknown)) failures.push_back(exit_of_test(code));
  for (Finding& failure : failures) {
    // The race detector fails the tests in which there are races.
    const bool is_known = !races.empty() || trace().outcome == Outcome::panicked;
    if (!is_known || !failure.places.empty()) found.push_back(std::move(failure));
  }
  if (recording_.cut) found.push_back(make_remark("unsupported", why_cut(recording_)));
  if (is_test_ && !recording_.began) found.push_back(make_remark("unsupported", real_go::kNoTestBegan));
  if (!if_nothing_ran_.empty() && real_go::says_nothing_ran(recording_.output)) {
    found.push_back(make_remark("unsupported", if_nothing_ran_));
  }
  return found;
}

Witness FreeRunner::witness(const Finding* /*finding*/) {
  Witness witness{graph(), tell_with_findings(trace()), steps_of(trace(), *names_)};
  constexpr std::size_t kMostOutput = std::size_t{1} << 20;
  witness.output = without_registers(recording_.output).substr(0, kMostOutput);
  return witness;
}

}  // namespace graphfuzz::go
