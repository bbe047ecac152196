// graphfuzz trace.
#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "commands.hpp"
#include "graphfuzz/frontend/trace.hpp"
#include "graphfuzz/report/go_difference.hpp"
#include "graphfuzz/report/go_trace.hpp"
#include "graphfuzz/report/json.hpp"
#include "graphfuzz/store/error.hpp"
#include "inputs.hpp"
#include "interrupts.hpp"
#include "output.hpp"
#include "page.hpp"
#include "pictures.hpp"
#include "progress_line.hpp"

namespace graphfuzz::cli {
namespace {

/// One trace after the other; of each only its row and its JSON are kept.
class TraceRun {
 public:
  explicit TraceRun(const TraceLine& line)
      : line_(line),
        silent_(line.json_file == "-" || line.html_file == "-"),
        progress_(!line.quiet),
        page_(line.html_file, line.inputs) {}

  int run() {
    std::vector<std::string> paths;
    for (const std::string& input : line_.inputs) {
      at_ = input;
      guarded([&] { collect(input, paths); });
    }
    std::size_t begun = 0;
    for (const std::string& path : paths) {
      if (interrupted()) break;
      at_ = path;
      if (progress_.active()) progress_.show(fmt::format("{} of {}: {}", ++begun, paths.size(), path));
      try {
        guarded([&] {
          page_.now(path, analysed_ + 1, paths.size());
          analyse_one(path, paths.size() == 1);
        });
      } catch (const Stopped&) {
        break;
      }
    }
    if (interrupted() && analysed_ < paths.size()) {
      at_ = "";
      fail(fmt::format("interrupted: {} of {} traces were not analysed", paths.size() - analysed_, paths.size()));
    }
    progress_.erase();
    const bool table = rows_.size() > 1 || (line_.quiet && !rows_.empty());
    if (table && !silent_) {
      print(go::trace_table(rows_, {line_.colour, false}));
      print(go::graph_groups(rows_, {line_.colour, false}));
    }
    if (!line_.json_file.empty()) write_file(line_.json_file, json_array(objects_));
    page_.finish();
    return errors_ ? kUsageError : bugs_ ? kBugFound : kNothingFound;
  }

  /// Exit codes: 0 the same graph, 1 different ones, 2 errors.
  int diff() {
    std::vector<std::string> paths;
    for (const std::string& input : line_.inputs) {
      guarded([&] {
        const auto found = until_interrupted([&] { return go::find_traces(input); });
        if (found.size() != 1) return fail(fmt::format("{}: expected one trace, found {}", input, found.size()));
        paths.push_back(found.front().string());
      });
    }
    std::vector<go::Trace> traces;
    for (const std::string& path : paths) {
      guarded([&] { traces.push_back(until_interrupted([&] { return read(path); })); });
    }
    if (errors_ || traces.size() != 2) return kUsageError;
    try {
      const go::Difference difference = until_interrupted([&] { return go::difference(traces[0], traces[1]); });
      if (!line_.json_file.empty()) write_file(line_.json_file, go::to_json(traces[0], traces[1], difference) + "\n");
      if (line_.json_file != "-" && !line_.quiet) {
        print(go::difference_block(traces[0], traces[1], difference, {line_.colour, false}));
      }
      return difference.same() ? kNothingFound : kBugFound;
    } catch (const std::length_error& e) {
      throw UserError(fmt::format("{}, {}: {}; --diff compares graphs", paths[0], paths[1], e.what()));
    }
  }

 private:
  /// What goes wrong with one trace is no reason to give up on the others.
  template <class Action>
  void guarded(Action action) {
    try {
      action();
    } catch (const go::TraceError& e) {
      fail(e.what());
    } catch (const UserError& e) {  // its picture
      fail(e.what());
    } catch (const store::FileError& e) {
      fail(e.what());
    } catch (const std::filesystem::filesystem_error& e) {
      fail(fmt::format("{}: {}", e.path1().string(), e.code().message()));
    }
  }
  void fail(const std::string& message) {
    progress_.erase();
    complain(message);
    page_.add_failure(at_, message);
    errors_ = true;
  }

  void collect(const std::string& input, std::vector<std::string>& paths) {
    const auto found = until_interrupted([&] { return go::find_traces(input); });
    if (found.empty()) fail(input + ": there is no trace");
    for (const std::filesystem::path& path : found) paths.push_back(path.string());
  }

  go::Trace read(const std::string& path) {
    std::vector<std::string> warnings;
    go::TraceOptions options;
    options.lenient = line_.lenient;
    go::Trace trace = go::read_trace(load_trace(path), shown_name(path), options, warnings);
    if (!warnings.empty()) progress_.erase();
    for (const std::string& warning : warnings) complain("warning: " + warning);
    return trace;
  }

  void analyse_one(const std::string& path, bool alone) {
    const go::Trace trace = until_interrupted([&] { return read(path); });
    const go::TraceAnalysis analysis = until_interrupted([&] { return go::analyse(trace, line_.analysis); });
    ++analysed_;
    bugs_ = bugs_ || analysis.findings.bug();
    rows_.push_back(go::row_of(trace, analysis));
    if (!line_.json_file.empty()) objects_.push_back(go::to_json(trace, analysis));
    page_.add(trace, analysis);
    if (!line_.dot_dir.empty()) draw(trace, analysis, line_.dot_dir, names_);
    if (line_.quiet || silent_) return;
    progress_.erase();
    print(go::trace_block(trace, analysis, {line_.colour, false}) + (alone ? "" : "\n"));
  }

  const TraceLine& line_;
  const bool silent_;  // standard output is for a machine
  ProgressLine progress_;
  Page page_;
  FileNames names_;
  std::vector<go::TraceRow> rows_;
  std::vector<std::string> objects_;
  std::string at_;  // the path that is being read
  std::size_t analysed_ = 0;
  bool errors_ = false;
  bool bugs_ = false;
};

}  // namespace

int trace(const TraceLine& line) {
  for (const std::string& file : {line.json_file, line.html_file}) {
    if (!file.empty()) check_writable(file);
  }
  if (!line.dot_dir.empty()) {
    check_folder(line.dot_dir);
    make_folder(line.dot_dir);
  }
  return line.diff ? TraceRun(line).diff() : TraceRun(line).run();
}

}  // namespace graphfuzz::cli
