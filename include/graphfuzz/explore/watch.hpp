// Watch: races of plain accesses that are no events, and accesses to what is no more.
//
// As in FastTrack (Flanagan, Freund, "FastTrack: efficient and precise dynamic race detection", PLDI 2009) an access is
// known by its epoch, the thread with its time, and another one is ordered after it if that time is in the view of what
// happens before the other. Here time is the number of the thread's events, and the views are not kept but asked of the
// model, which has them for its own purposes. Unlike there, of each thread the last access in *each place* of the
// source is remembered: an execution then tells every pair of places that race in it, and not only the first.
//
// An access to a location whose life has ended is found in the same way, and under every model (watch_lives.cpp): in
// which order events were added to the graph says nothing, as only some of the orders that it allows are ever tried.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <boost/container_hash/hash.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "graphfuzz/explore/past.hpp"
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
  Life life = Life::goes_on;         ///< … what it does to the location
};

WatchedAccess event_access(const Event& event);

/// At least one of them is no event.
struct WatchedRace {
  enum class Kind : std::uint8_t {
    race,              ///< `second` was found later
    use_after_free,    ///< `first` is an access that may come after `second`, or does
    use_after_return,  ///< the same
    double_free        ///< both end the life
  };
  Location location = kNoLocation;
  WatchedAccess first;
  WatchedAccess second;
  Kind kind = Kind::race;
  std::optional<WatchedAccess> begin{};  ///< of the life that `second` has ended, if that is known
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

  /// How much the thread has done that is watched.
  std::size_t size(ThreadId thread) const { return thread < logs_.size() ? logs_[thread].entries.size() : 0; }
  /// Has a life ended?
  bool has_ends() const { return has_ends_; }
  /// May an atomic read of the location by the thread race with what others have done? O(entries).
  bool may_race_with_read(ThreadId thread, Location location) const;
  /// What threads are about to do, in an execution that is over before they have: for `races`.
  struct Pending {
    ThreadId thread;
    Location location;
    EventKind kind;
    bool atomic;
  };
  /// The races in the graph, if the model, which must be up to date, knows races; and what is accessed after the end of
  /// its life. Which these are, and in what order, is decided by the graph as such but for stamps. Valid until
  /// something changes.
  std::span<const WatchedRace> races(const ExecutionGraph& graph, const MemoryModel& model,
                                     std::span<const Pending> pending = {});
  /// What happens before an event, and the event itself.
  using Before = std::function<ViewRef(Slot)>;
  /// The races in the graph by another happens-before than the model's, which may know none: those of accesses, not of
  /// lives. `happens_before` is not asked if nothing is watched. Valid until something changes.
  std::span<const WatchedRace> races_by(const ExecutionGraph& graph, const Before& happens_before);

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

  void gather(const ExecutionGraph& graph);
  Found find(const ExecutionGraph& graph, ThreadId thread, std::uint32_t number) const;
  void find_races(const ExecutionGraph& graph, const Before& happens_before);
  void check_begins(const ExecutionGraph& graph, const MemoryModel& model);
  void collect(const ExecutionGraph& graph);
  std::size_t entries_before(EventId event) const;
  void take(const ExecutionGraph& graph, ThreadId thread, std::size_t end);
  void compare(const Before& happens_before, const Found& found);
  bool ordered(const Found& first, ViewRef before) const;
  // Of lives (watch_lives.cpp).
  void check_lives(const ExecutionGraph& graph, const MemoryModel& model, std::span<const Pending> pending);
  void check_life(const MemoryModel& model, const Found& access);
  void check_double_free(const MemoryModel& model);
  void add_use(const MemoryModel& model, const Found& access, const Found& end);
  ViewRef before(const MemoryModel& model, Slot last);
  bool comes_before(const MemoryModel& model, const Found& first, const Found& second);
  bool lives_again(const MemoryModel& model, const Found& end, const Found& access);
  std::span<const Found> begins_of(Location location) const;
  std::span<const Found> ends_of(Location location) const;
  void add_race(Location location, const WatchedAccess& first, const WatchedAccess& second);

  std::vector<Log> logs_;  // by thread
  std::vector<WatchedRace> races_;
  using Pair = std::array<std::uint64_t, 3>;  // the location, and what tells the accesses from others of it
  boost::unordered_flat_set<Pair, boost::hash<Pair>> pairs_;  // that are in races_, of which there may be thousands
  // Scratch.
  std::vector<Location> watched_;  // sorted
  std::vector<Found> found_;       // in an order that extends happens-before; then by location
  std::vector<Found> remembered_;  // of one location: the last of each thread, place and kind
  std::vector<Found> begins_;      // sorted by location, of each thread in program order
  std::vector<Found> ends_;        // the same
  Past past_;
  bool has_ends_ = false;
};

}  // namespace graphfuzz
