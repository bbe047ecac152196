#include "explore/go/communication.hpp"

#include <algorithm>
#include <bit>

#include "graphfuzz/graph/hash.hpp"

namespace graphfuzz::go {
namespace {

// The channel that the operation did something to; kNoObject if none.
Object channel_of(const Operation& operation, std::int16_t choice) {
  switch (operation.kind) {
    case Kind::send:
    case Kind::receive:
    case Kind::close:
      return operation.object;
    case Kind::select:
      return choice == kDefault ? kNoObject : operation.cases[static_cast<std::size_t>(choice)].channel;
    default:
      return kNoObject;
  }
}

}  // namespace

std::uint64_t Communication::fingerprint(const Machine& machine, const History& history) {
  operations_ = 0;
  std::fill(order_.begin(), order_.end(), 0);
  for (std::uint32_t i = 0; i < history.steps(); ++i) {
    const Step& step = history.step(i);
    for (std::uint32_t p = history.first_part(i); p < history.last_part(i); ++p) {
      const Part& part = history.part(p);
      const std::int16_t choice = part.name == step.routine ? step.choice : step.partner_choice;
      const Object channel = channel_of(part.operation, choice);
      if (channel == kNoObject) continue;
      ++operations_;
      if (channel >= order_.size()) order_.resize(std::size_t{channel} + 1, 0);
      order_[channel] = mixed(order_[channel], machine.hash(part.routine),
                              machine.hash_of_place(part.operation.position), static_cast<std::uint64_t>(choice));
    }
  }
  // Channels have no names: those to which the same was done are as good as each other.
  std::uint64_t all = 0;
  for (const std::uint64_t order : order_) all += order == 0 ? 0 : mixed(order);
  return all;
}

std::uint8_t SeenCounts::add(std::uint64_t fingerprint) {
  if (fingerprint == 0) return 0;
  std::uint8_t& count = counts_[mixed(fingerprint) % counts_.size()];
  const auto times = static_cast<std::uint8_t>(std::bit_width(count));
  if (count < UINT8_MAX) ++count;
  return times;
}

// Those that are not 0, each after how many that are.
void SeenCounts::pack(store::Packer& out) const {
  out.add(static_cast<std::uint64_t>(counts_.size() - std::ranges::count(counts_, 0)));
  std::uint64_t zeros = 0;
  for (const std::uint8_t count : counts_) {
    if (count == 0) {
      ++zeros;
      continue;
    }
    out.add(zeros).add(count);
    zeros = 0;
  }
}

void SeenCounts::unpack(store::Unpacker& in) {
  counts_.fill(0);
  std::size_t next = 0;
  for (std::size_t left = in.count(2); left > 0; --left) {
    if (next == counts_.size()) in.reject("has counted more kinds of communication than there may be");
    next += in.integer<std::size_t>(0, counts_.size() - 1 - next);
    counts_[next++] = in.integer<std::uint8_t>(1);
  }
}

}  // namespace graphfuzz::go
