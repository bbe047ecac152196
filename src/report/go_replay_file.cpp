#include "graphfuzz/report/go_replay_file.hpp"

#include <fmt/format.h>

#include <limits>

#include "report/replay_reader.hpp"

namespace graphfuzz::go {
namespace {

constexpr std::string_view kFormat = "graphfuzz go replay";
constexpr std::int64_t kMost = std::numeric_limits<std::int16_t>::max();

NamedStep step_of(const Json& json, const std::string& where, const ReplayReader& reader) {
  if (!json.is_object()) reader.fail(where, "an object", ReplayReader::show(json));
  const auto text = [&](const char* key) -> std::string {
    const auto value = json.find(key);
    if (value == json.end()) return "";
    if (!value->is_string()) reader.fail(where + '.' + key, "a goroutine's name", ReplayReader::show(*value));
    return value->get<std::string>();
  };
  const auto number = [&](const char* key, std::int64_t least, std::int64_t otherwise) {
    const auto value = json.find(key);
    return value == json.end() ? otherwise : reader.integer(*value, where + '.' + key, least, kMost);
  };
  NamedStep step;
  reader.field(json, where, "routine");
  step.routine = text("routine");
  step.partner = text("partner");
  step.choice = static_cast<std::int16_t>(number("choice", kDefault, 0));
  step.partner_choice = static_cast<std::int16_t>(number("partner_choice", kDefault, 0));
  step.timer = static_cast<std::int32_t>(number("timer", 0, -1));
  return step;
}

std::string text_of(const NamedStep& step) {
  std::string text = fmt::format("{{\"routine\": \"{}\"", step.routine);
  if (step.choice != 0) text += fmt::format(", \"choice\": {}", step.choice);
  if (!step.partner.empty()) text += fmt::format(", \"partner\": \"{}\"", step.partner);
  if (step.partner_choice != 0) text += fmt::format(", \"partner_choice\": {}", step.partner_choice);
  if (step.timer >= 0) text += fmt::format(", \"timer\": {}", step.timer);
  return text + '}';
}

}  // namespace

bool is_go_replay(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  return json.is_object() && json.contains("format") && json["format"] == kFormat;
}

std::string to_text(const GoReplayFile& replay) {
  std::string text = "{\n";
  const auto field = [&](const char* key, const Json& value) {
    text += fmt::format("  \"{}\": {},\n", key, value.dump(-1, ' ', false, Json::error_handler_t::replace));
  };
  field("format", kFormat);
  field("version", kGoReplayVersion);
  field("test", replay.test);
  field("file", replay.file);
  field("hash", fmt::format("{:016x}", replay.hash));
  field("function", replay.function);
  field("timers", replay.timing == Timing::idle ? "idle" : "any");
  field("seed", replay.seed);
  field("shows", replay.shows);
  text += "  \"steps\": [";
  for (std::size_t i = 0; i < replay.steps.size(); ++i) {
    text += fmt::format("{}\n    {}", i == 0 ? "" : ",", text_of(replay.steps[i]));
  }
  return text + (replay.steps.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

GoReplayFile parse_go_replay(std::string_view text, const std::string& file_name) {
  const ReplayReader reader(file_name);
  const Json json = parse_json(text, reader);
  if (!json.is_object()) reader.fail("", "an object", ReplayReader::show(json));
  if (const std::string format = reader.string(json, "format"); format != kFormat) {
    reader.fail("format", fmt::format("\"{}\"", kFormat), ReplayReader::show(format));
  }
  reader.integer(reader.field(json, "", "version"), "version", kGoReplayVersion, kGoReplayVersion);
  GoReplayFile replay;
  replay.test = reader.string(json, "test");
  replay.file = reader.string(json, "file");
  replay.hash = hash_of(reader.string(json, "hash"), reader);
  replay.function = reader.string(json, "function");
  const std::string timers = reader.string(json, "timers");
  if (timers != "any" && timers != "idle") reader.fail("timers", "\"any\" or \"idle\"", timers);
  replay.timing = timers == "idle" ? Timing::idle : Timing::any;
  const Json& seed = reader.field(json, "", "seed");
  if (!seed.is_number_unsigned()) reader.fail("seed", "an integer from 0 to 2^64-1", ReplayReader::show(seed));
  replay.seed = seed.get<std::uint64_t>();
  replay.shows = reader.string(json, "shows");
  const Json& steps = reader.field(json, "", "steps");
  if (!steps.is_array()) reader.fail("steps", "an array", ReplayReader::show(steps));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    replay.steps.push_back(step_of(steps[i], fmt::format("steps[{}]", i), reader));
  }
  return replay;
}

}  // namespace graphfuzz::go
