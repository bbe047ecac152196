#include "graphfuzz/target/racing_places.hpp"

#include <set>

#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/frontend/real_go.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::go {
namespace {

constexpr int kQuiet = 30;     // runs without anything new that end it
constexpr int kMostTimes = 8;  // programs that are run

/// Adds those that are found to `places`. Throws Stopped.
void find_racing_places(
    const std::function<std::shared_ptr<const GoProgram>(const std::vector<std::string>&)>& program_with,
    const MachineOptions& options, std::uint64_t seed, std::set<std::string>& places) {
  Random random(seed);
  for (int times = 0; times < kMostTimes; ++times) {
    const std::shared_ptr<const GoProgram> program = program_with({places.begin(), places.end()});
    Machine machine(*program, options, nullptr);
    const std::size_t before = places.size();
    for (int quiet = 0; quiet < kQuiet; ++quiet) {
      stop_point();
      machine.restart();
      run_at_random(machine, random);
      // Somebody waits for a plain variable: only if all stop there does it get anywhere.
      if (!machine.stacks().empty()) {
        places = {real_go::kEverywhere};
        return;
      }
      for (const GoBug& bug : machine.bugs()) {
        for (const auto& [routine, after, text, position] : bug.accesses) {
          if (position != kNoPosition && places.insert(program->position(position)).second) quiet = 0;
        }
      }
    }
    if (places.size() == before) break;
  }
}

}  // namespace

RacingPlaces racing_places(
    const std::function<std::shared_ptr<const GoProgram>(const std::vector<std::string>&)>& program_with,
    const MachineOptions& options, std::uint64_t seed) {
  std::set<std::string> places;
  bool cut = false;
  try {
    find_racing_places(program_with, options, seed, places);
  } catch (const Stopped&) {
    cut = true;
  }
  return {{places.begin(), places.end()}, cut};
}

std::size_t goroutines(const GoProgram& program, const MachineOptions& options, std::uint64_t seed) {
  Random random(seed);
  Machine machine(program, options, nullptr);
  machine.restart();
  run_at_random(machine, random);
  return machine.trace().routines.size();
}

}  // namespace graphfuzz::go
