// GoPie's logs and chains.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "graphfuzz/frontend/gopie.hpp"
#include "support/folders.hpp"

namespace graphfuzz::go {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

TEST(TraceGopie, OperationsCountIfTheirSiteFollowsAtOnce) {
  const GopieLog log = read_gopie_log(
      "[FBSDK] makechan: chan=1; elemsize=8; dataqsiz=2\n"
      "[FBSDK] chansend: chan=1; elemsize=8; dataqsiz=2; qcount=1; gid=6\n"
      "[FB] chan: obj=0xc000120000; id=841813590018;\n"
      "[FBSDK] chanrecv: chan=1; elemsize=8; dataqsiz=2; qcount=0; gid=7\n"
      "some output of the program\n"
      "[FBSDK] chansend: chan=1; elemsize=8; dataqsiz=2; qcount=1; gid=6\n"
      "[FB] mutex: obj=4294967297; id=841813590024; locked=1; gid=6\n"
      "[FB] chan: obj=0xc000120000; id=841813590019;\n"
      "[FBSDK] chanclose: chan=1; gid=6\n"
      "[FB] chan: obj=0xc000120000; id=841813590020;\n"
      "[FBSDK] chanrecv: chan=1; elemsize=8; dataqsiz=2; qcount=0; gid=7\n"
      "[FBSDK] chanrecv: chan=1; elemsize=8; dataqsiz=2; qcount=0; gid=7\n"
      "text before[COVERED] {841813590018, 841813590024}\n"
      "[FBSDK] chanrecv: chan=1; ele",
      "gopie.log");
  const Trace& trace = log.trace;
  EXPECT_EQ(trace.dialect, "gopie");
  std::vector<std::pair<Kind, std::string>> found;
  for (const TraceEvent& e : trace.events) {
    found.emplace_back(e.kind, e.position == kNoPosition ? "" : trace.positions[e.position]);
  }
  EXPECT_THAT(found, ElementsAre(Pair(Kind::send, "841813590018"), Pair(Kind::receive, ""), Pair(Kind::send, ""),
                                 Pair(Kind::lock, "841813590024"), Pair(Kind::close, "841813590020"),
                                 Pair(Kind::receive, ""), Pair(Kind::receive, "")));
  EXPECT_EQ(trace.events[1].partner, 0U);
  EXPECT_EQ(trace.events[5].partner, 2U);
  EXPECT_FALSE(trace.events[6].ok);
  EXPECT_EQ(trace.events[6].partner, 4U);
  EXPECT_EQ(trace.objects[0].capacity, 2U);
  ASSERT_EQ(trace.routines.size(), 2U);
  EXPECT_EQ(trace.routines[0].id, 6U);
  EXPECT_THAT(log.covered, ElementsAre(Pair(841813590018U, 841813590024U)));
}

TEST(TraceGopie, TheReceiverMayPrintFirst) {
  const Trace trace = read_gopie_log(
                          "[FBSDK] chanrecv: chan=1; elemsize=8; dataqsiz=0; qcount=0; gid=7\n"
                          "[FBSDK] chansend: chan=1; elemsize=8; dataqsiz=0; qcount=0; gid=6\n",
                          "gopie.log")
                          .trace;
  ASSERT_EQ(trace.events.size(), 2U);
  EXPECT_EQ(trace.events[0].kind, Kind::send);
  EXPECT_EQ(trace.events[1].partner, 0U);
}

TEST(TraceGopie, NoLineOfGopie) {
  EXPECT_THROW(read_gopie_log("hello\n[FBI] open up\n", "x.log"), TraceError);
  EXPECT_THROW(read_gopie_log("", "x.log"), TraceError);
}

TEST(TraceGopie, RecordedLogsLoad) {
  const fs::path folder = fs::path(traces_folder()) / "gopie";
  if (!fs::is_directory(folder)) GTEST_SKIP() << "there are no recorded logs in " << folder;
  for (const fs::directory_entry& log : fs::directory_iterator(folder)) {
    std::vector<std::string> warnings;
    const Trace trace = read_trace(log.path(), {}, warnings);
    EXPECT_THAT(warnings, testing::IsEmpty());
    EXPECT_EQ(trace.dialect, "gopie");
    EXPECT_GT(trace.events.size(), 10U);
    EXPECT_FALSE(trace.positions.empty());
    for (const TraceEvent& e : trace.events) {
      if (e.kind != Kind::receive || !e.ok || e.partner == kNoEvent) continue;
      EXPECT_EQ(trace.events[e.partner].kind, Kind::send);
      EXPECT_EQ(trace.events[e.partner].pair, e.pair);
      EXPECT_EQ(trace.events[e.partner].object, e.object);
    }
  }
}

TEST(TraceGopie, ChainsAreReadAndWritten) {
  const std::vector<GopiePair> chain{{1, 2}, {2, 841813590018}};
  EXPECT_EQ(gopie_input(chain), "({1}, {2})({2}, {841813590018})");
  EXPECT_EQ(read_gopie_input(gopie_input(chain), "Input"), chain);
  EXPECT_EQ(read_gopie_input(" ( {1},{2} )\n({2}, {841813590018})\n", "Input"), chain);
  EXPECT_TRUE(read_gopie_input("", "Input").empty());
}

TEST(TraceGopie, ChainErrorsNameThePlace) {
  const auto error_of = [](std::string_view text) -> std::string {
    try {
      read_gopie_input(text, "Input");
    } catch (const TraceError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(error_of("({1}, {2})\n({2} {3})"), HasSubstr("Input:2:6: expected ','"));
  EXPECT_THAT(error_of("({1}, {"), HasSubstr("Input:1:8: expected the number of an operation, found the end"));
  EXPECT_THAT(error_of("({99999999999999999999}, {1})"), HasSubstr("Input:1:3: "));
  EXPECT_THAT(error_of("x"), HasSubstr("Input:1:1: "));
}

}  // namespace
}  // namespace graphfuzz::go
