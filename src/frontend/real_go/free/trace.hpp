// What a Go program has noted, as the files of an ADVOCATE folder.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>

#include "frontend/real_go/free/protocol.hpp"
#include "graphfuzz/frontend/real_go_free.hpp"

namespace graphfuzz::real_go::free {

/// How an execution ended, as far as the process says.
struct End {
  bool in_time = true;
  bool crashed = false;  ///< by a signal, or an error of the runtime
};

/// The files, and whether some goroutine was still at work.
struct Noted {
  go::TraceFiles files;
  std::map<std::string, std::string> functions{};  ///< by place, in which function that is
  std::map<std::uint32_t, Stack> stacks{};         ///< of who is left at the end, by id
  std::string crash{};                             ///< what Go said of a panic or a fatal error
  std::uint32_t crashed = 0;                       ///< … the id of the goroutine; 0: it is not known
  Stack crash_stack{};                             ///< … and where it was
  std::set<std::uint32_t> residents{};             ///< ids of goroutines that were there before the tests began
  bool others = false;
  bool began = false;  ///< is anything there at all?
};

/// `memory`: all of it; the records begin at word `first`. Places below `folder` are told without it.
Noted noted(std::span<const Word> memory, std::size_t first, const End& end, const std::string& folder,
            RoutineIds& ids);

}  // namespace graphfuzz::real_go::free
