// The part of the explorer that checks branches which were loaded. They may come from anybody, and all the rest takes
// it for granted that what a branch says can be done.
//
// For steps the program and the model speak. Of stamps, revisits rely on this, or a cut would leave events without what
// they read from: an event's stamp is greater than those of what comes before it in its thread, and of the ends of the
// threads that it joins, and no two steps have the same. The last is seen to when branches are read.
#include <algorithm>

#include "explore/foreign.hpp"
#include "explore/steps.hpp"
#include "graphfuzz/explore/explorer.hpp"
#include "program/requests.hpp"

namespace graphfuzz {
namespace {

// Greater than all stamps.
constexpr std::uint32_t kNow = kFixed - 1;

void require(bool holds) {
  if (!holds) throw ForeignBranch();
}

bool has(std::span<const Slot> slots, Slot slot) {
  return slot != kNoSlot && std::find(slots.begin(), slots.end(), slot) != slots.end();
}

}  // namespace

// May the thread add an event of that stamp? Joins what comes first, unless there is no room for what that starts.
void Explorer::check_order(ThreadId thread, std::uint32_t stamp) {
  require(thread < graph().threads());  // there may be more of them than the program has at the start
  join_children(thread);
  if (builder_.outgrown()) return;
  note_followers();
  const Slot last = graph().last(thread);
  require(last == kNoSlot || notes_[last].stamp <= stamp);
  const RequestKind asked = builder_.pending(thread).kind;
  require(asks_for_event(asked) && asked != RequestKind::join);
}

void Explorer::check_step(const Step& step, std::uint32_t stamp) {
  const ThreadId thread = step.thread;
  const std::span<const ThreadId> runnable = builder_.runnable();
  require(std::find(runnable.begin(), runnable.end(), thread) != runnable.end());
  check_order(thread, stamp);
  if (builder_.outgrown()) return;
  if (means(step, kSleeps)) return require(waits(thread) && !in_iteration(thread));
  const Request& request = builder_.pending(thread);
  if (request.kind == RequestKind::fence) return;
  const Slot source = builder_.source(step);
  if (request.kind == RequestKind::write) return require(has(builder_.positions(thread), source));
  require(source != kNoSlot);
  builder_.options(thread, options_);
  const bool succeeds = builder_.succeeds_with(request, source, step);
  require(std::any_of(options_.begin(), options_.end(),
                      [&](const Option& o) { return o.source == source && o.succeeds == succeeds; }));
}

// The branch, which is not `many`, from where it leaves its trunk.
void Explorer::check_branch(const Branch& branch) {
  const std::uint64_t work = work_;
  if (branch.kind == Branch::Kind::uncut) {
    check_uncut(branch);
  } else if (branch.revisit.thread != Branch::kNobody) {
    check_revisit_to(branch);
  } else {
    check_step(branch.step, kNow);
  }
  work_ = work;
}

// Is it one of the revisits that there are?
void Explorer::check_uncut(const Branch& branch) {
  const ThreadId thread = branch.step.thread;
  check_order(thread, kNow);
  const Request& request = builder_.pending(thread);
  begin_node(true);
  if (request.kind == RequestKind::write) {
    require(means(branch.step, kAnyPlace));
    set_before(thread, kNoSlot);
    find_revisits(branch.step, request.location, request.operand, kNoSlot, kNoSlot);
  } else {
    const Slot source = builder_.source(branch.step);
    require(may_write(request.kind) && source != kNoSlot && has(graph().mo(request.location), source));
    if (occupied(thread, source)) {
      revisits_through(thread, source);
    } else {
      set_before(thread, source);
      find_revisits(branch.step, request.location, written_by(request, source), kNoSlot, kNoSlot);
    }
  }
  require(std::any_of(found_.begin(), found_.end(), [&](const Found& found) {
    return notes_[found.read].number == branch.begin && graph()[found.read].id.thread == branch.revisit.thread;
  }));
}

// The same for one that has been cut.
void Explorer::check_revisit_to(const Branch& branch) {
  const ThreadId writer = branch.step.thread;
  const ThreadId reader = branch.revisit.thread;
  check_order(writer, kNow);
  check_order(reader, branch.trunk->stamps[branch.length] & ~kFixed);
  const Request& writes = builder_.pending(writer);
  const Request& reads_from = builder_.pending(reader);
  require(may_write(writes.kind) && reads(reads_from.kind) && writes.location == reads_from.location);
  if (means(branch.revisit, kUnchecked)) return;  // looked at in any case
  const Slot place = builder_.source(branch.step);
  require(check_revisit(branch, writer, reader));
  require(std::any_of(ways_.begin(), ways_.end(), [&](const Way& way) {
    return way.place == place && way.succeeds == (branch.revisit.fails == 0);
  }));
}

// The node that is to be opened.
void Explorer::check_node(const Branch& branch, const Passed& node, const Step& taken) {
  const std::uint64_t work = work_;
  const ThreadId thread = taken.thread;
  check_step(taken, branch.trunk->stamps[node.step] & ~kFixed);
  const Request& request = builder_.pending(thread);
  require(request.kind != RequestKind::fence);
  if (node.wrote) {
    require(may_write(request.kind) && request.kind != RequestKind::write && !means(taken, kSleeps) &&
            builder_.succeeds_with(request, builder_.source(taken), taken));
  }
  if (branch.kind == Branch::Kind::source) {
    require(branch.step.thread == thread && may_write(request.kind) && request.kind != RequestKind::write);
    begin_node(true);
    find_occupied(thread);
    require(has(occupied_, builder_.source(branch.step)));
  }
  work_ = work;
}

}  // namespace graphfuzz
