// What the machine knows of one object: a channel, a lock, ….
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "explore/go/clock.hpp"
#include "graphfuzz/explore/go/machine.hpp"
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

/// What is plain of an object's state.
struct ObjectFields {
  bool seen = false;  ///< in this execution
  ObjectKind kind = ObjectKind::channel;
  Position made_at = kNoPosition;
  Key last_change = 0;
  std::uint32_t last_node = kNoNode;  ///< the same in the log of the graph

  // Channels.
  std::uint64_t capacity = 0;
  bool closed = false;
  std::uint32_t closed_by = kNoEvent;
  Key close_key = 0;
  std::uint32_t sends = 0;     ///< so far
  std::uint32_t receives = 0;  ///< so far, without those of a closed channel; sends - receives are in the buffer

  // Mutexes.
  Routine writer = kNoRoutine;
  Routine announced = kNoRoutine;  ///< waits for the readers to leave; nobody else gets the lock
  Position taken_at = kNoPosition;

  // Others.
  bool once_running = false;
  bool once_done = false;
  std::int64_t counter = 0;           ///< of a wait group
  bool armed = false;                 ///< a timer
  std::int64_t deadline = 0;          ///< of a timer
  std::int64_t period = 0;            ///< of a timer
  Routine starter = kNoRoutine;       ///< of a timer …
  std::uint32_t start = 0;            ///< … and which of its starts it was, …
  Position started_at = kNoPosition;  ///< … and where
  std::uint32_t firings = 0;          ///< since then
  Routine fired = kNoRoutine;         ///< the goroutine of the last firing
  Object feeds = kNoObject;           ///< the channel into which the last firing sent
  std::uint32_t late_firings = 0;     ///< of a timer, after main had returned
};

struct ObjectState : ObjectFields {
  KnownTicks clock;                ///< channel: of the close; mutex: of unlocks; else: what is handed on
  KnownTicks readers_clock;        ///< mutex: of runlocks
  std::vector<BufferSlot> buffer;  ///< of a channel: element k is at k % capacity
  std::vector<Receiver> receivers;
  std::vector<Routine> readers;  ///< of a mutex
  std::vector<Routine> waiting;  ///< for a cond, in the order of arrival

  std::uint32_t fill() const { return sends - receives; }
  Condition condition() const {
    return {closed,    fill() >= capacity, fill() == 0, capacity != 0, writer != kNoRoutine, !readers.empty(),
            announced, once_running,       once_done,   counter == 0,  !waiting.empty()};
  }

  /// As it is before anybody has used it; keeps its memory.
  void reset() {
    static_cast<ObjectFields&>(*this) = {};
    clock.clear();
    readers_clock.clear();
    receivers.clear();
    readers.clear();
    waiting.clear();
  }
};

/// The objects of an execution, by number, and the clock, which is one of its own. States keep their memory from one
/// execution to the next, and their place only until an object is used for the first time.
class Objects {
 public:
  void clear() {
    for (Object o = 0; o < count_; ++o) {
      if (states_[o].seen) states_[o].reset();
    }
    count_ = 0;
    clock_.reset();
  }

  /// The object, which is of this kind if nobody has used it yet.
  ObjectState& use(Object o, ObjectKind kind) {
    if (o >= states_.size()) states_.resize(o + 1);
    count_ = std::max(count_, o + 1);
    ObjectState& state = states_[o];
    if (!state.seen) state.kind = kind;
    state.seen = true;
    return state;
  }

  /// `count()` of them may be in use.
  Object count() const { return count_; }
  bool knows(Object o) const { return o < states_.size(); }
  ObjectState& operator[](Object o) { return states_[o]; }
  const ObjectState& operator[](Object o) const { return states_[o]; }
  ObjectState& with_clock(Object o) { return o == kClock ? clock_ : states_[o]; }
  Condition condition(Object o) const { return knows(o) ? states_[o].condition() : Condition{}; }

 private:
  std::vector<ObjectState> states_;
  Object count_ = 0;
  ObjectState clock_;
};

}  // namespace graphfuzz::go
