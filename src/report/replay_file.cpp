#include "graphfuzz/report/replay_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "graphfuzz/graph/hash.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/file_kind.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {
namespace {

using store::Document;
using store::Kind;
using store::Writer;

constexpr std::string_view kFormat = "graphfuzz replay";
constexpr std::string_view kOldGoFormat = "graphfuzz go replay";
constexpr std::string_view kReplayInWords =
    "a replay file (graphfuzz writes them to graphfuzz-replays, or where --replay-dir says)";
constexpr store::Limits kLimits{.bytes = std::size_t{64} << 20, .depth = 20, .elements = std::size_t{32} << 20};

void copy(const store::Value& value, Writer& out) {
  switch (value.kind()) {
    case Kind::null:
      out.null();
      break;
    case Kind::boolean:
      out.value(value.boolean());
      break;
    case Kind::natural:
      out.value(value.integer<std::uint64_t>());
      break;
    case Kind::negative:
      out.value(value.integer<std::int64_t>());
      break;
    case Kind::real:
      out.value(value.real());
      break;
    case Kind::text:
      out.value(value.text());
      break;
    case Kind::bytes:
      out.bytes(value.bytes());
      break;
    case Kind::array:
      out.begin_array();
      for (const store::Value item : value.array()) copy(item, out);
      out.end_array();
      break;
    case Kind::object:
      out.begin_object();
      for (const store::Member& member : value.object()) copy(member.value, out.key(member.key));
      out.end_object();
      break;
  }
}

/// On one line.
std::string text_of(const store::Value& value) {
  Writer out = Writer::json({.expanded = 0});
  copy(value, out);
  std::string text = out.finish();
  text.pop_back();  // the line feed
  return text;
}

Settings read_settings(const store::Value& root) {
  Settings settings;
  for (const store::Member& member : root.field("settings").object()) {
    settings.emplace(member.key, member.value.text());
  }
  return settings;
}

std::string one_of(const store::Value& value, std::string_view a, std::string_view b) {
  return std::string(value.choice<std::string_view>({{a, a}, {b, b}}));
}

/// Version 1 had them beside the other fields.
Settings read_old_litmus_settings(const store::Value& root) {
  const std::optional<store::Value> retries = root.find("retries");
  return {{"model", std::string(root.field("model").text())},
          {"unroll", std::to_string(root.field("unroll").integer<unsigned>())},
          {"retries", retries ? one_of(*retries, "drop", "keep") : "keep"}};
}

Settings read_old_go_settings(const store::Value& root) {
  Settings settings = {{"timers", one_of(root.field("timers"), "any", "idle")}};
  if (const std::string_view function = root.field("function").text(); !function.empty()) {
    settings["function"] = function;
  }
  return settings;
}

}  // namespace

std::uint64_t program_hash(std::string_view text) {
  // What named_by_hash makes of a program ends with it.
  constexpr std::string_view kNamed = "\177ELF named by its hash ";
  std::uint64_t hash = 0;
  const std::string_view digits = text.substr(std::min(kNamed.size(), text.size()));
  if (text.starts_with(kNamed) && digits.size() == 16) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
    if (error == std::errc{} && end == digits.data() + digits.size()) return hash;
  }
  return hash_bytes(text);
}

std::string to_text(const ReplayFile& replay) {
  Writer out = Writer::json();
  out.begin_object().field("format", kFormat).field("version", kReplayVersion);
  out.field("kind", replay.kind).field("test", replay.test).field("file", replay.file);
  out.key("hash").hexadecimal(replay.hash);
  out.key("settings").begin_object();
  for (const auto& [name, value] : replay.settings) out.field(name, value);
  out.end_object().field("seed", replay.seed).field("shows", replay.shows);
  out.key("steps").begin_array();
  for (std::size_t i = 0; i < replay.steps.size(); ++i) {
    copy(Document::json(replay.steps[i], fmt::format("steps[{}]", i), kLimits).root(), out);
  }
  out.end_array().end_object();
  return out.finish();
}

ReplayFile parse_replay(std::string_view text, const std::string& file_name) {
  store::expect_json(text, file_name, kReplayInWords, {kFormat, kOldGoFormat});
  const Document document = Document::json(text, file_name, kLimits);
  const store::Value root = document.root();
  const auto format = root.kind() == Kind::object ? root.find("format") : std::nullopt;
  if (!format) store::refuse_kind(text, file_name, kReplayInWords);
  const bool old_go = format->kind() == Kind::text && format->text() == kOldGoFormat;
  const bool old = root.expect_format(old_go ? kOldGoFormat : kFormat, 1, old_go ? 1 : kReplayVersion) == 1;
  ReplayFile replay;
  replay.kind = old_go ? "go" : old ? "litmus" : root.field("kind").text();
  replay.test = root.field("test").text();
  replay.file = root.field("file").text();
  replay.hash = root.field("hash").hexadecimal();
  replay.settings = old_go ? read_old_go_settings(root) : old ? read_old_litmus_settings(root) : read_settings(root);
  replay.seed = root.field("seed").integer<std::uint64_t>();
  replay.shows = root.field("shows").text();
  for (const store::Value step : root.field("steps").array()) {
    if (step.kind() != Kind::object) step.fail("an object");
    replay.steps.push_back(text_of(step));
  }
  return replay;
}

ReplayFile load_replay(const std::filesystem::path& path) {
  return parse_replay(store::read_file(path, kLimits.bytes), path.string());
}

}  // namespace graphfuzz
