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
Fingerprint of_record(const Record& record) {
  static_assert(std::has_unique_object_representations_v<Record>);
  return of_bytes(&record, sizeof record);
}

Fingerprint of_event(std::uint64_t event, const Label& label, std::uint64_t location, std::uint64_t source) {
  EventRecord record;
  record.id = event;
  record.source = source;
  record.what = location << 16 | static_cast<std::uint64_t>(label.order) << 8 | static_cast<std::uint64_t>(label.kind);
  record.written_value = label.written_value;
  return of_record(record);
}

// An initial write is that of the location that is read: it needs no name.
Fingerprint fingerprint_by_keys(const ExecutionGraph& graph) {
  Fingerprint result;
  const std::span<const std::uint64_t> keys = graph.keys();
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    const Event& e = graph[slot];
    const std::uint64_t location = is_access(e.label.kind) ? keys[e.label.location] : kNoLocation;
    const EventId source = e.rf == kNoSlot || graph.is_initial(e.rf) ? EventId{} : graph[e.rf].id;
    result += of_event(pack(e.id), e.label, location, e.rf == kNoSlot ? kNoEventName : pack(source));
  }
  return result;
}

}  // namespace

Fingerprint rf_fingerprint(const ExecutionGraph& graph) {
  if (!graph.keys().empty()) return fingerprint_by_keys(graph);
  Fingerprint result;
  for (Slot slot = graph.locations(); slot < graph.size(); ++slot) {
    const Event& e = graph[slot];
    const std::uint64_t source = e.rf == kNoSlot ? kNoEventName : pack(graph[e.rf].id);
    result += of_event(pack(e.id), e.label, e.label.location, source);
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
      result.graph += of_record(MoRecord{pack(graph[order[i - 1]].id), pack(graph[order[i]].id)});
    }
  }
  return result;
}

Fingerprint event_summand(std::uint64_t event, const Label& label, std::uint64_t source) {
  return of_event(event, label, label.location, source);
}
Fingerprint mo_summand(std::uint64_t before, std::uint64_t after) { return of_record(MoRecord{before, after}); }

Fingerprint fingerprint(std::span<const Value> state) { return of_bytes(state.data(), state.size_bytes()); }
Fingerprint fingerprint(std::string_view text) { return of_bytes(text.data(), text.size()); }

std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace graphfuzz
