// Ctrl-C: the first asks for an orderly end with full results, the second kills.
#pragma once

#include <atomic>

namespace graphfuzz::cli {

/// Catches SIGINT and SIGTERM from now on, and ignores SIGPIPE: writing to a closed pipe fails instead.
void catch_interrupts();
/// Set by the first SIGINT or SIGTERM.
const std::atomic<bool>& interrupted();

}  // namespace graphfuzz::cli
