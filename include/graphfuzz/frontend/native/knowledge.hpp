// Knowledge: what is known of a native program from having run it. A thread is a tree: what it asks for next is a
// function of what it has read so far, so that every step needs the program to run but once, ever.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "graphfuzz/frontend/native/facts.hpp"
#include "graphfuzz/frontend/native/loop_counts.hpp"
#include "graphfuzz/frontend/native/machine.hpp"
#include "graphfuzz/frontend/native/visited.hpp"

namespace graphfuzz::native {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = ~NodeId{0};

/// Bytes of a multiple of eight, by its number.
struct Bytes {
  std::uint32_t granule = 0;
  std::uint64_t mask = 0;  ///< of the bits that count
  std::uint64_t value = 0;
};

/// Plain accesses, as a thread has made them.
struct Access {
  std::uint32_t granule = 0;
  std::uint8_t offset = 0;
  std::uint8_t size = 0;
  bool write = false;
  std::uint32_t place = 0;
  std::uint32_t calls = 0;  ///< that led there: of several ways one is enough
  friend bool operator==(const Access& a, const Access& b) {
    return a.granule == b.granule && a.offset == b.offset && a.size == b.size && a.write == b.write &&
           a.place == b.place;
  }
};

/// From one request to the next, if the plain reads give what they gave then.
struct Edge {
  Value value = 0;
  bool succeeded = false;
  bool child = false;       ///< of a request `start`: what the started thread does first
  bool quiet = true;        ///< nothing was written plainly, but on the thread's own stack
  bool silent = true;       ///< nothing was written, but for what was there before
  bool pure = true;         ///< nothing was written at all: no event that others may read from
  bool comes_back = false;  ///< the thread has only come back to where it was, in the same state
  bool compared = false;    ///< Knowledge::may_be_as_if_read has been asked
  bool heap = false;        ///< there are others than reads, writes and that among the touches
  bool ends = false;        ///< the thread's stack is gone
  ThreadId thread = 0;
  NodeId to = kNoNode;
  NodeId back = kNoNode;          ///< comes_back: where the iteration began that has been in vain
  std::size_t looked = 0;         ///< for look_for_attempt
  std::uint32_t first_touch = 0;  ///< for Knowledge::touches
  std::uint32_t touches = 0;
  std::vector<Bytes> reads{};   ///< of what the thread has not written itself on the way
  std::vector<Bytes> writes{};  ///< what is there afterwards
  std::vector<Access> accesses{};
  // Of these, what others access, too; as of a version of sharing.
  std::uint64_t sharing = ~std::uint64_t{0};
  std::vector<Bytes> shared_reads{};
  std::vector<PlainAccess> watched{};
};

/// Where a thread waits for what it asks for.
struct Node {
  Request request{};
  Wait wait{};
  Address address = 0;
  Address place = 0;
  std::uint64_t state = 0;
  NodeId parent = kNoNode;                   ///< kNoNode: the first of its thread, or nobody needs to know
  bool pure = true;                          ///< of the edge from there
  LoopCounts::Id loops = LoopCounts::kNone;  ///< that it is in, how often
  std::vector<Edge> edges{};
  std::uint32_t calls = 0;        ///< that led there
  NodeId write_before = kNoNode;  ///< the thread's request before this that may write
  std::uint32_t times = 0;        ///< such requests at this location, with this one
};

/// Is a thread that has come there, of a Node or an Arrival, in the state in which it was at the node? False if it is
/// not known in which it is.
template <class Where>
bool is_there_again(const Node& node, const Where& where) {
  return node.state != 0 && node.state == where.state && node.place == where.place && node.address == where.address &&
         node.request.kind == where.request.kind;
}

/// How plain accesses take part.
struct PlainOptions {
  /// Of those to memory that several threads access and that is written: the order of the events that they are, if they
  /// are not watched for races instead.
  std::optional<MemoryOrder> plain{};
  bool racing = false;  ///< … if they race: other memory holds the same in every execution that goes the same way
  MemoryOrder volatiles = MemoryOrder::non_atomic;  ///< the same for volatile objects
};

class Knowledge {
 public:
  /// Loops that do more than wait are done `unroll` times in a row at most; 0: as often as they like.
  explicit Knowledge(Machine& machine, PlainOptions options = {}, unsigned unroll = 0)
      : machine_(machine), unroll_(unroll) {
    machine_.count_calls(unroll > 0);
    plain_is_event_ = options.plain.has_value();
    cells_.plain_order = options.plain.value_or(MemoryOrder::non_atomic);
    cells_.volatile_order = options.volatiles;
    racing_alone_ = options.racing;
    forget();
  }

  /// From now on they are, which is a fact of the program: it comes to no end otherwise. Begins anew with the tree.
  void bound_loops(unsigned unroll);
  unsigned unroll() const { return unroll_; }
  /// What was seen of sections that no other thread's overlaps.
  Sections sections() const { return sections_; }
  /// Run::section_lock. O(1).
  Location section_lock() const;
  /// From now on each of them is taken for the one access that it makes: to be atomic it needs no lock. Begins anew
  /// with the tree. When one turns out to make several, that is Learned, and they keep others out again.
  void take_sections_for_accesses();

  Machine& machine() const { return machine_; }
  const CellTable& cells() const { return cells_; }
  const Node& node(NodeId id) const { return nodes_[id]; }
  std::span<const Touch> touches(const Edge& edge) const { return {touches_.data() + edge.first_touch, edge.touches}; }

  /// What a location is called, also when the memory that it is in is not allocated now.
  std::string name(Location location) const;

  /// Begins anew with the tree; cells, loops and names stay.
  void forget();
  /// Node of what is before main.
  static constexpr NodeId kRoot = 0;
  /// To be called when an execution begins. Throws Learned if memory was found in the last one that is to be locations.
  void take_up();
  /// Of an atomic access where plain ones have made other locations: throws Learned if it may be one.
  void make_room(Address address, std::uint8_t size);
  /// Was such memory found?
  bool is_to_take_up() const { return !to_be_cells_.empty(); }
  /// Grows with what is known of which accesses others may notice.
  std::uint64_t sharing() const { return sharing_ + shared_stacks_.size(); }
  /// Is there so much that one should forget?
  bool large() const { return must_forget_ || touches_.size() > kMostTouches || nodes_.size() > kMostNodes; }

  /// Takes down where a thread has come to from the node. Throws Learned if the arrival makes an earlier plain access
  /// one of a location of the graph.
  const Edge& add(ThreadId thread, NodeId from, Value value, bool succeeded, bool child, const Arrival& arrival);
  /// The first edge of the node with that answer which `fits`, brought up to date; null if there is none.
  template <class Fits>
  const Edge* find(NodeId id, Value value, bool succeeded, bool child, Fits fits) {
    for (Edge& edge : nodes_[id].edges) {
      if (edge.value != value || edge.succeeded != succeeded || edge.child != child) continue;
      if (edge.sharing != sharing_) bring_up_to_date(edge);
      if (fits(edge)) return &edge;
    }
    return nullptr;
  }

  /// A read that may be all that an edge comes to: has the thread, with what it has read since, only got to where it
  /// would be if that one had read the value?
  struct AsIfRead {
    NodeId node = kNoNode;
    Value value = 0;
  };
  /// Of the edge from the node, which is compared by this.
  std::vector<AsIfRead> may_be_as_if_read(NodeId from, const Edge& edge);
  /// If that read leads to the same, the edge has come back to it. May throw Learned.
  void learn_as_if_read(NodeId from, const Edge& edge, const AsIfRead& read, NodeId led_to);

  /// Is it a place where iterations of waiting loops begin, and is the other one within them?
  bool is_head(Address place) const { return loops_.contains(place); }
  bool is_member(Address head, Address place) const {
    const Loop* const loop = find_in(loops_, head);
    return loop != nullptr && loop->places.contains(place);
  }
  /// How often an iteration may come to the place where it begins: more than once in loops within the loop.
  unsigned visits(Address head) const {
    const Loop* const loop = find_in(loops_, head);
    return loop == nullptr ? 1 : loop->visits;
  }
  bool waits_once(Address head) const {
    const Loop* const loop = find_in(loops_, head);
    return loop != nullptr && loop->places.size() == 1 && loop->visits == 1;
  }

  /// Who has asked to write the location in whatever execution, and how often at most, if somebody waits there for a
  /// lock; else null. Nobody does more, until that is Learned.
  const Writers* writers_of_lock(Location location) const {
    if (lock_news_ > kMostLockNews) return nullptr;
    const Asked* const asked = find_in(asked_, cells_[location].address);
    return asked == nullptr || !asked->lock ? nullptr : &asked->writers;
  }
  /// May a thread that is at the node, and asks to write the location so often at most, do so yet?
  bool may_write_yet(NodeId at, Location location, std::uint32_t most) const;

  /// Of the location; null if there are none.
  const Attempts* attempts(Address location) const { return find_in(attempts_, location); }
  bool has_attempts() const { return !attempts_.empty(); }
  const std::map<Address, Attempts>& all_attempts() const { return attempts_; }
  void learn_attempts(Address location, const Attempts& attempts, const std::string& what);
  /// Values that were read there, some of them.
  std::span<const Value> values(Address location) const {
    const std::vector<Value>* const found = find_in(values_, location);
    return found == nullptr ? std::span<const Value>() : std::span<const Value>(*found);
  }
  /// Remembers that of the edge from the node so many values have been looked at, to find an attempt. Is that new, and
  /// was it not looked for in vain too often, with as many values?
  bool look_for_attempt(NodeId node, Value value);

  /// Of the lock; null if nobody is known to poll it.
  const Polls* polls(Address lock) const { return find_in(polls_, lock); }
  bool has_polls() const { return !polls_.empty(); }
  const std::map<Address, Polls>& all_polls() const { return polls_; }
  /// Throws Learned if that makes executions other ones, and so do the next two.
  void learn_polls(Address lock, const Polls& polls, const std::string& what);
  /// That is what is read while somebody looks in vain.
  void note_looks(Address lock, Looks Polls::*where, std::span<const Access> accesses);
  /// Somebody else has done that meanwhile: what has been written counts.
  void note_writes(Address lock, Looks Polls::*where, std::span<const PlainAccess> accesses);

  /// Memory that was accessed plainly, in multiples of eight bytes.
  struct Granule {
    Address address = 0;
    Value initial = 0;
    ThreadId owner = 0;   ///< who was the first to access it; of the heap, whoever has allocated it
    bool shared = false;  ///< somebody else has, too
    bool written = false;
    bool split = false;            ///< what is accessed atomically was a piece before: atomics go first
    Pieces pieces{};               ///< of plain accesses
    std::uint8_t racing = 0;       ///< bytes: plain accesses have raced there
    std::uint8_t atomics[8] = {};  ///< sizes of what is accessed atomically: that is not split
  };
  std::span<const Granule> granules() const { return granules_; }
  /// Is only racing memory to be locations?
  bool wants_races() const { return plain_is_event_ && racing_alone_; }
  /// Plain accesses have raced there (locations from kPlainBase on; others are passed over). Throws Learned.
  void learn_races(std::span<const Location> locations);
  /// The thread accesses one of them in a way that is not taken down: it may be shared from now on. May throw Learned.
  void note_access(ThreadId thread, std::uint32_t granule);
  /// The thread has freed what is there: what others are found to access in it, they share.
  void note_free(ThreadId thread, Address begin, Address end);
  /// The number of one; kNoNode if it was not accessed.
  std::uint32_t find_granule(Address address) const {
    const std::uint32_t* const number = find_in(granule_numbers_, address);
    return number == nullptr ? kNoNode : *number;
  }
  /// The numbers of those within the range, by address.
  template <class Each>
  void for_each_granule_in(Address begin, Address end, Each each) const {
    for (auto at = ordered_granules_.lower_bound(begin & ~Address{7}); at != ordered_granules_.end() && at->first < end;
         ++at) {
      each(at->second);
    }
  }
  /// The locations of plain accesses that are watched: one for each piece of the access.
  template <class Each>
  void for_each_location(const Access& access, Each each) const {
    const Pieces& pieces = granules_[access.granule].pieces;
    const Location first = kPlainBase + 8 * access.granule;
    for (unsigned offset = access.offset; offset < access.offset + unsigned{access.size}; offset += pieces[offset]) {
      each(first + offset);
    }
  }
  Address plain_address(Location location) const {
    return granules_[(location - kPlainBase) / 8].address + (location - kPlainBase) % 8;
  }
  static constexpr Location kPlainBase = Location{1} << 30;
  /// Has another thread accessed something on the thread's stack?
  bool is_stack_shared(ThreadId thread) const { return shared_stacks_.contains(thread); }
  /// The number of a place in the code.
  std::uint32_t place_number(Address place);
  Address place(std::uint32_t number) const { return places_[number]; }
  /// Another number of a place, which is the same in all processes, and not 0; and the place of such a number.
  std::uint32_t wait_number(Address place);
  Address wait_place(std::uint32_t number) const { return waits_.at(number); }

  /// What others have to know to make the same executions.
  Facts facts() const;
  /// Begins with what others know, before anything was run. Throws std::invalid_argument if that is not of this
  /// program.
  void take(const Facts& facts);

  /// The stack in places of the source, of what has such.
  Stack told(const CallStack& stack) const;

  /// How often something was learned that changes executions.
  std::uint64_t version() const { return version_; }
  /// Changes with everything that a run may have gone by, or has told of, which comes to more than what changes
  /// executions.
  std::uint64_t revision() const { return version_ + forgotten_ + granules_.size() + cells_.size(); }
  /// Who has used the machine last: to everyone else it may be anywhere.
  const void* machine_user = nullptr;
  /// Are such things to be thrown as Learned?
  bool strict = false;
  /// A thread that does more goes round in circles: the execution is given up as if beyond the bound of a loop.
  static constexpr std::uint32_t kMostEvents = 20'000;
  std::uint32_t most_events = kMostEvents;
  /// Facts::found_out.
  bool found_out = false;

 private:
  /// Null if there is none.
  template <class Map>
  static const typename Map::mapped_type* find_in(const Map& map, Address address) {
    const auto found = map.find(address);
    return found == map.end() ? nullptr : &found->second;
  }
  static constexpr std::size_t kMostTouches = std::size_t{1} << 23;
  static constexpr std::size_t kMostNodes = std::size_t{1} << 21;
  Location locate(ThreadId thread, const Arrival& arrival);
  Value initial_value(Address address, std::uint8_t size, bool is_signed) const;
  const Arrival& within_bound(NodeId from, const Arrival& arrival, LoopCounts::Id& loops);
  static void cut(Node& node);
  NodeId find_earlier(ThreadId thread, NodeId from, const Arrival& arrival, Value value);
  NodeId find_much_earlier(ThreadId thread, NodeId from, const Arrival& arrival);
  void learn_loop(NodeId head, NodeId last);
  void note_sections(Sections sections);
  void note_writer(ThreadId thread, const Node& node);
  std::uint32_t times_asked(NodeId last, Address location) const;
  Edge& own(NodeId from, const Edge& edge);
  bool looks_plainly(const Edge& edge) const;
  void note_value(Address location, Value value);
  void learn_looks(Address lock, Looks Polls::*where, const Looks& news);
  void learn_sharing(const char* what, Address address);
  bool is_freed_by_others(ThreadId thread, Address granule) const;
  bool is_to_be_cell(const Granule& granule, unsigned offset, unsigned size) const;
  void note_stack(ThreadId thread, Address address);
  void leave_out(ThreadId thread, Address granule);
  /// Of a granule: where in the edge that is digested it stands, if it does.
  struct Digested {
    std::uint64_t digest = 0;  // of digests_
    std::uint32_t read = kNoNode;
    std::uint32_t write = kNoNode;
    std::uint32_t access = kNoNode;  // the last one
  };
  void digest(Edge& edge);
  Digested& digested_in_this(std::uint32_t granule);
  void note_once(Edge& edge, const Access& access, Digested& digested);
  std::uint32_t look_at(ThreadId thread, const Access& access, Address granule);
  std::uint32_t add_granule(Address address, ThreadId owner);
  void bring_up_to_date(Edge& edge) const;

  Machine& machine_;
  unsigned unroll_;
  unsigned learned_unroll_ = 0;  // the same if bound_loops was called
  LoopCounts loop_counts_;
  Arrival cut_;  // what there was before a loop went beyond its bound
  CellTable cells_;
  bool plain_is_event_ = false;  // PlainOptions::plain
  bool racing_alone_ = false;    // PlainOptions::racing
  Sections sections_{};
  bool must_forget_ = false;
  bool sections_are_accesses_ = false;  // take_sections_for_accesses was called
  std::vector<Node> nodes_;
  std::vector<Visited> visited_;  // by thread, on the way to where it was looked for last
  std::vector<Touch> touches_;
  boost::unordered_flat_map<Address, std::uint8_t> plainly_;  // granules of plain accesses in the tree: which bytes
  std::set<Address> changed_;  // cells that others have known to be accessed plainly, before they were cells
  boost::unordered_flat_map<Address, std::string> names_;  // of locations that have one only while the program runs
  std::map<Address, Loop> loops_;                          // by place where iterations begin
  std::map<Address, Attempts> attempts_;                   // by location
  std::map<Address, Polls> polls_;                         // by location
  std::uint32_t lock_news_ = 0;                            // Facts::lock_news
  struct Asked {
    Writers writers{};
    bool lock = false;  // somebody waits there for a lock
  };
  boost::unordered_flat_map<Address, Asked> asked_;  // by location: who asks to write it
  struct Looked {
    std::size_t values = 0;
    unsigned times = 0;
  };
  boost::unordered_flat_map<Address, Looked> looked_;  // for attempts, by place
  boost::unordered_flat_map<Address, std::vector<Value>> values_;
  boost::unordered_flat_map<Address, std::uint32_t> granule_numbers_;
  std::map<Address, std::uint32_t> ordered_granules_;  // the same
  struct FreedBlock {
    Address end;
    ThreadId thread;
    bool by_several;
  };
  std::map<Address, FreedBlock> freed_blocks_;  // by where they begin, of all executions
  std::vector<Granule> granules_;
  std::uint64_t digests_ = 0;
  std::vector<Digested> digested_;             // by granule
  std::vector<std::uint32_t> earlier_access_;  // of the edge that is digested: by access, the one before in its granule
  std::vector<std::uint32_t> to_be_cells_;     // granules
  std::uint64_t sharing_ = 0;                  // how often something was found to be shared
  boost::unordered_flat_map<Address, std::uint32_t> place_numbers_;
  std::vector<Address> places_;
  boost::unordered_flat_map<std::uint32_t, Address> waits_;  // places, by wait_number
  std::set<ThreadId> shared_stacks_;
  std::uint64_t version_ = 0;
  std::uint64_t forgotten_ = 0;  // how often `forget` was called
};

}  // namespace graphfuzz::native
