// The condition zone: `locations [...] filter P exists P`, as a tree.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/program/program.hpp"
#include "source.hpp"
#include "symbols.hpp"

namespace graphfuzz::litmus {

/// What a condition talks about: `0:r1`, `x`, or `x[2]`.
struct Place {
  std::optional<unsigned> thread;  ///< of a register
  std::string_view name;
  std::optional<std::size_t> index;
  const Source* source = nullptr;  ///< where it is written: the test, or an outcome that is asked for
  std::size_t offset = 0;

  friend bool operator==(const Place& a, const Place& b) {
    return a.thread == b.thread && a.name == b.name && a.index == b.index;
  }
};

/// herd7's order: registers by thread and name, then locations by name; cells of arrays come last.
bool operator<(const Place& a, const Place& b);

/// `left = value`, `left = {value, value}` or `left = other`.
struct Atom {
  Place left;
  std::optional<Place> other;
  bool is_array = false;
  std::vector<WrittenValue> values;
};

enum class Connective : std::uint8_t { atom, negation, conjunction, disjunction, implication };

/// The empty conjunction is `true`, the empty disjunction is `false`.
struct Proposition {
  Connective connective = Connective::conjunction;
  std::vector<Proposition> parts;
  std::optional<Atom> atom;
};

struct Condition {
  std::vector<Place> locations;
  std::optional<Proposition> filter;
  Quantifier quantifier = Quantifier::forall;
  Proposition proposition;
};

/// Parses from `offset` to the end of the text or '<<'.
Condition parse_condition(const Source& source, std::size_t offset);

/// Parses a proposition without a quantifier, which is all that the text consists of. `==` is refused: whoever asks for
/// an outcome has not pasted it from a test, and may have meant something else than `=`.
Proposition parse_proposition(const Source& source);

/// Calls `visit(place)` for every place in a proposition.
template <typename Visitor>
void for_each_place(const Proposition& proposition, const Visitor& visit) {
  if (proposition.atom) {
    visit(proposition.atom->left);
    if (proposition.atom->other) visit(*proposition.atom->other);
  }
  for (const Proposition& part : proposition.parts) for_each_place(part, visit);
}

/// With the quantifier, in herd7's normal spelling (lib/constrGen.ml).
std::string to_string(const Condition& condition);

}  // namespace graphfuzz::litmus
