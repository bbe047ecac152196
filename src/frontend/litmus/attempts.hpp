// Attempts: the updates that a thread comes back to make again (retries.hpp), as far as one thread's code tells.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "attempt_code.hpp"

namespace graphfuzz::litmus {

using Values = std::set<Value>;

/// How the code of all threads uses the locations.
class LocationUses {
 public:
  LocationUses(const std::vector<ThreadCode>& threads, std::size_t locations);

  bool races_with_nothing(Location location) const { return !plain_[location] && !plain_addresses_; }
  /// Does the code itself say which of its accesses are to the location, and what they write?
  bool is_fixed(Location location) const { return !addresses_ && fixed_[location]; }

 private:
  std::vector<bool> plain_;
  std::vector<bool> fixed_;
  bool addresses_ = false;  // is there an access whose address is computed?
  bool plain_addresses_ = false;
};

struct Attempt {
  std::size_t thread;
  const AttemptCode* code;  ///< the thread's
  Location location;
  Retry retry;
  std::vector<bool> again;  ///< by pc: the same attempt
  bool undone;              ///< are there updates that undo it?

  /// Does it fail where the update at `pc` reads `value`? As the interpreter decides it; nothing if it depends on more
  /// than the value.
  std::optional<bool> fails(std::uint32_t pc, Value value) const;
  /// A thread on its way back may itself wait. If it could wait although the attempt would succeed, then it would not
  /// do to drop the failed one: the thread might never come back. `values`: those that the location can have.
  void drop_waits(const std::optional<Values>& values);
  /// Is there a way in which it can fail and leave nothing behind?
  bool may_fail() const;

  // How it is found.
  bool find_ways_back(const LocationUses& uses);

 private:
  std::vector<bool> region(std::uint32_t pc) const;
  bool changes_nothing(const std::vector<bool>& region) const;
  bool goes_round(std::uint32_t load) const;
  bool gets_through(std::uint32_t load, const Values& values) const;
  bool comes_to(std::uint32_t pc, const std::vector<bool>& accesses) const;
};

/// Adds those of a thread.
void find_attempts(std::size_t thread, const AttemptCode& code, const LocationUses& uses,
                   std::vector<Attempt>& attempts);

}  // namespace graphfuzz::litmus
