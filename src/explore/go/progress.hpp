// How far an execution is, and what brings it to its end.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graphfuzz::go {

/// How long a program is watched after main has returned: what goes on for ever must not take for ever.
inline constexpr std::uint32_t kLateSteps = 2'000;
inline constexpr std::uint32_t kLateWakes = 16;   ///< of one goroutine from Sleep
inline constexpr std::uint32_t kLateFirings = 4;  ///< of one ticker

/// So many steps time stands still at most, of the steps that an execution may have, while others are busy.
inline constexpr std::uint32_t timer_patience(std::uint32_t max_steps) { return max_steps / 20 + 1; }

struct Progress {
  std::uint32_t steps = 0;
  std::uint32_t all_steps = 0;   ///< with the automatic ones
  std::uint32_t late_steps = 0;  ///< of `steps`
  bool truncated = false;
  bool main_returned = false;
  bool crashed = false;
  bool exited = false;
  bool beyond = false;      ///< time has passed since main returned, and the program does not go on after that
  bool cut_off = false;     ///< somebody would have ended the program then
  std::size_t printed = 0;  ///< before that, in bytes
  std::int64_t exit_code = 0;

  /// Is the program as such over, and only watched for what its other goroutines do?
  bool late() const { return main_returned || exited || crashed; }
  bool watched_to_the_end() const { return late_steps < kLateSteps && !truncated && !cut_off; }
};

}  // namespace graphfuzz::go
