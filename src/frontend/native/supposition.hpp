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

/// What an update adds; 0 if it does something else.
inline Value amount(const Request& request) {
  if (request.kind != RequestKind::update) return 0;
  if (request.operation == Operation::add) return request.operand;
  return request.operation == Operation::subtract ? -request.operand : 0;
}

/// So much added to what the request reads.
inline Value with(const Request& request, Value value, Value more) {
  return wrap(static_cast<Value>(static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(more)),
              8U * request.size, request.is_signed);
}

// What a thread would do from its pending request on.
class NativeRun::Supposition {
 public:
  Supposition(const NativeRun& run, ThreadId thread)
      : run_(run), thread_(thread), supposed_(run), node_(run.threads_[thread].node) {}

  Spot spot() const { return Spot(run_.knowledge_.node(node_)); }
  /// Has it left memory as it was so far, and used nothing that it has freed itself?
  bool quiet() const { return quiet_; }
  /// The last answer's edge, which is somewhere else once more are added.
  struct Taken {
    NodeId from = kNoNode;
    std::size_t number = 0;
  };
  Taken taken() const { return taken_; }
  const Edge& edge(Taken taken) const { return run_.knowledge_.node(taken.from).edges[taken.number]; }
  const std::vector<Bytes>& writes() const { return edge(taken_).writes; }
  /// Has it done no more plainly by that than read, and written on its own stack?
  bool looks() const {
    const Edge& last = edge(taken_);
    return last.quiet && std::ranges::none_of(last.watched, [](const PlainAccess& a) { return a.write; });
  }

  /// Answers its request; nothing more may be asked of one that has not been quiet.
  Spot answer(Value value) {
    const Edge* found = run_.known(node_, value, true, false);
    if (found == nullptr) found = &run_.explore(thread_, node_, value, true);
    supposed_.add(thread_, value, true, *found);
    quiet_ = quiet_ && found->quiet && found->writes.empty() && found->watched.empty() &&
             !run_.uses_freed(run_.threads_[thread_], found->accesses);
    taken_ = {node_, static_cast<std::size_t>(found - run_.knowledge_.node(node_).edges.data())};
    node_ = found->to;
    return spot();
  }

 private:
  const NativeRun& run_;
  ThreadId thread_;
  Supposed supposed_;
  NodeId node_;
  bool quiet_ = true;
  Taken taken_;
};

}  // namespace graphfuzz::native
