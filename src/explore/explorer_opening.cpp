// The part of the explorer that comes back to nodes whose children were not written down when it came through.
#include <algorithm>
#include <cassert>
#include <cmath>

#include "explore/foreign.hpp"
#include "explore/steps.hpp"
#include "graphfuzz/explore/explorer.hpp"

namespace graphfuzz {
namespace {

// So many siblings are kept one by one, more as ranges of the node's children.
constexpr std::size_t kOneByOne = 16;

// Nodes with more leaves than two to this are as likely as each other.
constexpr float kLargest = 255;

}  // namespace

Explorer::Opened Explorer::open(const Branch& branch, bool last,
                                const std::function<std::size_t(std::span<const Branch>)>& choose,
                                std::vector<Branch>& branches) {
  assert(branch.many());
  const bool several = branch.kind == Branch::Kind::nodes;
  const std::uint32_t number = several ? choose_node(branch, last) : branch.length;
  if (several) {
    add_nodes(branch, branch.begin, number, branches);
    add_nodes(branch, number + 1, branch.end, branches);
  }
  const Trunk& trunk = *branch.trunk;
  const Passed& node = trunk.passed[number];
  Branch path;
  path.trunk = branch.trunk;
  path.length = node.step;
  const Step taken = trunk.prefix.steps[node.step];
  do {
    go_to(path);
    if (trunk.foreign) check_node(branch, node, taken);
    join_children(taken.thread);
  } while (make_room());
  Opened opened;
  const bool through = branch.kind == Branch::Kind::source;
  const double empty = through ? list_source(branch) : list_children(taken, node, number);
  std::uint32_t begin = 0;
  if (several || branch.end == Branch::kAllChildren) {
    opened.empty = empty;
  } else {
    begin = branch.begin;
    if (branch.end > children_.size()) throw ForeignBranch();
    children_.erase(children_.begin() + branch.end, children_.end());
    children_.erase(children_.begin(), children_.begin() + branch.begin);
  }
  if (children_.empty()) return opened;
  for (Branch& child : children_) child.trunk = branch.trunk;
  const std::size_t chosen = choose(children_);
  opened.child = std::move(children_[chosen]);
  if (children_.size() <= kOneByOne + 1) {
    for (std::size_t i = 0; i < children_.size(); ++i) {
      if (i != chosen) branches.push_back(std::move(children_[i]));
    }
  } else {
    Branch rest;
    rest.kind = through ? Branch::Kind::source : Branch::Kind::node;
    rest.trunk = branch.trunk;
    rest.length = number;
    rest.step = branch.step;
    rest.share = branch.share;
    const auto middle = static_cast<std::uint32_t>(begin + chosen);
    const auto end = static_cast<std::uint32_t>(begin + children_.size());
    for (const auto& [from, to] : {std::pair{begin, middle}, std::pair{middle + 1, end}}) {
      if (from == to) continue;
      rest.begin = from;
      rest.end = to;
      rest.log_size = opened.child->log_size + std::log2(static_cast<float>(to - from));
      branches.push_back(rest);
    }
  }
  children_.clear();
  return opened;
}

std::uint32_t Explorer::choose_node(const Branch& branch, bool last) {
  if (last) return branch.end - 1;
  const std::vector<Passed>& passed = branch.trunk->passed;
  float largest = 0;
  for (std::uint32_t i = branch.begin; i < branch.end; ++i) largest = std::max(largest, passed[i].log_size);
  largest = std::min(largest, kLargest);
  const auto weight = [&](std::uint32_t i) { return std::exp2(std::min(passed[i].log_size, kLargest) - largest); };
  double total = 0;
  for (std::uint32_t i = branch.begin; i < branch.end; ++i) total += weight(i);
  constexpr std::size_t kParts = std::size_t{1} << 30;
  double point = total * (static_cast<double>(strategy_.choose_write(graph(), kParts)) + 0.5) / kParts;
  for (std::uint32_t i = branch.begin; i < branch.end; ++i) {
    point -= weight(i);
    if (point < 0) return i;
  }
  return branch.begin;  // rounding
}

// What is below the nodes `begin` up to `end` of those that the trunk of `from` has passed.
void Explorer::add_nodes(const Branch& from, std::uint32_t begin, std::uint32_t end,
                         std::vector<Branch>& branches) const {
  if (begin >= end) return;
  Branch nodes;
  nodes.kind = Branch::Kind::nodes;
  nodes.trunk = from.trunk;
  nodes.begin = begin;
  nodes.end = end;
  const std::vector<Passed>& passed = from.trunk->passed;
  float largest = 0;
  for (std::uint32_t i = begin; i < end; ++i) largest = std::max(largest, passed[i].log_size);
  double sum = 0;
  for (std::uint32_t i = begin; i < end; ++i) sum += std::exp2(passed[i].log_size - largest);
  nodes.log_size = largest + static_cast<float>(std::log2(sum));
  branches.push_back(std::move(nodes));
}

// All children of the node that is number `number` of the trunk's but for the one that was `taken`, in an order that is
// always the same. Returns the share that was reserved for revisits, if there turn out to be none. The steps before the
// node were taken.
double Explorer::list_children(const Step& taken, const Passed& node, std::uint32_t number) {
  children_.clear();
  const ThreadId thread = taken.thread;
  const Request& request = builder_.pending(thread);
  begin_node(true);
  child_share_ = node.share;
  child_log_ = 0;
  std::size_t options = 1;
  if (node.wrote) {
    const Slot source = builder_.source(taken);
    set_before(thread, source);
    find_revisits(step_of(thread, taken.source()), request.location, written_by(request, source), kNoSlot, kNoSlot);
  } else if (request.kind == RequestKind::write) {
    const std::span<const Slot> positions = builder_.positions(thread);
    options = positions.size();
    for (const Slot position : positions) {
      const Step step = step_of(thread, graph()[position].id);
      if (step != taken) add_sibling(step, request.operand, 1, false, children_);
    }
    set_before(thread, kNoSlot);
    find_revisits(step_of(thread, {kInitThread, kAnyPlace}), request.location, request.operand, kNoSlot, kNoSlot);
  } else {
    read_options(thread);
    if (node.only_sleeps) options_.clear();
    if (node.sleeps) options_.push_back({kNoSlot, false});
    options = options_.size();
    const bool fixed = is_fixed(thread, node.sleeps);
    for (const Option& option : options_) {
      const Step step = sibling_step(thread, request.kind, option);
      if (step == taken) continue;
      add_sibling(step, option.source == kNoSlot ? 0 : graph()[option.source].label.written_value, 1,
                  fixed && option.source != kNoSlot, children_);
    }
    if (request.kind != RequestKind::read && !node.unknown) revisits_of_occupied(thread);
  }
  const std::size_t siblings = children_.size();
  for (const Found& found : found_) {
    Branch& branch = children_.emplace_back(revisit_branch(found));
    branch.length = node.step;
  }
  if (node.unknown && !node.wrote && request.kind != RequestKind::write) {
    // Many sources, each of which may have many revisits, or none.
    find_occupied(thread);
    for (const Slot source : occupied_) {
      Branch& branch = children_.emplace_back();
      branch.kind = Branch::Kind::source;
      branch.length = number;
      branch.end = Branch::kAllChildren;
      branch.step = step_of(thread, graph()[source].id);
      branch.value_pair = pair_hash(EventId{thread, graph().thread_size(thread)}, written_by(request, source));
    }
  }
  const std::size_t revisits = children_.size() - siblings;
  const double for_revisits = node.unknown ? node.share * static_cast<double>(options) : 0;
  for (std::size_t i = siblings; node.unknown && i < children_.size(); ++i) {
    children_[i].share = for_revisits / static_cast<double>(revisits);
  }
  // As large together as was thought when the node was passed.
  const float size = std::max(0.0F, node.log_size - std::log2(static_cast<float>(children_.size())));
  for (Branch& child : children_) child.log_size = size;
  return revisits == 0 ? for_revisits : 0;
}

// The same for the revisits through one source.
double Explorer::list_source(const Branch& branch) {
  children_.clear();
  begin_node(true);
  revisits_through(branch.step.thread, builder_.source(branch.step));
  if (found_.empty()) return branch.share;
  child_share_ = branch.share / static_cast<double>(found_.size());
  const std::size_t parts = branch.end == Branch::kAllChildren ? found_.size() : branch.end - branch.begin;
  child_log_ = std::max(0.0F, branch.log_size - std::log2(static_cast<float>(parts)));
  for (const Found& found : found_) {
    Branch& child = children_.emplace_back(revisit_branch(found));
    child.length = static_cast<std::uint32_t>(steps_.steps.size());
  }
  return 0;
}

}  // namespace graphfuzz
