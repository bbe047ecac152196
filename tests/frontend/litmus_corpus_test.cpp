// Every test of the herd7 oracle parses, and its condition and the shape of its states are herd7's.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "graphfuzz/frontend/litmus.hpp"
#include "sequential_executor.hpp"
#include "support/folders.hpp"

namespace graphfuzz {
namespace {

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::filesystem::path> corpus() {
  std::vector<std::filesystem::path> paths;
  if (!std::filesystem::is_directory(kOracle / "litmus")) return paths;
  for (const auto& entry : std::filesystem::directory_iterator(kOracle / "litmus")) {
    if (entry.path().extension() == ".litmus") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// "P0:r0=0; x=1;" without the values: {"P0:r0", "x"}.
std::vector<std::string> names_in(const std::string& state) {
  std::vector<std::string> names;
  std::size_t at = 0;
  while (at < state.size()) {
    const std::size_t equals = state.find('=', at);
    if (equals == std::string::npos) break;
    names.push_back(state.substr(at, equals - at));
    at = state.find(';', equals);
    at = at == std::string::npos ? state.size() : at + 2;
  }
  return names;
}

std::string kind_of(Quantifier quantifier) {
  return quantifier == Quantifier::exists ? "Allowed" : quantifier == Quantifier::forall ? "Required" : "Forbidden";
}

TEST(LitmusCorpus, AgreesWithHerdAboutConditionsAndStates) {
  if (corpus().empty()) GTEST_SKIP() << "no oracle at " << kOracle;
  std::map<std::string, nlohmann::json> rows;  // the last one with states, by file
  std::ifstream oracle(kOracle / "herd7.jsonl");
  for (std::string line; std::getline(oracle, line);) {
    nlohmann::json row = nlohmann::json::parse(line);
    const std::string file = row.at("file");
    if (!row.at("states").empty() || !rows.contains(file)) rows[file] = std::move(row);
  }
  ASSERT_FALSE(rows.empty());
  std::size_t compared = 0;
  for (const auto& [file, row] : rows) {
    SCOPED_TRACE(file);
    const auto program = load_litmus(kOracle / file);
    EXPECT_EQ(program->question().condition(), row.at("condition").get<std::string>());
    EXPECT_EQ(kind_of(program->question().quantifier()), row.at("kind").get<std::string>());
    if (row.at("states").empty()) continue;
    const std::vector<Value> state(program->state_size(), 0);
    EXPECT_EQ(names_in(program->describe(state)), names_in(row.at("states").front().get<std::string>()));
    ++compared;
  }
  EXPECT_GT(compared, 0u);
}

TEST(LitmusCorpus, EveryTestParsesAndRunsToTheEnd) {
  if (corpus().empty()) GTEST_SKIP() << "no oracle at " << kOracle;
  for (const auto& path : corpus()) {
    SCOPED_TRACE(path.string());
    const auto program = load_litmus(path);
    EXPECT_EQ(program->name(), path.stem().string());
    testing::SequentialExecutor executor(*program);
    executor.run();
    for (ThreadId t = 0; t < program->threads(); ++t) {
      EXPECT_EQ(executor.pending(t).kind, RequestKind::finished);
    }
  }
}

// Cutting a file anywhere gives an error or another test, never a crash.
TEST(LitmusCorpus, PrefixesDoNotCrash) {
  if (corpus().empty()) GTEST_SKIP() << "no oracle at " << kOracle;
  for (const char* name : {"XCOND", "XFILTER", "XCAS_strong", "XWHILE_spin", "XIFELSE", "G3_SB_11", "GMPs_15"}) {
    const std::string text = read(kOracle / "litmus" / (std::string(name) + ".litmus"));
    std::size_t rejected = 0;
    for (std::size_t length = 0; length < text.size(); ++length) {
      try {
        static_cast<void>(parse_litmus(std::string_view(text).substr(0, length), "prefix"));
      } catch (const ParseError&) {
        ++rejected;
      }
    }
    EXPECT_GT(rejected, text.size() / 3) << name;
  }
}

TEST(LitmusCorpus, UnreadableFileIsNamed) {
  try {
    static_cast<void>(load_litmus("/nonexistent/test.litmus"));
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("/nonexistent/test.litmus"), std::string::npos);
  }
  EXPECT_THROW(static_cast<void>(load_litmus(std::filesystem::temp_directory_path())), std::runtime_error);
}

}  // namespace
}  // namespace graphfuzz
