// `graphfuzz mutate`: one step of a campaign with another tool.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graphfuzz/fuzz/go/options.hpp"

namespace graphfuzz::cli {

/// In which tool's format inputs are written.
enum class InputFormat : std::uint8_t {
  from_trace,  ///< that of the tool that the trace is from
  advocate,
  gfuzz,
  gopie
};

struct MutateLine {
  std::vector<std::string> inputs;  ///< traces of the last run; none: only more inputs are wanted
  std::string state;                ///< folder
  go::GoFuzzOptions fuzz;
  InputFormat format = InputFormat::from_trace;
  /// ADVOCATE: positions without routines, in fuzzingData.log; in any case for traces of the ADVOCATE that had them so.
  bool old_names = false;
  std::uint64_t number = 1;               ///< inputs to write
  std::optional<std::uint64_t> executed;  ///< id of the input that the traces are of; 0: none
  std::uint64_t seed = 0;
  std::uint32_t timeout = 500;  ///< GFuzz: milliseconds that a preferred case is waited for
  bool lenient = false;
  bool quiet = false;
};

std::optional<MutateLine> parse_mutate_line(int argc, const char* const* argv, std::string& text);

/// Returns the exit code: 0 inputs were written, 1 there is none. Throws UserError.
int mutate(const MutateLine& line);

}  // namespace graphfuzz::cli
