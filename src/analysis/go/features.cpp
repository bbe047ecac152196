#include "graphfuzz/analysis/go/features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace graphfuzz::go {
namespace {

/// What is seen of one channel.
struct Channel {
  bool used = false;
  bool closed = false;
  std::uint64_t fullness = 0;
};

std::vector<Channel> channels_of(const Trace& trace) {
  std::vector<Channel> channels(trace.objects.size());
  const auto touch = [&](Object object) -> Channel* {
    if (object == kNoObject || trace.objects[object].kind != ObjectKind::channel) return nullptr;
    channels[object].used = true;
    return &channels[object];
  };
  for (const TraceEvent& event : trace.events) {
    Channel* channel = nullptr;
    if (event.kind == Kind::select) {
      for (std::uint32_t c = 0; c < event.case_count; ++c) touch(trace.cases[event.first_case + c].channel);
      const TraceCase* chosen = event.finished() ? trace.case_of(event) : nullptr;
      if (chosen != nullptr) channel = touch(chosen->channel);
    } else if (is_channel(event.kind) || event.kind == Kind::make) {
      channel = touch(event.object);
    }
    if (channel == nullptr || !event.finished() || event.kind == Kind::make) continue;
    if (event.kind == Kind::close) channel->closed = true;
    channel->fullness = std::max<std::uint64_t>(channel->fullness, event.fill);
  }
  return channels;
}

void count_channels(const Trace& trace, Features& features) {
  const std::vector<Channel> channels = channels_of(trace);
  std::vector<ChannelSite> sites;
  for (Object object = 0; object < channels.size(); ++object) {
    const Channel& channel = channels[object];
    if (!channel.used) continue;
    const TraceObject& made = trace.objects[object];
    sites.push_back({made.made_at, 1, channel.closed ? 1U : 0U, channel.closed ? 0U : 1U, made.capacity,
                     made.capacity > 0 ? channel.fullness : 0});
    features.uses.push_back({object, channel.closed, sites.back().fullness});
    features.created += 1;
    features.closed += sites.back().closed;
    features.fullness += sites.back().fullness;
  }
  std::sort(sites.begin(), sites.end(),
            [](const ChannelSite& a, const ChannelSite& b) { return a.made_at < b.made_at; });
  for (const ChannelSite& site : sites) {
    if (features.channels.empty() || features.channels.back().made_at != site.made_at) {
      features.channels.push_back(site);
      continue;
    }
    ChannelSite& sum = features.channels.back();
    sum.created += 1;
    sum.closed += site.closed;
    sum.not_closed += site.not_closed;
    sum.capacity = std::max(sum.capacity, site.capacity);
    sum.fullness = std::max(sum.fullness, site.fullness);
  }
}

/// Did a receive, or a select that received, end with a value?
bool received(const Trace& trace, const TraceEvent& event) {
  if (!event.finished() || !event.ok) return false;
  if (event.kind == Kind::receive) return true;
  if (event.kind != Kind::select) return false;
  const TraceCase* chosen = trace.case_of(event);
  return chosen != nullptr && !chosen->sends;
}

void count_pairs(const Trace& trace, Features& features) {
  std::vector<std::pair<Position, Position>> pairs;
  for (const TraceEvent& event : trace.events) {
    if (event.partner == kNoEvent || !received(trace, event)) continue;
    pairs.emplace_back(trace.events[event.partner].position, event.position);
  }
  std::sort(pairs.begin(), pairs.end());
  for (const auto& [send, receive] : pairs) {
    std::vector<PairCount>& counts = features.pairs;
    if (counts.empty() || counts.back().send != send || counts.back().receive != receive) {
      counts.push_back({send, receive, 0});
    }
    ++counts.back().count;
  }
}

void list_selects(const Trace& trace, const std::vector<bool>* case_partners, Features& features) {
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    const TraceEvent& event = trace.events[e];
    if (event.kind != Kind::select) continue;
    SelectVisit visit{e, event.position, event.case_count, event.has_default, event.finished(), event.chosen, {}};
    if (case_partners != nullptr) {
      const auto first = case_partners->begin() + event.first_case;
      visit.with_partner.assign(first, first + event.case_count);
      features.partners += visit.partners();
    }
    features.selects.push_back(std::move(visit));
  }
}

std::string place(const Trace& trace, Position position) {
  return position == kNoPosition ? "an unknown place" : trace.positions[position];
}

}  // namespace

std::uint32_t SelectVisit::partners() const {
  return static_cast<std::uint32_t>(std::count(with_partner.begin(), with_partner.end(), true));
}

Features features(const Trace& trace, const std::vector<bool>* case_partners) {
  Features result;
  count_pairs(trace, result);
  count_channels(trace, result);
  list_selects(trace, case_partners, result);
  return result;
}

double gfuzz_score(const Features& features, const GFuzzWeights& weights) {
  double pairs = 0;
  for (const PairCount& pair : features.pairs) pairs += std::log2(static_cast<double>(pair.count));
  return weights.pair * pairs + weights.created * static_cast<double>(features.created) +
         weights.closed * static_cast<double>(features.closed) +
         weights.fullness * static_cast<double>(features.fullness) +
         weights.partner * static_cast<double>(features.partners);
}

double gfuzz_hb_score(const Features& features) { return gfuzz_score(features, {.partner = 10}); }

double gopie_score(std::uint64_t rel1_pairs, std::uint64_t rel2_pairs, Outcome outcome, const GoPieWeights& weights) {
  if (outcome == Outcome::timed_out) return 0;
  const double rel2 = rel2_pairs == 0 ? 0 : std::log(static_cast<double>(rel2_pairs));
  return weights.rel1 * static_cast<double>(rel1_pairs) + weights.rel2 * rel2;
}

std::vector<std::string> first_run_reasons(const Features& features, const Trace& trace) {
  std::vector<std::string> reasons;
  for (const PairCount& pair : features.pairs) {
    reasons.push_back(fmt::format("new pair {} -> {}", place(trace, pair.send), place(trace, pair.receive)));
  }
  for (const ChannelSite& site : features.channels) {
    const std::string at = place(trace, site.made_at);
    reasons.push_back("new channel of " + at);
    if (site.closed > 0) reasons.push_back("closed for the first time: channel of " + at);
    if (site.not_closed > 0) reasons.push_back("not closed for the first time: channel of " + at);
    if (site.fullness > 0) reasons.push_back(fmt::format("fullness {} of channel of {}", site.fullness, at));
  }
  std::set<std::pair<std::string, int>> chosen;
  for (const SelectVisit& visit : features.selects) {
    if (!visit.finished || !chosen.emplace(place(trace, visit.position), visit.chosen).second) continue;
    const std::string which = visit.chosen == kDefault ? "the default" : fmt::format("case {}", visit.chosen);
    reasons.push_back(fmt::format("{} of select {} chosen for the first time", which, place(trace, visit.position)));
  }
  return reasons;
}

}  // namespace graphfuzz::go
