// The names of strategies, schedules and identities.
#include "graphfuzz/fuzz/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

namespace graphfuzz {
namespace {

constexpr auto kStrategies = std::to_array<std::pair<std::string_view, StrategyKind>>({
    {"random", StrategyKind::random},
    {"revisit", StrategyKind::revisit},
    {"minimal", StrategyKind::minimal},
    {"maximal", StrategyKind::maximal},
    {"mix", StrategyKind::mix},
    {"optimal", StrategyKind::optimal},
    {"exhaustive", StrategyKind::exhaustive},
    {"walk", StrategyKind::walk},
    {"pct", StrategyKind::pct},
    {"pos", StrategyKind::pos},
    {"surw", StrategyKind::surw},
    {"gfuzz", StrategyKind::gfuzz},
    {"gfuzz-hb", StrategyKind::gfuzz_hb},
    {"gopie", StrategyKind::gopie},
    {"gopie+", StrategyKind::gopie_plus},
    {"gopie-hb", StrategyKind::gopie_hb},
    {"flow", StrategyKind::flow},
});

constexpr auto kSchedules = std::to_array<std::pair<std::string_view, Schedule>>({
    {"size", Schedule::size},
    {"rarity", Schedule::rarity},
    {"depth-first", Schedule::depth_first},
});

constexpr auto kIdentities = std::to_array<std::pair<std::string_view, Identity>>({
    {"graph", Identity::graph},
    {"rf", Identity::rf},
    {"outcome", Identity::outcome},
});

constexpr auto kCutNames = std::to_array<std::pair<std::string_view, Cut>>({
    {"revisit", Cut::revisit},
    {"minimal", Cut::minimal},
    {"maximal", Cut::maximal},
});

template <class Table>
auto parse(const Table& table, std::string_view text, std::string_view what) {
  std::string names;
  for (const auto& [name, value] : table) {
    if (name == text) return value;
    names.append(names.empty() ? "" : ", ").append(name);
  }
  throw std::invalid_argument(fmt::format("unknown {} '{}'; there are: {}", what, text, names));
}

template <class Table, class Value>
std::string_view name_of(const Table& table, Value wanted) {
  return std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.second == wanted; })->first;
}

}  // namespace

std::string_view name(StrategyKind strategy) { return name_of(kStrategies, strategy); }
std::string_view name(Schedule schedule) { return name_of(kSchedules, schedule); }
std::string_view name(Identity identity) { return name_of(kIdentities, identity); }
std::string_view name(Cut cut) { return name_of(kCutNames, cut); }
StrategyKind parse_strategy(std::string_view text) { return parse(kStrategies, text, "strategy"); }
Schedule parse_schedule(std::string_view text) { return parse(kSchedules, text, "schedule"); }
Identity parse_identity(std::string_view text) { return parse(kIdentities, text, "identity"); }

std::span<const StrategyKind> all_strategies() {
  static constexpr auto kKinds = [] {
    std::array<StrategyKind, kStrategies.size()> kinds{};
    for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] = kStrategies[i].second;
    return kinds;
  }();
  return kKinds;
}

std::span<const StrategyKind> directed_strategies() {
  const std::span<const StrategyKind> all = all_strategies();
  return all.subspan(static_cast<std::size_t>(std::find_if(all.begin(), all.end(), is_directed) - all.begin()));
}

std::optional<StrategyKind> find_strategy(std::string_view text) {
  for (const StrategyKind strategy : all_strategies()) {
    if (name(strategy) == text) return strategy;
  }
  return std::nullopt;
}

}  // namespace graphfuzz
