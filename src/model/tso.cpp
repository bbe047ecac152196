// x86-TSO (Owens, Sarkar, Sewell, "A better x86 memory model: x86-TSO", TPHOLs 2009), in the axiomatic form of Alglave,
// Maranget and Tautschnig, "Herding cats", TOPLAS 2014, figure 21:
//   uniproc    acyclic(po-loc | rf | mo | fr)
//   atomicity  irreflexive(fr; mo)
//   ghb        acyclic(ppo | fence | asw | rfe | mo | fr)
//     ppo   = po on accesses, but from pure writes (tso: that are not seq_cst) to pure reads
//     fence = po; [F & SC]; po       asw = po?; asw; po?       rfe = rf between threads, or from initial writes
//   no thin air, as in all models here: acyclic(po | asw | rf)
// An update is a locked instruction: ppo makes it a full fence. A seq_cst fence is an mfence, all others do nothing. A
// compare-exchange that fails is a mere read, here as in the other models. Two variants:
//   tso       C as compilers map it to x86 (Batty, Owens, Sarkar, Sewell, Weber, "Mathematizing C++ concurrency", POPL
//             2011): a seq_cst store is a locked exchange, or a store and an mfence, which is the same here.
//             So ppo leaves out only the other writes before a read. No other order of an access counts.
//   tso-bare  the machine on which each store is a plain one: all orders of accesses are ignored.
//
// The choices are a suffix of mo. A new event e, porf-maximal, has no edge out of it but fr and mo, to the writes after
// its place; at a later place it has fewer of them. Its incoming edges that depend on the place are rfe and mo from its
// predecessor w, and fr from the readers of the writes up to w: all these go to every write after w already, w itself
// by mo, so a cycle through such an edge was there without e. What is left are cycles from a write w' after the place,
// through e's thread (ppo, fence or asw, which no choice of place changes), to e. So the suffix begins at the mo-latest
// write that is ghb-before e's thread, as far as e waits for it: a pure read waits for the reads of its thread and for
// what a fence had it wait for. For uniproc it begins no earlier than the write that the thread's last access of the
// location observed; this is what a read has to respect whose thread's write is still on its way. Coherence between a
// thread and those that it started or joined follows from ghb.
#include "model/axioms.hpp"
#include "model/coherence_bound.hpp"
#include "model/native_models.hpp"
#include "model/tso_clocks.hpp"

namespace graphfuzz {
namespace {

class Tso final : public BoundModel {
 public:
  explicit Tso(SeqCstStore store) : store_(store), ghb_(store) {}

  std::string_view name() const override { return store_ == SeqCstStore::locked ? "tso" : "tso-bare"; }

  void reset(const ExecutionGraph& graph) override {
    ghb_.reset(graph);
    before_.resize(ghb_.width());
  }

  void added(const ExecutionGraph& graph, Slot slot) override {
    const Event& e = graph[slot];
    const std::span<std::uint32_t> clock = ghb_.add(graph, slot);
    if (!is_access(e.label.kind)) {
      if (e.rf != kNoSlot) ghb_.join_all(clock, e.rf);
      return;
    }
    remember_write(graph, slot);
    if (reads(e.label.kind) && graph[e.rf].id.thread != e.id.thread) ghb_.join_node(graph, clock, e.rf);
    Slot later;  // the first write that comes after e
    if (writes(e.label.kind)) {
      const Slot previous = graph.mo_previous(slot);
      ghb_.join_node(graph, clock, previous);
      for (Slot r = graph[previous].first_reader; r != kNoSlot; r = graph[r].next_reader) {
        if (r != slot) ghb_.join_node(graph, clock, r);
      }
      later = graph.mo_next(slot);
    } else {
      later = graph.mo_next(e.rf);
    }
    if (later != kNoSlot) ghb_.precede(graph, slot, later);
  }

  void removed(const ExecutionGraph& graph) override {
    if (!ghb_.truncate(graph)) rebuild(graph);
  }
  bool removes_cheaply() const override { return true; }

  std::optional<Violation> explain(const ExecutionGraph& graph) const override {
    const BaseRelations r(graph);
    const std::size_t n = graph.size();
    const Relation ppo =
        r.po & Relation::where(n, [&](Slot a, Slot b) {
          const Label& first = graph[a].label;
          const Label& second = graph[b].label;
          const bool locked = store_ == SeqCstStore::locked && is_seq_cst(first.order);
          const bool buffered = first.kind == EventKind::write && !locked;
          return is_access(first.kind) && is_access(second.kind) && !(buffered && second.kind == EventKind::read);
        });
    const Relation mfence = Relation::identity(
        n, [&](Slot s) { return graph[s].label.kind == EventKind::fence && is_seq_cst(graph[s].label.order); });
    const Relation external =
        Relation::where(n, [&](Slot a, Slot b) { return graph[a].id.thread != graph[b].id.thread; });
    return first_violation(
        {acyclic("uniproc", {{"po-loc", r.po & r.same_location}, {"rf", r.rf}, {"mo", r.mo}, {"fr", r.fr}}),
         atomicity(r),
         acyclic("ghb", {{"ppo", ppo},
                         {"fence", r.po * mfence * r.po},
                         {"asw", r.po.optional() * r.asw * r.po.optional()},
                         {"rfe", r.rf & external},
                         {"mo", r.mo},
                         {"fr", r.fr}}),
         acyclic("no-thin-air", {{"po", r.po}, {"asw", r.asw}, {"rf", r.rf}})});
  }

 protected:
  std::uint32_t bound(const ExecutionGraph& graph, const Access& access) override {
    const Slot last = graph.last(access.thread);
    if (last == kNoSlot) return 0;
    std::fill(before_.begin(), before_.end(), 0);
    access.kind == EventKind::read ? ghb_.join_reads(before_, last) : ghb_.join_all(before_, last);
    const Slot last_access = graph.last_access(access.thread, access.location);
    std::uint32_t bound = last_access == kNoSlot ? 0 : graph.observed(last_access);
    for (ThreadId t = 0; t < graph.threads(); ++t) {
      const std::uint32_t writes = TsoClocks::writes_before(before_, t);
      const Slot other = writes == 0 ? kNoSlot : graph.last_access(t, access.location, writes);
      if (other != kNoSlot && last_write_[other] != kNoSlot) {
        bound = std::max(bound, graph[last_write_[other]].mo_position);
      }
    }
    return bound;
  }

 private:
  void remember_write(const ExecutionGraph& graph, Slot slot) {
    if (last_write_.size() <= slot) last_write_.resize(slot * 2 + 16);
    const Event& e = graph[slot];
    if (writes(e.label.kind)) {
      last_write_[slot] = slot;
    } else {
      last_write_[slot] = e.previous_access == kNoSlot ? kNoSlot : last_write_[e.previous_access];
    }
  }

  SeqCstStore store_;
  TsoClocks ghb_;
  std::vector<Slot> last_write_;  // by slot, for accesses: the thread's last write of the location up to the access
  std::vector<std::uint32_t> before_;  // scratch clock
};

}  // namespace

std::unique_ptr<MemoryModel> make_tso() { return std::make_unique<Tso>(SeqCstStore::locked); }
std::unique_ptr<MemoryModel> make_tso_bare() { return std::make_unique<Tso>(SeqCstStore::buffered); }

}  // namespace graphfuzz
