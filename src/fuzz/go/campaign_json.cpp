// The state of a campaign as JSON.
#include <algorithm>
#include <utility>

#include "fuzz/go/memory_json.hpp"
#include "graphfuzz/fuzz/go/campaign_state.hpp"
#include "graphfuzz/store/file_kind.hpp"

namespace graphfuzz::go {
namespace {

using store::Document;
using store::Value;
using store::Writer;

constexpr std::string_view kFormat = "graphfuzz campaign state";
// Written by this program, and by nobody else as a rule; but a long campaign's is large.
constexpr store::Limits kLimits{.bytes = kLargestState, .depth = 16, .elements = std::size_t{1} << 26};

/// The place only repeats what the number says: nobody else's folder is named by a state.
std::uint64_t read_kept_run(const Value& entry) {
  const auto parts = entry.array(2, 2);
  const auto run = parts[0].integer<std::uint64_t>(0, kGreatestCount);
  const std::string place = trace_place(run);
  const std::string folder = place.substr(0, place.rfind('/') + 1);
  const std::string_view found = parts[1].text();
  const std::string_view name = found.substr(std::min(found.size(), folder.size()));
  // Version 0.1 gave the copy of a file by itself the name of the file.
  const bool fits = found.starts_with(folder) && !name.empty() && name != "." && name != ".." &&
                    name.find('/') == std::string_view::npos;
  if (!fits) parts[1].fail('"' + place + '"');
  return run;
}

}  // namespace

std::string to_json(const CampaignState& state) {
  Writer out = Writer::json({.indent = 1, .expanded = 4});
  out.begin_object()
      .field("format", kFormat)
      .field("version", CampaignState::kVersion)
      .field("strategy", name(state.strategy))
      .field("seed", state.seed)
      .field("calls", state.calls);
  write(out.key("memory"), state.memory);
  out.key("outstanding").begin_array();
  for (const auto& [id, input] : state.outstanding) write(out, input);
  out.end_array().key("traces").begin_array();
  for (const std::uint64_t run : state.traces) out.begin_array().value(run).value(trace_place(run)).end_array();
  return out.end_array().end_object().finish();
}

CampaignState from_json(std::string_view text, const std::filesystem::path& file) {
  store::expect_json(text, file.string(), "the state of a campaign (graphfuzz mutate --state)", {kFormat});
  const Document document = Document::json(text, file.string(), kLimits);
  const Value root = document.root();
  root.expect_format(kFormat, CampaignState::kVersion, CampaignState::kVersion);
  root.expect_keys({"format", "version", "strategy", "seed", "calls", "memory", "outstanding", "traces"});
  CampaignState state;
  const Value strategy = root.field("strategy");
  const auto known = find_strategy(strategy.text());
  if (!known || !is_directed(*known)) strategy.fail("the name of a strategy");
  state.strategy = *known;
  state.seed = root.field("seed").integer<std::uint64_t>();
  state.calls = root.field("calls").integer<std::uint64_t>(0, kGreatestCount);
  state.memory = read_memory(root.field("memory"));
  for (const Value entry : root.field("outstanding").array()) {
    Input input = read_input(entry);
    const std::uint64_t id = input.id;
    if (!state.outstanding.emplace(id, std::move(input)).second) entry.field("id").reject("the same id twice");
  }
  for (const Value entry : root.field("traces").array()) {
    state.traces.insert(read_kept_run(entry));
  }
  return state;
}

}  // namespace graphfuzz::go
