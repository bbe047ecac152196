// Which cut to use: the one asked for, or, for the mix, each the more often the better it has been doing.
#pragma once

#include <algorithm>
#include <array>

#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/options.hpp"

namespace graphfuzz::store {
class Value;
class Writer;
}  // namespace graphfuzz::store

namespace graphfuzz {

class CutChooser {
 public:
  explicit CutChooser(StrategyKind strategy) : strategy_(strategy) {}

  Cut choose(Random& random) const {
    switch (strategy_) {
      case StrategyKind::revisit:
        return Cut::revisit;
      case StrategyKind::minimal:
        return Cut::minimal;
      case StrategyKind::maximal:
        return Cut::maximal;
      default:
        break;
    }
    double best = 0;
    for (const Record& r : records_) best = std::max(best, r.rate());
    std::array<double, kCuts> weights;
    double left = 0;
    for (std::size_t i = 0; i < kCuts; ++i) left += weights[i] = weight(records_[i].rate() / best);
    left *= random.real();
    for (std::size_t i = 0; i + 1 < kCuts; ++i) {
      left -= weights[i];
      if (left < 0) return static_cast<Cut>(i);
    }
    return static_cast<Cut>(kCuts - 1);
  }

  /// Tells whether an execution from a prefix made by `cut` was interesting.
  void report(Cut cut, bool interesting) {
    Record& r = records_[static_cast<std::size_t>(cut)];
    r.tries = r.tries * kMemory + 1;
    r.hits = r.hits * kMemory + (interesting ? 1 : 0);
  }

  void save(store::Writer& out) const;
  void load(const store::Value& saved);

 private:
  // The rate of interesting executions among about the last thousand.
  struct Record {
    double tries = 0;
    double hits = 0;
    double rate() const { return (hits + 1) / (tries + 2); }
  };
  // By how a cut compares with the best. Small differences count (a tenth less halves the weight and more), but every
  // cut keeps a chance.
  static double weight(double relative) {
    const double to_the_4th = relative * relative * relative * relative;
    return to_the_4th * to_the_4th + 0.05;
  }
  static constexpr double kMemory = 0.999;

  StrategyKind strategy_;
  std::array<Record, kCuts> records_{};
};

}  // namespace graphfuzz
