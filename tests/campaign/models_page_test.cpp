// doc/models.md says how many graphs small tests have under the models, here and, changed as it says, in GenMC's
// definitions. This holds the page to it.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "graphfuzz/campaign/campaign.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/model/registry.hpp"
#include "support/campaigns.hpp"
#include "support/folders.hpp"

namespace graphfuzz {
namespace {

using testing::MemoryCampaign;
using testing::run_campaign;

const std::filesystem::path kRoot = source_folder();

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" `");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" `") - begin + 1);
}

/// The cells of a line of a table; none if it is no such line.
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> result;
  if (!line.starts_with("|")) return result;
  std::istringstream in(line.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) result.push_back(trimmed(cell));
  return result;
}

CampaignResult explore(const std::string& test, const std::string& model) {
  MemoryCampaign options;
  options.model = model;
  options.fuzz.strategy = StrategyKind::exhaustive;
  const CampaignResult result = run_campaign(*load_litmus(kRoot / "litmus" / (test + ".litmus")), options);
  EXPECT_TRUE(result.complete);
  return result;
}

/// As the page writes it: "4", "1, 1 blocked", "3, race".
std::string summary(const CampaignResult& result) {
  std::string text = std::to_string(result.graphs);
  if (result.blocked > 0) text += ", " + std::to_string(result.blocked) + " blocked";
  for (const Bug& bug : result.bugs) {
    if (bug.kind == "race") return text + ", race";
  }
  return text;
}

TEST(ModelsPage, NumbersAreRight) {
  std::istringstream page(contents(kRoot / "doc" / "models.md"));
  std::vector<std::string> header;
  std::set<std::string> models;
  std::size_t checked = 0;
  for (std::string line; std::getline(page, line);) {
    const std::vector<std::string> row = cells(line);
    if (row.empty()) header.clear();
    if (row.empty() || row[0].starts_with("---")) continue;
    if (row[0] == "test") {
      header = row;
      continue;
    }
    if (header.empty()) continue;  // another table
    ASSERT_EQ(row.size(), header.size()) << line;
    const std::string test = row[0].substr(1, row[0].find(']') - 1);
    EXPECT_EQ(row[0], "[" + test + "](../litmus/" + test + ".litmus)");
    for (std::size_t i = 1; i < row.size(); ++i) {
      SCOPED_TRACE(test + " under " + header[i]);
      EXPECT_EQ(summary(explore(test, header[i])), row[i]);
      models.insert(header[i]);
      ++checked;
    }
  }
  EXPECT_GE(checked, 100U);
  for (const char* model : {"rc11", "rc11-c20", "tso", "tso-bare", "ra"}) EXPECT_TRUE(models.contains(model)) << model;
}

/// rc11.cat with one line replaced by another, which may be empty, in a file of its own.
class ChangedModel {
 public:
  ChangedModel(const std::string& begin, const std::string& replacement) {
    std::istringstream in(contents(kRoot / "memory_models" / "rc11.cat"));
    std::ofstream out(file_);
    for (std::string line; std::getline(in, line);) {
      const bool replaced = line.starts_with(begin);
      replaced_ += replaced;
      out << (replaced ? replacement : line) << '\n';
    }
  }
  ~ChangedModel() { std::filesystem::remove(file_); }
  std::string path() const { return file_.string(); }
  int replaced() const { return replaced_; }

 private:
  const std::filesystem::path file_ =
      std::filesystem::temp_directory_path() / ("models-page-" + std::to_string(::getpid()) + ".cat");
  int replaced_ = 0;
};

// The line that makes RC11 as strong as GenMC's is on the page.
TEST(ModelsPage, WithGenMCsOrderOfSeqCstZ6UHasTwentyTwoGraphs) {
  std::istringstream page(contents(kRoot / "doc" / "models.md"));
  std::string scb;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("    let scb = ")) scb = line.substr(4);
  }
  const ChangedModel model("let scb = ", scb);
  ASSERT_EQ(model.replaced(), 1);
  EXPECT_EQ(explore("Z6.U", model.path()).graphs, 22U);
  EXPECT_EQ(explore("SB+sc", model.path()).graphs, 3U);
  EXPECT_EQ(explore("IRIW+acq", model.path()).graphs, 16U);
}

TEST(ModelsPage, WithoutTheOrderOfSeqCstRelaxedAccessesStayRelaxed) {
  const ChangedModel model("acyclic psc_base", "");
  ASSERT_EQ(model.replaced(), 1);
  EXPECT_EQ(explore("MP", model.path()).graphs, 4U);
  EXPECT_EQ(explore("MP+rel+acq", model.path()).graphs, 3U);
  EXPECT_EQ(explore("SB+sc", model.path()).graphs, 4U);
}

}  // namespace
}  // namespace graphfuzz
