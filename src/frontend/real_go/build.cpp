// Building with the user's toolchain, from an installation in which some files are replaced by patched copies.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "frontend/native/build/process.hpp"
#include "frontend/real_go/patches.hpp"
#include "frontend/real_go/process_run.hpp"
#include "graphfuzz/frontend/native/build.hpp"
#include "graphfuzz/frontend/native/compiler.hpp"
#include "graphfuzz/frontend/real_go.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/hash128.hpp"
#include "graphfuzz/store/sealed_file.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::real_go {
namespace {

constexpr std::size_t kLargestFile = std::size_t{16} << 20;
constexpr std::size_t kLargestExecutable = std::size_t{1} << 30;

std::string find_toolchain(const std::string& name) {
  std::string file = native::in_path(name);
  if (file.empty()) {
    throw BuildError(fmt::format("{}: there is no such program: Go's toolchain is needed (Debian: golang-go)", name));
  }
  return file;
}

std::string run(const std::vector<std::string>& words) {
  try {
    native::Process process(words);
    if (process.wait()) return process.output();
    std::string what = process.errors();
    if (what.empty()) what = process.output();
    throw BuildError(fmt::format("{}: {}\n{}", fmt::join(words, " "), process.ending(), what));
  } catch (const native::BuildError& e) {
    throw BuildError(e.what());
  }
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

/// Calls of atomic operations are to be calls in the user's packages; those of the standard library are what they were.
/// Of accesses to plain memory the compiler's own instrumentation tells, in what belongs to the user, and in packages
/// of the standard library that hold what is the user's and have no locks.
/// What runs freely has Go's own detector of races.
std::vector<std::string> compiler_flags(const BuildOptions& options) {
  constexpr const char* kCalls = "-d=ssa/intrinsics/off";
  if (options.free && options.races) return {"-race"};
  if (!options.races)
    return {fmt::format("-gcflags=all={}", kCalls), "-gcflags=std=", fmt::format("-gcflags=sync/atomic={}", kCalls)};
  std::vector<std::string> flags = {fmt::format("-gcflags=all=-race {}", kCalls), "-gcflags=std="};
  for (const char* package : {"sync/atomic", "sync", "context"}) {
    flags.push_back(fmt::format("-gcflags={}={}", package, kCalls));
  }
  for (const char* package : {"bytes", "strings", "bufio", "container/heap", "container/list", "container/ring"}) {
    flags.push_back(fmt::format("-gcflags={}=-race", package));
  }
  return flags;
}

class Toolchain {
 public:
  explicit Toolchain(const BuildOptions& options)
      : options_(options),
        go_(find_toolchain(options.go)),
        cache_(options.cache.empty() ? default_cache() : options.cache / "go") {
    const std::vector<std::string> facts = lines_of(run({go_, "env", "GOROOT", "GOVERSION"}));
    if (facts.size() != 2) throw BuildError(go_ + " env: expected GOROOT and GOVERSION");
    root_ = facts[0];
    version_ = facts[1];
    make_overlay();
  }

  const std::string& go() const { return go_; }

  /// Time is virtual only under control.
  std::string tags() const {
    if (options_.free) return options_.tags;
    return "faketime" + (options_.tags.empty() ? "" : "," + options_.tags);
  }

  /// An executable, built unless nothing has changed, which Go's own cache sees to. Its name depends on what it is made
  /// of, and of `folder`, which is what the package's name is meant in, so that whoever builds it again finds it there.
  std::string build(std::vector<std::string> command, const std::string& package, const std::string& folder) const {
    const store::Hash128 key =
        store::hash128(fmt::format("{}\n{}\n{}\n{}\n{}\n{}", package, folder_.filename().string(),
                                   fmt::join(options_.flags, "\n"), folder, options_.races, options_.tags));
    const fs::path file = cache_ / fmt::format("{:016x}{:016x}.test", key.high, key.low);
    command.insert(command.end(),
                   {"-overlay", (folder_ / "overlay.json").string(), "-o", file.string(), "-tags", tags()});
    const std::vector<std::string> instrumentation = compiler_flags(options_);
    command.insert(command.end(), instrumentation.begin(), instrumentation.end());
    command.insert(command.end(), options_.flags.begin(), options_.flags.end());
    command.push_back(package);
    run(command);
    return file.string();
  }

 private:
  /// Copies with the patches, and the list of what they stand for.
  void make_overlay() {
    std::map<std::string, std::string> files;
    std::string all = root_ + version_;
    const Edition edition = options_.free ? recording(options_.races) : control();
    for (const std::string& file : files_of(edition)) {
      const std::string original = root_ + "/src/" + file;
      try {
        files[file] = patched(edition, file, store::read_file(original, kLargestFile), original);
      } catch (const PatchError& e) {
        throw BuildError(fmt::format("{} ({})", e.what(), version_));
      }
    }
    for (const OwnFile& own : edition.own_files) files[std::string(own.file)] = own.text;
    for (const auto& [file, text] : files) all += '\n' + file + '\n' + text;
    const store::Hash128 key = store::hash128(all);
    folder_ = cache_ / fmt::format("overlay-{:016x}{:016x}", key.high, key.low);
    if (fs::exists(folder_ / "overlay.json")) return;
    std::string list;
    for (const auto& [file, text] : files) {
      const fs::path copy = folder_ / file;
      fs::create_directories(copy.parent_path());
      store::write_file(copy, text);
      list += fmt::format("{}\"{}/src/{}\": \"{}\"", list.empty() ? "" : ",\n", root_, file, copy.string());
    }
    store::write_file(folder_ / "overlay.json", "{\"Replace\": {\n" + list + "\n}}\n");
  }

  const BuildOptions& options_;
  std::string go_;
  fs::path cache_;
  std::string root_;
  std::string version_;
  fs::path folder_;
};

class RealProgram final : public go::GoProgram {
 public:
  RealProgram(Executable executable, Entry entry)
      : name_(executable.package), file_(executable.package), executable_(std::move(executable)) {
    start_.file = executable_.file;
    start_.folder = executable_.folder;
    start_.is_main = entry.test.empty();
    start_.races = executable_.races;
    start_.patience = entry.hang_after;
    start_.arguments = std::move(entry.arguments);
    for (const std::string& point : entry.points) {
      const bool whole = point.starts_with('/') || point == kEverywhere;
      start_.points += (start_.points.empty() ? "" : "\n") + (whole ? point : start_.folder + '/' + point);
    }
    if (!entry.test.empty()) {
      start_.arguments.insert(start_.arguments.begin(), {"-test.run=^" + entry.test + "$", "-test.timeout=0"});
    }
  }

  std::string_view name() const override { return name_; }
  std::string_view file() const override { return file_; }
  std::size_t positions() const override { return positions_->size(); }
  std::string position(go::Position position) const override { return positions_->text(position); }
  std::string function(go::Position position) const override { return positions_->function(position); }
  bool may_differ() const override { return true; }
  go::Position know(const std::string& place) const override { return positions_->number(place, {}); }
  std::unique_ptr<go::Run> start() const override {
    expect_unchanged(executable_);
    return std::make_unique<ProcessRun>(start_, positions_, hangs_);
  }

 private:
  std::string name_;
  std::string file_;
  Executable executable_;
  Start start_;
  std::shared_ptr<Positions> positions_ = std::make_shared<Positions>();
  std::shared_ptr<Hangs> hangs_ = std::make_shared<Hangs>();
};

}  // namespace

std::vector<Executable> build_tests(const std::vector<std::string>& patterns, const BuildOptions& options) {
  const Toolchain tools(options);
  std::vector<std::string> list = {tools.go(), "list",
                                   "-tags",    tools.tags(),
                                   "-f",       "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}\t{{.Dir}}{{end}}"};
  list.insert(list.end(), patterns.begin(), patterns.end());
  std::vector<Executable> result;
  for (const std::string& line : lines_of(run(list))) {
    const std::size_t tab = line.find('\t');
    const std::string package = line.substr(0, tab), folder = line.substr(tab + 1);
    result.push_back({tools.build({tools.go(), "test", "-c", "-vet=off"}, package, folder),
                      folder,
                      package,
                      true,
                      options.races,
                      options.free,
                      {},
                      options.tags});
  }
  if (result.empty()) throw BuildError(fmt::format("there are no tests in {}", fmt::join(patterns, " ")));
  return result;
}

Executable build_main(const std::string& pattern, const BuildOptions& options) {
  const Toolchain tools(options);
  const std::vector<std::string> lines =
      lines_of(run({tools.go(), "list", "-tags", tools.tags(), "-f", "{{.Name}}\t{{.ImportPath}}", pattern}));
  if (lines.size() != 1 || !lines[0].starts_with("main\t")) {
    throw BuildError(fmt::format("{}: expected one package main", pattern));
  }
  const std::string folder = fs::current_path().string();
  return {tools.build({tools.go(), "build"}, pattern, folder),
          folder,
          lines[0].substr(5),
          false,
          options.races,
          options.free,
          pattern,
          options.tags};
}

std::optional<Executable> built_before(const std::string& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  const std::string text = store::read_file(file, kLargestExecutable);
  if (!text.starts_with("\x7f"
                        "ELF"))
    return std::nullopt;
  const auto has = [&](std::string_view name) { return text.find(name) != text.npos; };
  // Names of functions are there even if it was stripped.
  const bool is_free = has("runtime.GraphfuzzMainEnds");
  if (!is_free && !has("runtime.GraphfuzzBegin")) {
    throw BuildError(
        fmt::format("{}: expected a program that graphfuzz go build has written, found another one", file));
  }
  return Executable{fs::absolute(file).string(),
                    fs::current_path().string(),
                    fs::path(file).filename().string(),
                    false,
                    has(is_free ? "build\t-race=true" : "all=-race"),
                    is_free,
                    fs::absolute(file).string()};
}

std::string hash_of(const std::string& file) {
  const store::MappedFile bytes(file, kLargestExecutable);
  const store::Hash128 hash = store::hash128(bytes.bytes());
  return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

void expect_unchanged(const Executable& executable) {
  if (executable.hash.empty()) return;
  std::error_code error;
  if (!fs::exists(executable.file, error)) {
    throw BuildError(fmt::format("{}: {} is not there", executable.package, executable.file));
  }
  if (hash_of(executable.file) != executable.hash) {
    throw BuildError(fmt::format("{}: {} is not the program that it was", executable.package, executable.file));
  }
}

fs::path default_cache() { return native::default_cache() / "go"; }

std::vector<std::string> tests_of(const Executable& executable, const std::string& pattern) {
  std::vector<std::string> tests;
  for (const std::string& line : lines_of(run({executable.file, "-test.list", pattern.empty() ? "." : pattern}))) {
    // What is written comes in frames.
    const std::size_t at = line.find("Test");
    if (at == line.npos || line.find(' ') != line.npos) continue;
    tests.push_back(line.substr(at));
  }
  return tests;
}

std::shared_ptr<const go::GoProgram> program_of(const Executable& executable, const Entry& entry) {
  return std::make_shared<RealProgram>(executable, entry);
}

}  // namespace graphfuzz::real_go
