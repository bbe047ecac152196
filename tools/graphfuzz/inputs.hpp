// From the files and folders the user named to programs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graphfuzz/program/program.hpp"

namespace graphfuzz::cli {

struct Input {
  std::string file;        ///< as written, or found in a folder
  std::uint64_t hash = 0;  ///< program_hash of its text
  std::shared_ptr<const Program> program;
};

/// The files, and those named *.litmus in the folders, sorted within each folder. What cannot be read or parsed is
/// reported on standard error and left out; `errors` is set then.
std::vector<Input> load_inputs(const std::vector<std::string>& names, unsigned unroll, bool& errors);

/// One file. `outcome`: see LitmusOptions. Throws UserError or ParseError.
Input load_input(const std::string& file, unsigned unroll, const std::string& outcome = {});

}  // namespace graphfuzz::cli
