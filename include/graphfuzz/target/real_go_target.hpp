// Targets of real Go programs: of executables that were built here, and of those that a task (campaign/unit.hpp) names.
//
// A task has, in place of the program's text, a hash of the executable, and as its file the folder where that runs. The
// settings "executable" and "import-path", which its target does not have, are what else whoever works on it has to
// know; "runs-in" is for who has the executable alone, and another folder for it.
#pragma once

#include <filesystem>
#include <memory>

#include "graphfuzz/frontend/real_go_free.hpp"
#include "graphfuzz/target/load.hpp"

namespace graphfuzz {

/// A test of an executable, or its main, and how it runs.
struct RealGo {
  real_go::Executable executable;
  real_go::Entry entry;
  real_go::FreeOptions free{};  ///< if it runs freely
};

/// Its target; of `load`: machine, directed. `traces`: see FreeGoTargetOptions. Nothing is run before it is searched.
std::unique_ptr<const Target> real_go_target(const RealGo& program, const LoadOptions& load,
                                             const std::filesystem::path& traces = {});
/// What the settings of such a target, from which `load` is, say of the program: not where it is.
RealGo described_by(const LoadOptions& load);

/// What a task has in place of the program's text. Throws store::FileError if the executable cannot be read.
ProgramSource source_of(const real_go::Executable& executable);
/// What a task's settings are to have besides those of its target.
Settings whereabouts(const real_go::Executable& executable);
/// Is it what source_of makes?
bool is_real_go(const ProgramSource& source);
/// The program that such a task is about, whether its executable is there or not; `load` is of the task's settings.
/// Throws std::invalid_argument if these are not enough.
RealGo described_by(const ProgramSource& source, const LoadOptions& load);

}  // namespace graphfuzz
