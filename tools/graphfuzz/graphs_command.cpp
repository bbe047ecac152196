// graphfuzz graphs: execution graphs for other tools.
#include <fmt/format.h>

#include <atomic>
#include <stdexcept>

#include "campaign_options.hpp"
#include "commands.hpp"
#include "graphfuzz/report/graph_lines.hpp"
#include "graphfuzz/report/replay_file.hpp"
#include "interrupts.hpp"
#include "one_target.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress_line.hpp"
#include "streamed_file.hpp"

namespace graphfuzz::cli {
namespace {

constexpr const char* kGraphsFooter = R"(Examples:
  graphfuzz graphs litmus/SB.litmus --exhaustive -o SB.jsonl      all of them: the last line says "all":true
  graphfuzz graphs litmus/SB.litmus | head -3                     the first ones, as they come
  graphfuzz graphs --model sc litmus/IRIW.litmus --exhaustive | jq -r 'select(.graph).state' | sort | uniq -c

The first line says what the graphs are of, the last one how many there are and whether these are all; each line in
between is one graph: its events, po, rf and mo as pairs of events, its final state, its fingerprint. No graph comes
twice, and nothing but fingerprints is kept of them: doc/json.md has the fields.

Exit codes: 0 graphs were written; 2 wrong usage, or what cannot be read or written; 3 an internal error; 4 no
execution made a graph.
)";

}  // namespace

std::optional<GraphsLine> parse_graphs_line(int argc, const char* const* argv, std::string& text) {
  GraphsLine line;
  Raw raw;
  line.command = "graphs";
  CLI::App app(
      "Writes the execution graphs of one test under one model as lines of JSON, each graph once. At most -n\n"
      "executions are run, or with --exhaustive all of them.",
      "graphfuzz graphs");
  app.footer(kGraphsFooter);
  prepare(app);
  app.add_option("-o,--output", line.output, "Where the lines go (- is standard output)")
      ->type_name("FILE")
      ->capture_default_str();
  define_campaign(app, line, raw);
  leave_out(app, "graphs",
            {"--html", "--replay", "--minimise", "--checkpoint", "--processes", "--dot", "--json", "--curve", "--junit",
             "--expect", "--approximate", "--checkpoint-every", "--worker-timeout", "--whole", "--verbose", "--color",
             "--replay-dir"});
  if (!parse_with_arguments(app, argc, argv, text, line)) return std::nullopt;
  translate_campaign(app, raw, line);
  return line;
}

namespace {

int write_graphs(GraphsLine line) {
  if (line.output != "-") check_writable(line.output);
  const OneTarget one = one_target(line);
  if (one.target->kind() == "native" && line.campaign.workers > 1) {
    throw UserError("graphs: C and C++ programs are run by one worker here; expected -j 1");
  }
  const std::uint64_t hash = program_hash(one.source.text);
  StreamedFile file(line.output);
  const Target* target = one.target.get();
  std::uint64_t number = 0;
  ProgressLine progress(!line.quiet && line.output != "-");
  CampaignOptions options = line.campaign;
  options.stop = &interrupted();
  options.keep_examples = 0;
  const auto begin = [&] { file.write(graphs_begin_line(*target, one.source.file, hash, options)); };
  options.on_graph = [&](const NewGraph& graph) { file.write(graph_line(*target, graph, ++number)); };
  options.on_restart = [&](const Target& other) {
    target = &other;
    number = 0;
    file.begin_anew();  // or else there are two beginnings, and what is before the second one is void
    begin();
  };
  if (progress.active()) options.progress = [&](const Progress& p) { progress.show(one.target->name(), p); };
  begin();
  CampaignResult result;
  try {
    result = run_campaign(*one.target, options);
  } catch (const std::invalid_argument& e) {  // the model and the program do not go together
    throw UserError(fmt::format("{}: {}", one.source.file, e.what()));
  }
  progress.erase();
  file.write(graphs_end_line(result, number));
  file.finish();
  if (line.output != "-" && !line.quiet) {
    complain(fmt::format("{}: {} graphs{}", line.output, number,
                         all_visited(result) ? ", which are all" : "; there may be more (--exhaustive)"));
  }
  return number > 0 ? kNothingFound : kNothingDecided;
}

}  // namespace

int graphs(const GraphsLine& line) {
  try {
    return write_graphs(line);
  } catch (const ReaderGone&) {
    return kNothingFound;
  }
}

}  // namespace graphfuzz::cli
