// Where the files are that tests read. Functions, compiled once: a definition on every command line would tie each
// object file to one checkout.
#pragma once

#include <filesystem>
#include <string>

namespace graphfuzz {

/// The root of the project's sources.
std::string source_folder();

/// Litmus tests with herd7's results, see GRAPHFUZZ_ORACLE_DIR in CMakeLists.txt. May not exist.
std::string oracle_folder();

/// Recorded Go traces, see GRAPHFUZZ_TRACES_DIR. May not exist.
std::string traces_folder();

inline const std::filesystem::path kLitmus = std::filesystem::path(source_folder()) / "litmus";
inline const std::filesystem::path kOracle = oracle_folder();

}  // namespace graphfuzz
