// Conditions in herd7's normal spelling: parentheses as lib/constrGen.ml sets them.
#include <fmt/format.h>

#include "condition.hpp"

namespace graphfuzz::litmus {
namespace {

std::string text_of(const WrittenValue& value) {
  if (!value.is_address) return std::to_string(value.number);
  return value.index == 0 ? std::string(value.name) : fmt::format("{}[{}]", value.name, value.index);
}

std::string text_of(const Place& place) {
  if (place.thread) return fmt::format("{}:{}", *place.thread, place.name);
  return place.index ? fmt::format("{}[{}]", place.name, *place.index) : fmt::format("[{}]", place.name);
}

std::string text_of(const Atom& atom) {
  if (atom.other) return text_of(atom.left) + "=" + text_of(*atom.other);
  if (!atom.is_array) return text_of(atom.left) + "=" + text_of(atom.values.front());
  std::string list;
  for (const WrittenValue& value : atom.values) list += (list.empty() ? "" : ",") + text_of(value);
  return fmt::format("{}={{{}}}", text_of(atom.left), list);
}

bool needs_parentheses(Connective above, Connective here) {
  switch (above) {
    case Connective::implication:
      return here != Connective::implication;
    case Connective::conjunction:
      return here != Connective::conjunction;
    case Connective::disjunction:
      return here == Connective::implication;
    default:
      return false;  // negation sets its own
  }
}

std::string text_of(const Proposition& proposition, Connective above) {
  const Connective here = proposition.connective;
  if (here == Connective::atom) return text_of(*proposition.atom);
  if (here == Connective::negation) return "not (" + text_of(proposition.parts.front(), here) + ")";
  if (proposition.parts.empty()) return here == Connective::conjunction ? "true" : "false";
  const std::string_view separator = here == Connective::conjunction   ? " /\\ "
                                     : here == Connective::disjunction ? " \\/ "
                                                                       : " => ";
  std::string text;
  for (const Proposition& part : proposition.parts) {
    if (!text.empty()) text += separator;
    text += text_of(part, here);
  }
  return needs_parentheses(above, here) ? "(" + text + ")" : text;
}

}  // namespace

std::string to_string(const Condition& condition) {
  const std::string_view quantifier = condition.quantifier == Quantifier::exists       ? "exists"
                                      : condition.quantifier == Quantifier::not_exists ? "~exists"
                                                                                       : "forall";
  return fmt::format("{} ({})", quantifier, text_of(condition.proposition, Connective::negation));
}

}  // namespace graphfuzz::litmus
