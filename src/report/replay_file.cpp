#include "graphfuzz/report/replay_file.hpp"

#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL
#endif
#include <fmt/format.h>
#include <xxhash.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>

#include "report/replay_reader.hpp"

namespace graphfuzz {
namespace {

constexpr std::string_view kFormat = "graphfuzz replay";
constexpr std::uint32_t kMaxIndex = (1u << 31) - 1;

Step step_of(const Json& json, const std::string& where, const ReplayReader& reader) {
  if (!json.is_object()) reader.fail(where, "an object", ReplayReader::show(json));
  Step step;
  const std::int64_t last_thread = kInitThread - 1;
  step.thread =
      static_cast<ThreadId>(reader.integer(reader.field(json, where, "thread"), where + ".thread", 0, last_thread));
  const Json& from = reader.field(json, where, "from");
  if (!from.is_array() || from.size() != 2) reader.fail(where + ".from", "[thread, index]", ReplayReader::show(from));
  const std::int64_t thread = reader.integer(from[0], where + ".from[0]", -1, last_thread);
  step.source_thread = thread < 0 ? kInitThread : static_cast<ThreadId>(thread);
  step.source_index = static_cast<std::uint32_t>(reader.integer(from[1], where + ".from[1]", 0, kMaxIndex)) & kMaxIndex;
  if (const auto fails = json.find("fails"); fails != json.end()) {
    if (!fails->is_boolean()) reader.fail(where + ".fails", "true or false", ReplayReader::show(*fails));
    step.fails = fails->get<bool>() ? 1 : 0;
  }
  return step;
}

}  // namespace

std::uint64_t program_hash(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

std::string to_text(const ReplayFile& replay) {
  const auto dump = [](const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); };
  std::string text = "{\n";
  const auto field = [&](const char* key, const Json& value) {
    text += fmt::format("  \"{}\": {},\n", key, dump(value));
  };
  field("format", kFormat);
  field("version", kReplayVersion);
  field("test", replay.test);
  field("file", replay.file);
  field("hash", fmt::format("{:016x}", replay.hash));
  field("model", replay.model);
  field("unroll", replay.unroll);
  field("retries", replay.drop_retries ? "drop" : "keep");
  field("seed", replay.seed);
  field("shows", replay.shows);
  text += "  \"steps\": [";
  for (std::size_t i = 0; i < replay.prefix.steps.size(); ++i) {
    const Step& step = replay.prefix.steps[i];
    const int thread = step.source_thread == kInitThread ? -1 : static_cast<int>(step.source_thread);
    text += fmt::format("{}\n    {{\"thread\": {}, \"from\": [{}, {}]{}}}", i == 0 ? "" : ",", step.thread, thread,
                        static_cast<std::uint32_t>(step.source_index), step.fails ? ", \"fails\": true" : "");
  }
  return text + (replay.prefix.steps.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

ReplayFile parse_replay(std::string_view text, const std::string& file_name) {
  const ReplayReader reader(file_name);
  const Json json = parse_json(text, reader);
  if (!json.is_object()) reader.fail("", "an object", ReplayReader::show(json));
  if (const std::string format = reader.string(json, "format"); format != kFormat) {
    reader.fail("format", fmt::format("\"{}\"", kFormat), ReplayReader::show(format));
  }
  reader.integer(reader.field(json, "", "version"), "version", kReplayVersion, kReplayVersion);

  ReplayFile replay;
  replay.test = reader.string(json, "test");
  replay.file = reader.string(json, "file");
  replay.hash = hash_of(reader.string(json, "hash"), reader);
  replay.model = reader.string(json, "model");
  replay.unroll = static_cast<unsigned>(
      reader.integer(reader.field(json, "", "unroll"), "unroll", 0, std::numeric_limits<unsigned>::max()));
  replay.drop_retries = false;
  if (json.contains("retries")) {
    const std::string retries = reader.string(json, "retries");
    if (retries != "drop" && retries != "keep")
      reader.fail("retries", "\"drop\" or \"keep\"", ReplayReader::show(retries));
    replay.drop_retries = retries == "drop";
  }
  const Json& seed = reader.field(json, "", "seed");
  if (!seed.is_number_unsigned()) reader.fail("seed", "an integer from 0 to 2^64-1", ReplayReader::show(seed));
  replay.seed = seed.get<std::uint64_t>();
  replay.shows = reader.string(json, "shows");
  const Json& steps = reader.field(json, "", "steps");
  if (!steps.is_array()) reader.fail("steps", "an array", ReplayReader::show(steps));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    replay.prefix.steps.push_back(step_of(steps[i], fmt::format("steps[{}]", i), reader));
  }
  return replay;
}

std::string read_replay(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw ReplayFileError(path.string() + ": expected a replay file, found a folder");
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) throw ReplayFileError(fmt::format("{}: cannot be read: {}", path.string(), std::strerror(errno)));
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw ReplayFileError(path.string() + ": cannot be read");
  return text;
}

ReplayFile load_replay(const std::filesystem::path& path) { return parse_replay(read_replay(path), path.string()); }

}  // namespace graphfuzz
