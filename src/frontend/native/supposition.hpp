// What a thread would do if it read this or that.
#pragma once

#include <algorithm>
#include <vector>

#include "frontend/native/native_run.hpp"

namespace graphfuzz::native {

/// Where a thread is.
struct Spot {
  Spot() = default;
  explicit Spot(const Node& node)
      : request(node.request), address(node.address), place(node.place), state(node.state) {}
  Request request{};
  Address address = 0;
  Address place = 0;
  std::uint64_t state = 0;
};

/// Is it the same request of the same thread, which has the same still to do?
inline bool same_place(const Spot& one, const Spot& other) {
  return one.place == other.place && one.state == other.state && one.address == other.address &&
         one.request.kind == other.request.kind && one.request.operand == other.request.operand &&
         one.request.expected == other.request.expected;
}

// What a thread would do from its pending request on.
class NativeRun::Supposition {
 public:
  Supposition(const NativeRun& run, ThreadId thread)
      : run_(run), thread_(thread), supposed_(run), node_(run.threads_[thread].node) {}

  Spot spot() const { return Spot(run_.knowledge_.node(node_)); }
  /// Has it left memory as it was so far?
  bool quiet() const { return quiet_; }
  const std::vector<Bytes>& writes() const { return writes_; }
  /// Of the last answer: has it done no more plainly than read, and written on its own stack; and what has it accessed?
  bool looks() const { return looks_; }
  const std::vector<Access>& accesses() const { return accesses_; }

  /// Answers its request; nothing more may be asked of one that has not been quiet.
  Spot answer(Value value) {
    const Edge* found = run_.known(node_, value, true, false);
    if (found == nullptr) found = &run_.explore(thread_, node_, value, true);
    supposed_.add(thread_, value, true, *found);
    looks_ = found->quiet && std::ranges::none_of(found->watched, [](const PlainAccess& a) { return a.write; });
    quiet_ = quiet_ && found->quiet && found->writes.empty() && found->watched.empty();
    accesses_ = found->accesses;
    writes_ = found->writes;
    node_ = found->to;
    return spot();
  }

 private:
  const NativeRun& run_;
  ThreadId thread_;
  Supposed supposed_;
  NodeId node_;
  bool quiet_ = true;
  bool looks_ = true;
  std::vector<Access> accesses_;
  std::vector<Bytes> writes_;
};

}  // namespace graphfuzz::native
