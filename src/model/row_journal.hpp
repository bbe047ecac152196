// The rows of a table of clocks as they were before edges into old events changed them, so that the newest events can
// be taken back with what their edges have done.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "graphfuzz/graph/event.hpp"

namespace graphfuzz {

class RowJournal {
 public:
  /// Keeps the rows of about `most` values. An execution of n events changes up to n² rows; beyond 4 MiB it is as well
  /// to rebuild the table when old events are taken back.
  explicit RowJournal(std::size_t most = std::size_t{1} << 20) : most_(most) {}

  void clear() {
    entries_.clear();
    values_.clear();
    lost_ = 0;
  }

  /// The event `cause`, the newest, is about to change the row that begins at `begin` in the table.
  void note(Slot cause, std::size_t begin, std::span<const std::uint32_t> row) {
    if (values_.size() > most_) {
      lost_ = entries_.back().cause + 1;
      entries_.clear();
      values_.clear();
    }
    entries_.push_back({cause, begin});
    values_.insert(values_.end(), row.begin(), row.end());
  }

  /// Undoes what the events from slot `size` on have changed in `table`, whose rows have `width` values. Linear in
  /// that. False, and nothing has changed, if not all of it is known any more.
  bool undo(Slot size, std::size_t width, std::vector<std::uint32_t>& table) {
    if (size < lost_) return false;
    while (!entries_.empty() && entries_.back().cause >= size) {
      const auto row = values_.end() - static_cast<std::ptrdiff_t>(width);
      std::copy(row, values_.end(), table.begin() + static_cast<std::ptrdiff_t>(entries_.back().begin));
      values_.erase(row, values_.end());
      entries_.pop_back();
    }
    return true;
  }

 private:
  struct Entry {
    Slot cause;
    std::size_t begin;
  };
  std::size_t most_;
  std::vector<Entry> entries_;  // causes in the order of slots
  std::vector<std::uint32_t> values_;
  Slot lost_ = 0;  // what the events before this slot have changed is not known any more
};

}  // namespace graphfuzz
