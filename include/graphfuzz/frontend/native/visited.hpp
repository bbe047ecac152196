// Visited: the nodes of a thread's tree on the way to one of them, as far as nothing was written in between, to be
// found by what the thread goes by there.
#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <optional>
#include <vector>

namespace graphfuzz::native {

class Visited {
 public:
  void clear() {
    entries_.clear();
    last_.clear();
  }
  /// Forgets what comes after the node. False, and nothing has changed, if that is not on the way. O(log) and what is
  /// forgotten.
  bool go_back_to(std::uint32_t node) {
    const auto found = std::lower_bound(entries_.begin(), entries_.end(), node,
                                        [](const Entry& entry, std::uint32_t n) { return entry.node < n; });
    if (found == entries_.end() || found->node != node) return false;
    while (entries_.back().node != node) drop_last();
    return true;
  }
  /// Behind all others; its number is higher than theirs.
  void add(std::uint32_t node, std::uint64_t key) {
    const auto [last, is_new] = last_.try_emplace(key, node);
    entries_.push_back({node, is_new ? std::nullopt : std::optional(last->second), key});
    last->second = node;
  }
  /// The last one with the key.
  std::optional<std::uint32_t> find(std::uint64_t key) const {
    const auto found = last_.find(key);
    return found == last_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  struct Entry {
    std::uint32_t node;
    std::optional<std::uint32_t> before;  // with the same key
    std::uint64_t key;
  };
  void drop_last() {
    const Entry& entry = entries_.back();
    if (entry.before) {
      last_[entry.key] = *entry.before;
    } else {
      last_.erase(entry.key);
    }
    entries_.pop_back();
  }

  std::vector<Entry> entries_;
  boost::unordered_flat_map<std::uint64_t, std::uint32_t> last_;  // by key
};

}  // namespace graphfuzz::native
