// What is built with the user's toolchain, and run.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <system_error>

#include "frontend/real_go/kept.hpp"
#include "frontend/real_go/process_run.hpp"
#include "frontend/real_go/toolchain.hpp"
#include "graphfuzz/frontend/native/build.hpp"
#include "graphfuzz/frontend/native/words.hpp"
#include "graphfuzz/frontend/real_go.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/hash128.hpp"
#include "graphfuzz/store/sealed_file.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::real_go {
namespace {

constexpr std::size_t kLargestExecutable = std::size_t{1} << 30;

// Behind the program, where nobody who runs it looks: what it is known not to stop at.
constexpr std::string_view kUnseen = "\ngraphfuzz: unseen: ";

/// What all that is built has in common.
Executable made_with(const BuildOptions& options, const Toolchain& tools) {
  Executable made;
  made.races = options.races;
  made.free = options.free;
  made.tags = options.tags;
  made.flags = options.flags;
  made.unseen = tools.unseen();
  return made;
}

bool are_files(const std::vector<std::string>& patterns) { return std::ranges::all_of(patterns, is_go_file); }

/// Wherever we are when they are asked for once more.
std::string whole_paths(std::vector<std::string> files) {
  for (std::string& file : files) file = fs::absolute(file).lexically_normal().string();
  return native::join_words(files);
}

class RealProgram final : public go::GoProgram {
 public:
  RealProgram(Executable executable, Entry entry)
      : name_(executable.package), file_(executable.package), executable_(std::move(executable)) {
    start_.name = executable_.package;
    start_.file = executable_.file;
    start_.folder = executable_.folder;
    start_.runs_in = executable_.run_folder();
    start_.is_main = entry.test.empty();
    start_.races = executable_.races;
    start_.unseen = executable_.unseen;
    start_.subtests = nothing_ran(entry.test);
    start_.patience = entry.hang_after;
    start_.time = entry.start_time;
    start_.arguments = std::move(entry.arguments);
    for (const std::string& point : entry.points) {
      const bool whole = point.starts_with('/') || point == kEverywhere;
      start_.points += (start_.points.empty() ? "" : "\n") + (whole ? point : start_.folder + '/' + point);
    }
    if (!entry.test.empty()) {
      // Sub-tests that may be at work at once are as many as there are processors, and there is one.
      start_.arguments.insert(start_.arguments.begin(),
                              {"-test.run=" + only(entry.test), "-test.timeout=0", "-test.parallel=8"});
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
  std::shared_ptr<const Use> use_ = Use::of(executable_.file);
  Start start_;
  std::shared_ptr<Positions> positions_ = std::make_shared<Positions>();
  std::shared_ptr<Hangs> hangs_ = std::make_shared<Hangs>();
};

}  // namespace

std::vector<Executable> build_tests(const std::vector<std::string>& patterns, const BuildOptions& options,
                                    const std::function<void(const std::string&, const BuildError&)>& failed) {
  Toolchain tools(options);
  const std::vector<std::string> packages =
      tools.list("{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}\t{{.Dir}}{{end}}", patterns);
  if (packages.empty()) throw BuildError(fmt::format("there are no tests in {}", fmt::join(patterns, " ")));
  tools.look_for_lengths(patterns, true);
  std::vector<Executable> result;
  for (const std::string& line : packages) {
    const std::size_t tab = line.find('\t');
    Executable made = made_with(options, tools);
    made.package = line.substr(0, tab);
    made.folder = line.substr(tab + 1);
    made.is_test = true;
    if (are_files(patterns)) made.pattern = whole_paths(patterns);
    try {
      made.file = tools.build({tools.go(), "test", "-c", "-vet=off"}, patterns_of(made), made.folder);
    } catch (const BuildError& e) {
      if (!failed) throw;
      failed(made.package, e);
      continue;
    }
    result.push_back(std::move(made));
  }
  return result;
}

Executable build_main(const std::vector<std::string>& patterns, const BuildOptions& options) {
  Toolchain tools(options);
  const std::vector<std::string> lines = tools.list("{{.Name}}\t{{.ImportPath}}", patterns);
  if (lines.size() != 1 || !lines[0].starts_with("main\t")) {
    throw BuildError(fmt::format("{}: expected one package main", fmt::join(patterns, " ")));
  }
  tools.look_for_lengths(patterns, false);
  Executable made = made_with(options, tools);
  made.folder = fs::current_path().string();
  made.package = lines[0].substr(5);
  made.pattern = are_files(patterns) ? whole_paths(patterns) : patterns.front();
  made.file = tools.build({tools.go(), "build"}, patterns, made.folder);
  return made;
}

// As Go has it: a module may be called so, too.
bool is_go_file(const std::string& pattern) {
  std::error_code error;
  return pattern.ends_with(".go") && fs::exists(pattern, error) && !fs::is_directory(pattern, error);
}

std::vector<std::string> patterns_of(const Executable& executable) {
  const std::string& pattern = executable.pattern;
  if (pattern.empty()) return {executable.package};
  const std::vector<std::string> files =
      pattern.find(".go") != pattern.npos ? native::split_words(pattern) : std::vector<std::string>{pattern};
  return are_files(files) ? files : std::vector<std::string>{pattern};
}

void write_program(const Executable& executable, const fs::path& file) {
  // Written beside and renamed: it may be running.
  const fs::path beside = file.string() + ".new";
  std::error_code error;
  fs::copy_file(executable.file, beside, fs::copy_options::overwrite_existing, error);
  if (!error && !executable.unseen.empty()) {
    std::ofstream out(beside, std::ios::binary | std::ios::app);
    out << kUnseen << executable.unseen << std::flush;
    if (!out) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) fs::rename(beside, file, error);
  if (error) throw BuildError(fmt::format("{}: cannot be written: {}", file.string(), error.message()));
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
  Executable known;
  known.file = known.pattern = fs::absolute(file).string();
  known.folder = fs::current_path().string();
  known.package = fs::path(file).filename().string();
  // Go 1.19 notes the last of several -gcflags alone.
  known.races = is_free ? has("build\t-race=true") : has("all=-race") || has("container/ring=-race");
  known.free = is_free;
  // This program itself may be in another one, as what begins with these words.
  if (const std::size_t note = text.rfind(kUnseen); note != text.npos) {
    const std::string_view words = std::string_view(text).substr(note + kUnseen.size());
    if (std::ranges::all_of(words, [](char c) { return c >= ' '; })) known.unseen = words;
  }
  return known;
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
fs::path default_replays() { return default_cache() / kReplays; }

std::shared_ptr<const go::GoProgram> program_of(const Executable& executable, const Entry& entry) {
  return std::make_shared<RealProgram>(executable, entry);
}

}  // namespace graphfuzz::real_go
