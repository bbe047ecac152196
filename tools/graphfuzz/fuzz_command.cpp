#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "commands.hpp"
#include "file_names.hpp"
#include "graphfuzz/report/json.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "graphfuzz/report/text.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "progress_line.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

bool found_something(const CampaignResult& result) {
  if (!result.bugs.empty()) return true;
  if (result.quantifier == Quantifier::not_exists) return result.positive > 0;
  return result.quantifier == Quantifier::forall && result.negative > 0;
}

/// Everything that the command does, and what it has so far.
class FuzzCommand {
 public:
  explicit FuzzCommand(const CommandLine& line)
      : line_(line),
        text_({line.colour, line.verbose}),
        silent_(line.json_file == "-" || line.curve_file == "-"),
        progress_(!line.quiet) {}

  int run() {
    check_outputs();
    load();
    single_ = line_.inputs.size() == 1 && inputs_.size() == 1;
    for (const Input& input : inputs_) {
      if (!interrupted()) run_one(input);
    }
    finish();
    const bool found = std::any_of(results_.begin(), results_.end(), found_something);
    return code_ != kNothingFound ? code_ : found ? kBugFound : kNothingFound;
  }

 private:
  struct Input {
    std::string file;        // as written, or found in a folder
    std::uint64_t hash = 0;  // program_hash of its text
    std::unique_ptr<const Target> target;
  };

  void load() {
    bool errors = false;
    for (const ProgramSource& source : load_sources(line_.inputs, errors)) {
      try {
        for (std::unique_ptr<const Target>& target : load_targets(source, line_.load)) {
          inputs_.push_back({source.file, program_hash(source.text), std::move(target)});
        }
      } catch (const std::invalid_argument& e) {  // a model that was in order when the options were checked
        complain(fmt::format("{}: {}", source.file, e.what()));
        errors = true;
      } catch (const std::runtime_error& e) {
        complain(e.what());
        errors = true;
      }
    }
    if (errors) code_ = kUsageError;
  }

  void check_outputs() {
    for (const std::string& file : {line_.json_file, line_.curve_file}) {
      if (!file.empty()) check_writable(file);
    }
    if (!line_.dot_dir.empty()) {
      check_folder(line_.dot_dir);
      make_folder(line_.dot_dir);
    }
    if (line_.replay_dir_given) check_folder(line_.replay_dir);
  }

  /// What went wrong is reported; the campaigns that follow, and the results so far, are not lost by it.
  template <class Action>
  void guard(const std::string& what, Action action) {
    try {
      action();
    } catch (const UserError& e) {
      progress_.erase();
      complain(e.what());
      code_ = std::max(code_, kUsageError);
    } catch (const std::invalid_argument& e) {  // the model and the program do not go together
      progress_.erase();
      complain(fmt::format("{}: {}", what, e.what()));
      code_ = std::max(code_, kUsageError);
    } catch (const std::exception& e) {
      progress_.erase();
      complain(fmt::format("{}: internal error: {}", what, e.what()));
      code_ = kInternalError;
    }
  }

  void run_one(const Input& input) {
    const Target& target = *input.target;
    const std::string what =
        target.model() == target.kind() ? target.name() : fmt::format("{} under {}", target.name(), target.model());
    CampaignOptions options = line_.campaign;
    options.stop = &interrupted();
    if (progress_.active()) options.progress = [&](const Progress& p) { progress_.show(what, p); };
    const std::size_t before = results_.size();
    guard(what, [&] { results_.push_back(run_campaign(target, options)); });
    progress_.erase();
    if (results_.size() == before) return;
    CampaignResult& result = results_.back();
    result.file = input.file;
    replays_.emplace_back();
    guard(what, [&] { replays_.back() = write_replays(input, result); });
    if (!line_.dot_dir.empty()) guard(what, [&] { draw(result, line_.dot_dir, pictures_); });
    if (!silent_ && !line_.quiet && (single_ || line_.verbose)) {
      guard(what, [&] { print(result_block(result, replays_.back(), text_) + (single_ ? "" : "\n")); });
    }
    // All that is needed from here on is numbers: many graphs of many tests need much memory.
    for (ObservedState& state : result.states) state.example.reset();
    for (Bug& bug : result.bugs) bug.witness.reset();
  }

  std::vector<std::string> write_replays(const Input& input, const CampaignResult& result) {
    std::vector<std::string> files;
    for (std::size_t i = 0; i < result.bugs.size(); ++i) {
      const Bug& bug = result.bugs[i];
      files.emplace_back();
      if (!bug.witness->no_steps.empty()) continue;
      make_folder(line_.replay_dir);
      const std::string name = replay_names_.unique(
          fmt::format("{}-{}-{}-{}-seed{}", result.test, result.model, bug.kind, i + 1, result.seed));
      const std::string path = (fs::path(line_.replay_dir) / (name + ".json")).string();
      const fs::path file = fs::absolute(input.file).lexically_normal();
      const std::string relative = file.lexically_proximate(fs::absolute(line_.replay_dir).lexically_normal()).string();
      const Target& target = *input.target;
      write_file(path, to_text({std::string(target.kind()), result.test, relative, input.hash, target.settings(),
                                result.seed, bug.kind + ": " + bug.message, bug.witness->steps}));
      files.back() = path;
    }
    return files;
  }

  void finish() {
    if (!silent_ && !results_.empty() && (line_.quiet || !single_)) guard("table", [&] { print(table()); });
    if (!line_.json_file.empty()) {
      guard("JSON", [&] {
        std::vector<std::string> objects;
        for (std::size_t i = 0; i < results_.size(); ++i) objects.push_back(to_json(results_[i], replays_[i]));
        write_file(line_.json_file, json_array(objects));
      });
    }
    if (!line_.curve_file.empty()) guard("curve", [&] { write_file(line_.curve_file, curves_csv(results_)); });
    if (interrupted() && results_.size() < inputs_.size()) {
      complain(fmt::format("interrupted: {} of {} campaigns were not run", inputs_.size() - results_.size(),
                           inputs_.size()));
    }
  }

  std::string table() const {
    std::string text = result_table(results_, text_);
    const std::string how = fmt::format("\nstrategy {}, seed {}\n", results_.front().strategy, results_.front().seed);
    if (!line_.quiet) {
      std::string bugs;
      for (std::size_t i = 0; i < results_.size(); ++i) bugs += bug_lines(results_[i], replays_[i], text_);
      if (!bugs.empty()) text += '\n' + bugs;
    }
    return text + how;
  }

  const CommandLine& line_;
  const TextOptions text_;
  const bool silent_;  // standard output is for a machine
  ProgressLine progress_;
  bool single_ = false;
  int code_ = kNothingFound;
  std::vector<Input> inputs_;
  std::vector<CampaignResult> results_;
  std::vector<std::vector<std::string>> replays_;  // by result, by bug
  FileNames pictures_;
  FileNames replay_names_;
};

}  // namespace

int fuzz(const CommandLine& line) { return FuzzCommand(line).run(); }

}  // namespace graphfuzz::cli
