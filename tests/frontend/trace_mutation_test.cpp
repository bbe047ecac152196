// Traces with random edits of bytes, fields and lines either are rejected with a TraceError or load; lenient too, and
// then what is left is consistent: it loads strictly once it is written again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "frontend/trace_samples.hpp"
#include "graphfuzz/frontend/trace_files.hpp"

namespace graphfuzz::go {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// One random edit of one of the files.
void edit(TraceFiles& files, std::mt19937& random) {
  const auto below = [&](std::size_t n) {
    return n == 0 ? 0 : std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  const auto file = std::next(files.begin(), static_cast<std::ptrdiff_t>(below(files.size())));
  std::string& text = file->second;
  std::vector<std::string> lines = lines_of(text);
  switch (below(8)) {
    case 0:
      if (!text.empty()) text[below(text.size())] = static_cast<char>(below(256));
      return;
    case 1:
      text.resize(below(text.size() + 1));
      return;
    case 2:
      text.insert(below(text.size() + 1), 1, ",;.~\n#*0-9t"[below(10)]);
      return;
    case 3:
      files.erase(file);
      return;
    case 4:
      if (!lines.empty()) lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(below(lines.size())));
      break;
    case 5:
      if (!lines.empty()) std::swap(lines[below(lines.size())], lines[below(lines.size())]);
      break;
    case 6:
      if (!lines.empty()) lines.push_back(lines[below(lines.size())]);
      break;
    default: {
      if (lines.empty()) return;
      std::string& line = lines[below(lines.size())];
      const std::size_t digit = line.find_first_of("0123456789", below(line.size() + 1));
      if (digit != std::string::npos) line[digit] = static_cast<char>('0' + below(10));
    }
  }
  text.clear();
  for (const std::string& line : lines) text += line + "\n";
}

std::string text_of(const TraceFiles& files) {
  std::string text;
  for (const auto& [name, lines] : files) text += "@" + name + "\n" + lines;
  return text;
}

TEST(TraceMutation, ErrorOrSuccess) {
  std::vector<TraceFiles> originals{sample_trace()};
  for (const auto& run : recorded_runs(20'000)) {
    TraceFiles files;
    for (const auto& file : std::filesystem::directory_iterator(run)) {
      std::ifstream in(file.path());
      std::ostringstream text;
      text << in.rdbuf();
      files[file.path().filename().string()] = text.str();
    }
    originals.push_back(std::move(files));
  }
  std::mt19937 random(7);
  std::size_t accepted = 0, rejected = 0, cut = 0;
  for (int round = 0; round < 1500; ++round) {
    TraceFiles files = originals[static_cast<std::size_t>(round) % originals.size()];
    for (std::size_t edits = 1 + random() % 3; edits > 0 && !files.empty(); --edits) edit(files, random);
    std::vector<std::string> warnings;
    try {
      read_trace(files, "t", {}, warnings);
      ++accepted;
    } catch (const TraceError&) {
      ++rejected;
    }
    try {
      warnings.clear();
      const Trace rest = read_trace(files, "t", {.lenient = true}, warnings);
      const bool plan = text_of(files).find("\nX,") != std::string::npos;
      if (plan || warnings.empty() || rest.routines.empty() || rest.routines.front().id != 1) continue;
      ++cut;
      std::vector<std::string> none;
      EXPECT_NO_THROW(read_trace(advocate_files(rest), "again", {}, none)) << text_of(files);
    } catch (const TraceError&) {
    }
  }
  // Had it been always the same, nothing would have been tried.
  EXPECT_GT(accepted, 50U);
  EXPECT_GT(rejected, 300U);
  EXPECT_GT(cut, 200U);
}

}  // namespace
}  // namespace graphfuzz::go
