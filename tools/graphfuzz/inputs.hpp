// From the files and folders the user named to programs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/program/go/go_program.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz::cli {

struct Input {
  std::string file;                         ///< as written, or found in a folder
  std::uint64_t hash = 0;                   ///< program_hash of its text
  std::shared_ptr<const Program> program;   ///< a litmus test, or …
  std::shared_ptr<const go::GoProgram> go;  ///< … a Go program

  std::string function;  ///< of a Go program: the test that is run; empty: main, or the only test

  /// Of the program, and of the test in it if there are several.
  std::string name() const {
    const std::string name(program ? program->name() : go->name());
    return function.empty() ? name : name + '.' + function;
  }
};

/// The files, and those named *.litmus or *.go in the folders, sorted within each folder. What cannot be read or parsed
/// is reported on standard error and left out; `errors` is set then. `go_test`: which test function of Go programs to
/// run.
std::vector<Input> load_inputs(const std::vector<std::string>& names, const LitmusOptions& litmus,
                               const std::string& go_test, bool& errors);

/// One file: a Go program if its name ends in .go, else a litmus test. Throws UserError, or ParseError.
Input load_input(const std::string& file, const LitmusOptions& litmus, const std::string& go_test = {});

}  // namespace graphfuzz::cli
