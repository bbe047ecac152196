// parse_go: text to program.
#include "frontend/go/checked.hpp"
#include "frontend/go/compiler/program_compiler.hpp"
#include "frontend/go/vm/run.hpp"
#include "graphfuzz/frontend/go.hpp"
#include "graphfuzz/store/atomic_file.hpp"

namespace graphfuzz {
namespace {

class CompiledProgram final : public go::GoProgram {
 public:
  CompiledProgram(std::string name, std::string file, std::shared_ptr<const go::vm::Code> code)
      : name_(std::move(name)), file_(std::move(file)), code_(std::move(code)) {}

  std::string_view name() const override { return name_; }
  std::string_view file() const override { return file_; }
  const std::vector<std::string>& positions() const override { return code_->positions; }
  std::unique_ptr<go::Run> start() const override { return std::make_unique<go::vm::MachineRun>(code_); }

 private:
  std::string name_;
  std::string file_;
  std::shared_ptr<const go::vm::Code> code_;
};

/// "dir/x.go" → "x".
std::string stem(std::string_view file) {
  file = file.substr(file.find_last_of('/') + 1);
  return std::string(file.ends_with(".go") ? file.substr(0, file.size() - 3) : file);
}

}  // namespace

std::shared_ptr<const go::GoProgram> parse_go(std::string_view text, std::string file_name, const GoOptions& options) {
  go::compiler::ProgramCompiler compiler(go::syntax::check(text, file_name));
  auto code = compiler.compile(options.function, options.instruction_limit);
  return std::make_shared<CompiledProgram>(stem(file_name), std::move(file_name), std::move(code));
}

std::shared_ptr<const go::GoProgram> load_go(const std::filesystem::path& path, const GoOptions& options) {
  return parse_go(store::read_text(path, kLargestProgram), path.filename().string(), options);
}

std::vector<std::string> go_functions(std::string_view text, std::string file_name) {
  const auto program = go::syntax::check(text, std::move(file_name));
  std::vector<std::string> result;
  if (program->main != nullptr) result.emplace_back("main");
  for (const go::syntax::Function* test : program->tests) result.push_back(test->name);
  return result;
}

}  // namespace graphfuzz
