#include "unit_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "commands.hpp"
#include "go_programs.hpp"
#include "graphfuzz/campaign/processes.hpp"
#include "graphfuzz/frontend/native/build.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/error.hpp"
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

namespace {

int split_one(const CommandLine& line, const Whole& campaign, const HowToSplit& where) {
  const CampaignOptions& options = line.campaign;
  const Unit whole{task_of(line, campaign.source, *campaign.target, options, campaign.more),
                   options.seed,
                   options.executions,
                   options.seconds,
                   {},
                   {}};
  WorkOptions how;
  how.parts = where.parts;
  how.memory = options.memory;
  how.approximate = options.approximate;
  how.stop = &interrupted();
  try {
    Gathering all = graphfuzz::split(whole, how);
    write_units(all, where.folder);
    write_result(all, where.folder + "/split.result", where.shards);
    write_description(whole.task, all, whole.executions, whole.seconds, where.folder);
    if (!line.quiet) {
      print(fmt::format("{}: {} executions, {} units left over\n", where.folder, all.executions(), all.left().size()));
    }
    return all.found_bugs() ? kBugFound : kNothingFound;
  } catch (const std::invalid_argument& e) {
    throw UserError(fmt::format("{}: {}", campaign.source.file, e.what()));
  }
}

/// What is wrong with one of several, which is no matter of the others.
std::string split_if_possible(const CommandLine& line, const Whole& campaign, const HowToSplit& where, int& code) {
  try {
    code = std::max(code, split_one(line, campaign, where));
    return {};
  } catch (const UserError& e) {
    return e.what();
  } catch (const WorkError& e) {
    return fmt::format("{}: {}", campaign.source.file, e.what());
  } catch (const store::Error& e) {
    return e.what();
  }
}

int split_several(const CommandLine& line, const std::vector<Whole>& campaigns, std::vector<BadInput> bad,
                  const HowToSplit& how) {
  store::Writer out = store::Writer::json();
  out.begin_object().field("format", "graphfuzz campaigns").field("version", 1U);
  out.field("graphfuzz", GRAPHFUZZ_VERSION).key("campaigns").begin_array();
  int code = kNothingFound;
  for (std::size_t i = 0; i < campaigns.size(); ++i) {
    if (interrupted()) throw Stopped();
    const Whole& campaign = campaigns[i];
    const std::string name = std::to_string(i + 1);
    const HowToSplit where{(fs::path(how.folder) / name).string(), how.parts, how.shards};
    if (std::string why = split_if_possible(line, campaign, where, code); !why.empty()) {
      complain(why);
      bad.push_back({campaign.source.file, std::move(why)});
      continue;
    }
    out.begin_object().field("folder", name).field("test", campaign.target->name());
    out.field("model", campaign.target->model()).end_object();
  }
  out.end_array().key("refused").begin_array();
  for (const BadInput& input : bad) {
    out.begin_object().field("file", input.file).field("message", input.message).end_object();
  }
  make_folder(how.folder);
  write_file((fs::path(how.folder) / "campaigns.json").string(), out.end_array().end_object().finish() + "\n");
  return bad.empty() ? code : bad.front().code;
}

}  // namespace

int split_work(const CommandLine& line, const std::vector<Whole>& campaigns, std::vector<BadInput> bad,
               const HowToSplit& how) {
  if (campaigns.empty()) return bad.empty() ? kUsageError : bad.front().code;
  std::error_code error;
  if (fs::exists(how.folder, error) && !fs::is_empty(how.folder, error)) {
    throw UserError(fmt::format("{}: is not empty", how.folder));
  }
  if (campaigns.size() == 1 && bad.empty()) return split_one(line, campaigns.front(), how);
  return split_several(line, campaigns, std::move(bad), how);
}

}  // namespace graphfuzz::cli
