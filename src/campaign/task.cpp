// Tasks and units as documents.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "campaign/documents.hpp"
#include "graphfuzz/campaign/unit.hpp"
#include "graphfuzz/model/cat.hpp"
#include "graphfuzz/model/registry.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/envelope.hpp"
#include "graphfuzz/target/real_go_target.hpp"

namespace graphfuzz {
namespace {

using store::Writer;

constexpr std::size_t kLargestModel = std::size_t{16} << 20;

/// Of the text of the model's file, and of those that it includes; empty if it is one of ours.
std::string hash_of_model(const std::string& model) {
  const auto& ours = registered_models();
  if (std::any_of(ours.begin(), ours.end(), [&](const ModelInfo& info) { return info.name == model; })) return {};
  std::string texts = store::read_file(model, kLargestModel);
  const std::vector<std::string> files = load_cat(model)->files();
  const std::filesystem::path folder = std::filesystem::path(model).parent_path();
  for (std::size_t i = 1; i < files.size(); ++i) {
    const std::string text = store::read_file(files[i], kLargestModel);
    const std::string name = std::filesystem::path(files[i]).lexically_proximate(folder).string();
    texts += fmt::format("\n{}\n{}\n", name, text.size()) + text;
  }
  return to_text(store::hash128(texts));
}

/// With all that it is about where it is.
Settings settings_of(const Task& task) {
  Settings settings = task.settings;
  if (!task.at.model.empty() && !task.model_hash.empty()) settings["model"] = task.at.model;
  if (is_real_go(task.program)) {
    if (!task.at.program.empty()) settings["executable"] = std::filesystem::absolute(task.at.program).string();
    if (!task.at.folder.empty()) settings["runs-in"] = std::filesystem::absolute(task.at.folder).string();
  }
  return settings;
}

void check_model(const Settings& settings, const std::string& hash) {
  const auto model = settings.find("model");
  if (model == settings.end() || hash_of_model(model->second) == hash) return;
  throw WorkError(fmt::format("{}: the memory model is not what it was", model->second));
}

void save(Writer& out, const FuzzOptions& fuzz) {
  const FeedbackOptions& feedback = fuzz.feedback;
  out.begin_object().field("strategy", name(fuzz.strategy)).field("corpus_size", fuzz.corpus_size);
  out.field("frontier_size", fuzz.frontier_size).field("mutations", fuzz.mutations);
  if (fuzz.strategy == StrategyKind::pct) out.field("depth", fuzz.depth);
  if (fuzz.schedule) out.field("schedule", name(*fuzz.schedule));
  out.field("new_graph", feedback.new_graph).field("rare", feedback.rare).field("new_rf", feedback.new_rf);
  out.field("rare_threshold", feedback.rare_threshold).end_object();
}

/// What `parse` makes of a text, which throws std::invalid_argument.
template <class Parse>
auto parsed(const store::Value& value, Parse parse) {
  try {
    return parse(value.text());
  } catch (const std::invalid_argument& e) {
    value.reject(e.what());
  }
}

FuzzOptions load_fuzz_options(const store::Value& saved) {
  constexpr std::size_t kMost = 100'000'000;  // as on the command line
  saved.expect_keys({"strategy", "corpus_size", "frontier_size", "mutations", "depth", "schedule", "new_graph", "rare",
                     "new_rf", "rare_threshold"});
  FuzzOptions fuzz;
  fuzz.strategy = parsed(saved.field("strategy"), parse_strategy);
  fuzz.corpus_size = saved.field("corpus_size").integer<std::size_t>(0, kMost);
  fuzz.frontier_size = saved.field("frontier_size").integer<std::size_t>(0, kMost);
  fuzz.mutations = saved.field("mutations").integer<unsigned>(0, 1'000'000);
  if (const auto depth = saved.find("depth")) fuzz.depth = depth->integer<unsigned>(1, kMostDepth);
  if (const auto schedule = saved.find("schedule")) fuzz.schedule = parsed(*schedule, parse_schedule);
  fuzz.feedback = {saved.field("new_graph").boolean(), saved.field("rare").boolean(), saved.field("new_rf").boolean(),
                   saved.field("rare_threshold").real(0)};
  return fuzz;
}

/// All that tells tasks apart. Graphs that are sampled can be put together whatever was known of the program.
void save_identity(Writer& out, const Task& task, bool without_facts) {
  const CampaignOptions& options = task.options;
  out.field("file", task.program.file).field("text", task.program.text).key("settings").begin_object();
  for (const auto& [key, value] : task.settings) {
    if (!without_facts || key != "facts") out.field(key, value);
  }
  save(out.end_object().key("fuzz"), options.fuzz);
  out.field("identity", name(options.identity)).field("stop_on_bug", options.stop_on_bug);
  out.field("keep_states", options.keep_states).field("keep_examples", options.keep_examples);
  out.field("model_hash", task.model_hash);
}

}  // namespace

void save(Writer& out, const Task& task) {
  save_identity(out.begin_object(), task, false);
  out.field("building", task.building).end_object();
}

Task load_task(const store::Value& saved) {
  saved.expect_keys({"file", "text", "settings", "fuzz", "identity", "stop_on_bug", "keep_states", "keep_examples",
                     "model_hash", "building"});
  Task task;
  task.program = {std::string(saved.field("file").text()), std::string(saved.field("text").text())};
  for (const store::Member& setting : saved.field("settings").object()) {
    task.settings.emplace(setting.key, setting.value.text());
  }
  task.options.fuzz = load_fuzz_options(saved.field("fuzz"));
  task.options.identity = parsed(saved.field("identity"), parse_identity);
  task.options.stop_on_bug = saved.field("stop_on_bug").boolean();
  task.options.keep_states = saved.field("keep_states").integer<std::size_t>();
  task.options.keep_examples = saved.field("keep_examples").integer<std::size_t>();
  task.model_hash = saved.field("model_hash").text();
  task.building = saved.field("building").text();
  return task;
}

store::Hash128 id_of(const Task& task) {
  Writer out = Writer::cbor();
  save_identity(out.begin_object(), task, !explores_tree(task.options.fuzz.strategy));
  return store::hash128(out.end_object().finish());
}

Task make_task(const ProgramSource& program, const Target& target, const CampaignOptions& options,
               const Settings& more) {
  Task task{named_by_hash(program), target.settings(), {}, {}, {}};
  task.settings.insert(more.begin(), more.end());
  task.options.fuzz = options.fuzz;
  task.options.identity = options.identity;
  task.options.stop_on_bug = options.stop_on_bug;
  task.options.keep_states = options.keep_states;
  task.options.keep_examples = options.keep_examples;
  if (const auto model = task.settings.find("model"); model != task.settings.end()) {
    task.model_hash = hash_of_model(model->second);
  }
  return task;
}

std::vector<std::string> model_files(const Task& task) {
  if (task.model_hash.empty()) return {};
  const Settings settings = settings_of(task);
  check_model(settings, task.model_hash);
  return load_cat(settings.at("model"))->files();
}

void update(Task& task, const Target& target) {
  for (const auto& [key, value] : target.settings()) task.settings[key] = value;
}

std::unique_ptr<const Target> load_target(const Task& task) {
  const Settings settings = settings_of(task);
  check_model(settings, task.model_hash);
  std::vector<std::unique_ptr<const Target>> targets = load_targets(task.program, options_of(settings));
  if (targets.size() != 1) {
    throw WorkError(fmt::format("{}: expected one program to test, found {}", task.program.file, targets.size()));
  }
  if (task.building.empty() || targets.front()->building().kind == task.building) return std::move(targets.front());
  std::unique_ptr<const Target> other = targets.front()->instead(ModelStuck(targets.front()->model()));
  if (!other || other->building().kind != task.building) {
    throw WorkError(fmt::format("{}: its graphs cannot be built as '{}'", task.program.file, task.building));
  }
  return other;
}

UnitId id_of(const Unit& unit) {
  Writer out = Writer::cbor();
  out.begin_array();
  save(out, id_of(unit.task));
  save(out, unit.parent);
  return store::hash128(out.value(unit.seed).bytes(unit.work).end_array().finish());
}

std::string to_text(const UnitId& id) { return fmt::format("{:016x}{:016x}", id.high, id.low); }

void save(Writer& out, const store::Hash128& hash) { out.begin_array().value(hash.low).value(hash.high).end_array(); }

store::Hash128 load_hash(const store::Value& saved) {
  const auto parts = saved.array(2, 2);
  return {parts[0].integer<std::uint64_t>(), parts[1].integer<std::uint64_t>()};
}

std::string to_bytes(const Unit& unit) {
  Writer out = Writer::cbor();
  save(out.begin_object().key("task"), unit.task);
  out.field("seed", unit.seed).field("executions", unit.executions);
  if (std::isfinite(unit.seconds)) out.field("seconds", unit.seconds);
  save(out.key("parent"), unit.parent);
  if (unit.whole_seed) out.field("whole_seed", *unit.whole_seed);
  return store::seal(kUnitKind, kUnitVersion, out.key("work").bytes(unit.work).end_object().finish());
}

Unit read_unit(std::string_view bytes, const std::string& file) {
  const store::Sealed sealed = store::open_sealed(bytes, file, kUnitKind, kUnitVersion, kUnitVersion);
  const store::Document document = store::Document::cbor_view(sealed.payload, file, kDocumentLimits);
  const store::Value root = document.root();
  root.expect_keys({"task", "seed", "executions", "seconds", "parent", "whole_seed", "work"});
  Unit unit;
  unit.task = load_task(root.field("task"));
  unit.seed = root.field("seed").integer<std::uint64_t>();
  unit.executions = root.field("executions").integer<std::uint64_t>();
  if (const auto seconds = root.find("seconds")) unit.seconds = seconds->real(0);
  unit.parent = load_hash(root.field("parent"));
  if (const auto seed = root.find("whole_seed")) unit.whole_seed = seed->integer<std::uint64_t>();
  unit.work = root.field("work").bytes();
  return unit;
}

}  // namespace graphfuzz
