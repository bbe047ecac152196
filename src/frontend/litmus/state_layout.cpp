#include "state_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "graphfuzz/graph/spelling.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::litmus {
namespace {

/// " (one of r0, r1; did you mean 'r0'?)", to follow what was expected.
std::string known_names(std::string_view name, const std::vector<std::string>& known) {
  constexpr std::size_t kMostNames = 12;
  const std::string meant = did_you_mean(name, known);
  if (known.empty()) return " (there is none)";
  std::string text = fmt::format(
      " (one of {}",
      fmt::join(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(std::min(known.size(), kMostNames)), ", "));
  if (known.size() > kMostNames) text += ", …";
  return text + meant + ")";
}

}  // namespace

StateLayout::StateLayout(const Condition& condition, const Symbols& symbols, std::size_t threads)
    : symbols_(symbols), threads_(threads) {
  for (const Place& place : condition.locations) add(place, visible_);
  for_each_place(condition.proposition, [&](const Place& place) { add(place, visible_); });
  if (condition.filter) for_each_place(*condition.filter, [&](const Place& place) { add(place, hidden_); });
  for (std::vector<Place>* places : {&visible_, &hidden_}) {
    std::sort(places->begin(), places->end());
    places->erase(std::unique(places->begin(), places->end()), places->end());
  }
  std::erase_if(hidden_,
                [&](const Place& place) { return std::binary_search(visible_.begin(), visible_.end(), place); });
  check(condition.proposition);
  if (condition.filter) check(*condition.filter);
}

void StateLayout::add(const Place& place, std::vector<Place>& to) {
  if (place.thread) {
    if (*place.thread >= threads_) {
      place.source->expected(place.offset, "a register of a thread of the program",
                             fmt::format("thread {}", *place.thread));
    }
  } else {
    const Object& object = find_location(place);
    if (place.index && (!object.is_array || *place.index >= object.size())) {
      place.source->expected(place.offset,
                             object.is_array ? fmt::format("an index of '{}' below {}", place.name, object.size())
                                             : fmt::format("'{}', which is no array", place.name),
                             fmt::format("'{}[{}]'", place.name, *place.index));
    }
  }
  to.push_back(place);
}

const Object& StateLayout::find_location(const Place& place) const {
  if (const Object* object = symbols_.find(place.name)) return *object;
  std::vector<std::string> known;
  for (const Object& object : symbols_.objects()) known.emplace_back(object.name);
  place.source->expected(place.offset, "a location of the test" + known_names(place.name, known),
                         in_quotes(place.name));
}

bool StateLayout::is_whole_array(const Place& place) const {
  return !place.thread && !place.index && symbols_.find(place.name)->is_array;
}

/// Arrays are compared with lists of as many values, everything else with single values.
void StateLayout::check(const Proposition& proposition) const {
  stop_point();
  for (const Proposition& part : proposition.parts) check(part);
  if (!proposition.atom) return;
  const Atom& atom = *proposition.atom;
  const std::size_t size = is_whole_array(atom.left) ? symbols_.find(atom.left.name)->size() : 0;
  if (atom.other) {
    if (size > 0 || is_whole_array(*atom.other)) {
      atom.left.source->expected(atom.left.offset, "a register, a scalar or a cell to compare", "an array");
    }
  } else if (atom.is_array != (size > 0) || (size > 0 && atom.values.size() != size)) {
    atom.left.source->expected(atom.values.front().offset,
                               size > 0 ? fmt::format("a list of {} values", size) : "a single value",
                               atom.is_array ? fmt::format("a list of {}", atom.values.size()) : "a single value");
  }
  for (const WrittenValue& value : atom.values) {
    static_cast<void>(symbols_.resolve(value, kInt, atom.left.source));  // may throw
  }
}

std::vector<std::string_view> StateLayout::observed(unsigned thread) const {
  std::vector<std::string_view> names;
  for (const std::vector<Place>* places : {&visible_, &hidden_}) {
    for (const Place& place : *places) {
      if (place.thread == thread) names.push_back(place.name);
    }
  }
  return names;
}

namespace {

Register register_of(const Place& place, const LitmusProgram& program) {
  stop_point();
  const std::vector<Variable>& variables = program.thread_codes[*place.thread].variables;
  const auto found =
      std::find_if(variables.begin(), variables.end(), [&](const Variable& v) { return v.name == place.name; });
  if (found == variables.end()) {
    std::vector<std::string> known;
    for (const Variable& variable : variables) known.push_back(std::string(variable.name));
    place.source->expected(place.offset,
                           fmt::format("a register of thread {}{}", *place.thread, known_names(place.name, known)),
                           in_quotes(place.name));
  }
  return static_cast<Register>(found - variables.begin());
}

}  // namespace

Type StateLayout::type_of(const Place& place, const LitmusProgram& program) const {
  if (place.thread) return program.thread_codes[*place.thread].variables[register_of(place, program)].type;
  return symbols_.find(place.name)->value_type();
}

StateItem StateLayout::make_item(const Place& place, const LitmusProgram& program) const {
  StateItem item;
  if (place.thread) {
    item.label = fmt::format("P{}:{}", *place.thread, place.name);
    item.is_register = true;
    item.thread = *place.thread;
    item.reg = register_of(place, program);
    return item;
  }
  const Object& object = *symbols_.find(place.name);
  item.first = object.first + static_cast<Location>(place.index.value_or(0));
  item.is_array = is_whole_array(place);
  item.size = item.is_array ? static_cast<std::uint32_t>(object.size()) : 1;
  item.label = place.index ? fmt::format("{}[{}]", place.name, *place.index) : std::string(place.name);
  return item;
}

void StateLayout::apply(const Condition& condition, LitmusProgram& program) const {
  std::vector<std::pair<Place, std::size_t>> positions;
  for (const std::vector<Place>* places : {&visible_, &hidden_}) {
    for (const Place& place : *places) {
      program.items.push_back(make_item(place, program));
      positions.emplace_back(place, program.state_values);
      program.state_values += program.items.back().size;
    }
  }
  program.visible_items = visible_.size();
  std::sort(positions.begin(), positions.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto position = [&](const Place& place) {
    return std::lower_bound(positions.begin(), positions.end(), place,
                            [](const auto& entry, const Place& p) { return entry.first < p; })
        ->second;
  };
  const auto constant = [&](const Atom& atom, std::size_t i) {
    return symbols_.resolve(atom.values[i], type_of(atom.left, program));
  };
  program.proposition.emplace(condition.proposition, position, constant);
  if (condition.filter) program.filter.emplace(*condition.filter, position, constant);
  program.asked = condition.quantifier;
  program.condition_text = to_string(condition);
}

}  // namespace graphfuzz::litmus
