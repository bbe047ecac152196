// What the user asked for: options from the command line and the configuration file, checked.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "graphfuzz/analysis/go/trace_analysis.hpp"
#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/campaign/separate.hpp"
#include "graphfuzz/campaign/unit.hpp"
#include "graphfuzz/target/load.hpp"

namespace graphfuzz::cli {

/// Exit codes.
inline constexpr int kNothingFound = 0;
inline constexpr int kBugFound = 1;
inline constexpr int kUsageError = 2;
inline constexpr int kInternalError = 3;
inline constexpr int kNothingDecided = 4;

/// Something the user can put right: a wrong option, a missing file. Exit code 2.
class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How programs in C and C++ are built.
struct NativeLine {
  std::string cc;   ///< empty: the default
  std::string cxx;  ///< the same
  std::string cflags;
  std::string ldflags;
};

struct CommandLine {
  std::vector<std::string> inputs;     ///< files and folders, as written
  std::vector<std::string> arguments;  ///< what comes after "--", for a C or C++ program
  std::string command{};               ///< "split"; empty: graphfuzz FILE…
  std::vector<std::string> words;      ///< the command line itself, without the name of the command
  std::vector<std::size_t> places;     ///< which of the words are inputs; those after "--" are none
  NativeLine native;
  CampaignOptions campaign;      ///< all but stop and progress
  LoadOptions load;              ///< how targets are made of the files
  std::set<std::string> given;   ///< the options that the user has given, by their long names: "--model"
  DirectedSettings directed;     ///< if the strategy is a directed one
  std::string checkpoint;        ///< where the campaign is to be kept; empty: nowhere
  double checkpoint_every = 30;  ///< seconds
  bool processes = false;        ///< are the workers processes?
  double worker_timeout = 60;    ///< seconds
  std::string replay;            ///< a replay file to replay; empty: fuzz
  bool minimise = false;         ///< … after an easier one with the same bug was looked for
  std::string dot_dir;
  std::string json_file;
  std::string html_file;
  std::string curve_file;
  std::string junit_file;
  bool expect = false;  ///< check what the files say of themselves
  std::string replay_dir = "graphfuzz-replays";
  bool quiet = false;
  bool verbose = false;
  bool whole = false;  ///< show executions with bugs as a whole
  bool colour = false;
};

/// `graphfuzz resume`: of `campaign` only what was given counts, else what the checkpoint says.
struct ResumeLine : CommandLine {
  std::string file;
  Places at{};  ///< where the things are that it is about
  std::optional<std::uint64_t> executions;
  std::optional<double> seconds;
  std::optional<unsigned> workers;
};

/// `graphfuzz split`.
struct SplitLine : CommandLine {
  std::size_t parts = 0;
  std::size_t shards = 0;  ///< for the fingerprints of graphs; 0: they stay in the result
  std::string folder;
};

/// `graphfuzz work`.
struct WorkLine {
  std::string unit;
  std::string output;
  std::string units;                          ///< a folder for the units that are left over; empty: nowhere
  std::string summary;                        ///< where to say in JSON what came of it; empty: nowhere
  Places at{};                                ///< where the things are that the unit is about
  std::optional<std::uint64_t> executions{};  ///< other budgets than the unit's
  std::optional<double> seconds{};
  unsigned workers = 1;
  std::size_t parts = 1;
  std::size_t shards = 0;  ///< as of SplitLine
  std::uint64_t memory = 0;
  bool approximate = false;
  bool pipe = false;  ///< units come from standard input, and results go to standard output
  bool quiet = false;
};

/// `graphfuzz merge`: the report is as that of a campaign.
struct MergeLine : CommandLine {
  std::string output;
  std::string units;         ///< a folder for the units that are left over
  std::string lost;          ///< what else is lost of the work
  std::string graphs_lost;   ///< why shards are not given
  std::string model;         ///< where the file of the memory model is; empty: where it was
  bool check = false;        ///< only look whether the files are whole
  std::string summary;       ///< where to say in JSON what there is, instead of the report
  std::string numbers;       ///< of shards: where only their numbers go
  std::size_t shards = 0;    ///< of the output, as of SplitLine
  bool interrupted = false;  ///< was the work stopped?
  double so_far = 0;         ///< seconds to the next page (html_file), by somebody else, of work that goes on; 0: no
  std::string made_by;       ///< the command that pages are to name, in words of a shell; empty: this one
  unsigned at_once = 0;      ///< how many worked at once; 0: it is not known
  double clock = 0;          ///< seconds that the work took by the clock; 0: it is not known
  std::size_t of = 1;        ///< --so-far: how many campaigns there are, of which the last one here goes on
  std::string refused;       ///< campaigns.json, which has what there are no campaigns of; empty: nothing
  std::vector<MergeLine> next{};  ///< the same of other campaigns, of which the results are reported on as well
};

/// `graphfuzz graphs`.
struct GraphsLine : CommandLine {
  std::string output = "-";
};

/// `graphfuzz witness`.
struct WitnessLine : CommandLine {
  std::string state;   ///< that is asked for; empty: the one that the test's condition is about
  bool all = false;    ///< one of each state
  std::string output;  ///< the replay file, or with `all` the folder for them; empty: in `replay_dir`
};

/// `graphfuzz minimize`: of CommandLine what says how a replay file's program is run.
struct MinimizeLine : CommandLine {
  std::string output;               ///< the new replay file; empty: beside the old one
  std::uint64_t attempts = 10'000;  ///< executions in which a smaller program may show it
  bool keep_program = false;        ///< the execution alone
};

/// `graphfuzz models`: one of four things.
struct ModelsLine {
  std::string show;     ///< the model whose text to print
  std::string explain;  ///< the model whose verdict on a file's outcome to explain; if neither: list them
  std::string file;
  std::string outcome;  ///< instead of the file's condition
  double seconds = std::numeric_limits<double>::infinity();
  unsigned workers = 1;
  unsigned unroll = 2;
  std::string dot_dir;
  std::string json_file;
  bool quiet = false;
  bool colour = false;
};

/// `graphfuzz compare`.
struct CompareLine {
  std::vector<std::string> models;  ///< at least two, exactly two if `find`
  std::vector<std::string> inputs;
  bool all = false;
  double seconds = std::numeric_limits<double>::infinity();
  unsigned workers = 1;
  unsigned unroll = 2;
  std::string json_file;
  std::string html_file;
  bool quiet = false;
  bool colour = false;
  bool find = false;
  SeparateOptions separate;  ///< bounds and orders
  std::string output;        ///< where the test that was found goes
  std::string dot_dir;
};

/// `graphfuzz trace`.
struct TraceLine {
  std::vector<std::string> inputs;  ///< files and folders, as written
  bool lenient = false;
  bool diff = false;  ///< two inputs, which are compared
  go::AnalysisOptions analysis;
  std::string json_file;
  std::string html_file;
  std::string dot_dir;
  bool quiet = false;
  bool colour = false;
};

/// Parses the arguments. Text to print instead of doing anything (--help, --version) comes back in `text`, and then
/// there is no command line. Throws UserError.
std::optional<CommandLine> parse_command_line(int argc, const char* const* argv, std::string& text);
/// The same for commands, whose names are argv[0].
std::optional<ResumeLine> parse_resume_line(int argc, const char* const* argv, std::string& text);
std::optional<SplitLine> parse_split_line(int argc, const char* const* argv, std::string& text);
std::optional<WorkLine> parse_work_line(int argc, const char* const* argv, std::string& text);
std::optional<MergeLine> parse_merge_line(int argc, const char* const* argv, std::string& text);
std::optional<GraphsLine> parse_graphs_line(int argc, const char* const* argv, std::string& text);
std::optional<WitnessLine> parse_witness_line(int argc, const char* const* argv, std::string& text);
std::optional<MinimizeLine> parse_minimize_line(int argc, const char* const* argv, std::string& text);
std::optional<ModelsLine> parse_models_line(int argc, const char* const* argv, std::string& text);
std::optional<CompareLine> parse_compare_line(int argc, const char* const* argv, std::string& text);
std::optional<TraceLine> parse_trace_line(int argc, const char* const* argv, std::string& text);

}  // namespace graphfuzz::cli
