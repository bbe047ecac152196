// What a final state consists of: the registers and locations that the condition zone names.
#pragma once

#include <string>
#include <vector>

#include "condition.hpp"
#include "litmus_program.hpp"
#include "symbols.hpp"

namespace graphfuzz::litmus {

class StateLayout {
 public:
  /// Collects places. Throws if one names a thread, a location or a cell that does not exist: what nobody has would be
  /// 0 for ever, and is a slip of the pen.
  StateLayout(const Condition& condition, const Symbols& symbols, std::size_t threads);

  /// The registers of a thread that are observed.
  std::vector<std::string_view> observed(unsigned thread) const;

  /// Fills items, visible_items, state_values, proposition and filter; the program's threads are compiled. Throws if a
  /// place names a register that its thread does not have.
  void apply(const Condition& condition, LitmusProgram& program) const;

 private:
  void add(const Place& place, std::vector<Place>& to);
  void check(const Proposition& proposition) const;
  const Object& find_location(const Place& place) const;
  bool is_whole_array(const Place& place) const;
  Type type_of(const Place& place, const LitmusProgram& program) const;
  StateItem make_item(const Place& place, const LitmusProgram& program) const;

  const Symbols& symbols_;
  std::size_t threads_;
  std::vector<Place> visible_;  // sorted as herd7 prints them
  std::vector<Place> hidden_;
};

}  // namespace graphfuzz::litmus
