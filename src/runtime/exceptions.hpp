// Exceptions that nobody catches.
#pragma once

namespace graphfuzz::runtime {

/// std::terminate of the program is a failure from now on, whatever it has said itself.
void catch_termination();

}  // namespace graphfuzz::runtime
