// How likely each interleaving of straight lines of accesses is by the published methods, by brute force over all that
// they draw. Shares nothing with src/.
#pragma once

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace graphfuzz::testing {

/// Threads as lists of accesses: 'x' reads the location x, 'X' writes it.
using Lines = std::vector<std::string>;
/// By interleaving, as the digits of the threads.
using Chances = std::map<std::string, double>;

inline std::size_t steps_of(const Lines& lines) {
  std::size_t steps = 0;
  for (const std::string& line : lines) steps += line.size();
  return steps;
}

/// The threads of `lines` that are not at their end after `done`.
inline std::vector<std::size_t> unfinished(const Lines& lines, const std::string& done) {
  std::vector<std::size_t> threads;
  for (std::size_t t = 0; t < lines.size(); ++t) {
    const auto taken = std::ranges::count(done, static_cast<char>('0' + t));
    if (static_cast<std::size_t>(taken) < lines[t].size()) threads.push_back(t);
  }
  return threads;
}

inline char pending(const Lines& lines, const std::string& done, std::size_t thread) {
  return lines[thread][static_cast<std::size_t>(std::ranges::count(done, static_cast<char>('0' + thread)))];
}

/// A random walk: each unfinished thread alike.
inline void walk_chances(const Lines& lines, Chances& chances, const std::string& done = "", double chance = 1) {
  const std::vector<std::size_t> threads = unfinished(lines, done);
  if (threads.empty()) chances[done] += chance;
  for (const std::size_t t : threads) {
    walk_chances(lines, chances, done + static_cast<char>('0' + t), chance / static_cast<double>(threads.size()));
  }
}

/// All interleavings alike.
inline Chances uniform_chances(const Lines& lines) {
  Chances chances;
  walk_chances(lines, chances);
  for (auto& [interleaving, chance] : chances) chance = 1.0 / static_cast<double>(chances.size());
  return chances;
}

/// PCT: all orders of priorities and all change points alike.
inline Chances pct_chances(const Lines& lines, unsigned depth) {
  Chances chances;
  const std::size_t k = steps_of(lines);
  std::vector<int> order(lines.size());
  std::iota(order.begin(), order.end(), static_cast<int>(depth));
  double all = 0;
  do {
    std::vector<std::size_t> points(depth - 1, 1);
    while (true) {
      std::vector<int> priorities = order;
      std::string done;
      while (done.size() < k) {
        const std::vector<std::size_t> threads = unfinished(lines, done);
        const auto highest = [&] {
          return *std::ranges::max_element(threads, {}, [&](std::size_t t) { return priorities[t]; });
        };
        for (std::size_t i = 0; i < points.size(); ++i) {
          if (points[i] == done.size() + 1) priorities[highest()] = static_cast<int>(i) + 1;
        }
        done += static_cast<char>('0' + highest());
      }
      chances[done] += 1;
      all += 1;
      std::size_t i = 0;
      while (i < points.size() && points[i] == k) points[i++] = 1;
      if (i == points.size()) break;
      ++points[i];
    }
  } while (std::ranges::next_permutation(order).found);
  for (auto& [interleaving, chance] : chances) chance /= all;
  return chances;
}

/// POS: of numbers drawn independently nothing but their order matters, and the next is as likely to be anywhere in it.
class PosChances {
 public:
  explicit PosChances(const Lines& lines) : lines_(lines) { go_on("", 1, {}, std::vector<int>(lines.size(), -1), 0); }
  const Chances& chances() const { return chances_; }

 private:
  // `order`: all that were drawn, lowest first; `drawn`: which of them the threads' pending accesses have, or -1.
  void go_on(const std::string& done, double chance, const std::vector<int>& order, std::vector<int> drawn, int next) {
    const std::vector<std::size_t> threads = unfinished(lines_, done);
    if (threads.empty()) {
      chances_[done] += chance;
      return;
    }
    for (const std::size_t t : threads) {
      if (drawn[t] >= 0) continue;
      drawn[t] = next;
      for (std::size_t place = 0; place <= order.size(); ++place) {
        std::vector<int> longer = order;
        longer.insert(longer.begin() + static_cast<std::ptrdiff_t>(place), next);
        go_on(done, chance / static_cast<double>(longer.size()), longer, drawn, next + 1);
      }
      return;
    }
    const auto rank = [&](std::size_t t) { return std::ranges::find(order, drawn[t]); };
    const std::size_t best = *std::ranges::max_element(threads, {}, rank);
    const char taken = pending(lines_, done, best);
    for (const std::size_t t : threads) {
      const char other = pending(lines_, done, t);
      const bool same = std::tolower(taken) == std::tolower(other);
      if (t == best || (same && (std::isupper(taken) || std::isupper(other)))) drawn[t] = -1;
    }
    go_on(done + static_cast<char>('0' + best), chance, order, drawn, next);
  }

  const Lines& lines_;
  Chances chances_;
};

/// Pearson's statistic, less its expectation, in its standard deviations; infinite if something came that cannot.
inline double surprise(const std::map<std::string, std::uint64_t>& counts, const Chances& chances) {
  double all = 0, sum = 0;
  for (const auto& [interleaving, count] : counts) all += static_cast<double>(count);
  for (const auto& [interleaving, count] : counts) {
    if (!chances.contains(interleaving)) return INFINITY;
  }
  for (const auto& [interleaving, chance] : chances) {
    const auto found = counts.find(interleaving);
    const double off = (found == counts.end() ? 0.0 : static_cast<double>(found->second)) - all * chance;
    sum += off * off / (all * chance);
  }
  const double freedom = static_cast<double>(chances.size()) - 1;
  return (sum - freedom) / std::sqrt(2 * freedom);
}

}  // namespace graphfuzz::testing
