// JSON as text, the same everywhere.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace graphfuzz {

/// Keys stay in the order in which they were given.
using Json = nlohmann::ordered_json;

/// Over several lines, without a line's end after the last. Names of files need not be UTF-8, JSON has to be: what is
/// not is replaced.
inline std::string json_text(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace); }
/// On one line, without blanks.
inline std::string json_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace graphfuzz
