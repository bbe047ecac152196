#include "graphfuzz/target/real_go_target.hpp"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "graphfuzz/frontend/native/words.hpp"
#include "graphfuzz/target/free_go_target.hpp"
#include "graphfuzz/target/go_target.hpp"

namespace fs = std::filesystem;

namespace graphfuzz {
namespace {

// No program begins so.
constexpr std::string_view kRealGo = "\177Go executable named by its hash ";

std::string setting(const Settings& settings, const char* name) {
  const auto found = settings.find(name);
  return found == settings.end() ? std::string() : found->second;
}

std::string needed_setting(const Settings& settings, const char* name) {
  std::string text = setting(settings, name);
  if (text.empty()) throw std::invalid_argument(fmt::format("expected the setting '{}' of a Go program", name));
  return text;
}

}  // namespace

std::unique_ptr<const Target> real_go_target(const RealGo& program, const LoadOptions& load, const fs::path& traces) {
  const auto& [executable, entry, free] = program;
  Settings built;
  if (executable.races) built["race"] = "yes";
  if (!executable.tags.empty()) built["tags"] = executable.tags;
  if (!executable.flags.empty()) built["flags"] = native::join_words(executable.flags);
  built["go"] = executable.is_test ? "test" : "run";
  if (!executable.pattern.empty()) built["package"] = executable.pattern;
  if (!entry.arguments.empty()) built["arguments"] = native::join_words(entry.arguments);
  if (!entry.points.empty()) built["points"] = native::join_words(entry.points);
  if (executable.free) {
    go::FreeGoTargetOptions options{free, load.directed, load.machine.ignored_leaks, traces, std::move(built)};
    return std::make_unique<go::FreeGoTarget>(executable, entry, std::move(options));
  }
  if (entry.hang_after != real_go::kHangAfter) built["hang-after"] = std::to_string(entry.hang_after.count());
  built["start-time"] = std::to_string(entry.start_time);
  go::GoTargetOptions options{load.machine, load.directed, entry.test};
  options.built = std::move(built);
  options.lives_races = !entry.points.empty() || load.plain != "watch";
  options.early_failure = load.early_failure;
  return std::make_unique<go::GoTarget>(real_go::program_of(executable, entry), std::move(options));
}

RealGo described_by(const LoadOptions& load) {
  const Settings& built = load.built;
  RealGo program;
  program.executable.is_test = setting(built, "go") == "test";
  program.executable.races = setting(built, "race") == "yes";
  program.executable.free = setting(built, "free") == "yes";
  program.executable.pattern = setting(built, "package");
  program.executable.tags = setting(built, "tags");
  program.executable.flags = native::split_words(setting(built, "flags"));
  program.entry = {load.function, native::split_words(setting(built, "arguments")),
                   native::split_words(setting(built, "points"))};
  go::take_milliseconds(built, "hang-after", program.entry.hang_after);
  if (const std::string time = setting(built, "start-time"); !time.empty())
    program.entry.start_time = std::stoull(time);
  program.free = go::free_options_of(built);
  return program;
}

ProgramSource source_of(const real_go::Executable& executable) {
  return {executable.folder, std::string(kRealGo) + real_go::hash_of(executable.file)};
}

// Whoever builds it again, with a cache folder elsewhere, gives it the same name there.
Settings whereabouts(const real_go::Executable& executable) {
  const fs::path file(executable.file);
  const bool is_kept = file.parent_path() == real_go::default_cache();
  Settings settings = {{"executable", (is_kept ? file.filename() : file).string()},
                       {"import-path", executable.package}};
  if (!executable.unseen.empty()) settings["unseen"] = executable.unseen;
  return settings;
}

bool is_real_go(const ProgramSource& source) { return source.text.starts_with(kRealGo); }

RealGo described_by(const ProgramSource& source, const LoadOptions& load) {
  RealGo program = described_by(load);
  real_go::Executable& executable = program.executable;
  executable.folder = source.file;
  executable.package = needed_setting(load.built, "import-path");
  executable.hash = source.text.substr(kRealGo.size());
  const fs::path file = needed_setting(load.built, "executable");
  const fs::path cache = real_go::default_cache();
  // However it was named where the task was written.
  executable.file = (file.is_absolute() ? file : real_go::kept_in(cache, executable.hash)).string();
  executable.runs_in = setting(load.built, "runs-in");
  executable.unseen = setting(load.built, "unseen");
  if (executable.is_test && program.entry.test.empty()) throw std::invalid_argument("expected the name of a Go test");
  return program;
}

}  // namespace graphfuzz
