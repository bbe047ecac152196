// GoPie's relations between the operations of a trace: what its mutations may exchange and append
// (order-based-fuzzing.md, "Relations").
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// The operations that take part.
enum class Operations : std::uint8_t {
  gopie,  ///< on channels, selects and mutexes
  all     ///< GoPie+: also once, wait groups, conditions, atomics, go
};

/// Which two operations of one routine are in CPOP1, or of different routines on one object in CPOP2. The document has
/// both: its formulas any two, its explanation those that follow each other.
enum class Neighbours : std::uint8_t { consecutive, any };

struct RelationOptions {
  Operations operations = Operations::gopie;
  bool unfinished = false;                    ///< those that began and never took effect, at the time they began
  Neighbours rel1 = Neighbours::consecutive;  ///< rule 1
  Neighbours rel2 = Neighbours::consecutive;  ///< rule 2
  bool transitive = true;                     ///< rules 3 and 4; GoPie's code has neither

  static RelationOptions gopie() { return {}; }
  static RelationOptions gopie_plus() { return {.operations = Operations::all, .unfinished = true}; }
};

/// Rel1 and Rel2, in O(events) time and space whatever their sizes are.
///
/// CPOP1 and CPOP2 are symmetric. So with rules 3 and 4, which make Rel2 the steps of CPOP1 and CPOP2 that end with one
/// of CPOP2, the operations fall into classes (the components of CPOP1 ∪ CPOP2), and Rel2 of all operations of a class
/// is the same: those of the class that CPOP2 relates to something. The classes are stored, not the pairs.
///
/// A select is an operation on the channels of all its cases, chosen or not: in the document's example (order-based-
/// fuzzing.md, "Uncovering new execution paths") the send to the channel that it did not choose is put before it.
class Relations {
 public:
  explicit Relations(const Trace& trace, const RelationOptions& options = {});
  ~Relations();
  Relations(Relations&&) noexcept;
  Relations& operator=(Relations&&) noexcept;

  /// The operations that take part, in the trace's order: indices into Trace::events.
  std::span<const std::uint32_t> operations() const;
  bool takes_part(std::uint32_t event) const;

  /// Rel1 and Rel2 of an event, in the trace's order; empty if it does not take part. The spans are shared between
  /// events, and may therefore contain the event itself and, where rel2 is `any` without `transitive`, others of its
  /// routine, which are not related to it: ask `related1`, `related2`. (By rule 4 an operation is related to itself;
  /// but no chain wants it twice, so it is left out.)
  std::span<const std::uint32_t> rel1(std::uint32_t event) const;
  std::span<const std::uint32_t> rel2(std::uint32_t event) const;
  /// Is `to`, which is in the span of `from`, in Rel1 (Rel2) of `from`? Constant time.
  bool related1(std::uint32_t from, std::uint32_t to) const;
  bool related2(std::uint32_t from, std::uint32_t to) const;

  /// Number of pairs {c, c'} with c' in Rel(c) or c in Rel(c'): GoPie's #Rel1 and #Rel2.
  std::uint64_t rel1_pairs() const;
  std::uint64_t rel2_pairs() const;

 private:
  struct Classes;
  std::unique_ptr<Classes> classes_;
};

}  // namespace graphfuzz::go
