// The part of the explorer that revisits: reads that could have read from an event had it come earlier.
#include <algorithm>

#include "explore/steps.hpp"
#include "graphfuzz/explore/explorer.hpp"

namespace graphfuzz {

// The porf view of an event that `thread` adds next, and that reads from `source` if there is one.
void Explorer::set_before(ThreadId thread, Slot source) {
  before_.assign(graph().threads(), 0);
  if (graph().last(thread) != kNoSlot) join(before_, graph().porf(graph().last(thread)));
  if (source != kNoSlot) join(before_, graph().porf(source));
}

// The update `slot` was added: what can it revisit? False if the walk has chosen such a revisit.
bool Explorer::wrote(Slot slot, std::vector<Branch>& branches) {
  const Event& e = graph()[slot];
  const std::size_t mark = branches.size();
  before_.assign(graph().threads(), 0);
  if (e.id.index > 0) join(before_, graph().porf(graph().po_previous(slot)));
  join(before_, graph().porf(e.rf));
  add_revisits(step_of(e.id.thread, graph()[e.rf].id), e.label.location, e.label.written_value, slot, kNoSlot,
               branches);
  return decide(1, 1, mark, branches) == 0;
}

// An update may also read from a write that another update, u, reads from, if it then revisits u, or a read whose
// revisit drops u.
void Explorer::revisits_of_occupied(ThreadId thread, std::vector<Branch>& branches) {
  const Request& request = builder_.pending(thread);
  if (graph().updates(request.location) == 0) return;
  for (const Slot source : graph().mo(request.location)) {
    const Slot update = graph().update_of(source);
    if (update == kNoSlot) continue;
    const Value value = graph()[source].label.written_value;
    Value written = request.operand;
    if (request.kind == RequestKind::update) {
      written = apply(request.operation, value, request.operand, request.bits, request.is_signed);
    } else if (value != request.expected) {
      continue;
    }
    if (request.awaits && !builder_.accepts(thread, value, true)) continue;
    if (!has_read_new(thread) && !is_new(thread, source)) continue;
    set_before(thread, source);
    if (contains(before_, graph()[update].id)) continue;
    add_revisits(step_of(thread, graph()[source].id), request.location, written, kNoSlot, update, branches);
  }
}

// The revisits by the event that `step` adds, which is porf-after `before_` and writes `written` to `location`. It is
// already in the graph as `self`, or kNoSlot. The update `must_go`, if any, must be revisited or dropped.
void Explorer::add_revisits(const Step& step, Location location, Value written, Slot self, Slot must_go,
                            std::vector<Branch>& branches) {
  bool gone = must_go == kNoSlot;
  for (std::size_t i = order_.size(); i-- > 0;) {
    const std::uint32_t number = order_[i];
    const Slot slot = slots_[number];
    if (slot == kNoSlot) continue;  // to sleep is maximal
    const Event& e = graph()[slot];
    if (slot == self || contains(before_, e.id) || !is_access(e.label.kind)) continue;
    if (!maximal(slot)) return;
    if (slot == must_go) gone = true;
    if (gone && reads(e.label.kind) && e.label.location == location) add_revisit(number, step, written, self, branches);
  }
}

// Was the access `slot` added maximally with respect to the event whose porf view is `before_`? That is, among what was
// there before it and what that event needs, did it make the choice that is last in mo; and has nothing that was there
// before it been made to read from it?
bool Explorer::maximal(Slot slot) const {
  if (fixed_[slot]) return false;
  const Event& e = graph()[slot];
  const std::uint32_t stamp = stamp_[slot];
  const auto there = [&](Slot other) {
    return graph().is_initial(other) || stamp_[other] <= stamp || contains(before_, graph()[other].id);
  };
  if (writes(e.label.kind)) {
    for (Slot r = e.first_reader; r != kNoSlot; r = graph()[r].next_reader) {
      if (stamp_[r] < stamp) return false;
    }
  }
  if (reads(e.label.kind) && !there(e.rf)) return false;
  const std::span<const Slot> mo = graph().mo(e.label.location);
  for (std::size_t i = graph().observed(slot) + 1; i < mo.size(); ++i) {
    if (there(mo[i])) return false;
  }
  return true;
}

// Adds the branch in which the step number `revisited` reads from what `step` writes instead.
void Explorer::add_revisit(std::size_t revisited, const Step& step, Value written, Slot self,
                           std::vector<Branch>& branches) {
  const std::uint32_t stamp = stamps_[revisited] & ~kFixed;
  kept_.assign(graph().size(), true);
  for (Slot slot = graph().locations(); slot < graph().size(); ++slot) {
    kept_[slot] = slot != self && (stamp_[slot] < stamp || contains(before_, graph()[slot].id));
  }
  const boost::intrusive_ptr<Trunk> trunk(new Trunk);
  trunk->prefix.steps.reserve(steps_.steps.size());
  trunk->stamps.reserve(steps_.steps.size() + 1);
  for (std::size_t i = 0; i < steps_.steps.size(); ++i) {
    const Slot slot = slots_[i];
    if (i == revisited || (slot == kNoSlot ? (stamps_[i] & ~kFixed) > stamp : !kept_[slot])) continue;
    if (slot == kNoSlot) {
      trunk->prefix.steps.push_back(steps_.steps[i]);
    } else {
      append_step(trunk->prefix, graph(), slot, kept_);
    }
    trunk->stamps.push_back(stamps_[i]);
  }
  trunk->stamps.push_back(stamp);
  Branch branch;
  branch.length = static_cast<std::uint32_t>(trunk->prefix.steps.size());
  branch.trunk = trunk;
  branch.step = step;
  const ThreadId reader = steps_.steps[revisited].thread;
  branch.revisit = step_of(reader, {kInitThread, kUnchecked});
  const std::uint32_t reader_index = graph()[slots_[revisited]].id.index;
  const std::uint32_t writer_index = self == kNoSlot ? graph().thread_size(step.thread) : graph()[self].id.index;
  branch.pair = pair_hash({reader, reader_index}, EventId{step.thread, writer_index});
  branch.value_pair = pair_hash({reader, reader_index}, written);
  branches.push_back(std::move(branch));
}

// The event that writes is added first, then the read that is revisited. That no event which is kept comes after the
// read in porf is what `maximal` has made sure of. False if the model does not allow it.
bool Explorer::take_revisit(const Branch& branch, std::vector<Branch>& branches) {
  const ThreadId writer = branch.step.thread;
  const ThreadId reader = branch.revisit.thread;
  for (const ThreadId thread : {writer, reader}) {
    while (builder_.pending(thread).kind == RequestKind::join && builder_.join_child(thread)) {
    }
  }
  const std::uint32_t stamp = branch.trunk->stamps[branch.length];
  next_stamp_ = std::max(next_stamp_, stamp + 1);
  const Slot source = graph().size();
  bool succeeds = branch.revisit.fails == 0;
  if (means(branch.revisit, kUnchecked)) {
    if (!check_revisit(branch, writer, reader)) return false;
    const std::size_t chosen = decide(ways_.size(), ways_.size(), branches.size(), branches);
    for (std::size_t i = 0; i < ways_.size() && walk_ == nullptr; ++i) {
      if (i == chosen) continue;
      Branch sibling = branch;
      sibling.share = share_;
      sibling.step = step_of(writer, graph()[ways_[i].place].id);
      sibling.revisit = step_of(reader, {}, !ways_[i].succeeds);
      branches.push_back(std::move(sibling));
    }
    add_writer(writer, ways_[chosen].place);
    succeeds = ways_[chosen].succeeds;
  } else {
    add_writer(writer, graph().find(branch.step.source()));
  }
  const Slot slot = graph().size();
  take(reader, {source, succeeds}, stamp);
  return graph()[slot].label.kind != EventKind::update || wrote(slot, branches);
}

void Explorer::add_writer(ThreadId writer, Slot place) {
  if (builder_.pending(writer).kind == RequestKind::write) return add_write(writer, place, next_stamp_);
  take(writer, {place, true}, next_stamp_);
}

// Finds the ways in which the branch's revisit can be done: the place in mo of what is written, and whether the reader
// writes, if it is a compare-exchange. False if there is none.
bool Explorer::check_revisit(const Branch& branch, ThreadId writer, ThreadId reader) {
  ways_.clear();
  const auto look = [&](Slot place) {
    return [this, reader, place](Slot source) {
      builder_.options(reader, options_);
      for (const Option& option : options_) {
        if (option.source == source) ways_.push_back({place, option.succeeds});
      }
      return true;
    };
  };
  if (builder_.pending(writer).kind == RequestKind::write) {
    const std::span<const Slot> positions = builder_.positions(writer);
    positions_.assign(positions.begin(), positions.end());
    for (const Slot place : positions_) builder_.with_write(writer, place, look(place));
    return !ways_.empty();
  }
  const Slot place = graph().find(branch.step.source());
  builder_.options(writer, options_);
  const bool possible =
      std::any_of(options_.begin(), options_.end(), [&](const Option& o) { return o.source == place && o.succeeds; });
  if (!possible) return false;
  builder_.with_update(writer, place, look(place));
  return !ways_.empty();
}

}  // namespace graphfuzz
