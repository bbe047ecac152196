// Go, the language: what the programs of tests/frontend/go/language print is what the real toolchain prints (their last
// comment; the Slow test asks the toolchain again), and what the machine tells the engine.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "graphfuzz/frontend/go.hpp"
#include "support/folders.hpp"
#include "support/go_driver.hpp"

namespace graphfuzz::go {
namespace {

using testing::Driven;
using testing::Driver;
using testing::Ending;

const std::filesystem::path kPrograms = std::filesystem::path(source_folder()) / "tests/frontend/go/language";

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Without blanks at the ends of lines, which comments do not keep.
std::string trimmed(const std::string& text) {
  std::istringstream in(text);
  std::string out;
  for (std::string line; std::getline(in, line);) out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  return out;
}

std::string expected(const std::string& source) {
  std::istringstream in(source.substr(source.rfind("// Output:\n") + 11));
  std::string out;
  for (std::string line; std::getline(in, line);) out += (line.size() > 3 ? line.substr(3) : "") + "\n";
  return trimmed(out);
}

std::vector<std::filesystem::path> programs() {
  std::vector<std::filesystem::path> result;
  for (const auto& entry : std::filesystem::directory_iterator(kPrograms)) {
    if (entry.path().extension() == ".go") result.push_back(entry.path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

Driven run(const std::string& body, std::uint64_t seed = 1, const GoOptions& options = {}) {
  const auto program = parse_go(body, "x.go", options);
  return Driver(*program).drive(seed);
}

TEST(GoLanguage, PrintsWhatTheToolchainPrints) {
  ASSERT_GE(programs().size(), 20U);
  for (const auto& path : programs()) {
    const std::string source = read(path);
    const auto program = load_go(path);
    Driver driver(*program);
    for (const std::uint64_t seed : {1U, 1U, 7U, 23U}) {  // again: everything is as at the beginning after reset
      const Driven driven = driver.drive(seed);
      EXPECT_EQ(driven.ending, Ending::clean) << path << driven.panic;
      EXPECT_EQ(trimmed(driven.output), expected(source)) << path;
    }
  }
}

TEST(SlowGoLanguage, TheToolchainStillSaysSo) {
  if (std::system("command -v go > /dev/null 2>&1") != 0) GTEST_SKIP() << "no go";
  for (const auto& path : programs()) {
    FILE* pipe = popen(("go run " + path.string()).c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::string output;
    char buffer[4096];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe)) output.append(buffer, count);
    EXPECT_EQ(pclose(pipe), 0) << path;
    EXPECT_EQ(trimmed(output), expected(read(path))) << path;
  }
}

TEST(GoPanics, UncaughtOnesHaveTextKindAndPosition) {
  Driven driven = run("package main\nfunc main() {\n  var s []int\n  s[3] = 1\n}\n");
  EXPECT_EQ(driven.ending, Ending::panicked);
  EXPECT_EQ(driven.panic, "runtime error: index out of range [3] with length 0");
  EXPECT_EQ(driven.panic_kind, Panic::index_out_of_range);
  EXPECT_EQ(driven.panic_position, "x.go:4");
  driven = run("package main\nimport \"errors\"\nfunc main() {\n panic(errors.New(\"mine\"))\n}\n");
  EXPECT_EQ(driven.panic, "mine");
  EXPECT_EQ(driven.panic_kind, Panic::other);
  driven = run("package main\nfunc main() {\n c := make(chan int)\n close(c)\n close(c)\n}\n");
  EXPECT_EQ(driven.panic_kind, Panic::close_of_closed);
  EXPECT_EQ(driven.panic_position, "x.go:5");
}

TEST(GoPanics, FatalOnesCannotBeRecovered) {
  const Driven driven =
      run("package main\nimport \"sync\"\nfunc main() {\n defer func() { recover() }()\n var m sync.Mutex\n "
          "m.Unlock()\n}\n");
  EXPECT_EQ(driven.ending, Ending::panicked);
  EXPECT_EQ(driven.panic_kind, Panic::unlock_of_unlocked);
  EXPECT_EQ(driven.panic_position, "x.go:6");
}

TEST(GoPanics, NegativeWaitGroupCanBeRecovered) {
  const Driven driven =
      run("package main\nimport \"fmt\"\nimport \"sync\"\nfunc main() {\n defer func() { fmt.Println(recover()) }()\n"
          " var w sync.WaitGroup\n w.Done()\n}\n");
  EXPECT_EQ(driven.ending, Ending::clean);
  EXPECT_EQ(driven.output, "sync: negative WaitGroup counter\n");
}

TEST(GoBounds, EndlessLoopsAndRecursionEnd) {
  GoOptions options;
  options.instruction_limit = 100000;
  EXPECT_NE(run("package main\nfunc main() { for {} }\n", 1, options).panic.find("without a concurrency operation"),
            std::string::npos);
  EXPECT_EQ(run("package main\nfunc f(n int) int { return f(n+1) + 1 }\nfunc main() { f(0) }\n").panic,
            "stack overflow");
  EXPECT_EQ(run("package main\nfunc main() { s := \"ab\"\n for { s += s } }\n").panic, "out of memory");
}

TEST(GoBounds, EverythingThatAProgramKeepsCountsAsMemory) {
  GoOptions options;
  options.memory_limit = std::size_t{1} << 20;
  const auto panic_of = [&](const std::string& body) { return run("package main\n" + body, 1, options).panic; };
  EXPECT_EQ(panic_of("func main() { x := []int{1}\n for { x = append(x, x...) } }\n"), "out of memory");
  EXPECT_EQ(panic_of("func main() { m := map[int]int{}\n for i := 0; ; i++ { m[i] = i } }\n"), "out of memory");
  EXPECT_EQ(panic_of("func f(n int) int { return f(n+1) + 1 }\nfunc main() { f(0) }\n"), "out of memory");
  EXPECT_EQ(panic_of("func main() { c := make(chan [1000]int, 1)\n var x [1000]int\n for { c <- x\n <-c } }\n"),
            "out of memory");
  EXPECT_EQ(panic_of("var x, y [50000]int\nfunc main() { x[0] = y[0] }\n"), "out of memory");
  EXPECT_EQ(panic_of("func main() { s := \"ab\"\n for len(s) < 1<<18 { s += s } }\n"), "");
}

TEST(GoBounds, WhetherMemorySufficesDoesNotDependOnEarlierRuns) {
  GoOptions options;
  options.memory_limit = std::size_t{1} << 20;
  const auto program =
      parse_go("package main\nfunc main() { x := []int{1}\n for { x = append(x, x...) } }\n", "x.go", options);
  const auto run = program->start();
  const std::string first = run->panic_text(0);
  const Position where = run->pending(0).position;
  for (int i = 0; i < 3; ++i) {
    run->reset();
    EXPECT_EQ(run->panic_text(0), first);
    EXPECT_EQ(run->pending(0).position, where);
  }
}

TEST(GoFormat, WidthsThatPackageFmtRefuses) {
  EXPECT_EQ(run("package main\nimport \"fmt\"\nfunc main() { fmt.Printf(\"%*d\", 1000000000, 1) }\n").output,
            "%!(BADWIDTH)1");
  EXPECT_EQ(run("package main\nimport \"fmt\"\nfunc main() { fmt.Printf(\"%.*f\", 1000000000, 1.5) }\n").output,
            "%!(BADPREC)1.500000");
}

TEST(GoFormat, WhatIsPrintedAtOnceHasABound) {
  const Driven driven = run(
      "package main\nimport \"fmt\"\nfunc main() { fmt.Sprintf(\"%*d%*d%*d%*d%*d%*d%*d%*d%*d%*d%*d%*d%*d%*d%*d%*d%*d"
      "%*d%*d%*d\", 1000000, 1, 1000000, 1, 1000000, 1, 1000000, 1, 1000000, 1, 1000000, 1, 1000000, 1, 1000000, 1, "
      "1000000, 1, 1000000, 1, 1000000, 1, 1000000, 1, 1000000, 1, 1000000, 1, 1000000, 1, 1000000, 1, 1000000, 1, "
      "1000000, 1, 1000000, 1, 1000000, 1) }\n");
  EXPECT_EQ(driven.panic, "out of memory");
}

TEST(GoOperations, SelectCasesAreInRuntimeOrder) {
  const auto program = parse_go(
      "package main\nfunc main() {\n a, b, c, d := make(chan int), make(chan int), make(chan int), make(chan int)\n"
      " select {\n case <-a:\n case b <- 1:\n case <-c:\n case d <- 2:\n }\n}\n",
      "x.go");
  const auto run = program->start();
  for (int i = 0; i < 4; ++i) run->resume(0, {});
  const Operation& select = run->pending(0);
  ASSERT_EQ(select.kind, Kind::select);
  ASSERT_EQ(select.cases.size(), 4U);
  EXPECT_EQ(select.cases[0].channel, 1U);
  EXPECT_TRUE(select.cases[0].sends);
  EXPECT_EQ(select.cases[1].channel, 3U);
  EXPECT_EQ(select.cases[2].channel, 2U);
  EXPECT_FALSE(select.cases[2].sends);
  EXPECT_EQ(select.cases[3].channel, 0U);
  EXPECT_FALSE(select.has_default);
  EXPECT_EQ(program->position(select.position), "x.go:4");
}

TEST(GoOperations, OnceEndsAlsoWhenItsFunctionPanics) {
  const auto program = parse_go(
      "package main\nimport \"sync\"\nvar o sync.Once\nfunc main() {\n defer func() { recover() }()\n"
      " o.Do(func() { panic(1) })\n}\n",
      "x.go");
  const auto run = program->start();
  EXPECT_EQ(run->pending(0).kind, Kind::once);
  EXPECT_EQ(program->position(run->pending(0).position), "x.go:6");
  run->resume(0, {});
  EXPECT_EQ(run->pending(0).kind, Kind::once_end);
  run->resume(0, {});
  EXPECT_EQ(run->pending(0).kind, Kind::end);
}

TEST(GoOperations, DeferredOnesAreAtTheDefer) {
  const auto program = parse_go(
      "package main\nimport \"sync\"\nfunc main() {\n var m sync.Mutex\n m.Lock()\n defer m.Unlock()\n}\n", "x.go");
  const auto run = program->start();
  EXPECT_EQ(program->position(run->pending(0).position), "x.go:5");
  run->resume(0, {});
  EXPECT_EQ(run->pending(0).kind, Kind::unlock);
  EXPECT_EQ(program->position(run->pending(0).position), "x.go:6");
}

TEST(GoOperations, CopiesOfALockAreOtherObjects) {
  const auto program = parse_go(
      "package main\nimport \"sync\"\ntype s struct { m sync.Mutex }\nfunc main() {\n a := &s{}\n a.m.Lock()\n b := "
      "*a\n"
      " b.m.Lock()\n a.m.Unlock()\n}\n",
      "x.go");
  const auto run = program->start();
  EXPECT_EQ(run->pending(0).object, 0U);
  run->resume(0, {});
  EXPECT_EQ(run->pending(0).object, 1U);
  run->resume(0, {});
  EXPECT_EQ(run->pending(0).object, 0U);
}

class Accesses : public AccessObserver {
 public:
  void access(Routine routine, std::uint64_t variable, bool writes, Position position) override {
    seen.insert({routine, position, writes});
    if (writes) writers[variable].insert(routine);
  }
  void atomic_access(Routine, std::uint64_t, bool, Position) override {}
  void synchronises(Routine, std::uint64_t, bool, bool) override {}
  std::set<std::tuple<Routine, Position, bool>> seen;
  std::map<std::uint64_t, std::set<Routine>> writers;
};

TEST(GoAccesses, SharedVariablesAreToldLocalOnesAreNot) {
  const auto program = parse_go(
      "package main\nfunc main() {\n x, local := 0, 0\n done := make(chan bool)\n go func() {\n  x++\n"
      "  done <- true\n }()\n x = 5\n local++\n <-done\n}\n",
      "x.go");
  Driver driver(*program);
  Accesses accesses;
  driver.run().observe(&accesses);
  driver.drive(1);
  std::set<std::string> told;
  for (const auto& [routine, position, writes] : accesses.seen) {
    told.insert(std::to_string(routine) + (writes ? " writes " : " reads ") + program->position(position));
  }
  EXPECT_EQ(told, (std::set<std::string>{"0 writes x.go:9", "1 reads x.go:6", "1 writes x.go:6"}));
  ASSERT_EQ(accesses.writers.size(), 1U);
  EXPECT_EQ(accesses.writers.begin()->second, (std::set<Routine>{0, 1}));
}

TEST(GoTests, FailuresAreReportedWhereTheyHappen) {
  const std::string text =
      "package x\nimport \"testing\"\nfunc TestA(t *testing.T) {\n t.Error(\"wrong\", 1)\n"
      " t.Run(\"sub\", func(t *testing.T) {\n  t.Fatalf(\"bad %d\", 2)\n  t.Error(\"never\")\n })\n t.Log(\"on\")\n}\n"
      "func TestB(t *testing.T) {}\n";
  EXPECT_EQ(GoSource(text, "x_test.go").functions(), (std::vector<std::string>{"TestA", "TestB"}));
  const auto program = parse_go(text, "x_test.go");
  const Driven driven = Driver(*program).drive(1);
  EXPECT_EQ(driven.ending, Ending::clean);
  EXPECT_EQ(driven.failures, "x_test.go:4: wrong 1\nx_test.go:6: bad 2\n");
  GoOptions options;
  options.function = "TestB";
  EXPECT_EQ(run(text, 1, options).failures, "");
  options.function = "TestC";
  EXPECT_THROW(run(text, 1, options), ParseError);
}

TEST(GoExit, EndsWithItsCode) {
  const Driven driven = run("package main\nimport \"os\"\nfunc main() { defer println(\"no\"); os.Exit(3) }\n");
  EXPECT_EQ(driven.ending, Ending::exited);
  EXPECT_EQ(driven.exit_code, 3);
}

}  // namespace
}  // namespace graphfuzz::go
