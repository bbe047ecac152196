// The folders whose entries the program reads (opendir, and what does the like in the C++ library). They are closed
// after the execution.
#pragma once

namespace graphfuzz::runtime {

/// Closes what the program has left.
void reset_folders();
/// Has the program opened any that are not closed?
bool has_folders();

}  // namespace graphfuzz::runtime
