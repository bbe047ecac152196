#include "graphfuzz/frontend/native/knowledge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "program/requests.hpp"

namespace graphfuzz::native {
namespace {

/// Does the request, answered like this, leave memory as it was?
bool is_silent(const Request& request, Value value, bool succeeded) {
  switch (request.kind) {
    case RequestKind::read:
    case RequestKind::fence:
      return true;
    case RequestKind::update:
      return apply(request.operation, value, request.operand, request.bits, request.is_signed) == value;
    case RequestKind::compare_exchange:
      return !succeeded || request.operand == value;
    default:
      return false;
  }
}

std::uint8_t bytes_of(const Touch& touch) {
  return static_cast<std::uint8_t>(((1U << touch.size) - 1) << (touch.address & 7));
}

}  // namespace

void Knowledge::forget() {
  nodes_.clear();
  touches_.clear();
  plainly_.clear();
  visited_.clear();
  loop_counts_.clear();
  must_forget_ = false;
  nodes_.emplace_back();  // the root: before main
  ++forgotten_;
}

void Knowledge::bound_loops(unsigned unroll) {
  unroll_ = learned_unroll_ = unroll;
  machine_.count_calls(true);
  ++version_;
  forget();
}

const Edge& Knowledge::add(ThreadId thread, NodeId from, Value value, bool succeeded, bool child,
                           const Arrival& arrived) {
  if (arrived.sections.there) [[unlikely]]
    note_sections(arrived.sections);
  if (arrived.unfit != 0) leave_out(thread, arrived.unfit);
  LoopCounts::Id loops = child ? LoopCounts::kNone : nodes_[from].loops;
  const Arrival& arrival = unroll_ == 0 ? arrived : within_bound(from, arrived, loops);
  Edge edge;
  edge.value = value;
  edge.succeeded = succeeded;
  edge.child = child;
  edge.thread = thread;
  if (!child && nodes_[from].request.kind == RequestKind::update) note_value(nodes_[from].address, value);
  edge.silent = !child && from != kRoot && is_silent(nodes_[from].request, value, succeeded);
  edge.first_touch = static_cast<std::uint32_t>(touches_.size());
  for (const Touch& touch : arrival.touches) {
    if (touch.kind == Touch::Kind::enter || touch.kind == Touch::Kind::leave) continue;
    touches_.push_back(touch);
    if (touch.kind == Touch::Kind::read || touch.kind == Touch::Kind::write) {
      plainly_[touch.address & ~Address{7}] |= bytes_of(touch);
    }
    if (touch.kind != Touch::Kind::read && !(touch.kind == Touch::Kind::write && touch.own)) edge.quiet = false;
  }
  edge.silent &= edge.quiet;
  edge.touches = static_cast<std::uint32_t>(touches_.size() - edge.first_touch);
  digest(edge);
  const Location location = locate(thread, arrival);
  if (location != kNoLocation) note_stack(thread, arrival.address);

  // Has it been here before, with nothing written since?
  edge.pure = edge.silent && !writes(nodes_[from].request.kind, succeeded);
  if (edge.silent && arrival.state != 0) {
    if (const NodeId earlier = find_earlier(thread, from, arrival, value); earlier != kNoNode) {
      edge.comes_back = true;
      edge.to = edge.back = earlier;
      learn_loop(earlier, from);
    }
  }
  if (!edge.comes_back) {
    Node node;
    node.request = arrival.request;
    node.request.location = location;
    node.wait = arrival.wait;
    node.address = arrival.address;
    node.place = arrival.place;
    node.state = arrival.state;
    node.pure = edge.pure;
    node.parent = edge.pure && reads(arrival.request.kind) ? from : kNoNode;
    if (arrival.request.kind == RequestKind::fence && edge.pure) node.parent = from;
    node.calls = arrival.calls;
    node.loops = loops;
    if (unroll_ != 0 && loop_counts_.count(loops) > unroll_) cut(node);
    if (!child && from != kRoot) {
      node.write_before = may_write(nodes_[from].request.kind) ? from : nodes_[from].write_before;
    }
    if (location != kNoLocation && may_write(node.request.kind)) {
      node.times = std::min(times_asked(node.write_before, node.address) + 1, kManyTimes);
      note_writer(thread, node);
    }
    edge.to = static_cast<NodeId>(nodes_.size());
    nodes_.push_back(std::move(node));
  }
  bring_up_to_date(edge);
  std::vector<Edge>& edges = nodes_[from].edges;
  edges.push_back(std::move(edge));
  return edges.back();
}

// Goes through the loops, and leaves out what is beyond their bound. Whether the request is, too, is for the caller to
// see: it may be that of a loop that waits.
const Arrival& Knowledge::within_bound(NodeId from, const Arrival& arrival, LoopCounts::Id& loops) {
  // One call may read and write, or read what it expects first, and so comes to its place twice.
  Address just_read = 0;
  Address has_read = reads(nodes_[from].request.kind) ? nodes_[from].place : 0;
  for (std::size_t i = 0; i < arrival.touches.size(); ++i) {
    const Touch& touch = arrival.touches[i];
    just_read = 0;
    if (touch.kind == Touch::Kind::leave) {
      loops = loop_counts_.leave(loops);
      continue;
    }
    const bool reading = touch.kind == Touch::Kind::read;
    if (touch.kind != Touch::Kind::enter && !reading && touch.kind != Touch::Kind::write) continue;
    const bool visits = !touch.more && (reading || touch.place != has_read);
    has_read = just_read = reading ? touch.place : 0;
    if (!visits) continue;
    loops = loop_counts_.visit(loops, touch.place);
    if (loop_counts_.count(loops) > unroll_) {
      cut_ = Arrival{};
      cut_.touches.assign(arrival.touches.begin(), arrival.touches.begin() + static_cast<std::ptrdiff_t>(i));
      cut_.request.kind = RequestKind::truncated;
      return cut_;
    }
    if (touch.kind == Touch::Kind::enter) loops = loop_counts_.enter(loops);
  }
  const RequestKind kind = arrival.request.kind;
  const bool ends = kind == RequestKind::finished || kind == RequestKind::failure || kind == RequestKind::blocked ||
                    kind == RequestKind::truncated;
  if (!ends && !arrival.more && arrival.place != (reads(kind) ? just_read : has_read)) {
    loops = loop_counts_.visit(loops, arrival.place);
  }
  return arrival;
}

// Of a thread whose loop went beyond its bound nothing more comes.
void Knowledge::cut(Node& node) {
  node = Node{};
  node.request.kind = RequestKind::truncated;
}

// The location that the request is of, which may be a new one.
Location Knowledge::locate(ThreadId thread, const Arrival& arrival) {
  if (arrival.request.size == 0 || arrival.request.kind > RequestKind::compare_exchange) return kNoLocation;
  if (const Cell* const cell = cells_.find(arrival.address, arrival.request.size)) {
    if (cell->address == arrival.address && cell->size == arrival.request.size) return cell->location;
    make_room(arrival.address, arrival.request.size);
    throw Unsupported(
        fmt::format("{}: {}: {:#x} is accessed as {} bytes, and as {} bytes at {:#x}: atomic accesses of mixed sizes "
                    "are not supported",
                    machine_.where(arrival.place), machine_.name(arrival.address), cell->address, cell->size,
                    arrival.request.size, arrival.address));
  }
  const Address granule = arrival.address & ~Address{7};
  const Value initial = initial_value(arrival.address, arrival.request.size, arrival.request.is_signed);
  // A mutex or its like, whose place on the stack something else has at other times: it is asked for all the same, and
  // so is not left out once more.
  if (cells_.is_left_out(granule)) cells_.share(granule);
  const Location location = cells_.add(arrival.address, arrival.request.size, initial).location;
  if (const std::uint32_t number = find_granule(granule); number != kNoNode) {
    granules_[number].atomics[arrival.address & 7] = arrival.request.size;
  }
  if (std::string name = machine_.block_name(arrival.address); !name.empty()) {
    names_.try_emplace(arrival.address, std::move(name));
  }
  if (arrival.unseen) {
    // Had anybody known that it is a location, it might have been told of before.
    must_forget_ = true;
    ++version_;
    throw Learned(fmt::format("{} is written by code that is not instrumented", machine_.name(arrival.address)));
  }
  const auto found = plainly_.find(granule);
  const auto bytes = static_cast<std::uint8_t>(((1U << arrival.request.size) - 1) << (arrival.address & 7));
  if (found != plainly_.end() && (found->second & bytes) != 0) {
    ++version_;
    throw Learned(fmt::format("{} is accessed atomically, too", machine_.name(arrival.address)));
  }
  // Who has freed it in this execution could not tell that it ends there.
  if (is_freed_by_others(thread, granule)) learn_sharing("is freed by another thread", arrival.address);
  return location;
}

std::string Knowledge::name(Location location) const {
  const Address address = cells_[location].address;
  if (const std::string now = machine_.block_name(address); !now.empty()) return now;
  const auto known = names_.find(address);
  return known == names_.end() ? machine_.name(address) : known->second;
}

Value Knowledge::initial_value(Address address, std::uint8_t size, bool is_signed) const {
  const unsigned shift = 8 * static_cast<unsigned>(address & 7);
  const auto granule = static_cast<std::uint64_t>(machine_.initial(address & ~Address{7}));
  return wrap(static_cast<Value>(granule >> shift), 8U * size, is_signed);
}

void Knowledge::learn_attempts(Address location, const Attempts& attempts, const std::string& what) {
  Attempts& all = attempts_[location];
  Attempts now = all;
  now.add(attempts);
  if (now == all) return;
  all = std::move(now);
  ++version_;
  if (strict) throw Learned(what);
}

void Knowledge::note_value(Address location, Value value) {
  constexpr std::size_t kMostValues = 64;
  std::vector<Value>& values = values_[location];
  if (values.size() == kMostValues || std::find(values.begin(), values.end(), value) != values.end()) return;
  values.push_back(value);
}

bool Knowledge::look_for_attempt(NodeId node, Value value) {
  constexpr unsigned kMostTimes = 256;
  const std::size_t count = values(nodes_[node].address).size();
  Looked& looked = looked_[nodes_[node].place];
  if (looked.values != count) looked = {count, 0};
  if (looked.times == kMostTimes) return false;
  bool is_new = false;
  for (Edge& edge : nodes_[node].edges) {
    if (edge.value == value && std::exchange(edge.looked, count) != count) is_new = true;
  }
  if (is_new) ++looked.times;
  return is_new;
}

// What others access on a stack is gone when its thread ends, and stays a location. It is no state of the stack's
// thread, whose states before it was known were others.
void Knowledge::note_stack(ThreadId thread, Address address) {
  const std::optional<ThreadId> owner = machine_.stack_owner(address);
  if (!owner || *owner == thread) return;
  const bool is_new = cells_.share(address & ~Address{7});
  if (!shared_stacks_.insert(*owner).second && !is_new) return;
  must_forget_ |= is_new;
  ++version_;
  if (strict) throw Learned(fmt::format("P{} accesses the stack of P{}", thread, *owner));
}

// Memory of a stack is used again, for something of another size. As long as it is the thread's alone there is nothing
// to be explored; what others have come to access is for good.
void Knowledge::leave_out(ThreadId thread, Address granule) {
  if (machine_.stack_owner(granule) == thread) {
    cells_.leave_out(granule);
  } else {
    cells_.share(granule);
  }
  ++version_;
  throw Learned(fmt::format("{} is used in more than one way", machine_.name(granule)));
}

Stack Knowledge::told(const CallStack& stack) const {
  Stack result{stack.what, {}};
  for (const Address code : stack.places) {
    Place place = machine_.place(code);
    if (place.line != 0) result.frames.push_back(std::move(place));
  }
  return result;
}

std::uint32_t Knowledge::place_number(Address place) {
  const auto [number, is_new] = place_numbers_.try_emplace(place, static_cast<std::uint32_t>(places_.size()));
  if (is_new) places_.push_back(place);
  return number->second;
}

// No two are at the same distance from their multiples of 4 GiB: there is a gap between a program and its libraries.
std::uint32_t Knowledge::wait_number(Address place) {
  const auto number = static_cast<std::uint32_t>(place) | 1U << 31;
  waits_.try_emplace(number, place);
  return number;
}

}  // namespace graphfuzz::native
