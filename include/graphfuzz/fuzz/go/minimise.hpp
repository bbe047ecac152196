// Makes an execution of a Go program that shows a bug easier to read: fewer switches between goroutines, fewer events.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/fuzz/finding.hpp"
#include "graphfuzz/fuzz/minimised.hpp"
#include "graphfuzz/program/go/go_program.hpp"

namespace graphfuzz::go {

/// Looks for easier executions that show the same bug as the steps do (`bug`, or if none is given the first that is no
/// remark; or else the first): without some of the steps, as long as the others can be taken (as ddmin does, TSE 2002);
/// with what a goroutine does in one go next to what it does in one go before or after that. What is missing then is
/// filled up without switches where none is needed, and without timers firing while something else can happen.
/// Whatever is easier is what it goes on from, until nothing is, or `most` executions were tried: the result is easiest
/// among its neighbours, not among all executions. When it is stopped (stop_point), the easiest so far is the result.
/// Nothing if the steps do not show `bug`, or if none is given and they cannot be taken. What waits for something
/// outside the program (a process, the network) takes other steps each time: it is tried several times, and steps that
/// cannot be taken are left out.
std::optional<Minimised> minimise(const GoProgram& program, const MachineOptions& options,
                                  std::shared_ptr<RoutineNames> names, std::span<const Step> steps, std::uint64_t most,
                                  const std::optional<FindingKey>& bug, Ease ease);

}  // namespace graphfuzz::go
