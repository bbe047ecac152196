// Fingerprints: 128-bit hashes that tell graphs apart, whatever order they were built in.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "graphfuzz/graph/event.hpp"
#include "graphfuzz/graph/hash.hpp"

namespace graphfuzz {

class ExecutionGraph;

struct Fingerprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend constexpr auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
  /// A sum, of which the order of its summands leaves no trace.
  constexpr Fingerprint& operator+=(const Fingerprint& summand) {
    low += summand.low;
    high += summand.high;
    return *this;
  }
};

/// The two identities that are computed together: the full graph (labels, po, rf, mo) and the graph without mo,
/// as the weak-memory specification counts (spec/weak-memory-fuzzing.tex, section "Overview").
struct Fingerprints {
  Fingerprint graph;
  Fingerprint rf;
};

/// O(size), no allocation.
Fingerprints fingerprint(const ExecutionGraph& graph);
/// The second of them alone, in half the time where there are many writes.
Fingerprint rf_fingerprint(const ExecutionGraph& graph);

/// The summands of a graph's fingerprints, for those who cannot build the graph: an event's is in both, that of two
/// neighbours in mo, none of which is an initial write, in that of the full graph. An event is named by its thread and,
/// in the lower half, its index; `source` is what it reads from, or kNoEventName.
inline constexpr std::uint64_t kNoEventName = ~std::uint64_t{0};
Fingerprint event_summand(std::uint64_t event, const Label& label, std::uint64_t source);
Fingerprint mo_summand(std::uint64_t before, std::uint64_t after);

/// Outcome identity: the hash of a final state (XXH3).
Fingerprint fingerprint(std::span<const Value> state);

/// Of three words: two chains that have nothing in common but their input.
constexpr Fingerprint fingerprint_of(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return {mixed(a, b, c), mixed(mixed(mixed(c ^ 0xd6e8feb86659fd93) ^ a) ^ b)};
}

/// Of any text.
Fingerprint fingerprint(std::string_view text);

}  // namespace graphfuzz

template <>
struct std::hash<graphfuzz::Fingerprint> {
  using is_avalanching = void;  // the bits are already well mixed
  std::size_t operator()(const graphfuzz::Fingerprint& f) const noexcept { return f.low; }
};
