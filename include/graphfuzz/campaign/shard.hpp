// Shards: the fingerprints of all graphs that work on units has found, divided by hash, so that nobody needs to have
// all of them to know how many there are.
//
//   all.take_apart("1.result", 8), all.write("1.result");  // the result without them, and 1.result.0 … 1.result.7
//   Shard third(std::move(saved), {});                 // 1.result.2, 2.result.2, …: no graph is in another shard
//   third.write("all.2");                              // one again, and
//   third.write_numbers("numbers.2");                  // how many there are, which is what the report needs
//   all.take(third, false);
//
// doc/decisions/0020-units-of-work.md.
#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <vector>

#include "graphfuzz/fuzz/graph_counts.hpp"
#include "graphfuzz/store/hash128.hpp"

namespace graphfuzz {

/// A shard in a file, of which only what is looked at is in memory.
class SavedShard {
 public:
  /// Throws store::FileError, and store::DocumentError.
  explicit SavedShard(const std::filesystem::path& file);
  SavedShard(SavedShard&&) noexcept;
  SavedShard& operator=(SavedShard&&) noexcept;
  ~SavedShard();

  std::size_t index() const;
  std::size_t of() const;  ///< into how many shards fingerprints were divided
  /// The names of the results that its fingerprints are of (Gathering::take_apart).
  const std::set<store::Hash128>& results() const;

 private:
  friend class Shard;
  struct State;
  std::unique_ptr<State> state_;
};

class Shard {
 public:
  /// All of them together: shards of the same index. What belongs to a result counts once: one whose results are among
  /// those of a larger one is left out. Throws std::invalid_argument if they are not of the same campaign and index,
  /// if two overlap otherwise, or if one that has numbers alone would have to be put together with others;
  /// store::DocumentError.
  Shard(std::vector<SavedShard> saved, const CountOptions& counts);
  Shard(Shard&&) noexcept;
  Shard& operator=(Shard&&) noexcept;
  ~Shard();

  std::size_t index() const;
  std::size_t of() const;
  const std::set<store::Hash128>& results() const;
  bool has_fingerprints() const;
  CountSummary numbers() const;

  /// With its fingerprints. This and the following write in one step, and throw store::FileError, and WorkError if the
  /// numbers are estimates, as the disk could not be used.
  void write(const std::filesystem::path& file) const;
  /// The numbers alone.
  void write_numbers(const std::filesystem::path& file) const;

 private:
  friend class Gathering;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graphfuzz
