#include "parsed_test.hpp"

#include <fmt/format.h>

#include "program_parser.hpp"

namespace graphfuzz::litmus {
namespace {

void declare_parameters(const std::vector<Function>& functions, Symbols& symbols) {
  for (const Function& function : functions) {
    for (const Parameter& parameter : function.parameters) {
      symbols.declare(parameter.name, parameter.type, parameter.offset);
    }
  }
}

void check_threads(const Source& source, const InitialState& state, std::size_t threads) {
  for (const RegisterInit& init : state.registers) {
    if (init.thread >= threads) {
      source.expected(init.offset, "a register of a thread of the program", fmt::format("thread {}", init.thread));
    }
  }
}

// A location may be known by its address alone: `{ p = x }`.
void declare_addressed(const InitialState& initial, Symbols& symbols) {
  std::vector<WrittenValue> values;
  for (const Object& object : symbols.objects()) {
    values.insert(values.end(), object.initial.begin(), object.initial.end());
  }
  for (const RegisterInit& init : initial.registers) values.push_back(init.value);
  for (const WrittenValue& value : values) {
    if (value.is_address) symbols.find_or_add(value.name, value.offset);
  }
}

}  // namespace

ParsedTest parse_test(const Source& source, const std::string& outcome) {
  ParsedTest test{source, nullptr, read_frame(source), Symbols(source), {}, {}, {}};
  test.initial = parse_init(source, test.frame.init, test.symbols);
  ProgramParser parser(source, test.initial.end);
  test.functions = parser.parse();
  check_threads(source, test.initial, test.functions.size());
  declare_parameters(test.functions, test.symbols);
  declare_addressed(test.initial, test.symbols);
  test.condition = parse_condition(source, parser.end());
  if (!outcome.empty()) {
    test.asked = std::make_unique<const Source>(outcome, "outcome");
    test.condition.quantifier = Quantifier::exists;
    test.condition.proposition = parse_proposition(*test.asked);
  }
  return test;
}

}  // namespace graphfuzz::litmus
