// Relations as sets of pairs and the operators of cat by plain loops: what the evaluator is checked against. Shares
// nothing with it.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "graphfuzz/graph/execution_graph.hpp"
#include "graphfuzz/model/cat.hpp"
#include "model/cat/evaluator.hpp"
#include "model/cat/registers.hpp"

namespace graphfuzz::testing {

using Pairs = std::set<std::pair<Slot, Slot>>;
using Slots = std::set<Slot>;

inline Pairs pairs_where(const ExecutionGraph& g, const std::function<bool(Slot, Slot)>& holds) {
  Pairs result;
  for (Slot a = 0; a < g.size(); ++a) {
    for (Slot b = 0; b < g.size(); ++b) {
      if (holds(a, b)) result.emplace(a, b);
    }
  }
  return result;
}

inline Slots slots_where(const ExecutionGraph& g, const std::function<bool(Slot)>& holds) {
  Slots result;
  for (Slot a = 0; a < g.size(); ++a) {
    if (holds(a)) result.insert(a);
  }
  return result;
}

template <class Set>
Set united(Set a, const Set& b) {
  a.insert(b.begin(), b.end());
  return a;
}
template <class Set>
Set intersected(const Set& a, const Set& b) {
  Set r;
  for (const auto& x : a) {
    if (b.contains(x)) r.insert(x);
  }
  return r;
}
template <class Set>
Set without(const Set& a, const Set& b) {
  Set r;
  for (const auto& x : a) {
    if (!b.contains(x)) r.insert(x);
  }
  return r;
}
inline Pairs composed(const Pairs& a, const Pairs& b) {
  std::map<Slot, Slots> successors;
  for (const auto& [y, z] : b) successors[y].insert(z);
  Pairs r;
  for (const auto& [x, y] : a) {
    const auto found = successors.find(y);
    if (found == successors.end()) continue;
    for (Slot z : found->second) r.emplace(x, z);
  }
  return r;
}
inline Pairs inverted(const Pairs& a) {
  Pairs r;
  for (const auto& [x, y] : a) r.emplace(y, x);
  return r;
}
inline Pairs closed(const Pairs& a) {
  std::map<Slot, Slots> successors;
  for (const auto& [x, y] : a) successors[x].insert(y);
  Pairs r;
  for (const auto& entry : successors) {
    std::vector<Slot> open(entry.second.begin(), entry.second.end());
    while (!open.empty()) {
      const Slot y = open.back();
      open.pop_back();
      if (!r.emplace(entry.first, y).second || !successors.contains(y)) continue;
      open.insert(open.end(), successors[y].begin(), successors[y].end());
    }
  }
  return r;
}
inline Pairs product(const Slots& a, const Slots& b) {
  Pairs r;
  for (Slot x : a) {
    for (Slot y : b) r.emplace(x, y);
  }
  return r;
}

inline Pairs po_of(const ExecutionGraph& g) {
  return pairs_where(g, [&](Slot a, Slot b) {
    return g[a].id.thread == g[b].id.thread && g[a].id.thread != kInitThread && g[a].id.index < g[b].id.index;
  });
}
inline Pairs rf_of(const ExecutionGraph& g) {
  return pairs_where(g, [&](Slot a, Slot b) { return is_access(g[b].label.kind) && g[b].rf == a; });
}
inline Pairs mo_of(const ExecutionGraph& g) {
  return pairs_where(g, [&](Slot a, Slot b) {
    const Label& first = g[a].label;
    const Label& second = g[b].label;
    return writes(first.kind) && writes(second.kind) && first.location == second.location &&
           g[a].mo_position < g[b].mo_position;
  });
}
inline Pairs loc_of(const ExecutionGraph& g) {
  return pairs_where(g, [&](Slot a, Slot b) {
    return is_access(g[a].label.kind) && is_access(g[b].label.kind) && g[a].label.location == g[b].label.location;
  });
}

/// What the library makes of an expression, by way of the model `prelude`, empty EXPRESSION.
class Evaluated {
 public:
  explicit Evaluated(const std::string& expression, const std::string& prelude = "")
      : model_(parse_cat("\"test\"\n" + prelude + "\nempty " + expression, "test.cat")), registers_(model_->plan()) {}

  void on(const ExecutionGraph& graph) {
    registers_.truncate(0);
    registers_.follow(graph);
    run(model_->plan(), model_->plan().everything, registers_);
  }
  Pairs pairs(const ExecutionGraph& graph) {
    on(graph);
    return pairs_where(graph, [&](Slot a, Slot b) { return registers_.holds(node(), a, b); });
  }
  Slots slots(const ExecutionGraph& graph) {
    on(graph);
    return slots_where(graph, [&](Slot a) { return registers_.holds(node(), a); });
  }
  bool is_relation() const { return cat::is_relation(model_->plan().nodes[node()].op); }
  const cat::Registers& registers() const { return registers_; }

 private:
  cat::NodeId node() const { return model_->plan().tests.back().node; }
  std::shared_ptr<const CatModel> model_;
  cat::Registers registers_;
};

}  // namespace graphfuzz::testing
