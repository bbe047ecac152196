#include "plot_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "command_line.hpp"
#include "drawing_process.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/file_kind.hpp"
#include "graphfuzz/store/reader.hpp"
#include "interrupts.hpp"
#include "output.hpp"

namespace graphfuzz::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestResults = std::size_t{256} << 20;
constexpr std::size_t kLargestFigure = std::size_t{256} << 20;
constexpr std::chrono::minutes kForDrawing{2};
constexpr std::string_view kPlottedInWords = "results of campaigns (--json FILE writes them)";

/// A new folder of ours, which is gone with all that is in it when this is.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::error_code error;
    const fs::path folder = fs::temp_directory_path(error);
    if (error) throw UserError("plot: TMPDIR, or else /tmp, is no folder: " + error.message());
    std::string name = (folder / "graphfuzz-plot-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw store::FileError(name, "cannot be made", errno);
    path_ = name;
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::vector<PlottedRun> read_runs(const std::vector<std::string>& inputs) {
  std::vector<PlottedRun> runs;
  store::Limits limits;
  limits.bytes = kLargestResults;
  for (const std::string& input : inputs) {
    const std::string text = store::read_input(input, kLargestResults, interrupted());
    const std::string name = input == "-" ? "<stdin>" : input;
    store::expect_json(text, name, kPlottedInWords, {"graphfuzz result"});
    const store::Document document = store::Document::json(text, name, limits);
    if (document.root().kind() != store::Kind::array) store::refuse_kind(text, name, kPlottedInWords);
    add_plotted_runs(document, runs);
  }
  return runs;
}

/// The figure, as gnuplot makes it. It has said itself what it does not like.
std::string drawn(const Plot& figure, PlotFormat format) {
  const ScratchFolder scratch;
  const fs::path script = scratch.path() / "figure.gp", output = scratch.path() / "figure";
  store::write_file(script, gnuplot_script(figure, format, output.string()), store::Flush::no);
  // Without the user's own settings: the same results are the same figure.
  switch (draw_with({"gnuplot", "--default-settings", script.string()}, kForDrawing, interrupted())) {
    case Layout::done:
      return store::read_file(output, kLargestFigure);
    case Layout::missing:
      throw UserError("plot: gnuplot is not installed (Debian's package is gnuplot-nox); -o FILE.gp writes its script");
    case Layout::failed:
      throw UserError("plot: gnuplot cannot draw this, or not in this format; -o FILE.gp writes its script");
    case Layout::gave_up:
      throw UserError("plot: gnuplot takes too long; -o FILE.gp writes its script");
    case Layout::stopped:
      break;
  }
  throw Stopped();
}

}  // namespace

int plot(const PlotLine& line) {
  check_writable(line.output);
  const std::vector<PlottedRun> runs = read_runs(line.inputs);
  Plot figure;
  try {
    figure = make_plot(runs, line.options);
  } catch (const std::invalid_argument& e) {
    throw UserError(fmt::format("plot: {}", e.what()));
  }
  // The script draws what its name says, beside itself.
  write_file(line.output, line.format
                              ? drawn(figure, *line.format)
                              : gnuplot_script(figure, PlotFormat::pdf,
                                               line.output == "-" ? std::string("figure.pdf")
                                                                  : fs::path(line.output).stem().string() + ".pdf"));
  if (line.output == "-") return kNothingFound;
  for (const std::string& note : figure.notes) print(note + "\n");
  return kNothingFound;
}

}  // namespace graphfuzz::cli
