// Random documents, and nlohmann_json as a second opinion on what ours say.
#pragma once

#include <rapidcheck.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>

#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz::store::testing {

using Json = nlohmann::ordered_json;

/// The same document as nlohmann_json has it.
inline Json copy(const Value& value) {
  switch (value.kind()) {
    case Kind::null:
      return nullptr;
    case Kind::boolean:
      return value.boolean();
    case Kind::natural:
      return value.integer<std::uint64_t>();
    case Kind::negative:
      return value.integer<std::int64_t>();
    case Kind::real:
      return value.real();
    case Kind::text:
      return std::string(value.text());
    case Kind::bytes: {
      const std::string bytes = value.bytes();
      return Json::binary({bytes.begin(), bytes.end()});
    }
    case Kind::array: {
      Json array = Json::array();
      for (const Value item : value.array()) array.push_back(copy(item));
      return array;
    }
    case Kind::object: {
      Json object = Json::object();
      for (const auto& [key, member] : value.object()) object[std::string(key)] = copy(member);
      return object;
    }
  }
  return nullptr;
}

inline void write(Writer& out, const Json& json) {
  if (json.is_null()) out.null();
  if (json.is_boolean()) out.value(json.get<bool>());
  if (json.is_number_unsigned()) out.value(json.get<std::uint64_t>());
  if (json.is_number_integer() && !json.is_number_unsigned()) out.value(json.get<std::int64_t>());
  if (json.is_number_float()) out.value(json.get<double>());
  if (json.is_string()) out.value(json.get<std::string>());
  if (json.is_binary()) out.bytes(std::string(json.get_binary().begin(), json.get_binary().end()));
  if (json.is_array()) {
    out.begin_array();
    for (const Json& item : json) write(out, item);
    out.end_array();
  }
  if (json.is_object()) {
    out.begin_object();
    for (const auto& [key, member] : json.items()) write(out.key(key), member);
    out.end_object();
  }
}

/// With all kinds of things in it that JSON can say. Most have ten to a hundred values.
inline Json random_document(std::mt19937_64& random, int depth) {
  static const std::vector<std::string> texts = {"",
                                                 "a",
                                                 "steps",
                                                 "\"quoted\\\"",
                                                 "line\nfeed\t\r",
                                                 "ü",
                                                 "\u20AC \U0001F600",
                                                 "\x01\x1f\x7f",
                                                 std::string(80, 'x')};
  static const std::vector<double> reals = {0.0, -0.0, 0.1, 1.5, -2.5e-300, 1e308, 5e-324, 3.4028234e38, 2.0};
  const auto below = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  const auto inner = [&] { return random_document(random, depth - 1); };
  switch (depth > 3 ? 7 + below(2) : below(depth > 0 ? 10 : 7)) {
    case 0:
      return nullptr;
    case 1:
      return below(2) == 0;
    case 2:
      return random() >> below(64);
    case 3:
      return -static_cast<std::int64_t>(random() >> (1 + below(63))) - 1;
    case 4:
      return reals[below(reals.size())];
    case 5:
    case 6:
      return texts[below(texts.size())];
    case 7: {
      Json array = Json::array();
      for (std::size_t i = below(30) == 0 ? 300 : below(7); i > 0; --i) array.push_back(inner());
      return array;
    }
    default: {
      Json object = Json::object();
      for (std::size_t i = below(7); i > 0; --i) object[texts[below(texts.size())]] = inner();
      return object;
    }
  }
}

inline Json any_document(int depth = 4) {
  std::mt19937_64 random(*rc::gen::arbitrary<std::uint64_t>());
  return random_document(random, depth);
}

inline std::string cbor_of(const Json& json) {
  const std::vector<std::uint8_t> bytes = Json::to_cbor(json);
  return {bytes.begin(), bytes.end()};
}

/// What is said of a document that cannot be read; "" if it can.
template <class Read>
std::string error_of(Read read) {
  try {
    read();
  } catch (const DocumentError& error) {
    return error.what();
  }
  return "";
}

}  // namespace graphfuzz::store::testing
