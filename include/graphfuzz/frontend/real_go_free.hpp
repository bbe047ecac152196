// Real Go programs that run freely: real time, all processors. They note what they do, and obey what is asked of them,
// as programs built with ADVOCATE do (doc/real-go.md, "Free mode").
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "graphfuzz/frontend/real_go.hpp"
#include "graphfuzz/frontend/trace.hpp"
#include "graphfuzz/program/go/directive.hpp"
#include "graphfuzz/program/place.hpp"

namespace graphfuzz::real_go {

struct FreeOptions {
  /// How long a preferred case or the turn of an operation is waited for, and how long a delay lasts. (ADVOCATE: 1 to 3
  /// s; GFuzz: 0.5 s.)
  std::chrono::milliseconds patience{500};
  /// How long goroutines may go on after the end, unless all of them are blocked before.
  std::chrono::milliseconds grace{1000};
  /// After which an execution is ended, and has timed out.
  std::chrono::milliseconds limit{30'000};
  /// For what is noted, in bytes: 80 and more for each operation. What comes then is not known.
  std::size_t memory = std::size_t{256} << 20;
};

/// Numbers of goroutines that mean the same in every execution. Thread-safe.
class RoutineIds {
 public:
  virtual ~RoutineIds() = default;
  /// Of the one that `parent` has started as its `index`-th, from 0. Main is 1; its first is what timers and the rest
  /// of the runtime do.
  virtual std::uint32_t child(std::uint32_t parent, std::uint32_t index) = 0;
  /// Which of its parent's children each of its ancestors and itself is, from main on.
  virtual std::vector<std::uint32_t> path(std::uint32_t id) const = 0;
};

/// What one execution was.
struct Recording {
  go::TraceFiles files;  ///< as an ADVOCATE folder has it
  go::Trace trace;       ///< the same, read
  /// What became of what was asked for.
  std::uint64_t stuck = 0, in_turn = 0, preferred = 0, timed_out = 0, delayed = 0;
  std::set<std::uint32_t> residents;  ///< ids of goroutines that were there before the tests began, and are to stay
  bool others = false;                ///< some goroutine was neither blocked nor at its end when the execution was over
  bool began = false;                 ///< the test, of an executable of tests
  bool over = false;                  ///< main, or the tests, had ended before the process did
  bool cut = false;                   ///< there was no room for all of it, or it contradicted itself
  std::string crash;                  ///< what Go said of a panic or a fatal error, in one line
  std::uint32_t crashed = 0;          ///< … the id of the goroutine; 0: it is not known
  Stack crash_stack;                  ///< … and where it was: the user's functions
  std::map<std::string, std::string> functions;  ///< by place ("f.go#12"): which function it is in
  std::map<std::uint32_t, Stack> stacks;         ///< of goroutines that are left, by id: the user's functions
  std::string output;                            ///< of much, the beginning and the end
  std::optional<int> exit_code;                  ///< nothing: a signal, or it was ended since its time was up
  std::vector<std::string> warnings;
};

class Use;

/// Runs an executable that was built with BuildOptions::free. Not thread-safe.
class FreeProgram {
 public:
  FreeProgram(Executable executable, Entry entry, const FreeOptions& options, std::shared_ptr<RoutineIds> ids);
  ~FreeProgram();

  /// One execution; null: nothing is asked of it. Its time is also up when the user says stop. Throws BuildError if it
  /// cannot be run.
  Recording run(const go::Directive* directive);

 private:
  class Memory;
  void start(int output);
  bool wait_for_end(Recording& recording);

  Executable executable_;
  std::shared_ptr<const Use> use_;  // of the file, which others may drop otherwise
  Entry entry_;
  FreeOptions options_;
  std::shared_ptr<RoutineIds> ids_;
  std::unique_ptr<Memory> memory_;
  int pid_ = -1;
};

}  // namespace graphfuzz::real_go
