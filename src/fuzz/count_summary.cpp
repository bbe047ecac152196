#include "graphfuzz/fuzz/count_summary.hpp"

#include <stdexcept>

#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {

std::uint64_t CountSummary::seen(std::uint32_t so_often) const {
  const auto found = times.find(so_often);
  return found == times.end() ? 0 : found->second;
}

double CountSummary::gini() const {
  double n = 0, sum = 0;
  for (const auto& [count, number] : times) {
    n += static_cast<double>(number);
    sum += static_cast<double>(number) * count;
  }
  // Σ (2·i - n - 1)·xᵢ / (n·Σ xᵢ), for x₁ ≤ … ≤ xₙ; of equal ones at once.
  double before = 0, weighted = 0;
  for (const auto& [count, number] : times) {
    const auto equal = static_cast<double>(number);
    weighted += (2 * before + equal - n) * equal * count;
    before += equal;
  }
  return n == 0 ? 0 : weighted / (n * sum);
}

void CountSummary::add(const CountSummary& others) {
  if (!exact() || !others.exact()) throw std::logic_error("CountSummary: estimates do not add up");
  graphs.number += others.graphs.number;
  rf.number += others.rf.number;
  outcomes.number += others.outcomes.number;
  for (const auto& [count, number] : others.times) times[count] += number;
  counts_all = counts_all && others.counts_all;
  keys_on_disk += others.keys_on_disk;
}

void CountSummary::save(store::Writer& out) const {
  if (!exact()) throw std::logic_error("CountSummary: an estimate is not saved");
  out.begin_object().field("graphs", graphs.number).field("rf", rf.number).field("outcomes", outcomes.number);
  out.key("times").begin_array();
  for (const auto& [count, number] : times) out.begin_array().value(count).value(number).end_array();
  out.end_array().field("counts_all", counts_all).field("keys_on_disk", keys_on_disk).end_object();
}

CountSummary CountSummary::load(const store::Value& saved) {
  saved.expect_keys({"graphs", "rf", "outcomes", "times", "counts_all", "keys_on_disk"});
  const auto number = [&](const char* key) { return saved.field(key).integer<std::uint64_t>(); };
  CountSummary all{{number("graphs")}, {number("rf")}, {number("outcomes")}};
  for (const store::Value pair : saved.field("times").array()) {
    const auto parts = pair.array(2, 2);
    if (!all.times.emplace(parts[0].integer<std::uint32_t>(1), parts[1].integer<std::uint64_t>(1)).second) {
      pair.reject("the same count twice");
    }
  }
  all.counts_all = saved.field("counts_all").boolean();
  all.keys_on_disk = number("keys_on_disk");
  return all;
}

}  // namespace graphfuzz
