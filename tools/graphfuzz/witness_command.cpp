// graphfuzz witness: an execution that ends in a state.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <stdexcept>

#include "asked_state.hpp"
#include "campaign_options.hpp"
#include "commands.hpp"
#include "graphfuzz/campaign/seek.hpp"
#include "graphfuzz/report/json.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "graphfuzz/report/text.hpp"
#include "interrupts.hpp"
#include "native_programs.hpp"
#include "one_target.hpp"
#include "options.hpp"
#include "output.hpp"
#include "page.hpp"
#include "pictures.hpp"
#include "restrictions.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {
namespace {

constexpr const char* kWitnessFooter = R"(Examples:
  graphfuzz witness litmus/SB.litmus                          a state that the test's exists is about
  graphfuzz witness litmus/SB.litmus --state 'P0:r0=1; P1:r0=1' --dot pictures
  graphfuzz witness litmus/SB.litmus --state '0:r0=1 \/ x=2' --model sc -o sb.json
  graphfuzz witness litmus/MP.litmus --all -o witnesses       one of each final state
  graphfuzz witness litmus/MP.litmus --all --html mp.html     the same, to look at in a browser
  graphfuzz witness litmus/go/spec-kubernetes.go              a run with a bug

A state is written as results write it, or of litmus tests as a proposition in herd7's words: what it does not mention
may be anything. Of Go, C and C++ programs it is a whole line of "Outcomes", such as 'ok; 1' or 'r1=0; r2=1;' (in C and
C++ what graphfuzz_note of <graphfuzz/harness.h> says; global variables are none). Without --state: what the condition's
proposition is about, of a forall what is against it, of a Go program a bug.

"None" is said only if every execution was visited, and none was cut short at a bound; else it is "not seen". Options
under which there are fewer executions, or some bugs are none, are named then (with --timers idle: …). The
execution that is found is the first, and not the shortest: graphfuzz minimize makes it so.

--json and --html have what --replay of the replay files would write there: of a witness that is not found, nothing. Only
the exit code says whether there is none.

A text that no execution of a Go, C or C++ program has as its outcome, nor has with other numbers in it, is no answer
but a wrong question (exit code 2): the outcomes that there are are named.

Exit codes: 0 there is none, which is proven; 1 a witness was found; 2 wrong usage, or what cannot be read or written;
3 an internal error; 4 none was seen.
)";

std::string safe_name(const Target& target) { return fmt::format("{}-{}-witness", target.name(), target.model()); }

constexpr std::string_view kStateWord = "State ";

/// Writes replay files, and draws and prints what is in them.
class WitnessOutput {
 public:
  WitnessOutput(const WitnessLine& line, const OneTarget& one)
      : line_(line), one_(one), hash_(program_hash(one.source.text)), page_(line.html_file, line.inputs) {}

  /// Returns the executions' text.
  std::string tell(const Target& target, const Witness& witness, const std::string& what, const std::string& file) {
    std::string text = fmt::format("Test {}\nModel {}\n{}\n", target.name(), target.model(), what);
    if (witness.no_steps.empty()) {
      write(target, witness, what, file);
      text += fmt::format("Replay file {}\n", file);
    } else {
      text += fmt::format("No replay file: {}\n", witness.no_steps);
    }
    if (!line_.dot_dir.empty()) {
      draw(witness.story, fmt::format("{} under {}", target.name(), target.model()), what, safe_name(target),
           line_.dot_dir, pictures_);
    }
    if (!line_.json_file.empty() || page_.wanted()) report(target, witness, what, file);
    return text + (line_.quiet ? "" : listing(witness.story));
  }

  /// Unless something else goes there.
  void say(const std::string& text) const {
    if (line_.json_file != "-" && line_.html_file != "-") print(text);
  }

  /// Writes what is told of all witnesses at once.
  void finish() {
    if (!line_.json_file.empty()) write_file(line_.json_file, json_array(objects_));
    page_.finish();
  }

  /// `what` is in the name, so that witnesses of several states may stand side by side.
  std::string file_in(const Target& target, const std::string& what, const std::string& folder) {
    const std::string name = fmt::format("{}-{:08x}", safe_name(target), program_hash(what) >> 32);
    return (fs::path(folder) / (names_.unique(name) + ".json")).string();
  }

 private:
  /// As --replay reports it.
  void report(const Target& target, const Witness& witness, const std::string& what, const std::string& file) {
    Replay replay;
    if (witness.no_steps.empty()) {
      replay = target.replay(witness.steps);
    } else {
      replay.test = target.name();
      replay.model = target.model();
      replay.condition = target.condition();
      replay.story = witness.story;
      replay.output = witness.output;
      replay.differs = witness.differs;
      if (what.starts_with(kStateWord)) replay.state = what.substr(kStateWord.size());
    }
    const std::string name = witness.no_steps.empty() ? file : "";
    objects_.push_back(to_json(replay, name));
    page_.add(replay, name, target, one_.source.file);
  }

  void write(const Target& target, const Witness& witness, const std::string& what, const std::string& file) {
    const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
    make_folder(folder.string());
    const std::string program = fs::absolute(one_.source.file).lexically_normal().lexically_proximate(folder).string();
    write_file(file, to_text({std::string(target.kind()), target.name(), program, hash_, target.settings(),
                              line_.campaign.seed, what, witness.steps}));
  }

  const WitnessLine& line_;
  const OneTarget& one_;
  const std::uint64_t hash_;
  FileNames pictures_, names_;
  std::vector<std::string> objects_;
  Page page_;
};

/// What is asked for, for a person.
std::string asked(const WitnessLine& line, const Target& target) {
  if (!line.state.empty()) return line.state;
  return target.quantifier() == Quantifier::exists ? target.condition() : "against " + target.condition();
}

/// What "none" and "all" are said under; a line each.
std::string told_restrictions(const WitnessLine& line, const Target& target, bool of_bugs) {
  std::string text;
  for (const std::string& one : restrictions(line, target, of_bugs)) text += fmt::format("  with {}\n", one);
  return text;
}

// Outcomes that are compared with the one that is asked for, and of those the ones that are named.
constexpr std::size_t kOthersKept = 1000;
constexpr std::size_t kOthersNamed = 5;

/// With each number as one 0: what two outcomes of the same program have in common.
std::string form_of(const std::string& outcome) {
  std::string form;
  for (std::size_t i = 0; i < outcome.size(); ++i) {
    const auto is_digit = [&](std::size_t at) {
      return at < outcome.size() && outcome[at] >= '0' && outcome[at] <= '9';
    };
    if (outcome[i] == '-' && is_digit(i + 1)) continue;
    if (!is_digit(i)) {
      form += outcome[i];
    } else if (!is_digit(i + 1)) {
      form += '0';
    }
  }
  while (form.ends_with(';')) form.pop_back();
  return form;
}

/// Could a program with these outcomes have had that one: the same words, with other numbers?
bool is_like_one(const std::string& asked_outcome, const std::set<std::string>& outcomes) {
  return std::ranges::any_of(outcomes, [&](const std::string& one) { return form_of(one) == form_of(asked_outcome); });
}

/// The outcomes that there are in place of the one that was asked for, a line each.
std::string other_outcomes(const Target& target, const Sighting& sighting) {
  const auto said = [](const std::string& outcome) { return !outcome.empty(); };
  if (std::ranges::none_of(sighting.others, said)) {
    if (sighting.others.empty() || target.kind() != "native") return "  no outcome was seen\n";
    return "  the outcomes are empty: a part of one is what graphfuzz_note(\"name\", value) of <graphfuzz/harness.h> "
           "says\n";
  }
  std::string text;
  std::size_t named = 0;
  for (const std::string& outcome : sighting.others) {
    if (named++ == kOthersNamed) break;
    text += fmt::format("  outcome {}\n", said(outcome) ? outcome : "(empty)");
  }
  const bool more = sighting.more_others || sighting.others.size() > kOthersNamed;
  return text + (more ? "  and more outcomes\n" : "");
}

int one_witness(const WitnessLine& line, const OneTarget& one, WitnessOutput& output) {
  const Target& target = *one.target;
  const bool litmus = target.kind() == "litmus";
  const bool against = line.state.empty() && target.quantifier() == Quantifier::forall;
  Sought sought;
  sought.graph = [&](Search& search) {
    if (line.state.empty() || litmus) return search.satisfies() != against;
    const std::string outcome = search.outcome();
    return outcome == line.state || outcome == line.state + ';';
  };
  // What ends in no state may be a bug nevertheless.
  if (line.state.empty() && !litmus) sought.finding = [](const Finding& finding) { return !finding.remark; };
  SeekOptions options{line.campaign.fuzz, line.campaign.seed, line.campaign.executions, line.campaign.memory};
  const bool of_outcome = !litmus && !line.state.empty();
  if (of_outcome) options.keep_states = kOthersKept;
  std::optional<Sighting> sighting;
  try {
    const StopScope scope = until_interrupted(line.campaign.seconds);
    sighting = seek(target, sought, options);
  } catch (const Stopped&) {
    complain("stopped before a witness was seen");
    return kNothingDecided;
  }
  if (!sighting->seen()) {
    const bool bugs = sought.finding != nullptr;
    const std::string under = target.kind() == "go" ? "" : fmt::format(" under {}", target.model());
    const std::string what = bugs ? "" : ": " + asked(line, target);
    const std::string others = of_outcome ? other_outcomes(target, *sighting) : "";
    // Where there are more than are kept, what is asked for may be like one of the others.
    if (sighting->all && of_outcome && !sighting->more_others && !is_like_one(line.state, sighting->others)) {
      std::string text = fmt::format(
          "--state: expected a whole line of \"Outcomes\" of {}, found {}: no execution has that outcome, "
          "nor one with other numbers (every one was visited, {})\n{}{}",
          one.source.file, line.state, sighting->executions, others, told_restrictions(line, target, bugs));
      text.pop_back();  // the line feed
      throw UserError(text);
    }
    if (sighting->all) {
      output.say(fmt::format("{}{}{} (every execution was visited, {})\n{}{}", bugs ? "No bug" : "None", under, what,
                             sighting->executions, others, told_restrictions(line, target, bugs)));
      return kNothingFound;
    }
    output.say(fmt::format(
        "{}{} in {}{}\n{}", bugs ? "No bug seen" : "Not seen", under,
        sighting->executions == 1 ? "1 execution" : fmt::format("{} executions", sighting->executions), what, others));
    return kNothingDecided;
  }
  const Target& tested = sighting->target ? *sighting->target : target;
  const std::string shows = sighting->finding ? sighting->finding->kind + ": " + sighting->finding->message
                                              : std::string(kStateWord) + sighting->state;
  const std::string file = line.output.empty() ? output.file_in(tested, shows, line.replay_dir) : line.output;
  output.say(output.tell(tested, *sighting->witness, shows, file));
  return kBugFound;
}

int witness_of_each_state(const WitnessLine& line, const OneTarget& one, WitnessOutput& output) {
  CampaignOptions options = line.campaign;
  options.stop = &interrupted();
  options.keep_examples = options.keep_states;
  const CampaignResult result = run_campaign(*one.target, options);
  const std::string folder = line.output.empty() ? line.replay_dir : line.output;
  std::string text;
  std::size_t told = 0;
  for (const ObservedState& state : result.states) {
    if (!state.example) continue;
    ++told;
    const std::string what = std::string(kStateWord) + state.text;
    text += output.tell(*one.target, *state.example, what, output.file_in(*one.target, what, folder)) + '\n';
  }
  const bool every = told == result.outcomes && all_visited(result);
  output.say(text + fmt::format("{} of {} final states{}\n{}", told, result.outcomes,
                                every ? ", which are all that there are" : " that were seen; there may be more",
                                every ? told_restrictions(line, *one.target, false) : ""));
  return told > 0 ? kBugFound : every ? kNothingFound : kNothingDecided;
}

}  // namespace

std::optional<WitnessLine> parse_witness_line(int argc, const char* const* argv, std::string& text) {
  WitnessLine line;
  Raw raw;
  line.command = "witness";
  CLI::App app(
      "Looks for an execution of one test, under one model, that ends in a state, shows it, and writes a replay file.\n"
      "Graphs are built one by one, none twice, until it is there, none is left, or -n executions are run.",
      "graphfuzz witness");
  app.footer(kWitnessFooter);
  prepare(app);
  app.add_option("--state", line.state, "The final state: 'P0:r0=1; x=2' [what the test's condition is about]")
      ->type_name("STATE");
  app.add_flag("--all", line.all, "One of each final state");
  app.add_option("-o,--output", line.output, "The replay file; with --all the folder for them [in --replay-dir]")
      ->type_name("FILE");
  define_campaign(app, line, raw);
  leave_out(app, "witness",
            {"--replay", "--minimise", "--checkpoint", "--processes", "--curve", "--junit", "--expect", "--approximate",
             "--stop-on-bug", "--checkpoint-every", "--worker-timeout", "--whole", "--verbose", "--color"});
  app.get_option("--workers")->group("");  // there is one
  if (!parse_with_arguments(app, argc, argv, text, line)) return std::nullopt;
  translate_campaign(app, raw, line);
  if (line.all && app.count("--state") > 0) throw UserError("--all and --state exclude each other");
  if (line.campaign.workers > 1) throw UserError("witness: one worker looks for it; expected -j 1");
  return line;
}

int witness(const WitnessLine& given) {
  WitnessLine line = given;
  if (line.given.contains("--state")) {
    const std::string proposition = proposition_of(line.state);
    if (line.inputs.size() == 1 && !is_native_program(line.inputs)) line.load.outcome = proposition;
  }
  if (!line.dot_dir.empty()) {
    check_folder(line.dot_dir);
    make_folder(line.dot_dir);
  }
  if (!line.output.empty() && !line.all) check_writable(line.output);
  for (const std::string& file : {line.json_file, line.html_file}) {
    if (!file.empty()) check_writable(file);
  }
  const OneTarget one = one_target(line);
  WitnessOutput output(line, one);
  try {
    const int code = line.all ? witness_of_each_state(line, one, output) : one_witness(line, one, output);
    output.finish();
    return code;
  } catch (const std::invalid_argument& e) {  // the model and the program do not go together
    throw UserError(fmt::format("{}: {}", one.source.file, e.what()));
  }
}

}  // namespace graphfuzz::cli
