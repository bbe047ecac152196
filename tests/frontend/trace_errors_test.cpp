// Every contradiction is an error that names file and line; lenient, the consistent part is kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphfuzz/frontend/trace.hpp"

namespace graphfuzz::go {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string error_of(const TraceFiles& files) {
  std::vector<std::string> warnings;
  try {
    read_trace(files, "t", {}, warnings);
  } catch (const TraceError& error) {
    return error.what();
  }
  return "";
}

/// The kinds of what is left of a routine, with its warnings.
std::vector<Kind> kept(const TraceFiles& files, std::size_t routine, std::vector<std::string>& warnings) {
  const Trace trace = read_trace(files, "t", {.lenient = true}, warnings);
  std::vector<Kind> kinds;
  for (const std::uint32_t e : trace.routines.at(routine).events) kinds.push_back(trace.events[e].kind);
  return kinds;
}

/// A program in which routine 2 sends to routine 1 without a buffer, line by line.
TraceFiles sound() {
  return {{"trace_1.log",
           "N,1,9,C,0,f.go#1\n"
           "G,2,2,f.go#2\n"
           "C,3,6,9,R,f,1,0,0,f.go#3\n"
           "M,7,8,5,-,L,t,f.go#4\n"
           "M,9,10,5,-,U,t,f.go#5\n"
           "E,11\n"},
          {"trace_2.log",
           "C,4,5,9,S,f,1,0,0,f.go#7\n"
           "E,12\n"},
          {"trace_info.log", "ExitCode!0\n"}};
}

TraceFiles with(std::string_view file, std::string_view from, std::string_view to) {
  TraceFiles files = sound();
  std::string& text = files.find(file)->second;
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  return files;
}

TEST(TraceErrors, TheSoundTraceIsNone) {
  EXPECT_EQ(error_of(sound()), "");
  std::vector<std::string> warnings;
  const Trace trace = read_trace(sound(), "t", {}, warnings);
  EXPECT_THAT(warnings, IsEmpty());
  EXPECT_EQ(trace.outcome, Outcome::clean);
  EXPECT_EQ(trace.events.size(), 8U);
  EXPECT_EQ(trace.events[1].child, 1U);
  EXPECT_EQ(trace.events[trace.events[1].partner].kind, Kind::send);
  EXPECT_TRUE(trace.routines[1].ended);
  EXPECT_EQ(trace.routines[1].fork, 1U);
}

TEST(TraceErrors, ReceiveWithoutItsSend) {
  const auto files = with("trace_2.log", "C,4,5,9,S,f,1,0,0,f.go#7\n", "");
  EXPECT_THAT(error_of(files), StartsWith("t/trace_1.log:3: expected the send number 1 on channel 9, found none"));
  std::vector<std::string> warnings;
  EXPECT_THAT(kept(files, 0, warnings), ElementsAre(Kind::make, Kind::fork));
  EXPECT_THAT(warnings, ElementsAre(StartsWith("t/trace_1.log:3: ")));
}

TEST(TraceErrors, SendWithoutBufferWithoutItsReceive) {
  const auto files = with("trace_1.log", "C,3,6,9,R,f,1,0,0,f.go#3\n", "");
  EXPECT_THAT(error_of(files), StartsWith("t/trace_2.log:1: expected the receive number 1"));
}

TEST(TraceErrors, WhatDependsOnACutIsCut) {
  // The unlock before the receive is the contradiction: the receive goes, so the send must go.
  auto files = with("trace_1.log", "C,3,6,9,R", "M,3,3,5,-,U,t,f.go#9\nC,4,6,9,R");
  EXPECT_THAT(error_of(files), StartsWith("t/trace_1.log:3: expected mutex 5 to be locked"));
  std::vector<std::string> warnings;
  EXPECT_THAT(kept(files, 0, warnings), ElementsAre(Kind::make, Kind::fork));
  EXPECT_THAT(kept(files, 1, warnings), IsEmpty());
  // A routine whose fork is cut.
  files = with("trace_1.log", "G,2,2", "X\nC,1,2,*,S,f,1,0,0,f.go#9\nG,2,2");
  files.find("trace_1.log")->second.erase(files.find("trace_1.log")->second.find("X\n"), 2);
  warnings.clear();
  EXPECT_THAT(kept(files, 0, warnings), ElementsAre(Kind::make));
  EXPECT_THAT(kept(files, 1, warnings), IsEmpty());
}

TEST(TraceErrors, TimeGoingBack) {
  EXPECT_THAT(error_of(with("trace_1.log", "M,7,8", "M,2,8")), StartsWith("t/trace_1.log:4: "));
  EXPECT_THAT(error_of(with("trace_1.log", "M,7,8", "M,5,8")),
              AllOf(StartsWith("t/trace_1.log:4: "), HasSubstr("time goes back")));
  EXPECT_THAT(error_of(with("trace_1.log", "M,7,8", "M,7,6")),
              AllOf(StartsWith("t/trace_1.log:4: "), HasSubstr("time goes back")));
  EXPECT_THAT(error_of(with("trace_2.log", "C,4,5", "C,1,5")),
              AllOf(StartsWith("t/trace_2.log:1: "), HasSubstr("fork")));
  EXPECT_THAT(error_of(with("trace_2.log", "C,4,5", "C,7,8")), StartsWith("t/trace_1.log:3: "));
}

TEST(TraceErrors, Forks) {
  EXPECT_THAT(error_of(with("trace_1.log", "G,2,2,f.go#2\n", "")),
              AllOf(StartsWith("t/trace_2.log:1: "), HasSubstr("a routine without a fork")));
  EXPECT_THAT(error_of(with("trace_1.log", "E,11", "G,11,2,f.go#8")),
              AllOf(StartsWith("t/trace_1.log:6: "), HasSubstr("forked at t/trace_1.log:2 already")));
  EXPECT_THAT(error_of(with("trace_1.log", "E,11", "G,11,1,f.go#8")), StartsWith("t/trace_1.log:6: "));
  EXPECT_THAT(error_of(with("trace_1.log", "E,11", "G,11,3,f.go#8")),
              AllOf(StartsWith("t/trace_1.log:6: "), HasSubstr("trace_3.log")));
}

TEST(TraceErrors, Locks) {
  EXPECT_THAT(error_of(with("trace_1.log", "M,7,8,5,-,L,t,f.go#4\n", "")),
              AllOf(StartsWith("t/trace_1.log:4: "), HasSubstr("an unlock without a lock")));
  EXPECT_THAT(error_of(with("trace_1.log", "M,9,10,5,-,U", "M,9,10,5,-,L")),
              AllOf(StartsWith("t/trace_1.log:5: "), HasSubstr("t/trace_1.log:4")));
  EXPECT_THAT(error_of(with("trace_1.log", "M,9,10,5,-,U", "M,9,10,5,R,R")), StartsWith("t/trace_1.log:5: "));
  EXPECT_THAT(error_of(with("trace_1.log", "M,9,10,5,-,U", "M,9,10,5,R,N")), StartsWith("t/trace_1.log:5: "));
}

TEST(TraceErrors, Channels) {
  EXPECT_THAT(error_of(with("trace_2.log", "9,S,f,1,0,0", "9,S,f,1,3,0")),
              AllOf(StartsWith("t/trace_2.log:1: "), HasSubstr("capacity")));
  EXPECT_THAT(error_of(with("trace_2.log", "9,S,f,1,0,0", "9,S,f,1,0,1")), StartsWith("t/trace_2.log:1: "));
  EXPECT_THAT(error_of(with("trace_2.log", "9,S,f,1,0,0", "9,S,f,0,0,0")), StartsWith("t/trace_2.log:1: "));
  EXPECT_THAT(error_of(with("trace_2.log", "9,S,f,1,0,0", "*,S,f,1,0,0")),
              AllOf(StartsWith("t/trace_2.log:1: "), HasSubstr("nil channel")));
  EXPECT_THAT(error_of(with("trace_1.log", "9,R,f,1,0,0", "9,R,t,0,0,0")),
              AllOf(StartsWith("t/trace_2.log:1: "), HasSubstr("receive number 1")));
  EXPECT_THAT(error_of(with("trace_1.log", "E,11", "C,11,13,9,R,t,0,0,0,f.go#8")),
              AllOf(StartsWith("t/trace_1.log:6: "), HasSubstr("close of channel 9")));
  EXPECT_THAT(error_of(with("trace_1.log", "E,11", "C,11,13,9,C,f,0,0,0,f.go#8\nC,14,15,9,C,f,0,0,0,f.go#8")),
              AllOf(StartsWith("t/trace_1.log:7: "), HasSubstr("second close")));
  EXPECT_THAT(error_of(with("trace_1.log", "N,1,9,C,0,f.go#1\n", "N,1,9,C,0,f.go#1\nN,2,9,C,0,f.go#1\n")),
              AllOf(StartsWith("t/trace_1.log:2: "), HasSubstr("made at t/trace_1.log:1 already")));
  EXPECT_THAT(error_of(with("trace_1.log", "G,2,2,f.go#2\n", "C,1,1,9,C,f,0,0,0,f.go#9\nG,2,2,f.go#2\n")),
              AllOf(StartsWith("t/trace_2.log:1: "), HasSubstr("closed at t/trace_1.log:2")));
}

TEST(TraceErrors, Selects) {
  const auto select = [](const std::string& cases, const std::string& chosen) {
    return error_of(with("trace_1.log", "C,3,6,9,R,f,1,0,0,f.go#3", "S,3,6,8," + cases + "," + chosen + ",f.go#3"));
  };
  const std::string other = "C.3.0.*.S.f.0.0.0~", taken = "C.3.6.9.R.f.1.0.0";
  EXPECT_EQ(select(other + taken, "1"), "");
  EXPECT_EQ(select(other + taken + "~d", "1"), "");
  for (const std::string& error :
       {select(other + taken, "2"), select(other + taken, "0"), select(other + taken, "-1"),
        select(other + taken, "-2"), select(other + taken + "~D", "1"), select(other + "d~" + taken, "1"),
        select(taken + "~" + taken, "1"), select(other + "C.3.7.9.R.f.1.0.0", "1"),
        select(other + "C.3.6.9.C.f.1.0.0", "1"), select(other + "C.3.6.9", "1"), select("", "0"),
        select(other + taken, "1~"), select("x", "0")}) {
    EXPECT_THAT(error, StartsWith("t/trace_1.log:3: expected "));
  }
}

TEST(TraceErrors, Onces) {
  EXPECT_THAT(error_of(with("trace_1.log", "E,11", "O,11,13,7,f,f.go#8")), StartsWith("t/trace_1.log:6: "));
  EXPECT_THAT(error_of(with("trace_1.log", "E,11", "O,11,13,7,t,f.go#8\nO,14,15,7,t,f.go#8")),
              AllOf(StartsWith("t/trace_1.log:7: "), HasSubstr("t/trace_1.log:6")));
}

TEST(TraceErrors, NothingFollowsTheEndOrWhatNeverFinished) {
  EXPECT_THAT(error_of(with("trace_1.log", "E,11", "E,11\nE,12")), StartsWith("t/trace_1.log:7: "));
  EXPECT_THAT(error_of(with("trace_1.log", "M,7,8,", "M,7,0,")), StartsWith("t/trace_1.log:5: "));
  // A close that panics may be followed by what was deferred.
  EXPECT_EQ(error_of(with("trace_1.log", "M,9,10", "C,8,0,*,C,f,0,0,0,f.go#8\nM,9,10")), "");
  // A cond wait that never finished, by its unlock.
  EXPECT_EQ(error_of(with("trace_1.log", "M,9,10", "D,8,0,3,W,f.go#8\nM,9,10")), "");
}

TEST(TraceErrors, FieldsAndNumbers) {
  for (const char* element : {"C,11,12,9,R,f,1,0",
                              "C,11,12,9,R,f,1,0,0,0,f.go#3",
                              "C,11,12,9,Q,f,1,0,0,f.go#3",
                              "C,11,12,9,R,x,1,0,0,f.go#3",
                              "C,11,12,,R,f,1,0,0,f.go#3",
                              "C,11,12,9,R,f,1,0,0,f.go",
                              "C,11,12,9,R,f,1,0,0,#3",
                              "C,11,12,9,R,f,-1,0,0,f.go#3",
                              "C,11,12,9,R,f,4294967296,0,0,f.go#3",
                              "C,11,12,9,R,f,1,99999999999999999999,0,f.go#3",
                              "C,99999999999999999999,12,9,R,f,1,0,0,f.go#3",
                              "C,9223372036854775807,0,9,R,f,0,0,0,f.go#3",
                              "E,",
                              "E",
                              "E,0",
                              "E,11,12",
                              "E,1x",
                              "G,11,0,f.go#1",
                              "G,11,-1,f.go#1",
                              "G,11,4294967299,f.go#1",
                              "G,11,f.go#1",
                              "M,11,12,5,-,Q,t,f.go#1",
                              "M,11,12,5,x,L,t,f.go#1",
                              "M,11,12,*,-,L,t,f.go#1",
                              "W,11,12,6,A,1,-1,f.go#1",
                              "W,11,12,6,A,x,1,f.go#1",
                              "W,11,12,6,A,9999999999,1,f.go#1",
                              "O,11,12,7,t",
                              "D,11,12,3,X,f.go#1",
                              "A,11,1,Q,f.go#1",
                              "N,11,12,C,-1,f.go#1",
                              "N,11,*,C,0,f.go#1",
                              "X,11",
                              "X,11,30,f.go#1",
                              "X,x,30"}) {
    EXPECT_THAT(error_of(with("trace_1.log", "E,11", element)), StartsWith("t/trace_1.log:6: expected ")) << element;
  }
  EXPECT_THAT(error_of(with("trace_info.log", "ExitCode!0", "ExitCode!x")), StartsWith("t/trace_info.log:1: "));
  EXPECT_THAT(error_of(with("trace_info.log", "ExitCode!0", "\x01\x02")), StartsWith("t/trace_info.log:1: "));
}

TEST(TraceErrors, OneLineOfTheOlderDialectHasColumns) {
  EXPECT_EQ(error_of({{"trace_1.log", "G,1,2,/f.go:1;C,2,3,17,C,f,0,0,/f.go:2"}, {"trace_2.log", ""}}), "");
  EXPECT_THAT(error_of({{"trace_1.log", "G,1,2,/f.go:1;C,2,3,17,R,f,1,0,/f.go:2"}, {"trace_2.log", ""}}),
              StartsWith("t/trace_1.log:1:15: expected the send number 1"));
  EXPECT_THAT(error_of({{"trace_1.log", "G,1,2,/f.go:1;C,2,3,17,C,f,0"}, {"trace_2.log", ""}}),
              StartsWith("t/trace_1.log:1:15: expected 9 or 10 fields"));
}

TEST(TraceErrors, Files) {
  EXPECT_THAT(error_of({}), StartsWith("t: expected trace files"));
  EXPECT_THAT(error_of({{"trace_info.log", "ExitCode!0"}, {"replay_active.log", "0"}}), StartsWith("t: expected"));
  EXPECT_THAT(error_of({{"trace_2.log", "E,1"}}), HasSubstr("trace_1.log"));
  EXPECT_THAT(error_of({{"trace_1.log", ""}, {"trace_01.log", ""}}), HasSubstr("found a second"));
  EXPECT_EQ(error_of({{"trace_1.log", ""}}), "");
  std::vector<std::string> warnings;
  EXPECT_THROW(read_trace("/nowhere/to/be/found", {}, warnings), TraceError);
}

TEST(TraceErrors, UnknownElementsAreSkippedWithOneWarningForEachKind) {
  std::vector<std::string> warnings;
  const Trace trace =
      read_trace(with("trace_1.log", "E,11", "Q,1,2\nQ,3\nF,5,main.f,f.go#1\nR,8\nE,11"), "t", {}, warnings);
  EXPECT_EQ(trace.events.size(), 8U);
  EXPECT_THAT(warnings, ElementsAre(StartsWith("t/trace_1.log:6: "), StartsWith("t/trace_1.log:8: "),
                                    StartsWith("t/trace_1.log:9: ")));
}

TEST(TraceErrors, LenientKeepsWhatComesBeforeABrokenElement) {
  std::vector<std::string> warnings;
  EXPECT_THAT(kept(with("trace_1.log", "M,9,10,5,-,U,t", "M,9,1\xff"), 0, warnings),
              ElementsAre(Kind::make, Kind::fork, Kind::receive, Kind::lock));
  EXPECT_THAT(warnings, ElementsAre(StartsWith("t/trace_1.log:5: ")));
  warnings.clear();
  EXPECT_THAT(kept(with("trace_1.log", "E,11", "G,11,3,f.go#8"), 0, warnings).back(), Kind::fork);
  EXPECT_EQ(warnings.size(), 1U);
}

TEST(TraceErrors, APlanNeedNotFit) {
  EXPECT_THAT(error_of(with("trace_1.log", "E,11", "X,11,30")), "");
  auto files = with("trace_2.log", "C,4,5,9,S,f,1,0,0,f.go#7\n", "");
  files.emplace("replay_active.log", "0\n");
  EXPECT_EQ(error_of(files), "");
}

TEST(TraceErrors, CausesThatWereNotedLateComeFirst) {
  // The receive was noted at 5, its send at 6; the second lock at 9, the unlock that it needs at 10.
  std::vector<std::string> warnings;
  const TraceFiles files = {
      {"trace_1.log", "G,1,2,f.go#1\nC,2,5,9,R,f,1,0,0,f.go#3\nM,6,7,5,-,L,t,f.go#4\nM,8,11,5,-,U,t,f.go#5\n"},
      {"trace_2.log", "C,3,6,9,S,f,1,0,0,f.go#7\nM,9,10,5,-,L,t,f.go#8\n"}};
  const Trace trace = read_trace(files, "t", {}, warnings);
  std::vector<Kind> kinds;
  for (const TraceEvent& e : trace.events) kinds.push_back(e.kind);
  EXPECT_THAT(kinds, ElementsAre(Kind::fork, Kind::send, Kind::receive, Kind::lock, Kind::unlock, Kind::lock));
  EXPECT_LE(trace.events[1].time(), trace.events[2].time());
}

}  // namespace
}  // namespace graphfuzz::go
