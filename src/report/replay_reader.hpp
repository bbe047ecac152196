// Reading the JSON of replay files, with messages that say where something is not as it should be.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "graphfuzz/report/replay_file.hpp"

namespace graphfuzz {

using Json = nlohmann::ordered_json;

/// Reads fields, and says where it was when something is not as it should be.
class ReplayReader {
 public:
  explicit ReplayReader(const std::string& file) : file_(file) {}

  [[noreturn]] void fail(const std::string& where, std::string_view expected, std::string_view found) const {
    throw ReplayFileError(
        fmt::format("{}: {}expected {}, found {}", file_, where.empty() ? "" : where + ": ", expected, found));
  }

  const Json& field(const Json& object, const std::string& where, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end()) fail(where, fmt::format("a field \"{}\"", key), "none");
    return *found;
  }

  std::string string(const Json& object, const char* key) const {
    const Json& value = field(object, "", key);
    if (!value.is_string()) fail(key, "a string", show(value));
    return value.get<std::string>();
  }

  std::int64_t integer(const Json& value, const std::string& where, std::int64_t least, std::int64_t greatest) const {
    const bool fits = value.is_number_unsigned() ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(greatest)
                                                 : value.is_number_integer() && value.get<std::int64_t>() >= least;
    if (!fits) fail(where, fmt::format("an integer from {} to {}", least, greatest), show(value));
    return value.get<std::int64_t>();
  }

  static std::string show(const Json& value) {
    constexpr std::size_t longest = 60;
    std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > longest) text = text.substr(0, longest) + "…";
    return text;
  }

 private:
  const std::string& file_;
};

inline std::uint64_t hash_of(const std::string& digits, const ReplayReader& reader) {
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
  if (error != std::errc{} || end != digits.data() + digits.size() || digits.size() != 16) {
    reader.fail("hash", "16 hexadecimal digits", ReplayReader::show(digits));
  }
  return hash;
}

inline Json parse_json(std::string_view text, const ReplayReader& reader) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) reader.fail("", "a replay file", "an empty file");
  try {
    return Json::parse(text);
  } catch (const Json::exception& e) {
    const std::string what = e.what();  // "[json.exception.parse_error.101] parse error at line 1, column 2: …"
    const std::size_t tag = what.find("] ");
    reader.fail("", "a replay file in JSON", tag == std::string::npos ? what : "a " + what.substr(tag + 2));
  }
}

}  // namespace graphfuzz
