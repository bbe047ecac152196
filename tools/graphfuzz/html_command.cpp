// graphfuzz html: the results of several runs on one page.
#include <fmt/format.h>

#include "commands.hpp"
#include "options.hpp"
#include "output.hpp"
#include "page.hpp"

namespace graphfuzz::cli {
namespace {

constexpr const char* kHtmlExamples = R"(Examples:
  graphfuzz litmus/P1.litmus --strategy mix --seed 1 --html mix.html
  graphfuzz litmus/P1.litmus --strategy optimal --seed 1 --html optimal.html
  graphfuzz html mix.html optimal.html -o both.html      the strategies side by side

Where several results are of the same test under the same model, the page compares them. Results of --json have no
executions to look at, but can be put on a page, too.

Exit codes: 0 written; 2 wrong usage, a file that cannot be read or written, or that is neither; 3 an internal error.
)";

}  // namespace

int html(int argc, char** argv) {
  std::vector<std::string> inputs;
  std::string output;
  CLI::App app("Puts the results of several runs on one page for a browser.", "graphfuzz html");
  app.footer(kHtmlExamples);
  prepare(app);
  app.add_option("FILE", inputs, "Pages that --html has written, and results of --json")->type_name("");
  app.add_option("-o,--output", output, "The page to write (- is standard output)")->type_name("FILE")->group("Output");
  std::string text;
  if (!parse(app, argc, argv, text)) {
    print(text);
    return kNothingFound;
  }
  if (inputs.empty()) throw UserError("html: no FILE given; try graphfuzz html --help");
  if (output.empty()) throw UserError("html: expected where to write the page, as in -o all.html");
  check_writable(output);
  join_pages(inputs, output);
  return kNothingFound;
}

}  // namespace graphfuzz::cli
