// Findings: what went wrong in a recorded execution, and what could have, in ADVOCATE's codes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/analysis/go/happens_before.hpp"
#include "graphfuzz/analysis/go/partners.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// ADVOCATE renumbered its codes; these are those of 2025 (go-trace-formats.md section 1, "Results").
inline constexpr std::string_view kFindingCodes = "advocate-2025";

/// One finding; those with the same code at the same positions are one.
struct TraceFinding {
  std::string code;                   ///< A00 …, P01 …, L01 …, R01, R02
  std::string kind;                   ///< the same in words
  bool predicted = false;             ///< did not happen, but could have in another order
  bool bug = true;                    ///< otherwise worth a look: A02, A07, P02, L00
  std::vector<std::uint32_t> events;  ///< first what fails, then what it is about; may be empty
  std::uint64_t count = 1;            ///< how often
};

struct FindingOptions {
  bool select_cases = true;                ///< P01, P02: also cases of selects that were not taken
  std::uint64_t cyclic_steps = 1'000'000;  ///< bound of the search for cyclic deadlocks
};

struct Findings {
  std::vector<TraceFinding> actual;     ///< A and R
  std::vector<TraceFinding> predicted;  ///< P
  /// L: one per routine that is blocked for good: its innermost operation, and the first possible partner if there is
  /// one. None after a panic or os.Exit: what is open then was merely in progress.
  std::vector<TraceFinding> leaks;
  bool complete = true;  ///< false: the search for P05 reached its bound, or a network for P03 or P04 was too large

  /// Is there an actual or predicted bug or a leak?
  bool bug() const;
};

/// `strong` and `weak` are clocks of this trace. What is found, by code:
/// A00 a panic that is none of the others, A01 send on closed, A02 receive on closed, A03 close of closed, A04 close of
/// nil, A05 negative wait group, A06 unlock of unlocked, A07 two receives of different routines on one channel that are
/// concurrent; R01 a panic of which the trace does not say where, R02 a time-out.
/// P01 (P02): a send (receive) concurrent with the close. P03: the dones of a wait group cannot be matched each with an
/// add that happens before it (maximum flow). P04: the same for unlocks and locks, where a lock was unlocked by another
/// routine. P05: routines that hold locks and request each other's, in a cycle, not ordered by forks, under no common
/// lock, and not readers against readers (lock trees of UNDEAD; Zhou et al. 2017).
/// L01/L02 unbuffered channel with/without a possible partner, L03/L04 buffered, L05 nil channel, L06/L07 select, L08
/// lock (and Once, whose losers wait for a lock), L09 wait group, L10 condition; L00, in `actual` and no bug: a routine
/// that had not ended and was not blocked.
Findings find(const Trace& trace, const HappensBefore& strong, const HappensBefore& weak, const PartnerSearch& partners,
              const FindingOptions& options = {});

/// "file#line" of an event; "?" if it has none.
std::string_view position_of(const Trace& trace, std::uint32_t event);

}  // namespace graphfuzz::go
