#include "graphfuzz/fuzz/go/options.hpp"

namespace graphfuzz::go {

std::string_view name(Impossible what) {
  switch (what) {
    case Impossible::nothing:
      return "nothing";
    case Impossible::strong:
      return "strong";
    case Impossible::weak:
      return "weak";
    case Impossible::held_locks:
      return "locks";
  }
  return {};
}

std::optional<Impossible> impossible_of(std::string_view name) {
  for (const Impossible what : {Impossible::strong, Impossible::weak, Impossible::held_locks}) {
    if (go::name(what) == name) return what;
  }
  return std::nullopt;
}

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
  if (strategy == StrategyKind::gopie_hb) chain.filter = Impossible::held_locks;
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
  if (strategy == StrategyKind::gopie_hb) options.chain.filter = Impossible::weak;
  return options;
}

}  // namespace graphfuzz::go
