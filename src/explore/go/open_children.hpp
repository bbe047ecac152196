// OpenChildren: what is to be explored of a tree, and what of it comes next.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "graphfuzz/explore/random.hpp"

namespace graphfuzz::go {

/// In classes: by depth, or by the logarithm of the estimated size of the subtree. `Child` is anything that is copied
/// easily. Not thread-safe.
template <class Child>
class OpenChildren {
 public:
  /// By class, each in the order that matters to what is taken next.
  using Classes = std::vector<std::vector<Child>>;

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  void add(const Child& child, std::size_t c) {
    if (c >= classes_.size()) classes_.resize(c + 1);
    classes_[c].push_back(child);
    least_ = size_ == 0 ? c : std::min(least_, c);
    greatest_ = size_ == 0 ? c : std::max(greatest_, c);
    ++size_;
  }
  const Classes& classes() const { return classes_; }
  void clear() {
    classes_.clear();
    size_ = least_ = greatest_ = 0;
  }
  /// The class of subtrees of about so many leaves.
  static std::size_t class_of(double size) {
    return static_cast<std::size_t>(std::clamp(std::isfinite(size) ? std::ilogb(std::max(size, 1.0)) : 1023, 0, 1023));
  }

  struct Place {
    std::size_t c = 0, index = 0;
  };
  struct Taken {
    Child child;
    Place place;  ///< where it was
  };
  /// The newest of the greatest, or least, class.
  Taken take_greatest() { return take(greatest_, classes_[greatest_].size() - 1); }
  Taken take_least() { return take(least_, classes_[least_].size() - 1); }
  /// The best of so many (> 0) that are drawn at random, one of class c with a weight of 4^c; `better` compares two.
  template <class Better>
  Taken draw(Random& random, int draws, Better better) {
    const double all = weight();
    Place best = draw(random, all);
    while (--draws > 0) {
      const Place other = draw(random, all);
      if (better(at(other), at(best))) best = other;
    }
    return take(best.c, best.index);
  }
  /// As if it had not been taken, if nothing has been taken or added since.
  void put_back(const Taken& taken) {
    add(taken.child, taken.place.c);
    std::vector<Child>& all = classes_[taken.place.c];
    if (taken.place.index < all.size()) std::swap(all[taken.place.index], all.back());
  }

 private:
  const Child& at(const Place& place) const { return classes_[place.c][place.index]; }
  double weight() const {
    double all = 0;
    for_each_class([&](std::size_t, double weight) {
      all += weight;
      return true;
    });
    return all;
  }
  Place draw(Random& random, double all) const {
    double point = all * random.real();
    std::size_t drawn = greatest_;
    for_each_class([&](std::size_t c, double weight) {
      drawn = c;
      return (point -= weight) >= 0;
    });
    return {drawn, random.below(classes_[drawn].size())};
  }
  // From the greatest class on, those that are not empty, down to where the weights are negligible.
  template <class Visitor>
  void for_each_class(Visitor visit) const {
    constexpr std::size_t kClasses = 24;
    double unit = 1;
    for (std::size_t i = 0; i < kClasses && i <= greatest_; ++i, unit /= 4) {
      const std::size_t count = classes_[greatest_ - i].size();
      if (count != 0 && !visit(greatest_ - i, unit * static_cast<double>(count))) return;
    }
  }
  Taken take(std::size_t c, std::size_t index) {
    std::vector<Child>& all = classes_[c];
    std::swap(all[index], all.back());
    const Taken taken{all.back(), {c, index}};
    all.pop_back();
    if (--size_ != 0) {
      while (classes_[least_].empty()) ++least_;
      while (classes_[greatest_].empty()) --greatest_;
    }
    return taken;
  }

  Classes classes_;
  std::size_t size_ = 0;
  std::size_t least_ = 0, greatest_ = 0;
};

}  // namespace graphfuzz::go
