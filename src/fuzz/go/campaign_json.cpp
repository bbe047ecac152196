// The state of a campaign as JSON.
#include <utility>

#include "fuzz/go/memory_json.hpp"
#include "graphfuzz/fuzz/go/campaign_state.hpp"

namespace graphfuzz::go {
namespace {

using store::Document;
using store::Value;
using store::Writer;

constexpr std::string_view kFormat = "graphfuzz campaign state";
// Written by this program, and by nobody else as a rule; but a long campaign's is large.
constexpr store::Limits kLimits{.bytes = kLargestState, .depth = 16, .elements = std::size_t{1} << 26};

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
  for (const auto& [run, path] : state.traces) out.begin_array().value(run).value(path).end_array();
  return out.end_array().end_object().finish();
}

CampaignState from_json(std::string_view text, const std::filesystem::path& file) {
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
  state.calls = root.field("calls").integer<std::uint64_t>();
  state.memory = read_memory(root.field("memory"));
  for (const Value entry : root.field("outstanding").array()) {
    Input input = read_input(entry);
    const std::uint64_t id = input.id;
    if (!state.outstanding.emplace(id, std::move(input)).second) entry.field("id").reject("the same id twice");
  }
  for (const Value entry : root.field("traces").array()) {
    const auto parts = entry.array(2, 2);
    state.traces[parts[0].integer<std::uint64_t>()] = parts[1].text();
  }
  return state;
}

}  // namespace graphfuzz::go
