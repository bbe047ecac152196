#include "model/happens_before.hpp"

namespace graphfuzz {
namespace {

enum : std::size_t { kBefore, kAcquirable, kMessage };

}  // namespace

void HappensBefore::reset(const ExecutionGraph& graph) {
  width_ = graph.threads();
  plain_accesses_ = false;
  const std::size_t needed = (graph.locations() + 1) * 3 * width_;
  if (views_.size() < needed) views_.resize(needed);
  std::fill_n(views_.begin(), graph.locations() * 3 * width_, 0);
}

void HappensBefore::added(const ExecutionGraph& graph, Slot slot) {
  if (chains_.size() <= slot) {
    chains_.resize(slot * 2 + 16);
    release_fence_.resize(slot * 2 + 16, kNoSlot);
    views_.resize((slot * 2 + 16) * 3 * width_);
  }
  if (views_.size() < (slot + 1) * 3 * width_) views_.resize((slot * 2 + 16) * 3 * width_);
  const Event& e = graph[slot];
  const Slot previous = graph.po_previous(slot);
  const std::span<std::uint32_t> before = row(slot, kBefore);
  const std::span<std::uint32_t> acquirable = row(slot, kAcquirable);
  if (previous == kNoSlot) {
    std::fill_n(before.begin(), 2 * width_, 0);  // both views
    release_fence_[slot] = kNoSlot;
  } else {
    std::copy_n(row(previous, kBefore).begin(), 2 * width_, before.begin());
    release_fence_[slot] = release_fence_[previous];
  }
  if (e.rf != kNoSlot) {
    if (!is_access(e.label.kind)) {
      join(before, row(e.rf, kBefore));
    } else if (is_atomic(e.label.order) && !graph.is_initial(e.rf)) {
      const ViewRef message = row(e.rf, kMessage);
      join(acquirable, message);
      if (is_acquire(e.label.order)) join(before, message);
    }
  }
  before[e.id.thread] = e.id.index + 1;
  if (e.label.kind == EventKind::fence) {
    if (is_acquire(e.label.order)) join(before, acquirable);
    if (is_release(e.label.order)) release_fence_[slot] = slot;
  }
  if (!is_access(e.label.kind)) return;

  Chain& chain = chains_[slot];
  chain = e.previous_access == kNoSlot ? Chain{} : chains_[e.previous_access];
  if (is_seq_cst(e.label.order)) chain.sc_access = slot;
  if (!is_atomic(e.label.order)) {
    chain.plain_access = slot;
    plain_accesses_ = true;
  }
  if (!writes(e.label.kind)) return;
  release(graph, slot);
  chain.write = slot;
  if (is_seq_cst(e.label.order)) chain.sc_write = slot;
  if (is_release(e.label.order)) chain.release_write = slot;
  if (!is_atomic(e.label.order)) chain.plain_write = slot;
}

// The view that an acquiring reader of the write `slot` learns: that of every release it ends a release sequence of.
void HappensBefore::release(const ExecutionGraph& graph, Slot slot) {
  const Event& e = graph[slot];
  const std::span<std::uint32_t> message = row(slot, kMessage);
  if (is_release(e.label.order)) {
    std::copy_n(row(slot, kBefore).begin(), width_, message.begin());
  } else {
    std::fill(message.begin(), message.end(), 0);
    if (!is_atomic(e.label.order)) return;
    if (release_fence_[slot] != kNoSlot) join(message, row(release_fence_[slot], kBefore));
    const Slot release_write = chains_[slot].release_write;  // not yet this one: a po-earlier one
    if (sequence_ == ReleaseSequence::own_writes && release_write != kNoSlot) {
      join(message, row(release_write, kBefore));
    }
  }
  if (e.label.kind == EventKind::update && !graph.is_initial(e.rf)) join(message, row(e.rf, kMessage));
}

std::optional<Slot> HappensBefore::race(const ExecutionGraph& graph, Slot slot) const {
  const Event& e = graph[slot];
  if (!plain_accesses_ || !is_access(e.label.kind)) return std::nullopt;
  const ViewRef before = row(slot, kBefore);
  const bool atomic = is_atomic(e.label.order);
  for (ThreadId t = 0; t < width_; ++t) {
    const Slot last = graph.last_access(t, e.label.location);
    if (t == e.id.thread || last == kNoSlot) continue;
    const Chain& chain = chains_[last];
    const Slot conflicting =
        writes(e.label.kind) ? (atomic ? chain.plain_access : last) : (atomic ? chain.plain_write : chain.write);
    if (conflicting != kNoSlot && !contains(before, graph[conflicting].id)) return conflicting;
  }
  return std::nullopt;
}

}  // namespace graphfuzz
