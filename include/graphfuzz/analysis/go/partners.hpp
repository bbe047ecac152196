// Possible partners: who else an operation on a channel could have met, as far as happens-before can tell
// (select-based-fuzzing.md, "Determine the score"; go-trace-formats.md section 2, "Predicted bugs").
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "graphfuzz/analysis/go/happens_before.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// Answers for single operations. The trace and its strong clocks must outlive it. Not thread-safe: it remembers where
/// it found something.
///
/// A partner of a send is a receive on its channel, a case of a select that receives there, chosen or not; of a receive
/// a send likewise, or a close. On an unbuffered channel the two must be concurrent; on a buffered one the receive must
/// not happen before the send; a close must not happen after the receive. Two cases of one select are no partners.
class PartnerSearch {
 public:
  PartnerSearch(const Trace& trace, const HappensBefore& strong);
  ~PartnerSearch();

  /// Has a send (receive) on `channel`, performed where `event` is, a possible partner? O(routines that use the
  /// channel · log events) at worst.
  bool possible(std::uint32_t event, Object channel, bool sends) const;
  /// The first one in the trace; kNoEvent if there is none.
  std::uint32_t first(std::uint32_t event, Object channel, bool sends) const;
  /// The same for an event that is a send or receive, or a select with any of its cases.
  std::uint32_t first(std::uint32_t event) const;

 private:
  struct Offers;
  std::unique_ptr<Offers> offers_;
};

/// For every case of every select: has it a possible partner? The case that was taken has. Parallel to Trace::cases.
std::vector<bool> cases_with_partners(const Trace& trace, const PartnerSearch& search);
/// The same by strong clocks of its own, which are not computed if every case was taken: the most expensive part of
/// looking at a run whose selects leave nothing open, or that has none.
std::vector<bool> cases_with_partners(const Trace& trace, const HappensBeforeOptions& options);

}  // namespace graphfuzz::go
