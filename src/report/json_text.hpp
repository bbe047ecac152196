// JSON as text, the same everywhere.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace graphfuzz {

/// Keys stay in the order in which they were given.
using Json = nlohmann::ordered_json;

/// Of all documents in JSON that graphfuzz writes as results: each begins with its format and this version. Fields are
/// added without a new one; it changes when one goes or has another meaning. doc/schemas has their schemas.
inline constexpr int kFormatVersion = 1;

/// Over several lines, without a line's end after the last. Names of files need not be UTF-8, JSON has to be: what is
/// not is replaced.
inline std::string json_text(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace); }
/// On one line, without blanks.
inline std::string json_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace graphfuzz
