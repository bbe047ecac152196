// Work in files: the units of a folder, which others do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "command_line.hpp"
#include "graphfuzz/campaign/checkpoint.hpp"
#include "graphfuzz/campaign/processes.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz::cli {

/// Takes the work that the command line is about apart: writes the units, at most `parts`, and what was found on the
/// way, with so many shards (0: none), into a folder, which must be empty or not there yet. Returns the exit code.
/// Throws UserError, and what split throws.
int split_work(const CommandLine& line, const ProgramSource& source, const Target& target, const Settings& more,
               std::size_t parts, const std::string& folder, std::size_t shards = 0);
/// Is the program's file there, and not what it was? That of executables is seen to where they are run.
bool is_changed(const ProgramSource& program);
/// Writes the units that are left over into a folder.
void write_units(const Gathering& all, const std::string& folder);
/// What comes after work on a unit: what it has left over, or if that is no use, all anew with what was learned.
void write_what_comes(const Unit& unit, const Gathering& all, const std::string& folder);
/// A summary of work begins so: its format, and the format's version.
store::Writer begin_summary();
/// Fields on what was done, and is left to do; and on shards, if there are any, with the names of results there.
void describe(store::Writer& out, const Gathering& all);
/// For who gives the units to others: what they are about, beside them in their folder. Budgets that have no bound are
/// not said.
void write_description(const Task& task, const Gathering& all, std::uint64_t executions, double seconds,
                       const std::string& folder);

}  // namespace graphfuzz::cli
