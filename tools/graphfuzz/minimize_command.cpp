// graphfuzz minimize: what a replay file shows, by a smaller program and an easier execution.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <stdexcept>

#include "campaign_options.hpp"
#include "commands.hpp"
#include "graphfuzz/campaign/reduce.hpp"
#include "graphfuzz/report/reduction.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "graphfuzz/report/text.hpp"
#include "interrupts.hpp"
#include "one_target.hpp"
#include "options.hpp"
#include "output.hpp"
#include "pictures.hpp"
#include "planned_campaigns.hpp"
#include "progress_line.hpp"
#include "replayed_program.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

constexpr const char* kMinimizeFooter = R"(Examples:
  graphfuzz minimize graphfuzz-replays/MP+na-rc11-race-5d3ac0de.json
  graphfuzz minimize bug.json -o small.json             small.json, and small.litmus or small.go beside it
  graphfuzz minimize bug.json -t 1m -n 100k             harder, but no longer than a minute
  graphfuzz minimize bug.json --keep-program            an easier execution of the same program

Of a litmus test or a Go program that graphfuzz runs itself, parts are left out of the text, halves first and then one by
one, for as long as a search of -n executions sees the same finding under the same model; then several at once that name
the same variable, such as a Lock with its Unlock, or a declaration with all its uses. Of what is left, an execution of
few events is written: fewest events first, then fewest surprises (reads of what is no longer the last value), then
fewest switches between threads. Of C, C++ and real Go programs, and with --keep-program, the text stays as it is, and
fewest switches come first, then fewest surprises, then fewest events. Either way the execution has no more events than
the one that it is made from. What is written has been replayed.

Parts are, of a litmus test: threads, statements, an if or loop around its statements, an else, initial values,
parameters, the condition if the finding is not about it. Of a Go program: declarations outside of functions, imports,
statements, fields, cases, an else, labels, an if, a for, a block or a called function around its statements; not what
is within an expression, a parameter list or a head. What Go does not take as it is not used any more goes along.

"1-minimal" means: no program with one part less shows it, as all executions of each were visited, or it is no program.
If some of them merely did not show it in -n executions, that is said instead. There may be smaller ones that lack
several parts more. The same seed gives the same result. After Ctrl-C, or -t, it is the smallest so far.

Exit codes: 1 it shows the bug; 2 the replay file or its program cannot be read, or shows nothing; 3 an internal error.
)";

using MinimizationClock = std::chrono::steady_clock;

/// What the replay file is about, of all that it shows.
struct Shown {
  Goal goal;
  std::optional<FindingKey> key;
};

std::string words_of(const Goal& goal) {
  return goal.kind.empty() ? "the state " + goal.message : goal.kind + ": " + goal.message;
}

Shown shown_by(const Replay& replay, const ReplayFile& file, const Target& target, const std::string& name) {
  if (const Finding* const found = told_finding(replay, file)) return {{found->kind, found->message}, found->key};
  if (replay.satisfies && target.quantifier() == Quantifier::exists) return {{{}, replay.state.value_or("")}, {}};
  throw UserError(
      fmt::format("{}: expected an execution with a bug, or in the state that the test's exists is about; "
                  "found neither",
                  name));
}

/// … as it does in this execution.
std::string words_of(const Replay& replay, const std::optional<FindingKey>& key) {
  if (!key) return "State " + replay.state.value_or("");
  const auto found = std::ranges::find(replay.findings, *key, &Finding::key);
  return found->kind + ": " + found->message;
}

/// A condition is violated in the same state; of all else the key tells what is the same.
bool still_shows(const Replay& replay, const Goal& goal, const std::optional<FindingKey>& key) {
  if (!replay.possible()) return false;
  if (!key) return replay.satisfies && replay.state == goal.message;
  return std::ranges::any_of(replay.findings, [&](const Finding& finding) {
    return finding.key == *key && (goal.kind != "condition" || finding.message == goal.message);
  });
}

class Minimization {
 public:
  Minimization(const MinimizeLine& line, ReplayedProgram program)
      : line_(line), program_(std::move(program)), progress_(!line.quiet), began_(MinimizationClock::now()) {
    const fs::path place(line.replay);
    const fs::path folder = line.given.contains("--replay-dir") ? fs::path(line.replay_dir) : place.parent_path();
    file_ = line.output.empty() ? folder / (place.stem().string() + "-min.json") : fs::path(line.output);
    check_writable(file_.string());
  }

  int run();

 private:
  double seconds_left() const {
    return line_.campaign.seconds - std::chrono::duration<double>(MinimizationClock::now() - began_).count();
  }
  std::optional<Reduction> reduced(const Goal& goal);
  std::optional<Minimised> minimised(const Target& target, const std::vector<std::string>& steps,
                                     const std::optional<FindingKey>& key);
  void write(const Target& target, const fs::path& source, std::string_view text, const std::string& shows,
             const std::vector<std::string>& steps) const;

  const MinimizeLine& line_;
  ReplayedProgram program_;
  ProgressLine progress_;
  const MinimizationClock::time_point began_;
  fs::path file_;
};

/// Nothing if the program is to stay as it is, or has to.
std::optional<Reduction> Minimization::reduced(const Goal& goal) {
  if (line_.keep_program || program_.real_go || !is_reducible(program_.file.kind)) return std::nullopt;
  const fs::path source = fs::path(file_).replace_extension(program_.file.kind == "go" ? ".go" : ".litmus");
  std::error_code error;
  if (source == file_ || fs::equivalent(source, program_.source.file, error)) {
    throw UserError(fmt::format("-o {}: the smaller program would be written to {}, which is {}", file_.string(),
                                source.string(), source == file_ ? "the replay file" : "the program itself"));
  }
  check_writable(source.string());
  ReduceOptions options;
  options.load = program_.options;
  options.seek = {line_.campaign.fuzz, line_.campaign.seed, line_.attempts, line_.campaign.memory};
  if (progress_.active()) {
    options.progress = [&](const Reduction& best) {
      progress_.show(fmt::format("{} statements left of {}, {} programs tried", best.after.statements,
                                 best.before.statements, best.programs));
    };
  }
  const StopScope scope = until_interrupted(line_.campaign.seconds);
  Reduction reduction = reduce(program_.source, source.string(), goal, options);
  progress_.erase();
  if (!reduction.shown_at_all || reduction.text == program_.source.text) reduction.text.clear();
  return reduction;
}

std::optional<Minimised> Minimization::minimised(const Target& target, const std::vector<std::string>& steps,
                                                 const std::optional<FindingKey>& key) {
  if (!target.minimises() || !key || interrupted() || seconds_left() <= 0) return std::nullopt;
  const bool by_events = is_reducible(program_.file.kind) && !program_.real_go && !line_.keep_program;
  try {
    const StopScope scope = until_interrupted(seconds_left());
    return target.minimise(steps, line_.attempts, key, by_events ? Ease::fewest_events : Ease::fewest_switches);
  } catch (const Stopped&) {  // before anything was tried
    return std::nullopt;
  }
}

void Minimization::write(const Target& target, const fs::path& source, std::string_view text, const std::string& shows,
                         const std::vector<std::string>& steps) const {
  const fs::path folder = fs::absolute(file_).lexically_normal().parent_path();
  const std::string beside = fs::absolute(source).lexically_normal().lexically_proximate(folder).string();
  const std::uint64_t hash = program_.real_go ? program_.file.hash : program_hash(text);
  write_file(file_.string(), to_text({program_.file.kind, target.name(), beside, hash, target.settings(),
                                      line_.campaign.seed, shows, steps}));
}

int Minimization::run() {
  std::vector<std::unique_ptr<const Target>> targets = program_.load(line_);
  if (targets.size() != 1) throw UserError(fmt::format("{}: expected one model, found several", line_.replay));
  const Target& whole = *targets.front();
  if (!whole.minimises()) {
    throw UserError(fmt::format("{}: expected {}, found one that runs freely, which cannot be told what to do exactly",
                                line_.replay, kMinimised));
  }
  const Replay first = until_interrupted([&] { return whole.replay(program_.file.steps); });
  if (!first.possible()) {
    throw UserError(fmt::format("{}: step {} does not fit the program {}", line_.replay, first.steps_taken + 1,
                                program_.source.file));
  }
  const Shown shown = shown_by(first, program_.file, whole, line_.replay);
  std::optional<Reduction> reduction = reduced(shown.goal);
  const bool smaller = reduction && !reduction->text.empty();
  const Target& target = smaller ? *reduction->target : whole;
  const Goal& goal = smaller ? reduction->goal : shown.goal;
  const std::vector<std::string>& steps = smaller ? reduction->witness.steps : program_.file.steps;
  const std::optional<FindingKey> key = smaller ? reduction->key : shown.key;
  std::optional<Minimised> easier = minimised(target, steps, key);

  const UnstoppedScope to_the_end;  // who has had enough wants to see what there is
  Replay result = target.replay(easier ? easier->steps : steps);
  if (easier && !still_shows(result, goal, key)) {  // easier, but of another state
    easier.reset();
    result = target.replay(steps);
  }
  const std::vector<std::string>& best = easier ? easier->steps : steps;
  if (!still_shows(result, goal, key)) {
    throw UserError(
        fmt::format("{}: the execution does not repeat: it does not show {} again", line_.replay, words_of(goal)));
  }
  fs::path source = program_.source.file;
  if (smaller) {
    source = fs::path(file_).replace_extension(program_.file.kind == "go" ? ".go" : ".litmus");
    write_file(source.string(), reduction->text);
  }
  write(target, source, smaller ? reduction->text : program_.source.text, words_of(result, key), best);
  std::string text;
  if (reduction) text += reduction_lines(*reduction, line_.attempts);
  if (smaller) text += fmt::format("Program file {}\n", source.string());
  if (smaller && !line_.quiet) text += '\n' + reduction->text + '\n';
  result.minimised = std::move(easier);
  if (!line_.json_file.empty()) {
    write_file(line_.json_file, reduction_json(reduction ? &*reduction : nullptr, smaller ? source.string() : "",
                                               result, file_.string()));
  }
  if (line_.json_file != "-") {
    text += replay_block(result, {line_.colour, line_.verbose, line_.whole});
    print(text + fmt::format("Replay file {}\n", file_.string()));
  }
  if (!line_.dot_dir.empty()) {
    FileNames names;
    draw(result, line_.dot_dir, names, line_.whole);
  }
  return kBugFound;
}

}  // namespace

std::optional<MinimizeLine> parse_minimize_line(int argc, const char* const* argv, std::string& text) {
  MinimizeLine line;
  Raw raw;
  line.command = "minimize";
  CLI::App app(
      "Makes what a replay file shows small: fewer threads, statements and events of a litmus test or a Go program,\n"
      "fewer switches between threads of a program in C, C++ or real Go. FILE: the replay file, and the program if "
      "it\n"
      "is elsewhere.",
      "graphfuzz minimize");
  app.footer(kMinimizeFooter);
  prepare(app);
  app.add_option("-o,--output", line.output,
                 "The new replay file [REPLAY-min.json, in --replay-dir]; the program goes beside it")
      ->type_name("FILE");
  app.add_flag("--keep-program", line.keep_program, "Look for an easier execution of the same program alone");
  define_campaign(app, line, raw);
  leave_out(app, "minimize",
            {"--html", "--replay", "--minimise", "--checkpoint", "--processes", "--curve", "--junit", "--expect",
             "--approximate", "--stop-on-bug", "--checkpoint-every", "--worker-timeout"});
  app.get_option("--replay-dir")->default_str("beside REPLAY")->description("Where REPLAY-min.json and its program go");
  app.get_option("--workers")->group("");  // there is one
  if (!parse_with_arguments(app, argc, argv, text, line)) return std::nullopt;
  if (line.inputs.empty()) throw UserError("minimize: no replay file given; try graphfuzz minimize --help");
  translate_campaign(app, raw, line);
  if (line.campaign.workers > 1) throw UserError("minimize: one worker looks for it; expected -j 1");
  if (app.count("--executions") > 0) line.attempts = line.campaign.executions;
  line.replay = line.inputs.front();
  line.inputs.erase(line.inputs.begin());
  line.places.erase(line.places.begin());
  if (line.inputs.size() > 1) throw UserError("minimize: expected a replay file, and its program at most");
  if (!line.output.empty() && line.given.contains("--replay-dir")) {
    throw UserError("minimize: -o and --replay-dir exclude each other");
  }
  return line;
}

int minimize(const MinimizeLine& line) {
  if (!line.json_file.empty()) check_writable(line.json_file);
  if (line.given.contains("--replay-dir")) {
    check_folder(line.replay_dir);
    make_folder(line.replay_dir);
  }
  if (!line.dot_dir.empty()) {
    check_folder(line.dot_dir);
    make_folder(line.dot_dir);
  }
  try {
    return Minimization(line, replayed_program(line)).run();
  } catch (const StepError& e) {
    throw UserError(fmt::format("{}: {}", line.replay, e.what()));
  } catch (const std::invalid_argument& e) {  // a setting
    throw UserError(fmt::format("{}: {}", line.replay, e.what()));
  }
}

}  // namespace graphfuzz::cli
