#include "graphfuzz/fuzz/go/bug_replay.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "graphfuzz/analysis/go/happens_before.hpp"
#include "graphfuzz/fuzz/go/chain.hpp"
#include "graphfuzz/fuzz/go/operation_names.hpp"

namespace graphfuzz::go {
namespace {

// Of findings with two events, what fails and what it is about: in which order they are the bug, and what ADVOCATE
// calls that.
struct BugOrder {
  std::string_view code;
  bool second_first;
  int exit_code;
};
constexpr std::array kOrders = {BugOrder{"P01", true, 30}, BugOrder{"P03", false, 34}, BugOrder{"P04", false, 35}};
constexpr int kCyclicDeadlock = 41;

/// How the goroutine of `request` came by the lock that `waiting` asks for.
std::uint32_t holder(const Trace& trace, std::uint32_t waiting, std::uint32_t request) {
  std::uint32_t found = kNoEvent;
  for (const std::uint32_t e : trace.routines[trace.events[request].routine].events) {
    if (e == request) break;
    const TraceEvent& event = trace.events[e];
    const bool locks = is_mutex(event.kind) && event.kind != Kind::unlock && event.kind != Kind::runlock;
    if (locks && event.finished() && event.ok && event.object == trace.events[waiting].object) found = e;
  }
  return found;
}

/// The locks that are held, then the requests.
Chain cycle(const Trace& trace, const std::vector<std::uint32_t>& requests) {
  Chain chain;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const std::uint32_t waiting = requests[(i + requests.size() - 1) % requests.size()];
    chain.push_back(holder(trace, waiting, requests[i]));
  }
  chain.insert(chain.end(), requests.begin(), requests.end());
  return chain;
}

/// What comes before `ends`, and is none of the chain, in the order in which it was decided.
std::vector<std::uint32_t> before(const Trace& trace, const Chain& ends, const Chain& chain,
                                  const HappensBefore& order) {
  std::vector<std::uint32_t> events;
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    const TraceEvent& event = trace.events[e];
    if (!event.finished() || event.position == kNoPosition) continue;
    if (std::find(chain.begin(), chain.end(), e) != chain.end()) continue;
    if (std::any_of(ends.begin(), ends.end(), [&](std::uint32_t end) { return order.before(e, end); })) {
      events.push_back(e);
    }
  }
  std::stable_sort(events.begin(), events.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return decided_at(trace, a) < decided_at(trace, b); });
  return events;
}

/// The cases that the selects of the prefix took; the others are free.
void prefer(const Trace& trace, const std::vector<std::uint32_t>& prefix, Directive& directive) {
  std::vector<bool> known(trace.events.size(), false);
  for (const std::uint32_t e : prefix) known[e] = true;
  std::vector<std::uint32_t> selects;
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    if (trace.events[e].kind == Kind::select && trace.events[e].position != kNoPosition) selects.push_back(e);
  }
  std::stable_sort(selects.begin(), selects.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return trace.events[a].begin < trace.events[b].begin; });
  for (const std::uint32_t e : selects) {
    std::vector<int>& cases = directive.preferred[trace.positions[trace.events[e].position]];
    cases.push_back(known[e] ? trace.events[e].chosen : kNoPreference);
  }
}

}  // namespace

std::optional<BugReplay> replay_of(const TraceFinding& predicted, const Trace& trace) {
  BugReplay replay;
  Chain chain;
  std::size_t ends = 0;  // the first ones of the chain, which the prefix leads to
  const auto known =
      std::find_if(kOrders.begin(), kOrders.end(), [&](const BugOrder& o) { return o.code == predicted.code; });
  if (known != kOrders.end() && predicted.events.size() >= 2) {
    chain = {predicted.events[0], predicted.events[1]};
    if (known->second_first) std::swap(chain[0], chain[1]);
    ends = 2;
    replay.exit_code = known->exit_code;
  } else if (predicted.code == "P05") {
    chain = cycle(trace, predicted.events);
    ends = predicted.events.size();
    replay.exit_code = kCyclicDeadlock;
  }
  const auto happened = [&](std::uint32_t e) { return e != kNoEvent && trace.events[e].finished(); };
  if (chain.empty() || !std::all_of(chain.begin(), chain.end(), happened) || !is_chain(trace, chain))
    return std::nullopt;

  // Sections on one lock may come in another order, but for a cycle alone: it is what the bug is made of.
  const bool sections = replay.exit_code != kCyclicDeadlock;
  const HappensBefore order(trace, Clock::strong, {.critical_sections = sections});
  const Chain first(chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(ends));
  const std::vector<std::uint32_t> prefix = before(trace, first, chain, order);
  const OperationNames names(trace);
  for (const std::uint32_t e : prefix) replay.directive.prefix.push_back(names(e));
  for (const std::uint32_t e : chain) replay.directive.chain.push_back(names(e));
  prefer(trace, prefix, replay.directive);
  return replay;
}

}  // namespace graphfuzz::go
