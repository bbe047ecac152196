#include "graphfuzz/report/replay_file.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include "graphfuzz/store/error.hpp"

namespace graphfuzz {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;
using Ordered = nlohmann::ordered_json;

ReplayFile sample_replay() {
  return {"litmus",
          "SB",
          "../a \"b\".litmus",
          0x0123456789abcdef,
          {{"model", "rc11"}, {"retries", "drop"}, {"unroll", "3"}},
          18446744073709551615u,
          "race: ä\n",
          {R"({"thread": 0, "from": [-1, 0]})", R"({"thread": 1, "from": [0, 2147483647], "fails": true})"}};
}

/// As version 1 wrote them.
constexpr std::string_view kOldLitmus = R"({
  "format": "graphfuzz replay",
  "version": 1,
  "test": "SB",
  "file": "../SB.litmus",
  "hash": "0123456789abcdef",
  "model": "rc11",
  "unroll": 3,
  "retries": "drop",
  "seed": 42,
  "shows": "race: x",
  "steps": [
    {"thread": 0, "from": [-1, 0]},
    {"thread": 1, "from": [0, 1], "fails": true}
  ]
}
)";
constexpr std::string_view kOldGo = R"({
  "format": "graphfuzz go replay",
  "version": 1,
  "test": "closed",
  "file": "closed.go",
  "hash": "0123456789abcdef",
  "function": "TestX",
  "timers": "idle",
  "seed": 42,
  "shows": "panic",
  "steps": [
    {"routine": "0", "choice": -1, "partner": "0.1", "partner_choice": 2},
    {"routine": "0.2", "timer": 0}
  ]
}
)";

TEST(ReplayFileTest, RoundTrip) {
  const ReplayFile replay = sample_replay();
  EXPECT_EQ(parse_replay(to_text(replay), "f"), replay);
  EXPECT_EQ(parse_replay(to_text(ReplayFile{}), "f"), ReplayFile{});
}

TEST(ReplayFileTest, APersonCanReadIt) {
  const std::string text = to_text(sample_replay());
  EXPECT_THAT(text, StartsWith("{\n  \"format\": \"graphfuzz replay\",\n  \"version\": 2,\n  \"kind\": \"litmus\",\n"));
  EXPECT_THAT(text, HasSubstr("\n    \"retries\": \"drop\",\n    \"unroll\": \"3\"\n  },\n"));
  EXPECT_THAT(text, HasSubstr("\n    {\"thread\": 0, \"from\": [-1, 0]},\n"));
}

TEST(ReplayFileTest, StepsKeepTheirKeysInOrderAndNothingElse) {
  Ordered json = Ordered::parse(to_text(sample_replay()));
  json["steps"] = Ordered::array({{{"z", 1}, {"a", {{"b", Ordered::array()}, {"c", nullptr}}}, {"t", "x, \"y: z\""}},
                                  Ordered::object(),
                                  {{"large", 18446744073709551615u}, {"half", 0.5}, {"no", false}}});
  for (const int indent : {-1, 7}) {
    EXPECT_THAT(parse_replay(json.dump(indent), "f").steps,
                ElementsAre(R"({"z": 1, "a": {"b": [], "c": null}, "t": "x, \"y: z\""})", "{}",
                            R"({"large": 18446744073709551615, "half": 0.5, "no": false})"));
  }
}

TEST(ReplayFileTest, ReadsTheFirstVersionOfLitmusTests) {
  const ReplayFile replay = parse_replay(kOldLitmus, "f");
  EXPECT_EQ(replay.kind, "litmus");
  EXPECT_EQ(replay.test, "SB");
  EXPECT_EQ(replay.file, "../SB.litmus");
  EXPECT_EQ(replay.hash, 0x0123456789abcdefu);
  EXPECT_EQ(replay.seed, 42u);
  EXPECT_THAT(replay.settings,
              UnorderedElementsAre(Pair("model", "rc11"), Pair("unroll", "3"), Pair("retries", "drop")));
  EXPECT_THAT(replay.steps,
              ElementsAre(R"({"thread": 0, "from": [-1, 0]})", R"({"thread": 1, "from": [0, 1], "fails": true})"));
  Ordered older = Ordered::parse(kOldLitmus);
  older.erase("retries");
  EXPECT_EQ(parse_replay(older.dump(), "f").settings.at("retries"), "keep");
}

TEST(ReplayFileTest, ReadsTheFirstVersionOfGoPrograms) {
  const ReplayFile replay = parse_replay(kOldGo, "f");
  EXPECT_EQ(replay.kind, "go");
  EXPECT_THAT(replay.settings, UnorderedElementsAre(Pair("function", "TestX"), Pair("timers", "idle")));
  EXPECT_THAT(replay.steps, ElementsAre(R"({"routine": "0", "choice": -1, "partner": "0.1", "partner_choice": 2})",
                                        R"({"routine": "0.2", "timer": 0})"));
  Ordered any = Ordered::parse(kOldGo);
  any["function"] = "";
  any["timers"] = "any";
  EXPECT_THAT(parse_replay(any.dump(), "f").settings, UnorderedElementsAre(Pair("timers", "any")));
}

TEST(ReplayFileTest, OldFilesBecomeNewOnes) {
  for (const std::string_view old : {kOldLitmus, kOldGo}) {
    const ReplayFile replay = parse_replay(old, "f");
    EXPECT_EQ(parse_replay(to_text(replay), "f"), replay);
  }
}

TEST(ReplayFileTest, HashTellsTextsApart) {
  EXPECT_NE(program_hash("a"), program_hash("b"));
  EXPECT_EQ(program_hash(""), 0x2d06800538d394c2u);  // XXH3's published value for nothing
}

std::string error_of(const std::string& text) {
  try {
    parse_replay(text, "dir/broken.json");
  } catch (const store::DocumentError& e) {
    return e.what();
  }
  return "no error";
}

/// One field replaced; without a value it is removed.
std::string with(std::string_view text, const std::string& pointer, const Ordered& value = nullptr) {
  Ordered json = Ordered::parse(text);
  if (value.is_null()) {
    json.erase(pointer.substr(1));
  } else {
    json[Ordered::json_pointer(pointer)] = value;
  }
  return json.dump();
}

TEST(ReplayFileTest, BrokenFilesNameThePlace) {
  const std::string text = to_text(sample_replay());
  const struct {
    std::string text;
    std::string place;
  } cases[] = {
      {"",
       "dir/broken.json:1:1: expected a replay file (graphfuzz writes them to graphfuzz-replays, or where "
       "--replay-dir says), found an empty file"},
      {"  \n", "found an empty file"},
      {"C SB\n{}", "dir/broken.json:1:1: expected a replay file"},
      {"C SB\n{}", "found a litmus test"},
      {"[]", "found JSON without a \"format\""},
      {"{}", "found JSON without a \"format\""},
      {"{", "dir/broken.json:1:2: expected"},
      {with(text, "/format", "x"), "expected a replay file"},
      {with(text, "/format", "x"), "found JSON whose \"format\" is \"x\""},
      {with(text, "/format", 3), "format: expected \"graphfuzz replay\", found 3"},
      {with(text, "/version", 3), "version: expected versions 1 to 2, which this program reads, found version 3"},
      {with(text, "/version", 0), "version: "},
      {with(text, "/version", "1"), "version: "},
      {with(text, "/kind"), "\"kind\""},
      {with(text, "/kind", 1), "kind: expected a text, found 1"},
      {with(text, "/test"), "\"test\""},
      {with(text, "/file", false), "file: "},
      {with(text, "/hash", "12"), "hash: "},
      {with(text, "/hash", "0123456789abcdeg"), "hash: "},
      {with(text, "/hash", "-123456789abcdef"), "hash: "},
      {with(text, "/seed", -1), "seed: "},
      {with(text, "/seed", 1.5), "seed: "},
      {with(text, "/settings"), "\"settings\""},
      {with(text, "/settings", "rc11"), "settings: expected an object, found \"rc11\""},
      {with(text, "/settings/unroll", 3), "settings.unroll: expected a text, found 3"},
      {with(text, "/shows"), "\"shows\""},
      {with(text, "/steps"), "\"steps\""},
      {with(text, "/steps", 3), "steps: "},
      {with(text, "/steps/1", 3), "steps[1]: expected an object, found 3"},
      {with(kOldLitmus, "/version", 2), "\"kind\""},
      {with(kOldLitmus, "/unroll", 4294967296), "unroll: "},
      {with(kOldLitmus, "/unroll", -1), "unroll: "},
      {with(kOldLitmus, "/unroll"), "\"unroll\""},
      {with(kOldLitmus, "/model", 3), "model: expected a text, found 3"},
      {with(kOldLitmus, "/model"), "\"model\""},
      {with(kOldLitmus, "/retries", "drops"), "retries: expected \"drop\" or \"keep\", found \"drops\""},
      {with(kOldGo, "/version", 2), "version: expected version 1, which this program reads, found version 2"},
      {with(kOldGo, "/timers", "never"), "timers: expected \"any\" or \"idle\", found \"never\""},
      {with(kOldGo, "/function"), "\"function\""},
      {with(kOldGo, "/steps/0", Ordered::array()), "steps[0]: "},
      {text.substr(0, 300), "expected"},
  };
  for (const auto& c : cases) {
    EXPECT_THAT(error_of(c.text), StartsWith("dir/broken.json:")) << c.text;
    EXPECT_THAT(error_of(c.text), HasSubstr(c.place)) << c.text;
  }
}

TEST(ReplayFileTest, HugeNumbersAndValuesAreErrors) {
  const auto with_seed = [](const std::string& seed) {
    std::string text(kOldLitmus);
    return text.replace(text.find("42"), 2, seed);
  };
  EXPECT_EQ(error_of(with_seed("18446744073709551615")), "no error");
  EXPECT_THAT(error_of(with_seed("18446744073709551616")), HasSubstr("seed: "));
  EXPECT_THAT(error_of(with_seed("1e999")), HasSubstr("1e999"));
  EXPECT_THAT(error_of(with_seed("\"" + std::string(100'000, 'x') + "\"")), HasSubstr("seed: "));
  EXPECT_LT(error_of(with_seed("\"" + std::string(100'000, 'x') + "\"")).size(), 200u);
  EXPECT_THAT(error_of(with_seed(std::string(1'000'000, '['))),
              EndsWith("expected at most 20 arrays and objects in each other, found more"));
}

TEST(ReplayFileTest, UnreadableFilesAreErrors) {
  EXPECT_THROW(load_replay("no/such/file.json"), store::FileError);
  EXPECT_THROW(load_replay(std::filesystem::temp_directory_path()), store::FileError);
}

TEST(ReplayFileTest, FilesAreReadToABound) {
  const auto path = std::filesystem::temp_directory_path() / ("graphfuzz-replay-test-" + std::to_string(getpid()));
  std::ofstream(path) << to_text(sample_replay());
  EXPECT_EQ(load_replay(path), sample_replay());
  std::filesystem::resize_file(path, (std::uintmax_t{64} << 20) + 1);  // sparse
  try {
    load_replay(path);
    ADD_FAILURE();
  } catch (const store::FileError& e) {
    EXPECT_THAT(e.what(), EndsWith("expected at most 67108864 bytes, found more"));
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace graphfuzz
