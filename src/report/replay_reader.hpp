// Reading the JSON of replay files, with messages that say where something is not as it should be.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include "graphfuzz/report/replay_file.hpp"
#include "report/json_text.hpp"

namespace graphfuzz {

class ReplayReader {
 public:
  /// `file`: for messages.
  explicit ReplayReader(const std::string& file) : file_(file) {}

  [[noreturn]] void fail(const std::string& where, std::string_view expected, std::string_view found) const {
    throw ReplayFileError(
        fmt::format("{}: {}expected {}, found {}", file_, where.empty() ? "" : where + ": ", expected, found));
  }

  /// An object.
  Json parse(std::string_view text) const {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) fail("", "a replay file", "an empty file");
    // What is done with JSON is recursive.
    const auto bounded = [this](int depth, Json::parse_event_t, Json&) {
      if (depth > kDeepest) fail("", "a replay file", fmt::format("JSON with more than {} levels", kDeepest));
      return true;
    };
    Json json;
    try {
      json = Json::parse(text, bounded);
    } catch (const Json::exception& e) {
      const std::string what = e.what();  // "[json.exception.parse_error.101] parse error at line 1, column 2: …"
      const std::size_t tag = what.find("] ");
      fail("", "a replay file in JSON", tag == std::string::npos ? what : "a " + what.substr(tag + 2));
    }
    if (!json.is_object()) fail("", "an object", show(json));
    return json;
  }

  const Json& field(const Json& object, const char* key) const {
    const auto found = object.find(key);
    if (found == object.end()) fail("", fmt::format("a field \"{}\"", key), "none");
    return *found;
  }

  std::string string(const Json& value, const std::string& where) const {
    if (!value.is_string()) fail(where, "a string", show(value));
    return value.get<std::string>();
  }
  std::string string(const Json& object, const char* key) const { return string(field(object, key), std::string(key)); }

  /// One of two.
  std::string either(const Json& object, const char* key, std::string_view a, std::string_view b) const {
    const std::string text = string(object, key);
    if (text != a && text != b) fail(key, fmt::format("\"{}\" or \"{}\"", a, b), show(text));
    return text;
  }

  std::uint64_t integer(const Json& object, const char* key, std::uint64_t least, std::uint64_t greatest) const {
    const Json& value = field(object, key);
    const bool fits =
        value.is_number_unsigned() && value.get<std::uint64_t>() >= least && value.get<std::uint64_t>() <= greatest;
    if (!fits) fail(key, fmt::format("an integer from {} to {}", least, greatest), show(value));
    return value.get<std::uint64_t>();
  }

  /// 64 bits in hexadecimal.
  std::uint64_t hash(const Json& object, const char* key) const {
    const std::string digits = string(object, key);
    std::uint64_t hash = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
    if (error != std::errc{} || end != digits.data() + digits.size() || digits.size() != 16) {
      fail(key, "16 hexadecimal digits", show(digits));
    }
    return hash;
  }

  /// As much as a message can do with. The text is in ASCII, so that it can be cut anywhere.
  static std::string show(const Json& value) {
    constexpr std::size_t longest = 60;
    std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > longest) text = text.substr(0, longest) + "…";
    return text;
  }

 private:
  static constexpr int kDeepest = 20;
  const std::string& file_;
};

}  // namespace graphfuzz
