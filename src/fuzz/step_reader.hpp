// Reads the texts of steps, and says in which of them something is not as it should be.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>
#include <vector>

#include "graphfuzz/fuzz/step_error.hpp"
#include "graphfuzz/store/reader.hpp"

namespace graphfuzz {

/// What `read(store::Value)` makes of each. Throws StepError.
template <class Read>
auto read_steps(std::span<const std::string> texts, Read read) {
  std::vector<decltype(read(std::declval<store::Value>()))> steps;
  steps.reserve(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    try {
      const store::Document document = store::Document::json(texts[i], "step", {.bytes = 1 << 20, .depth = 4});
      steps.push_back(read(document.root()));
    } catch (const store::DocumentError& e) {
      throw StepError(fmt::format("steps[{}]{}{}: {}", i, e.where().empty() ? "" : ".", e.where(), e.problem()));
    }
  }
  return steps;
}

}  // namespace graphfuzz
