// What the machine knows of one object: a channel, a lock, ….
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "explore/go/clock.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// An event's name as a hash, the same in every execution; 0: none.
using Key = std::uint64_t;

inline constexpr std::uint32_t kNoNode = std::numeric_limits<std::uint32_t>::max();

/// A place of a buffer. While it is occupied, `clock` is the sender's, afterwards that of the receiver who freed it.
struct BufferSlot {
  std::uint32_t payload = 0;
  Key sender = 0;
  std::uint32_t event = kNoEvent;  ///< the send, in the log of events
  KnownTicks clock;
};

/// A goroutine that is at a receive from an unbuffered channel, or at a select with such a case.
struct Receiver {
  Routine routine = kNoRoutine;
  std::int16_t choice = 0;
};

/// What an object lets happen: as much of its state as decides which operations are possible, and what they touch.
struct Condition {
  // A channel.
  bool closed = false;
  bool full = false;
  bool empty = true;
  bool buffered = false;
  // A mutex.
  bool written = false;
  bool read = false;
  Routine announced = kNoRoutine;
  // Others.
  bool once_running = false;
  bool once_done = false;
  bool zero = true;      ///< a wait group
  bool awaited = false;  ///< a cond

  bool ready(bool sends) const { return closed || (sends ? !full : !empty); }
  /// For a tick.
  bool has_room() const { return !buffered || !full; }
  /// Nothing can change what it lets such an operation do any more.
  bool spent(bool sends) const { return closed && (sends || empty); }
  bool can_lock(Routine r) const { return !written && !read && (announced == kNoRoutine || announced == r); }
  bool can_announce() const { return !written && read && announced == kNoRoutine; }
  bool can_rlock() const { return !written && announced == kNoRoutine; }
};

struct ObjectState {
  bool seen = false;  ///< in this execution
  ObjectKind kind = ObjectKind::channel;
  Position made_at = kNoPosition;
  Key last_change = 0;
  std::uint32_t last_node = kNoNode;  ///< the same in the log of the graph
  KnownTicks clock;                   ///< channel: of the close; mutex: of unlocks; else: what is handed on
  KnownTicks readers_clock;           ///< mutex: of runlocks

  // Channels.
  std::uint64_t capacity = 0;
  bool closed = false;
  std::uint32_t closed_by = kNoEvent;
  Key close_key = 0;
  std::uint32_t sends = 0;         ///< so far
  std::uint32_t receives = 0;      ///< so far, without those of a closed channel; sends - receives are in the buffer
  std::vector<BufferSlot> buffer;  ///< element k is at k % capacity
  std::vector<Receiver> receivers;

  // Mutexes.
  Routine writer = kNoRoutine;
  Routine announced = kNoRoutine;  ///< waits for the readers to leave; nobody else gets the lock
  Position taken_at = kNoPosition;
  std::vector<Routine> readers;

  // Others.
  bool once_running = false;
  bool once_done = false;
  std::int64_t counter = 0;        ///< of a wait group
  std::vector<Routine> waiting;    ///< for a cond, in the order of arrival
  bool armed = false;              ///< a timer
  std::int64_t deadline = 0;       ///< of a timer
  std::int64_t period = 0;         ///< of a timer
  Routine starter = kNoRoutine;    ///< of a timer …
  std::uint32_t start = 0;         ///< … and which of its starts it was
  std::uint32_t firings = 0;       ///< since then
  Routine fired = kNoRoutine;      ///< the goroutine of the last firing
  Object feeds = kNoObject;        ///< the channel into which the last firing sent
  std::uint32_t late_firings = 0;  ///< of a timer, after main had returned

  std::uint32_t fill() const { return sends - receives; }
  Condition condition() const {
    return {closed,    fill() >= capacity, fill() == 0, capacity != 0, writer != kNoRoutine, !readers.empty(),
            announced, once_running,       once_done,   counter == 0,  !waiting.empty()};
  }

  /// As it is before anybody has used it; keeps its memory.
  void reset() {
    seen = false;
    kind = ObjectKind::channel;
    made_at = kNoPosition;
    last_change = 0;
    last_node = kNoNode;
    clock.clear();
    readers_clock.clear();
    capacity = 0;
    closed = false;
    closed_by = kNoEvent;
    close_key = 0;
    sends = receives = 0;
    receivers.clear();
    writer = announced = kNoRoutine;
    taken_at = kNoPosition;
    readers.clear();
    once_running = once_done = false;
    counter = 0;
    waiting.clear();
    armed = false;
    firings = late_firings = 0;
    fired = kNoRoutine;
    feeds = kNoObject;
  }
};

}  // namespace graphfuzz::go
