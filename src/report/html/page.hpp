// The page of --html with results of one run or of several.
#pragma once

#include <optional>
#include <string>

#include "graphfuzz/report/html.hpp"
#include "report/json_text.hpp"

namespace graphfuzz::page {

/// Of the JSON in it.
inline constexpr unsigned kVersion = 1;

Json json_of(const PageRun& run);
/// `runs`: an array of such.
std::string page_of(const Json& runs, const PageResults& results, const std::optional<PageProgress>& progress);

}  // namespace graphfuzz::page
