// Frontier: the subtrees of the tree of executions that are still to be explored, and which of them comes next.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "graphfuzz/explore/explorer.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/fuzz/search.hpp"

namespace graphfuzz {

/// One worker's subtrees, in classes by the logarithm of their estimated size. Not thread-safe.
class SubtreeSet {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  void add(Branch branch);
  /// Takes one at random, each with a probability that is proportional to its estimated size. Of `draws` such, which
  /// are kMostDraws at most, the one for which `cost(branch)` is least. The set must not be empty.
  template <class Cost>
  Branch draw(Random& random, unsigned draws, Cost cost) {
    const Weights weights = weigh();
    std::array<Drawn, kMostDraws> drawn;
    for (unsigned i = 0; i < draws; ++i) {
      drawn[i].in = draw_class(weights, weights.total * random.real());
      drawn[i].index = random.below(classes_[drawn[i].in].size());
    }
    // They are far apart in memory: when all are known, it can look for the next one before the last one is there.
    unsigned best = 0;
    double least = draws == 1 ? 0 : cost(at(drawn[0]));
    for (unsigned i = 1; i < draws; ++i) {
      const double other = cost(at(drawn[i]));
      best = other < least ? i : best;
      least = std::min(least, other);
    }
    return take(drawn[best].in, drawn[best].index);
  }
  static constexpr unsigned kMostDraws = 8;
  /// Takes the one that was added last among those of the least estimated size.
  Branch draw_smallest();
  /// Takes one of the greatest estimated size.
  Branch draw_largest();
  /// All of them, in an order in which they can be added to an empty set that is to be the same.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const std::vector<Branch>& all : classes_) {
      for (const Branch& branch : all) visit(branch);
    }
  }

 private:
  static constexpr std::size_t kClasses = 256;
  static constexpr std::size_t kDrawn = 48;  // see weigh
  /// Of the classes from `top_` on downwards.
  struct Weights {
    std::array<double, kDrawn> classes;
    std::size_t count = 0;
    double total = 0;
  };
  struct Drawn {
    std::size_t in;
    std::size_t index;
  };
  Weights weigh() const;
  std::size_t draw_class(const Weights& weights, double point) const;
  const Branch& at(const Drawn& drawn) const { return classes_[drawn.in][drawn.index]; }
  Branch take(std::size_t c, std::size_t index);

  std::array<std::vector<Branch>, kClasses> classes_;
  std::size_t size_ = 0;
  std::size_t least_ = kClasses;  // no class below this one has any
  std::size_t top_ = 0;           // none above this one
};

/// The subtrees of all workers. Each worker has a set of its own, and takes from the others when that is empty.
/// Thread-safe.
class Frontier {
 public:
  /// Begins with the root of the tree.
  Frontier(unsigned workers, Schedule schedule, std::size_t capacity);

  enum class State : std::uint8_t { taken, nothing_now, exhausted };

  /// The subtree that `worker` is to explore next. `cost` is how often what the subtree begins with has been seen
  /// (Schedule::rarity). When the worker has more than `capacity`, or their trunks take more than kTrunkBytes for each
  /// of these, it is the smallest, so that the frontier hardly grows while nothing is lost.
  template <class Cost>
  State take(unsigned worker, Random& random, Branch& branch, Cost cost) {
    {
      Share& own = shares_[worker];
      const std::lock_guard lock(own.mutex);
      if (schedule_ == Schedule::depth_first ? take_newest(own, branch) : draw(worker, random, branch, cost)) {
        return State::taken;
      }
    }
    return steal(worker, branch);
  }

  /// `worker` has explored the subtree it took up to one leaf; `left` is what remains of it, and is emptied. `cost`:
  /// see SubtreeSet::draw; what costs less than 1 is novel.
  template <class Cost>
  void put(unsigned worker, std::vector<Branch>& left, Cost cost) {
    if (!left.empty()) {
      // Counted before anybody can take them, so that the count does not reach 0 too early.
      open_.fetch_add(left.size(), std::memory_order_relaxed);
      Share& own = shares_[worker];
      const std::lock_guard lock(own.mutex);
      for (Branch& branch : left) {
        if (schedule_ == Schedule::depth_first) {
          own.stack.push_back(std::move(branch));
        } else if (schedule_ == Schedule::rarity && !branch.many() && cost(branch) < 1) {
          own.novel.push_back(std::move(branch));
        } else {
          own.set.add(std::move(branch));
        }
      }
      left.clear();
    }
    open_.fetch_sub(1, std::memory_order_acq_rel);
  }

  /// What `worker` took last was not explored: it takes that next, and nobody else does. `left`, which is emptied:
  /// that, and, before it, what else has come of the subtree it is from.
  void give_back(unsigned worker, std::vector<Branch>& left) {
    Share& own = shares_[worker];
    const std::lock_guard lock(own.mutex);
    own.given_back.swap(left);
  }
  /// Takes what `worker` has given back, if it has, in place of `left`, which must be empty.
  bool take_again(unsigned worker, std::vector<Branch>& left) {
    Share& own = shares_[worker];
    const std::lock_guard lock(own.mutex);
    own.given_back.swap(left);
    return !left.empty();
  }

  Schedule schedule() const { return schedule_; }
  /// How many of the children of a node are compared to find the one that costs least.
  unsigned draws() const { return schedule_ == Schedule::rarity ? kDraws : 1; }
  /// Has the worker more than half of what it may have, or more than all?
  enum class Room : std::uint8_t { much, little, none };
  Room room(unsigned worker) const { return shares_[worker].room.load(std::memory_order_relaxed); }
  /// Where the worker's trunks are to be counted.
  std::atomic<std::size_t>& account(unsigned worker) { return accounts_[worker].bytes; }

  /// How much of the tree this worker has done, and how much all have: the probability of the leaves built so far, if
  /// children were chosen uniformly.
  void add_covered(unsigned worker, double covered) {
    std::atomic<double>& all = accounts_[worker].covered;
    all.store(all.load(std::memory_order_relaxed) + covered, std::memory_order_relaxed);
  }
  double covered() const;

  /// The number of subtrees waiting; several that are kept as one count as one.
  std::size_t size() const;

  // While nobody takes or puts:

  /// Writes one value: the subtrees, and, of Extent::exact, in whose share and order they are, and what is covered.
  void save(store::Writer& out, Extent extent) const;
  /// Takes over what was saved by at most as many workers, of a program with so many threads, in place of what there
  /// is. Throws store::DocumentError.
  void load(const store::Value& saved, unsigned threads);
  /// Takes everything that is left, as up to so many values (in CBOR) of Extent::work that are about alike in size.
  std::vector<std::string> split(std::size_t parts);

 private:
  static constexpr unsigned kDraws = SubtreeSet::kMostDraws;
  static constexpr std::size_t kTrunkBytes = 512;
  struct alignas(64) Share {
    mutable std::mutex mutex;
    SubtreeSet set;
    std::vector<Branch> novel;  // rarity: what began with something never seen when it was added
    std::vector<Branch> stack;  // depth-first
    std::vector<Branch> given_back;
    std::atomic<Room> room{Room::much};
  };
  struct alignas(64) Account {
    std::atomic<std::size_t> bytes{0};
    std::atomic<double> covered{0};
  };

  template <class Cost>
  bool draw(unsigned worker, Random& random, Branch& branch, Cost cost) {
    Share& share = shares_[worker];
    const Room room = look_for_room(worker);
    if (room == Room::none) {
      if (share.set.empty()) {
        branch = take_novel(share, share.novel.size() - 1);
      } else {
        branch = share.set.draw_smallest();
      }
      return true;
    }
    // Every other time something never seen, as long as there is any.
    if (!share.novel.empty() && random.below(2) == 0) {
      while (!share.novel.empty()) {
        std::size_t index = random.below(share.novel.size());
        double least = cost(share.novel[index]);
        for (unsigned i = 1; i < kDraws; ++i) {
          const std::size_t other = random.below(share.novel.size());
          const double other_cost = cost(share.novel[other]);
          index = other_cost < least ? other : index;
          least = std::min(least, other_cost);
        }
        Branch novel = take_novel(share, index);
        if (cost(novel) < 1) {
          branch = std::move(novel);
          return true;
        }
        share.set.add(std::move(novel));
      }
    }
    if (!share.set.empty()) {
      branch = share.set.draw(random, draws(), cost);
      return true;
    }
    if (share.novel.empty()) return false;
    branch = take_novel(share, random.below(share.novel.size()));
    return true;
  }
  Room look_for_room(unsigned worker);
  void add(Share& share, Branch branch);
  unsigned worker_of(const Trunk& trunk) const;
  std::vector<Branch> take_all();
  static Branch take_novel(Share& share, std::size_t index);
  static bool take_newest(Share& share, Branch& branch);
  State steal(unsigned worker, Branch& branch);

  Schedule schedule_;
  std::size_t capacity_;
  std::vector<Account> accounts_;  // before what is counted in them
  std::vector<Share> shares_;
  alignas(64) std::atomic<std::size_t> open_{1};  // subtrees waiting or being explored
};

}  // namespace graphfuzz
