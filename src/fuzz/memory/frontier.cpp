#include "graphfuzz/fuzz/memory/frontier.hpp"

#include <algorithm>

namespace graphfuzz {

void SubtreeSet::add(Branch branch) {
  const std::size_t c = static_cast<std::size_t>(std::clamp(branch.log_size, 0.0F, static_cast<float>(kClasses - 1)));
  classes_[c].push_back(std::move(branch));
  ++size_;
  least_ = std::min(least_, c);
  top_ = std::max(top_, c);
}

// Class c has subtrees of about 2^c leaves. What is 2^48 times smaller than the largest is never drawn.
SubtreeSet::Weights SubtreeSet::weigh() const {
  Weights weights;
  weights.count = std::min(kDrawn, top_ + 1);
  double weight = 1;
  for (std::size_t i = 0; i < weights.count; ++i, weight /= 2) {
    weights.classes[i] = static_cast<double>(classes_[top_ - i].size()) * weight;
    weights.total += weights.classes[i];
  }
  return weights;
}

std::size_t SubtreeSet::draw_class(const Weights& weights, double point) const {
  for (std::size_t i = 0; i < weights.count; ++i) {
    point -= weights.classes[i];
    if (point < 0) return top_ - i;
  }
  return top_;  // rounding
}

Branch SubtreeSet::take(std::size_t c, std::size_t index) {
  std::vector<Branch>& all = classes_[c];
  std::swap(all[index], all.back());
  Branch branch = std::move(all.back());
  all.pop_back();
  if (--size_ == 0) {
    least_ = kClasses;
    top_ = 0;
  } else {
    while (classes_[least_].empty()) ++least_;
    while (classes_[top_].empty()) --top_;
  }
  return branch;
}

Branch SubtreeSet::draw_smallest() { return take(least_, classes_[least_].size() - 1); }
Branch SubtreeSet::draw_largest() { return take(top_, classes_[top_].size() - 1); }

Frontier::Frontier(unsigned workers, Schedule schedule, std::size_t capacity)
    : schedule_(schedule), capacity_(capacity), accounts_(workers), shares_(workers) {
  if (schedule_ == Schedule::depth_first) {
    shares_[0].stack.emplace_back();
  } else {
    shares_[0].set.add({});
  }
}

Frontier::Room Frontier::look_for_room(unsigned worker) {
  Share& share = shares_[worker];
  const std::size_t size = share.set.size() + share.novel.size();
  const std::size_t bytes = accounts_[worker].bytes.load(std::memory_order_relaxed);
  Room room = Room::much;
  if (size > 1) {
    const auto beyond = [&](std::size_t capacity) { return size > capacity || bytes / kTrunkBytes > capacity; };
    room = beyond(capacity_) ? Room::none : beyond(capacity_ / 2) ? Room::little : Room::much;
  }
  share.room.store(room, std::memory_order_relaxed);
  return room;
}

Branch Frontier::take_novel(Share& share, std::size_t index) {
  std::swap(share.novel[index], share.novel.back());
  Branch branch = std::move(share.novel.back());
  share.novel.pop_back();
  return branch;
}

bool Frontier::take_newest(Share& share, Branch& branch) {
  if (share.stack.empty()) return false;
  branch = std::move(share.stack.back());
  share.stack.pop_back();
  return true;
}

// From the others what is largest.
Frontier::State Frontier::steal(unsigned worker, Branch& branch) {
  for (std::size_t i = 1; i < shares_.size(); ++i) {
    Share& other = shares_[(worker + i) % shares_.size()];
    const std::lock_guard lock(other.mutex);
    if (schedule_ == Schedule::depth_first) {
      if (other.stack.empty()) continue;
      // The oldest is the nearest to the root.
      branch = std::move(other.stack.front());
      other.stack.erase(other.stack.begin());
      return State::taken;
    }
    if (!other.set.empty()) {
      branch = other.set.draw_largest();
      return State::taken;
    }
    if (!other.novel.empty()) {
      branch = take_novel(other, 0);
      return State::taken;
    }
  }
  return open_.load(std::memory_order_acquire) == 0 ? State::exhausted : State::nothing_now;
}

double Frontier::covered() const {
  double covered = 0;
  for (const Account& account : accounts_) covered += account.covered.load(std::memory_order_relaxed);
  return covered;
}

std::size_t Frontier::size() const {
  std::size_t result = 0;
  for (const Share& share : shares_) {
    const std::lock_guard lock(share.mutex);
    result += share.set.size() + share.novel.size() + share.stack.size() + share.given_back.size();
  }
  return result;
}

}  // namespace graphfuzz
