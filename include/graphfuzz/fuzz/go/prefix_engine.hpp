// The engine of prefix searches of Go programs: steps at random after those of a prefix, prefixes made by a GoMutator.
#pragma once

#include <memory>
#include <optional>

#include "graphfuzz/fuzz/go/cuts.hpp"
#include "graphfuzz/fuzz/go/engine.hpp"
#include "graphfuzz/fuzz/prefix_search.hpp"

namespace graphfuzz::go {

class GoPrefixEngine : public MachineEngine<SteppedMachine> {
 public:
  using Prefix = GoPrefix;

  /// `program` must outlive it.
  GoPrefixEngine(Random& random, const GoProgram& program, const MachineOptions& options,
                 std::shared_ptr<RoutineNames> names)
      : MachineEngine(program, options, names), mutating_(program, options, names), mutator_(mutating_, random) {}

  Ending run(const GoPrefix* prefix, Random& random) {
    source_.restart();
    if (prefix != nullptr) follow(*prefix);
    source_.go_on(random);
    return machine().ending();
  }
  DeadEnds dead_ends() const { return {}; }
  void analyse() { mutator_.analyse(steps()); }
  std::optional<GoPrefix> mutate(Cut cut, const Pairs&) { return mutator_.mutate(cut); }

  void save(store::Writer& out, Extent extent) const;
  void load(const store::Value& saved);
  /// Goroutines are numbers of the names that the engines share (RoutineNames::save).
  void save(store::Writer& out, const GoPrefix& prefix) const;
  GoPrefix load_prefix(const store::Value& saved) const;

 private:
  void follow(const GoPrefix& prefix);

  Machine mutating_;  // replays, so that the other one stays at the end of the execution
  GoMutator mutator_;
};

using GoPrefixSearch = PrefixSearch<GoPrefixEngine>;

}  // namespace graphfuzz::go
