// The models that exist only in cat: the classic tests tell them apart as the literature says, and each is as strong as
// it should be compared with the others.
#include <gtest/gtest.h>

#include <set>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/model/cat.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/campaigns.hpp"
#include "support/enumerate.hpp"
#include "support/folders.hpp"
#include "support/property.hpp"
#include "support/random_program.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz::testing {
namespace {

std::string shipped(const std::string& model) { return source_folder() + "/memory_models/" + model + ".cat"; }

/// Is the weak outcome of a test of litmus/ seen?
bool seen(const std::string& test, const std::string& model) {
  const auto program = load_litmus(std::filesystem::path(source_folder()) / "litmus" / (test + ".litmus"));
  MemoryCampaign options;
  options.model = shipped(model);
  options.executions = 3000;
  options.seed = 1;
  return run_campaign(*program, options).positive > 0;
}

struct Fact {
  const char* test;
  const char* allows;
  const char* forbids;
};

TEST(ShippedModels, TheClassicTestsTellThemApart) {
  const Fact facts[] = {
      {"SB", "tso", "sc"},                       // Owens, Sarkar, Sewell 2009
      {"SB+sc", "tso-bare", "tso"},              // a seq_cst store is an xchg, or a mov like others
      {"RelSeq+own-store", "rc11-c20", "rc11"},  // C++20, P0982R1
      {"RelSeq+interrupted", "rc11-c20", "rc11"},
      {"MP", "pso", "tso"},       // SPARC v8, appendix D
      {"2+2W", "pso", "tso"},     // writes out of order
      {"2+2W", "ra", "sra"},      // Lahav, Giannarakis, Vafeiadis 2016, section 3
      {"IRIW", "sra", "pso"},     // not multi-copy atomic
      {"CoRR", "", "coherence"},  // coherence
  };
  for (const Fact& fact : facts) {
    EXPECT_TRUE(*fact.allows == 0 || seen(fact.test, fact.allows)) << fact.test << " under " << fact.allows;
    EXPECT_FALSE(seen(fact.test, fact.forbids)) << fact.test << " under " << fact.forbids;
  }
  EXPECT_FALSE(seen("SB+fences", "tso"));
  EXPECT_FALSE(seen("SB+rmws", "tso"));
  EXPECT_FALSE(seen("2+2W+fences", "pso"));
}

std::set<std::string> graphs(const StraightLine& program, std::unique_ptr<MemoryModel> checked) {
  std::set<std::string> built;
  const std::uint64_t limit = 5000;
  const std::uint64_t sequences = enumerate(
      program, *checked, [&](const Executor& executor, Ending) { built.insert(canonical(executor.graph())); }, limit);
  RC_PRE(sequences < limit);
  return built;
}

std::set<std::string> graphs(const StraightLine& program, const std::string& model) {
  return graphs(program, make_model(shipped(model)));
}

// x86's order as herd7's library spells it: with the fences and filters that it includes.
constexpr const char* kMachineModel = R"("x86, by what a machine's models take for granted"
include "x86fences.cat"
include "filters.cat"
include "cos.cat"
acyclic po-loc | amo | rf | fr | co as per-location
empty rmw & (fre;coe) as atomic
irreflexive fr;co as update
let kept = WW(po) | RM(po) | MA(WR(po)) | AM(WR(po))
acyclic mfence | kept | rfe | fr | co as order
empty lfence | sfence as no-other-fence)";

TEST(ShippedModels, WhatModelsOfX86IncludeIsBuiltInAndMeansTso) {
  const auto machine = parse_cat(kMachineModel, "machine.cat");
  check_property(60, [&] {
    const StraightLine program(*any_program());
    RC_ASSERT(graphs(program, make_memory_model(machine)) == graphs(program, "tso"));
  });
}

TEST(ShippedModels, StrongerModelsHaveFewerGraphs) {
  const std::pair<const char*, const char*> stronger[] = {
      {"sc", "tso"},       {"tso", "tso-bare"},  {"tso-bare", "pso"},      {"sc", "sra"},
      {"tso-bare", "sra"}, {"rc11", "rc11-c20"}, {"rc11-c20", "relaxed"},  {"sra", "ra"},
      {"ra", "relaxed"},   {"pso", "relaxed"},   {"relaxed", "coherence"}, {"rc11", "relaxed"}};
  for (const auto& [strong, weak] : stronger) {
    SCOPED_TRACE(std::string(strong) + " in " + weak);
    check_property(60, [strong = strong, weak = weak] {
      const StraightLine program(*any_program());
      const std::set<std::string> few = graphs(program, strong);
      const std::set<std::string> many = graphs(program, weak);
      RC_ASSERT(!few.empty());
      RC_ASSERT(std::includes(many.begin(), many.end(), few.begin(), few.end()));
    });
  }
}

}  // namespace
}  // namespace graphfuzz::testing
