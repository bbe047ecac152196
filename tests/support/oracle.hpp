// The rows of shared/oracle/herd7.jsonl: what herd7 says of each litmus test under each model.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "support/folders.hpp"

namespace graphfuzz::testing {

struct OracleRow {
  std::string file;
  std::set<std::string> states;
  std::uint64_t executions = 0, positive = 0, negative = 0;
};

/// Empty if there is no oracle.
inline std::vector<OracleRow> oracle_rows(const std::string& model) {
  std::vector<OracleRow> result;
  std::ifstream in(kOracle / "herd7.jsonl");
  for (std::string line; std::getline(in, line);) {
    const auto json = nlohmann::json::parse(line);
    if (json["model"] != model) continue;
    result.push_back({json["file"], json["states"].get<std::set<std::string>>(), json["executions"], json["positive"],
                      json["negative"]});
  }
  return result;
}

}  // namespace graphfuzz::testing
