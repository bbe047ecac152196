// Watch: races of plain accesses that are no events.
//
// As in FastTrack (Flanagan, Freund, "FastTrack: efficient and precise dynamic race detection", PLDI 2009) an access is
// known by its epoch, the thread with its time, and another one is ordered after it if that time is in the view of what
// happens before the other. Here time is the number of the thread's events, and the views are not kept but asked of the
// model, which has them for its own purposes. Unlike there, of each thread the last access in *each place* of the
// source is remembered: an execution then tells every pair of places that race in it, and not only the first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graphfuzz/model/memory_model.hpp"
#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

/// An access that takes part in a race: one that was watched, or an event.
struct WatchedAccess {
  ThreadId thread = 0;
  std::uint32_t index = 0;  ///< how many events of the thread come before it; of an event its own po index
  bool event = false;
  bool atomic = false;
  bool write = false;
  EventKind kind = EventKind::read;  ///< of an event
  std::uint32_t place = 0;           ///< of what was watched, for Program::place
  std::uint32_t calls = 0;           ///< … for Program::stack
};

/// At least one of them is no event. `second` was found later.
struct WatchedRace {
  Location location = kNoLocation;
  WatchedAccess first;
  WatchedAccess second;
};

/// What the threads of one execution have done between their events.
class Watch {
 public:
  /// A new execution.
  void reset(unsigned threads);
  /// The thread, after so many events, has done these, and goes on to ask for an event.
  void note(ThreadId thread, std::uint32_t events, std::span<const PlainAccess> accesses);
  /// The thread, after so many events, has started another.
  void started(ThreadId thread, std::uint32_t events, ThreadId child);
  /// The events that are not in the graph any more were taken back, with all that came after them.
  void take_back(const ExecutionGraph& graph);

  /// The races in the graph, whose model must know happens-before and be up to date. Valid until something changes.
  std::span<const WatchedRace> races(const ExecutionGraph& graph, const MemoryModel& model);

 private:
  /// Of one thread, in program order.
  struct Log {
    struct Entry {
      std::uint32_t events;
      PlainAccess access;
    };
    struct Start {
      std::uint32_t events;
      std::uint32_t entry;  // before which it was
      ThreadId child;
    };
    std::vector<Entry> entries;
    std::vector<Start> starts;
    std::size_t next = 0;  // when they are gone through
  };
  struct Found {
    Location location;
    WatchedAccess access;
    std::uint32_t entry;  // in its log
    Slot last;            // the event that knows what happens before it, kNoSlot if nothing does
  };

  void gather();
  void check_begins(const ExecutionGraph& graph, const MemoryModel& model);
  void collect(const ExecutionGraph& graph);
  std::size_t entries_before(EventId event) const;
  void take(const ExecutionGraph& graph, ThreadId thread, std::size_t end);
  void compare(const MemoryModel& model, const Found& found);
  bool ordered(const Found& first, ViewRef before) const;
  void add_race(Location location, const WatchedAccess& first, const WatchedAccess& second);

  std::vector<Log> logs_;  // by thread
  std::vector<WatchedRace> races_;
  // Scratch.
  std::vector<Location> watched_;  // sorted
  std::vector<Found> found_;       // in an order that extends happens-before; then by location
  std::vector<Found> remembered_;  // of one location: the last of each thread, place and kind
  std::vector<Found> begins_;
  std::vector<std::uint32_t> begin_of_;  // by location: its place in begins_, plus one
};

}  // namespace graphfuzz
