#include "graphfuzz/fuzz/go/select_feedback.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace graphfuzz::go {
namespace {

std::string place(const Trace& trace, Position position) {
  return position == kNoPosition ? "?" : trace.positions[position];
}

/// Pairs of operations that follow each other on one channel (gfuzz.md: "the order of two same-channel operations").
void count_consecutive(const Trace& trace, std::map<std::string, std::uint64_t>& pairs) {
  std::vector<std::uint32_t> last(trace.objects.size(), kNoEvent);
  const auto text = [&](std::uint32_t event) {
    const TraceEvent& e = trace.events[event];
    return fmt::format("{} {}", name(e.kind), place(trace, e.position));
  };
  for (std::uint32_t event = 0; event < trace.events.size(); ++event) {
    const TraceEvent& e = trace.events[event];
    if (!e.finished()) continue;
    Object channel = is_channel(e.kind) ? e.object : kNoObject;
    if (e.kind == Kind::select && e.chosen != kDefault) channel = trace.case_of(e)->channel;
    if (channel == kNoObject) continue;
    if (last[channel] != kNoEvent) ++pairs[fmt::format("{} > {}", text(last[channel]), text(event))];
    last[channel] = event;
  }
}

/// Is the count of a pair that was seen before remarkable? Says why, or nothing.
std::string remarkable(std::uint64_t count, const PairMemory& pair, std::uint64_t runs, const SelectOptions& options) {
  if (options.criterion == CountCriterion::buckets && (pair.buckets >> bucket(count) & 1) == 0) {
    return fmt::format("in a new range: {}", count);
  }
  if (options.criterion == CountCriterion::average && runs > 0) {
    const double average = static_cast<double>(pair.executions) / static_cast<double>(runs);
    if (std::abs(static_cast<double>(count) - average) >= options.deviation * average) {
      return fmt::format("off its average {:.1f}: {}", average, count);
    }
  }
  return {};
}

void judge_pairs(const SelectFeatures& run, const SelectOptions& options, Memory& memory, Worth& worth) {
  for (const auto& [pair, count] : run.pairs) {
    const auto [entry, fresh] = memory.pairs.try_emplace(pair);
    if (fresh) {
      worth.reasons.push_back("new pair " + pair);
    } else if (const std::string why = remarkable(count, entry->second, memory.runs, options); !why.empty()) {
      worth.reasons.push_back(fmt::format("count of pair {} {}", pair, why));
    }
    entry->second.executions += count;
    entry->second.buckets |= std::uint64_t{1} << bucket(count);
  }
  // "if the number diverges from this average": none at all does, too. (0 is in no range (2^(N-1), 2^N].)
  if (options.criterion != CountCriterion::average) return;
  for (const auto& [pair, known] : memory.pairs) {
    if (run.pairs.contains(pair)) continue;
    worth.reasons.push_back(fmt::format("count of pair {} {}", pair, remarkable(0, known, memory.runs, options)));
  }
}

void judge_channels(const SelectFeatures& run, Memory& memory, Worth& worth) {
  for (const auto& [site, channel] : run.channels) {
    const auto [entry, fresh] = memory.channels.try_emplace(site);
    ChannelMemory& known = entry->second;
    if (fresh) worth.reasons.push_back("channel made for the first time: " + site);
    if (channel.closed && !known.closed) worth.reasons.push_back("channel closed for the first time: " + site);
    if (channel.not_closed && !known.not_closed) {
      worth.reasons.push_back("channel not closed for the first time: " + site);
    }
    if (channel.fullness > known.fullness) worth.reasons.push_back("channel fuller than ever: " + site);
    known.closed |= channel.closed;
    known.not_closed |= channel.not_closed;
    known.fullness = std::max(known.fullness, channel.fullness);
  }
}

void judge_cases(const Trace& trace, const SelectFeatures& run, const SelectOptions& options, Memory& memory,
                 Worth& worth) {
  for (const SelectVisit& select : run.selects) {
    if (!select.finished) continue;
    const std::string position = place(trace, select.position);
    if (memory.selected.emplace(position, select.chosen).second && options.new_case) {
      worth.reasons.push_back(fmt::format("case {} selected for the first time: {}", select.chosen, position));
    }
  }
}

double score(const SelectFeatures& run, const SelectOptions& options) {
  double pairs = 0;
  for (const auto& [pair, count] : run.pairs) pairs += std::log2(static_cast<double>(count));
  double fullness = static_cast<double>(run.base.fullness);
  if (options.fullness_by_capacity) {
    fullness = 0;
    for (const auto& [site, channel] : run.channels) fullness += channel.fullness;
  }
  return pairs + 10 * static_cast<double>(run.base.created) + 10 * static_cast<double>(run.base.closed) +
         10 * fullness + options.partner_score * static_cast<double>(run.base.partners);
}

}  // namespace

SelectFeatures select_features(const Trace& trace, const std::vector<bool>* case_partners,
                               const SelectOptions& options) {
  SelectFeatures result;
  result.base = features(trace, case_partners);
  result.selects = result.base.selects;
  if (options.pairs == PairKind::consecutive) {
    count_consecutive(trace, result.pairs);
  } else {
    for (const PairCount& pair : result.base.pairs) {
      result.pairs[fmt::format("{} > {}", place(trace, pair.send), place(trace, pair.receive))] += pair.count;
    }
  }
  for (const ChannelSite& site : result.base.channels) {
    SelectFeatures::Channel& channel = result.channels[place(trace, site.made_at)];
    channel.closed |= site.closed > 0;
    channel.not_closed |= site.not_closed > 0;
    double fullness = static_cast<double>(site.fullness);
    if (options.fullness_by_capacity && site.capacity > 0) fullness /= static_cast<double>(site.capacity);
    channel.fullness = std::max(channel.fullness, fullness);
    channel.capacity = std::max(channel.capacity, site.capacity);
  }
  return result;
}

void observe_fullness(SelectFeatures& run, const std::map<std::string, std::uint64_t>& fullness,
                      const SelectOptions& options) {
  for (const auto& [site, peak] : fullness) {
    const auto channel = run.channels.find(site);
    if (channel == run.channels.end()) continue;
    const double capacity = static_cast<double>(channel->second.capacity);
    double held = static_cast<double>(peak);
    if (options.fullness_by_capacity && capacity > 0) held /= capacity;
    channel->second.fullness = std::max(channel->second.fullness, held);
    run.base.fullness += peak;
  }
}

unsigned bucket(std::uint64_t count) { return count <= 1 ? 0 : static_cast<unsigned>(std::bit_width(count - 1)); }

Worth judge(const Trace& trace, const SelectFeatures& run, const SelectOptions& options, Memory& memory) {
  Worth worth;
  judge_pairs(run, options, memory, worth);
  judge_channels(run, memory, worth);
  judge_cases(trace, run, options, memory, worth);
  ++memory.runs;
  worth.interesting = !worth.reasons.empty();
  worth.score = score(run, options);
  memory.greatest_select_score = std::max(memory.greatest_select_score, worth.score);
  if (worth.interesting) {
    worth.mutations = number_of_mutations(worth.score, memory.greatest_select_score, options.most_mutations);
  }
  return worth;
}

unsigned number_of_mutations(double score, double greatest, unsigned most) {
  if (greatest <= 0) return 0;
  return static_cast<unsigned>(std::ceil(most * score / greatest));
}

}  // namespace graphfuzz::go
