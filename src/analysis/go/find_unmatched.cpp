// P03 and P04: can every done (unlock) be given an add (lock) of its own that happens before it? If not, some order of
// the concurrent ones makes the counter negative (unlocks what is not locked). A matching, found as a maximum flow.
//
// Of the adds of one routine those before a done are a prefix. So the network has a node per prefix, which hands on
// what the shorter ones leave over, instead of an edge per add and done; and dones that have the same prefixes are one.
#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/push_relabel_max_flow.hpp>
#include <map>
#include <set>

#include "analysis/go/finding_list.hpp"

namespace graphfuzz::go {
namespace {

/// Dones, or unlocks, or adds: an event and how many of them it is.
struct Amount {
  std::uint32_t event;
  std::int64_t number;
};

struct Matching {
  std::map<Routine, std::vector<Amount>> supplies;
  std::vector<Amount> demands;
};

/// Its nodes are sets of events and its capacities numbers of them, of which the execution graph knows nothing; what it
/// does know, which add is before which done, comes from its labels, the clocks.
class FlowNetwork {
  using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
  using Graph = boost::adjacency_list<
      boost::vecS, boost::vecS, boost::directedS, boost::no_property,
      boost::property<boost::edge_capacity_t, std::int64_t,
                      boost::property<boost::edge_residual_capacity_t, std::int64_t,
                                      boost::property<boost::edge_reverse_t, Traits::edge_descriptor>>>>;

 public:
  using Node = std::size_t;
  using Edge = Traits::edge_descriptor;
  Node node() { return boost::add_vertex(graph_); }
  Edge edge(Node from, Node to, std::int64_t capacity) {
    const Edge there = boost::add_edge(from, to, graph_).first;
    const Edge back = boost::add_edge(to, from, graph_).first;
    boost::put(boost::edge_capacity, graph_, there, capacity);
    boost::put(boost::edge_capacity, graph_, back, 0);
    boost::put(boost::edge_reverse, graph_, there, back);
    boost::put(boost::edge_reverse, graph_, back, there);
    return there;
  }
  std::int64_t maximum(Node source, Node sink) { return boost::push_relabel_max_flow(graph_, source, sink); }
  std::int64_t unused(Edge edge) const { return boost::get(boost::edge_residual_capacity, graph_, edge); }

 private:
  Graph graph_;
};

/// A demand that is left over in some maximum matching; kNoEvent if none is.
std::uint32_t unmatched(const Matching& matching, const HappensBefore& strong) {
  if (matching.demands.empty()) return kNoEvent;
  struct Group {
    std::int64_t number = 0;
    std::uint32_t last = kNoEvent;
  };
  std::map<std::vector<std::size_t>, Group> groups;  // by lengths of prefixes, a routine each
  std::int64_t demanded = 0;
  for (const Amount& demand : matching.demands) {
    std::vector<std::size_t> prefixes;
    for (const auto& [routine, supplies] : matching.supplies) {
      const auto end = std::partition_point(supplies.begin(), supplies.end(),
                                            [&](const Amount& s) { return strong.before(s.event, demand.event); });
      prefixes.push_back(static_cast<std::size_t>(end - supplies.begin()));
    }
    Group& group = groups[prefixes];
    group.number += demand.number;
    group.last = demand.event;
    demanded += demand.number;
  }

  FlowNetwork network;
  const auto source = network.node();
  const auto sink = network.node();
  std::vector<std::map<std::size_t, FlowNetwork::Node>> nodes(matching.supplies.size());
  for (const auto& [prefixes, group] : groups) {
    for (std::size_t r = 0; r < prefixes.size(); ++r) {
      if (prefixes[r] > 0) nodes[r].try_emplace(prefixes[r], 0);
    }
  }
  std::size_t r = 0;
  for (const auto& [routine, supplies] : matching.supplies) {
    std::size_t taken = 0;
    const FlowNetwork::Node* shorter = nullptr;
    for (auto& [length, node] : nodes[r]) {
      node = network.node();
      std::int64_t sum = 0;
      for (; taken < length; ++taken) sum += supplies[taken].number;
      network.edge(source, node, sum);
      if (shorter != nullptr) network.edge(*shorter, node, demanded);
      shorter = &node;
    }
    ++r;
  }
  std::vector<std::pair<FlowNetwork::Edge, std::uint32_t>> taken;
  for (const auto& [prefixes, group] : groups) {
    const auto node = network.node();
    for (std::size_t i = 0; i < prefixes.size(); ++i) {
      if (prefixes[i] > 0) network.edge(nodes[i].at(prefixes[i]), node, group.number);
    }
    taken.emplace_back(network.edge(node, sink, group.number), group.last);
  }
  if (network.maximum(source, sink) >= demanded) return kNoEvent;
  for (const auto& [edge, event] : taken) {
    if (network.unused(edge) > 0) return event;
  }
  return kNoEvent;
}

std::int64_t sum_before(const std::vector<Amount>& amounts, std::uint32_t event, const HappensBefore& strong) {
  std::int64_t sum = 0;
  for (const Amount& amount : amounts) {
    if (!strong.before(amount.event, event)) break;
    sum += amount.number;
  }
  return sum;
}

/// For what is too large: a demand that, with those that happen before it, is more than what happens before it. (Then
/// there is no matching; but there may be none without such a demand.) Only the first are looked at.
std::uint32_t obviously_unmatched(const Matching& matching, const HappensBefore& strong, const Trace& trace,
                                  std::size_t first) {
  std::map<Routine, std::vector<Amount>> demands;
  for (std::size_t d = 0; d < std::min(first, matching.demands.size()); ++d) {
    const Amount& demand = matching.demands[d];
    std::int64_t balance = -demand.number;
    for (const auto& [routine, amounts] : matching.supplies) balance += sum_before(amounts, demand.event, strong);
    for (const auto& [routine, amounts] : demands) balance -= sum_before(amounts, demand.event, strong);
    if (balance < 0) return demand.event;
    demands[trace.events[demand.event].routine].push_back(demand);
  }
  return kNoEvent;
}

/// The first supply that `demand` may come before.
void add_concurrent(const Matching& matching, const HappensBefore& strong, std::vector<std::uint32_t>& events) {
  std::uint32_t first = kNoEvent;
  for (const auto& [routine, supplies] : matching.supplies) {
    for (const Amount& supply : supplies) {
      if (strong.concurrent(supply.event, events.front())) {
        first = std::min(first, supply.event);
        break;
      }
    }
  }
  if (first != kNoEvent) events.push_back(first);
}

/// False if the network was too large.
bool report(const Matching& matching, const HappensBefore& strong, const Trace& trace, const char* code,
            const char* kind, FindingList& predicted) {
  constexpr std::size_t kEdges = 1'000'000;
  constexpr std::size_t kFirst = 500;
  const bool small = matching.demands.size() * matching.supplies.size() <= kEdges;
  const std::uint32_t demand =
      small ? unmatched(matching, strong) : obviously_unmatched(matching, strong, trace, kFirst);
  if (demand != kNoEvent) {
    std::vector<std::uint32_t> events{demand};
    add_concurrent(matching, strong, events);
    predicted.add({code, kind, true, true, std::move(events)});
  }
  return small;
}

}  // namespace

bool find_unmatched(const Trace& trace, const HappensBefore& strong, FindingList& predicted) {
  bool complete = true;
  std::map<Object, Matching> groups, writes, reads;
  std::map<Object, Routine> locker;
  std::map<Object, std::set<Routine>> readers;
  std::set<Object> unlocked_by_others, read_unlocked_by_others;
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    const TraceEvent& event = trace.events[e];
    if (!event.finished() || event.object == kNoObject) continue;
    switch (event.kind) {
      case Kind::wg_add:
        if (event.operand > 0) groups[event.object].supplies[event.routine].push_back({e, event.operand});
        if (event.operand < 0) groups[event.object].demands.push_back({e, -event.operand});
        break;
      case Kind::lock:
      case Kind::try_lock:
        if (!event.ok) break;
        writes[event.object].supplies[event.routine].push_back({e, 1});
        locker[event.object] = event.routine;
        break;
      case Kind::rlock:
      case Kind::try_rlock:
        if (!event.ok) break;
        reads[event.object].supplies[event.routine].push_back({e, 1});
        readers[event.object].insert(event.routine);
        break;
      case Kind::unlock:
        writes[event.object].demands.push_back({e, 1});
        if (locker.contains(event.object) && locker[event.object] != event.routine)
          unlocked_by_others.insert(event.object);
        break;
      case Kind::runlock:
        reads[event.object].demands.push_back({e, 1});
        if (!readers[event.object].contains(event.routine)) read_unlocked_by_others.insert(event.object);
        break;
      default:
        break;
    }
  }
  for (const auto& [object, matching] : groups) {
    complete &= report(matching, strong, trace, "P03", "possible negative wait group counter", predicted);
  }
  for (const Object object : unlocked_by_others) {
    complete &= report(writes[object], strong, trace, "P04", "possible unlock of unlocked lock", predicted);
  }
  for (const Object object : read_unlocked_by_others) {
    complete &= report(reads[object], strong, trace, "P04", "possible unlock of unlocked lock", predicted);
  }
  return complete;
}

}  // namespace graphfuzz::go
