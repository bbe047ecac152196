// Ctrl-C: the first asks for an orderly end with full results, a second one, unless it comes at once, kills.
#pragma once

#include <atomic>

#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::cli {

/// Catches SIGINT and SIGTERM from now on, and ignores SIGPIPE: writing to a closed pipe fails instead.
void catch_interrupts();
/// Set by the first SIGINT or SIGTERM.
const std::atomic<bool>& interrupted();
/// What is done as long as this lives throws Stopped soon after that. For what is of no use when only a part of it is
/// done; not for putting out results.
StopScope until_interrupted();
/// The same, and at the latest after so many seconds.
StopScope until_interrupted(double seconds);
/// The first of an action, whose result is returned.
template <class Action>
auto until_interrupted(Action action) {
  const StopScope scope = until_interrupted();
  return action();
}

}  // namespace graphfuzz::cli
