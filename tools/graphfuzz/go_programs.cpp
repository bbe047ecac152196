#include "go_programs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "graphfuzz/frontend/real_go.hpp"
#include "graphfuzz/target/real_go_target.hpp"
#include "interrupts.hpp"
#include "output.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

/// Where a program is built; whatever happens, we go back.
class InFolder {
 public:
  explicit InFolder(const std::string& folder) : before_(fs::current_path()) {
    std::error_code error;
    fs::current_path(folder, error);
    if (error) throw UserError(fmt::format("{}: {}", folder, error.message()));
  }
  ~InFolder() {
    std::error_code ignored;
    fs::current_path(before_, ignored);
  }
  InFolder(const InFolder&) = delete;
  InFolder& operator=(const InFolder&) = delete;

 private:
  fs::path before_;
};

/// Builds what stands in the folder where we are, as `like` was. Throws BuildError.
real_go::Executable built_like(const real_go::Executable& like) {
  real_go::BuildOptions build;
  build.races = like.races;
  build.tags = like.tags;
  build.flags = like.flags;
  build.free = like.free;
  const std::vector<std::string> patterns =
      like.pattern.empty() ? std::vector<std::string>{"."} : real_go::patterns_of(like);
  if (like.is_test) return real_go::build_tests(patterns, build).front();
  const std::optional<real_go::Executable> before = real_go::built_before(patterns.front());
  return before ? *before : real_go::build_main(patterns, build);
}

/// Is it there, and the one that it was? Throws BuildError if it is a program that graphfuzz has not built.
bool is_there(const real_go::Executable& executable) {
  if (!real_go::built_before(executable.file)) return false;
  return real_go::hash_of(executable.file) == executable.hash;
}

/// As the task says, but where things are that do not go along with it.
real_go::Executable executable_of(const Task& task) {
  LoadOptions options = options_of(task.settings);
  if (!task.at.program.empty()) options.built["executable"] = fs::absolute(task.at.program).string();
  if (!task.at.folder.empty()) options.built["runs-in"] = task.at.folder;
  return described_by(task.program, options).executable;
}

/// What it was built for may read files.
void check_folder(const real_go::Executable& executable, const std::string& file) {
  std::error_code error;
  const std::string& folder = executable.run_folder();
  if (fs::is_directory(folder, error)) return;
  throw UserError(fmt::format("{}: {} runs in {}, which is not there", file, executable.package, folder));
}

}  // namespace

bool is_of_real_go(const ReplayFile& file) { return file.kind == "go" && file.settings.contains("go"); }

std::unique_ptr<const Target> real_go_target_of(const std::string& folder, const LoadOptions& options,
                                                std::uint64_t hash) {
  const InFolder here(folder);
  try {
    RealGo program = described_by(options);
    program.executable = built_like(program.executable);
    if (program_hash(source_of(program.executable).text) != hash) {
      complain(
          fmt::format("warning: {} is not what it was when the replay file was written", program.executable.package));
    }
    return real_go_target(program, options);
  } catch (const real_go::BuildError& e) {
    throw UserError(e.what());
  }
}

std::string where_real_go_is(const Task& task) {
  if (!is_real_go(task.program)) return {};
  try {
    const real_go::Executable executable = executable_of(task);
    return is_there(executable) ? executable.file : std::string();
  } catch (const std::invalid_argument&) {  // it is another one
    return {};
  }
}

void find_real_go(const Task& task, const std::string& file) {
  if (!is_real_go(task.program)) return;
  try {
    const real_go::Executable executable = executable_of(task);
    check_folder(executable, file);
    if (is_there(executable)) return;
    if (executable.pattern == executable.file || !task.at.program.empty()) {  // the user has had it built
      throw UserError(
          fmt::format("{}: {} is not there, or not what it was; a campaign cannot go on with another program", file,
                      executable.file));
    }
    const InFolder here(executable.folder);
    try {
      until_interrupted([&] { return built_like(executable); });
    } catch (const real_go::BuildError& e) {
      throw UserError(fmt::format("{}: the executable of {} is not there any more, and cannot be built again: {}", file,
                                  executable.package, e.what()));
    }
    if (is_there(executable)) return;
    throw UserError(fmt::format(
        "{}: the executable of {} is not there any more, and what {} is built to now is not what it was: its sources, "
        "its modules or Go have changed since; a campaign cannot go on with another program",
        file, executable.package, executable.folder));
  } catch (const std::invalid_argument& e) {
    throw UserError(fmt::format("{}: {}", file, e.what()));
  }
}

}  // namespace graphfuzz::cli
