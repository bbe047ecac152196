// How an execution ended, whatever kind of program it was of.
#pragma once

#include <cstdint>
#include <string_view>

namespace graphfuzz {

enum class Ending : std::uint8_t {
  complete,    ///< every thread ran to its end (Go: main has returned, or the program has crashed)
  blocked,     ///< a thread waits for what nobody will do, or an assumption was false
  deadlocked,  ///< blocked, and all that the threads wait for is locks (Go: nobody can go on, main has not returned)
  truncated,   ///< a loop went beyond its bound, or there were too many steps
};

/// "complete", "blocked", "deadlocked", "truncated".
constexpr std::string_view name(Ending ending) {
  switch (ending) {
    case Ending::complete:
      return "complete";
    case Ending::blocked:
      return "blocked";
    case Ending::deadlocked:
      return "deadlocked";
    case Ending::truncated:
      return "truncated";
  }
  return "";
}

}  // namespace graphfuzz
