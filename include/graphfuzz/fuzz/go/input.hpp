// Input: what the next run of a campaign is to do; and the queue of them.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/finding.hpp"
#include "graphfuzz/fuzz/go/operation_names.hpp"
#include "graphfuzz/program/go/directive.hpp"

namespace graphfuzz::go {

/// A directive, and where it comes from. That of a chain is kept without its prefix, which may be long: it is the
/// first `prefix` operations of the run that the chain was made from.
struct Input {
  std::uint64_t id = 0;  ///< 0: none, the program is to run as it likes
  Directive directive;
  std::uint64_t run = 0;         ///< number of the run that it was made from
  std::size_t prefix = 0;        ///< operations of that run to repeat first
  std::uint64_t prefix_end = 0;  ///< … which are those decided before this time
  std::uint32_t generation = 0;  ///< how many mutations it is away from a free run
  int replays = 0;  ///< a predicted bug: the exit code that is expected (BugReplay); its prefix is in the directive
  std::optional<Finding> predicted;            ///< … and the bug, if it is one of a campaign
  std::shared_ptr<const Recording> recording;  ///< of that run; not there if read back from a file

  /// The directive with its prefix.
  Directive complete() const;
  friend bool operator==(const Input& a, const Input& b) {
    return a.id == b.id && a.directive == b.directive && a.run == b.run && a.prefix == b.prefix &&
           a.prefix_end == b.prefix_end && a.generation == b.generation && a.replays == b.replays;
  }
};

/// A name for what the directive asks, the prefix aside. Two inputs of the same name are the same mutation.
std::string key(const Directive& directive);
/// The same of an input: a replay of a bug is another than the chain that it is made of.
std::string key(const Input& input);

/// Inputs that wait to be run, and how often each has been queued. Not thread-safe.
class InputQueue {
 public:
  /// Queues the input, and gives it its id, unless the same has been queued `repeats` times already, the queue holds
  /// `most`, or it waits just now and `waits_once` (GoPie's corpus is a set; GFuzz runs what it made as often as it
  /// made it). Says whether it did.
  bool push(Input input, std::uint32_t repeats, std::size_t most, bool waits_once);
  /// Queues one that is to be run before all others, once ever: nothing that was queued before equals it.
  bool push_first(Input input);
  /// The one that has waited longest.
  std::optional<Input> pop();
  /// Any of them.
  std::optional<Input> pop(Random& random);
  /// Forgets those that wait, not how often they have been queued.
  void clear();

  bool empty() const { return waiting_.empty(); }
  /// Is the first that waits a replay of a predicted bug?
  bool replays_next() const { return !waiting_.empty() && waiting_.front().replays != 0; }
  std::size_t size() const { return waiting_.size(); }

  // For the state that is kept between calls of the command.
  struct Count {
    std::uint32_t queued = 0;
    std::uint32_t waits = 0;
    friend bool operator==(const Count&, const Count&) = default;
  };
  const std::deque<Input>& waiting() const { return waiting_; }
  /// The recordings of the runs that those that wait were made from; as many.
  void restore(const std::vector<std::shared_ptr<const Recording>>& recordings);
  const std::unordered_map<std::string, Count>& counts() const { return counts_; }
  std::uint64_t last_id() const { return last_id_; }
  void restore(std::deque<Input> waiting, std::unordered_map<std::string, Count> counts, std::uint64_t last_id);
  friend bool operator==(const InputQueue&, const InputQueue&) = default;

 private:
  std::deque<Input> waiting_;
  std::unordered_map<std::string, Count> counts_;
  std::uint64_t last_id_ = 0;
};

}  // namespace graphfuzz::go
