#include "graphfuzz/report/replay_file.hpp"

#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL
#endif
#include <fmt/format.h>
#include <xxhash.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>

#include "report/replay_reader.hpp"

namespace graphfuzz {
namespace {

constexpr std::string_view kFormat = "graphfuzz replay";
constexpr std::string_view kOldGoFormat = "graphfuzz go replay";
constexpr std::size_t kLargest = std::size_t{64} << 20;  // bytes

/// On one line, with a blank after each colon and comma.
std::string spelled(const Json& json) {
  if (!json.is_structured()) return json_line(json);
  std::string text;
  for (const auto& item : json.items()) {
    if (!text.empty()) text += ", ";
    if (json.is_object()) text += json_line(item.key()) + ": ";
    text += spelled(item.value());
  }
  return json.is_object() ? '{' + text + '}' : '[' + text + ']';
}

Settings read_settings(const Json& json, const ReplayReader& reader) {
  const Json& settings = reader.field(json, "settings");
  if (!settings.is_object()) reader.fail("settings", "an object", ReplayReader::show(settings));
  Settings result;
  for (const auto& item : settings.items()) {
    result[item.key()] = reader.string(item.value(), "settings." + item.key());
  }
  return result;
}

/// Version 1 had them beside the other fields.
Settings read_old_litmus_settings(const Json& json, const ReplayReader& reader) {
  return {{"model", reader.string(json, "model")},
          {"unroll", fmt::format("{}", reader.integer(json, "unroll", 0, std::numeric_limits<unsigned>::max()))},
          {"retries", json.contains("retries") ? reader.either(json, "retries", "drop", "keep") : "keep"}};
}

Settings read_old_go_settings(const Json& json, const ReplayReader& reader) {
  Settings settings = {{"timers", reader.either(json, "timers", "any", "idle")}};
  if (const std::string function = reader.string(json, "function"); !function.empty()) settings["function"] = function;
  return settings;
}

}  // namespace

std::uint64_t program_hash(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

std::string to_text(const ReplayFile& replay) {
  std::string text = "{\n";
  const auto field = [&](const char* key, const Json& value) {
    text += fmt::format("  \"{}\": {},\n", key, spelled(value));
  };
  Json settings = Json::object();
  for (const auto& [key, value] : replay.settings) settings[key] = value;
  field("format", kFormat);
  field("version", kReplayVersion);
  field("kind", replay.kind);
  field("test", replay.test);
  field("file", replay.file);
  field("hash", fmt::format("{:016x}", replay.hash));
  field("settings", settings);
  field("seed", replay.seed);
  field("shows", replay.shows);
  text += "  \"steps\": [";
  for (std::size_t i = 0; i < replay.steps.size(); ++i) {
    text += fmt::format("{}\n    {}", i == 0 ? "" : ",", replay.steps[i]);
  }
  return text + (replay.steps.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

ReplayFile parse_replay(std::string_view text, const std::string& file_name) {
  const ReplayReader reader(file_name);
  const Json json = reader.parse(text);
  const std::string format = reader.string(json, "format");
  const bool old_go = format == kOldGoFormat;
  if (format != kFormat && !old_go) reader.fail("format", fmt::format("\"{}\"", kFormat), ReplayReader::show(format));
  const bool old = reader.integer(json, "version", 1, old_go ? 1 : kReplayVersion) == 1;

  ReplayFile replay;
  replay.kind = old_go ? "go" : old ? "litmus" : reader.string(json, "kind");
  replay.test = reader.string(json, "test");
  replay.file = reader.string(json, "file");
  replay.hash = reader.hash(json, "hash");
  replay.settings = old_go ? read_old_go_settings(json, reader)
                    : old  ? read_old_litmus_settings(json, reader)
                           : read_settings(json, reader);
  replay.seed = reader.integer(json, "seed", 0, std::numeric_limits<std::uint64_t>::max());
  replay.shows = reader.string(json, "shows");
  const Json& steps = reader.field(json, "steps");
  if (!steps.is_array()) reader.fail("steps", "an array", ReplayReader::show(steps));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!steps[i].is_object()) reader.fail(fmt::format("steps[{}]", i), "an object", ReplayReader::show(steps[i]));
    replay.steps.push_back(spelled(steps[i]));
  }
  return replay;
}

ReplayFile load_replay(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw ReplayFileError(path.string() + ": expected a replay file, found a folder");
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) throw ReplayFileError(fmt::format("{}: cannot be read: {}", path.string(), std::strerror(errno)));
  std::string text;
  std::array<char, 1 << 16> block;
  while (in.read(block.data(), block.size()), in.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    // It need not be a file: a pipe has no size.
    if (text.size() > kLargest)
      throw ReplayFileError(path.string() + ": expected a replay file, found more than 64 MB");
  }
  if (in.bad()) throw ReplayFileError(path.string() + ": cannot be read");
  return parse_replay(text, path.string());
}

}  // namespace graphfuzz
