// Words for what a Go trace says; text and JSON share them.
#pragma once

#include <string_view>

#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

inline std::string_view word(Outcome outcome) {
  switch (outcome) {
    case Outcome::clean:
      return "clean";
    case Outcome::panicked:
      return "panic";
    case Outcome::timed_out:
      return "time-out";
    case Outcome::deadlocked:
      return "deadlock";
    case Outcome::exited:
      return "exit";
    case Outcome::unknown:
      break;
  }
  return "outcome unknown";
}

}  // namespace graphfuzz::go
