// GFuzz's ort_output and ort_config.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphfuzz/frontend/gfuzz_run.hpp"

namespace graphfuzz::go {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr const char* kOutput = R"({"tuple":{"17":3,"40000":1},
 "channels":{"f.go:34":{"id":"f.go:34","closed":true,"not_closed":false,"cap_buf":5,"peak_buf":3},
             "f.go:40":{"id":"f.go:40","closed":false,"not_closed":true,"cap_buf":0,"peak_buf":0}},
 "ops":[1,2,65535],
 "selects":[{"id":"f.go:12","cases":3,"chosen":1},{"id":"f.go:13","cases":2,"chosen":-1}],
 "later":"versions"})";

TEST(TraceGfuzz, Output) {
  const GfuzzRun run = read_gfuzz_output(kOutput, "ort_output");
  EXPECT_THAT(run.tuples, ElementsAre(Pair(17U, 3U), Pair(40000U, 1U)));
  EXPECT_THAT(run.operations, ElementsAre(1, 2, 65535));
  ASSERT_EQ(run.channels.size(), 2U);
  EXPECT_EQ(run.channels[0].made_at, "f.go#34");
  EXPECT_EQ(run.channels[0].peak, 3U);
  ASSERT_EQ(run.selects.size(), 2U);
  EXPECT_EQ(run.selects[0].chosen, 1);

  std::vector<std::string> warnings;
  const Trace trace = read_trace(TraceFiles{{"ort_output", kOutput}}, "run", {}, warnings);
  EXPECT_EQ(trace.dialect, "gfuzz");
  EXPECT_EQ(trace.events.size(), 5U);  // two made, two selects, one closed
  EXPECT_EQ(trace.objects[0].capacity, 5U);
  EXPECT_EQ(trace.events[2].case_count, 3U);
  EXPECT_EQ(trace.events[4].kind, Kind::close);
}

TEST(TraceGfuzz, ConfigIsReadAndWritten) {
  const GfuzzConfig config{1500, {{"/abs/f.go#12", 0}, {"/abs/f.go#12", 2}, {"/abs/g.go#9", 1}}, true};
  const std::string text = gfuzz_config(config);
  EXPECT_THAT(text, HasSubstr(R"({"id":"/abs/f.go:12","case":0})"));
  EXPECT_EQ(read_gfuzz_config(text, "ort_config"), config);
  EXPECT_EQ(read_gfuzz_config(
                R"({"selefcm":{"sel_timeout":500,"efcms":[{"id":"/abs/f.go:12","case":0}]},"dump_selects":true})", "c"),
            (GfuzzConfig{500, {{"/abs/f.go#12", 0}}, true}));
}

// In time that is not quadratic: it took 40 s.
TEST(TraceGfuzz, ManyChannels) {
  constexpr std::uint32_t kChannels = 300'000;
  GfuzzRun run;
  for (std::uint32_t i = 0; i < kChannels; ++i) {
    run.channels.push_back({"f.go#" + std::to_string(i / 2), i % 2 == 0, i % 2 == 1, 1, 0});
  }
  const Trace trace = trace_of(run, "t");
  EXPECT_EQ(trace.positions.size(), kChannels / 2);
  EXPECT_EQ(trace.objects.size(), kChannels);
  ASSERT_EQ(trace.events.size(), kChannels + kChannels / 2) << "each is made, every second one is closed";
  EXPECT_EQ(trace.positions[trace.events[kChannels - 1].position], "f.go#" + std::to_string(kChannels / 2 - 1));
  EXPECT_EQ(trace.events[0].position, trace.events[1].position);
}

TEST(TraceGfuzz, ErrorsNameThePlace) {
  const auto error_of = [](std::string_view text) -> std::string {
    try {
      read_gfuzz_output(text, "ort_output");
    } catch (const TraceError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(error_of("{\n\"tuple\": {\n,}}"), HasSubstr("ort_output:3:1: expected a key, found \",\""));
  EXPECT_THAT(error_of(""), HasSubstr("ort_output:1:1: expected a value, found the end"));
  EXPECT_THAT(error_of("[]"), HasSubstr("expected an object, found []"));
  EXPECT_THAT(error_of(R"({"selects":[{"id":"f.go:12","cases":3,"chosen":3}]})"),
              HasSubstr("selects[0].chosen: expected an integer from -1 to 2, found 3"));
  EXPECT_THAT(error_of(R"({"selects":[{"id":"f.go:12","cases":1e99,"chosen":0}]})"), HasSubstr("selects[0].cases"));
  EXPECT_THAT(error_of(R"({"ops":[70000]})"), HasSubstr("ops[0]"));
  EXPECT_THAT(error_of(R"({"tuple":{"x":1}})"), HasSubstr("tuple.x"));
  EXPECT_THAT(error_of(R"({"channels":{"f.go":{}}})"), HasSubstr("channels[\"f.go\"]"));
  EXPECT_THAT(
      error_of(
          R"({"channels":{"f.go:1":{"closed":true,"not_closed":true,"cap_buf":1,"peak_buf":18446744073709551615}}})"),
      HasSubstr("channels[\"f.go:1\"].peak_buf: expected an integer from 0 to 1, found 18446744073709551615"));
  // Not one memory cell for each case that is claimed.
  EXPECT_EQ(error_of(R"({"selects":[{"id":"f.go:12","cases":65536,"chosen":0}]})"), "");
}

}  // namespace
}  // namespace graphfuzz::go
