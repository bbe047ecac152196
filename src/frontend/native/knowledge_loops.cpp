// Where threads wait, and which attempts come to no more than a read.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "graphfuzz/frontend/native/knowledge.hpp"
#include "graphfuzz/graph/hash.hpp"
#include "program/requests.hpp"

namespace graphfuzz::native {
namespace {

/// What a read of that order synchronises with: 0 nothing, 1 release writes, 2 and it is in the order of seq_cst.
int strength(MemoryOrder order) {
  switch (order) {
    case MemoryOrder::seq_cst:
      return 2;
    case MemoryOrder::acquire:
    case MemoryOrder::acq_rel:
      return 1;
    default:
      return 0;
  }
}

/// Is it the same compare-exchange once more, which expects now what it has found? With what it expected before it may
/// be there again after others have written, and that is no wait.
bool expects_what_it_found(const Node& before, const Arrival& now, const Node& last, Value found) {
  return now.request.kind == RequestKind::compare_exchange && before.request.kind == now.request.kind &&
         before.place == now.place && before.address == now.address &&
         before.request.expected != now.request.expected && last.address == now.address &&
         found == now.request.expected;
}

/// Of all that is_there_again compares; of a Node or an Arrival.
template <class Where>
std::uint64_t key_of(const Where& where) {
  return mixed(mixed(where.place, where.state, where.address), static_cast<std::uint64_t>(where.request.kind));
}

}  // namespace

// The node where the thread has been in the same state, and has written nothing since; kNoNode if there is none.
NodeId Knowledge::find_earlier(ThreadId thread, NodeId from, const Arrival& arrival, Value value) {
  constexpr unsigned kFew = 32;
  const bool exchanges = arrival.request.kind == RequestKind::compare_exchange;
  unsigned looked_at = 0;
  for (NodeId n = from; n != kNoNode; n = nodes_[n].parent) {
    // A loop that counts may go on for long without a write, and is never where it was.
    if (!exchanges && looked_at++ == kFew) return find_much_earlier(thread, from, arrival);
    const Node& node = nodes_[n];
    if (is_there_again(node, arrival)) return n;
    if (!node.pure || expects_what_it_found(node, arrival, nodes_[from], value)) break;
  }
  return kNoNode;
}

// The same for others than compare-exchanges, without looking at all nodes on the way each time.
NodeId Knowledge::find_much_earlier(ThreadId thread, NodeId from, const Arrival& arrival) {
  if (visited_.size() <= thread) visited_.resize(thread + std::size_t{1});
  Visited& visited = visited_[thread];
  std::vector<NodeId> missing;
  for (NodeId n = from; n != kNoNode && !visited.go_back_to(n); n = nodes_[n].parent) {
    missing.push_back(n);
    if (nodes_[n].pure && nodes_[n].parent != kNoNode) continue;
    visited.clear();
    break;
  }
  for (auto n = missing.rbegin(); n != missing.rend(); ++n) visited.add(*n, key_of(nodes_[*n]));
  const std::optional<NodeId> found = visited.find(key_of(arrival));
  if (!found || is_there_again(nodes_[*found], arrival)) return found.value_or(kNoNode);
  for (NodeId n = from; n != kNoNode; n = nodes_[n].parent) {  // two have the same key
    if (is_there_again(nodes_[n], arrival)) return n;
    if (!nodes_[n].pure) break;
  }
  return kNoNode;
}

void Knowledge::learn_loop(NodeId head, NodeId last) {
  Loop& loop = loops_[nodes_[head].place];
  const std::pair<std::size_t, unsigned> before{loop.places.size(), loop.visits};
  unsigned visits = 0;
  for (NodeId n = last;; n = nodes_[n].parent) {
    if (reads(nodes_[n].request.kind)) loop.places.insert(nodes_[n].place);
    if (nodes_[n].place == nodes_[head].place) ++visits;
    if (n == head) break;
  }
  loop.visits = std::max(loop.visits, visits);
  if (before == std::pair{loop.places.size(), loop.visits}) return;
  ++version_;
  if (strict) throw Learned(fmt::format("a loop at {} waits", to_text(machine_.place(nodes_[head].place))));
}

// `for (old = load(x); !compare_exchange(x, &old, …);)`: an attempt that fails leaves the thread where it would be if
// the load had read what the attempt has. Such an execution is another one with two reads more. It is the other one
// that counts, provided that the load synchronises with no more than the attempt does, and that nothing was accessed
// plainly in between, where races and what has been freed would not be seen any more.
std::vector<Knowledge::AsIfRead> Knowledge::may_be_as_if_read(NodeId from, const Edge& edge) {
  own(from, edge).compared = true;
  std::vector<AsIfRead> result;
  if (edge.child || edge.comes_back || !edge.pure || edge.to == kNoNode || looks_plainly(edge)) return result;
  const Node& to = nodes_[edge.to];
  if (to.request.kind != RequestKind::compare_exchange || to.request.lock || to.state == 0) return result;
  int strongest = -1;  // of the reads that have found what is expected now
  Value value = edge.value;
  for (NodeId at = from;;) {
    const Node& node = nodes_[at];
    if (node.address == to.address) {
      if (node.request.kind == RequestKind::read && strength(node.request.order) <= strongest &&
          strength(node.request.order) == strength(to.request.order)) {
        result.push_back({at, to.request.expected});
      }
      if (value == to.request.expected && node.request.kind == RequestKind::read) {
        strongest = std::max(strongest, strength(node.request.order));
      } else if (value == to.request.expected && node.request.kind == RequestKind::compare_exchange) {
        strongest = std::max(strongest, strength(node.request.failure_order));
      }
    }
    const NodeId before = node.parent;
    if (before == kNoNode) return result;
    const std::vector<Edge>& edges = nodes_[before].edges;
    const auto way = std::find_if(edges.begin(), edges.end(), [at](const Edge& e) { return e.to == at; });
    if (way == edges.end() || looks_plainly(*way)) return result;
    value = way->value;
    at = before;
  }
}

// Other memory than that of its stack.
bool Knowledge::looks_plainly(const Edge& edge) const {
  return std::any_of(edge.accesses.begin(), edge.accesses.end(),
                     [this](const Access& access) { return !machine_.stack_owner(granules_[access.granule].address); });
}

void Knowledge::learn_as_if_read(NodeId from, const Edge& edge, const AsIfRead& read, NodeId led_to) {
  if (led_to == kNoNode) return;
  const Node& now = nodes_[edge.to];
  const Node& then = nodes_[led_to];
  if (now.place != then.place || now.state != then.state || now.address != then.address ||
      now.request.kind != then.request.kind || now.request.expected != then.request.expected) {
    return;
  }
  Edge& back = own(from, edge);
  back.comes_back = true;
  back.to = led_to;
  back.back = read.node;
  learn_loop(read.node, from);
}

Edge& Knowledge::own(NodeId from, const Edge& edge) {
  return nodes_[from].edges[static_cast<std::size_t>(&edge - nodes_[from].edges.data())];
}

}  // namespace graphfuzz::native
