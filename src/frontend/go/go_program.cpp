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
  std::size_t positions() const override { return code_->positions.size(); }
  std::string position(go::Position position) const override { return code_->positions[position]; }
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

/// What is Go, but more of it than what is run in process, is not the end: there is another way.
template <class Action>
auto or_say_who_takes_it(const Action& action) {
  try {
    return action();
  } catch (const ParseError& e) {
    if (e.message().find("not supported") == std::string::npos) throw;
    throw ParseError(e.file(), e.line(), e.column(),
                     e.message() + " in process (graphfuzz go run and graphfuzz go test take all of Go)");
  }
}

}  // namespace

GoSource::GoSource(std::string_view text, std::string file_name)
    : file_name_(std::move(file_name)),
      checked_(or_say_who_takes_it([&] { return go::syntax::check(text, file_name_); })) {}

std::vector<std::string> GoSource::functions() const {
  std::vector<std::string> result;
  if (checked_->main != nullptr) result.emplace_back("main");
  for (const go::syntax::Function* test : checked_->tests) result.push_back(test->name);
  return result;
}

std::shared_ptr<const go::GoProgram> GoSource::program(const GoOptions& options) const {
  auto code = or_say_who_takes_it([&] { return go::compiler::ProgramCompiler(checked_).compile(options); });
  return std::make_shared<CompiledProgram>(stem(file_name_), file_name_, std::move(code));
}

std::shared_ptr<const go::GoProgram> parse_go(std::string_view text, std::string file_name, const GoOptions& options) {
  return GoSource(text, std::move(file_name)).program(options);
}

std::shared_ptr<const go::GoProgram> load_go(const std::filesystem::path& path, const GoOptions& options) {
  return parse_go(store::read_text(path, kLargestProgram), path.filename().string(), options);
}

}  // namespace graphfuzz
