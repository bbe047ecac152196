#include "model/tso_clocks.hpp"

namespace graphfuzz {

bool TsoClocks::is_full_fence(const Label& label) const {
  if (label.kind == EventKind::write) return store_ == SeqCstStore::locked && is_seq_cst(label.order);
  return label.kind == EventKind::update || (label.kind == EventKind::fence && is_seq_cst(label.order));
}

// A join, or the begin of a thread, orders what comes after it, as a read does.
bool TsoClocks::in_read_chain(const Event& e) const {
  return e.label.kind == EventKind::read || is_full_fence(e.label) || (!is_access(e.label.kind) && e.rf != kNoSlot);
}

bool TsoClocks::in_write_chain(const Event& e) const {
  return e.label.kind == EventKind::write || is_full_fence(e.label);
}

void TsoClocks::reset(const ExecutionGraph& graph) {
  width_ = 2 * graph.threads();
  chains_.resize(width_);
  for (std::vector<Slot>& chain : chains_) chain.clear();
  journal_.clear();
}

std::span<std::uint32_t> TsoClocks::add(const ExecutionGraph& graph, Slot slot) {
  if (last_.size() <= slot) last_.resize(slot * 2 + 16);
  if (rows_.size() < (slot + 1) * width_) rows_.resize((slot * 2 + 16) * width_);
  const Event& e = graph[slot];
  const Slot previous = graph.po_previous(slot);
  last_[slot] = previous == kNoSlot ? Last{} : last_[previous];
  const bool read = in_read_chain(e);
  const bool write = in_write_chain(e);
  if (!read && !write) return {};
  const std::span<std::uint32_t> clock = row(slot);
  std::fill(clock.begin(), clock.end(), 0);
  write ? join_all(clock, previous) : join_reads(clock, previous);
  clock[2 * e.id.thread] = e.id.index + 1;
  if (write) clock[2 * e.id.thread + 1] = e.id.index + 1;
  if (read) {
    last_[slot].read = slot;
    chains_[2 * e.id.thread].push_back(slot);
  }
  if (write) {
    last_[slot].write = slot;
    chains_[2 * e.id.thread + 1].push_back(slot);
  }
  return clock;
}

void TsoClocks::join_node(const ExecutionGraph& graph, std::span<std::uint32_t> clock, Slot node) const {
  if (!graph.is_initial(node)) join(clock, row(node));
}

void TsoClocks::join_all(std::span<std::uint32_t> clock, Slot slot) const {
  join_reads(clock, slot);
  if (slot != kNoSlot && last_[slot].write != kNoSlot) join(clock, row(last_[slot].write));
}

void TsoClocks::join_reads(std::span<std::uint32_t> clock, Slot slot) const {
  if (slot != kNoSlot && last_[slot].read != kNoSlot) join(clock, row(last_[slot].read));
}

void TsoClocks::precede(const ExecutionGraph& graph, Slot from, Slot to) {
  const ViewRef before = row(from);
  if (std::equal(before.begin(), before.end(), row(to).begin(), std::less_equal<>())) return;
  const EventId id = graph[to].id;
  for (const std::vector<Slot>& chain : chains_) {
    for (std::size_t i = chain.size(); i-- > 0;) {
      const std::span<std::uint32_t> clock = row(chain[i]);
      if (writes_before(clock, id.thread) <= id.index) break;
      journal_.note(from, chain[i] * width_, clock);
      join(clock, before);
    }
  }
}

bool TsoClocks::truncate(const ExecutionGraph& graph) {
  if (!journal_.undo(graph.size(), width_, rows_)) return false;
  for (std::vector<Slot>& chain : chains_) {
    while (!chain.empty() && chain.back() >= graph.size()) chain.pop_back();
  }
  return true;
}

}  // namespace graphfuzz
