// The definition of each model, written down from its source and apart from the library: shares nothing with src/model
// but the names.
#pragma once

#include <string>
#include <vector>

#include "graphfuzz/graph/event.hpp"
#include "support/matrix.hpp"

namespace graphfuzz::testing {

struct PlainEvent {
  ThreadId thread = kInitThread;
  EventKind kind = EventKind::write;
  MemoryOrder order = MemoryOrder::non_atomic;
  Location location = kNoLocation;
};

/// An execution graph. `po` leaves out the initial writes, `rf` is that of accesses, `asw` that of begin and join.
struct PlainGraph {
  std::vector<PlainEvent> events;
  Matrix po, asw, rf, mo;
};

class PlainAxioms {
 public:
  explicit PlainAxioms(const PlainGraph& graph) : g_(graph) {
    same_ = pairs([](const PlainEvent& a, const PlainEvent& b) {
      return is_access(a.kind) && is_access(b.kind) && a.location == b.location;
    });
    fr_ = g_.rf.inverse() * g_.mo - Matrix::identity();
    eco_ = (g_.rf | g_.mo | fr_).plus();
  }

  bool consistent(const std::string& model) const {
    if (!(fr_ * g_.mo).irreflexive()) return false;
    if (model != "coherence" && !(g_.po | g_.asw | g_.rf).acyclic()) return false;
    if (model == "minimal") return (g_.mo * g_.rf).irreflexive();
    if (model == "sc") return (g_.po | g_.asw | g_.rf | g_.mo | fr_).acyclic();
    if (model == "tso" || model == "tso-bare") return tso(model == "tso");
    if (model == "ra") return ra();
    if (model == "rc11" || model == "rc11-c20") return rc11(model == "rc11");
    return (((g_.po | g_.asw).plus() & same_) | g_.rf | g_.mo | fr_).acyclic();
  }

 private:
  template <class Predicate>
  Matrix pairs(Predicate holds) const {
    Matrix r;
    for (int a = 0; a < static_cast<int>(g_.events.size()); ++a) {
      for (int b = 0; b < static_cast<int>(g_.events.size()); ++b) {
        if (holds(g_.events[a], g_.events[b])) r.set(a, b);
      }
    }
    return r;
  }

  template <class Predicate>
  Matrix those(Predicate holds) const {
    return Matrix::identity() & pairs([&](const PlainEvent& a, const PlainEvent&) { return holds(a); });
  }

  bool ra() const {
    const Matrix hb = (g_.po | g_.asw | g_.rf).plus();
    return (hb * eco_).irreflexive() && eco_.irreflexive();
  }

  // Owens, Sarkar and Sewell 2009, as Alglave, Maranget and Tautschnig put it in 2014. A locked instruction is spelled
  // as the read and the write of an update with an mfence on either side, which is what x86-TSO makes of it; a seq_cst
  // store, if it is mapped as compilers do, as a store with an mfence after it.
  bool tso(bool mapped) const {
    using enum EventKind;
    const Matrix ordered_by_kind = pairs([](const PlainEvent& a, const PlainEvent& b) {
      return (a.kind == read && b.kind == read) || (a.kind == read && b.kind == write) ||
             (a.kind == write && b.kind == write);
    });
    const Matrix locked = those([](const PlainEvent& e) { return e.kind == update; });
    const Matrix mfence = those([](const PlainEvent& e) { return e.kind == fence && is_seq_cst(e.order); });
    const Matrix internal = pairs([](const PlainEvent& a, const PlainEvent& b) { return a.thread == b.thread; });
    const Matrix sc_store =
        those([&](const PlainEvent& e) { return mapped && e.kind == write && is_seq_cst(e.order); });
    const Matrix implied = g_.po * locked | locked * g_.po | g_.po.maybe() * sc_store * g_.po | g_.po * mfence * g_.po;
    const Matrix threads = g_.po.maybe() * g_.asw * g_.po.maybe();
    const Matrix ghb = (g_.po & ordered_by_kind) | implied | threads | (g_.rf - internal) | g_.mo | fr_;
    return ((g_.po & same_) | g_.rf | g_.mo | fr_).acyclic() && ghb.acyclic();
  }

  // As shared/oracle/README.md spells it; in C++20 the writes of the releasing thread are in no release sequence.
  bool rc11(bool own_writes) const {
    const Matrix rel = those([](const PlainEvent& n) { return is_release(n.order); });
    const Matrix acq = those([](const PlainEvent& n) { return is_acquire(n.order); });
    const Matrix f = those([](const PlainEvent& n) { return n.kind == EventKind::fence; });
    const Matrix w = those([](const PlainEvent& n) { return writes(n.kind); });
    const Matrix wa = those([](const PlainEvent& n) { return writes(n.kind) && is_atomic(n.order); });
    const Matrix ra = those([](const PlainEvent& n) { return reads(n.kind) && is_atomic(n.order); });
    const Matrix u = those([](const PlainEvent& n) { return n.kind == EventKind::update; });
    const Matrix sc = those([](const PlainEvent& n) { return is_seq_cst(n.order); });
    const Matrix fsc = f * sc;
    const Matrix heads = own_writes ? w * (g_.po & same_).maybe() * wa : wa;
    const Matrix rs = heads * (g_.rf * u).plus().maybe();
    const Matrix sw = rel * (f * g_.po).maybe() * rs * g_.rf * ra * (g_.po * f).maybe() * acq;
    const Matrix hb = (g_.po | sw | g_.asw).plus();
    if (!hb.irreflexive() || !(hb * eco_).irreflexive() || !eco_.irreflexive()) return false;
    const Matrix sb_other = g_.po - same_;
    const Matrix scb = g_.po | sb_other * hb * sb_other | (hb & same_) | g_.mo | fr_;
    const Matrix psc_base = (sc | fsc * hb.maybe()) * scb * (sc | hb.maybe() * fsc);
    const Matrix psc_f = fsc * (hb | hb * eco_ * hb) * fsc;
    return (psc_base | psc_f).acyclic();
  }

  const PlainGraph& g_;
  Matrix same_, fr_, eco_;
};

}  // namespace graphfuzz::testing
