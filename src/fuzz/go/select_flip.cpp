#include "graphfuzz/fuzz/go/select_flip.hpp"

#include <algorithm>
#include <cmath>

namespace graphfuzz::go {
namespace {

int draw(const std::vector<WeightedCase>& cases, Random& random) {
  double sum = 0;
  for (const WeightedCase& c : cases) sum += c.weight;
  double left = random.real() * sum;
  for (const WeightedCase& c : cases) {
    left -= c.weight;
    if (left < 0) return c.index;
  }
  return cases.back().index;  // rounding
}

}  // namespace

double flip_probability(std::size_t selects, const SelectOptions& options) {
  return std::max(options.least_flip, 1 - std::pow(1 - options.sure_flip, 1 / static_cast<double>(selects)));
}

std::vector<WeightedCase> choosable(const SelectVisit& select, const SelectOptions& options, int preferred) {
  std::vector<WeightedCase> result;
  const auto add = [&](int index, double weight) {
    const bool last = index == preferred || (select.finished && index == select.chosen);
    if (!options.never_last || !last) result.push_back({index, weight});
  };
  for (std::uint32_t c = 0; c < select.cases; ++c) {
    const bool partner = c < select.with_partner.size() && select.with_partner[c];
    add(static_cast<int>(c), partner ? options.partner_weight : 1);
  }
  if (select.has_default && options.prefer_default) add(kDefault, 1);
  return result;
}

Preferences flip_selects(const Trace& trace, const std::vector<SelectVisit>& selects, const Preferences& last,
                         const SelectOptions& options, Random& random) {
  Preferences preferred;
  if (selects.empty()) return preferred;
  // Lists are consumed in the order in which selects begin, not in that in which they end.
  std::vector<const SelectVisit*> order;
  for (const SelectVisit& select : selects) {
    if (select.position != kNoPosition) order.push_back(&select);
  }
  std::stable_sort(order.begin(), order.end(), [&](const SelectVisit* a, const SelectVisit* b) {
    return trace.events[a->event].begin < trace.events[b->event].begin;
  });
  const double probability = options.flip_some ? flip_probability(selects.size(), options) : 1;
  for (const SelectVisit* select : order) {
    std::vector<int>& list = preferred[trace.positions[select->position]];
    const auto before = last.find(trace.positions[select->position]);
    const bool told = before != last.end() && list.size() < before->second.size();
    const std::vector<WeightedCase> cases =
        choosable(*select, options, told ? before->second[list.size()] : kNoPreference);
    const bool flips = probability >= 1 || !select->finished || random.real() < probability;
    list.push_back(flips && !cases.empty() ? draw(cases, random) : select->finished ? select->chosen : kDefault);
  }
  return preferred;
}

}  // namespace graphfuzz::go
