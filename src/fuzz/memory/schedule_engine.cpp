#include "graphfuzz/fuzz/memory/schedule_engine.hpp"

#include <stdexcept>

#include "graphfuzz/explore/schedulers.hpp"

namespace graphfuzz {

std::unique_ptr<Scheduler> make_scheduler(const FuzzOptions& options, Random& random) {
  switch (options.strategy) {
    case StrategyKind::walk:
      return std::make_unique<WalkScheduler>(random);
    case StrategyKind::pct:
      return std::make_unique<PctScheduler>(random, options.depth);
    case StrategyKind::pos:
      return std::make_unique<PosScheduler>(random);
    case StrategyKind::surw:
      return std::make_unique<SurwScheduler>(random);
    default:
      throw std::invalid_argument("no strategy that chooses schedules");
  }
}

void MemoryScheduleEngine::save(store::Writer& out, Extent extent) const {
  out.begin_object();
  if (extent == Extent::exact) {
    source_.save(out.key("executor"));
    scheduler_->save(out.key("scheduler"));
  }
  out.end_object();
}

void MemoryScheduleEngine::load(const store::Value& saved) {
  saved.expect_keys({"executor", "scheduler"});
  if (const std::optional<store::Value> executor = saved.find("executor")) source_.load(*executor);
  if (const std::optional<store::Value> scheduler = saved.find("scheduler")) scheduler_->load(*scheduler);
}

}  // namespace graphfuzz
