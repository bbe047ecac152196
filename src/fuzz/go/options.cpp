#include "graphfuzz/fuzz/go/options.hpp"

namespace graphfuzz::go {

GoFuzzOptions GoFuzzOptions::of(StrategyKind strategy) {
  GoFuzzOptions options;
  options.strategy = strategy;
  if (strategy == StrategyKind::gfuzz) {
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
  if (strategy == StrategyKind::gopie_plus || strategy == StrategyKind::gopie_hb) {
    chain.all_operations = chain.new_chains = chain.flips = true;
    chain.unfinished = chain.enforce_prefix = chain.skip_superfluous = true;
  }
  if (strategy == StrategyKind::gopie_hb) chain.filter = true;
  // GFuzz and GoPie find bugs only by running into them, and so run an input as often as it is made.
  if (strategy == StrategyKind::gfuzz || strategy == StrategyKind::gopie) options.repeats = ~std::uint32_t{0};
  if (strategy == StrategyKind::flow) options.repeats = 1;
  if (makes_chains(strategy)) options.restart_after = 100;  // ADVOCATE's number of runs of a test
  options.predict =
      strategy == StrategyKind::gfuzz_hb || strategy == StrategyKind::gopie_hb || strategy == StrategyKind::flow;
  return options;
}

GoFuzzOptions GoFuzzOptions::published(StrategyKind strategy) {
  GoFuzzOptions options = of(strategy);
  if (strategy == StrategyKind::gfuzz) {
    options.select.criterion = CountCriterion::none;
    options.select.fullness_by_capacity = true;
  }
  if (strategy == StrategyKind::gfuzz_hb) options.select.partner_weight = 3;
  if (!makes_chains(strategy)) return options;
  options.chain.transitive = false;
  if (strategy == StrategyKind::gopie) return options;
  options.chain.rel2 = Neighbours::any;
  options.chain.augment_original = true;
  options.chain.all_or_nothing_energy = true;
  options.chain.clock = Clock::weak;
  return options;
}

}  // namespace graphfuzz::go
