#include "graphfuzz/fuzz/go/chain.hpp"

#include <algorithm>

namespace graphfuzz::go {

bool is_chain(const Trace& trace, const Chain& chain) {
  const bool sites = trace.dialect == "gopie";
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const TraceEvent& event = trace.events[chain[i]];
    if (!can_be_held(event.kind) || event.position == kNoPosition) return false;
    if (i > 0 && event.routine == trace.events[chain[i - 1]].routine) return false;
    const auto here = chain.begin() + static_cast<std::ptrdiff_t>(i);
    const auto same = [&](std::uint32_t other) {
      return other == chain[i] ||
             (sites && trace.positions[trace.events[other].position] == trace.positions[event.position]);
    };
    if (std::any_of(chain.begin(), here, same)) return false;
  }
  return true;
}

std::size_t executed_in_order(const OperationNames& names, const std::vector<OperationId>& chain) {
  const Trace& trace = names.trace();
  std::uint32_t last = kNoEvent;
  std::size_t count = 0;
  for (const OperationId& id : chain) {
    const std::uint32_t event = names.find(id);
    if (event == kNoEvent || !trace.events[event].finished()) break;
    // A send and its receive that met happened at once, whichever is listed first.
    const auto moment = [&](std::uint32_t e) { return decided_at(trace, e); };
    if (last != kNoEvent && trace.events[last].partner != event && trace.events[event].partner != last &&
        (moment(event) < moment(last) || (moment(event) == moment(last) && event < last))) {
      break;
    }
    last = event;
    ++count;
  }
  return count;
}

bool possible(const HappensBefore& order, const Chain& chain) {
  for (std::size_t i = 0; i < chain.size(); ++i) {
    for (std::size_t j = i + 1; j < chain.size(); ++j) {
      if (order.before(chain[j], chain[i])) return false;
    }
  }
  return true;
}

std::uint64_t earliest(const Trace& trace, const Chain& chain) {
  std::uint64_t moment = decided_at(trace, chain.front());
  for (const std::uint32_t event : chain) moment = std::min(moment, decided_at(trace, event));
  return moment;
}

}  // namespace graphfuzz::go
