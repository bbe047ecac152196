// What an execution has done, and how it is taken back: all of it from the newest on, or a thread's iteration.
#include <algorithm>

#include "frontend/native/native_run.hpp"

namespace graphfuzz::native {
namespace {

template <class List>
std::uint32_t length(const List& list) {
  return static_cast<std::uint32_t>(list.size());
}

}  // namespace

// The thread is about to be resumed.
void NativeRun::remember(ThreadId thread) {
  const Thread& t = threads_[thread];
  const Request& pending = pending_[thread];
  pasts_.push_back({thread, 0, t, length(t.places), length(t.joined), length(moves_), length(journal_), length(noted_),
                    length(freed_), length(replaced_), pending.wait_begin, pending.awaits, blocks_});
}

void NativeRun::undo_to(std::size_t position) {
  knows_events_ = false;
  for (; pasts_.size() > position; pasts_.pop_back()) {
    const Past& past = pasts_.back();
    Thread& t = threads_[past.thread];
    static_cast<Standing&>(t) = past.standing;
    t.places.resize(past.places);
    t.joined.resize(past.joined);
    t.plain.clear();
    Request& pending = pending_[past.thread];
    pending = knowledge_.node(t.node).request;
    pending.awaits = past.awaits;
    pending.wait_begin = past.wait_begin;
    moves_.resize(past.moves);
    for (; journal_.size() > past.journal; journal_.pop_back()) {
      memory_[journal_.back().granule] = journal_.back().before;
    }
    for (; noted_.size() > past.noted; noted_.pop_back()) outcomes_[noted_.back().first] = noted_.back().second;
    for (; freed_.size() > past.freed; freed_.pop_back()) undo_freed(freed_.back());
    for (; replaced_.size() > past.replaced; replaced_.pop_back()) {
      allocated_.insert_or_assign(replaced_.back().first, replaced_.back().second);
    }
    blocks_ = past.blocks;
    if (past.started != 0) {
      forget(threads_[past.started]);
      pending_[past.started] = Request{};
    }
  }
  agreed_ = std::min(agreed_, moves_.size());
}

void NativeRun::undo_freed(const FreedChange& change) {
  std::vector<Freed>& freed = threads_[change.thread].freed;
  const auto place = freed.begin() + static_cast<std::ptrdiff_t>(change.index);
  if (change.added) {
    freed.erase(place);
  } else {
    freed.insert(place, change.freed);
  }
}

// What was learned may make another execution of what would remain.
bool NativeRun::go_back(std::size_t position) {
  if (!whole_ || moving_ || revision_ != knowledge_.revision() || knowledge_.is_to_take_up() || knowledge_.large())
    return false;
  undo_to(position);
  return true;
}

void NativeRun::forget(Thread& thread) {
  static_cast<Standing&>(thread) = {};
  thread.places.clear();
  thread.plain.clear();
  thread.joined.clear();
  thread.freed.clear();
}

void NativeRun::rewind(ThreadId thread) {
  Thread& t = threads_[thread];
  if (t.head == kNoNode) return;  // a wait that is one request
  t.node = t.head;
  t.events = t.head_event;
  t.places.resize(t.first + std::size_t{1});
  t.visits = 1;
  t.plain.clear();
  pending_[thread] = knowledge_.node(t.node).request;
  pending_[thread].awaits = true;
  pending_[thread].wait_begin = t.events;
  take_moves_back(thread, t.head_move);
}

// The thread has made no moves since that one. What of the others is counted in moves is so from there on.
void NativeRun::take_moves_back(ThreadId thread, std::size_t since) {
  knows_events_ = false;
  agreed_ = std::min(agreed_, since);
  const auto is_taken_back = [thread](const Move& move) { return move.thread == thread; };
  const auto first = moves_.begin() + static_cast<std::ptrdiff_t>(since);
  const auto adjust = [&](std::uint32_t& count) {
    if (count <= since) return;
    const auto end = moves_.begin() + static_cast<std::ptrdiff_t>(count);
    count -= static_cast<std::uint32_t>(std::count_if(first, end, is_taken_back));
  };
  const auto adjust_head = [&](Standing& standing) {
    if (standing.head != kNoNode) adjust(standing.head_move);
  };
  const auto past = std::partition_point(pasts_.begin(), pasts_.end(), [&](const Past& p) { return p.moves < since; });
  pasts_.erase(std::remove_if(past, pasts_.end(), [&](const Past& p) { return p.thread == thread; }), pasts_.end());
  for (auto later = past; later != pasts_.end(); ++later) {
    adjust(later->moves);
    adjust_head(later->standing);
  }
  for (Thread& other : threads_) adjust_head(other);
  moves_.erase(std::remove_if(first, moves_.end(), is_taken_back), moves_.end());
}

}  // namespace graphfuzz::native
