// Recorded traces for tests: those of ../shared/traces, where they are, and small ones of our own.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "graphfuzz/frontend/trace.hpp"
#include "support/folders.hpp"

namespace graphfuzz::go {

inline std::filesystem::path recorded_traces() { return traces_folder(); }

/// The folders of recorded runs whose files have at most `bytes` bytes; empty where there are none.
inline std::vector<std::filesystem::path> recorded_runs(std::size_t bytes) {
  namespace fs = std::filesystem;
  std::vector<fs::path> runs;
  if (!fs::is_directory(recorded_traces() / "goker")) return runs;
  for (const fs::path& run : find_traces(recorded_traces() / "goker")) {
    std::size_t size = 0;
    for (const fs::directory_entry& file : fs::directory_iterator(run)) size += file.file_size();
    if (size <= bytes) runs.push_back(run);
  }
  return runs;
}

/// Two routines, a channel of capacity 2, a select, locks, a once, a wait group, a cond, an atomic, a leak.
inline TraceFiles sample_trace() {
  return {{"trace_1.log",
           "N,1,1000000001,C,2,f.go#1\n"
           "N,2,1000000002,C,0,f.go#2\n"
           "W,3,4,1000000003,A,1,1,f.go#3\n"
           "G,5,2,f.go#4\n"
           "S,6,13,1000000004,C.6.0.1000000002.S.f.0.0.0~C.6.13.1000000001.R.f.1.2.0~d,1,f.go#5\n"
           "M,14,15,1000000005,-,L,t,f.go#6\n"
           "M,16,17,1000000005,-,U,t,f.go#7\n"
           "O,18,22,1000000006,t,f.go#8\n"
           "A,19,824634400768,A,f.go#9\n"
           "C,20,21,1000000001,C,f,0,2,1,f.go#10\n"
           "C,23,0,1000000002,R,f,0,0,0,f.go#11\n"},
          {"trace_2.log",
           "C,7,8,1000000001,S,f,1,2,1,f.go#20\n"
           "C,24,25,1000000001,R,t,0,2,0,f.go#21\n"
           "S,26,27,2000000001,C.26.0.*.R.f.0.0.0~D,-1,f.go#22\n"
           "D,28,29,2000000002,B,f.go#23\n"
           "W,30,31,1000000003,A,-1,0,f.go#24\n"
           "E,32\n"},
          {"trace_info.log", "ExitCode!0\n"}};
}

}  // namespace graphfuzz::go
