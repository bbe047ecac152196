// How an execution ended, in words: when it is over and somebody asks.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "explore/go/bug_identity.hpp"
#include "explore/go/state.hpp"

namespace graphfuzz::go {

Position MachineState::started_at(Routine r) const {
  for (bool is_own = true;; is_own = false) {
    const RoutineState& routine = routines[r];
    if (routine.fork == kNoEvent) return routine.timer_started;
    const TraceEvent& fork = log.events()[routine.fork];
    // The test runner starts the test, and not what goroutines of the library start in it.
    if (!is_own && fork.position != kNoPosition && places.words(fork.position) == kPackageTesting) return kNoPosition;
    if (fork.position != kNoPosition) return fork.position;
    r = fork.routine;  // a timer's, or one of the library's, which has started it
  }
}

/// A goroutine that has begun with a function of the library's may be in none of the user's.
std::string MachineState::words_of_panic(Routine r, Position position) const {
  const std::string& place = places.words(position);
  if (position == kNoPosition || place == kPackageTesting) {
    const Position started = started_at(r);
    const bool known = started != kNoPosition && places.words(started) != kPackageTesting;
    if (known && r != 0) return "in a goroutine started at " + places.words(started);
  }
  return "at " + place;
}

Ending MachineState::ending() const {
  refresh();
  if (progress.truncated) return Ending::truncated;
  return progress.late() ? Ending::complete : Ending::deadlocked;
}

std::string MachineState::outcome() const {
  refresh();
  std::string text;
  if (progress.crashed) {
    std::set<std::string> panics;
    for (Routine r = 0; r < routines.count(); ++r) {
      if (routines[r].crashed) {
        panics.insert(fmt::format("{} {}", run->panic_text(r), words_of_panic(r, routines[r].operation->position)));
      }
    }
    text = fmt::format("panic: {}", fmt::join(panics, ", "));
  } else if (progress.exited) {
    text = fmt::format("exit {}", progress.exit_code);
  } else if (progress.truncated) {
    text = "too many steps";
  } else if (!offers.none) {
    text = "unfinished";
  } else {
    text = !progress.main_returned ? "deadlock" : run->test_failures().empty() ? "ok" : "failed";
  }
  // In which order goroutines print is no matter of the graph.
  std::vector<std::string_view> lines;
  std::string_view printed = run->printed();
  if (progress.beyond) printed = printed.substr(0, std::min(printed.size(), progress.printed));
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
