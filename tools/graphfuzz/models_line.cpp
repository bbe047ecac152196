// The command line of `graphfuzz models`.
#include <fmt/format.h>

#include "command_line.hpp"
#include "durations.hpp"
#include "options.hpp"

namespace graphfuzz::cli {
namespace {

constexpr const char* kModelsExamples = R"(Examples:
  graphfuzz models                                     what there is
  graphfuzz models --show tso                          the axioms of C on x86-TSO, in cat
  graphfuzz models --explain sc litmus/SB.litmus       why sequential consistency forbids store buffering
  graphfuzz models --explain ra --outcome "0:r0=0 /\ 1:r0=1" --dot pictures litmus/SB.litmus

Variants: rc11 has release sequences as in C11 and as published, rc11-c20 as in C++20; under tso a seq_cst store is locked, as
compilers map C to x86, under tso-bare it is not. doc/models.md says why rc11 is the default, and what GenMC and herd7 count
differently.

--explain first visits every execution of the test under the model. If none ends in the outcome, it visits those under a
weaker model (relaxed; then coherence; then minimal, which is atomicity of updates alone), checks each that ends in the
outcome, says which axioms these break, and shows the one with the shortest cycle. The outcome is the proposition of the
test's exists or ~exists; for forall it is a counterexample.

Exit codes: 0 done; for --explain, that the model forbids the outcome; 1 --explain: the model allows it, an execution is
shown; 2 wrong usage, a file that cannot be read or written, or time was up or Ctrl-C pressed before it was known;
3 an internal error.
)";

}  // namespace

std::optional<ModelsLine> parse_models_line(int argc, const char* const* argv, std::string& text) {
  ModelsLine line;
  std::string colour = "auto";
  std::string time;
  CLI::App app("Lists the memory models, prints one, or explains why one forbids an outcome.", "graphfuzz models");
  app.footer(kModelsExamples);
  prepare(app);
  const auto option = [&](const char* group, const std::string& names, auto& target, const std::string& help) {
    return app.add_option(names, target, help)->group(group);
  };
  app.add_option("FILE", line.file, "The litmus test, for --explain")->type_name("");
  CLI::Option* const show = option("What to do", "--show", line.show, "Print the text of a model in cat");
  show->transform(memory_model())->type_name("NAME");
  option("What to do", "--explain", line.explain,
         model_help("Say why a model (or .cat file) forbids the outcome of FILE:"))
      ->transform(memory_model())
      ->type_name("NAME")
      ->excludes(show);
  option("--explain", "--outcome", line.outcome, "A proposition to use instead of FILE's, such as \"0:r0=1 /\\ x=2\"")
      ->type_name("PROP");
  option("--explain", "-t,--time", time, "Time per model that is explored: 60s, 5m, 1h")
      ->check(duration())
      ->type_name("TIME");
  option("--explain", "-j,--workers", line.workers, "Threads to explore with")
      ->transform(whole(1, 1024))
      ->type_name("N")
      ->capture_default_str();
  option("--explain", "--unroll", line.unroll, "How often a loop that depends on memory may be entered")
      ->transform(whole(1, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  option("Output", "--dot", line.dot_dir, "Write a picture of the execution with its cycle into this folder")
      ->type_name("DIR");
  option("Output", "--json", line.json_file, "Write the list, or the explanation, as JSON (- is standard output)")
      ->type_name("FILE");
  app.add_flag("-q,--quiet", line.quiet, "No progress line")->group("Output");
  option("Output", "--color", colour, "Colours in the results")
      ->transform(one_of(kColourChoices))
      ->type_name("auto|always|never")
      ->capture_default_str();
  if (!parse(app, argc, argv, text)) return std::nullopt;

  if (!time.empty()) line.seconds = *parse_duration(time);
  line.colour = wants_colour(colour);
  if (line.explain.empty()) {
    if (!line.file.empty()) throw UserError("models: a FILE needs --explain NAME; try graphfuzz models --help");
    for (const char* name : {"--outcome", "--time", "--dot"}) {
      if (app.count(name) > 0) throw UserError(fmt::format("models: {} needs --explain NAME", name));
    }
  } else if (line.file.empty()) {
    throw UserError("models: --explain needs a FILE; try graphfuzz models --help");
  }
  if (app.count("--outcome") > 0 && line.outcome.find_first_not_of(" \t\n") == std::string::npos) {
    throw UserError("models: --outcome is empty");
  }
  if (!line.show.empty() && !line.json_file.empty()) throw UserError("models: --show writes no JSON");
  return line;
}

}  // namespace graphfuzz::cli
