#include "unit_folder.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>

#include "commands.hpp"
#include "go_programs.hpp"
#include "graphfuzz/campaign/processes.hpp"
#include "graphfuzz/frontend/native/build.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/target/real_go_target.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "long_runs.hpp"
#include "native_programs.hpp"
#include "output.hpp"
#include "shards.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {

store::Writer begin_summary() {
  store::Writer out = store::Writer::json();
  out.begin_object().field("format", "graphfuzz summary").field("version", 1U);
  return out;
}

void describe(store::Writer& out, const Gathering& all) {
  out.field("done", all.executions()).field("bugs", all.found_bugs()).field("outdated", all.outdated());
  out.field("left", all.left().size());
  if (all.shards() == 0) return;
  out.field("shards", all.shards()).key("results").begin_array();
  for (const UnitId& name : all.results()) out.value(to_text(name));
  out.end_array();
}

bool is_changed(const ProgramSource& program) {
  if (kind_of(program) == "native" || is_real_go(program)) return false;
  std::error_code error;
  return fs::exists(program.file, error) && load_source(program.file).text != program.text;
}

void write_units(const Gathering& all, const std::string& folder) {
  make_folder(folder);
  for (const auto& [id, unit] : all.left()) {
    store::write_file(fs::path(folder) / fmt::format("{}.unit", to_text(id)), unit);
  }
}

void write_what_comes(const Unit& unit, const Gathering& all, const std::string& folder) {
  if (!all.outdated()) return write_units(all, folder);
  Unit whole = unit;
  whole.task = all.renewed();
  whole.parent = {};
  whole.seed = unit.whole_seed.value_or(unit.seed);
  whole.whole_seed.reset();
  whole.work.clear();
  make_folder(folder);
  store::write_file(fs::path(folder) / fmt::format("{}.unit", to_text(id_of(whole))), to_bytes(whole));
}

void write_description(const Task& task, const Gathering& all, std::uint64_t executions, double seconds,
                       const std::string& folder) {
  store::Writer out = store::Writer::json();
  out.begin_object()
      .field("format", "graphfuzz units")
      .field("version", 1U)
      .field("graphfuzz", GRAPHFUZZ_VERSION)
      .field("kind", kind_of(task.program));
  out.field("tree", explores_tree(task.options.fuzz.strategy)).field("stop_on_bug", task.options.stop_on_bug);
  if (is_changed(task.program)) out.field("changed", task.program.file);
  if (inside_native_program()) out.field("program", native::this_executable().string());
  if (const std::string program = where_real_go_is(task); !program.empty()) out.field("program", program);
  if (is_real_go(task.program)) out.field("folder", task.program.file);
  if (const std::vector<std::string> files = model_files(task); !files.empty()) {
    out.key("model").begin_array();
    for (const std::string& file : files) out.value(file);
    out.end_array();
  }
  if (executions != std::numeric_limits<std::uint64_t>::max()) out.field("executions", executions);
  if (std::isfinite(seconds)) out.field("seconds", seconds);
  describe(out, all);
  write_file((fs::path(folder) / "units.json").string(), out.end_object().finish() + "\n");
}

int split_work(const CommandLine& line, const ProgramSource& source, const Target& target, const Settings& more,
               std::size_t parts, const std::string& folder, std::size_t shards) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error)) {
    throw UserError(fmt::format("{}: is not empty", folder));
  }
  const CampaignOptions& options = line.campaign;
  const Unit whole{
      task_of(line, source, target, options, more), options.seed, options.executions, options.seconds, {}, {}};
  WorkOptions how;
  how.parts = parts;
  how.memory = options.memory;
  how.approximate = options.approximate;
  how.stop = &interrupted();
  try {
    Gathering all = graphfuzz::split(whole, how);
    write_units(all, folder);
    write_result(all, folder + "/split.result", shards);
    write_description(whole.task, all, whole.executions, whole.seconds, folder);
    if (!line.quiet) {
      print(fmt::format("{}: {} executions, {} units left over\n", folder, all.executions(), all.left().size()));
    }
    return all.found_bugs() ? kBugFound : kNothingFound;
  } catch (const std::invalid_argument& e) {
    throw UserError(fmt::format("{}: {}", source.file, e.what()));
  }
}

}  // namespace graphfuzz::cli
