#include "graphfuzz/model/registry.hpp"

#include <filesystem>
#include <stdexcept>

#include "graphfuzz/model/cat.hpp"
#include "model/cat/source.hpp"
#include "model/native_models.hpp"

namespace graphfuzz {
namespace {

enum class Shipped : std::uint8_t { pso, sra, coherence, minimal };

// Read once, however many workers ask: a loaded model is immutable.
template <Shipped>
std::unique_ptr<MemoryModel> make_shipped(std::string_view file) {
  static const std::shared_ptr<const CatModel> model = parse_cat(*cat::shipped(file), std::string(file));
  return make_memory_model(model);
}

std::string_view text_of(std::string_view file) { return cat::shipped(file).value_or(std::string_view()); }

}  // namespace

const std::vector<ModelInfo>& registered_models() {
  static const std::vector<ModelInfo> models = {
      {"sc", "sequential consistency; memory orders and fences are ignored", make_sc, true, text_of("sc.cat")},
      {"tso", "C on x86-TSO: seq_cst stores and updates are locked, seq_cst fences are mfence; no other order counts",
       make_tso, true, text_of("tso.cat")},
      {"tso-bare", "x86-TSO, the machine: as tso, but a seq_cst store is a store like any other", make_tso_bare, true,
       text_of("tso-bare.cat"), "tso"},
      {"ra", "every write a release, every read an acquire; orders and fences are ignored", make_ra, true,
       text_of("ra.cat")},
      {"rc11", "repaired C11 (PLDI 2017), with C11's release sequences; data races on plain accesses are bugs",
       make_rc11, true, text_of("rc11.cat")},
      {"rc11-c20", "rc11 with C++20's release sequences: only updates continue them, not the thread's later stores",
       make_rc11_c20, true, text_of("rc11-c20.cat"), "rc11"},
      {"relaxed", "coherence, atomicity of updates, no thin air; orders and fences are ignored", make_relaxed, true,
       text_of("relaxed.cat")},
      {"pso", "partial store order (SPARC): tso-bare with writes out of order; release fences order writes",
       [] { return make_shipped<Shipped::pso>("pso.cat"); }, false, text_of("pso.cat")},
      {"sra", "strong release/acquire (POPL 2016): ra with acyclic(hb | mo)",
       [] { return make_shipped<Shipped::sra>("sra.cat"); }, false, text_of("sra.cat")},
      {"coherence", "coherence and atomicity of updates, nothing else",
       [] { return make_shipped<Shipped::coherence>("coherence.cat"); }, false, text_of("coherence.cat")},
      {"minimal", "atomicity of updates, nothing else: for explanations",
       [] { return make_shipped<Shipped::minimal>("minimal.cat"); }, false, text_of("minimal.cat")},
  };
  return models;
}

std::unique_ptr<MemoryModel> make_model(std::string_view name) {
  std::string names;
  for (const ModelInfo& model : registered_models()) {
    if (model.name == name) return model.make();
    names.append(names.empty() ? "" : ", ").append(model.name);
  }
  if (name.ends_with(".cat")) return make_memory_model(load_cat(std::filesystem::path(name)));
  throw std::invalid_argument("unknown memory model '" + std::string(name) + "'; there are: " + names +
                              ", and any file that ends in .cat");
}

}  // namespace graphfuzz
