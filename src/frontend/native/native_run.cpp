#include "frontend/native/native_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graphfuzz/stop/stop.hpp"
#include "program/requests.hpp"

namespace graphfuzz::native {
namespace {

// No thread is started by that many others.
constexpr ThreadId kNobody = 0xffff;

// To lead the machine through a long execution takes milliseconds, and may have to be done for each value of many.
constexpr std::size_t kMovesToStop = 64;
constexpr std::size_t kTouchesToApply = 256;  // … before somebody may say stop
// So many are made again in the time that it takes to remember where the machine is.
constexpr std::size_t kMovesToMark = 64;
// … and so many that to remember it now and then does not count.
constexpr std::size_t kMovesBetweenMarks = 512;
// So many fences in a row are looked beyond; a loop may have nothing else in it.
constexpr unsigned kMostFences = 8;

}  // namespace

NativeRun::NativeRun(Knowledge& knowledge, std::size_t outcomes) : knowledge_(knowledge), outcomes_(outcomes) {
  make_room(1);
  NativeRun::reset();
}

void NativeRun::reset() {
  moving_ = true;
  knows_events_ = false;
  if (knowledge_.large()) {
    knowledge_.forget();
    machine_ready_ = false;
  }
  knowledge_.take_up();
  for (auto undo = journal_.rbegin(); undo != journal_.rend(); ++undo) memory_[undo->granule] = undo->before;
  look_at_all_memory();
  journal_.clear();
  whole_ = remembers_ = keeps_history_;
  pasts_.clear();
  noted_.clear();
  freed_.clear();
  replaced_.clear();
  saved_ = 0;
  revision_ = knowledge_.revision();
  blocks_ = 0;
  moves_.clear();
  agreed_ = 0;
  std::fill(outcomes_.begin(), outcomes_.end(), 0);
  threads_.resize(pending_.size());
  for (Thread& thread : threads_) forget(thread);
  std::fill(pending_.begin(), pending_.end(), Request{});
  begin(0, Knowledge::kRoot);
  moving_ = false;
}

void NativeRun::look_at_all_memory() const {
  const std::span<const Knowledge::Granule> granules = knowledge_.granules();
  while (memory_.size() < granules.size()) {
    memory_.push_back(static_cast<std::uint64_t>(granules[memory_.size()].initial));
  }
}

// Would the plain reads give what they gave?
bool NativeRun::fits(const Edge& edge) const {
  return std::all_of(edge.shared_reads.begin(), edge.shared_reads.end(),
                     [this](const Bytes& bytes) { return (memory_[bytes.granule] & bytes.mask) == bytes.value; });
}

const Edge* NativeRun::known(NodeId node, Value value, bool succeeded, bool child) const {
  return knowledge_.find(node, value, succeeded, child, [this](const Edge& edge) { return fits(edge); });
}

const Edge& NativeRun::edge_from(NodeId node, ThreadId thread, Value value, bool succeeded, Why why) const {
  const Edge* found = known(node, value, succeeded, false);
  if (found == nullptr) found = &explore(thread, node, value, succeeded, why);
  if (!found->compared) compare(thread, node, *found);
  return *found;
}

// What the thread does if its pending request is answered like this: up to the next request, and, as fences have no
// value to choose, from each of these to the one after it.
template <class Each>
void NativeRun::follow(ThreadId thread, Value value, bool succeeded, Each each) const {
  const Edge* taken = &edge(thread, value, succeeded);
  each(*taken);
  const auto is_at_fence = [&] {
    return !taken->comes_back && taken->pure && taken->to != kNoNode &&
           knowledge_.node(taken->to).request.kind == RequestKind::fence;
  };
  if (!is_at_fence()) return;
  Supposed supposed(*this);
  for (unsigned fences = 0; fences < kMostFences && is_at_fence(); ++fences) {
    const NodeId fence = taken->to;
    supposed.add(thread, value, succeeded, *taken);
    value = 0;
    succeeded = true;
    taken = &edge_from(fence, thread, value, succeeded, Why::to_see);
    each(*taken);
  }
}

// Has the edge only got the thread to where an earlier read would have? That asks what it would have done then, without
// its last moves: nobody has seen these, as they were reads.
void NativeRun::compare(ThreadId thread, NodeId node, const Edge& edge) const {
  for (const Knowledge::AsIfRead& read : knowledge_.may_be_as_if_read(node, edge)) {
    const Edge* then = known(read.node, read.value, true, false);
    if (then == nullptr) {
      const std::vector<Move> moves = moves_;
      std::size_t first = moves_.size();
      while (first > 0 && (moves_[first - 1].thread != thread || moves_[first - 1].to != read.node)) --first;
      const auto since = moves_.begin() + static_cast<std::ptrdiff_t>(first);
      moves_.erase(std::remove_if(since, moves_.end(), [thread](const Move& move) { return move.thread == thread; }),
                   moves_.end());
      agreed_ = std::min(agreed_, first);
      const auto put_back = [&] {
        moves_ = moves;
        agreed_ = std::min(agreed_, first);
      };
      try {
        then = &explore(thread, read.node, read.value, true);
      } catch (...) {
        put_back();
        throw;
      }
      put_back();
    }
    knowledge_.learn_as_if_read(node, edge, read, then->to);
    if (edge.comes_back) return;
  }
}

// Has it done some of the first `count` moves, and `more` that came after these?
bool NativeRun::is_machine_at(std::size_t count, std::size_t more) const {
  if (!machine_ready_ || knowledge_.machine_user != this || done_.size() < more || done_.size() - more > count) {
    return false;
  }
  if (more != 0 && done_.size() - more != count) return false;
  while (agreed_ < done_.size() - more && done_[agreed_].same(moves_[agreed_])) ++agreed_;
  return agreed_ >= done_.size() - more;
}

// To where it was before it did something that is none of the first `count` moves.
bool NativeRun::take_machine_back(std::size_t count) const {
  if (knowledge_.machine_user != this) return false;
  const std::size_t most = std::min(count, done_.size());
  while (agreed_ < most && done_[agreed_].same(moves_[agreed_])) ++agreed_;
  while (marks_.count() > 0 && marks_.last() > std::min(most, agreed_)) marks_.drop_last();
  for (; marks_.count() > 0; marks_.drop_last()) {
    if (!knowledge_.machine().go_back_to(marks_.last_number(), marks_.last_ticket())) continue;
    done_.resize(marks_.last());
    agreed_ = done_.size();
    return true;
  }
  return false;
}

// It has done all of done_. What comes after so many since the last time is to be taken back cheaply.
void NativeRun::mark_machine(std::size_t after) const {
  if (done_.size() < marks_.last() + after || done_.size() < kMovesToMark) return;
  if (done_.size() >= unmarked_ && done_.size() < unmarked_ + kMovesBetweenMarks) return;
  if (const std::uint64_t ticket = knowledge_.machine().mark(marks_.add(done_.size())); ticket != 0) {
    marks_.keep(ticket);
  } else {
    marks_.drop_last();
    unmarked_ = done_.size();
  }
}

// Has the machine do what it has not yet done of the first `count` moves of this execution. What it has not done as
// before, if there is such; then it is nowhere.
std::string NativeRun::lead_machine(std::size_t count) const {
  Machine& machine = knowledge_.machine();
  std::string differs;
  if (!is_machine_at(count) && !take_machine_back(count)) {
    knowledge_.machine_user = this;
    machine_ready_ = false;
    forget_done();
    machine.reset();
    differs = difference(0, first_, machine.begin(0));
  }
  for (std::size_t i = done_.size(); i < count && differs.empty(); ++i) {
    const Move& move = moves_[i];
    machine_ready_ = false;
    if (i % kMovesToStop == 0) stop_point();
    differs = difference(move.thread, move.to, machine.resume(move.thread, move.value, move.succeeded));
    if (differs.empty() && move.started != 0)
      differs = difference(move.started, move.begun, machine.begin(move.started));
    done_.push_back(move);
    if (differs.empty()) mark_machine(kMovesBetweenMarks);
  }
  machine_ready_ = differs.empty();
  return differs;
}

const Edge& NativeRun::explore(ThreadId thread, NodeId node, Value value, bool succeeded, Why why) const {
  if (const std::string differs = lead_machine(moves_.size()); !differs.empty()) {
    return add_difference(thread, node, value, succeeded, false, differs);
  }
  mark_machine(why == Why::to_see ? 1 : kMovesBetweenMarks);
  machine_ready_ = false;
  const Arrival& arrival = knowledge_.machine().resume(thread, value, succeeded);
  done_.push_back({thread, succeeded, value});
  const bool starts = knowledge_.node(node).request.kind == RequestKind::start;
  const Edge& result = knowledge_.add(thread, node, value, succeeded, false, arrival);
  look_at_all_memory();
  if (starts) done_.back().started = kNobody;  // not begun yet: as good as another move
  machine_ready_ = true;
  return result;
}

// The machine takes a started thread to its first request at once.
const Edge& NativeRun::explore_begin(ThreadId thread, NodeId node) const {
  if (thread == 0) {
    machine_ready_ = false;
    knowledge_.machine_user = this;
    forget_done();
    knowledge_.machine().reset();
    const Arrival& arrival = knowledge_.machine().begin(thread);
    const Edge& result = knowledge_.add(thread, node, 0, true, true, arrival);
    look_at_all_memory();
    machine_ready_ = true;
    return result;
  }
  // The last move is the parent's, after which the thread begins. It may have been made just now.
  const std::size_t count = moves_.size() - 1;
  Move last = moves_.back();
  last.started = kNobody;
  const bool made = !done_.empty() && done_.back().same(last) && is_machine_at(count, 1);
  if (!made) {
    if (const std::string differs = lead_machine(count); !differs.empty()) {
      return add_difference(thread, node, 0, true, true, differs);
    }
    machine_ready_ = false;
    knowledge_.machine().resume(last.thread, last.value, last.succeeded);
    done_.push_back(last);
  }
  machine_ready_ = false;
  const Arrival& arrival = knowledge_.machine().begin(thread);
  done_.back().started = thread;
  const Edge& result = knowledge_.add(thread, node, 0, true, true, arrival);
  look_at_all_memory();
  machine_ready_ = true;
  return result;
}

void NativeRun::begin(ThreadId thread, NodeId parent) {
  const Edge* found = known(parent, 0, true, true);
  if (found == nullptr) found = &explore_begin(thread, parent);
  (thread == 0 ? first_ : moves_.back().begun) = found->to;
  threads_[thread].events = thread == 0 ? 0 : 1;  // where it begins is an event
  arrive(thread, *found);
}

void NativeRun::resume(ThreadId thread, Value value, bool succeeded) {
  const NodeId from = threads_[thread].node;
  if (from == kNoNode) {  // it has failed
    pending_[thread] = Request{};
    return;
  }
  moving_ = true;
  knows_events_ = false;
  if (remembers_) remember(thread);
  const RequestKind kind = pending_[thread].kind;
  const auto other = static_cast<ThreadId>(pending_[thread].operand);  // to be started or joined
  if (kind == RequestKind::update) look_for_attempt(thread, value);
  if (kind <= RequestKind::compare_exchange && knowledge_.has_attempts()) look_for_witness(thread, value);
  if (kind <= RequestKind::compare_exchange && knowledge_.has_polls()) look_for_one_who_sees_polls(thread);
  if (kind == RequestKind::join) note_join(thread, other);
  const Edge& taken = edge(thread, value, succeeded, Why::to_go_on);
  moves_.push_back({thread, succeeded, value});
  moves_.back().to = taken.to;
  if (kind == RequestKind::start) {
    moves_.back().started = other;
    if (remembers_) pasts_.back().started = other;
  }
  if (asks_for_event(kind)) ++threads_[thread].events;
  if (kind <= RequestKind::compare_exchange) {
    note_lock(thread, value, succeeded);
    if (knowledge_.has_polls()) note_section(thread, from, taken);
  }
  arrive(thread, taken);
  look_for_poll(thread, from);
  if (threads_[thread].events > knowledge_.most_events && asks_for_event(pending_[thread].kind)) {
    pending_[thread] = Request{};
    pending_[thread].kind = RequestKind::truncated;
  }
  if (kind == RequestKind::start) begin(other, from);
  // Whoever has just been started runs beside what the thread does then.
  if (knowledge_.has_polls()) {
    note_writes_while_polled(thread);
    if (kind == RequestKind::start) note_writes_while_polled(other);
  }
  moving_ = false;
}

void NativeRun::note_join(ThreadId thread, ThreadId other) {
  std::vector<ThreadId>& joined = threads_[thread].joined;
  joined.push_back(other);
  if (other >= threads_.size()) return;
  joined.insert(joined.end(), threads_[other].joined.begin(), threads_[other].joined.end());
}

void NativeRun::arrive(ThreadId thread, const Edge& edge) {
  Thread& t = threads_[thread];
  const bool pure = edge.pure;
  t.plain.clear();
  t.node = edge.to;
  const Node& node = knowledge_.node(edge.to);
  pending_[thread] = node.request;
  apply_all(thread, edge);
  if (t.node == kNoNode) return;
  if (check_freed(thread, node.address, {"access"}, node.place, node.calls)) return;
  place_in_loop(thread, pure);
}

// Does the pending request await, and since when?
void NativeRun::place_in_loop(ThreadId thread, bool pure) {
  Thread& t = threads_[thread];
  Request& request = pending_[thread];
  const Node& node = knowledge_.node(t.node);
  if (node.wait.kind != Wait::Kind::none || (request.lock && request.awaits)) {
    t.head = kNoNode;
    request.awaits = true;
    request.wait_begin = t.events;
    return;
  }
  request.awaits = false;
  if (attempts_at(node) != nullptr) {
    t.head = kNoNode;
    request.awaits = true;
    request.wait_begin = t.events;
    return;
  }
  if (!pure) t.head = kNoNode;
  if (request.kind == RequestKind::fence) return;
  if (!reads(request.kind)) {
    t.head = kNoNode;
    return;
  }
  if (t.head != kNoNode) {
    const Address head = knowledge_.node(t.head).place;
    if (ends_iteration(t, node.place)) {
      t.head = kNoNode;
    } else if (node.place == head) {
      ++t.visits;
    }
  }
  if (t.head == kNoNode && knowledge_.is_head(node.place)) {
    t.head = t.node;
    t.head_event = t.events;
    t.visits = 1;
    t.head_move = static_cast<std::uint32_t>(moves_.size());
    t.first = static_cast<std::uint32_t>(t.places.size());
  }
  if (t.head == kNoNode) return;
  t.places.push_back(t.node);
  request.awaits = true;
  request.wait_begin = t.head_event;
}

void NativeRun::apply_all(ThreadId thread, const Edge& edge) {
  Thread& t = threads_[thread];
  if (edge.heap || !t.freed.empty()) {
    const std::span<const Touch> touches = knowledge_.touches(edge);
    for (std::size_t i = 0; i < touches.size(); ++i) {
      if (i % kTouchesToApply == kTouchesToApply - 1) stop_point();
      apply(thread, touches[i]);
    }
  }
  if (t.node == kNoNode) return;  // it has failed
  if (edge.ends && knowledge_.is_stack_shared(thread)) end_stack(thread, edge);
  t.plain.insert(t.plain.end(), edge.watched.begin(), edge.watched.end());
  write(edge, journal_);
}

// Writes plainly what the thread does on the way.
void NativeRun::write(const Edge& edge, std::vector<Undo>& journal) const {
  for (const Bytes& bytes : edge.writes) {
    std::uint64_t& value = memory_[bytes.granule];
    journal.push_back({bytes.granule, value});
    value = (value & ~bytes.mask) | bytes.value;
  }
}

bool NativeRun::accepts(ThreadId thread, Value value, bool succeeded) const {
  const Thread& t = threads_[thread];
  if (t.node == kNoNode) return true;
  const Request& request = pending_[thread];
  const Wait& wait = knowledge_.node(t.node).wait;
  if (wait.kind != Wait::Kind::none) return wait.accepts(value) && !(request.lock && polls(thread, value));
  if (request.lock && request.awaits) return succeeded && !polls(thread, value);
  if (attempts_at(knowledge_.node(t.node)) != nullptr) return !attempt_fails(thread, value);
  bool goes_on = true;
  follow(thread, value, succeeded, [&](const Edge& taken) { goes_on = !is_in_vain(t, taken); });
  return goes_on;
}

bool NativeRun::may_accept(ThreadId thread, Value value, bool succeeded) const {
  const Thread& t = threads_[thread];
  const Request& request = pending_[thread];
  if (t.node == kNoNode || !request.lock || !request.awaits) return accepts(thread, value, succeeded);
  const Wait& wait = knowledge_.node(t.node).wait;
  return wait.kind == Wait::Kind::none ? succeeded : wait.accepts(value);
}

// Does it only lead back to a state that the thread has been in since its iteration began? To be back where an earlier
// one began, which expected something else, or in the middle of it, is to have got on. So is to use what it has freed
// itself, after which it does nothing more.
bool NativeRun::is_in_vain(const Thread& t, const Edge& edge) const {
  if (t.head == kNoNode || !edge.silent || uses_freed(t, edge.accesses)) return false;
  const NodeId to = edge.comes_back ? edge.back : edge.to;
  const Node& there = knowledge_.node(to);
  return std::any_of(t.places.begin() + static_cast<std::ptrdiff_t>(t.first), t.places.end(),
                     [&](NodeId n) { return n == to || is_there_again(knowledge_.node(n), there); });
}

// Whoever waits for a mutex has to get it.
bool NativeRun::accepts_failure(ThreadId thread) const {
  const NodeId node = threads_[thread].node;
  if (node == kNoNode || knowledge_.node(node).wait.kind != Wait::Kind::none) return true;
  return !(pending_[thread].lock && pending_[thread].awaits);
}

bool NativeRun::leaves_wait(ThreadId thread, Value value, bool succeeded) const {
  if (!accepts(thread, value, succeeded)) return false;
  const Thread& t = threads_[thread];
  if (t.head == kNoNode) return true;
  bool leaves = false;
  follow(thread, value, succeeded, [&](const Edge& next) {
    const Node& node = knowledge_.node(next.to);
    const bool is_fence = node.request.kind == RequestKind::fence;
    leaves = leaves || !next.pure || uses_freed(t, next.accesses) ||
             (!is_fence && (!reads(node.request.kind) || ends_iteration(t, node.place)));
  });
  return leaves;
}

// Is a read there none of the iteration that the thread is in?
bool NativeRun::ends_iteration(const Thread& t, Address place) const {
  const Address head = knowledge_.node(t.head).place;
  return place == head ? t.visits >= knowledge_.visits(head) : !knowledge_.is_member(head, place);
}

// Or start who may.
bool NativeRun::may_write(ThreadId thread, Location location) const {
  if (pending_[thread].kind == RequestKind::finished) return false;
  const Writers* const writers = knowledge_.writers_of_lock(location);
  return writers == nullptr || std::ranges::any_of(*writers, [&](const auto& writer) {
           const auto& [by, most] = writer;
           const bool runs = by < threads_.size() && threads_[by].node != kNoNode;
           return !runs || (by == thread && knowledge_.may_write_yet(threads_[by].node, location, most));
         });
}

bool NativeRun::waits_once(ThreadId thread) const {
  const Thread& t = threads_[thread];
  return t.head == kNoNode || knowledge_.waits_once(knowledge_.node(t.head).place);
}

bool NativeRun::acts_plainly(ThreadId thread, Value value, bool succeeded) const {
  const NodeId id = threads_[thread].node;
  if (id == kNoNode) return true;
  const Node& node = knowledge_.node(id);
  if (node.wait.kind != Wait::Kind::none || attempts_at(node) != nullptr) return true;
  bool acts = false;
  follow(thread, value, succeeded, [&](const Edge& taken) { acts |= !taken.accesses.empty(); });
  return acts;
}

bool NativeRun::waits_on(ThreadId thread, Location location) const {
  return !waits_once(thread) || pending_[thread].location == location;
}

std::uint32_t NativeRun::wait_number(ThreadId thread) const {
  const Thread& t = threads_[thread];
  if (t.node == kNoNode) return 0;
  return knowledge_.wait_number(knowledge_.node(t.node).place);
}

void NativeRun::observe(const ExecutionGraph&, std::span<Value> state) const {
  std::copy_n(outcomes_.begin(), std::min(outcomes_.size(), state.size()), state.begin());
}

}  // namespace graphfuzz::native
