#include "graphfuzz/fuzz/go/prefix_engine.hpp"

#include <algorithm>

#include "graphfuzz/explore/go/packed_steps.hpp"
#include "graphfuzz/explore/go/routine_names.hpp"

namespace graphfuzz::go {

void GoPrefixEngine::follow(const GoPrefix& prefix) {
  const auto possible = [this](const Step& step) {
    const std::span<const Step> enabled = machine().enabled();
    return std::find(enabled.begin(), enabled.end(), step) != enabled.end();
  };
  for (const Step& step : prefix.steps) {
    if (possible(step)) source_.take(step);
  }
  if (possible(prefix.change)) {
    source_.take(prefix.change);
    return;
  }
  if (prefix.routine == kNoName) return;
  for (const Step& step : machine().enabled()) {
    if (step.timer < 0 && (step.routine == prefix.routine || step.partner == prefix.routine)) {
      source_.take(step);
      return;
    }
  }
}

void GoPrefixEngine::save(store::Writer& out, Extent extent) const {
  out.begin_object();
  if (extent == Extent::exact) mutator_.save(out.key("proposed"));
  out.end_object();
}

void GoPrefixEngine::load(const store::Value& saved) {
  saved.expect_keys({"proposed"});
  if (const std::optional<store::Value> proposed = saved.find("proposed")) mutator_.load(*proposed);
}

void GoPrefixEngine::save(store::Writer& out, const GoPrefix& prefix) const {
  store::Packer packed;
  pack(packed, prefix.steps);
  pack(packed, prefix.change);
  pack(packed, Step{.routine = prefix.routine});
  out.bytes(packed.bytes());
}

GoPrefix GoPrefixEngine::load_prefix(const store::Value& saved) const {
  const std::size_t names = machine().names()->size();
  store::Unpacker packed(saved);
  GoPrefix prefix;
  prefix.steps = unpack_steps(packed, names);
  prefix.change = unpack_step(packed, names);
  prefix.routine = unpack_step(packed, names).routine;
  packed.expect_end();
  return prefix;
}

}  // namespace graphfuzz::go
