// Relations as classes. Four steps: who takes part; CPOP1 and CPOP2 as lists per operation, or per routine and object;
// classes as connected components; counts.
#include "graphfuzz/analysis/go/relations.hpp"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <map>

namespace graphfuzz::go {
namespace {

bool of_kind(Kind kind, Operations operations) {
  if (is_channel(kind) || kind == Kind::select || is_mutex(kind)) return true;
  if (operations == Operations::gopie) return false;
  switch (kind) {
    case Kind::once:
    case Kind::wg_add:
    case Kind::wg_wait:
    case Kind::cond_wait:
    case Kind::cond_signal:
    case Kind::cond_broadcast:
    case Kind::fork:
      return true;
    default:
      return is_atomic(kind);
  }
}

/// The objects that an operation is on.
void objects_of(const Trace& trace, const TraceEvent& event, std::vector<Object>& objects) {
  objects.clear();
  if (event.kind == Kind::fork) return;
  if (event.kind != Kind::select) {
    if (event.object != kNoObject) objects.push_back(event.object);
    return;
  }
  for (std::uint32_t c = 0; c < event.case_count; ++c) {
    const Object channel = trace.cases[event.first_case + c].channel;
    if (channel != kNoObject) objects.push_back(channel);
  }
  std::sort(objects.begin(), objects.end());
  objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
}

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

/// Lists of numbers, one after the other.
struct Lists {
  std::vector<std::uint32_t> begins{0};
  std::vector<std::uint32_t> members;
  void close() { begins.push_back(static_cast<std::uint32_t>(members.size())); }
  std::size_t size() const { return begins.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t list) const {
    return std::span(members).subspan(begins[list], begins[list + 1] - begins[list]);
  }
};

/// The components of CPOP1 ∪ CPOP2 as its edges are told, one after the other.
class Components {
 public:
  explicit Components(std::size_t size) : ranks_(size, 0), parents_(size) {
    for (std::uint32_t x = 0; x < size; ++x) sets_.make_set(x);
  }
  Components(const Components&) = delete;
  std::uint32_t find(std::uint32_t x) { return sets_.find_set(x); }
  void unite(std::uint32_t a, std::uint32_t b) { sets_.union_set(a, b); }

 private:
  std::vector<std::uint32_t> ranks_, parents_;
  boost::disjoint_sets<std::uint32_t*, std::uint32_t*> sets_{ranks_.data(), parents_.data()};
};

std::uint64_t pairs_of(std::uint64_t n) { return n * (n - 1) / 2; }

}  // namespace

/// An operation is called by its number in `operations`; in the lists are events.
struct Relations::Classes {
  const Trace* trace = nullptr;
  RelationOptions options;
  std::vector<std::uint32_t> operations;
  std::vector<std::uint32_t> number;  ///< of an event; kNowhere if it does not take part
  Lists lists1, lists2;
  std::vector<std::uint32_t> list1, list2;  ///< of an operation; kNowhere: it has none
  std::uint64_t pairs1 = 0, pairs2 = 0;

  Routine routine(std::uint32_t event) const { return trace->events[event].routine; }

  void select_operations() {
    number.assign(trace->events.size(), kNowhere);
    for (std::uint32_t e = 0; e < trace->events.size(); ++e) {
      const TraceEvent& event = trace->events[e];
      if (!of_kind(event.kind, options.operations) || (!event.finished() && !options.unfinished)) continue;
      number[e] = static_cast<std::uint32_t>(operations.size());
      operations.push_back(e);
    }
    list1.assign(operations.size(), kNowhere);
    list2.assign(operations.size(), kNowhere);
  }

  /// The operations of each routine, in the trace's order.
  std::vector<std::vector<std::uint32_t>> by_routine() const {
    std::vector<std::vector<std::uint32_t>> result(trace->routines.size());
    for (const std::uint32_t e : operations) result[routine(e)].push_back(e);
    return result;
  }

  /// The operations on each object, in the trace's order.
  std::vector<std::vector<std::uint32_t>> by_object() const {
    std::vector<std::vector<std::uint32_t>> result(trace->objects.size());
    std::vector<Object> objects;
    for (const std::uint32_t e : operations) {
      objects_of(*trace, trace->events[e], objects);
      for (const Object object : objects) result[object].push_back(e);
    }
    return result;
  }

  void relate1(const std::vector<std::vector<std::uint32_t>>& routines) {
    for (const std::vector<std::uint32_t>& events : routines) {
      if (events.size() < 2) continue;
      if (options.rel1 == Neighbours::any) {
        for (const std::uint32_t e : events) list1[number[e]] = static_cast<std::uint32_t>(lists1.size());
        lists1.members.insert(lists1.members.end(), events.begin(), events.end());
        lists1.close();
        pairs1 += pairs_of(events.size());
        continue;
      }
      for (std::size_t i = 0; i < events.size(); ++i) {
        list1[number[events[i]]] = static_cast<std::uint32_t>(lists1.size());
        if (i > 0) lists1.members.push_back(events[i - 1]);
        if (i + 1 < events.size()) lists1.members.push_back(events[i + 1]);
        lists1.close();
      }
      pairs1 += events.size() - 1;
    }
  }

  /// Rules 1 and 2 alone, consecutive operations: everyone has a list of its own.
  void relate2_consecutive(const std::vector<std::vector<std::uint32_t>>& objects) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const std::vector<std::uint32_t>& events : objects) {
      for (std::size_t i = 1; i < events.size(); ++i) {
        if (routine(events[i - 1]) == routine(events[i])) continue;
        edges.emplace_back(events[i - 1], events[i]);
        edges.emplace_back(events[i], events[i - 1]);
      }
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    for (std::size_t i = 0; i < edges.size();) {
      const std::uint32_t from = edges[i].first;
      list2[number[from]] = static_cast<std::uint32_t>(lists2.size());
      for (; i < edges.size() && edges[i].first == from; ++i) lists2.members.push_back(edges[i].second);
      lists2.close();
    }
    pairs2 = edges.size() / 2;
  }

  /// Rules 1 and 2 alone, any operations: those on one object share a list; those on several have their own.
  void relate2_any(const std::vector<std::vector<std::uint32_t>>& objects) {
    std::vector<std::vector<Object>> several(operations.size());  // of selects
    std::vector<std::uint32_t> counts(operations.size(), 0);
    for (const auto& events : objects) {
      for (const std::uint32_t e : events) ++counts[number[e]];
    }
    const auto shares = [&](std::uint32_t e) { return counts[number[e]] > 1; };
    for (Object object = 0; object < objects.size(); ++object) {
      const std::vector<std::uint32_t>& events = objects[object];
      if (events.empty()) continue;
      std::map<Routine, std::uint64_t> of_routine;
      std::uint64_t single = 0;
      for (const std::uint32_t e : events) {
        if (shares(e)) {
          several[number[e]].push_back(object);
          continue;
        }
        list2[number[e]] = static_cast<std::uint32_t>(lists2.size());
        ++of_routine[routine(e)];
        ++single;
      }
      pairs2 += pairs_of(single);
      for (const auto& [r, n] : of_routine) pairs2 -= pairs_of(n);
      lists2.members.insert(lists2.members.end(), events.begin(), events.end());
      lists2.close();
    }
    std::uint64_t twice = 0;  // pairs of two such selects are met from both sides
    for (std::uint32_t o = 0; o < operations.size(); ++o) {
      if (several[o].empty()) continue;
      std::vector<std::uint32_t> own;
      for (const Object object : several[o]) own.insert(own.end(), objects[object].begin(), objects[object].end());
      std::sort(own.begin(), own.end());
      own.erase(std::unique(own.begin(), own.end()), own.end());
      for (const std::uint32_t e : own) {
        if (routine(e) == routine(operations[o])) continue;
        ++(shares(e) ? twice : pairs2);
      }
      list2[o] = static_cast<std::uint32_t>(lists2.size());
      lists2.members.insert(lists2.members.end(), own.begin(), own.end());
      lists2.close();
    }
    pairs2 += twice / 2;
  }

  /// All four rules. `any` makes no difference: what it relates is connected by those that follow each other, unless
  /// all operations on an object are of one routine.
  void relate2_transitive(const std::vector<std::vector<std::uint32_t>>& routines,
                          const std::vector<std::vector<std::uint32_t>>& objects) {
    Components classes(operations.size());
    std::vector<bool> target(operations.size(), false);
    for (const auto& events : routines) {
      for (std::size_t i = 1; i < events.size(); ++i) classes.unite(number[events[i - 1]], number[events[i]]);
    }
    for (const auto& events : objects) {
      bool several = false;
      for (std::size_t i = 1; i < events.size(); ++i) {
        if (routine(events[i - 1]) == routine(events[i])) continue;
        several = true;
        target[number[events[i - 1]]] = target[number[events[i]]] = true;
        classes.unite(number[events[i - 1]], number[events[i]]);
      }
      if (!several || options.rel2 != Neighbours::any) continue;
      for (const std::uint32_t e : events) {
        target[number[e]] = true;
        classes.unite(number[e], number[events.front()]);
      }
    }
    std::vector<std::uint32_t> size(operations.size(), 0), targets(operations.size(), 0);
    for (std::uint32_t o = 0; o < operations.size(); ++o) {
      ++size[classes.find(o)];
      targets[classes.find(o)] += target[o] ? 1 : 0;
    }
    std::vector<std::uint32_t> list(operations.size(), kNowhere), next(operations.size(), 0);
    for (std::uint32_t o = 0; o < operations.size(); ++o) {
      if (targets[o] == 0) continue;
      list[o] = static_cast<std::uint32_t>(lists2.size());
      next[o] = static_cast<std::uint32_t>(lists2.members.size());
      lists2.members.resize(lists2.members.size() + targets[o]);
      lists2.close();
      pairs2 += pairs_of(targets[o]) + std::uint64_t{targets[o]} * (size[o] - targets[o]);
    }
    for (std::uint32_t o = 0; o < operations.size(); ++o) {
      const std::uint32_t root = classes.find(o);
      list2[o] = list[root];
      if (target[o]) lists2.members[next[root]++] = operations[o];
    }
  }
};

Relations::Relations(const Trace& trace, const RelationOptions& options) : classes_(std::make_unique<Classes>()) {
  Classes& c = *classes_;
  c.trace = &trace;
  c.options = options;
  c.select_operations();
  const auto routines = c.by_routine();
  const auto objects = c.by_object();
  c.relate1(routines);
  if (options.transitive) {
    c.relate2_transitive(routines, objects);
  } else if (options.rel2 == Neighbours::consecutive) {
    c.relate2_consecutive(objects);
  } else {
    c.relate2_any(objects);
  }
}

Relations::~Relations() = default;
Relations::Relations(Relations&&) noexcept = default;
Relations& Relations::operator=(Relations&&) noexcept = default;

std::span<const std::uint32_t> Relations::operations() const { return classes_->operations; }
bool Relations::takes_part(std::uint32_t event) const { return classes_->number[event] != kNowhere; }

std::span<const std::uint32_t> Relations::rel1(std::uint32_t event) const {
  if (!takes_part(event)) return {};
  const std::uint32_t list = classes_->list1[classes_->number[event]];
  return list == kNowhere ? std::span<const std::uint32_t>() : classes_->lists1[list];
}

std::span<const std::uint32_t> Relations::rel2(std::uint32_t event) const {
  if (!takes_part(event)) return {};
  const std::uint32_t list = classes_->list2[classes_->number[event]];
  return list == kNowhere ? std::span<const std::uint32_t>() : classes_->lists2[list];
}

bool Relations::related1(std::uint32_t from, std::uint32_t to) const { return from != to; }

bool Relations::related2(std::uint32_t from, std::uint32_t to) const {
  return from != to && (classes_->options.transitive || classes_->routine(from) != classes_->routine(to));
}

std::uint64_t Relations::rel1_pairs() const { return classes_->pairs1; }
std::uint64_t Relations::rel2_pairs() const { return classes_->pairs2; }

}  // namespace graphfuzz::go
