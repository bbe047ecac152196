// graphfuzz mutate. The order of what is written makes a kill at any moment harmless: first the copies of traces and
// the input files, then, in one step, the state that knows of them, and last what is not needed any more is removed.
#include "mutate_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include "command_line.hpp"
#include "graphfuzz/frontend/gfuzz_run.hpp"
#include "graphfuzz/frontend/gopie.hpp"
#include "graphfuzz/frontend/trace_files.hpp"
#include "graphfuzz/fuzz/go/campaign_state.hpp"
#include "graphfuzz/fuzz/go/fuzzing.hpp"
#include "graphfuzz/fuzz/go/runner.hpp"
#include "graphfuzz/fuzz/search.hpp"
#include "graphfuzz/store/writer.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "output.hpp"

namespace graphfuzz::cli {
namespace {

namespace fs = std::filesystem;

InputFormat format_of(const go::Trace& trace) {
  if (trace.dialect == "gfuzz") return InputFormat::gfuzz;
  if (trace.dialect == "gopie") return InputFormat::gopie;
  return InputFormat::advocate;
}

/// The state is JSON, and the names of positions are a part of it.
void check_positions(const go::Trace& trace) {
  for (const std::string& position : trace.positions) {
    const std::string readable = store::utf8(position);
    if (readable == position) continue;
    throw go::TraceError(trace.path, 0, 0, fmt::format("expected positions in UTF-8, found '{}'", readable));
  }
}

class MutateRun {
 public:
  explicit MutateRun(const MutateLine& line) : line_(line), folder_(line.state) {
    if (folder_.has_state()) {
      state_ = folder_.load();
      if (state_.strategy != line.fuzz.strategy) {
        throw UserError(fmt::format("{}: is a campaign of {}, not {}", folder_.file().string(), name(state_.strategy),
                                    name(line.fuzz.strategy)));
      }
    } else {
      if (line.inputs.empty()) throw UserError("mutate: the campaign is new, and needs the PATH of a first trace");
      state_.strategy = line.fuzz.strategy;
      state_.seed = line.seed;
    }
  }

  int run() {
    // Other numbers in every call, the same for the same calls.
    const std::uint64_t seed = seed_of(static_cast<unsigned>(state_.calls), state_.seed);
    go::Fuzzing fuzzing(line_.fuzz, seed, std::move(state_.memory));
    learn(fuzzing);
    std::vector<fs::path> written;
    for (std::uint64_t i = 0; i < line_.number; ++i) {
      std::optional<go::Input> input = fuzzing.next();
      if (!input) break;
      written.push_back(write(*input));
      input->recording.reset();
      const std::uint64_t id = input->id;
      state_.outstanding[id] = std::move(*input);
    }
    state_.memory = fuzzing.memory();
    ++state_.calls;
    forget_traces();
    folder_.save(state_);
    for (const fs::path& path : written) print(path.string() + "\n");
    forget_copies();
    if (!line_.quiet) {
      print(fmt::format("queue: {} inputs; {} runs so far, {} of them free{}\n", state_.memory.queue.size(),
                        state_.memory.runs, state_.memory.first_runs,
                        written.empty() ? "; run the program without input" : ""));
    }
    return written.empty() ? kBugFound : kNothingFound;
  }

 private:
  void learn(go::Fuzzing& fuzzing) {
    std::vector<fs::path> paths;
    for (const std::string& input : line_.inputs) {
      std::vector<fs::path> found = until_interrupted([&] { return go::find_traces(input); });
      std::erase_if(found, [&](const fs::path& path) { return is_in_state(path); });
      if (found.empty()) throw UserError(input + ": there is no trace");
      paths.insert(paths.end(), found.begin(), found.end());
    }
    if (paths.empty()) return;
    const go::Input executed = executed_input();
    for (const fs::path& path : paths) learn(fuzzing, path, executed);
    state_.outstanding.erase(executed.id);
  }

  /// The state may be kept beside the traces: what it keeps was learned from before.
  bool is_in_state(const fs::path& path) const {
    const fs::path state = fs::weakly_canonical(folder_.path()), found = fs::weakly_canonical(path);
    return std::mismatch(state.begin(), state.end(), found.begin(), found.end()).first == state.end();
  }

  /// The input that the traces are of.
  go::Input executed_input() const {
    if (line_.executed) {
      if (*line_.executed == 0) return {};
      const auto found = state_.outstanding.find(*line_.executed);
      if (found == state_.outstanding.end()) {
        throw UserError(fmt::format("--input: {} was never written, or its run has been reported", *line_.executed));
      }
      return found->second;
    }
    if (state_.outstanding.empty()) return {};
    if (state_.outstanding.size() > 1) {
      throw UserError(fmt::format("{} inputs have not been reported on: --input ID must say of which one the trace is",
                                  state_.outstanding.size()));
    }
    return state_.outstanding.begin()->second;
  }

  void learn(go::Fuzzing& fuzzing, const fs::path& path, const go::Input& executed) {
    std::vector<std::string> warnings;
    const go::TraceFiles files = load_trace(path.string());
    const go::Trace trace = until_interrupted(
        [&] { return go::read_trace(files, shown_name(path.string()), {.lenient = line_.lenient}, warnings); });
    for (const std::string& warning : warnings) complain("warning: " + warning);
    check_positions(trace);
    check_format(format_of(trace));
    const go::Worth worth = fuzzing.learn(trace, executed, observed(trace, files, executed));
    const go::Findings found = findings(trace);
    // Others have no file for the order of all operations.
    const std::size_t replays = format_ == InputFormat::advocate ? fuzzing.replay(trace, found.predicted, executed) : 0;
    if (worth.queued + replays > 0) keep_trace(files, fuzzing.memory().runs);
    if (line_.quiet) return;
    print(fmt::format("{}: {}, score {:.1f}; {} inputs made, {} of them impossible, {} queued\n", trace.path,
                      worth.interesting ? "interesting" : "not interesting", worth.score, worth.proposed,
                      worth.filtered, worth.queued));
    constexpr std::size_t kReasons = 10;
    for (std::size_t i = 0; i < std::min(kReasons, worth.reasons.size()); ++i) {
      print("  " + worth.reasons[i] + "\n");
    }
    if (worth.reasons.size() > kReasons) print(fmt::format("  and {} more\n", worth.reasons.size() - kReasons));
    tell(found, trace);
    if (replays > 0) print(fmt::format("  {} replays of predicted bugs queued\n", replays));
  }

  /// Bugs and leaks that happened, and, for strategies with happens-before, those that could have. What GFuzz writes
  /// has no order to look at.
  go::Findings findings(const go::Trace& trace) const {
    if (trace.dialect == "gfuzz") return {};
    const go::HappensBefore strong(trace, go::Clock::strong, line_.fuzz.happens_before);
    go::Findings found =
        go::find(trace, strong, go::HappensBefore(trace, go::Clock::weak), go::PartnerSearch(trace, strong));
    if (!line_.fuzz.predict) found.predicted.clear();
    return found;
  }

  static void tell(const go::Findings& found, const go::Trace& trace) {
    for (const auto* const list : {&found.actual, &found.leaks, &found.predicted}) {
      for (const go::TraceFinding& one : *list) {
        if (!one.bug) continue;
        const Finding finding = go::finding_of(one, trace);
        print(fmt::format("  bug: {}: {}\n", finding.kind, finding.message));
      }
    }
  }

  /// What GFuzz and GoPie say of a run that is not in its trace.
  static go::Observed observed(const go::Trace& trace, const go::TraceFiles& files, const go::Input& executed) {
    go::Observed result;
    const auto output = files.contains(go::kOnlyFile) ? files.find(go::kOnlyFile) : files.find("ort_output");
    if (trace.dialect == "gfuzz" && output != files.end()) {
      const go::GfuzzRun run = go::read_gfuzz_output(output->second, trace.path);
      for (const auto& [tuple, count] : run.tuples) result.pairs[fmt::format("tuple {}", tuple)] = count;
      for (const go::GfuzzChannel& channel : run.channels) {
        result.fullness[channel.made_at] = std::max(result.fullness[channel.made_at], channel.peak);
      }
    }
    if (trace.dialect == "gopie" && executed.id != 0) {
      const auto covered = go::read_gopie_log(files.begin()->second, trace.path).covered;
      std::size_t pairs = 0;
      for (const go::GopiePair& pair : go::gopie_pairs(executed.directive)) {
        if (std::find(covered.begin(), covered.end(), pair) == covered.end()) break;
        ++pairs;
      }
      result.chain_executed = pairs == 0 ? 0 : pairs + 1;
    }
    return result;
  }

  void check_format(InputFormat from) {
    format_ = line_.format == InputFormat::from_trace ? from : line_.format;
    const bool chains = go::makes_chains(line_.fuzz.strategy);
    const bool fits = format_ == InputFormat::advocate ||
                      (format_ == InputFormat::gfuzz && go::flips_selects(line_.fuzz.strategy)) ||
                      (format_ == InputFormat::gopie && chains && from == InputFormat::gopie);
    if (fits) return;
    throw UserError(fmt::format("{} has no inputs for --strategy {}{}",
                                format_ == InputFormat::gfuzz ? "GFuzz" : "GoPie", name(line_.fuzz.strategy),
                                format_ == InputFormat::gopie && chains ? " from traces that are not its own" : ""));
  }

  /// Inputs are made from the trace that they came from, which the next run may overwrite.
  void keep_trace(go::TraceFiles files, std::uint64_t run) {
    if (auto only = files.extract(go::kOnlyFile)) {
      only.key() = "log";
      files.insert(std::move(only));
    }
    folder_.keep_trace(run, files);
    state_.traces.insert(run);
  }

  const go::Trace& trace_of_run(std::uint64_t run) {
    if (base_run_ == run) return base_;
    if (!state_.traces.contains(run)) {
      throw store::DocumentError(folder_.file().string(), "traces",
                                 fmt::format("the trace of run {} is not kept", run));
    }
    std::vector<std::string> warnings;  // they were told when it was first read
    base_ = go::read_trace(folder_.kept_trace(run, go::kLargestTrace), (folder_.path() / go::trace_place(run)).string(),
                           {.lenient = line_.lenient}, warnings);
    base_run_ = run;
    return base_;
  }

  fs::path write(go::Input& input) {
    const go::Trace& base = trace_of_run(input.run);
    check_format(format_of(base));
    go::TraceFiles files;
    if (input.replays != 0) {
      const bool older = base.dialect == "advocate-old";
      files = go::rewritten_trace(base, input.directive, input.replays,
                                  older ? go::AdvocateDialect::older : go::AdvocateDialect::newer);
    } else if (go::makes_chains(line_.fuzz.strategy)) {
      if (format_ == InputFormat::gopie) {
        files["Input"] = go::gopie_input(go::gopie_pairs(input.directive));
      } else {
        if (line_.fuzz.chain.enforce_prefix) {
          input.recording = std::make_shared<go::Recording>(go::record(go::OperationNames(base)));
        }
        files = go::partial_replay(base, input.complete());
      }
    } else if (format_ == InputFormat::gfuzz) {
      files["ort_config"] = go::gfuzz_config(go::gfuzz_config_of(input.directive, base, {}, line_.timeout));
    } else {
      files["fuzzingData.log"] =
          go::fuzzing_data(input.directive, base,
                           line_.old_names || base.dialect == "advocate-old" ? go::SiteName::position
                                                                             : go::SiteName::routine_and_position);
    }
    return folder_.write_input(input.id, files);
  }

  /// Takes the traces out of the state that no input needs any more.
  void forget_traces() {
    std::set<std::uint64_t> needed;
    for (const go::Input& input : state_.memory.queue.waiting()) needed.insert(input.run);
    std::erase_if(state_.traces, [&](std::uint64_t run) { return !needed.contains(run); });
  }

  /// What cannot be removed is in the way of nobody: the next call tries again.
  void forget_copies() {
    try {
      folder_.forget_traces(state_.traces);
    } catch (const store::FileError& e) {
      complain(fmt::format("warning: {}", e.what()));
    }
  }

  const MutateLine& line_;
  go::StateFolder folder_;
  go::CampaignState state_;
  InputFormat format_ = InputFormat::advocate;
  go::Trace base_;
  std::uint64_t base_run_ = 0;
};

}  // namespace

int mutate(const MutateLine& line) {
  try {
    return MutateRun(line).run();
  } catch (const store::Error& e) {
    throw UserError(e.what());
  } catch (const go::TraceError& e) {
    throw UserError(e.what());
  } catch (const fs::filesystem_error& e) {
    throw UserError(fmt::format("{}: {}", e.path1().string(), e.code().message()));
  } catch (const std::invalid_argument& e) {
    throw UserError(fmt::format("an input cannot be written: {}", e.what()));
  }
}

}  // namespace graphfuzz::cli
