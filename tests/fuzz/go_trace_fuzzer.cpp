// libFuzzer entry: any files either are rejected with a TraceError or give a trace whose indices all lead somewhere, be
// it read strictly or leniently. Built with -fsanitize=fuzzer,address,undefined.
// An input is the files of a folder, each after a line "@name" (without one: of trace_1.log).
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/frontend/gfuzz_run.hpp"
#include "graphfuzz/frontend/gopie.hpp"
#include "graphfuzz/frontend/trace.hpp"
#include "graphfuzz/frontend/trace_files.hpp"

namespace {

using graphfuzz::go::Trace;
using graphfuzz::go::TraceFiles;

TraceFiles files_of(std::string_view text) {
  TraceFiles files;
  std::string name = "trace_1.log";
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.starts_with('@')) {
      name = std::string(line.substr(1));
      files.try_emplace(name);
    } else {
      files[name] += std::string(line) + "\n";
    }
  }
  return files;
}

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const Trace& trace) {
  using namespace graphfuzz::go;
  std::size_t events = 0;
  for (const TraceRoutine& routine : trace.routines) {
    events += routine.events.size();
    for (const std::uint32_t e : routine.events) require(e < trace.events.size());
    require(routine.fork == kNoEvent || trace.events.at(routine.fork).kind == Kind::fork);
  }
  require(events == trace.events.size());
  std::uint64_t time = 0;
  for (const TraceEvent& event : trace.events) {
    require(event.time() >= time);
    time = event.time();
    require(event.routine < trace.routines.size());
    require(event.object == kNoObject || event.object < trace.objects.size());
    require(event.position == kNoPosition || event.position < trace.positions.size());
    require(event.partner == kNoEvent || event.partner < trace.events.size());
    require((event.child == kNoRoutine) == (event.kind != Kind::fork));
    require(event.child == kNoRoutine || event.child < trace.routines.size());
    require(event.first_case + std::size_t{event.case_count} <= trace.cases.size());
    if (event.kind == Kind::select) require(event.chosen < static_cast<int>(event.case_count));
  }
  for (const TraceCase& part : trace.cases) require(part.channel == kNoObject || part.channel < trace.objects.size());
  require(trace.panic_event == kNoEvent || trace.panic_event < trace.events.size());
}

/// What was read can be written, and what is written has the form of a trace.
void write(const Trace& trace) {
  using namespace graphfuzz::go;
  std::vector<std::string> warnings;
  if (!trace.routines.empty() && trace.routines.front().id == 1 && trace.dialect != "gfuzz") {
    for (const AdvocateDialect dialect : {AdvocateDialect::newer, AdvocateDialect::older}) {
      TraceFiles files = advocate_files(trace, dialect);
      files["replay_active.log"] = "0\n";  // was it a plan?
      check(read_trace(files, "again", {}, warnings));
    }
  }
  const OperationIndex index(trace);
  Directive directive;
  for (std::uint32_t e = 0; e < trace.events.size() && directive.chain.size() < 3; ++e) {
    if (trace.events[e].position == kNoPosition) continue;
    const OperationId operation = index.name_of(e);
    directive.chain.insert(directive.chain.begin(), operation);
    directive.preferred[operation.position].push_back(static_cast<int>(e));
    directive.delays[operation.position].push_back(e + 1);
  }
  for (const SiteName names : {SiteName::position, SiteName::routine_and_position}) {
    static_cast<void>(fuzzing_data(directive, trace, names));
  }
  if (!directive.chain.empty()) static_cast<void>(partial_replay(trace, directive));
  static_cast<void>(rewritten_trace(trace, directive, 0));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graphfuzz::go;
  const TraceFiles files = files_of(std::string_view(reinterpret_cast<const char*>(data), size));
  for (const bool lenient : {false, true}) {
    std::vector<std::string> warnings;
    if (const auto inputs = files.find("fuzzingData.log"); inputs != files.end()) {
      try {
        static_cast<void>(read_fuzzing_data(inputs->second, "fuzz", Trace{}));
      } catch (const TraceError&) {
      }
    }
    if (files.contains("replay_active.log")) {
      try {
        static_cast<void>(read_partial_replay(files, "fuzz"));
      } catch (const TraceError&) {
      }
    }
    try {
      const Trace trace = read_trace(files, "fuzz", {.lenient = lenient}, warnings);
      check(trace);
      write(trace);
    } catch (const TraceError&) {
    }
  }
  return 0;
}
