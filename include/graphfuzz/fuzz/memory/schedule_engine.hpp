// The engine of the strategies that choose schedules: each execution is an interleaving, and none begins with a prefix.
#pragma once

#include <memory>
#include <optional>

#include "graphfuzz/explore/executor.hpp"
#include "graphfuzz/explore/scheduler.hpp"
#include "graphfuzz/fuzz/memory/engine.hpp"
#include "graphfuzz/fuzz/prefix_search.hpp"

namespace graphfuzz {

/// `options.strategy` must be one for which is_schedule.
std::unique_ptr<Scheduler> make_scheduler(const FuzzOptions& options, Random& random);

class MemoryScheduleEngine : public MemoryEngine<Executor> {
 public:
  struct Prefix {};  // there are none

  /// The model must be sequential.
  MemoryScheduleEngine(Random& random, const MemorySubject& subject, const FuzzOptions& options)
      : MemoryScheduleEngine(random, subject, options, subject.model()) {}

  Ending run(const Prefix*, Random& random) { return source_.interleave(*scheduler_, random); }
  const DeadEnds& dead_ends() const { return source_.dead_ends(); }
  void analyse() {}
  std::optional<Prefix> mutate(Cut, const Pairs&) { return std::nullopt; }

  void save(store::Writer& out, Extent extent) const;
  void load(const store::Value& saved);
  void save(store::Writer& out, const Prefix&) const { out.null(); }
  Prefix load_prefix(const store::Value& saved) { saved.reject("is a prefix, of which a schedule has none"); }

 private:
  MemoryScheduleEngine(Random& random, const MemorySubject& subject, const FuzzOptions& options,
                       std::unique_ptr<MemoryModel> model)
      : MemoryEngine(subject, subject.program, *model),
        model_(std::move(model)),
        scheduler_(make_scheduler(options, random)) {}

  std::unique_ptr<MemoryModel> model_;
  std::unique_ptr<Scheduler> scheduler_;
};

using MemoryScheduleSearch = PrefixSearch<MemoryScheduleEngine>;

}  // namespace graphfuzz
