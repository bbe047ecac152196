// The litmus front end from text to Program.
#include "graphfuzz/frontend/litmus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "compiler.hpp"
#include "condition.hpp"
#include "flow.hpp"
#include "frame.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "init_parser.hpp"
#include "litmus_program.hpp"
#include "program_parser.hpp"
#include "retries.hpp"
#include "state_layout.hpp"
#include "symbols.hpp"

namespace graphfuzz {
namespace litmus {
namespace {

void declare_parameters(const std::vector<Function>& functions, Symbols& symbols) {
  for (const Function& function : functions) {
    for (const Parameter& parameter : function.parameters) {
      symbols.declare(parameter.name, parameter.type, parameter.offset);
    }
  }
}

std::vector<Cell> make_cells(const Symbols& symbols) {
  std::vector<Cell> cells;
  for (const Object& object : symbols.objects()) {
    const Type type = object.value_type();
    const Cell cell{type.value_bits(), type.value_signed(), object.first,
                    object.first + static_cast<Location>(object.size())};
    cells.insert(cells.end(), object.size(), cell);
  }
  return cells;
}

std::vector<RegisterInit> registers_of(unsigned thread, const InitialState& state) {
  std::vector<RegisterInit> registers;
  std::copy_if(state.registers.begin(), state.registers.end(), std::back_inserter(registers),
               [&](const RegisterInit& init) { return init.thread == thread; });
  return registers;
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

void keep_retries(std::vector<ThreadCode>& threads) {
  for (ThreadCode& code : threads) {
    for (Access& access : code.accesses) access.retry = kNoRetry;
  }
}

std::shared_ptr<LitmusProgram> compile_test(const Source& source, const LitmusOptions& options) {
  const Frame frame = read_frame(source);
  Symbols symbols(source);
  const InitialState initial = parse_init(source, frame.init, symbols);
  ProgramParser parser(source, initial.end);
  const std::vector<Function> functions = parser.parse();
  check_threads(source, initial, functions.size());
  declare_parameters(functions, symbols);
  declare_addressed(initial, symbols);
  Condition condition = parse_condition(source, parser.end());
  const Source asked(options.outcome, "outcome");
  if (!options.outcome.empty()) {
    condition.quantifier = Quantifier::exists;
    condition.proposition = parse_proposition(asked);
  }
  const StateLayout layout(condition, symbols, functions.size());

  auto program = std::make_shared<LitmusProgram>();
  program->test_name =
      frame.name == "--" ? std::filesystem::path(source.file_name()).stem().string() : std::string(frame.name);
  program->unroll = options.unroll;
  program->location_infos = symbols.location_infos();
  program->cells = make_cells(symbols);
  const CompilationContext context{source, symbols, program->cells, program->messages, program->waits};
  for (const Function& function : functions) {
    program->thread_codes.push_back(
        ThreadCompiler(function, context)
            .compile(registers_of(function.thread, initial), layout.observed(function.thread)));
  }
  program->retries_found = {find_retries(program->thread_codes, program->cells, program->location_infos),
                            options.drop_retries};
  if (!options.drop_retries) keep_retries(program->thread_codes);
  layout.apply(condition, *program);
  // Names of registers are views of the text, which does not outlive this call.
  for (ThreadCode& code : program->thread_codes) {
    code.variables.clear();
    find_later_writes(code, program->location_infos.size());
  }
  return program;
}

}  // namespace
}  // namespace litmus

std::shared_ptr<const Program> parse_litmus(std::string_view text, std::string file_name,
                                            const LitmusOptions& options) {
  return litmus::compile_test(litmus::Source(text, std::move(file_name)), options);
}

std::shared_ptr<const Program> load_litmus(const std::filesystem::path& path, const LitmusOptions& options) {
  return parse_litmus(store::read_text(path, kLargestProgram), path.string(), options);
}

}  // namespace graphfuzz
