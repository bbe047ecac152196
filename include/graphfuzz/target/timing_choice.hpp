// When timers are to fire in the executions of a real Go program, if the user does not say: what some runs show.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/fuzz/finding.hpp"
#include "graphfuzz/fuzz/witness.hpp"
#include "graphfuzz/program/go/go_program.hpp"

namespace graphfuzz::go {

/// What an execution shows, and the execution.
struct Shown {
  Finding finding;
  Witness witness;
};

/// An execution at random, in advance, with timers that fire when nothing else can happen.
struct FirstExecution {
  bool timers = false;         ///< somebody has waited for time
  bool waits_outside = false;  ///< … or for the network, a pipe or a process
  bool truncated = false;
  std::vector<Shown> bugs{};
};

/// Throws Stopped, and what the program throws if it cannot be run.
FirstExecution first_execution(const GoProgram& program, MachineOptions options, std::uint64_t seed);

struct TimingChoice {
  Timing timing = Timing::any;
  /// If it is `idle` as the test fails as soon as a timer is early: how it fails then, "pool_test.go:12: the test has
  /// failed".
  std::string early_failure{};
};

/// How many steps executions are to have, if the user does not say: as the options do, but a million if a run at random
/// ends with so many, and not before. Throws Stopped, and what the program throws if it cannot be run.
std::uint32_t choose_max_steps(const GoProgram& program, MachineOptions options, std::uint64_t seed);

/// Does the test say that it has had enough? It has failed, or has panicked in a file of tests, by a panic of its own.
bool gives_up(const Finding& finding);

/// Is one of its places in a file of tests?
bool is_of_test(const Finding& finding);

/// What the runs in advance are to look for: with failures_alone, failures of a test in which none of them shows
/// anything that is not of its own files, or, if it has not failed, anything at all. (Who gets those searches with
/// early timers, and has to search again.)
enum class LooksFor : std::uint8_t { nothing, failures, failures_alone };

/// At any time, but when nothing else can happen if the program, real_go::program_of, waits for the network, a pipe or
/// a process, as real time would have to pass for that; or, if they are looked for, if one of ten runs at random
/// shows that the test fails when a time-out comes before what it waits for, although that goes on (fails_early).
/// Throws Stopped, and what the program throws if it cannot be run.
TimingChoice choose_timing(const GoProgram& program, const MachineOptions& options, std::uint64_t seed,
                           LooksFor looks_for, const FirstExecution& first);

/// An execution that takes these steps shows `key`. Is that so only since a timer has fired while others could go on?
/// Looked for is an execution that shows it as well although timers have to wait until nothing else can happen: with
/// the same steps as far as they can be taken, and in up to 30 runs at random. Returns how many runs have not shown it;
/// 0 if one has. `steps` are as replay files have them. Throws as above.
int fails_early(const GoProgram& program, const MachineOptions& options, std::span<const std::string> steps,
                const FindingKey& key, std::uint64_t seed);

/// An execution in which timers may be early, and which shows `key`, as that of these steps does, but in which the test
/// does not give up: what it shows is none of the consequences. Looked for by 30 runs, half of them at random from the
/// beginning, the others from somewhere in the steps; nothing if none of them is one. Throws as above.
std::optional<Shown> without_failure(const GoProgram& program, const MachineOptions& options,
                                     std::span<const std::string> steps, const FindingKey& key, std::uint64_t seed);

/// What is told of a test whose timers are not to be early: a remark, with which no search is complete.
Finding remark_on_early(const std::string& failure);

}  // namespace graphfuzz::go
