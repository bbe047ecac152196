// Reads the JSON of a step, and says where it was when something is not as it should be.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "graphfuzz/fuzz/step_error.hpp"

namespace graphfuzz {

class StepReader {
 public:
  using Json = nlohmann::json;

  StepReader(const std::string& text, std::size_t number)
      : where_(fmt::format("steps[{}]", number)), json_(Json::parse(text, nullptr, false)) {
    if (!json_.is_object()) fail(where_, "an object", text);
  }

  const Json* find(const char* key) const {
    const auto found = json_.find(key);
    return found == json_.end() ? nullptr : &*found;
  }
  const Json& at(const char* key) const {
    const Json* const value = find(key);
    if (value == nullptr) fail(where_, fmt::format("a field \"{}\"", key), "none");
    return *value;
  }
  std::int64_t integer(const Json& value, const std::string& key, std::int64_t least, std::int64_t greatest) const {
    const bool fits = value.is_number_unsigned() ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(greatest)
                                                 : value.is_number_integer() && value.get<std::int64_t>() >= least;
    if (!fits) fail(where_ + key, fmt::format("an integer from {} to {}", least, greatest), value.dump());
    return value.get<std::int64_t>();
  }
  [[noreturn]] void wrong(const std::string& key, const std::string& expected, const Json& value) const {
    fail(where_ + key, expected, value.dump(-1, ' ', true, Json::error_handler_t::replace));
  }

 private:
  [[noreturn]] static void fail(const std::string& where, const std::string& expected, std::string found) {
    constexpr std::size_t kLongest = 60;
    if (found.size() > kLongest) found = found.substr(0, kLongest) + "…";
    throw StepError(fmt::format("{}: expected {}, found {}", where, expected, found));
  }

  std::string where_;
  Json json_;
};

}  // namespace graphfuzz
