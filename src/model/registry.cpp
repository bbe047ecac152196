#include "graphfuzz/model/registry.hpp"

#include <stdexcept>

#include "model/native_models.hpp"

namespace graphfuzz {

const std::vector<ModelInfo>& registered_models() {
  static const std::vector<ModelInfo> models = {
      {"sc", "sequential consistency; memory orders and fences are ignored", make_sc},
      {"tso", "x86-TSO; updates are locked, seq_cst fences are mfence, other orders are ignored", make_tso},
      {"ra", "every write a release, every read an acquire; orders and fences are ignored", make_ra},
      {"rc11", "repaired C11 (PLDI 2017); data races on plain accesses are bugs", make_rc11},
      {"relaxed", "coherence, atomicity of updates, no thin air; orders and fences are ignored", make_relaxed},
  };
  return models;
}

std::unique_ptr<MemoryModel> make_model(std::string_view name) {
  std::string names;
  for (const ModelInfo& model : registered_models()) {
    if (model.name == name) return model.make();
    names.append(names.empty() ? "" : ", ").append(model.name);
  }
  throw std::invalid_argument("unknown memory model '" + std::string(name) + "'; there are: " + names);
}

}  // namespace graphfuzz
