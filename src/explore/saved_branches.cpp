#include "graphfuzz/explore/saved_branches.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "explore/steps.hpp"
#include "graphfuzz/explore/packed_steps.hpp"

namespace graphfuzz {
namespace {

// Stamps grow by less than this in all that can come of a branch.
constexpr std::uint32_t kMostStamps = 1u << 30;

// Logarithms of sizes: finite, and not negative.
void pack_log(store::Packer& out, float log) { out.add(std::bit_cast<std::uint32_t>(log)); }
float unpack_log(store::Unpacker& in) {
  const auto log = std::bit_cast<float>(in.integer<std::uint32_t>());
  if (!(log >= 0) || std::isinf(log)) in.reject("has a size that is none");
  return log;
}

void pack(store::Packer& out, const Passed& node) {
  out.add(node.step).add(node.wrote | node.unknown << 1 | node.sleeps << 2 | node.only_sleeps << 3);
  pack_log(out, node.log_size);
  out.add_real(node.share);
}

Passed unpack_passed(store::Unpacker& in, std::size_t steps) {
  if (steps == 0) in.reject("has nodes, but no steps");
  Passed node{};
  node.step = in.integer<std::uint32_t>(0, static_cast<std::uint32_t>(steps - 1)) & 0xfffffff;
  const auto flags = in.integer<std::uint32_t>(0, 15);
  node.wrote = flags & 1;
  node.unknown = flags >> 1 & 1;
  node.sleeps = flags >> 2 & 1;
  node.only_sleeps = flags >> 3 & 1;
  node.log_size = unpack_log(in);
  node.share = in.real(0, 1);
  return node;
}

void pack(store::Packer& out, const Trunk& trunk) {
  pack(out, trunk.prefix);
  out.add(trunk.stamps.size() - trunk.prefix.steps.size());
  for (const std::uint32_t stamp : trunk.stamps) out.add(std::uint64_t{stamp & ~kFixed} << 1 | (stamp & kFixed) >> 31);
  out.add(trunk.passed.size());
  for (const Passed& node : trunk.passed) pack(out, node);
}

boost::intrusive_ptr<const Trunk> unpack_trunk(store::Unpacker& in, unsigned threads,
                                               std::span<std::atomic<std::size_t>* const> accounts) {
  const auto worker = in.integer<std::size_t>(0, accounts.size() - 1);
  const boost::intrusive_ptr<Trunk> trunk(new Trunk(accounts[worker]));
  trunk->foreign = true;
  trunk->prefix = unpack_prefix(in, threads);
  const std::size_t steps = trunk->prefix.steps.size();
  if (steps >= 1u << 28) in.reject("has too many steps");
  // Of a revisit there is a stamp more.
  const std::size_t stamps = steps + in.integer<std::size_t>(0, 1);
  if (in.left() < stamps) in.reject("has too few stamps");
  trunk->stamps.reserve(stamps);
  for (std::size_t i = 0; i < stamps; ++i) {
    const auto stamp = in.integer<std::uint32_t>(2, 2 * kMostStamps);
    trunk->stamps.push_back(stamp >> 1 | ((stamp & 1) != 0 ? kFixed : 0));
  }
  std::vector<std::uint32_t> sorted = trunk->stamps;
  for (std::uint32_t& stamp : sorted) stamp &= ~kFixed;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) in.reject("has a stamp twice");
  const std::size_t passed = in.count(11);
  trunk->passed.reserve(passed);
  for (std::size_t i = 0; i < passed; ++i) trunk->passed.push_back(unpack_passed(in, steps));
  trunk->settle_account();
  return trunk;
}

}  // namespace

void BranchSaver::add(store::Packer& out, const Branch& branch) {
  std::size_t number = 0;
  if (branch.trunk) {
    const auto [known, is_new] = numbers_.try_emplace(branch.trunk.get(), trunks_.size() + 1);
    if (is_new) trunks_.push_back(branch.trunk.get());
    number = known->second;
  }
  out.add(number);
  if (number == 0) return;  // the root
  out.add(static_cast<unsigned>(branch.kind) << 1 | (branch.fixed ? 1 : 0)).add(branch.length);
  pack_log(out, branch.log_size);
  out.add_real(branch.share).add(branch.begin).add(branch.end).add(branch.pair).add(branch.value_pair);
  const bool has_step = branch.step.thread != Branch::kNobody;
  const bool has_revisit = branch.revisit.thread != Branch::kNobody;
  out.add((has_step ? 1u : 0u) | (has_revisit ? 2u : 0u));
  if (has_step) pack(out, branch.step);
  if (has_revisit) pack(out, branch.revisit);
}

void BranchSaver::save_trunks(store::Writer& out) const {
  out.begin_array();
  for (const Trunk* const trunk : trunks_) {
    store::Packer numbers;
    numbers.add(worker_(*trunk));
    pack(numbers, *trunk);
    out.bytes(numbers.bytes());
  }
  out.end_array();
}

BranchLoader::BranchLoader(const store::Value& trunks, unsigned threads,
                           std::span<std::atomic<std::size_t>* const> accounts)
    : threads_(threads) {
  for (const store::Value trunk : trunks.array()) {
    store::Unpacker in(trunk);
    trunks_.push_back(unpack_trunk(in, threads, accounts));
    in.expect_end();
  }
}

Branch BranchLoader::next(store::Unpacker& in) {
  Branch branch;
  const auto number = in.integer<std::size_t>(0, trunks_.size());
  if (number == 0) {
    if (std::exchange(had_root_, true)) in.reject("has the root of the tree twice");
    return branch;
  }
  branch.trunk = trunks_[number - 1];
  const auto steps = static_cast<std::uint32_t>(branch.trunk->prefix.steps.size());
  const auto passed = static_cast<std::uint32_t>(branch.trunk->passed.size());
  const auto kind = in.integer<unsigned>(0, 9);
  branch.kind = static_cast<Branch::Kind>(kind >> 1);
  branch.fixed = (kind & 1) != 0;
  branch.length = in.integer<std::uint32_t>();
  branch.log_size = unpack_log(in);
  branch.share = in.real(0, 1);
  branch.begin = in.integer<std::uint32_t>();
  branch.end = in.integer<std::uint32_t>();
  branch.pair = in.integer<std::uint32_t>();
  branch.value_pair = in.integer<std::uint32_t>();
  const auto has = in.integer<unsigned>(0, 3);
  if ((has & 1) != 0) branch.step = unpack_step(in, threads_);
  if ((has & 2) != 0) branch.revisit = unpack_step(in, threads_);
  const auto require = [&](bool holds) {
    if (!holds) in.reject("has a subtree that its trunk cannot have");
  };
  const bool has_step = (has & 1) != 0, has_revisit = (has & 2) != 0;
  const bool is_range = branch.begin < branch.end;
  switch (branch.kind) {
    case Branch::Kind::subtree:
      require(branch.length <= steps && has_step);
      require(!has_revisit ||
              (branch.length < branch.trunk->stamps.size() && branch.revisit.thread != branch.step.thread));
      break;
    case Branch::Kind::uncut:
      require(branch.length <= steps && branch.begin < branch.length && has_step && has_revisit);
      require(means(branch.revisit, kUnchecked));
      break;
    case Branch::Kind::nodes:
      require(is_range && branch.end <= passed && !has_step && !has_revisit);
      break;
    case Branch::Kind::node:
      require(branch.length < passed && is_range && !has_step && !has_revisit);
      break;
    case Branch::Kind::source:
      require(branch.length < passed && is_range && has_step && !has_revisit);
      break;
  }
  return branch;
}

}  // namespace graphfuzz
