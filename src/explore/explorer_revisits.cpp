// The part of the explorer that revisits: reads that could have read from an event had it come earlier.
#include <algorithm>

#include "explore/steps.hpp"
#include "graphfuzz/explore/explorer.hpp"

namespace graphfuzz {

// The porf view of an event that `thread` adds next, and that reads from `source` if there is one.
void Explorer::set_before(ThreadId thread, Slot source) {
  ++before_number_;
  before_.assign(graph().threads(), 0);
  if (graph().last(thread) != kNoSlot) join(before_, graph().porf(graph().last(thread)));
  if (source != kNoSlot) join(before_, graph().porf(source));
}

// The porf view of the update `slot`, which is in the graph, without itself.
void Explorer::set_before_of(Slot slot) {
  ++before_number_;
  const Event& e = graph()[slot];
  before_.assign(graph().threads(), 0);
  if (e.id.index > 0) join(before_, graph().porf(graph().po_previous(slot)));
  join(before_, graph().porf(e.rf));
}

// The update `slot` was added: what can it revisit? False if the walk has chosen such a revisit.
bool Explorer::wrote(Slot slot, std::vector<Branch>& branches) {
  const Event& e = graph()[slot];
  begin_node(walk_ != nullptr || lists_all());
  set_before_of(slot);
  find_revisits(step_of(e.id.thread, graph()[e.rf].id), e.label.location, e.label.written_value, slot, kNoSlot);
  if (decide(1, 1) != 0) return false;
  if (walk_ != nullptr) return true;
  if (lists(0)) {
    add_found(branches);
  } else {
    pass(true, 1);
  }
  return true;
}

// What the pending update or compare-exchange writes if it reads from `source`, and succeeds.
Value Explorer::written_by(const Request& request, Slot source) const {
  if (request.kind != RequestKind::update) return request.operand;
  const Value value = graph()[source].label.written_value;
  return apply(request.operation, value, request.operand, request.bits, request.is_signed);
}

// An update may also read from a write that another update, u, reads from, if it then revisits u, or a read whose
// revisit drops u.
void Explorer::revisits_of_occupied(ThreadId thread) {
  find_occupied(thread);
  for (const Slot source : occupied_) {
    if (unknown_) return;
    revisits_through(thread, source);
  }
}

// The writes that the pending update could read from, were it not for another update that does: in the order of mo. The
// other update is not porf-before the thread, so it is among what the others have done since.
void Explorer::find_occupied(ThreadId thread) {
  occupied_.clear();
  const Location location = builder_.pending(thread).location;
  if (graph().updates(location) == 0) return;
  const Slot last = graph().last(thread);
  for (ThreadId t = 0; t < graph().threads(); ++t) {
    if (t == thread) continue;
    const std::uint32_t known = last == kNoSlot ? 0 : graph().porf(last)[t];
    for (std::uint32_t index = graph().thread_size(t); index > known; --index) {
      if (!thorough_) {
        if (visits_left_ == 0) {
          unknown_ = true;
          return;
        }
        --visits_left_;
      }
      const Event& e = graph()[graph().thread(t)[index - 1]];
      if (e.label.kind != EventKind::update || e.label.location != location) continue;
      if (occupied(thread, e.rf)) occupied_.push_back(e.rf);
    }
  }
  std::sort(occupied_.begin(), occupied_.end(),
            [this](Slot a, Slot b) { return graph()[a].mo_position < graph()[b].mo_position; });
}

// May the pending update read from `source`, but for another update, which is not porf-before it, that does?
bool Explorer::occupied(ThreadId thread, Slot source) {
  const Slot update = graph().update_of(source);
  if (update == kNoSlot) return false;
  const Request& request = builder_.pending(thread);
  const Value value = graph()[source].label.written_value;
  if (request.kind == RequestKind::compare_exchange && value != request.expected) return false;
  if (request.awaits && !builder_.may_accept(thread, value, true)) return false;
  if (!has_read_new(thread) && !is_new(thread, source)) return false;
  const EventId id = graph()[update].id;
  const Slot last = graph().last(thread);
  return !contains(graph().porf(source), id) && (last == kNoSlot || !contains(graph().porf(last), id));
}

// The revisits by the pending update if it reads from the source, which is `occupied`.
void Explorer::revisits_through(ThreadId thread, Slot source) {
  const Request& request = builder_.pending(thread);
  set_before(thread, source);
  find_revisits(step_of(thread, graph()[source].id), request.location, written_by(request, source), kNoSlot,
                graph().update_of(source));
}

// Finds the revisits by the event that `step` adds, which is porf-after `before_` and writes `written` to `location`.
// It is already in the graph as `self`, or kNoSlot. The update `must_go`, if any, must be revisited or dropped.
//
// Looks at the accesses that are not porf-before the event, the newest first, up to one that was not added maximally:
// they are the ends of the other threads, in each of which stamps ascend.
void Explorer::find_revisits(const Step& step, Location location, Value written, Slot self, Slot must_go) {
  heads_.clear();
  bool accessed = false;
  const auto access_before = [this](ThreadId t, std::uint32_t index) {
    while (index > before_[t] && !is_access(graph()[graph().thread(t)[index - 1]].label.kind)) --index;
    return index;
  };
  for (ThreadId t = 0; t < graph().threads(); ++t) {
    if (t == step.thread) continue;
    const std::uint32_t index = access_before(t, graph().thread_size(t));
    if (index <= before_[t]) continue;
    const Slot slot = graph().thread(t)[index - 1];
    heads_.push_back({notes_[slot].stamp, slot, t, index});
    const Slot access = graph().last_access(t, location);
    accessed |= access != kNoSlot && graph()[access].id.index >= before_[t];
  }
  if (!accessed) return;
  bool gone = must_go == kNoSlot;
  // `maximal` goes through what was revisited.
  const std::size_t cost = 1 + revisited_.size() / 8;
  while (!heads_.empty()) {
    const auto newest =
        std::max_element(heads_.begin(), heads_.end(), [](const Head& a, const Head& b) { return a.stamp < b.stamp; });
    const Slot slot = newest->slot;
    ++work_;
    if (!maximal(slot)) return;
    if (!thorough_) {
      if (visits_left_ == 0) {
        unknown_ = true;
        return;
      }
      visits_left_ -= std::min(visits_left_, cost);
    }
    if (slot == must_go) gone = true;
    const Label& label = graph()[slot].label;
    if (gone && reads(label.kind) && label.location == location) found_.push_back({slot, step, written, self});
    newest->index = access_before(newest->thread, newest->index - 1);
    if (newest->index <= before_[newest->thread]) {
      *newest = heads_.back();
      heads_.pop_back();
      continue;
    }
    newest->slot = graph().thread(newest->thread)[newest->index - 1];
    newest->stamp = notes_[newest->slot].stamp;
  }
}

// Was the access `slot` added maximally with respect to the event whose porf view is `before_`? That is, among what was
// there before it and what that event needs, did it make the choice that is last in mo; and has nothing that was there
// before it been made to read from it?
bool Explorer::maximal(Slot slot) {
  if (notes_[slot].fixed) return false;
  const Event& e = graph()[slot];
  const std::uint32_t stamp = notes_[slot].stamp;
  const auto there = [&](Slot other) {
    return graph().is_initial(other) || notes_[other].stamp <= stamp || contains(before_, graph()[other].id);
  };
  if (reads(e.label.kind) && !there(e.rf)) return false;
  const bool revisited = std::binary_search(revisited_.begin(), revisited_.end(), slot);
  // What had the greatest stamp when it was added has been added maximally or not; whatever has come since has a
  // greater stamp, but for what was revisited.
  if (!revisited && !notes_[slot].latest) return false;
  const std::uint32_t observed = graph().observed(slot);
  for (const Slot other : revisited_) {
    if (notes_[other].stamp >= stamp) continue;
    const Event& o = graph()[other];
    if (o.rf == slot) return false;
    if (writes(o.label.kind) && o.label.location == e.label.location && o.mo_position > observed) return false;
  }
  const std::span<const Slot> mo = graph().mo(e.label.location);
  if (observed + 1 == mo.size()) return true;
  if (!revisited && builder_.model().cat() == nullptr) return needed(e.label.location) <= observed;
  for (std::size_t i = observed + 1; i < mo.size(); ++i) {
    if (there(mo[i])) return false;
  }
  return true;
}

// The last position in mo of a write in `before_`. The threads are coherent.
std::uint32_t Explorer::needed(Location location) {
  if (needed_.size() < graph().locations()) needed_.resize(graph().locations());
  auto& [position, number] = needed_[location];
  if (number == before_number_) return position;
  number = before_number_;
  position = 0;
  for (ThreadId t = 0; t < graph().threads(); ++t) {
    if (before_[t] == 0) continue;
    const Slot access = graph().last_access(t, location, before_[t]);
    if (access != kNoSlot) position = std::max(position, graph().observed(access));
  }
  return position;
}

// The branch in which a read that was found reads from what is written instead. It has no trunk yet.
Branch Explorer::revisit_branch(const Found& found) const {
  const EventId reader = graph()[found.read].id;
  const std::uint32_t index =
      found.self == kNoSlot ? graph().thread_size(found.step.thread) : graph()[found.self].id.index;
  Branch branch;
  branch.kind = Branch::Kind::uncut;
  branch.begin = notes_[found.read].number;
  branch.share = child_share_;
  branch.log_size = static_cast<float>(child_log_);
  branch.step = found.step;
  branch.revisit = step_of(reader.thread, {kInitThread, kUnchecked});
  branch.pair = pair_hash(reader, EventId{found.step.thread, index});
  branch.value_pair = pair_hash(reader, found.written);
  return branch;
}

// Makes the branch's trunk: the steps taken so far, without the one that is revisited and those that the revisit drops.
// The event that revisits may be in the graph already, as `self`.
void Explorer::cut(Branch& branch, Slot self) {
  if (self != kNoSlot) {
    set_before_of(self);
  } else {
    set_before(branch.step.thread, means(branch.step, kAnyPlace) ? kNoSlot : builder_.source(branch.step));
  }
  const std::size_t revisited = branch.begin;
  const std::uint32_t stamp = stamps_[revisited] & ~kFixed;
  notes_.resize(graph().size(), {.stamp = next_stamp_});  // of what a thread has joined just now
  kept_.assign(graph().size(), true);
  for (Slot slot = graph().locations(); slot < graph().size(); ++slot) {
    kept_[slot] = slot != self && (notes_[slot].stamp < stamp || contains(before_, graph()[slot].id));
  }
  cut_steps_.steps.clear();
  cut_stamps_.clear();
  for (std::size_t i = 0; i < steps_.steps.size(); ++i) {
    const Slot slot = slots_[i];
    if (i == revisited || (slot == kNoSlot ? (stamps_[i] & ~kFixed) > stamp : !kept_[slot])) continue;
    if (slot == kNoSlot) {
      cut_steps_.steps.push_back(steps_.steps[i]);
    } else {
      append_step(cut_steps_, graph(), slot, kept_);
    }
    cut_stamps_.push_back(stamps_[i]);
  }
  cut_stamps_.push_back(stamp);
  const boost::intrusive_ptr<Trunk> trunk(new Trunk(account_));
  trunk->prefix = cut_steps_;  // without bytes to spare
  trunk->stamps = cut_stamps_;
  trunk->settle_account();
  branch.kind = Branch::Kind::subtree;
  branch.length = static_cast<std::uint32_t>(trunk->prefix.steps.size());
  branch.trunk = trunk;
}

// The event that writes is added first, then the read that is revisited. That no event which is kept comes after the
// read in porf is what `maximal` has made sure of. False if the model does not allow it.
bool Explorer::take_revisit(const Branch& branch, std::vector<Branch>& branches) {
  const ThreadId writer = branch.step.thread;
  const ThreadId reader = branch.revisit.thread;
  for (const ThreadId thread : {writer, reader}) join_children(thread);
  if (builder_.outgrown()) return false;
  const std::uint32_t stamp = branch.trunk->stamps[branch.length];
  next_stamp_ = std::max(next_stamp_, stamp + 1);
  const Slot source = graph().size();
  bool succeeds = branch.revisit.fails == 0;
  if (means(branch.revisit, kUnchecked)) {
    if (!check_revisit(branch, writer, reader)) return false;
    begin_node(true);
    const std::size_t chosen = decide(ways_.size(), ways_.size());
    for (std::size_t i = 0; i < ways_.size() && walk_ == nullptr; ++i) {
      if (i == chosen) continue;
      Branch sibling = branch;
      sibling.share = child_share_;
      sibling.log_size = static_cast<float>(child_log_);
      sibling.step = step_of(writer, graph()[ways_[i].place].id);
      sibling.revisit = step_of(reader, {}, !ways_[i].succeeds);
      branches.push_back(std::move(sibling));
    }
    add_writer(writer, ways_[chosen].place);
    succeeds = ways_[chosen].succeeds;
  } else {
    add_writer(writer, builder_.source(branch.step));
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
  const Slot place = builder_.source(branch.step);
  builder_.options(writer, options_);
  const bool possible =
      std::any_of(options_.begin(), options_.end(), [&](const Option& o) { return o.source == place && o.succeeds; });
  if (!possible) return false;
  builder_.with_update(writer, place, look(place));
  return !ways_.empty();
}

}  // namespace graphfuzz
