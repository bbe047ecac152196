#include "graphfuzz/fuzz/go/tree_engine.hpp"

namespace graphfuzz::go {

StepKind GoTreeEngine::explore() {
  const Visit visit = source_.explore();
  switch (visit) {
    case Visit::idle:
      return StepKind::idle;
    case Visit::exhausted:
      return StepKind::exhausted;
    case Visit::vain:
    case Visit::execution:
      break;
  }
  work_ += steps().size();
  return visit == Visit::vain ? StepKind::vain : StepKind::execution;
}

void GoTreeEngine::save(store::Writer& out, Extent extent) const {
  out.begin_object();
  if (extent == Extent::exact) {
    source_.save(out.key("explorer"));
    walker_.save(out.key("walker"));
    out.field("work", work_).field("walk work", walk_work_);
  }
  out.end_object();
}

void GoTreeEngine::load(const store::Value& saved) {
  saved.expect_keys({"explorer", "walker", "work", "walk work"});
  const std::optional<store::Value> explorer = saved.find("explorer");
  if (!explorer) return;
  source_.load(*explorer);
  walker_.load(saved.field("walker"));
  work_ = saved.field("work").integer<std::uint64_t>();
  walk_work_ = saved.field("walk work").integer<std::uint64_t>();
}

}  // namespace graphfuzz::go
