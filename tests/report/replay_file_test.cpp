#include "graphfuzz/report/replay_file.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "report/sample.hpp"

namespace graphfuzz {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

ReplayFile sample() {
  const auto program = test::store_buffering();
  ReplayFile replay{"SB",
                    "../a \"b\".litmus",
                    0x0123456789abcdef,
                    "rc11",
                    3,
                    true,
                    18446744073709551615u,
                    "race: ä\n",
                    choices(test::both_read_zero(*program))};
  Step weak;
  weak.thread = 1;
  weak.source_thread = 0;
  weak.source_index = 0x7fffffff;
  weak.fails = 1;
  replay.prefix.steps.push_back(weak);
  return replay;
}

TEST(ReplayFileTest, RoundTrip) {
  const ReplayFile replay = sample();
  EXPECT_EQ(parse_replay(to_text(replay), "f"), replay);
  EXPECT_EQ(parse_replay(to_text(ReplayFile{}), "f"), ReplayFile{});
}

TEST(ReplayFileTest, HashTellsTextsApart) {
  EXPECT_NE(program_hash("a"), program_hash("b"));
  EXPECT_EQ(program_hash(""), 0x2d06800538d394c2u);  // XXH3's published value for nothing
}

std::string error_of(const std::string& text) {
  try {
    parse_replay(text, "dir/broken.json");
  } catch (const ReplayFileError& e) {
    return e.what();
  }
  return "no error";
}

/// The sample with one field replaced; null removes it.
std::string with(const std::string& pointer, const nlohmann::json& value) {
  auto json = nlohmann::json::parse(to_text(sample()));
  if (value.is_null()) {
    json.erase(pointer.substr(1));
  } else {
    json[nlohmann::json::json_pointer(pointer)] = value;
  }
  return json.dump();
}

TEST(ReplayFileTest, BrokenFilesNameThePlace) {
  const struct {
    std::string text;
    std::string place;
  } cases[] = {
      {"", "empty file"},
      {"  \n", "empty file"},
      {"C SB\n{}", "line 1, column 1"},
      {"[]", "found []"},
      {"{}", "\"format\""},
      {with("/format", "x"), "format: expected \"graphfuzz replay\", found \"x\""},
      {with("/version", 2), "version: "},
      {with("/version", "1"), "version: "},
      {with("/hash", "12"), "hash: "},
      {with("/hash", "0123456789abcdeg"), "hash: "},
      {with("/seed", -1), "seed: "},
      {with("/seed", 1.5), "seed: "},
      {with("/unroll", 4294967296), "unroll: "},
      {with("/model", 3), "model: expected a string, found 3"},
      {with("/model", nullptr), "\"model\""},
      {with("/steps", 3), "steps: "},
      {with("/steps/1", 3), "steps[1]: "},
      {with("/steps/1/thread", -1), "steps[1].thread: "},
      {with("/steps/1/thread", 65535), "steps[1].thread: "},
      {with("/steps/1/from", {1}), "steps[1].from: "},
      {with("/steps/1/from/0", -2), "steps[1].from[0]: "},
      {with("/steps/1/from/1", 2147483648), "steps[1].from[1]: "},
      {with("/steps/1/from/1", 18446744073709551615u), "steps[1].from[1]: "},
      {with("/steps/1/fails", 1), "steps[1].fails: "},
      {to_text(sample()).substr(0, 300), "parse error"},
  };
  for (const auto& c : cases) {
    EXPECT_THAT(error_of(c.text), StartsWith("dir/broken.json: ")) << c.text;
    EXPECT_THAT(error_of(c.text), HasSubstr(c.place)) << c.text;
  }
}

TEST(ReplayFileTest, UnreadableFilesAreErrors) {
  EXPECT_THROW(load_replay("no/such/file.json"), ReplayFileError);
  EXPECT_THROW(load_replay(std::filesystem::temp_directory_path()), ReplayFileError);
}

}  // namespace
}  // namespace graphfuzz
