// Work in files: the units of a folder, which others do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "graphfuzz/campaign/checkpoint.hpp"
#include "graphfuzz/campaign/processes.hpp"
#include "graphfuzz/store/writer.hpp"
#include "inputs.hpp"

namespace graphfuzz::cli {

/// A campaign that is to be taken apart. `more`: settings besides those of the target.
struct Whole {
  ProgramSource source;
  std::unique_ptr<const Target> target;
  Settings more{};
};

struct HowToSplit {
  std::string folder;      ///< must be empty or not there yet
  std::size_t parts = 1;   ///< units of a campaign, at most
  std::size_t shards = 0;  ///< of what was found on the way (0: none)
};

/// Takes campaigns apart: writes their units, and what was found on the way, into the folder, or, of several, into one
/// in it for each, and campaigns.json, which lists them. `bad`: what could not be loaded, and has been complained of;
/// then there is a list as well. Returns the exit code. Throws UserError, and what split throws, if there is one
/// campaign; of several each is for itself.
int split_work(const CommandLine& line, const std::vector<Whole>& campaigns, std::vector<BadInput> bad,
               const HowToSplit& how);
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
