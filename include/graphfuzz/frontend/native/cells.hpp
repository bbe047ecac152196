// CellTable: which bytes of memory are locations of execution graphs.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>
#include <boost/unordered/unordered_flat_set.hpp>

#include "graphfuzz/program/program.hpp"

namespace graphfuzz::native {

using Address = std::uint64_t;

struct Cell {
  Address address = 0;
  std::uint8_t size = 0;
  Location location = kNoLocation;
  Value initial = 0;
};

/// Cells of 1, 2, 4 and 8 bytes, each within a multiple of eight. They do not overlap.
class CellTable {
 public:
  /// Those within the eight bytes at `granule`, a multiple of eight, by address.
  std::span<const Cell> in(Address granule) const {
    const auto found = granules_.find(granule);
    if (found == granules_.end()) return {};
    return found->second;
  }
  /// The one of these bytes, or else the first that overlaps them without being the same, and that no model knows how
  /// to deal with. Null if there is neither.
  const Cell* find(Address address, std::uint8_t size) const;
  const Cell& add(Address address, std::uint8_t size, Value initial);
  /// There are no cells within the eight bytes any more; their locations stay unused.
  void remove(Address granule) { granules_.erase(granule); }
  /// They are of a stack, and others than its thread access them, or may. Was that not known?
  bool share(Address granule) {
    left_out_.erase(granule);
    return shared_.insert(granule).second;
  }
  bool is_shared(Address granule) const { return !shared_.empty() && shared_.contains(granule); }
  /// There are to be none: the memory is a thread's own, on its stack, and accessed in different sizes.
  void leave_out(Address granule) {
    remove(granule);
    left_out_.insert(granule);
  }
  /// All of these, in any order.
  std::vector<Address> shared() const { return {shared_.begin(), shared_.end()}; }
  std::vector<Address> left_out() const { return {left_out_.begin(), left_out_.end()}; }
  bool is_left_out(Address granule) const { return !left_out_.empty() && left_out_.contains(granule); }
  /// Those that are shared and have something in the range, by address.
  template <class Each>
  void for_each_shared_in(Address begin, Address end, Each each) const {
    if (shared_.empty()) return;
    for (auto at = shared_.lower_bound(begin & ~Address{7}); at != shared_.end() && *at < end; ++at) each(*at);
  }
  const Cell& operator[](Location location) const { return cells_[location]; }
  std::size_t size() const { return cells_.size(); }
  /// Grows with all that is added or shared.
  std::size_t revision() const { return cells_.size() + shared_.size(); }
  /// Those that have something in the range, by address.
  template <class Each>
  void for_each_in(Address begin, Address end, Each each) const {
    for (auto at = ordered_.lower_bound(begin & ~Address{7}); at != ordered_.end() && *at < end; ++at) {
      for (const Cell& cell : in(*at)) {
        if (cell.address < end && begin < cell.address + cell.size) each(cell);
      }
    }
  }
  /// All that there are now.
  template <class Each>
  void for_each(Each each) const {
    for (const auto& [granule, cells] : granules_) {
      for (const Cell& cell : cells) each(cell);
    }
  }
  /// The order of plain accesses to cells, and of accesses to volatile objects, which are requests wherever they are
  /// unless it is non_atomic.
  MemoryOrder plain_order = MemoryOrder::non_atomic;
  MemoryOrder volatile_order = MemoryOrder::non_atomic;
  /// Are sections that no other thread's overlaps but one access each, so that nobody needs to be kept out?
  bool sections_are_accesses = false;

 private:
  boost::unordered_flat_map<Address, std::vector<Cell>> granules_;
  std::set<Address> ordered_;                    // all that granules_ has had
  std::vector<Cell> cells_;                      // by location
  std::set<Address> shared_;                     // granules
  boost::unordered_flat_set<Address> left_out_;  // …
};

}  // namespace graphfuzz::native
