// Every choice of rf and mo for a straight-line program, by brute force: the consistent ones by plain_axioms.hpp are
// the graphs that a model has to offer. Shares nothing with src/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "support/plain_axioms.hpp"
#include "support/straight_line.hpp"

namespace graphfuzz::testing {

class BruteForce {
 public:
  explicit BruteForce(const StraightLine& program) : program_(program) {
    for (Location x = 0; x < program.locations().size(); ++x) events_.push_back({kInitThread, x, {}, EventKind::write});
    std::vector<int> started_after(program.threads(), -1), first(program.threads(), -1), last(program.threads(), -1);
    for (ThreadId t = 0; t < program.threads(); ++t) {
      std::uint32_t index = 0;
      const auto add = [&](const Op& op, EventKind kind) {
        last[t] = static_cast<int>(events_.size());
        if (index == 0) first[t] = last[t];
        events_.push_back({t, index++, op, kind});
      };
      if (program.started_by(t)) add({}, EventKind::begin);
      for (const Op& op : program.ops()[t]) {
        if (op.kind == RequestKind::start) {
          started_after[static_cast<std::size_t>(op.operand)] = last[t];
        } else {
          add(op, op.kind == RequestKind::join ? EventKind::join : EventKind::fence);
        }
      }
      if (program.started_by(t)) add({}, EventKind::end);
    }
    for (ThreadId t = 0; t < program.threads(); ++t) {
      if (!program.started_by(t)) continue;
      events_[first[t]].source = started_after[t];
      events_[first[t]].written_value = *program.started_by(t);
    }
    for (Node& node : events_) {
      if (node.kind != EventKind::join) continue;
      node.source = last[static_cast<std::size_t>(node.op.operand)];
      node.written_value = node.op.operand;
    }
    for (int e = 0; e < locations(); ++e) {
      events_[e].op.location = static_cast<Location>(e);
      events_[e].op.order = MemoryOrder::non_atomic;
    }
  }

  /// The graphs that are consistent, as `canonical` spells them.
  std::set<std::string> graphs(const std::string& model) {
    model_ = model;
    found_.clear();
    choose_source(locations());
    return found_;
  }

 private:
  struct Node {
    ThreadId thread;
    std::uint32_t index;
    Op op;
    EventKind kind = EventKind::fence;
    int source = -1;
    bool fails = false;  // a compare-exchange is taken to fail
    Value read_value = 0;
    Value written_value = 0;
    bool knows_read = false;
    bool knows_written = false;
    MemoryOrder order = MemoryOrder::non_atomic;
  };

  int locations() const { return static_cast<int>(program_.locations().size()); }

  static bool synchronises(const Node& n) {
    return n.kind == EventKind::begin || n.kind == EventKind::end || n.kind == EventKind::join;
  }

  static bool may_read(const Node& n) {
    return !synchronises(n) && n.op.kind != RequestKind::write && n.op.kind != RequestKind::fence;
  }

  static bool may_write(const Node& n) {
    if (synchronises(n)) return false;
    return n.thread == kInitThread || n.op.kind == RequestKind::write || n.op.kind == RequestKind::update ||
           (n.op.kind == RequestKind::compare_exchange && !n.fails);
  }

  void choose_source(int e) {
    if (e == static_cast<int>(events_.size())) {
      check_sources();
      return;
    }
    Node& n = events_[e];
    if (!may_read(n)) {
      choose_source(e + 1);
      return;
    }
    for (int source = 0; source < static_cast<int>(events_.size()); ++source) {
      const Node& s = events_[source];
      if (source == e || s.op.location != n.op.location) continue;
      if (!may_write(s) && !(s.thread != kInitThread && s.op.kind == RequestKind::compare_exchange)) continue;
      n.source = source;
      n.fails = false;
      choose_source(e + 1);
      if (n.op.kind == RequestKind::compare_exchange) {
        n.fails = true;
        choose_source(e + 1);
      }
    }
  }

  // Values follow from the sources: what is known spreads until all is, or the rest depends on itself.
  void check_sources() {
    const int n = static_cast<int>(events_.size());
    const Matrix po = program_order();
    Matrix rf, asw;
    for (int e = locations(); e < n; ++e) {
      const Node& node = events_[e];
      if (may_read(node)) {
        if (!may_write(events_[node.source])) return;
        rf.set(node.source, e);
      } else if (node.source >= 0) {
        asw.set(node.source, e);
      }
    }
    if (model_ != "coherence" && !(po | rf | asw).plus().irreflexive()) return;
    for (int e = 0; e < n; ++e) {
      events_[e].knows_read = events_[e].knows_written = e < locations() || synchronises(events_[e]);
    }
    for (bool progress = true; progress;) {
      progress = false;
      for (int e = locations(); e < n; ++e) {
        Node& node = events_[e];
        const bool knew = node.knows_read && node.knows_written;
        work_out(e);
        progress |= !knew && node.knows_read && node.knows_written;
      }
    }
    for (int e = locations(); e < n; ++e) {
      Node& node = events_[e];
      if (synchronises(node)) continue;
      if (!node.knows_read || !node.knows_written) return;
      node.order = node.op.order;
      switch (node.op.kind) {
        case RequestKind::read:
          node.kind = EventKind::read;
          break;
        case RequestKind::write:
          node.kind = EventKind::write;
          break;
        case RequestKind::update:
          node.kind = EventKind::update;
          break;
        case RequestKind::compare_exchange:
          if (node.read_value == node.op.expected && node.fails && !node.op.weak) return;
          if (node.read_value != node.op.expected && !node.fails) return;
          node.kind = node.fails ? EventKind::read : EventKind::update;
          if (node.fails) node.order = node.op.failure_order;
          break;
        default:
          node.kind = EventKind::fence;
      }
    }
    mo_.assign(static_cast<std::size_t>(locations()), {});
    graph_.events.clear();
    for (const Node& node : events_) graph_.events.push_back({node.thread, node.kind, node.order, node.op.location});
    graph_.rf = rf;
    graph_.asw = asw;
    graph_.po = po;
    choose_mo(0);
  }

  // The values of one event, as far as they follow from what is known. What is not written is 0.
  void work_out(int e) {
    Node& node = events_[e];
    if (synchronises(node)) return;
    if (node.source < 0) {
      node.read_value = 0;
      node.knows_read = true;
    } else if (events_[node.source].knows_written) {
      node.read_value = events_[node.source].written_value;
      node.knows_read = true;
    }
    Value last_read = 0;
    bool knows_last = true;
    for (int d = locations(); d < e; ++d) {
      if (events_[d].thread != node.thread || !may_read(events_[d])) continue;
      last_read = events_[d].read_value;
      knows_last = events_[d].knows_read;
    }
    const bool adds = node.op.kind == RequestKind::update && node.op.operation == Operation::add;
    if (node.op.kind == RequestKind::read || node.op.kind == RequestKind::fence || !may_write(node)) {
      node.written_value = 0;
      node.knows_written = true;
    } else if ((!node.op.dependent || knows_last) && (!adds || node.knows_read)) {
      node.written_value = node.op.operand + (node.op.dependent ? last_read : 0) + (adds ? node.read_value : 0);
      node.knows_written = true;
    }
  }

  Matrix program_order() const {
    Matrix po;
    for (int a = locations(); a < static_cast<int>(events_.size()); ++a) {
      for (int b = a + 1; b < static_cast<int>(events_.size()); ++b) {
        if (events_[a].thread == events_[b].thread) po.set(a, b);
      }
    }
    return po;
  }

  void choose_mo(int location) {
    if (location == locations()) {
      graph_.mo = {};
      for (const std::vector<int>& order : mo_) {
        for (std::size_t i = 0; i < order.size(); ++i) {
          for (std::size_t j = i + 1; j < order.size(); ++j) graph_.mo.set(order[i], order[j]);
        }
      }
      if (PlainAxioms(graph_).consistent(model_)) found_.insert(text());
      return;
    }
    std::vector<int> writes_here;
    for (int e = locations(); e < static_cast<int>(events_.size()); ++e) {
      if (writes(events_[e].kind) && static_cast<int>(events_[e].op.location) == location) writes_here.push_back(e);
    }
    do {
      mo_[location] = {location};
      mo_[location].insert(mo_[location].end(), writes_here.begin(), writes_here.end());
      choose_mo(location + 1);
    } while (std::next_permutation(writes_here.begin(), writes_here.end()));
  }

  std::string text() const {
    std::string result;
    const auto id = [&](int e) {
      const Node& n = events_[e];
      return (n.thread == kInitThread ? std::string("i") : std::to_string(n.thread)) + "." + std::to_string(n.index);
    };
    for (ThreadId t = 0; t < program_.threads(); ++t) {
      for (int e = locations(); e < static_cast<int>(events_.size()); ++e) {
        const Node& n = events_[e];
        if (n.thread != t) continue;
        result += std::to_string(static_cast<int>(n.kind)) + "," + std::to_string(n.read_value) + "," +
                  std::to_string(n.written_value) + "," + (n.source >= 0 ? id(n.source) : "-") + " ";
      }
      result += "| ";
    }
    for (const std::vector<int>& order : mo_) {
      for (int e : order) result += id(e) + " ";
      result += "/ ";
    }
    return result;
  }

  const StraightLine& program_;
  std::vector<Node> events_;
  std::string model_;
  std::set<std::string> found_;
  PlainGraph graph_;
  std::vector<std::vector<int>> mo_;
};

}  // namespace graphfuzz::testing
