// A graph's fingerprint is a sum of one hash per event and one per mo edge: sums do not depend on their order,
// and each summand names its events by (thread, index), so the order of construction leaves no trace.
#include "graphfuzz/graph/fingerprint.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <type_traits>

#include "graphfuzz/graph/execution_graph.hpp"

namespace graphfuzz {
namespace {

struct EventRecord {
  std::uint64_t id;
  std::uint64_t source;
  std::uint64_t what;   // kind, order, location
  Value written_value;  // the value read is the one its source wrote
};

struct MoRecord {
  std::uint64_t before;
  std::uint64_t after;
};

Fingerprint of_bytes(const void* bytes, std::size_t size) {
  const XXH128_hash_t hash = XXH3_128bits(bytes, size);
  return {hash.low64, hash.high64};
}

std::uint64_t pack(EventId id) { return std::uint64_t{id.thread} << 32 | id.index; }

template <class Record>
void accumulate(Fingerprint& sum, const Record& record) {
  static_assert(std::has_unique_object_representations_v<Record>);
  sum += of_bytes(&record, sizeof record);
}

}  // namespace

Fingerprint rf_fingerprint(const ExecutionGraph& graph) {
  Fingerprint result;
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    const Event& e = graph[slot];
    EventRecord record;
    record.id = pack(e.id);
    record.source = e.rf == kNoSlot ? ~std::uint64_t{0} : pack(graph[e.rf].id);
    record.what = std::uint64_t{e.label.location} << 16 | static_cast<std::uint64_t>(e.label.order) << 8 |
                  static_cast<std::uint64_t>(e.label.kind);
    record.written_value = e.label.written_value;
    accumulate(result, record);
  }
  return result;
}

Fingerprints fingerprint(const ExecutionGraph& graph) {
  Fingerprints result;
  result.graph = result.rf = rf_fingerprint(graph);
  for (Location x = 0; x < graph.locations(); ++x) {
    const std::span<const Slot> order = graph.mo(x);
    // The initial write is first in every mo, so that its edge tells nothing.
    for (std::size_t i = 2; i < order.size(); ++i) {
      accumulate(result.graph, MoRecord{pack(graph[order[i - 1]].id), pack(graph[order[i]].id)});
    }
  }
  return result;
}

Fingerprint fingerprint(std::span<const Value> state) { return of_bytes(state.data(), state.size_bytes()); }
Fingerprint fingerprint(std::string_view text) { return of_bytes(text.data(), text.size()); }

std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace graphfuzz
