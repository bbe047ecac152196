// RoutineNames: numbers for goroutines that mean the same in every execution of a program.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz::go {

/// A goroutine is named by what started it: the k-th go statement that its parent executed, or the f-th firing of the
/// k-th timer that its parent started. Names are given out on first request, so that their numbers may differ from
/// process to process; their paths and hashes do not. Thread-safe.
class RoutineNames {
 public:
  RoutineNames();

  /// `fork`, from 0.
  Name forked(Name parent, std::uint32_t fork) { return child({parent, fork, 0}); }
  /// `timer`: which of those that `parent` started, from 0. `firing`: from 1.
  Name fired(Name parent, std::uint32_t timer, std::uint32_t firing) { return child({parent, timer, firing}); }

  /// A hash of the path.
  std::uint64_t hash(Name name) const;
  /// "0" for main; for its second go statement "0.1"; for the first firing of its third timer "0.t2.1".
  std::string path(Name name) const;
  /// The name with that path; nothing if it is none. It learns those that it does not know: paths may come from
  /// anybody, so that beyond kMostNames it does not.
  std::optional<Name> find(std::string_view path);
  static constexpr std::size_t kMostNames = std::size_t{1} << 20;

  /// How many there are: all less than that.
  std::size_t size() const;
  /// Writes one value: the names in the order of their numbers.
  void save(store::Writer& out) const;
  /// Takes it over, so that the numbers are the same: in here must be no name but main's, nor any execution under way.
  /// Throws store::DocumentError.
  void load(const store::Value& saved);

 private:
  struct Origin {
    Name parent = kNoName;
    std::uint32_t index = 0;
    std::uint32_t firing = 0;  // 0: a go statement
    friend auto operator<=>(const Origin&, const Origin&) = default;
  };

  Name child(const Origin& origin);

  mutable std::mutex mutex_;
  std::map<Origin, Name> known_;
  std::vector<Origin> origins_;  // by name
  std::vector<std::uint64_t> hashes_;
};

}  // namespace graphfuzz::go
