// The engine of prefix searches under a memory model: executions are built by an Executor, prefixes made by a Mutator.
#pragma once

#include <memory>
#include <optional>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/fuzz/memory/engine.hpp"
#include "graphfuzz/fuzz/memory/mutator.hpp"
#include "graphfuzz/fuzz/prefix_search.hpp"

namespace graphfuzz {

class MemoryPrefixEngine : public MemoryEngine<Executor> {
 public:
  using Prefix = graphfuzz::Prefix;

  MemoryPrefixEngine(Random& random, const MemorySubject& subject)
      : MemoryPrefixEngine(random, subject, subject.model(), subject.model()) {}

  Ending run(const Prefix* prefix, Random&) {
    static const Prefix none;
    return source_.sample(prefix != nullptr ? *prefix : none, strategy_);
  }
  const DeadEnds& dead_ends() const { return source_.dead_ends(); }
  void analyse() {}
  std::optional<Prefix> mutate(Cut cut, const Pairs& seen) { return mutator_.mutate(source_.graph(), cut, seen); }

  void save(store::Writer& out, Extent extent) const;
  void load(const store::Value& saved);
  void save(store::Writer& out, const Prefix& prefix) const;
  Prefix load_prefix(const store::Value& saved);

 private:
  MemoryPrefixEngine(Random& random, const MemorySubject& subject, std::unique_ptr<MemoryModel> model,
                     std::unique_ptr<MemoryModel> check_model)
      : MemoryEngine(subject, subject.program, *model),
        model_(std::move(model)),
        check_model_(std::move(check_model)),
        check_(subject.program, *check_model_),
        strategy_(random),
        mutator_(check_, random) {
    mutator_.ask_for_weak(source_);
    source_.look_for_spins(subject.liveness);
  }

  std::unique_ptr<MemoryModel> model_;
  std::unique_ptr<MemoryModel> check_model_;
  Executor check_;
  RandomStrategy strategy_;
  Mutator mutator_;
};

using MemoryPrefixSearch = PrefixSearch<MemoryPrefixEngine>;

}  // namespace graphfuzz
