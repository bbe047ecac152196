// Which files make up a trace, and in which dialect they are.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <utility>

#include "frontend/trace/advocate.hpp"
#include "graphfuzz/frontend/gfuzz_run.hpp"
#include "graphfuzz/frontend/gopie.hpp"
#include "graphfuzz/frontend/trace.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "graphfuzz/store/atomic_file.hpp"

namespace graphfuzz::go {
namespace {

namespace fs = std::filesystem;

/// 12 of "trace_12.log".
std::optional<std::uint32_t> routine_of(std::string_view name) {
  constexpr std::string_view kPrefix = "trace_", kSuffix = ".log";
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix) || name.size() <= kPrefix.size() + kSuffix.size())
    return {};
  name.remove_prefix(kPrefix.size());
  name.remove_suffix(kSuffix.size());
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc{} || end != name.data() + name.size() || number == 0) return {};
  return number;
}

/// A text of at most `most` bytes; what is read is taken off that.
std::string read_text(const fs::path& path, std::size_t& most) {
  try {
    std::string text = store::read_text(path, most);
    most -= text.size();
    return text;
  } catch (const store::FileError& error) {
    throw TraceError(path.string(), 0, 0, error.problem());
  }
}

bool belongs_to_trace(std::string_view name) {
  return routine_of(name) || name == "trace_info.log" || name == "replay_active.log" || name == "ort_output" ||
         name == "ort_config";
}

/// ADVOCATE's exit codes, as far as they say how the execution ended.
void set_outcome(RawTrace& recording, int code) {
  switch (code) {
    case 0:
      recording.outcome = Outcome::clean;
      return;
    case 10:
    case 11:
      recording.outcome = Outcome::timed_out;
      return;
    case 30:
      recording.panic = Panic::send_on_closed;
      break;
    case 32:
      recording.panic = Panic::close_of_closed;
      break;
    case 33:
      recording.panic = Panic::close_of_nil;
      break;
    case 34:
      recording.panic = Panic::negative_wait_group;
      break;
    case 35:
      recording.panic = Panic::unlock_of_unlocked;
      break;
    case 3:
      break;
    case 41:
      recording.outcome = Outcome::deadlocked;
      return;
    default:
      return;
  }
  recording.outcome = Outcome::panicked;
}

/// trace_info.log: "key!value" or "key:value" a line.
void read_info(RawTrace& recording, const std::string& file, std::string_view text, const TraceOptions& options,
               std::vector<std::string>& warnings) {
  try {
    for (Cursor cursor(file, text); cursor.next();) {
      const std::string_view line = cursor.element();
      const std::size_t mark = line.find_first_of("!:");
      if (mark == std::string_view::npos) {
        throw cursor.error(fmt::format("expected key!value, found {}", shown(line)));
      }
      const std::string_view key = line.substr(0, mark), value = line.substr(mark + 1);
      if (key == "ExitCode") set_outcome(recording, number<int>(cursor, value, "an exit code", -1, 1 << 20));
      if (key == "ExitPosition") recording.exit_position = std::string(value);
    }
  } catch (const TraceError& error) {
    if (!options.lenient) throw;
    warnings.emplace_back(error.what());
  }
}

Trace read_advocate(const TraceFiles& files, const std::string& folder, const TraceOptions& options,
                    std::vector<std::string>& warnings) {
  std::vector<std::pair<std::uint32_t, const TraceFiles::value_type*>> routines;
  for (const auto& file : files) {
    if (const auto routine = routine_of(file.first)) routines.emplace_back(*routine, &file);
  }
  std::sort(routines.begin(), routines.end());
  const auto twice = std::adjacent_find(routines.begin(), routines.end(),
                                        [](const auto& a, const auto& b) { return a.first == b.first; });
  const auto display = [&](const std::string& name) { return folder.empty() ? name : folder + "/" + name; };
  if (twice != routines.end()) {
    throw TraceError(display(std::next(twice)->second->first), 0, 0,
                     fmt::format("expected one file of routine {}, found a second", twice->first));
  }
  RawTrace recording;
  recording.path = folder;
  recording.plan = files.contains("replay_active.log");
  if (routines.front().first != 1 && !recording.plan) {
    throw TraceError(folder, 0, 0, "expected the file of the first routine, trace_1.log, found none");
  }
  std::size_t bytes = 0;
  for (const auto& routine : routines) bytes += routine.second->second.size();
  // No element that is an event has fewer bytes than E,1 and its end of line; most have about 40.
  recording.events.reserve(bytes / 40);
  recording.origins.reserve(bytes / 40);
  AdvocateReader reader(recording, options, warnings);
  bool newer = false, older = false;
  for (const auto& [id, file] : routines) {
    const std::string_view text = file->second;
    newer |= text.find('#') != std::string_view::npos;
    older |= text.find(';') != std::string_view::npos || text.find(".go:") != std::string_view::npos;
    reader.read(id, display(file->first), text);
  }
  recording.dialect = older && !newer ? "advocate-old" : "advocate";
  if (const auto info = files.find("trace_info.log"); info != files.end()) {
    read_info(recording, display(info->first), info->second, options, warnings);
  }
  return finish(std::move(recording), options, warnings);
}

/// Does one of GoPie's lines stand near the beginning?
bool is_gopie_log(const fs::path& path) {
  std::string text;
  try {
    text = store::read_beginning(path, std::size_t{1} << 16);
  } catch (const store::FileError&) {  // not ours to read, then
    return false;
  }
  return text.find("[FBSDK] ") != std::string::npos || text.find("[FB] ") != std::string::npos;
}

/// A file by itself: of GFuzz, of GoPie.
Trace read_single(const std::string& text, const std::string& name) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const char begin = first == std::string::npos ? '\0' : text[first];
  if (begin == '{') {
    if (text.find("\"selefcm\"") != std::string::npos && text.find("\"tuple\"") == std::string::npos) {
      GfuzzRun run;
      run.config = read_gfuzz_config(text, name);
      return trace_of(run, name);
    }
    return trace_of(read_gfuzz_output(text, name), name);
  }
  if (begin == '(') {
    Trace trace;
    trace.path = name;
    trace.dialect = "gopie";
    for (const auto& [before, after] : read_gopie_input(text, name)) {
      if (trace.positions.empty() || trace.positions.back() != std::to_string(before)) {
        trace.positions.push_back(std::to_string(before));
      }
      trace.positions.push_back(std::to_string(after));
    }
    return trace;
  }
  return read_gopie_log(text, name).trace;
}

}  // namespace

TraceFiles trace_files(const fs::path& path) {
  std::size_t most = kLargestTrace;
  if (!fs::is_directory(path)) return {{kOnlyFile, read_text(path, most)}};
  TraceFiles files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
    std::string name = entry.path().filename().string();
    if (entry.is_regular_file() && belongs_to_trace(name))
      files.emplace(std::move(name), read_text(entry.path(), most));
  }
  return files;
}

Trace read_trace(const fs::path& path, const TraceOptions& options, std::vector<std::string>& warnings) {
  return read_trace(trace_files(path), path.string(), options, warnings);
}

Trace read_trace(const TraceFiles& files, const std::string& name, const TraceOptions& options,
                 std::vector<std::string>& warnings) {
  const auto has_routine = [](const auto& file) { return routine_of(file.first).has_value(); };
  if (std::any_of(files.begin(), files.end(), has_routine)) return read_advocate(files, name, options, warnings);
  if (files.contains("ort_output") || files.contains("ort_config")) {
    GfuzzRun run;
    const auto output = files.find("ort_output"), config = files.find("ort_config");
    if (output != files.end()) run = read_gfuzz_output(output->second, name + "/ort_output");
    if (config != files.end()) run.config = read_gfuzz_config(config->second, name + "/ort_config");
    return trace_of(run, name);
  }
  if (files.size() == 1) {
    const auto& [file, text] = *files.begin();
    return read_single(text, file == kOnlyFile ? name : name + "/" + file);
  }
  throw TraceError(name, 0, 0, "expected trace files (trace_1.log, …) or an ort_output, found none");
}

std::vector<fs::path> find_traces(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::set<fs::path> folders, logs;
  const auto look_at = [&](const fs::directory_entry& entry) {
    const fs::path name = entry.path().filename();
    if (routine_of(name.string()) || name == "ort_output") {
      folders.insert(entry.path().parent_path());
    } else if (name.extension() == ".log" && is_gopie_log(entry.path())) {
      logs.insert(entry.path());
    }
  };
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
    stop_point();
    if (entry.is_regular_file()) look_at(entry);
  }
  folders.merge(logs);
  return {folders.begin(), folders.end()};
}

}  // namespace graphfuzz::go
