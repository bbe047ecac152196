// What is written can be read back and means the same; and has the form that the tools expect.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <stdexcept>

#include "frontend/trace_samples.hpp"
#include "graphfuzz/frontend/trace_files.hpp"

namespace graphfuzz::go {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

Trace read(const TraceFiles& files) {
  std::vector<std::string> warnings;
  Trace trace = read_trace(files, "t", {}, warnings);
  EXPECT_THAT(warnings, IsEmpty());
  return trace;
}

/// An event in words that do not depend on how positions and objects are numbered. Without `times`, none.
std::string words(const Trace& trace, const TraceEvent& e, bool times, bool fill) {
  std::string text = std::to_string(trace.routines[e.routine].id) + " " + std::string(name(e.kind));
  const auto object = [&](Object o) { return o == kNoObject ? "*" : trace.objects[o].id; };
  text += " " + object(e.object) + " " + (e.position == kNoPosition ? "?" : trace.positions[e.position]);
  if (times) text += " " + std::to_string(e.begin) + " " + std::to_string(e.end);
  text += e.finished() ? " done" : " open";
  text += " ok" + std::to_string(e.ok) + " chosen" + std::to_string(e.chosen) + " d" + std::to_string(e.has_default);
  text += " pair" + std::to_string(e.pair) + (fill ? " fill" + std::to_string(e.fill) : "");
  text += " operand" + std::to_string(e.operand) + " value" + std::to_string(e.value);
  if (e.kind == Kind::fork) text += " child" + std::to_string(trace.routines[e.child].id);
  if (e.object != kNoObject) text += " cap" + std::to_string(trace.objects[e.object].capacity);
  for (std::uint32_t c = 0; c < e.case_count; ++c) {
    const TraceCase& part = trace.cases[e.first_case + c];
    text += std::string(part.sends ? " S" : " R") + object(part.channel);
  }
  return text;
}

void expect_same(const Trace& a, const Trace& b, bool times, bool fill) {
  ASSERT_EQ(a.events.size(), b.events.size());
  ASSERT_EQ(a.routines.size(), b.routines.size());
  for (std::size_t e = 0; e < a.events.size(); ++e) {
    ASSERT_EQ(words(a, a.events[e], times, fill), words(b, b.events[e], times, fill)) << e;
    ASSERT_EQ(a.events[e].partner, b.events[e].partner) << e;
  }
  for (std::size_t r = 0; r < a.routines.size(); ++r) {
    EXPECT_EQ(a.routines[r].id, b.routines[r].id);
    EXPECT_EQ(a.routines[r].events, b.routines[r].events);
    EXPECT_EQ(a.routines[r].fork, b.routines[r].fork);
    EXPECT_EQ(a.routines[r].ended, b.routines[r].ended);
  }
}

std::vector<Trace> samples() {
  std::vector<Trace> traces{read(sample_trace())};
  for (const auto& run : recorded_runs(60'000)) {
    std::vector<std::string> warnings;
    traces.push_back(read_trace(run, {}, warnings));
  }
  return traces;
}

TEST(TraceFiles, ATraceIsWrittenAndReadBack) {
  for (const Trace& trace : samples()) {
    SCOPED_TRACE(trace.path);
    const Trace again = read(advocate_files(trace));
    expect_same(trace, again, true, true);
    EXPECT_EQ(trace.outcome, again.outcome);
    EXPECT_EQ(trace.panic, again.panic);
    EXPECT_EQ(trace.panic_event, again.panic_event);
    const Trace older = read(advocate_files(trace, AdvocateDialect::older));
    EXPECT_THAT(older.dialect, testing::StartsWith("advocate"));  // one element alone does not tell
    expect_same(trace, older, true, false);
  }
}

TEST(TraceFiles, TheSampleIsWrittenAsItWas) {
  TraceFiles expected = sample_trace();
  TraceFiles written = advocate_files(read(expected));
  // Ids of selects are not kept: no two executions share one, so that they say nothing.
  for (auto* files : {&expected, &written}) {
    for (auto& [name, text] : *files) {
      for (std::size_t at = text.find("S,"); at != std::string::npos; at = text.find("\nS,", at)) {
        at += text[at] == '\n' ? 1 : 0;
        const std::size_t id = text.find(',', text.find(',', at + 2) + 1) + 1;
        text.replace(id, text.find(',', id) - id, "id");
      }
    }
  }
  EXPECT_EQ(written["trace_1.log"], expected["trace_1.log"]);
  EXPECT_EQ(written["trace_2.log"], expected["trace_2.log"]);
}

TEST(TraceFiles, ObjectsWithoutNumbersGetThem) {
  Trace trace = read(sample_trace());
  for (TraceObject& object : trace.objects) object.id = "ch, or; what~ever";
  for (TraceEvent& event : trace.events) {
    if (event.kind == Kind::lock) event.position = kNoPosition;
  }
  const Trace again = read(advocate_files(trace));
  ASSERT_EQ(again.events.size(), trace.events.size());
  std::set<std::string> ids;
  for (const TraceObject& object : again.objects) ids.insert(object.id);
  EXPECT_EQ(ids.size(), again.objects.size());
  for (std::size_t e = 0; e < trace.events.size(); ++e) EXPECT_EQ(again.events[e].partner, trace.events[e].partner);
}

TEST(TraceFiles, AFolderOnTheDisk) {
  const auto folder = std::filesystem::temp_directory_path() / "graphfuzz_trace_files_test";
  std::filesystem::remove_all(folder);
  write_files(advocate_files(read(sample_trace())), folder / "run");
  std::vector<std::string> warnings;
  EXPECT_EQ(read_trace(folder / "run", {}, warnings).events.size(), 17U);
  EXPECT_THAT(find_traces(folder), ElementsAre(folder / "run"));
  std::filesystem::remove_all(folder);
}

TEST(TraceFiles, RewrittenInTheSameOrderIsTheSame) {
  for (const Trace& trace : samples()) {
    SCOPED_TRACE(trace.path);
    // Everything that finished; what comes after an open operation does not.
    std::vector<bool> open(trace.routines.size(), false), kept(trace.events.size(), false);
    for (std::size_t r = 0; r < trace.routines.size(); ++r) {
      for (const std::uint32_t e : trace.routines[r].events) {
        open[r] = open[r] || !trace.events[e].finished();
        kept[e] = !open[r];
      }
    }
    std::vector<std::uint32_t> order;
    for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
      if (kept[e]) order.push_back(e);
    }
    const TraceFiles files = rewritten_trace(trace, order, 30);
    EXPECT_THAT(files.at("trace_1.log"), testing::EndsWith(",30\n"));
    const Trace again = read(files);
    ASSERT_EQ(again.events.size(), order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      ASSERT_EQ(words(trace, trace.events[order[i]], false, true), words(again, again.events[i], false, true));
    }
  }
}

TEST(TraceFiles, RewrittenForADirective) {
  const Trace trace = read(sample_trace());
  Directive directive;
  directive.chain = {{2, "f.go#21", 1}, {1, "f.go#10", 1}};
  const TraceFiles files = rewritten_trace(trace, directive, 0);
  const Trace again = read(files);
  ASSERT_GE(again.events.size(), 2U);
  const TraceEvent& last = again.events.back();
  EXPECT_EQ(again.positions[last.position], "f.go#10");
  EXPECT_EQ(again.positions[again.events[again.events.size() - 2].position], "f.go#21");
  directive.chain = {{2, "f.go#21", 2}};
  EXPECT_THROW(rewritten_trace(trace, directive, 0), std::invalid_argument);
  EXPECT_THROW(partial_replay(trace, directive), std::invalid_argument);
  EXPECT_THROW(partial_replay(trace, Directive{}), std::invalid_argument);
}

TEST(TraceFiles, PartialReplay) {
  const Trace trace = read(sample_trace());
  Directive directive;
  directive.chain = {{2, "f.go#21", 1}, {1, "f.go#10", 1}, {2, "f.go#24", 1}};
  TraceFiles files = partial_replay(trace, directive);
  // The earliest of the chain is the close at 21.
  EXPECT_EQ(files["replay_active.log"], "0\n2:f.go#21,21,1\n1:f.go#10,23,1\n2:f.go#24,25,1\n");
  EXPECT_EQ(files["trace_2.log"],
            "C,7,8,1000000001,S,f,1,2,1,f.go#20\n"
            "C,21,21,1000000001,R,t,0,2,0,f.go#21\n"
            "W,25,25,1000000003,A,-1,0,f.go#24\n");
  EXPECT_THAT(files["trace_1.log"], HasSubstr("A,19,824634400768,A,f.go#9\nC,23,23,1000000001,C,f,0,2,1,f.go#10\n"));
  EXPECT_THAT(files["trace_1.log"], HasSubstr("O,18"));  // begins before the cut, as what is inside of it does
  EXPECT_EQ(read_partial_replay(files, "t"), directive);
  EXPECT_EQ(read(files).events.size(), 13U);

  // With a prefix: it is replayed in full, up to the switch.
  const OperationIndex index(trace);
  std::vector<std::uint32_t> before;
  for (std::uint32_t e = 0; e < trace.events.size(); ++e) {
    if (decided_at(trace, e) < 21) before.push_back(e);
  }
  std::sort(before.begin(), before.end(),
            [&](std::uint32_t a, std::uint32_t b) { return decided_at(trace, a) < decided_at(trace, b); });
  for (const std::uint32_t e : before) directive.prefix.push_back(index.name_of(e));
  files = partial_replay(trace, directive);
  EXPECT_THAT(files["replay_active.log"], testing::StartsWith("21\n"));
  EXPECT_EQ(read_partial_replay(files, "t"), directive);
}

// order-based-fuzzing.md, GoPie+, "Order Enforcement": a prefix ends in one place, whatever is under way there.
TEST(TraceFiles, PrefixesHoldWholeRendezvousAndNoInsideOfACutOnce) {
  // 2 sends at 10, 1 has its receive noted at 14; 3 is in a Once from 16 to 30, with a lock inside of it.
  const Trace trace = read({{"trace_1.log", "G,1,2,f.go#1\nG,2,3,f.go#2\nC,9,14,5,R,f,1,0,0,f.go#3\n"},
                            {"trace_2.log", "C,8,10,5,S,f,1,0,0,f.go#10\n"},
                            {"trace_3.log",
                             "W,12,12,6,A,1,1,f.go#20\nO,16,30,7,t,f.go#21\nM,17,18,8,-,L,t,f.go#22\n"
                             "M,20,20,8,-,U,t,f.go#23\n"}});
  const auto files_of = [&](std::vector<OperationId> chain) {
    Directive directive;
    directive.chain = std::move(chain);
    directive.prefix = {{2, "f.go#10", 1}};  // it is enforced
    return partial_replay(trace, directive);
  };
  // Cut between the two sides of the rendezvous: both are before.
  TraceFiles files = files_of({{3, "f.go#20", 1}});
  EXPECT_THAT(files["replay_active.log"], testing::StartsWith("12\n"));
  EXPECT_THAT(files["trace_2.log"], HasSubstr("f.go#10"));
  EXPECT_THAT(files["trace_1.log"], HasSubstr("C,9,10,5,R,f,1,0,0,f.go#3"));
  // The receive is in the chain: the send is not before it.
  files = files_of({{1, "f.go#3", 1}});
  EXPECT_THAT(files["replay_active.log"], testing::StartsWith("10\n"));
  EXPECT_EQ(files["trace_2.log"], "");
  // The Once is in the chain: nothing inside of it is before.
  files = files_of({{3, "f.go#21", 1}});
  EXPECT_THAT(files["replay_active.log"], testing::StartsWith("16\n"));
  EXPECT_THAT(files["trace_3.log"], testing::Not(HasSubstr("f.go#22")));
  // What is inside is: the Once is before it.
  files = files_of({{3, "f.go#23", 1}});
  EXPECT_THAT(files["trace_3.log"], HasSubstr("O,16,30,7,t,f.go#21"));
  EXPECT_THAT(files["trace_3.log"], HasSubstr("f.go#22"));
  const Directive again = read_partial_replay(files, "t");
  EXPECT_THAT(again.prefix, testing::Contains(OperationId{3, "f.go#21", 1}));
}

TEST(TraceFiles, ReplayActiveErrors) {
  for (const char* text :
       {"", "x\n", "0\n2:f.go#21,21\n", "0\nf.go#21,21,1\n", "0\n2:f.go#21,21,0\n", "0\n2:f.go,1,1\n"}) {
    EXPECT_THROW(read_replay_active(text, "replay_active.log"), TraceError) << text;
  }
}

TEST(TraceFiles, FuzzingData) {
  const Trace trace = read(sample_trace());
  Directive directive;
  directive.preferred = {{"f.go#5", {0, kDefault}}, {"f.go#22", {0}}};
  directive.delays = {{"f.go#20", {1, 3}}, {"f.go#6", {1}}};
  EXPECT_EQ(fuzzing_data(directive, trace, SiteName::position), "f.go:22;0\nf.go:5;0,-1\n#\nf.go:20;1,3\nf.go:6;1\n");
  EXPECT_EQ(fuzzing_data(directive, trace, SiteName::routine_and_position),
            "2:f.go#22;0\n1:f.go#5;0,-1\n#\n2:f.go#20;1,3\n1:f.go#6;1\n");
  for (const SiteName names : {SiteName::position, SiteName::routine_and_position}) {
    EXPECT_EQ(read_fuzzing_data(fuzzing_data(directive, trace, names), "fuzzingData.log", trace), directive);
  }
}

TEST(TraceFiles, FuzzingDataOfSeveralVisitors) {
  // A select at f.go#9 is visited by routines 2, 1, 2; another operation by 1, 2, 1.
  const Trace trace = read({{"trace_1.log", "G,1,2,f.go#1\nS,4,5,1,D,-1,f.go#9\nA,6,7,L,f.go#8\nA,12,7,L,f.go#8\n"},
                            {"trace_2.log", "S,2,3,1,D,-1,f.go#9\nA,7,7,L,f.go#8\nS,8,9,1,D,-1,f.go#9\n"}});
  Directive directive;
  directive.preferred = {{"f.go#9", {5, 6, 7, 8}}};
  directive.delays = {{"f.go#8", {2, 3, 5}}};
  const std::string text = fuzzing_data(directive, trace, SiteName::routine_and_position);
  EXPECT_EQ(text, "2:f.go#9;5,7,8\n1:f.go#9;6\n#\n2:f.go#8;1\n1:f.go#8;2,4\n");
  EXPECT_EQ(read_fuzzing_data(text, "fuzzingData.log", trace), directive);
}

// flow-changing-operations.md counts executions of operations: go and make at the same position are none.
TEST(TraceFiles, FuzzingDataCountsOperationsAlone) {
  const Trace trace = read({{"trace_1.log", "N,1,6,C,0,f.go#1\nG,2,2,f.go#1\nM,5,6,9,-,L,t,f.go#1\n"},
                            {"trace_2.log", "M,3,4,8,-,L,t,f.go#1\n"}});
  Directive directive;
  directive.delays = {{"f.go#1", {1}}};
  EXPECT_EQ(fuzzing_data(directive, trace, SiteName::position), "#\nf.go:1;1\n");
  const std::string text = fuzzing_data(directive, trace, SiteName::routine_and_position);
  EXPECT_EQ(text, "#\n2:f.go#1;1\n");
  EXPECT_EQ(read_fuzzing_data(text, "fuzzingData.log", trace), directive);
}

// GFuzz tells and reads cases as they are in the source.
TEST(TraceFiles, GfuzzsOwnCasesAreNotMirrored) {
  GfuzzRun run;
  run.selects.push_back({"f.go#9", 3, 0});
  const Trace trace = trace_of(run, "ort_output");
  Directive directive;
  directive.preferred = {{"f.go#9", {2, 0, 1}}};
  const GfuzzConfig config = gfuzz_config_of(directive, trace);
  EXPECT_THAT(config.preferred, ElementsAre(Pair("f.go#9", 2), Pair("f.go#9", 0), Pair("f.go#9", 1)));
  EXPECT_EQ(directive_of(config, trace), directive);
}

TEST(TraceFiles, FuzzingDataErrors) {
  const Trace trace;
  const auto error_of = [&](std::string_view text) -> std::string {
    try {
      read_fuzzing_data(text, "fuzzingData.log", trace);
    } catch (const TraceError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of("3:/a/cockroach10790_test.go#73;1,1\n#\n"), "");
  EXPECT_EQ(error_of(""), "");
  EXPECT_THAT(error_of("f.go:1;1\nf.go:2\n"), HasSubstr("fuzzingData.log:2: "));
  EXPECT_THAT(error_of("f.go:1;1,x\n"), HasSubstr("fuzzingData.log:1: "));
  EXPECT_THAT(error_of("f.go:1;-2\n"), HasSubstr("fuzzingData.log:1: "));
  EXPECT_THAT(error_of("f.go;1\n"), HasSubstr("fuzzingData.log:1: "));
  EXPECT_THAT(error_of("#\n\n#\n"), HasSubstr("fuzzingData.log:3: "));
  EXPECT_THAT(error_of("#\nf.go:1;0\n"), HasSubstr("fuzzingData.log:2: "));
}

TEST(TraceFiles, GfuzzConfigHasCasesInSourceOrder) {
  // Runtime order: one send, then the receives from the last to the first.
  const Trace trace = read(
      {{"trace_1.log", "S,1,2,1,C.1.2.9.S.f.1.1.1~C.1.0.8.R.f.0.0.0~C.1.0.7.R.f.0.0.0~C.1.0.6.R.f.0.0.0,0,f.go#9\n"}});
  Directive directive;
  directive.preferred = {{"f.go#9", {0, 1, 2, 3, kDefault}}, {"g.go#1", {2}}};
  const GfuzzConfig config = gfuzz_config_of(directive, trace);
  EXPECT_THAT(config.preferred, ElementsAre(Pair("f.go#9", 0), Pair("f.go#9", 3), Pair("f.go#9", 2), Pair("f.go#9", 1),
                                            Pair("f.go#9", -1), Pair("g.go#1", 2)));
  EXPECT_EQ(directive_of(read_gfuzz_config(gfuzz_config(config), "ort_config"), trace), directive);
  const SelectOrder known{{{"f.go#9", {2, 3, 1, 0}}}};
  EXPECT_THAT(gfuzz_config_of(directive, trace, known).preferred[0], Pair("f.go#9", 2));
  EXPECT_EQ(directive_of(gfuzz_config_of(directive, trace, known), trace, known), directive);
}

TEST(TraceFiles, GopieChains) {
  Directive directive;
  directive.chain = {{0, "841813590018", 1}, {0, "7", 1}, {0, "9", 1}};
  EXPECT_EQ(gopie_input(gopie_pairs(directive)), "({841813590018}, {7})({7}, {9})");
  EXPECT_EQ(directive_of(read_gopie_input(gopie_input(gopie_pairs(directive)), "Input")), directive);
  directive.chain[0].position = "f.go#1";
  EXPECT_THROW(gopie_pairs(directive), std::invalid_argument);
}

}  // namespace
}  // namespace graphfuzz::go
