// GFuzz's files: what a run was told to do (`ort_config`), and what it observed (`ort_output`).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "graphfuzz/frontend/trace.hpp"

namespace graphfuzz::go {

/// `ort_config`.
struct GfuzzConfig {
  std::uint32_t timeout = 500;  ///< milliseconds that a preferred case is waited for
  /// Select ("file#line") and the case to prefer, in source order; several of one select are served round robin.
  std::vector<std::pair<std::string, int>> preferred;
  bool dump_selects = true;
  friend bool operator==(const GfuzzConfig&, const GfuzzConfig&) = default;
};

struct GfuzzChannel {
  std::string made_at;  ///< "file#line"
  bool closed = false;
  bool not_closed = false;
  std::uint64_t capacity = 0;
  std::uint64_t peak = 0;  ///< most elements in the buffer
};

struct GfuzzSelect {
  std::string position;  ///< "file#line"
  std::uint32_t cases = 0;
  int chosen = 0;  ///< of the last visit; in source order
};

/// `ort_output`: it is no trace. Operations have no order, and of each select the last visit alone is known.
struct GfuzzRun {
  std::map<std::uint32_t, std::uint64_t> tuples;  ///< consecutive operations on one channel (id ^ id >> 1): how often
  std::vector<GfuzzChannel> channels;
  std::vector<std::uint16_t> operations;
  std::vector<GfuzzSelect> selects;
  std::optional<GfuzzConfig> config;  ///< if the folder has one
};

/// They throw TraceError: with the line where the text is no JSON, with the path in it ("/selects/3/chosen") where
/// that does not hold what it should. Unknown members are ignored.
GfuzzRun read_gfuzz_output(std::string_view text, const std::string& name);
GfuzzConfig read_gfuzz_config(std::string_view text, const std::string& name);

/// `ort_config`, as GFuzz's run time reads it.
std::string gfuzz_config(const GfuzzConfig& config);

/// What a Trace can say of the run: the channels that were made and closed, and the last visits of the selects (whose
/// channels are not known), all in one routine, in no particular order.
Trace trace_of(const GfuzzRun& run, const std::string& path);

}  // namespace graphfuzz::go
