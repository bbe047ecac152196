// Runs and traces of Go programs, told: listings, pictures.
#include "graphfuzz/analysis/go/story.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "graphfuzz/explore/go/executor.hpp"
#include "graphfuzz/explore/go/machine.hpp"
#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/frontend/go.hpp"
#include "graphfuzz/report/go_trace.hpp"
#include "graphfuzz/report/text.hpp"
#include "support/trace_builder.hpp"

namespace graphfuzz::go {
namespace {

using graphfuzz::testing::TraceBuilder;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

/// A random run of main's body that is as wanted.
Trace run(const std::string& body, const std::function<bool(const Machine&)>& wanted = {},
          const std::string& imports = "") {
  const auto program = parse_go("package main\n" + imports + "func main() {\n" + body + "}\n", "f.go");
  Machine machine(*program, {}, nullptr);
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    machine.restart();
    run_at_random(machine, random);
    if (!wanted || wanted(machine)) return machine.trace();
  }
  ADD_FAILURE() << "no run is as wanted";
  return {};
}

std::string listed(const Trace& trace) { return listing(tell(trace)); }

/// "rf 3 -> 4", with the numbers of the listing.
std::vector<std::string> arrows(const Story& story, const std::string& relation) {
  std::vector<std::string> result;
  for (const Story::Arrow& a : story.arrows) {
    if (a.relation == relation)
      result.push_back(story.rows[a.from].text + (a.directed ? " -> " : " -- ") + story.rows[a.to].text);
  }
  return result;
}

TEST(GoStory, SendsAndReceives) {
  const Trace trace =
      run("c := make(chan int)\n"
          "go func() { c <- 1 }()\n"
          "<-c\n");
  const Story story = tell(trace);
  EXPECT_THAT(story.lanes, ElementsAre("G0", "G1"));
  EXPECT_THAT(arrows(story, "rf"), ElementsAre("send c0 -> receive c0"));
  EXPECT_EQ(arrows(story, "asw").size(), 1u);
  EXPECT_THAT(story.after, HasSubstr("c0 made at f.go:3"));
  for (std::size_t i = 0; i < story.rows.size(); ++i) {
    EXPECT_EQ(story.rows[i].depth, i);
    EXPECT_EQ(story.rows[i].look, Story::Look::plain);
  }
  const std::string text = listing(story);
  EXPECT_THAT(text, ContainsRegex(" +G0 +G1\n"));
  EXPECT_THAT(text, ContainsRegex(" +1   3: make c0 \\(capacity 0\\)\n"));
  EXPECT_THAT(text, HasSubstr("4: go G1\n"));
  EXPECT_THAT(text, HasSubstr("   4: send c0\n"));
  EXPECT_THAT(text, ContainsRegex("   5: receive c0 +from [0-9]+\n"));
  EXPECT_THAT(text, ContainsRegex("\n  c0 made at f.go:3\n$"));
}

TEST(GoStory, Selects) {
  const std::string body =
      "c, d := make(chan int, 1), make(chan int, 1)\n"
      "c <- 1\n"
      "select {\n"
      "case <-c:\n"
      "case d <- 2:\n"
      "default:\n"
      "}\n"
      "select {\n"
      "case <-make(chan int):\n"
      "default:\n"
      "}\n";
  const auto took = [](bool sends) {
    return [sends](const Machine& machine) {
      for (const TraceEvent& e : machine.trace().events) {
        const TraceCase* const chosen = e.kind == Kind::select ? machine.trace().case_of(e) : nullptr;
        if (chosen != nullptr) return chosen->sends == sends;
      }
      return false;
    };
  };
  const Story received = tell(run(body, took(false)));
  EXPECT_THAT(listing(received), ContainsRegex("5: select: receive c0 \\(case [01] of 2\\) +from [0-9]+\n"));
  EXPECT_THAT(listing(received), HasSubstr("10: select: default\n"));
  EXPECT_THAT(arrows(received, "rf"), ElementsAre(AllOf(HasSubstr("send c0 -> select: receive c0"))));
  const Story sent = tell(run(body, took(true)));
  EXPECT_THAT(listing(sent), ContainsRegex("5: select: send c1 \\(case [01] of 2\\)\n"));
  EXPECT_THAT(arrows(sent, "rf"), IsEmpty());
  EXPECT_THAT(listed(run("select {}\n")), ContainsRegex("3: select \\(0 cases\\) +never finished\n"));
}

TEST(GoStory, ClosedChannels) {
  const Story story =
      tell(run("c := make(chan int)\n"
               "close(c)\n"
               "<-c\n"));
  EXPECT_THAT(arrows(story, "closed"), ElementsAre("close c0 -> receive c0"));
  EXPECT_THAT(arrows(story, "rf"), IsEmpty());
  EXPECT_THAT(listing(story), ContainsRegex("5: receive c0 +closed by 2\n"));
}

TEST(GoStory, Panics) {
  Story story =
      tell(run("c := make(chan int)\n"
               "close(c)\n"
               "close(c)\n"));
  EXPECT_THAT(listing(story), ContainsRegex("5: close c0\n.*5: panic: close of closed channel\n"));
  story = tell(run("panic(\"a\\n\\\"b\\\"\")\n"));
  ASSERT_FALSE(story.rows.empty());
  EXPECT_TRUE(story.rows.back().wide);
  EXPECT_THAT(story.rows.back().text, HasSubstr("panic: "));
}

TEST(GoStory, RecordedPanicsAreTheirOperations) {
  TraceBuilder b;
  const Object c = b.made_channel(0, 0);
  b.close(0, c);
  b.trace.panic = Panic::close_of_closed;
  b.trace.panic_event = b.close(0, c);
  EXPECT_THAT(listed(b.trace), ContainsRegex("3: close c0 +close of closed channel\n"));
  EXPECT_THAT(to_dot(b.trace, {}), HasSubstr(R"(label="close c0\nclose of closed channel\nf.go:3")"));
}

TEST(GoStory, OtherObjects) {
  const std::string text =
      listed(run("var m sync.Mutex\n"
                 "var w sync.WaitGroup\n"
                 "var o sync.Once\n"
                 "w.Add(1)\n"
                 "m.Lock()\n"
                 "o.Do(w.Done)\n"
                 "o.Do(w.Done)\n"
                 "w.Wait()\n",
                 {}, "import \"sync\"\n"));
  EXPECT_THAT(text, ContainsRegex("wg add w[0-9]+ \\+1 +counter 1\n"));
  EXPECT_THAT(text, ContainsRegex("wg add w[0-9]+ -1 +counter 0\n"));
  EXPECT_THAT(text, ContainsRegex("wg wait w[0-9]+ +counter 0\n"));
  EXPECT_THAT(text, ContainsRegex("8: lock m[0-9]+\n"));
  EXPECT_THAT(text, ContainsRegex("once o[0-9]+ +runs the function\n"));
  EXPECT_THAT(text, ContainsRegex("once o[0-9]+ +done before\n"));
}

TEST(GoStory, LeaksAreAlarming) {
  const Trace trace =
      run("c := make(chan int)\n"
          "go func() {\n"
          "  c <- 1\n"
          "}()\n",
          [](const Machine& machine) { return !machine.bugs().empty(); });
  const TraceAnalysis analysis = analyse(trace);
  ASSERT_EQ(analysis.findings.leaks.size(), 1u);
  const Story story = tell(trace, analysis);
  std::vector<std::string> alarming;
  for (const Story::Row& row : story.rows) {
    if (row.look == Story::Look::alarming) alarming.push_back(row.text);
  }
  EXPECT_THAT(alarming, ElementsAre("send c0"));
  EXPECT_THAT(listing(story), ContainsRegex("5: send c0 +never finished\n"));
  const std::string dot = to_dot(trace, analysis);
  EXPECT_THAT(dot, ContainsRegex("label=\"send c0\\\\nnever finished\\\\nf.go:5\"[^\n]*mistyrose"));
  EXPECT_THAT(to_dot(trace, TraceAnalysis{}), Not(HasSubstr("mistyrose")));
}

TEST(GoStory, PredictionsAreSuspicious) {
  // A send that could have come after the close.
  TraceBuilder b;
  const Object c = b.made_channel(0, 1);
  const Routine other = b.fork(0);
  b.at(12).send(0, c);
  b.at(13).close(other, c);
  const TraceAnalysis analysis = analyse(b.trace);
  ASSERT_EQ(analysis.findings.predicted.size(), 1u);
  const Story story = tell(b.trace, analysis);
  EXPECT_THAT(arrows(story, "P01"), ElementsAre("send c0 -- close c0"));
  EXPECT_EQ(story.rows[2].look, Story::Look::suspicious);
  EXPECT_EQ(story.rows[3].look, Story::Look::suspicious);
  EXPECT_THAT(to_dot(b.trace, analysis), ContainsRegex("3->4 +\\[color=\"darkorange\"[^\n]*P01[^\n]*dir=none"));
}

TEST(GoStory, PlacesAreReadInBothSpellings) {
  TraceBuilder b;
  const Object c = b.made_channel(0, 0);
  b.close(0, c);
  b.event(0, Kind::end);
  b.trace.positions = {"some/path/f.go#3", "some/path/f.go:4", "unknown"};
  const Story story = tell(b.trace);
  EXPECT_EQ(story.rows[0].place, "some/path/f.go:3");
  EXPECT_EQ(story.rows[1].place, "some/path/f.go:4");
  EXPECT_EQ(story.rows[2].place, "unknown");
  EXPECT_THAT(lines(listing(story)),
              ElementsAre("       G0",                       //
                          "   1   3: make c0 (capacity 0)",  //
                          "   2   4: close c0",              //
                          "   3   unknown: end",             //
                          "  c0 made at some/path/f.go:3"));
  EXPECT_THAT(to_dot(b.trace, {}), HasSubstr(R"(label="close c0\nf.go:4")"));
}

TEST(GoStory, LongTraces) {
  TraceBuilder b;
  const Object c = b.made_channel(0, 1000);
  const Routine other = b.fork(0);
  for (int i = 0; i < 150; ++i) {
    b.send(0, c);
    b.receive(other, c);
  }
  const std::string text = listed(b.trace);
  EXPECT_THAT(text, HasSubstr("  (102 events before these are left out)\n"));
  EXPECT_EQ(lines(text).size(), 203u) << "that line, the header, 200 events, the objects";
  EXPECT_THAT(text, ContainsRegex("receive c0 +from 301\n"));
  const std::string dot = to_dot(b.trace, {}, 100);
  EXPECT_THAT(dot, HasSubstr("100 of 302 events"));
  EXPECT_THAT(dot, Not(HasSubstr("\n101 ")));
}

TEST(GoStory, ManyObjectsAreNotListed) {
  TraceBuilder b;
  for (int i = 0; i < 100; ++i) b.made_channel(0, 0);
  EXPECT_EQ(tell(b.trace).after, "");
}

TEST(GoStory, HostileTextIsOnlyText) {
  TraceBuilder b;
  const Object c = b.made_channel(0, 0);
  const Routine other = b.fork(0);
  b.rendezvous(other, 0, c);
  const std::uint32_t panic = b.event(0, Kind::panic);
  const std::string hostile = "\"]; x -> y [label=\"\\\" <b>&amp;\n\x1b[2J\\";
  b.trace.path = hostile;
  b.trace.panic = Panic::other;
  b.trace.panic_event = panic;
  b.trace.panic_text = hostile;
  for (std::string& position : b.trace.positions) position = hostile;
  b.trace.positions.front() = hostile + "#7";
  const TraceAnalysis analysis = analyse(b.trace);
  const std::string text = listed(b.trace);
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_EQ(lines(text).size(), 7u) << text;
  const std::string dot = to_dot(b.trace, analysis);
  EXPECT_THAT(dot, Not(HasSubstr("label=\"\"]; x")));
  if (std::system("dot -V >/dev/null 2>&1") != 0) GTEST_SKIP() << "Graphviz is not installed";
  const auto file = std::filesystem::temp_directory_path() / ("graphfuzz-go-dot-test-" + std::to_string(getpid()));
  std::ofstream(file) << dot;
  const std::string command = "test -z \"$(dot -Tsvg -o /dev/null '" + file.string() + "' 2>&1)\"";
  EXPECT_EQ(std::system(command.c_str()), 0) << dot;
  std::filesystem::remove(file);
}

TEST(GoStory, NothingIsAStory) {
  const Story story = tell(Trace{}, TraceAnalysis{});
  EXPECT_TRUE(story.rows.empty());
  EXPECT_EQ(listing(story), "");
}

TEST(GoStory, NamesOfObjects) {
  TraceBuilder b;
  const ObjectKind kinds[] = {ObjectKind::channel, ObjectKind::mutex,  ObjectKind::once, ObjectKind::wait_group,
                              ObjectKind::cond,    ObjectKind::atomic, ObjectKind::timer};
  std::string letters;
  for (const ObjectKind kind : kinds) letters += object_name(b.trace, b.object(kind)).front();
  EXPECT_EQ(letters, "cmowdat");
  EXPECT_EQ(object_name(b.trace, 3), "w3");
  EXPECT_EQ(object_name(b.trace, 99), "?99");
  EXPECT_EQ(object_name(b.trace, kNoObject), "nil");
}

}  // namespace
}  // namespace graphfuzz::go
