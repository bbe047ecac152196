#include "graphfuzz/target/load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "graphfuzz/frontend/go.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/frontend/native/facts.hpp"
#include "graphfuzz/frontend/native/words.hpp"
#include "graphfuzz/frontend/real_go.hpp"
#include "graphfuzz/graph/hash.hpp"
#include "graphfuzz/store/memory_limit.hpp"
#include "graphfuzz/target/free_go_target.hpp"
#include "graphfuzz/target/go_target.hpp"
#include "graphfuzz/target/memory_target.hpp"
#include "graphfuzz/target/native_target.hpp"
#include "graphfuzz/target/real_go_target.hpp"
#include "target/model_building.hpp"

namespace graphfuzz {
namespace {

const unsigned kUnroll = LitmusOptions{}.unroll;
using Targets = std::vector<std::unique_ptr<const Target>>;

// In place of an executable's text. None begins so.
constexpr std::string_view kNamedByHash = "\177ELF named by its hash ";
constexpr std::array<std::string_view, 17> kBuilt = {
    "arguments", "race",   "tags",    "flags",       "points",     "package",     "sources", "folder", "cc",
    "cxx",       "cflags", "ldflags", "plain-built", "executable", "import-path", "unseen",  "runs-in"};

Targets load_litmus_test(const ProgramSource& source, const LoadOptions& options) {
  const std::shared_ptr<const Program> program =
      parse_litmus(source.text, source.file, {options.unroll.value_or(kUnroll), options.outcome, options.drop_retries});
  const Settings settings = {{"unroll", std::to_string(options.unroll.value_or(kUnroll))},
                             {"retries", options.drop_retries ? "drop" : "keep"},
                             {"liveness", options.liveness ? "yes" : "no"}};
  Targets targets;
  for (const std::string& model : options.models) {
    auto target = std::make_unique<MemoryTarget>(program, model, settings);
    target->look_for_spins(options.liveness);
    targets.push_back(std::move(target));
  }
  return targets;
}

constexpr std::string_view kWatched = "watch";
constexpr std::string_view kAny = "any";

MemoryOrder plain_order(const std::string& text) {
  return text.starts_with("sc")        ? MemoryOrder::seq_cst
         : text.starts_with("relaxed") ? MemoryOrder::relaxed
                                       : MemoryOrder::non_atomic;
}

native::Reuse reuse(const std::string& text) {
  return text == "yes" ? native::Reuse::always : text == "choose" ? native::Reuse::choose : native::Reuse::never;
}

int exit_status(const std::string& text) { return text == kAny ? native::kAnyStatus : std::stoi(text); }

Targets load_native_program(const ProgramSource& source, const LoadOptions& options) {
  Settings settings = {{"liveness", options.liveness ? "yes" : "no"},
                       {"plain", options.plain},
                       {"volatile", options.volatiles},
                       {"fork", options.fork ? "yes" : "no"},
                       {"leaks", options.leaks ? "yes" : "no"},
                       {"uninitialised", options.uninitialised ? "yes" : "no"},
                       {"reuse-heap", options.reuse_heap},
                       {"after-main", options.after_main},
                       {"exit-status", options.exit_status},
                       {"spurious", options.spurious ? "yes" : "no"},
                       {"retries", options.retries ? "keep" : "drop"}};
  settings.insert(options.built.begin(), options.built.end());
  if (options.unroll) settings["unroll"] = std::to_string(*options.unroll);
  // Races are no bugs under sc: what comes of them is what one asks for.
  const auto settings_of = [&](const std::string& model) {
    Settings its = settings;
    if (options.plain == kWatched && building_for(model).make()->is_sequential()) its["plain"] = "sc";
    return its;
  };
  Targets targets;
  if (native::machine() == nullptr || options.elsewhere) {
    if (!options.facts.empty()) settings["facts"] = options.facts;
    for (const std::string& model : options.models) {
      targets.push_back(std::make_unique<AbsentNativeTarget>(source.file, model, settings_of(model)));
    }
    return targets;
  }
  if (options.fork && options.leaks) {
    throw std::invalid_argument("--fork with --leaks: what points where at the end is in another process");
  }
  native::Machine* const machine = options.fork ? native::machine()->forked() : native::machine();
  if (machine == nullptr) throw std::invalid_argument("--fork: this program cannot be run in other processes");
  NativeOptions native_options;
  native_options.unroll = options.unroll.value_or(0);
  native_options.checks = {options.leaks,    options.uninitialised,       reuse(options.reuse_heap),
                           options.spurious, options.after_main == "end", exit_status(options.exit_status)};
  native_options.checks.retries = options.retries;
  go::take_milliseconds(options.built, "hang-after", native_options.checks.hang_after);
  native_options.facts = options.facts;
  const auto arguments = options.built.find("arguments");
  machine->set_arguments(arguments == options.built.end() ? native::Words() : native::split_words(arguments->second));
  for (const std::string& model : options.models) {
    Settings its = settings_of(model);
    native_options.plain = {std::nullopt, !its["plain"].ends_with("-all"), plain_order(options.volatiles)};
    if (its["plain"] != kWatched) native_options.plain.plain = plain_order(its["plain"]);
    targets.push_back(
        std::make_unique<NativeTarget>(*machine, model, native_options, options.liveness, std::move(its)));
  }
  return targets;
}

Targets load_go_program(const ProgramSource& source, const LoadOptions& options) {
  const GoSource checked(source.text, source.file);
  std::vector<std::string> functions = {options.function};
  if (options.function.empty()) {
    std::vector<std::string> tests = checked.functions();
    if (tests.size() > 1 && tests.front() != "main") functions = std::move(tests);
  }
  Targets targets;
  for (const std::string& function : functions) {
    GoOptions go_options;
    go_options.function = function;
    go_options.memory_limit = options.go_memory;
    targets.push_back(std::make_unique<go::GoTarget>(
        checked.program(go_options),
        go::GoTargetOptions{options.machine, options.directed, function, options.go_memory}));
  }
  return targets;
}

/// Go files begin with their package, after comments; litmus tests cannot.
bool is_go(std::string_view text) {
  constexpr std::string_view kPackage = "package";
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::string_view end = text.starts_with("//") ? "\n" : text.starts_with("/*") ? "*/" : "";
    if (end.empty()) break;
    const std::size_t at = text.find(end, 2);
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + end.size());
  }
  if (!text.starts_with(kPackage)) return false;
  return text.size() > kPackage.size() &&
         std::string_view(" \t\r\n/").find(text[kPackage.size()]) != std::string_view::npos;
}

bool one_of(const std::string& name, const std::string& value, const char* yes, const char* no) {
  if (value == yes) return true;
  if (value == no) return false;
  throw std::invalid_argument(fmt::format("{}: expected {} or {}, found '{}'", name, yes, no, value));
}

std::uint64_t number_of(const std::string& name, const std::string& value, std::uint64_t most) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size() || number > most) {
    throw std::invalid_argument(fmt::format("{}: expected a whole number up to {}, found '{}'", name, most, value));
  }
  return number;
}

double weight_of(const std::string& name, const std::string& value) {
  double weight = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), weight);
  if (error != std::errc{} || end != value.data() + value.size() || !std::isfinite(weight) || weight < 0) {
    throw std::invalid_argument(fmt::format("{}: expected a number that is not negative, found '{}'", name, value));
  }
  return weight;
}

}  // namespace

std::vector<std::string_view> program_suffixes() { return {".litmus", ".go"}; }

std::string_view kind_of(const ProgramSource& source) {
  if (source.text.starts_with("\177ELF")) return "native";
  if (is_real_go(source) || source.file.ends_with(".go")) return "go";
  return !source.file.ends_with(".litmus") && is_go(source.text) ? "go" : "litmus";
}

Targets load_targets(const ProgramSource& source, const LoadOptions& options) {
  if (kind_of(source) == "native") return load_native_program(source, options);
  if (is_real_go(source)) {
    Targets targets;
    targets.push_back(real_go_target(described_by(source, options), options));
    return targets;
  }
  return kind_of(source) == "go" ? load_go_program(source, options) : load_litmus_test(source, options);
}

namespace {
bool is_known(const std::string& learned) { return !learned.empty() && learned != kNothingKnown; }
}  // namespace

ProgramSource named_by_hash(const ProgramSource& source) {
  if (kind_of(source) != "native" || source.text.starts_with(kNamedByHash)) return source;
  return {source.file, fmt::format("{}{:016x}", kNamedByHash, hash_bytes(source.text))};
}

std::string unite_learned(const std::string& one, const std::string& other) {
  if (!is_known(other) || one == other) return one;
  if (!is_known(one)) return other;
  native::Facts all = native::Facts::parse(one);
  all.add(native::Facts::parse(other));
  return all.to_text();
}

std::string facts_of(const std::string& learned) {
  return !is_known(learned) ? learned : native::Facts::parse(learned).without_private_memory().to_text();
}

bool same_executions(const std::string& one, const std::string& other) {
  if (one == other) return true;
  if (!is_known(one) || !is_known(other)) return false;
  return native::Facts::parse(one).same_executions(native::Facts::parse(other));
}

LoadOptions options_of(const Settings& settings, const LoadOptions& otherwise) {
  LoadOptions options = otherwise;
  DirectedSettings directed;
  for (const auto& [name, value] : settings) {
    if (name == "model") {
      options.models = {value};
    } else if (name == "unroll") {
      options.unroll = static_cast<unsigned>(number_of(name, value, 1'000'000));
    } else if (name == "retries") {
      options.drop_retries = one_of(name, value, "drop", "keep");
      options.retries = !options.drop_retries;
    } else if (name == "liveness") {
      options.liveness = one_of(name, value, "yes", "no");
    } else if (name == "plain") {
      constexpr std::array<std::string_view, 5> kKnown{"watch", "sc", "relaxed", "sc-all", "relaxed-all"};
      if (std::find(kKnown.begin(), kKnown.end(), value) == kKnown.end()) {
        throw std::invalid_argument(fmt::format("{}: expected {}, found '{}'", name, fmt::join(kKnown, ", "), value));
      }
      options.plain = value;
    } else if (name == "fork") {
      options.fork = one_of(name, value, "yes", "no");
    } else if (name == "volatile") {
      options.volatiles = one_of(name, value, "relaxed", "plain") ? "relaxed" : "plain";
    } else if (name == "facts") {
      options.facts = value;
    } else if (std::find(kBuilt.begin(), kBuilt.end(), name) != kBuilt.end()) {
      options.built[name] = value;
    } else if (name == "free") {
      if (one_of(name, value, "yes", "no")) options.built[name] = value;
    } else if (name == "patience" || name == "run-time" || name == "hang-after") {
      options.built[name] = std::to_string(number_of(name, value, 1'000'000'000));
    } else if (name == "start-time") {
      options.built[name] = std::to_string(number_of(name, value, real_go::kLatestStart));
    } else if (name == "leaks") {
      options.leaks = one_of(name, value, "yes", "no");
    } else if (name == "uninitialised") {
      options.uninitialised = one_of(name, value, "yes", "no");
    } else if (name == "spurious") {
      options.spurious = one_of(name, value, "yes", "no");
    } else if (name == "reuse-heap") {
      if (value != "choose") one_of(name, value, "yes", "no");
      options.reuse_heap = value;
    } else if (name == "after-main") {
      options.after_main = one_of(name, value, "end", "run") ? "end" : "run";
    } else if (name == "exit-status") {
      constexpr std::uint64_t kMost = 255;
      options.exit_status = value == kAny ? value : std::to_string(number_of(name, value, kMost));
    } else if (name == "function") {
      options.function = value;
    } else if (name == "ignored-leaks") {
      options.machine.ignored_leaks = native::split_words(value);
    } else if (name == "left-running") {
      options.machine.all_leaks = one_of(name, value, "bug", "remark");
    } else if (name == "early-failure") {
      options.early_failure = value;
    } else if (name == "timers") {
      options.machine.timing = one_of(name, value, "any", "idle") ? go::Timing::any : go::Timing::idle;
    } else if (name == "go") {
      if (value != "test" && value != "run") {
        throw std::invalid_argument(fmt::format("{}: expected test or run, found '{}'", name, value));
      }
      options.built[name] = value;
    } else if (name == "memory") {
      // Whoever wrote the file; on the command line the user may say more.
      options.go_memory =
          std::min<std::size_t>(number_of(name, value, GoOptions::kMostMemory), store::memory_limit() / 2);
    } else if (name == "max-steps") {
      options.machine.max_steps = number_of(name, value, 1'000'000);
    } else if (name == "fuzzer-timers") {
      directed.timing = one_of(name, value, "any", "idle") ? go::Timing::any : go::Timing::idle;
    } else if (name == "fuzzer") {
      directed.strategy = parse_strategy(value);
      if (!is_directed(directed.strategy)) {
        throw std::invalid_argument(fmt::format("{}: expected a fuzzer of Go programs, found '{}'", name, value));
      }
    } else if (name == "as-published") {
      directed.as_published = one_of(name, value, "yes", "no");
    } else if (name == "clock") {
      directed.filter = go::impossible_of(value);
      if (!directed.filter) {
        throw std::invalid_argument(fmt::format("{}: expected strong, weak, locks, found '{}'", name, value));
      }
    } else if (name == "rel1-weight") {
      directed.rel1_weight = weight_of(name, value);
    } else if (name == "rel2-weight") {
      directed.rel2_weight = weight_of(name, value);
    } else {
      throw std::invalid_argument(fmt::format("there is no setting '{}'", name));
    }
  }
  if (settings.contains("fuzzer")) options.directed = options_of(directed);
  return options;
}

go::GoFuzzOptions options_of(const DirectedSettings& settings) {
  go::GoFuzzOptions options = settings.as_published ? go::GoFuzzOptions::published(settings.strategy)
                                                    : go::GoFuzzOptions::of(settings.strategy);
  options.timing = settings.timing;
  if (settings.filter && settings.strategy == StrategyKind::gopie_hb) options.chain.filter = *settings.filter;
  options.chain.rel1_weight = settings.rel1_weight.value_or(options.chain.rel1_weight);
  options.chain.rel2_weight = settings.rel2_weight.value_or(options.chain.rel2_weight);
  return options;
}

Settings settings_of(const DirectedSettings& settings) {
  Settings texts = {{"fuzzer", std::string(name(settings.strategy))},
                    {"as-published", settings.as_published ? "yes" : "no"},
                    {"fuzzer-timers", settings.timing == go::Timing::any ? "any" : "idle"}};
  if (settings.filter) texts["clock"] = go::name(*settings.filter);
  if (settings.rel1_weight) texts["rel1-weight"] = fmt::format("{}", *settings.rel1_weight);
  if (settings.rel2_weight) texts["rel2-weight"] = fmt::format("{}", *settings.rel2_weight);
  return texts;
}

}  // namespace graphfuzz
