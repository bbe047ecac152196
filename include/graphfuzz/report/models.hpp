// Reports about memory models: which there are, where they differ, why one forbids an outcome.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "graphfuzz/campaign/compare.hpp"
#include "graphfuzz/campaign/explanation.hpp"
#include "graphfuzz/campaign/separate.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/report/text.hpp"

namespace graphfuzz {

struct ModelRow {
  const ModelInfo* model;
  std::string explored;  ///< how its executions are found, in a word or two; may be empty
};

/// One line per model: its name, what it is written in, how its executions are explored, and what it is.
std::string model_table(std::span<const ModelRow> models);
/// An array of objects {name, written_in, explored, description}.
std::string models_json(std::span<const ModelRow> models);

/// A line per final state that some models allow and others forbid, with a column per model: yes, and the number of
/// graphs that end in it; no; ? for what is not known; undef for what a data race makes undefined. `all`: all states.
/// Empty if there is no such line. All comparisons have the same models.
std::string comparison_table(std::span<const Comparison> comparisons, bool all, const TextOptions& options = {});
/// The same table in parts, for tests that are compared one after the other: columns that were too narrow for a test
/// are wider from there on.
class ComparisonTable {
 public:
  ComparisonTable(bool all, const TextOptions& options) : all_(all), options_(options) {}
  /// The lines for one more test, below the header if they are the first. Empty if there is none.
  std::string lines(const Comparison& comparison);

 private:
  bool all_;
  TextOptions options_;
  bool begun_ = false;
  std::vector<std::size_t> widths_;
};

/// How many tests were compared, and differ; which are incomplete, and why.
std::string comparison_summary(std::span<const Comparison> comparisons);
/// {test, file, models: {NAME: {complete, graphs, states, …}}, differences: [{state, allowed_by, forbidden_by}]}.
std::string to_json(const Comparison& comparison);

/// A violation's edges, one a line, indented.
std::string cycle_lines(const Violation& violation, const ExecutionGraph& graph, const Program& program,
                        unsigned indent = 2);
/// The answer, the axioms, and the shortest violation with its execution. `outcome`: the proposition, or what to call
/// it.
std::string explanation_block(const OutcomeExplanation& explanation, const Program& program, const std::string& outcome,
                              const TextOptions& options = {});
std::string to_json(const OutcomeExplanation& explanation, const Program& program, const std::string& outcome);

/// What was searched, and how it ended, in a few lines; not the test that was found.
std::string separation_summary(const Separation& separation);
/// `litmus`: the text of the test that was found; empty if there is none.
std::string to_json(const Separation& separation, const std::string& litmus);

}  // namespace graphfuzz
