// Campaigns as tests ask for them: on a program and a model, without a target by hand.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/target/go_target.hpp"
#include "graphfuzz/target/memory_target.hpp"

namespace graphfuzz::testing {

struct MemoryCampaign : CampaignOptions {
  std::string model = "rc11";
};

inline CampaignResult run_campaign(const Program& program, const MemoryCampaign& options) {
  return graphfuzz::run_campaign(MemoryTarget(program, options.model), options);
}
inline CampaignResult run_campaign(const Program& program, const std::string& model,
                                   const CampaignOptions& options = {}) {
  return graphfuzz::run_campaign(MemoryTarget(program, model), options);
}

struct GoCampaign : CampaignOptions {
  go::GoTargetOptions go{};
};

inline CampaignResult run_campaign(const go::GoProgram& program, const GoCampaign& options) {
  return graphfuzz::run_campaign(go::GoTarget(program, options.go), options);
}

}  // namespace graphfuzz::testing
