// TreeSize: Knuth's estimate of the size of a tree from random walks.
#pragma once

#include <cmath>
#include <cstdint>

namespace graphfuzz::store {
class Value;
class Writer;
}  // namespace graphfuzz::store

namespace graphfuzz {

/// Every walk from the root chooses children uniformly; one that ends in a leaf that counts, with probability p,
/// contributes 1/p, one that ends otherwise 0. The mean is an unbiased estimate of the number of leaves that count
/// (Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975). Its error is large
/// while the walks have not met the parts where most leaves are: an estimate is more often too low than too high.
class TreeSize {
 public:
  /// Infinity stands for a walk whose probability is too small for a double: then there are too many leaves to say.
  void add(double value) {
    ++walks_;
    if (std::isinf(value)) mean_ = value;
    if (std::isinf(mean_)) return;
    const double difference = value - mean_;
    mean_ += difference / static_cast<double>(walks_);
    squares_ += difference * (value - mean_);
  }
  /// Pools the walks of two estimates of the same tree.
  void add(const TreeSize& other) {
    if (other.walks_ == 0) return;
    if (walks_ == 0) {  // the squares may be beyond a double
      *this = other;
      return;
    }
    const double n = static_cast<double>(walks_), m = static_cast<double>(other.walks_);
    const double difference = other.mean_ - mean_;
    walks_ += other.walks_;
    if (std::isinf(mean_) || std::isinf(other.mean_)) {
      mean_ = INFINITY;
      return;
    }
    mean_ += difference * m / (n + m);
    squares_ += other.squares_ + difference * difference * n * m / (n + m);
  }

  std::uint64_t walks() const { return walks_; }
  /// The estimate; 0 without walks.
  double mean() const { return mean_; }
  /// Standard error of the estimate; infinite with fewer than two walks.
  double error() const {
    if (walks_ < 2 || std::isinf(mean_)) return INFINITY;
    const double n = static_cast<double>(walks_);
    return std::sqrt(squares_ / (n - 1) / n);
  }

  void save(store::Writer& out) const;
  void load(const store::Value& saved);

 private:
  std::uint64_t walks_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // sum of the squared differences from the mean (Welford 1962)
};

}  // namespace graphfuzz
