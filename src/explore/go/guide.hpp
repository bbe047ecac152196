// Guide: how an execution goes on after a child that an earlier execution has added, lest it be in vain.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "explore/go/reversals.hpp"

namespace graphfuzz::go {

/// A child is added so that an operation comes before a step e of some execution E. What stands between them in E and
/// does not come after e, and then the operation, wake e, which sleeps below the child (a wakeup sequence: Abdulla,
/// Aronis, Jonsson and Sagonas, JACM 2017); what else sleeps there was woken by other steps of E. So these come first,
/// and then the rest of E, as far as it is possible, until nobody sleeps. Since a new node of the tree may go on with
/// any step that is awake, this changes which executions are found first, and how many are in vain, and nothing else.
struct Guide {
  std::shared_ptr<const std::vector<Step>> run;  ///< E
  std::uint32_t step = 0;                        ///< the child was added beside this one
  std::uint32_t limit = 0;                       ///< the operation comes before this one
  bool has_operation = false;
  Step operation;
  Name routine = kNoName;            ///< whose it is, if it is not known which step of the operation is possible
  std::vector<std::uint64_t> after;  ///< bit k: step number `step` + k comes after `step`

  /// The child is another choice of the goroutines of step `at`.
  void instead_of(std::uint32_t at);
  /// The child is added for the reversal. `wanted`: the step that the operation was part of, if any.
  void reverse(const Reversal& reversal, const Reversals& order, const Step& wanted, std::uint32_t first_after);
};

/// Follows a guide. Not thread-safe.
class Follower {
 public:
  /// `taken`: the step of the child. `guide` may be null; it must outlive the use of the follower.
  void restart(const Guide* guide, const Step& taken);
  /// The next step according to the guide, one of `awake`; null if it does not know of any.
  const Step* next(std::span<const Step> awake);

 private:
  /// So many steps of E that are not possible yet are passed over at a time.
  static constexpr std::size_t kWindow = 32;

  const Guide* guide_ = nullptr;
  bool operation_next_ = false;
  std::vector<std::uint32_t> first_;  // of E: what comes before the operation …
  std::vector<std::uint32_t> rest_;   // … and what may come after it, …
  std::size_t first_at_ = 0;          // … from here on
  std::size_t rest_at_ = 0;
};

}  // namespace graphfuzz::go
