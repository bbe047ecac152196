// The vocabulary of execution graphs: who does what, where, in which order.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace graphfuzz {

using ThreadId = std::uint16_t;  ///< 0, 1, … in the order of the program's threads
using Location = std::uint32_t;  ///< dense number of a memory location of the program
using Value = std::int64_t;

/// Dense number of an event in its graph. Slots are given out in the order of addition, so a slot
/// is also the event's *stamp*, and the order of slots is a linear extension of porf.
using Slot = std::uint32_t;
inline constexpr Slot kNoSlot = std::numeric_limits<Slot>::max();

/// The pseudo thread that holds the initial write of every location.
inline constexpr ThreadId kInitThread = std::numeric_limits<ThreadId>::max();

/// An event's name that does not depend on the order of addition: its thread and its position in po.
/// The initial write of location x is {kInitThread, x}.
struct EventId {
  ThreadId thread = kInitThread;
  std::uint32_t index = 0;
  friend constexpr auto operator<=>(const EventId&, const EventId&) = default;
};

enum class EventKind : std::uint8_t { read, write, update, fence, begin, end, join, error };

enum class MemoryOrder : std::uint8_t { non_atomic, relaxed, acquire, release, acq_rel, seq_cst };

constexpr bool is_acquire(MemoryOrder o) {
  return o == MemoryOrder::acquire || o == MemoryOrder::acq_rel || o == MemoryOrder::seq_cst;
}
constexpr bool is_release(MemoryOrder o) {
  return o == MemoryOrder::release || o == MemoryOrder::acq_rel || o == MemoryOrder::seq_cst;
}
constexpr bool is_seq_cst(MemoryOrder o) { return o == MemoryOrder::seq_cst; }
constexpr bool is_atomic(MemoryOrder o) { return o != MemoryOrder::non_atomic; }

/// Does an event of this kind read (write) memory? An update (read-modify-write) is one event that does both.
constexpr bool reads(EventKind k) { return k == EventKind::read || k == EventKind::update; }
constexpr bool writes(EventKind k) { return k == EventKind::write || k == EventKind::update; }
constexpr bool is_access(EventKind k) { return k <= EventKind::update; }

inline constexpr Location kNoLocation = std::numeric_limits<Location>::max();

/// What an event does. `read_value` counts for reads and updates, `written_value` for writes and updates;
/// for `error` events `written_value` is the program's number of the message, for `join` and `begin`
/// it is the other thread. `size` is that of an access in bytes, 0 for the whole location, whatever that is: all
/// accesses of a location in a graph have the same.
struct Label {
  EventKind kind = EventKind::read;
  MemoryOrder order = MemoryOrder::relaxed;
  std::uint8_t size = 0;  // where there was room: graphs are made of labels
  Location location = kNoLocation;
  Value read_value = 0;
  Value written_value = 0;

  constexpr Label() = default;
  constexpr explicit Label(EventKind k) : kind(k) {}
  constexpr Label(EventKind k, MemoryOrder o, Location x = kNoLocation, Value read = 0, Value written = 0,
                  std::uint8_t bytes = 0)
      : kind(k), order(o), size(bytes), location(x), read_value(read), written_value(written) {}
  friend constexpr bool operator==(const Label&, const Label&) = default;
};
static_assert(sizeof(Label) == 24);

/// Pointers to locations are values too: this encoding keeps them apart from the integers a program computes
/// with, and lets `p + 1` be the next element of an array (its locations are numbered consecutively).
inline constexpr Value kAddressBase = Value{1} << 48;
constexpr Value address_of(Location location) { return kAddressBase + static_cast<Value>(location); }

}  // namespace graphfuzz
