// check(): a program is parsed, the packages that it imports are loaded, and all of them are checked, the imported
// ones first.
#include "frontend/go/checker.hpp"
#include "frontend/go/parser.hpp"

namespace graphfuzz::go::syntax {
namespace {

class Loader {
 public:
  explicit Loader(Program& program) : program_(&program) { declare_universe(program, universe_); }

  void user_file(std::string_view text, std::string file_name) {
    SourceText source{text, file_name, 0};
    program_->files.push_back({std::move(file_name), nullptr, false});
    auto package = std::make_unique<Package>();
    package->file = &program_->parsed.emplace_back(parse(source, program_->tree));
    package->path = package->name = package->file->package->text;
    if (package->name == "_") source.fail(package->file->package->place, "expected a name of the package, found '_'");
    // What panics are made of is there whether or not it is imported.
    if (!package_source("runtime").empty()) imported("runtime");
    load(std::move(package), source);
  }

 private:
  /// False if there is no such package.
  bool imported(const std::string& path) {
    for (const auto& package : program_->packages) {
      if (package->path == path) return true;
    }
    SourceText source{package_source(path), path + ".go", static_cast<std::uint32_t>(program_->files.size())};
    if (source.text.empty()) return false;
    program_->files.push_back({source.name, nullptr, true});
    auto package = std::make_unique<Package>();
    package->file = &program_->parsed.emplace_back(parse(source, program_->tree));
    package->path = path;
    package->name = package->file->package->text;
    package->prelude = true;
    load(std::move(package), source);
    return true;
  }

  void load(std::unique_ptr<Package> package, const SourceText& source) {
    for (const ImportDeclaration& import : package->file->imports) {
      if (!imported(import.path)) source.fail(import.place, "package " + in_quotes(import.path) + " is not supported");
    }
    program_->files[source.index].package = package.get();
    program_->packages.push_back(std::move(package));
    Checker(*program_, *program_->packages.back(), source, universe_).check();
  }

  Program* program_;
  Scope universe_;
};

}  // namespace

std::unique_ptr<Program> check(std::string_view text, std::string file_name) {
  auto program = std::make_unique<Program>();
  Loader(*program).user_file(text, std::move(file_name));
  return program;
}

}  // namespace graphfuzz::go::syntax
