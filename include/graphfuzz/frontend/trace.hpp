// Reads executions of Go programs that other tools recorded: folders of ADVOCATE (both dialects), runs of GFuzz
// (frontend/gfuzz_run.hpp), logs of GoPie (frontend/gopie.hpp). The formats are described in doc/go-traces.md.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz::go {

/// A file is no trace, or its trace contradicts itself. what() is "file:line: expected X, found Y"; where a line holds
/// many elements (the older dialect), "file:line:column: …". Lines and columns count from 1, columns in bytes; line 0
/// (not printed) is the file or the folder as a whole.
class TraceError : public std::runtime_error {
 public:
  TraceError(std::string file, std::size_t line, std::size_t column, const std::string& message);
  const std::string& file() const { return file_; }
  std::size_t line() const { return line_; }
  std::size_t column() const { return column_; }  ///< 0: not given
  const std::string& message() const { return message_; }

 private:
  std::string file_;
  std::size_t line_;
  std::size_t column_;
  std::string message_;
};

struct TraceOptions {
  /// At a contradiction: warn, and keep the consistent part: the routine up to there, and of the others what does not
  /// depend on what was cut. What cannot be read at all is an error nevertheless.
  bool lenient = false;
};

/// The texts of the files of a folder, by name (without the folder's). For traces that are not on the disk.
using TraceFiles = std::map<std::string, std::string, std::less<>>;

/// Reads one recorded execution: a folder of ADVOCATE, a log of GoPie (gopie.hpp), a folder of GFuzz with `ort_output`
/// or `ort_config`, or one of these files (gfuzz_run.hpp: what of it a Trace can hold). Of an input of GoPie, a chain,
/// a Trace can hold the positions of its operations alone. `warnings` receives lines in the form of errors: what is
/// skipped is named once for each kind.
/// Throws TraceError if there is no trace or it contradicts itself, std::filesystem::filesystem_error if `path` cannot
/// be looked at. Time O(n log n), memory about 200 bytes an event, whatever sizes the files claim.
///
/// A trace that was rewritten for a replay (it has an X element, or the folder has a replay_active.log) is a plan, not
/// an execution: operations in it need not fit each other. Then a receive without its send, and the like, is no
/// contradiction; it just has no partner.
Trace read_trace(const std::filesystem::path& path, const TraceOptions& options, std::vector<std::string>& warnings);

/// The texts that read_trace reads: of a folder, the files that belong to a trace; a file by itself is called
/// kOnlyFile. All of them together have at most kLargestTrace bytes. Throws as read_trace does.
TraceFiles trace_files(const std::filesystem::path& path);
inline constexpr const char* kOnlyFile = "";
inline constexpr std::size_t kLargestTrace = std::size_t{256} << 20;

/// The same for texts in memory. `name` stands for the folder (or the only file) in messages and in Trace::path.
Trace read_trace(const TraceFiles& files, const std::string& name, const TraceOptions& options,
                 std::vector<std::string>& warnings);

/// Everything at or below `path` that read_trace would look at, sorted: folders with trace files or an ort_output, and
/// .log files of GoPie. `path` itself, if it is a file. Throws std::filesystem::filesystem_error.
std::vector<std::filesystem::path> find_traces(const std::filesystem::path& path);

}  // namespace graphfuzz::go
