// The part of the frontier that writes, reads and takes apart what is left.
#include <algorithm>
#include <cmath>

#include "graphfuzz/explore/saved_branches.hpp"
#include "graphfuzz/fuzz/memory/frontier.hpp"

namespace graphfuzz {
namespace {

// A document of subtrees that anybody may go on with.
void save_work(store::Writer& out, std::span<const Branch> branches) {
  BranchSaver saver([](const Trunk&) { return 0u; });
  store::Packer subtrees;
  for (const Branch& branch : branches) saver.add(subtrees, branch);
  out.begin_object().key("trunks");
  saver.save_trunks(out);
  out.key("workers").begin_array().begin_object().key("subtrees").bytes(subtrees.bytes()).end_object().end_array();
  out.end_object();
}

// Logarithm of the sum of the sizes of nodes that were passed.
float log_size(std::span<const Passed> nodes) {
  float largest = 0;
  for (const Passed& node : nodes) largest = std::max(largest, node.log_size);
  double sum = 0;
  for (const Passed& node : nodes) sum += std::exp2(node.log_size - largest);
  return largest + static_cast<float>(std::log2(sum));
}

// Nodes can be told apart without a look at them, and so can the children of a node if their number is known.
bool can_be_halved(const Branch& branch) {
  return branch.many() && branch.end != Branch::kAllChildren && branch.end - branch.begin > 1;
}

// Leaves the first half.
Branch take_second_half(Branch& branch) {
  Branch rest = branch;
  const std::uint32_t middle = branch.begin + (branch.end - branch.begin) / 2;
  rest.begin = branch.end = middle;
  for (Branch* const half : {&branch, &rest}) {
    if (branch.kind == Branch::Kind::nodes) {
      half->log_size = log_size(std::span(half->trunk->passed).subspan(half->begin, half->end - half->begin));
    } else {
      half->log_size = std::max(0.0F, half->log_size - 1);
    }
  }
  return rest;
}

bool smaller(const Branch& a, const Branch& b) { return a.log_size < b.log_size; }

// So that there are enough pieces to make parts of that are about alike.
void halve_largest(std::vector<Branch>& branches, std::size_t enough) {
  std::vector<Branch> whole;
  std::make_heap(branches.begin(), branches.end(), smaller);
  while (!branches.empty() && whole.size() + branches.size() < enough) {
    std::pop_heap(branches.begin(), branches.end(), smaller);
    if (!can_be_halved(branches.back())) {
      whole.push_back(std::move(branches.back()));
      branches.pop_back();
      continue;
    }
    Branch rest = take_second_half(branches.back());
    std::push_heap(branches.begin(), branches.end(), smaller);
    branches.push_back(std::move(rest));
    std::push_heap(branches.begin(), branches.end(), smaller);
  }
  branches.insert(branches.end(), std::make_move_iterator(whole.begin()), std::make_move_iterator(whole.end()));
}

}  // namespace

// The order in a share counts, but for what is drawn from.
void Frontier::save(store::Writer& out, Extent extent) const {
  if (extent == Extent::work) {
    std::vector<Branch> all;
    for (const Share& share : shares_) {
      share.set.for_each([&](const Branch& branch) { all.push_back(branch); });
      for (const auto* const some : {&share.novel, &share.stack, &share.given_back}) {
        all.insert(all.end(), some->begin(), some->end());
      }
    }
    return save_work(out, all);
  }
  BranchSaver saver([this](const Trunk& trunk) { return worker_of(trunk); });
  out.begin_object().key("workers").begin_array();
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    const Share& share = shares_[i];
    store::Packer subtrees, novel, given_back;
    share.set.for_each([&](const Branch& branch) { saver.add(subtrees, branch); });
    for (const Branch& branch : share.stack) saver.add(subtrees, branch);
    for (const Branch& branch : share.novel) saver.add(novel, branch);
    for (const Branch& branch : share.given_back) saver.add(given_back, branch);
    out.begin_object().key("subtrees").bytes(subtrees.bytes()).key("novel").bytes(novel.bytes());
    out.key("given back").bytes(given_back.bytes()).field("room", static_cast<unsigned>(share.room.load()));
    out.field("covered", accounts_[i].covered.load(std::memory_order_relaxed)).end_object();
  }
  out.end_array().key("trunks");
  saver.save_trunks(out);
  out.end_object();
}

unsigned Frontier::worker_of(const Trunk& trunk) const {
  for (unsigned i = 0; i < accounts_.size(); ++i) {
    if (&accounts_[i].bytes == trunk.account()) return i;
  }
  return 0;
}

void Frontier::load(const store::Value& saved, unsigned threads) {
  saved.expect_keys({"workers", "trunks"});
  take_all();
  std::vector<std::atomic<std::size_t>*> bytes;
  for (Account& account : accounts_) bytes.push_back(&account.bytes);
  const store::Items<store::Value> workers = saved.field("workers").array(1);
  if (workers.size() > shares_.size()) {
    saved.field("workers").reject("are more than there are now");
  }
  BranchLoader loader(saved.field("trunks"), threads, std::span(bytes).first(workers.size()));
  std::size_t open = 0;
  for (std::size_t i = 0; i < workers.size(); ++i) {
    workers[i].expect_keys({"subtrees", "novel", "given back", "room", "covered"});
    Share& share = shares_[i];
    for (store::Unpacker in(workers[i].field("subtrees")); !in.at_end(); ++open) add(share, loader.next(in));
    if (const std::optional<store::Value> novel = workers[i].find("novel")) {
      for (store::Unpacker in(*novel); !in.at_end(); ++open) {
        if (schedule_ != Schedule::rarity) novel->reject("are for the schedule rarity");
        share.novel.push_back(loader.next(in));
      }
    }
    if (const std::optional<store::Value> given_back = workers[i].find("given back")) {
      for (store::Unpacker in(*given_back); !in.at_end();) share.given_back.push_back(loader.next(in));
      if (!share.given_back.empty()) ++open;  // in the hands of one worker
      share.room.store(
          static_cast<Room>(workers[i].field("room").integer<unsigned>(0, static_cast<unsigned>(Room::none))));
    }
    if (const std::optional<store::Value> covered = workers[i].find("covered")) {
      accounts_[i].covered.store(covered->real(0, 2), std::memory_order_relaxed);
    }
  }
  open_.store(open, std::memory_order_release);
}

void Frontier::add(Share& share, Branch branch) {
  if (schedule_ == Schedule::depth_first) {
    share.stack.push_back(std::move(branch));
  } else {
    share.set.add(std::move(branch));
  }
}

std::vector<Branch> Frontier::take_all() {
  std::vector<Branch> all;
  for (Share& share : shares_) {
    share.set.for_each([&](const Branch& branch) { all.push_back(branch); });
    share.set = {};
    for (auto* const some : {&share.novel, &share.stack, &share.given_back}) {
      all.insert(all.end(), some->begin(), some->end());
      some->clear();
    }
  }
  open_.store(0, std::memory_order_release);
  return all;
}

// The largest first, each to the part that is the smallest so far (Graham 1969).
std::vector<std::string> Frontier::split(std::size_t parts) {
  constexpr std::size_t kPieces = 8;
  if (parts == 0) return {};
  std::vector<Branch> branches = take_all();
  halve_largest(branches, parts * kPieces);
  std::stable_sort(branches.begin(), branches.end(), [](const Branch& a, const Branch& b) { return smaller(b, a); });
  struct Part {
    double size = 0;
    std::vector<Branch> branches;
  };
  std::vector<Part> taken(std::min(parts, branches.size()));
  const float largest = branches.empty() ? 0 : branches.front().log_size;
  for (Branch& branch : branches) {
    const auto least = std::min_element(taken.begin(), taken.end(), [](const Part& a, const Part& b) {
      return std::pair(a.size, a.branches.size()) < std::pair(b.size, b.branches.size());
    });
    least->size += std::exp2(branch.log_size - largest);
    least->branches.push_back(std::move(branch));
  }
  std::vector<std::string> documents;
  for (const Part& part : taken) {
    store::Writer out = store::Writer::cbor();
    save_work(out, part.branches);
    documents.push_back(out.finish());
  }
  return documents;
}

}  // namespace graphfuzz
