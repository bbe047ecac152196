// The distinct bugs that a campaign, or a part of one, has found.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <functional>
#include <vector>

#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/fuzz/search.hpp"

namespace graphfuzz {

class BugCollector {
 public:
  /// Takes down what the last execution of `search` shows: the `number`th, from 1, `seconds` after the start. Of a vain
  /// one, which is no execution but a part of some, only what is new: it has the number that the next execution will
  /// have. Is there a bug, and not just a remark or a prediction? If what `search` is asked throws, what was taken down
  /// is whole.
  ///
  /// To run an execution again takes long where it is long, and it may show hundreds of races: once `is_over` says so,
  /// all but the first of what is new are taken down without their trace.
  bool add(Search& search, bool vain, std::uint64_t number, double seconds, const std::function<bool()>& is_over);

  /// Adds what another part has found: counts add up, the earlier of two first executions is kept.
  void add(const BugCollector& other);

  /// Is there no bug? Remarks are none, and nor is what was only predicted.
  bool empty() const;

  /// The bugs, or the remarks, in the order of their first execution. A bug that was both predicted and seen is one
  /// that was seen; of others that were predicted the witness says what has come of that.
  std::vector<Bug> list(bool remarks = false) const;

  /// The vain executions that alone show some bug or remark, each of which the list says was seen in one execution: the
  /// executions of which they are parts were not run, or (a thread that spins for ever) never end. So they are to be
  /// counted as executions.
  std::uint64_t unfinished() const;

  void save(store::Writer& out) const;
  /// Into an empty one. Throws store::DocumentError.
  void load(const store::Value& saved);

 private:
  boost::unordered_flat_map<FindingKey, Bug, std::hash<FindingKey>> bugs_;
};

}  // namespace graphfuzz
