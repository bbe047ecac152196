// What is offered on a channel is kept per routine: happens-before cuts the operations of one routine into those before
// an event, those concurrent with it and those after it, so that a binary search finds the concurrent ones.
#include "graphfuzz/analysis/go/partners.hpp"

#include <algorithm>
#include <span>
#include <tuple>

namespace graphfuzz::go {

struct PartnerSearch::Offers {
  const Trace& trace;
  const HappensBefore& strong;

  struct Group {
    Routine routine;
    std::uint32_t begin, end;  ///< in `events`
  };
  /// The sends, or the receives, of one channel.
  struct Side {
    std::vector<Group> groups;
    std::uint32_t first = kNoEvent, last = 0;  ///< in the trace
    std::uint32_t hint = 0;                    ///< the group where something was found last
  };
  std::vector<std::uint32_t> events;
  std::vector<Side> sides;  ///< 2 · channel, + 1 for sends
  std::vector<std::vector<std::uint32_t>> closes;

  Offers(const Trace& t, const HappensBefore& s) : trace(t), strong(s) {
    using Offer = std::tuple<std::uint64_t, Routine, std::uint32_t>;
    std::vector<Offer> offers;
    sides.resize(trace.objects.size() * 2);
    closes.resize(trace.objects.size());
    const auto add = [&](std::uint32_t e, Object channel, bool sends) {
      if (channel == kNoObject) return;
      offers.emplace_back(std::uint64_t{channel} * 2 + (sends ? 1 : 0), trace.events[e].routine, e);
    };
    for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
      const TraceEvent& event = trace.events[e];
      if (event.kind == Kind::send || event.kind == Kind::receive) add(e, event.object, event.kind == Kind::send);
      if (event.kind == Kind::close && event.finished() && event.object != kNoObject) closes[event.object].push_back(e);
      if (event.kind != Kind::select) continue;
      for (std::uint32_t c = 0; c < event.case_count; ++c) {
        const TraceCase& one = trace.cases[event.first_case + c];
        add(e, one.channel, one.sends);
      }
    }
    std::sort(offers.begin(), offers.end());
    offers.erase(std::unique(offers.begin(), offers.end()), offers.end());
    events.reserve(offers.size());
    for (const auto& [key, routine, e] : offers) {
      Side& side = sides[key];
      const auto place = static_cast<std::uint32_t>(events.size());
      if (side.groups.empty() || side.groups.back().routine != routine) side.groups.push_back({routine, place, place});
      side.groups.back().end = place + 1;
      side.first = std::min(side.first, e);
      side.last = std::max(side.last, e);
      events.push_back(e);
    }
  }

  std::span<const std::uint32_t> of(const Group& group) const {
    return std::span(events).subspan(group.begin, group.end - group.begin);
  }

  /// The first operation of the group that may meet `event`, which sends or receives; kNoEvent if none may.
  std::uint32_t partner_in(const Group& group, std::uint32_t event, bool buffered, bool sends) const {
    const auto offered = of(group);
    const auto not_before = [&](std::uint32_t offer) { return strong.before(offer, event); };
    if (!buffered) {
      if (group.routine == trace.events[event].routine) return kNoEvent;
      const auto found = std::partition_point(offered.begin(), offered.end(), not_before);
      return found != offered.end() && !strong.before(event, *found) ? *found : kNoEvent;
    }
    if (sends) {  // a receive that is not before it
      auto found = std::partition_point(offered.begin(), offered.end(), not_before);
      if (found != offered.end() && *found == event) ++found;
      return found == offered.end() ? kNoEvent : *found;
    }
    const std::uint32_t first = offered.front();  // a send that is not after it
    return first != event && !strong.before(event, first) ? first : kNoEvent;
  }

  std::uint32_t close_for(std::uint32_t event, Object channel) const {
    for (const std::uint32_t close : closes[channel]) {
      if (!strong.before(event, close)) return close;
    }
    return kNoEvent;
  }
};

PartnerSearch::PartnerSearch(const Trace& trace, const HappensBefore& strong)
    : offers_(std::make_unique<Offers>(trace, strong)) {}
PartnerSearch::~PartnerSearch() = default;

bool PartnerSearch::possible(std::uint32_t event, Object channel, bool sends) const {
  if (channel == kNoObject) return false;
  const bool buffered = offers_->trace.objects[channel].capacity > 0;
  Offers::Side& side = offers_->sides[channel * 2 + (sends ? 0 : 1)];
  if (!sends && offers_->close_for(event, channel) != kNoEvent) return true;
  if (side.groups.empty()) return false;
  if (buffered && (sends ? side.last > event : side.first < event)) return true;
  if (offers_->partner_in(side.groups[side.hint], event, buffered, sends) != kNoEvent) return true;
  for (std::uint32_t g = 0; g < side.groups.size(); ++g) {
    if (offers_->partner_in(side.groups[g], event, buffered, sends) == kNoEvent) continue;
    side.hint = g;
    return true;
  }
  return false;
}

std::uint32_t PartnerSearch::first(std::uint32_t event, Object channel, bool sends) const {
  if (channel == kNoObject) return kNoEvent;
  const bool buffered = offers_->trace.objects[channel].capacity > 0;
  std::uint32_t result = sends ? kNoEvent : offers_->close_for(event, channel);
  for (const Offers::Group& group : offers_->sides[channel * 2 + (sends ? 0 : 1)].groups) {
    result = std::min(result, offers_->partner_in(group, event, buffered, sends));
  }
  return result;
}

std::uint32_t PartnerSearch::first(std::uint32_t event) const {
  const TraceEvent& e = offers_->trace.events[event];
  if (e.kind != Kind::select) return first(event, e.object, e.kind == Kind::send);
  std::uint32_t result = kNoEvent;
  for (std::uint32_t c = 0; c < e.case_count; ++c) {
    const TraceCase& one = offers_->trace.cases[e.first_case + c];
    result = std::min(result, first(event, one.channel, one.sends));
  }
  return result;
}

namespace {

/// Calls `open(event, case)` for the cases that were not taken; returns which ones were.
template <class Open>
std::vector<bool> taken_cases(const Trace& trace, Open open) {
  std::vector<bool> taken(trace.cases.size(), false);
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    const TraceEvent& event = trace.events[e];
    if (event.kind != Kind::select) continue;
    for (std::uint32_t c = 0; c < event.case_count; ++c) {
      if (event.finished() && event.chosen == static_cast<int>(c)) {
        taken[event.first_case + c] = true;
      } else {
        open(e, event.first_case + c);
      }
    }
  }
  return taken;
}

}  // namespace

std::vector<bool> cases_with_partners(const Trace& trace, const PartnerSearch& search) {
  std::vector<std::uint32_t> others;
  std::vector<bool> result = taken_cases(trace, [&](std::uint32_t e, std::uint32_t c) {
    if (search.possible(e, trace.cases[c].channel, trace.cases[c].sends)) others.push_back(c);
  });
  for (const std::uint32_t c : others) result[c] = true;
  return result;
}

std::vector<bool> cases_with_partners(const Trace& trace, const HappensBeforeOptions& options) {
  bool open = false;
  std::vector<bool> taken =
      taken_cases(trace, [&](std::uint32_t, std::uint32_t c) { open |= trace.cases[c].channel != kNoObject; });
  if (!open) return taken;
  const HappensBefore strong(trace, Clock::strong, options);
  return cases_with_partners(trace, PartnerSearch(trace, strong));
}

}  // namespace graphfuzz::go
