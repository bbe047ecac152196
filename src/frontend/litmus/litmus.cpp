// The litmus front end from text to Program.
#include "graphfuzz/frontend/litmus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "compile_threads.hpp"
#include "compiler.hpp"
#include "flow.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "retries.hpp"
#include "state_layout.hpp"

namespace graphfuzz {
namespace litmus {
namespace {

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

void keep_retries(std::vector<ThreadCode>& threads) {
  for (ThreadCode& code : threads) {
    for (Access& access : code.accesses) access.retry = kNoRetry;
  }
}

}  // namespace

std::shared_ptr<LitmusProgram> compile_threads(const ParsedTest& test, const LitmusOptions& options) {
  const Source& source = test.source;
  const Symbols& symbols = test.symbols;
  auto program = std::make_shared<LitmusProgram>();
  program->test_name = test.frame.name == "--" ? std::filesystem::path(source.file_name()).stem().string()
                                               : std::string(test.frame.name);
  program->unroll = options.unroll;
  program->location_infos = symbols.location_infos();
  program->cells = make_cells(symbols);
  const CompilationContext context{source, symbols, program->cells, program->messages, program->waits};
  const StateLayout layout(test.condition, symbols, test.functions.size());
  for (const Function& function : test.functions) {
    program->thread_codes.push_back(
        ThreadCompiler(function, context)
            .compile(registers_of(function.thread, test.initial), layout.observed(function.thread)));
  }
  layout.apply(test.condition, *program);
  return program;
}

namespace {

std::shared_ptr<LitmusProgram> compile_test(const Source& source, const LitmusOptions& options) {
  const ParsedTest test = parse_test(source, options.outcome);
  std::shared_ptr<LitmusProgram> program = compile_threads(test, options);
  program->retries_found = {find_retries(program->thread_codes, program->cells, program->location_infos),
                            options.drop_retries};
  if (!options.drop_retries) keep_retries(program->thread_codes);
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
