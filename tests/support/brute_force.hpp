// The definition of each model, by brute force and apart from the library: every choice of rf and mo for a
// straight-line program, with the axioms evaluated on bit matrices. Shares nothing with src/model but the names.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "support/straight_line.hpp"

namespace graphfuzz::testing {

/// A relation on at most 32 events.
struct Matrix {
  static constexpr int kMax = 32;
  std::array<std::uint32_t, kMax> row{};

  bool at(int a, int b) const { return row[a] >> b & 1; }
  void set(int a, int b) { row[a] |= 1U << b; }
  Matrix operator|(const Matrix& o) const {
    Matrix r;
    for (int a = 0; a < kMax; ++a) r.row[a] = row[a] | o.row[a];
    return r;
  }
  Matrix operator&(const Matrix& o) const {
    Matrix r;
    for (int a = 0; a < kMax; ++a) r.row[a] = row[a] & o.row[a];
    return r;
  }
  Matrix operator-(const Matrix& o) const {
    Matrix r;
    for (int a = 0; a < kMax; ++a) r.row[a] = row[a] & ~o.row[a];
    return r;
  }
  Matrix operator*(const Matrix& o) const {
    Matrix r;
    for (int a = 0; a < kMax; ++a) {
      for (int b = 0; b < kMax; ++b) {
        if (at(a, b)) r.row[a] |= o.row[b];
      }
    }
    return r;
  }
  Matrix inverse() const {
    Matrix r;
    for (int a = 0; a < kMax; ++a) {
      for (int b = 0; b < kMax; ++b) {
        if (at(a, b)) r.set(b, a);
      }
    }
    return r;
  }
  static Matrix identity() {
    Matrix r;
    for (int a = 0; a < kMax; ++a) r.set(a, a);
    return r;
  }
  Matrix maybe() const { return *this | identity(); }
  Matrix plus() const {
    Matrix r = *this;
    while (true) {
      const Matrix next = r | r * r;
      if (next.row == r.row) return r;
      r = next;
    }
  }
  bool irreflexive() const {
    for (int a = 0; a < kMax; ++a) {
      if (at(a, a)) return false;
    }
    return true;
  }
  bool acyclic() const { return plus().irreflexive(); }
};

class BruteForce {
 public:
  explicit BruteForce(const StraightLine& program) : program_(program) {
    for (Location x = 0; x < program.locations().size(); ++x) events_.push_back({kInitThread, x, {}, EventKind::write});
    for (ThreadId t = 0; t < program.threads(); ++t) {
      for (std::uint32_t i = 0; i < program.ops()[t].size(); ++i) events_.push_back({t, i, program.ops()[t][i]});
    }
    for (int e = 0; e < locations(); ++e) {
      events_[e].op.location = static_cast<Location>(e);
      events_[e].op.order = MemoryOrder::non_atomic;
    }
  }

  /// The consistent graphs, as `canonical` spells them.
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

  bool may_write(const Node& n) const {
    return n.thread == kInitThread || n.op.kind == RequestKind::write || n.op.kind == RequestKind::update ||
           (n.op.kind == RequestKind::compare_exchange && !n.fails);
  }

  void choose_source(int e) {
    if (e == static_cast<int>(events_.size())) {
      check_sources();
      return;
    }
    Node& n = events_[e];
    if (n.op.kind == RequestKind::write || n.op.kind == RequestKind::fence) {
      choose_source(e + 1);
      return;
    }
    for (int source = 0; source < static_cast<int>(events_.size()); ++source) {
      const Node& s = events_[source];
      if (source == e || s.op.location != n.op.location || s.op.kind == RequestKind::fence) continue;
      if (s.thread != kInitThread && s.op.kind == RequestKind::read) continue;
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
    Matrix rf;
    for (int e = locations(); e < n; ++e) {
      Node& node = events_[e];
      if (node.source < 0) continue;
      if (!may_write(events_[node.source])) return;
      rf.set(node.source, e);
    }
    if (model_ != "coherence" && !(po | rf).plus().irreflexive()) return;
    for (int e = 0; e < n; ++e) events_[e].knows_read = events_[e].knows_written = e < locations();
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
    rf_ = rf;
    po_ = po;
    choose_mo(0);
  }

  // The values of one event, as far as they follow from what is known. What is not written is 0.
  void work_out(int e) {
    Node& node = events_[e];
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
      if (events_[d].thread != node.thread || events_[d].source < 0) continue;
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
      if (consistent()) found_.insert(text());
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

  template <class Predicate>
  Matrix those(Predicate holds) const {
    Matrix r;
    for (int e = 0; e < static_cast<int>(events_.size()); ++e) {
      if (holds(events_[e])) r.set(e, e);
    }
    return r;
  }

  bool consistent() const {
    Matrix mo;
    for (const std::vector<int>& order : mo_) {
      for (std::size_t i = 0; i < order.size(); ++i) {
        for (std::size_t j = i + 1; j < order.size(); ++j) mo.set(order[i], order[j]);
      }
    }
    Matrix same;
    for (int a = 0; a < static_cast<int>(events_.size()); ++a) {
      for (int b = 0; b < static_cast<int>(events_.size()); ++b) {
        if (is_access(events_[a].kind) && is_access(events_[b].kind) &&
            events_[a].op.location == events_[b].op.location) {
          same.set(a, b);
        }
      }
    }
    const Matrix fr = rf_.inverse() * mo - Matrix::identity();
    const Matrix eco = (rf_ | mo | fr).plus();
    if (!(fr * mo).irreflexive()) return false;  // atomicity
    if (model_ == "sc") return (po_ | rf_ | mo | fr).acyclic();
    if (model_ == "coherence" || model_ == "relaxed") return ((po_ & same) | rf_ | mo | fr).acyclic();
    if (model_ == "ra") {
      const Matrix hb = (po_ | rf_).plus();
      return (hb * eco).irreflexive() && eco.irreflexive();
    }
    // rc11, as shared/oracle/README.md spells it
    const Matrix rel = those([](const Node& n) { return is_release(n.order); });
    const Matrix acq = those([](const Node& n) { return is_acquire(n.order); });
    const Matrix f = those([](const Node& n) { return n.kind == EventKind::fence; });
    const Matrix w = those([](const Node& n) { return writes(n.kind); });
    const Matrix wa = those([](const Node& n) { return writes(n.kind) && is_atomic(n.order); });
    const Matrix ra = those([](const Node& n) { return reads(n.kind) && is_atomic(n.order); });
    const Matrix u = those([](const Node& n) { return n.kind == EventKind::update; });
    const Matrix sc = those([](const Node& n) { return is_seq_cst(n.order); });
    const Matrix fsc = f * sc;
    const Matrix rs = w * (po_ & same).maybe() * wa * (rf_ * u).plus().maybe();
    const Matrix sw = rel * (f * po_).maybe() * rs * rf_ * ra * (po_ * f).maybe() * acq;
    const Matrix hb = (po_ | sw).plus();
    if (!hb.irreflexive() || !(hb * eco).irreflexive() || !eco.irreflexive()) return false;
    const Matrix sb_other = po_ - same;
    const Matrix scb = po_ | sb_other * hb * sb_other | (hb & same) | mo | fr;
    const Matrix psc_base = (sc | fsc * hb.maybe()) * scb * (sc | hb.maybe() * fsc);
    const Matrix psc_f = fsc * (hb | hb * eco * hb) * fsc;
    return (psc_base | psc_f).acyclic();
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
                  std::to_string(n.written_value) + "," + (reads(n.kind) ? id(n.source) : "-") + " ";
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
  Matrix rf_, po_;
  std::vector<std::vector<int>> mo_;
};

}  // namespace graphfuzz::testing
