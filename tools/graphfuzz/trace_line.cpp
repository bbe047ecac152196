// The command line of `graphfuzz trace`.
#include <map>

#include "command_line.hpp"
#include "options.hpp"

namespace graphfuzz::cli {
namespace {

constexpr const char* kTraceExamples = R"(Examples:
  graphfuzz trace advocateTrace                     one trace: what happened, and what could have
  graphfuzz trace --json traces.json --quiet runs/  all traces below a folder; everything about them as JSON
  graphfuzz trace --dot pictures runs/run3          a picture with a column per goroutine
  graphfuzz trace --lenient cut-off/                the consistent part of a trace that is damaged

What is read: folders of ADVOCATE (trace_<n>.log, of 2025 and older), of GFuzz (ort_output, ort_config), logs and chains
of GoPie. The files of a trace have at most 256 MiB together. Standard input is one file: an ort_output, a log, a chain.

What is found, in ADVOCATE's codes of 2025. Happened: A00 panic, A01 send on closed channel, A02 receive on closed*, A03
close of closed, A04 close of nil, A05 negative wait group, A06 unlock of unlocked, A07 concurrent receives*, R01 panic
of unknown origin, R02 time-out. Blocked for good, with or without a partner that could have met it: L01/L02 unbuffered
channel, L03/L04 buffered channel, L05 nil channel, L06/L07 select, L08 lock, L09 wait group, L10 condition; L00* still
running. Possible in another order: P01 send on closed, P02 receive on closed*, P03 negative wait group, P04 unlock of
unlocked, P05 cyclic deadlock. (* worth a look, but no bug.)

Happens-before decides what could have been otherwise. The strong clock orders by all synchronisation, so that little is
reported that cannot be; the weak clock by go statements alone, so that nothing is missed. Cyclic deadlocks always have
the weak clock, since locks are what they reorder.

Many traces are followed by the number of their execution graphs, and by which are the same one: the same operations by
the same goroutines, in the same order on every object, whatever else was recorded in another order. --diff tells where
two of them part: what comes first in happens-before order, and what either run did there (exit codes: 0 the same graph,
1 different ones, 2 as below).

Exit codes: 0 no bug found; 1 a bug that happened or could have; 2 wrong usage, or a trace that cannot be read or
contradicts itself (the others are analysed nevertheless); 3 an internal error.
)";

}  // namespace

std::optional<TraceLine> parse_trace_line(int argc, const char* const* argv, std::string& text) {
  TraceLine line;
  std::string colour = "auto";
  std::string clock = "strong";
  std::string relations = "gopie+";
  bool ignore_critical_sections = false;
  bool direct = false;
  CLI::App app("Analyses recorded executions of Go programs.", "graphfuzz trace");
  app.footer(kTraceExamples);
  prepare(app);
  app.add_option("PATH", line.inputs, "Traces, folders with traces anywhere below, or - (one file on standard input)")
      ->required()
      ->type_name("");
  app.add_flag("--lenient", line.lenient, "Take the consistent part of a trace that is damaged, with a warning")
      ->group("Reading");
  app.add_option("--clock", clock, "What happens-before is made of")
      ->transform(one_of({"strong", "weak"}))
      ->type_name("strong|weak")
      ->capture_default_str()
      ->group("Analysis");
  app.add_flag("--ignore-critical-sections", ignore_critical_sections,
               "Strong clock: an unlock does not happen before the next lock")
      ->group("Analysis");
  app.add_flag("--fifo", line.analysis.happens_before.fifo,
               "Strong clock: sends (receives) on one buffered channel are ordered")
      ->group("Analysis");
  app.add_option("--relations", relations,
                 "Operations in Rel1 and Rel2: GoPie's (channels, selects, locks; finished), or all")
      ->transform(one_of({"gopie", "gopie+"}))
      ->type_name("gopie|gopie+")
      ->capture_default_str()
      ->group("Analysis");
  app.add_flag("--no-transitive", direct, "Rel2 without the transitive rules 3 and 4, as in GoPie's code")
      ->group("Analysis");
  app.add_flag("--diff", line.diff,
               "Of two traces: are they the same execution graph, and if not, what distinguishes them")
      ->group("Analysis");
  app.add_option("--json", line.json_file,
                 "Write everything as JSON, an array with an object per trace, with --diff one object (- is standard "
                 "output)")
      ->type_name("FILE")
      ->group("Output");
  app.add_option("--html", line.html_file, "Write a page for a browser about all traces")
      ->type_name("FILE")
      ->group("Output");
  app.add_option("--dot", line.dot_dir, "Write a picture of each trace into this folder")
      ->type_name("DIR")
      ->group("Output");
  app.add_flag("-q,--quiet", line.quiet, "The table alone")->group("Output");
  app.add_option("--color", colour, "Colours in the results")
      ->transform(one_of(kColourChoices))
      ->type_name("auto|always|never")
      ->capture_default_str()
      ->group("Output");
  if (!parse(app, argc, argv, text)) return std::nullopt;

  line.analysis.clock = clock == "weak" ? go::Clock::weak : go::Clock::strong;
  line.analysis.happens_before.critical_sections = !ignore_critical_sections;
  line.analysis.relations = relations == "gopie" ? go::RelationOptions::gopie() : go::RelationOptions::gopie_plus();
  line.analysis.relations.transitive = !direct;
  line.colour = wants_colour(colour);
  if (line.diff && line.inputs.size() != 2) throw UserError("--diff wants two traces");
  if (line.diff && !line.dot_dir.empty()) throw UserError("--diff and --dot exclude each other");
  if (line.diff && !line.html_file.empty()) throw UserError("--diff and --html exclude each other");
  return line;
}

}  // namespace graphfuzz::cli
