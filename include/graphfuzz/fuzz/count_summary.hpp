// What a campaign says of its counts of graphs: numbers, which add up where no key is in two of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace graphfuzz {

namespace store {
class Value;
class Writer;
}  // namespace store

/// How many different ones there are.
struct Tally {
  std::uint64_t number = 0;
  bool exact = true;
  double standard_error = 0;  ///< of an estimate
};

struct CountSummary {
  Tally graphs, rf, outcomes;
  std::map<std::uint32_t, std::uint64_t> times{};  ///< of the graphs that are counted: how many were seen so often
  bool counts_all = true;                          ///< are they all counted
  std::uint64_t keys_on_disk = 0;
  std::string trouble{};  ///< why the disk could not be used; empty: all is well

  /// f1 and f2.
  std::uint64_t seen_once() const { return seen(1); }
  std::uint64_t seen_twice() const { return seen(2); }
  /// See GraphCounts::gini.
  double gini() const;
  bool exact() const { return graphs.exact && rf.exact && outcomes.exact; }

  /// Adds numbers of other keys. Both are exact, or else std::logic_error.
  void add(const CountSummary& others);
  /// Exact numbers as one value; else std::logic_error.
  void save(store::Writer& out) const;
  /// Throws store::DocumentError.
  static CountSummary load(const store::Value& saved);

 private:
  std::uint64_t seen(std::uint32_t times) const;
};

}  // namespace graphfuzz
