#include "restrictions.hpp"

#include <fmt/format.h>

#include <string_view>

namespace graphfuzz::cli {
namespace {

struct Restriction {
  std::string_view kind, setting, value, words;
  bool of_bugs = false;
};

constexpr Restriction kRestrictions[] = {
    {"go", "timers", "idle", "--timers idle: timers fire only when nothing else can happen"},
    {"native", "plain", "watch", "--plain watch: plain accesses read what was written last, and a race is a bug"},
    {"native", "plain", "sc", "--plain sc: plain accesses read what was written last"},
    {"native", "plain", "sc-all", "--plain sc-all: plain accesses read what was written last"},
    {"native", "reuse-heap", "no", "--reuse-heap no: freed blocks are never handed out again"},
    {"native", "reuse-heap", "yes", "--reuse-heap yes: the last block of a size that was freed is handed out next"},
    {"native", "spurious", "no",
     "no --spurious: weak compare-exchanges do not fail, nor condition variables wake threads, for no reason"},
    {"native", "leaks", "no", "no --leaks: lost blocks of the heap are no bugs", true},
    {"native", "uninitialised", "no", "no --uninitialised: reads of what nobody has written are no bugs", true},
    {"native", "liveness", "no", "no --liveness: threads that spin for ever are no bugs", true},
    {"native", "after-main", "end", "--after-main end: who waits when main has returned is no bug", true},
    {"native", "exit-status", "any", "--exit-status any: what main returns is no bug", true},
};

}  // namespace

std::vector<std::string> restrictions(const CommandLine& line, const Target& target, bool of_bugs) {
  const Settings settings = target.settings();
  std::vector<std::string> all;
  for (const Restriction& one : kRestrictions) {
    const auto found = settings.find(std::string(one.setting));
    if (target.kind() != one.kind || found == settings.end() || found->second != one.value) continue;
    if (of_bugs || !one.of_bugs) all.emplace_back(one.words);
  }
  if (target.kind() != "go") return all;
  if (line.given.contains("--go-memory")) all.emplace_back("--go-memory: who wants more ends with a panic");
  if (!of_bugs) return all;
  for (const std::string& function : line.load.machine.ignored_leaks) {
    all.push_back(fmt::format("--ignore-leaks {0}: goroutines that are left there are no bugs", function));
  }
  if (!line.load.machine.all_leaks) {
    all.emplace_back("no --left-running: goroutines that go on for ever after the end are no bugs");
  }
  return all;
}

}  // namespace graphfuzz::cli
