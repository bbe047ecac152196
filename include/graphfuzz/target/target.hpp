// Target: what can be tested. A litmus program under a memory model, a Go program in process, and whatever else says
// how its executions are searched for, run again and told. doc/architecture.md shows what one consists of, and
// examples/philosophers.cpp is a whole one.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/fuzz/finding.hpp"
#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/fuzz/minimised.hpp"
#include "graphfuzz/fuzz/search.hpp"
#include "graphfuzz/fuzz/step_error.hpp"
#include "graphfuzz/fuzz/witness.hpp"
#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/model/memory_model.hpp"
#include "graphfuzz/program/program.hpp"
#include "graphfuzz/target/replay.hpp"

namespace graphfuzz {

/// What a target was made with, by name, as far as it matters to running an execution again: "model", "unroll", …
using Settings = std::map<std::string, std::string>;

/// Immutable and shared by all workers.
class Target {
 public:
  virtual ~Target() = default;

  /// The kind of program: "litmus", "go", …
  virtual std::string_view kind() const = 0;
  /// Of the program.
  virtual std::string name() const = 0;
  /// The memory model under which it runs, or "go" and the like where the language has but one.
  virtual std::string model() const = 0;
  virtual Settings settings() const { return {}; }

  /// What is asked of each execution. `condition` is what a report prints, "exists (0:r0=1)".
  virtual Quantifier quantifier() const = 0;
  virtual std::string condition() const = 0;
  /// Is the proposition that something is wrong? Then executions that make no graph, as they were given up, can show
  /// it.
  virtual bool asks_for_findings() const { return true; }

  /// How graphs are put together ("porf", event by event, or "candidates", first built and then judged), and why so: a
  /// sentence without full stop, empty where there is no choice.
  struct Building {
    std::string kind = "porf";
    std::string reason{};
    /// Does the program wait, and is a thread that does so for ever in no graph that is put together like that?
    bool misses_waits = false;
  };
  virtual Building building() const { return {}; }
  virtual Program::Retries retries() const { return {}; }

  /// What an event of a graph of this program does, for a person: "W x=1 rlx"; and how its locations are called.
  virtual std::string event_text(const ExecutionGraph& graph, Slot slot) const;
  virtual std::string location_name(Location location) const;

  /// The searches of a campaign's workers. `counts`, which they share, must outlive them, and so must the target.
  /// Throws std::invalid_argument, with the reason, for options that do not make sense for this target.
  virtual std::unique_ptr<Searches> searches(const SearchOptions& options, GraphCounts& counts) const = 0;
  /// What to try instead when a search has thrown ModelStuck; null if there is nothing.
  virtual std::unique_ptr<const Target> instead(const ModelStuck& /*why*/) const { return nullptr; }

  /// What to go on with when a search has thrown Learned. Throws Stopped.
  virtual std::unique_ptr<const Target> anew() const { return nullptr; }
  /// All that was learned of the program by now, for unite_learned (load.hpp); empty if nothing ever is. What of it
  /// whoever makes the same executions has to know is among the settings, as "facts".
  virtual std::string learned() const { return {}; }

  /// What is known of the program before it is searched, and no bug (Finding::remark).
  virtual std::vector<Finding> remarks() const { return {}; }
  /// What no search for bugs looks for with these settings, however many executions there are, and what else does, in
  /// brackets: "data races (-race)". It does not make a search incomplete.
  virtual std::vector<std::string> not_looked_for() const { return {}; }

  /// Takes the steps of a witness in turn, each checked against the program and its model. What they leave open
  /// (nothing, for a whole execution) is chosen at random. Throws StepError for steps that are none.
  virtual Replay replay(std::span<const std::string> steps) const = 0;
  /// What else an event of a story could have been when it came.
  struct Choice {
    bool known = false;
    /// What a read could have read from, or after what a write could have been placed in mo, what it did included,
    /// among the events before it: as the ends of arrows (Story::Arrow). Empty of other events.
    std::vector<std::uint32_t> sources{};
    std::vector<std::string> steps{};  ///< of programs whose schedule is chosen: all that could have come next
  };
  /// By row of the witness's story; shorter, or empty, where nobody can tell. May run the execution again. Throws
  /// StepError, and what the model throws.
  virtual std::vector<Choice> choices(const Witness& /*witness*/) const { return {}; }
  /// Is `minimise` to be had of such programs, where they can be run?
  virtual bool minimises() const { return false; }
  /// Looks for an execution that shows the same bug as the steps do (`bug`, if they show that one; else the first), and
  /// is easier to read, by at most so many executions. `ease`: what makes it so. Nothing if the steps cannot be taken,
  /// or if that is not to be had of such programs. Throws StepError. When it is stopped (stop_point), the easiest so
  /// far is the result.
  virtual std::optional<Minimised> minimise(std::span<const std::string> /*steps*/, std::uint64_t /*most*/,
                                            const std::optional<FindingKey>& /*bug*/, Ease /*ease*/) const {
    return std::nullopt;
  }
};

}  // namespace graphfuzz
