// Which search a strategy is for a Go program, and what the workers' searches share.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/fuzz/go/options.hpp"
#include "graphfuzz/fuzz/go/runner.hpp"
#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/fuzz/search.hpp"

namespace graphfuzz::go {

/// `program` and `counts` must outlive the searches. `directed`: the settings of directed strategies; nothing: as the
/// documents have them (GoFuzzOptions::of). These run with Timing::idle, as time-outs are theirs. Throws
/// std::invalid_argument, with the reason, for what makes no sense for Go programs.
std::unique_ptr<Searches> go_searches(const GoProgram& program, const MachineOptions& machine,
                                      const std::optional<GoFuzzOptions>& directed, const SearchOptions& options,
                                      GraphCounts& counts);

/// The same of a program that nobody but a runner can run; each worker gets one of its own. Without control there are
/// random and the directed strategies.
std::unique_ptr<Searches> runner_searches(
    std::function<std::unique_ptr<Runner>(std::shared_ptr<RoutineNames>)> make_runner,
    const std::optional<GoFuzzOptions>& directed, const SearchOptions& options, GraphCounts& counts);

}  // namespace graphfuzz::go
