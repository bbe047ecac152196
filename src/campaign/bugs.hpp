// The distinct bugs that one worker has found.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <vector>

#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/fuzz/search.hpp"

namespace graphfuzz {

class BugCollector {
 public:
  /// Takes down what the last execution of `search` shows: the `number`th, from 1, `seconds` after the start. Of a vain
  /// one, which is no execution but a part of some, only what is new.
  void add(Search& search, bool vain, std::uint64_t number, double seconds);

  /// In the order of their first execution, those found by several workers once. A bug that was both predicted and seen
  /// is one that was seen.
  static std::vector<Bug> merge(std::vector<BugCollector>& collectors);

 private:
  boost::unordered_flat_map<FindingKey, Bug, std::hash<FindingKey>> bugs_;
};

}  // namespace graphfuzz
