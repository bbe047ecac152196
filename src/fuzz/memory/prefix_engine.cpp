#include "graphfuzz/fuzz/memory/prefix_engine.hpp"

#include <fmt/format.h>

#include "graphfuzz/explore/packed_steps.hpp"

namespace graphfuzz {

void MemoryPrefixEngine::save(store::Writer& out, Extent extent) const {
  out.begin_object();
  if (extent == Extent::exact) {
    out.key("executor");
    source_.save(out);
    out.key("proposed");
    mutator_.save(out);
  }
  out.end_object();
}

void MemoryPrefixEngine::load(const store::Value& saved) {
  saved.expect_keys({"executor", "proposed"});
  if (const std::optional<store::Value> executor = saved.find("executor")) source_.load(*executor);
  if (const std::optional<store::Value> proposed = saved.find("proposed")) mutator_.load(*proposed);
}

void MemoryPrefixEngine::save(store::Writer& out, const Prefix& prefix) const {
  store::Packer steps;
  pack(steps, prefix);
  out.bytes(steps.bytes());
}

// Whoever runs a prefix relies on its being consistent.
Prefix MemoryPrefixEngine::load_prefix(const store::Value& saved) {
  store::Unpacker steps(saved);
  Prefix prefix = unpack_prefix(steps, subject().program.most_threads());
  steps.expect_end();
  const std::size_t taken = check_.check(prefix);
  if (taken < prefix.steps.size()) {
    saved.reject(fmt::format("does not fit the program and its model: step {} cannot be taken", taken + 1));
  }
  return prefix;
}

}  // namespace graphfuzz
