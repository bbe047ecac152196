// Knowledge: what is known of a native program from having run it. A thread is a tree: what it asks for next is a
// function of what it has read so far, so that every step needs the program to run but once, ever.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "graphfuzz/frontend/native/machine.hpp"

namespace graphfuzz::native {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = ~NodeId{0};

/// From one request to the next, if the plain reads among the touches give what they gave then.
struct Edge {
  Value value = 0;
  bool succeeded = false;
  bool child = false;       ///< of a request `start`: what the started thread does first
  bool silent = true;       ///< nothing was written, but for what was there before
  bool comes_back = false;  ///< the thread has only come back to where it was, in the same state
  NodeId to = kNoNode;
  std::uint32_t first_touch = 0;
  std::uint32_t touches = 0;
};

/// Where a thread waits for what it asks for.
struct Node {
  Request request{};
  Wait wait{};
  Address address = 0;
  Address place = 0;
  std::uint64_t state = 0;
  NodeId parent = kNoNode;  ///< kNoNode: the first of its thread, or nobody needs to know
  bool silent = true;       ///< of the edge from there
  std::vector<Edge> edges{};
  std::vector<Address> stack{};
};

class Knowledge {
 public:
  explicit Knowledge(Machine& machine) : machine_(machine) { forget(); }

  Machine& machine() const { return machine_; }
  const CellTable& cells() const { return cells_; }
  const Node& node(NodeId id) const { return nodes_[id]; }
  std::span<const Touch> touches(const Edge& edge) const { return {touches_.data() + edge.first_touch, edge.touches}; }

  /// Begins anew with the tree; cells, loops and names stay.
  void forget();
  /// Node of what is before main.
  static constexpr NodeId kRoot = 0;
  /// Is there so much that one should forget?
  bool large() const { return touches_.size() > kMostTouches || nodes_.size() > kMostNodes; }

  /// Takes down where a thread has come to from the node. Throws Learned if the arrival makes an earlier plain access
  /// one of a location of the graph.
  const Edge& add(NodeId from, Value value, bool succeeded, bool child, const Arrival& arrival);

  /// Is it a place where iterations of waiting loops begin, and is the other one within them?
  bool is_head(Address place) const { return loops_.contains(place); }
  bool is_member(Address head, Address place) const {
    const auto loop = loops_.find(head);
    return loop != loops_.end() && loop->second.contains(place);
  }
  bool waits_once(Address head) const {
    const auto loop = loops_.find(head);
    return loop != loops_.end() && loop->second.size() == 1;
  }

  /// The location of a plain access that is watched, and what it is the location of.
  Location plain_location(Address address);
  /// The same, kNoLocation if there was none.
  Location known_plain_location(Address address) const {
    const auto found = plain_locations_.find(address);
    return found == plain_locations_.end() ? kNoLocation : found->second;
  }
  Address plain_address(Location location) const { return plain_[location - kPlainBase]; }
  static constexpr Location kPlainBase = Location{1} << 30;
  /// The number of a place in the code.
  std::uint32_t place_number(Address place);
  Address place(std::uint32_t number) const { return places_[number]; }

  /// How often something was learned that changes executions.
  std::uint64_t version() const { return version_; }
  /// Are such things to be thrown as Learned?
  bool strict = false;

 private:
  static constexpr std::size_t kMostTouches = std::size_t{1} << 23;
  static constexpr std::size_t kMostNodes = std::size_t{1} << 21;
  Location locate(const Arrival& arrival);
  void learn_loop(NodeId head, NodeId last);

  Machine& machine_;
  CellTable cells_;
  std::vector<Node> nodes_;
  std::vector<Touch> touches_;
  boost::unordered_flat_map<Address, std::uint8_t> plainly_;  // granules of plain accesses in the tree: which bytes
  std::map<Address, std::set<Address>> loops_;  // by place where iterations begin: the places of their reads
  boost::unordered_flat_map<Address, Location> plain_locations_;
  std::vector<Address> plain_;
  boost::unordered_flat_map<Address, std::uint32_t> place_numbers_;
  std::vector<Address> places_;
  std::uint64_t version_ = 0;
};

}  // namespace graphfuzz::native
