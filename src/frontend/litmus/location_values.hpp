// The values that a location can have, given that all that is ever written to it stands in the code.
#pragma once

#include <optional>
#include <vector>

#include "attempts.hpp"

namespace graphfuzz::litmus {

/// Beyond so many, a location's values are taken to be anything.
inline constexpr std::size_t kMaxValues = 256;

/// An access that is no fence, to this location.
bool accesses(const AttemptCode& code, std::uint32_t pc, Location location);

/// All sums of one of each. False if they are too many.
bool add_each(Values& to, const Values& terms);

/// Whatever order its writes come in; nothing if they are too many.
std::optional<Values> values_of(const std::vector<ThreadCode>& threads, Location location, Value initial);

/// What each thread may have added to a location, if all only add constants to it and load it.
class LocationSums {
 public:
  /// Nothing if some do other things, or the sums are too many.
  static std::optional<LocationSums> find(const std::vector<AttemptCode>& codes, Location location);

  /// Before its instruction at `pc`, all in all.
  const Values& before(std::size_t thread, std::uint32_t pc) const { return sums_[thread][pc]; }
  /// Anywhere.
  Values all(std::size_t thread) const;
  /// The values that the location can have.
  std::optional<Values> values(Value initial) const;

 private:
  bool add(const AttemptCode& code, Location location);

  std::vector<std::vector<Values>> sums_;  // by thread and pc
};

}  // namespace graphfuzz::litmus
