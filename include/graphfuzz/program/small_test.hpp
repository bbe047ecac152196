// Small tests: straight-line programs of reads, writes, updates and fences, to enumerate and to run without any text.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graphfuzz/program/program.hpp"

namespace graphfuzz {

/// A read into a register of its own; a write or an exchange of a value that is written nowhere else to its location;
/// or a fence.
struct SmallEvent {
  EventKind kind = EventKind::read;  ///< read, write, update (an exchange) or fence
  MemoryOrder order = MemoryOrder::relaxed;
  Location location = 0;
  Value value = 0;  ///< that is written
  friend bool operator==(const SmallEvent&, const SmallEvent&) = default;
};

struct SmallTest {
  std::vector<std::vector<SmallEvent>> threads;
  Location locations = 0;  ///< all 0 at first
  friend bool operator==(const SmallTest&, const SmallTest&) = default;
};

/// "x", "y", "z", then "z3", "z4", …
std::string small_location_name(Location location);

/// The items of a final state: every register ("P0:r0" is what the first read or update of thread 0 read), and every
/// location, in herd7's order.
std::vector<std::string> state_items(const SmallTest& test);

/// What is asked of a final state: that some of its items have certain values.
using SmallOutcome = std::vector<std::pair<std::string, Value>>;

/// Its condition is `exists` the outcome. Throws std::invalid_argument if the outcome names an item that there is not.
std::shared_ptr<const Program> make_program(const SmallTest& test, std::string name, const SmallOutcome& outcome = {});

/// The size of a small test.
struct SmallSize {
  unsigned events = 0;
  unsigned threads = 0;
  unsigned locations = 0;
};

/// What may occur in the tests to be enumerated. The orders of each kind, weakest first; no orders, no such events.
struct SmallEvents {
  std::vector<MemoryOrder> reads = {MemoryOrder::relaxed};
  std::vector<MemoryOrder> writes = {MemoryOrder::relaxed};
  std::vector<MemoryOrder> updates = {MemoryOrder::relaxed};
  std::vector<MemoryOrder> fences = {};
  unsigned per_thread = 4;  ///< events at most
};

/// Calls visit(test) for the tests of this size, one of each class of tests that differ only in the names of threads,
/// locations and values: weak memory orders before strong ones (relaxed counts 0, acquire and release 1, acq_rel 2,
/// seq_cst 3), few updates and fences before many. Left out is what tells models apart no better than a smaller test:
/// a location that only one thread accesses or that nobody writes, threads that share no location with the others, a
/// fence at the beginning or the end of a thread.
/// Stops when visit returns false, and then returns false. So does go_on, which is asked now and then while there is
/// nothing to visit yet; it may be empty.
bool for_each_small_test(const SmallSize& size, const SmallEvents& events,
                         const std::function<bool(const SmallTest&)>& visit, const std::function<bool()>& go_on = {});

}  // namespace graphfuzz
