#include "graphfuzz/fuzz/go/minimise.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "fuzz/easing.hpp"
#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/fuzz/go/engine.hpp"
#include "graphfuzz/fuzz/go/steps.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::go {
namespace {

bool is_by(const Step& step, Name routine) { return step.routine == routine || step.partner == routine; }

std::uint64_t switches_in(std::span<const Step> steps) {
  std::uint64_t switches = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const Step& last = steps[i - 1];
    switches += !is_by(steps[i], last.routine) && (last.partner == kNoName || !is_by(steps[i], last.partner));
  }
  return switches;
}

// What is best so far, and the attempts to do better.
class GoMinimiser {
 public:
  GoMinimiser(const GoProgram& program, const MachineOptions& options, std::shared_ptr<RoutineNames> names,
              std::uint64_t most, Ease ease)
      : run_(program, options, std::move(names)), now_{.most = most, .ease = ease} {
    run_.machine().set_timing(Timing::any);
  }

  bool begin(std::span<const Step> steps, const std::optional<FindingKey>& wanted);
  void improve();
  Minimised result() const;

 private:
  static constexpr std::uint64_t kAnyEvents = ~std::uint64_t{0};
  bool follow(std::span<const Step> wanted);
  bool fill_up(std::uint64_t most_events = kAnyEvents);
  Difficulty difficulty() const;
  const GoBug* shown(const FindingKey& key) const;
  const GoBug* first_bug() const;
  bool better(std::span<const Step> wanted);
  bool better_without_steps();
  bool better_in_other_order();

  SteppedMachine run_;
  Easing now_;
  std::vector<Step> best_;
};

// Takes those that can be taken. Were they all?
bool GoMinimiser::follow(std::span<const Step> wanted) {
  run_.restart();
  bool all = true;
  for (const Step& step : wanted) {
    const std::span<const Step> enabled = run_.machine().enabled();
    if (std::binary_search(enabled.begin(), enabled.end(), step)) {
      run_.take(step);
    } else {
      all = false;
    }
  }
  return all;
}

// The same goroutine as long as it can go on; time stands still as long as anybody can. False if that takes more events
// than an easier execution has.
bool GoMinimiser::fill_up(std::uint64_t most_events) {
  while (!run_.machine().over()) {
    stop_point();
    if (run_.machine().trace().events.size() > most_events) return false;
    const std::span<const Step> enabled = run_.machine().enabled();
    const Step* chosen = nullptr;
    const auto prefer = [&](auto suits) {
      if (chosen != nullptr) return;
      const auto found = std::find_if(enabled.begin(), enabled.end(), suits);
      if (found != enabled.end()) chosen = &*found;
    };
    if (!run_.steps().empty()) {
      const Step last = run_.steps().back();
      prefer([&](const Step& step) {
        return step.timer < 0 && (is_by(step, last.routine) || (last.partner != kNoName && is_by(step, last.partner)));
      });
    }
    prefer([](const Step& step) { return step.timer < 0; });
    prefer([](const Step&) { return true; });
    run_.take(Step(*chosen));
  }
  return true;
}

Difficulty GoMinimiser::difficulty() const {
  return {run_.machine().trace().events.size(), 0, switches_in(run_.steps())};
}

const GoBug* GoMinimiser::shown(const FindingKey& key) const {
  const std::span<const GoBug> bugs = run_.machine().bugs();
  const auto found = std::ranges::find_if(bugs, [&](const GoBug& bug) { return key_of(bug) == key; });
  return found == bugs.end() ? nullptr : &*found;
}

// One that is no remark, if there is any; null if nothing was found.
const GoBug* GoMinimiser::first_bug() const {
  const std::span<const GoBug> bugs = run_.machine().bugs();
  if (bugs.empty()) return nullptr;
  const auto bug = std::ranges::find(bugs, false, &GoBug::remark);
  return bug == bugs.end() ? &bugs.front() : &*bug;
}

bool GoMinimiser::begin(std::span<const Step> steps, const std::optional<FindingKey>& wanted) {
  // What waits for something outside the program (a process, the network) may go otherwise the next time.
  constexpr int kAttempts = 3;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const bool all = follow(steps);
    if (!all && !wanted) return false;
    fill_up();
    const GoBug* const bug = wanted ? shown(*wanted) : first_bug();
    if (wanted && bug == nullptr) continue;
    best_.assign(run_.steps().begin(), run_.steps().end());
    now_.begin(difficulty(), run_.machine().ending());
    if (bug == nullptr) return true;
    now_.key = key_of(*bug);
    now_.bug = std::string(go::name(bug->kind)) + ": " + bug->message;
    return true;
  }
  return false;
}

bool GoMinimiser::better(std::span<const Step> wanted) {
  stop_point();
  ++now_.executions;
  follow(wanted);
  if (!fill_up(now_.most_events) || shown(*now_.key) == nullptr) return false;
  if (!now_.improves(difficulty(), run_.machine().ending())) return false;
  best_.assign(run_.steps().begin(), run_.steps().end());
  return true;
}

// As ddmin does: halves, quarters, … down to single steps; and all that comes after one.
bool GoMinimiser::better_without_steps() {
  const std::vector<Step> all = best_;
  for (std::size_t size = (all.size() + 1) / 2; size > 0; size /= 2) {
    for (std::size_t begin = 0; begin < all.size(); begin += size) {
      if (!now_.time_left()) return false;
      std::vector<Step> rest(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(begin));
      if (better(rest)) return true;
      if (begin + size < all.size()) {
        rest.insert(rest.end(), all.begin() + static_cast<std::ptrdiff_t>(begin + size), all.end());
        if (better(rest)) return true;
      }
    }
  }
  return false;
}

// What a goroutine does in one go, next to what it did in one go before, or does after.
bool GoMinimiser::better_in_other_order() {
  std::vector<std::vector<Step>> blocks;
  for (const Step& step : best_) {
    const bool same = !blocks.empty() && switches_in(std::vector<Step>{blocks.back().back(), step}) == 0;
    if (!same) blocks.emplace_back();
    blocks.back().push_back(step);
  }
  const auto follows = [&](std::size_t i, std::size_t j) {
    return blocks[i].back().routine == blocks[j].front().routine;
  };
  return any_joined(blocks.size(), follows, [&](const std::vector<std::size_t>& order) {
    if (!now_.time_left()) return false;
    std::vector<Step> steps;
    for (const std::size_t i : order) steps.insert(steps.end(), blocks[i].begin(), blocks[i].end());
    return better(steps);
  });
}

void GoMinimiser::improve() {
  if (!now_.key) return;
  bool any = true;
  while (any && now_.time_left()) any = better_in_other_order() || better_without_steps();
  now_.all_tried = !any && now_.time_left();
}

Minimised GoMinimiser::result() const { return now_.result(to_texts(named(best_, *run_.machine().names()))); }

}  // namespace

std::optional<Minimised> minimise(const GoProgram& program, const MachineOptions& options,
                                  std::shared_ptr<RoutineNames> names, std::span<const Step> steps, std::uint64_t most,
                                  const std::optional<FindingKey>& bug, Ease ease) {
  GoMinimiser minimiser(program, options, std::move(names), most, ease);
  if (!minimiser.begin(steps, bug)) return std::nullopt;
  try {
    minimiser.improve();
  } catch (const Stopped&) {  // what was found so far is good all the same
  }
  return minimiser.result();
}

}  // namespace graphfuzz::go
