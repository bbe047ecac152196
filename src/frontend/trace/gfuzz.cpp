// GFuzz's JSON files. Reference: go-trace-formats.md, section 3.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "frontend/trace/cursor.hpp"
#include "graphfuzz/frontend/gfuzz_run.hpp"
#include "graphfuzz/program/go/position.hpp"

namespace graphfuzz::go {
namespace {

using nlohmann::json;

/// A value in a file, and the way to it, for messages.
class Node {
 public:
  Node(const json& value, const std::string& file, std::string path)
      : value_(value), file_(file), path_(std::move(path)) {}

  bool has(const char* key) const { return value_.contains(key) && !value_.at(key).is_null(); }
  Node at(const std::string& key) const {
    object();
    if (!value_.contains(key)) fail("a member '" + key + "'");
    return {value_.at(key), file_, path_ + "/" + key};
  }
  Node object() const {
    if (!value_.is_object()) fail("an object");
    return *this;
  }
  template <typename Function>
  void each_member(Function function) const {
    object();
    for (const auto& [key, member] : value_.items()) function(key, Node(member, file_, path_ + "/" + key));
  }
  template <typename Function>
  void each_element(Function function) const {
    if (!value_.is_array()) fail("an array");
    for (std::size_t i = 0; i < value_.size(); ++i) function(Node(value_[i], file_, fmt::format("{}/{}", path_, i)));
  }
  template <typename Number>
  Number number(Number least, Number most) const {
    const bool fits = value_.is_number_unsigned()
                          ? value_.get<std::uint64_t>() <= static_cast<std::uint64_t>(most)
                          : value_.is_number_integer() &&
                                value_.get<std::int64_t>() >= static_cast<std::int64_t>(least) &&
                                value_.get<std::int64_t>() <= 0;
    if (!fits) fail(fmt::format("a number from {} to {}", least, most));
    return value_.get<Number>();
  }
  bool boolean() const {
    if (!value_.is_boolean()) fail("true or false");
    return value_.get<bool>();
  }
  /// "file:line" as "file#line".
  std::string position() const {
    if (!value_.is_string()) fail("a position (file:line)");
    return go_position(value_.get<std::string>());
  }
  std::string go_position(std::string text) const {
    const std::size_t mark = line_mark(text);
    if (mark == std::string::npos || mark == 0 || mark + 1 == text.size() ||
        text.find_first_not_of("0123456789", mark + 1) != std::string::npos) {
      fail("a position (file:line)");
    }
    return file_hash_line(std::move(text));
  }
  [[noreturn]] void fail(const std::string& expected) const {
    std::string found = value_.dump(-1, ' ', true, json::error_handler_t::replace);
    throw TraceError(file_, 0, 0,
                     fmt::format("expected {} at {}, found {}", expected, path_.empty() ? "/" : path_, shown(found)));
  }

 private:
  const json& value_;
  const std::string& file_;
  std::string path_;
};

json parse(std::string_view text, const std::string& name) {
  try {
    return json::parse(text);
  } catch (const json::parse_error& error) {
    const std::size_t at = std::min(error.byte > 0 ? error.byte - 1 : 0, text.size());
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
    throw TraceError(name, static_cast<std::size_t>(line), 0, "expected JSON, found " + shown(text.substr(at, 20)));
  } catch (const json::exception& error) {
    throw TraceError(name, 0, 0, fmt::format("expected JSON, found {}", shown(error.what())));
  }
}

constexpr std::uint64_t kMost = std::uint64_t{1} << 62;

}  // namespace

GfuzzRun read_gfuzz_output(std::string_view text, const std::string& name) {
  const json document = parse(text, name);
  const Node root(document, name, "");
  root.object();
  GfuzzRun run;
  if (root.has("tuple")) {
    root.at("tuple").each_member([&](const std::string& key, const Node& count) {
      std::uint32_t tuple = 0;
      const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), tuple);
      if (error != std::errc{} || end != key.data() + key.size()) count.fail("a number as the name of a tuple");
      run.tuples[tuple] = count.number<std::uint64_t>(0, kMost);
    });
  }
  if (root.has("channels")) {
    root.at("channels").each_member([&](const std::string& key, const Node& node) {
      GfuzzChannel channel;
      channel.made_at = node.object().go_position(key);
      channel.closed = node.at("closed").boolean();
      channel.not_closed = node.at("not_closed").boolean();
      channel.capacity = node.at("cap_buf").number<std::uint64_t>(0, kMost);
      channel.peak = node.at("peak_buf").number<std::uint64_t>(0, kMost);
      if (channel.peak > channel.capacity) {
        node.fail(fmt::format("a peak_buf of at most {} (cap_buf)", channel.capacity));
      }
      run.channels.push_back(std::move(channel));
    });
  }
  if (root.has("ops")) {
    root.at("ops").each_element(
        [&](const Node& node) { run.operations.push_back(node.number<std::uint16_t>(0, 65535)); });
  }
  if (root.has("selects")) {
    root.at("selects").each_element([&](const Node& node) {
      GfuzzSelect select;
      select.position = node.at("id").position();
      select.cases = node.at("cases").number<std::uint32_t>(0, 65536);
      select.chosen = node.at("chosen").number<int>(-1, 65536);
      if (select.chosen >= static_cast<int>(select.cases)) {
        node.at("chosen").fail(fmt::format("a chosen case below {}", select.cases));
      }
      run.selects.push_back(std::move(select));
    });
  }
  return run;
}

GfuzzConfig read_gfuzz_config(std::string_view text, const std::string& name) {
  const json document = parse(text, name);
  const Node root(document, name, "");
  root.object();
  GfuzzConfig config;
  if (root.has("dump_selects")) config.dump_selects = root.at("dump_selects").boolean();
  if (!root.has("selefcm")) return config;
  const Node selefcm = root.at("selefcm");
  config.timeout = selefcm.at("sel_timeout").number<std::uint32_t>(0, std::numeric_limits<std::uint32_t>::max());
  if (selefcm.has("efcms")) {
    selefcm.at("efcms").each_element([&](const Node& node) {
      config.preferred.emplace_back(node.at("id").position(), node.at("case").number<int>(-1, 65536));
    });
  }
  return config;
}

std::string gfuzz_config(const GfuzzConfig& config) {
  nlohmann::ordered_json selects = nlohmann::ordered_json::array();
  for (const auto& [position, preferred] : config.preferred) {
    selects.push_back({{"id", file_colon_line(position)}, {"case", preferred}});
  }
  const nlohmann::ordered_json document = {
      {"selefcm", {{"sel_timeout", config.timeout}, {"efcms", std::move(selects)}}},
      {"dump_selects", config.dump_selects}};
  return document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Trace trace_of(const GfuzzRun& run, const std::string& path) {
  Trace trace;
  trace.path = path;
  trace.dialect = "gfuzz";
  trace.routines.resize(1);
  trace.routines[0].id = 1;
  const auto add = [&](TraceEvent event, const std::string& position) {
    const auto known = std::find(trace.positions.begin(), trace.positions.end(), position);
    event.position = static_cast<Position>(known - trace.positions.begin());
    if (known == trace.positions.end()) trace.positions.push_back(position);
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
