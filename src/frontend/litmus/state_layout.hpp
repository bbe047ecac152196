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
  /// Collects places, and adds locations that only the condition zone knows to `symbols`. Throws if a place names a
  /// thread or a cell that does not exist.
  StateLayout(const Source& source, const Condition& condition, Symbols& symbols, std::size_t threads);

  /// The registers of a thread that are observed.
  std::vector<std::string_view> observed(unsigned thread) const;

  /// Fills items, visible_items, state_values, proposition and filter; the program's threads are compiled.
  void apply(const Condition& condition, LitmusProgram& program) const;

 private:
  void add(const Place& place, std::vector<Place>& to);
  void check(const Proposition& proposition) const;
  bool is_whole_array(const Place& place) const;
  Type type_of(const Place& place, const LitmusProgram& program) const;
  StateItem make_item(const Place& place, const LitmusProgram& program) const;

  const Source& source_;
  Symbols& symbols_;
  std::size_t threads_;
  std::vector<Place> visible_;  // sorted as herd7 prints them
  std::vector<Place> hidden_;
};

}  // namespace graphfuzz::litmus
