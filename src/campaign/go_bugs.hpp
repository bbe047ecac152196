// The distinct bugs of a Go program that one worker has found.
#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/explore/go/machine.hpp"

namespace graphfuzz::go {

std::string_view name(GoBugKind kind);

class GoBugCollector {
 public:
  /// Takes down the bugs of the execution that `machine` is at the end of, which `steps` led to: the `number`th,
  /// `seconds` after the start.
  void look(const Machine& machine, std::span<const Step> steps, std::uint64_t number, double seconds);
  /// A bug that was predicted from that execution.
  void predict(const std::string& kind, const std::string& message, const Machine& machine, std::uint64_t number,
               double seconds);

  /// In the order of their first execution, those found by several workers once. A bug that was both predicted and seen
  /// is one that was seen.
  static std::vector<Bug> merge(std::vector<GoBugCollector>& collectors);

 private:
  using Key = std::pair<std::string, std::string>;  // kind and message
  std::map<Key, Bug> bugs_;
  std::map<Key, Bug> predicted_;
};

}  // namespace graphfuzz::go
