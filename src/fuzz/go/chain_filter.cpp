#include "graphfuzz/fuzz/go/chain_filter.hpp"

#include <algorithm>

namespace graphfuzz::go {
namespace {

bool takes_lock(const TraceEvent& event) {
  return event.kind == Kind::lock || event.kind == Kind::rlock ||
         ((event.kind == Kind::try_lock || event.kind == Kind::try_rlock) && event.finished() && event.ok);
}

bool reads(Kind kind) { return kind == Kind::rlock || kind == Kind::try_rlock || kind == Kind::runlock; }

}  // namespace

ChainFilter::ChainFilter(const Trace& trace, Impossible what, const HappensBeforeOptions& options)
    : trace_(trace), what_(what) {
  if (what == Impossible::nothing) return;
  order_.emplace(trace, what == Impossible::strong ? Clock::strong : Clock::weak, options);
  if (what == Impossible::held_locks) find_sections();
}

// A lock that somebody else unlocks keeps nobody out as long as its section lasts: nothing is said about it.
void ChainFilter::find_sections() {
  std::vector<bool> shared(trace_.objects.size(), false);
  sections_.resize(trace_.objects.size());
  for (std::uint32_t e = 0; e < trace_.events.size(); ++e) {
    const TraceEvent& event = trace_.events[e];
    if (!event.finished() || event.object >= sections_.size()) continue;
    std::vector<Section>& sections = sections_[event.object];
    if (takes_lock(event) && event.ok) {
      sections.push_back({e, kNoEvent, reads(event.kind)});
    } else if (event.kind == Kind::unlock || event.kind == Kind::runlock) {
      const auto open = [&] {
        return std::find_if(sections.rbegin(), sections.rend(), [&](const Section& s) {
          return s.unlock == kNoEvent && s.reads == reads(event.kind) && trace_.events[s.lock].routine == event.routine;
        });
      };
      const auto section = open();
      if (section == sections.rend()) {
        shared[event.object] = true;
      } else {
        section->unlock = e;
      }
    }
  }
  for (Object o = 0; o < sections_.size(); ++o) {
    if (shared[o]) sections_[o].clear();
  }
}

/// Is it left only after the operation at `index`, because its unlock, or what comes before that in any run, is a later
/// one of the chain?
bool ChainFilter::let_go_after(const Section& section, const Chain& chain, std::size_t index) const {
  if (section.unlock == kNoEvent) return false;
  return std::any_of(chain.begin() + static_cast<std::ptrdiff_t>(index) + 1, chain.end(), [&](std::uint32_t later) {
    return later == section.unlock || order_->before(later, section.unlock);
  });
}

/// Does the operation need a lock that the prefix, or an operation of the chain before it, has left held?
bool ChainFilter::held_against(const Chain& chain, std::size_t index, std::uint64_t prefix_end) const {
  const TraceEvent& wanted = trace_.events[chain[index]];
  if (!takes_lock(wanted) || wanted.object >= sections_.size()) return false;
  for (const Section& section : sections_[wanted.object]) {
    if (section.lock == chain[index] || (section.reads && reads(wanted.kind))) continue;
    const auto end = chain.begin() + static_cast<std::ptrdiff_t>(index);
    const bool entered =
        decided_at(trace_, section.lock) < prefix_end || std::find(chain.begin(), end, section.lock) != end;
    const bool left = section.unlock != kNoEvent && (decided_at(trace_, section.unlock) < prefix_end ||
                                                     std::find(chain.begin(), end, section.unlock) != end);
    if (entered && !left && let_go_after(section, chain, index)) return true;
  }
  return false;
}

bool ChainFilter::possible(const Chain& chain) const {
  if (what_ == Impossible::nothing) return true;
  if (!go::possible(*order_, chain)) return false;
  if (what_ != Impossible::held_locks) return true;
  const std::uint64_t prefix_end = earliest(trace_, chain);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (held_against(chain, i, prefix_end)) return false;
  }
  return true;
}

}  // namespace graphfuzz::go
