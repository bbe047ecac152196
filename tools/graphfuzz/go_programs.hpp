// Real Go programs that files are about: replay files, checkpoints, units and results.
#pragma once

#include "command_line.hpp"
#include "graphfuzz/campaign/unit.hpp"
#include "graphfuzz/report/replay_file.hpp"

namespace graphfuzz::cli {

/// Is the file of a real Go program?
bool is_of_real_go(const ReplayFile& file);

/// What a replay file of a real Go program is about, built in its folder; warns if it does not have that hash. Throws
/// UserError and Stopped.
std::unique_ptr<const Target> real_go_target_of(const std::string& folder, const LoadOptions& options,
                                                std::uint64_t hash);

/// The executable that such a task is about; empty if it is not there, or not what it was, or the task is another one.
std::string where_real_go_is(const Task& task);

/// Sees to it that the executable that a task of a real Go program is about is there, as it was: it is built again if
/// it is not, unless the task says where it is. Other tasks are no matter. `file`: where the task was read. Throws
/// UserError and Stopped.
void find_real_go(const Task& task, const std::string& file);

}  // namespace graphfuzz::cli
