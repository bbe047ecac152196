// LoopCounts: how often a thread has done what it does again, told from the places in the code that it comes to.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <vector>

#include "graphfuzz/frontend/native/cells.hpp"

namespace graphfuzz::native {

/// Of each function that a thread is in, the places that it has come to since their loops' iterations began, in the
/// order in which it came to them first. To come to one of them again is the next iteration of a loop that begins
/// there: what came after it is forgotten, so that loops within the loop are counted anew. Values that share what they
/// have in common, by number.
class LoopCounts {
 public:
  using Id = std::uint32_t;
  static constexpr Id kNone = 0;  ///< a thread that has come to nothing yet

  LoopCounts() { clear(); }
  void clear();
  /// The thread is at the place.
  Id visit(Id counts, Address place);
  /// … calls a function, which is another frame even if it is the same function.
  Id enter(Id counts);
  /// … and comes back from it.
  Id leave(Id counts) const;
  /// How often it has come to the place where it is.
  unsigned count(Id counts) const { return entries_[counts].count; }

 private:
  struct Entry {
    Id below;
    unsigned count;
    Address place;  // 0: all above is of a function that was called
    friend bool operator==(const Entry&, const Entry&) = default;
    friend std::size_t hash_value(const Entry& entry) {
      return (entry.place * 31 + entry.below) * 0x9e3779b97f4a7c15 + entry.count;
    }
  };
  Id number(const Entry& entry);

  std::vector<Entry> entries_;  // from the second on
  boost::unordered_flat_map<Entry, Id> numbers_;
};

}  // namespace graphfuzz::native
