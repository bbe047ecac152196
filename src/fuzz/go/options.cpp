#include "graphfuzz/fuzz/go/options.hpp"

#include <array>

namespace graphfuzz::go {
namespace {

constexpr std::array kStrategies = {GoStrategy::gfuzz,      GoStrategy::gfuzz_hb, GoStrategy::gopie,
                                    GoStrategy::gopie_plus, GoStrategy::gopie_hb, GoStrategy::flow};

}  // namespace

std::span<const GoStrategy> go_strategies() { return kStrategies; }

std::string_view name(GoStrategy strategy) {
  switch (strategy) {
    case GoStrategy::gfuzz:
      return "gfuzz";
    case GoStrategy::gfuzz_hb:
      return "gfuzz-hb";
    case GoStrategy::gopie:
      return "gopie";
    case GoStrategy::gopie_plus:
      return "gopie+";
    case GoStrategy::gopie_hb:
      return "gopie-hb";
    case GoStrategy::flow:
      return "flow";
  }
  return "";
}

std::optional<GoStrategy> go_strategy(std::string_view text) {
  for (const GoStrategy strategy : kStrategies) {
    if (name(strategy) == text) return strategy;
  }
  return std::nullopt;
}

GoFuzzOptions GoFuzzOptions::of(GoStrategy strategy) {
  GoFuzzOptions options;
  options.strategy = strategy;
  if (strategy == GoStrategy::gfuzz) {
    SelectOptions& select = options.select;
    select.pairs = PairKind::consecutive;
    select.criterion = CountCriterion::buckets;
    select.new_case = false;
    select.partner_score = 0;
    select.flip_some = false;
    select.never_last = false;
    select.prefer_default = false;
    select.partner_weight = 1;
  }
  ChainOptions& chain = options.chain;
  if (strategy == GoStrategy::gopie_plus || strategy == GoStrategy::gopie_hb) {
    chain.all_operations = chain.new_chains = chain.flips = true;
    chain.unfinished = chain.enforce_prefix = chain.skip_superfluous = true;
  }
  if (strategy == GoStrategy::gopie_hb) chain.filter = true;
  // GFuzz and GoPie find bugs only by running into them, and so run an input as often as it is made.
  if (strategy == GoStrategy::gfuzz || strategy == GoStrategy::gopie) options.repeats = ~std::uint32_t{0};
  if (strategy == GoStrategy::flow) options.repeats = 1;
  if (makes_chains(strategy)) options.restart_after = 100;  // ADVOCATE's number of runs of a test
  options.predict =
      strategy == GoStrategy::gfuzz_hb || strategy == GoStrategy::gopie_hb || strategy == GoStrategy::flow;
  return options;
}

GoFuzzOptions GoFuzzOptions::published(GoStrategy strategy) {
  GoFuzzOptions options = of(strategy);
  if (strategy == GoStrategy::gfuzz) {
    options.select.criterion = CountCriterion::none;
    options.select.fullness_by_capacity = true;
  }
  if (strategy == GoStrategy::gfuzz_hb) options.select.partner_weight = 3;
  if (!makes_chains(strategy)) return options;
  options.chain.transitive = false;
  if (strategy == GoStrategy::gopie) return options;
  options.chain.rel2 = Neighbours::any;
  options.chain.augment_original = true;
  options.chain.all_or_nothing_energy = true;
  options.chain.clock = Clock::weak;
  return options;
}

}  // namespace graphfuzz::go
