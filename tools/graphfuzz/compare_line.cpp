// The command line of `graphfuzz compare`.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "command_line.hpp"
#include "durations.hpp"
#include "graphfuzz/graph/spelling.hpp"
#include "options.hpp"

namespace graphfuzz::cli {
namespace {

constexpr const char* kCompareExamples = R"(Examples:
  graphfuzz compare --models sc,tso litmus/SB.litmus   store buffering: tso allows a state that sc forbids
  graphfuzz compare --models tso,pso,ra --json differences.json litmus/
  graphfuzz compare --models ra,mine.cat litmus/       a model of your own
  graphfuzz compare --find --models sra,ra             the smallest program on which they differ
  graphfuzz compare --find --models rc11,rc11-c20 --events 5 --orders rlx,acq,rel
  graphfuzz compare --find --models rc11,ra --events 5 --orders rlx,acq,rel -o found.litmus

In the table, "yes 3" means that three execution graphs end in the state, "no" that none does, all having been visited,
"?" that none was seen but not all were visited, "undef" that a data race makes the behaviour undefined. A test is only
said to differ where one model allows what another forbids.

--find goes through straight-line programs of reads, writes, exchanges and fences from small to large: fewest events,
then fewest threads, locations, and weakest memory orders, leaving out orders that neither model tells apart, and programs
that are others with threads, locations or values renamed. Every location is accessed by two threads at least. There are
no branches and no address, data or control dependencies: models that differ in these only are not told apart.

Exit codes: 0 no difference; 1 a difference was found; 2 wrong usage, a file that cannot be read or written, or --find
stopped before it was done; 3 an internal error; 4 nothing was decided: no difference, and no test was explored to its
end under all models, or Ctrl-C came before all were compared.
)";

MemoryOrder order_of(const std::string& text) {
  static const std::pair<const char*, MemoryOrder> names[] = {
      {"rlx", MemoryOrder::relaxed},     {"relaxed", MemoryOrder::relaxed}, {"acq", MemoryOrder::acquire},
      {"acquire", MemoryOrder::acquire}, {"rel", MemoryOrder::release},     {"release", MemoryOrder::release},
      {"acq_rel", MemoryOrder::acq_rel}, {"sc", MemoryOrder::seq_cst},      {"seq_cst", MemoryOrder::seq_cst}};
  std::vector<std::string> words;
  for (const auto& [name, order] : names) {
    if (same_letters(text, name)) return order;
    words.emplace_back(name);
  }
  throw UserError(fmt::format("--orders: there is no memory order '{}'; there are rlx, acq, rel, acq_rel, sc{}", text,
                              did_you_mean(text, words)));
}

constexpr double kSecondsPerTest = 10;

/// 0 is no limit.
CLI::Validator duration_or_none() {
  const auto check = [](std::string& text) { return text == "0" ? std::string() : duration()(text); };
  return {check, ""};
}

}  // namespace

std::optional<CompareLine> parse_compare_line(int argc, const char* const* argv, std::string& text) {
  CompareLine line;
  std::string colour = "auto";
  std::string time;
  std::vector<std::string> orders;
  CLI::App app("Shows the final states that some memory models allow and others forbid.", "graphfuzz compare");
  app.footer(kCompareExamples);
  prepare(app);
  const auto option = [&](const char* group, const std::string& names, auto& target, const std::string& help) {
    return app.add_option(names, target, help)->group(group);
  };
  app.add_option("FILE", line.inputs, "Litmus tests, or folders of *.litmus files")->type_name("");
  option("What is compared", "-m,--models", line.models, model_help("Memory models, or .cat files, two at least:"))
      ->delimiter(',')
      ->allow_extra_args(false)
      ->transform(memory_model())
      ->type_name("NAME,NAME,…");
  option("What is compared", "--unroll", line.unroll, "How often a loop that depends on memory may be entered")
      ->transform(whole(1, 1'000'000))
      ->type_name("N")
      ->capture_default_str();
  option("How long", "-t,--time", time,
         "Time per test and model: 60s, 5m, 1h, 0 for no limit [10s]; with\n--find for all of it [no limit]")
      ->check(duration_or_none())
      ->type_name("TIME");
  option("How long", "-j,--workers", line.workers, "Threads to explore each test with")
      ->transform(whole(1, 1024))
      ->type_name("N")
      ->capture_default_str();

  app.add_flag("--find", line.find, "Search for a smallest program on which two models differ")->group("--find");
  const auto bound = [&](const char* name, unsigned& target, unsigned most, const char* help) {
    option("--find", name, target, help)->transform(whole(2, most))->type_name("N")->capture_default_str();
  };
  bound("--events", line.separate.events, 12, "Events at most, of all threads");
  bound("--threads", line.separate.threads, 4, "Threads at most, of 4 events each");
  option("--find", "--locations", line.separate.locations, "Locations at most")
      ->transform(whole(1, 4))
      ->type_name("N")
      ->capture_default_str();
  option("--find", "--orders", orders, "Memory orders to try [all that the models tell apart]")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("rlx|acq|rel|acq_rel|sc,…");
  option("--find", "-o,--output", line.output, "Write the program as a litmus test into this file")->type_name("FILE");
  option("--find", "--dot", line.dot_dir, "Write a picture of the execution that tells them apart into this folder")
      ->type_name("DIR");

  app.add_flag("--all", line.all, "All states of all tests, not only those that differ")->group("Output");
  option("Output", "--json", line.json_file, "Write the results as JSON (- is standard output)")->type_name("FILE");
  option("Output", "--html", line.html_file, "Write the results as a page for a browser")->type_name("FILE");
  app.add_flag("-q,--quiet", line.quiet, "No progress line")->group("Output");
  option("Output", "--color", colour, "Colours in the results")
      ->transform(one_of(kColourChoices))
      ->type_name("auto|always|never")
      ->capture_default_str();
  if (!parse(app, argc, argv, text)) return std::nullopt;

  if (!time.empty()) {
    line.seconds = parse_duration(time).value_or(std::numeric_limits<double>::infinity());
  } else if (!line.find) {
    line.seconds = kSecondsPerTest;
  }
  line.colour = wants_colour(colour);
  for (std::size_t i = 0; i < line.models.size(); ++i) {
    if (std::find(line.models.begin(), line.models.begin() + static_cast<std::ptrdiff_t>(i), line.models[i]) !=
        line.models.begin() + static_cast<std::ptrdiff_t>(i)) {
      throw UserError(fmt::format("--models: {} is named twice", line.models[i]));
    }
  }
  if (line.models.size() < 2) throw UserError("compare: --models needs two models at least, as in --models sc,tso");
  if (line.find) {
    if (line.models.size() > 2) throw UserError("compare: --find takes two models");
    if (!line.inputs.empty()) throw UserError("compare: --find makes its programs itself: it takes no FILE");
    for (const char* name : {"--all", "--unroll", "--workers", "--html"}) {
      if (app.count(name) > 0) throw UserError(fmt::format("compare: --find and {} exclude each other", name));
    }
    if (line.output == "-" && line.json_file == "-") {
      throw UserError("compare: --output and --json cannot both go to standard output");
    }
    line.separate.models = {line.models[0], line.models[1]};
    line.separate.seconds = line.seconds;
    if (!orders.empty()) {
      line.separate.orders.clear();
      for (const std::string& order : orders) line.separate.orders.push_back(order_of(order));
      std::sort(line.separate.orders.begin(), line.separate.orders.end());
    }
    return line;
  }
  for (const char* name : {"--events", "--threads", "--locations", "--orders", "--output", "--dot"}) {
    if (app.count(name) > 0) throw UserError(fmt::format("compare: {} needs --find", name));
  }
  if (line.inputs.empty()) throw UserError("compare: no FILE given; try graphfuzz compare --help");
  return line;
}

}  // namespace graphfuzz::cli
