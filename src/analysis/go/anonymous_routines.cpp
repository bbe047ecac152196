#include "analysis/go/anonymous_routines.hpp"

#include <array>
#include <vector>

#include "graphfuzz/graph/fingerprint.hpp"

namespace graphfuzz::go {
namespace {

/// Each goes through the whole graph, there and back. More would tell apart only what differs in where it meets, so
/// many meetings away, what is alike in itself.
constexpr int kRounds = 3;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const std::array<Value, 3> words{static_cast<Value>(a), static_cast<Value>(b), static_cast<Value>(c)};
  return fingerprint(std::span<const Value>(words)).low;
}

}  // namespace

void name_anonymous_routines(std::span<const GraphEvent> events, std::span<RoutineOrigin> routines) {
  const std::size_t n = events.size();
  std::vector<std::uint32_t> previous(n, GraphEvent::kNone), source(n, GraphEvent::kNone),
      last_of(routines.size(), GraphEvent::kNone);
  std::vector<std::uint32_t> changed;
  for (std::uint32_t i = 0; i < n; ++i) {
    const GraphEvent& event = events[i];
    previous[i] = last_of[event.routine];
    last_of[event.routine] = i;
    if (!is_access(event.kind)) {
      source[i] = event.source;
      continue;
    }
    if (event.object >= changed.size()) changed.resize(event.object + 1, GraphEvent::kNone);
    source[i] = changed[event.object];
    if (writes(event.kind)) changed[event.object] = i;
  }
  std::vector<std::uint64_t> colour(n), next(n), read_by(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    colour[i] = mixed(static_cast<std::uint64_t>(events[i].value), static_cast<std::uint64_t>(events[i].kind), 0);
  }
  const auto of = [&](std::uint32_t i) { return i == GraphEvent::kNone ? 0 : colour[i]; };
  for (int round = 0; round < kRounds; ++round) {
    for (std::uint32_t i = 0; i < n; ++i) colour[i] = mixed(colour[i], of(previous[i]), of(source[i]));
    std::fill(next.begin(), next.end(), 0);
    std::fill(read_by.begin(), read_by.end(), 0);
    for (std::size_t i = n; i-- > 0;) {
      colour[i] = mixed(colour[i], next[i], read_by[i]);
      if (previous[i] != GraphEvent::kNone) next[previous[i]] = colour[i];
      if (source[i] != GraphEvent::kNone) read_by[source[i]] += mixed(colour[i], 1, 1);
    }
  }
  std::vector<std::uint64_t> key(routines.size(), 0);
  for (std::uint32_t i = 0; i < n; ++i) key[events[i].routine] = mixed(key[events[i].routine], colour[i], 0);
  for (std::size_t r = 0; r < routines.size(); ++r) {
    if (routines[r].parent == kNoRoutine) routines[r].key = key[r];
  }
}

}  // namespace graphfuzz::go
