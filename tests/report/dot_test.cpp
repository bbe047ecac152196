#include "graphfuzz/report/dot.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include "graphfuzz/model/registry.hpp"
#include "report/sample.hpp"

namespace graphfuzz {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class DotTest : public ::testing::Test {
 protected:
  std::shared_ptr<const Program> program_ = test::store_buffering();
  ExecutionGraph graph_ = test::both_read_zero(*program_);
};

struct Position {
  double x, y;
};

Position position(const std::string& dot, const std::string& node) {
  const std::regex pattern("(^|\n)" + node + " \\[[^\n]*pos=\"(-?[0-9.]+),(-?[0-9.]+)!\"");
  std::smatch match;
  if (!std::regex_search(dot, match, pattern)) ADD_FAILURE() << "no node " << node << " in\n" << dot;
  return {std::atof(match[2].str().c_str()), std::atof(match[3].str().c_str())};
}

TEST_F(DotTest, ThreadsAreColumnsWithPoDownwards) {
  const std::string dot = to_dot(graph_, *program_, {"title", "subtitle", {}, nullptr});
  for (ThreadId t = 0; t < 2; ++t) {
    const Position first = position(dot, std::to_string(graph_.thread(t)[0]));
    const Position second = position(dot, std::to_string(graph_.thread(t)[1]));
    EXPECT_EQ(first.x, second.x);
    EXPECT_GT(first.y, second.y);
    EXPECT_EQ(position(dot, "P" + std::to_string(t)).x, first.x);
    EXPECT_GT(position(dot, "0").y, first.y) << "initial writes are on top";
  }
  EXPECT_LT(position(dot, "P0").x, position(dot, "P1").x);
}

TEST_F(DotTest, TitlesAreQuoted) {
  EXPECT_THAT(to_dot(graph_, *program_, {"a \"b\" \\c", "", {}, nullptr}), HasSubstr(R"(label="a \"b\" \\c")"));
}

TEST_F(DotTest, OnlyACycleIsBold) {
  EXPECT_THAT(to_dot(graph_, *program_, {"", "", {}, nullptr}), Not(HasSubstr("penwidth=3")));
  const auto violation = make_model("sc")->explain(graph_);
  ASSERT_TRUE(violation.has_value());
  const std::string dot = to_dot(graph_, *program_, {"", "", {}, &*violation});
  std::size_t bold = 0;
  for (std::size_t at = dot.find("penwidth=3"); at != std::string::npos; at = dot.find("penwidth=3", at + 1)) ++bold;
  EXPECT_EQ(bold, violation->cycle.size());
}

TEST_F(DotTest, FindsTheEventsThatRace) {
  const Value zeros[] = {0, 0};
  ExecutionGraph graph(2, zeros);
  const Location x = test::location_of(*program_, "x");
  const Slot write = graph.add_write(0, {EventKind::write, MemoryOrder::non_atomic, x, 0, 1}, x);
  const Slot read = graph.add_read(1, {EventKind::read, MemoryOrder::non_atomic, x, 1, 0}, write);
  EXPECT_THAT(racing_events(graph, *make_model("rc11")), ::testing::UnorderedElementsAre(write, read));
  EXPECT_THAT(racing_events(graph_, *make_model("rc11")), ::testing::IsEmpty());
}

TEST_F(DotTest, GraphvizAcceptsIt) {
  if (std::system("dot -V >/dev/null 2>&1") != 0) GTEST_SKIP() << "Graphviz is not installed";
  const auto violation = make_model("sc")->explain(graph_);
  const auto file = std::filesystem::temp_directory_path() / ("graphfuzz-dot-test-" + std::to_string(getpid()));
  std::ofstream(file) << to_dot(graph_, *program_, {"a \"b\" <c> & \\d", "ä", {2}, &*violation});
  // Graphviz warns of what it does not understand, but succeeds all the same.
  const std::string command = "test -z \"$(dot -Tsvg -o /dev/null '" + file.string() + "' 2>&1)\"";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace graphfuzz
