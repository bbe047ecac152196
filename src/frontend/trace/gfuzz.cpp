// GFuzz's JSON files. Reference: go-trace-formats.md, section 3.
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_map>

#include "graphfuzz/frontend/gfuzz_run.hpp"
#include "graphfuzz/program/go/position.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz::go {
namespace {

using store::Document;
using store::Value;
using store::Writer;

constexpr std::uint64_t kMostCount = std::uint64_t{1} << 62;
// Traces are as large as a run is long.
constexpr store::Limits kLimits{.bytes = kLargestTrace, .depth = 16, .elements = std::size_t{1} << 27};

/// What `read` makes of the document. Its errors are those of traces.
template <class Read>
auto read_document(std::string_view text, const std::string& name, Read read) {
  try {
    const Document document = Document::json(text, name, kLimits);
    return read(document.root());
  } catch (const store::DocumentError& e) {
    throw TraceError(name, e.line(), e.column(), e.where().empty() ? e.problem() : e.where() + ": " + e.problem());
  }
}

/// A member that is there and is not null, which is how Go writes an empty list.
std::optional<Value> find(const Value& object, std::string_view key) {
  const std::optional<Value> found = object.find(key);
  return found && !found->is_null() ? found : std::nullopt;
}

/// "file:line" as "file#line".
std::string position_of(const Value& value, std::string_view text) {
  const std::size_t mark = line_mark(text);
  if (mark == std::string::npos || mark == 0 || mark + 1 == text.size() ||
      text.find_first_not_of("0123456789", mark + 1) != std::string::npos) {
    value.fail("a position (file:line)");
  }
  return file_hash_line(std::string(text));
}

GfuzzRun read_run(const Value& root) {
  GfuzzRun run;
  root.object();
  if (const auto tuples = find(root, "tuple")) {
    for (const auto& [key, count] : tuples->object()) {
      stop_point();
      std::uint32_t tuple = 0;
      const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), tuple);
      if (error != std::errc{} || end != key.data() + key.size())
        count.reject("expected a number as the name of a tuple");
      run.tuples[tuple] = count.integer<std::uint64_t>(0, kMostCount);
    }
  }
  if (const auto channels = find(root, "channels")) {
    for (const auto& [key, value] : channels->object()) {
      stop_point();
      GfuzzChannel channel;
      value.object();
      channel.made_at = position_of(value, key);
      channel.closed = value.field("closed").boolean();
      channel.not_closed = value.field("not_closed").boolean();
      channel.capacity = value.field("cap_buf").integer<std::uint64_t>(0, kMostCount);
      channel.peak = value.field("peak_buf").integer<std::uint64_t>(0, channel.capacity);
      run.channels.push_back(std::move(channel));
    }
  }
  if (const auto operations = find(root, "ops")) {
    for (const Value operation : operations->array()) {
      stop_point();
      run.operations.push_back(operation.integer<std::uint16_t>());
    }
  }
  if (const auto selects = find(root, "selects")) {
    for (const Value value : selects->array()) {
      stop_point();
      GfuzzSelect select;
      select.position = position_of(value.field("id"), value.field("id").text());
      select.cases = value.field("cases").integer<std::uint32_t>(0, 65536);
      select.chosen = value.field("chosen").integer<int>(-1, static_cast<int>(select.cases) - 1);
      run.selects.push_back(std::move(select));
    }
  }
  return run;
}

GfuzzConfig read_config(const Value& root) {
  GfuzzConfig config;
  root.object();
  if (const auto dump = find(root, "dump_selects")) config.dump_selects = dump->boolean();
  const auto selefcm = find(root, "selefcm");
  if (!selefcm) return config;
  config.timeout = selefcm->field("sel_timeout").integer<std::uint32_t>();
  if (const auto selects = find(*selefcm, "efcms")) {
    for (const Value select : selects->array()) {
      stop_point();
      const Value id = select.field("id");
      config.preferred.emplace_back(position_of(id, id.text()), select.field("case").integer<int>(-1, 65536));
    }
  }
  return config;
}

}  // namespace

GfuzzRun read_gfuzz_output(std::string_view text, const std::string& name) {
  return read_document(text, name, read_run);
}

GfuzzConfig read_gfuzz_config(std::string_view text, const std::string& name) {
  return read_document(text, name, read_config);
}

std::string gfuzz_config(const GfuzzConfig& config) {
  Writer out = Writer::json({.expanded = 0, .spaces = false});
  out.begin_object().key("selefcm").begin_object().field("sel_timeout", config.timeout).key("efcms").begin_array();
  for (const auto& [position, preferred] : config.preferred) {
    out.begin_object().field("id", file_colon_line(position)).field("case", preferred).end_object();
  }
  return out.end_array().end_object().field("dump_selects", config.dump_selects).end_object().finish();
}

Trace trace_of(const GfuzzRun& run, const std::string& path) {
  Trace trace;
  trace.path = path;
  trace.dialect = "gfuzz";
  trace.routines.resize(1);
  trace.routines[0].id = 1;
  std::unordered_map<std::string_view, Position> positions;  // by the texts of the run
  const auto add = [&](TraceEvent event, const std::string& position) {
    stop_point();
    const auto [known, added] = positions.try_emplace(position, static_cast<Position>(trace.positions.size()));
    event.position = known->second;
    if (added) trace.positions.push_back(position);
    event.begin = event.end = trace.events.size() + 1;
    trace.routines[0].events.push_back(static_cast<std::uint32_t>(trace.events.size()));
    trace.events.push_back(event);
    return event.position;
  };
  for (const GfuzzChannel& channel : run.channels) {
    TraceEvent event;
    event.kind = Kind::make;
    event.object = static_cast<Object>(trace.objects.size());
    event.operand = static_cast<std::int64_t>(channel.capacity);
    const Position made_at = add(event, channel.made_at);
    trace.objects.push_back({ObjectKind::channel, channel.capacity, made_at, channel.made_at});
  }
  for (const GfuzzSelect& select : run.selects) {
    TraceEvent event;
    event.kind = Kind::select;
    event.chosen = select.chosen;
    event.has_default = select.chosen == kDefault;
    event.case_count = select.cases;
    // Nothing is known of any case, so that they can all be the same ones, however many the file claims.
    if (trace.cases.size() < select.cases) trace.cases.resize(select.cases);
    add(event, select.position);
  }
  for (Object channel = 0; channel < run.channels.size(); ++channel) {
    if (!run.channels[channel].closed) continue;
    TraceEvent event;
    event.kind = Kind::close;
    event.object = channel;
    add(event, run.channels[channel].made_at);
  }
  return trace;
}

}  // namespace graphfuzz::go
