// CBOR (RFC 8949), without recursion. nlohmann_json's reader of it recurses into the chunks of texts of indefinite
// length without a bound and without telling its user; see doc/decisions/0018-one-reader-and-one-store.md.
#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "store/document_tree.hpp"
#include "store/utf8.hpp"

namespace graphfuzz::store {
namespace {

/// RFC 8949, appendix D.
double half_precision(std::uint64_t bits) {
  const int exponent = static_cast<int>(bits >> 10 & 0x1F);
  const auto mantissa = static_cast<double>(bits & 0x3FF);
  double value = 0;
  if (exponent == 0) {
    value = std::ldexp(mantissa, -24);
  } else if (exponent < 31) {
    value = std::ldexp(mantissa + 1024, exponent - 25);
  } else {
    value = mantissa == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

class CborParser {
 public:
  CborParser(std::string_view bytes, TreeBuilder& builder) : bytes_(bytes), builder_(builder) {}

  void parse() {
    do {
      item();
      while (!open_.empty() && open_.back().left == 0) {
        open_.pop_back();
        builder_.end();
      }
    } while (!open_.empty());
    if (at_ < bytes_.size()) fail("the end of the document", fmt::format("{} more bytes", bytes_.size() - at_));
  }

 private:
  /// Of an object, `left` counts keys and values. What is endless ends with a break.
  struct Open {
    bool object;
    std::uint64_t left;
    bool endless = false;
  };
  static constexpr std::uint64_t kEndless = std::uint64_t{1} << 63;  // more than there are bytes, and even
  static constexpr unsigned kIndefinite = 31;
  static constexpr unsigned kBreak = 0xFF;
  enum Major : unsigned { natural, negative, byte_string, text, array, map, tag, simple };

  [[noreturn]] void fail(std::string_view expected, std::string_view found) const {
    builder_.fail(fmt::format("at byte {}: expected {}, found {}", start_, expected, found));
  }

  std::uint64_t big_endian(std::size_t size) {
    if (bytes_.size() - at_ < size) fail(fmt::format("{} bytes", size), "the end of the document");
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value = value << 8 | static_cast<unsigned char>(bytes_[at_++]);
    return value;
  }

  std::string_view string_of(std::uint64_t size) {
    const std::size_t left = bytes_.size() - at_;
    if (size > left) fail(fmt::format("a string of {} bytes", size), fmt::format("{} bytes to the end", left));
    const std::string_view string = bytes_.substr(at_, size);
    at_ += size;
    return string;
  }

  void item() {
    start_ = at_;
    const bool key = !open_.empty() && open_.back().object && open_.back().left % 2 == 0;
    const std::uint64_t first = big_endian(1);
    if (first == kBreak && !open_.empty() && open_.back().endless && (key || !open_.back().object)) {
      open_.pop_back();
      return builder_.end();
    }
    if (!open_.empty()) --open_.back().left;
    const auto major = static_cast<Major>(first >> 5);
    const unsigned low = first & 0x1F;
    if (low == kIndefinite && !key && (major == array || major == map)) return begin_endless(major == map);
    if (low >= 28) fail("an item of definite length", fmt::format("the byte {:#04x}", first));
    const std::uint64_t argument = low < 24 ? low : big_endian(std::size_t{1} << (low - 24));
    if (key && major != text) fail("a key (a text)", fmt::format("the byte {:#04x}", first));
    switch (major) {
      case natural:
        return builder_.scalar(Kind::natural, argument);
      case negative:
        if (argument > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
          fail("a number of 64 bits", fmt::format("-1 - {}", argument));
        }
        return builder_.scalar(Kind::negative, ~argument);
      case byte_string:
        return builder_.text(Kind::bytes, string_of(argument));
      case text: {
        const std::string_view string = string_of(argument);
        const std::size_t valid = utf8_prefix(string);
        if (valid < string.size()) {
          fail("UTF-8", fmt::format("the byte {:#04x} in it", static_cast<unsigned char>(string[valid])));
        }
        return key ? builder_.key(string) : builder_.text(Kind::text, string);
      }
      case array:
      case map:
        return begin(major == map, argument);
      case tag:
        fail("an item without a tag", fmt::format("tag {}", argument));
      case simple:
        return simple_value(low, argument);
    }
  }

  void begin(bool object, std::uint64_t size) {
    const std::size_t left = bytes_.size() - at_;
    if (size > left / (object ? 2 : 1)) {
      fail(fmt::format("{} {}", size, object ? "members" : "elements"), fmt::format("{} bytes to the end", left));
    }
    builder_.begin(object ? Kind::object : Kind::array);
    open_.push_back({object, object ? 2 * size : size});
  }

  void begin_endless(bool object) {
    builder_.begin(object ? Kind::object : Kind::array);
    open_.push_back({object, kEndless, true});
  }

  void simple_value(unsigned low, std::uint64_t argument) {
    switch (low) {
      case 20:
      case 21:
        return builder_.scalar(Kind::boolean, low - 20);
      case 22:
        return builder_.scalar(Kind::null, 0);
      case 25:
        return builder_.real(half_precision(argument));
      case 26:
        return builder_.real(std::bit_cast<float>(static_cast<std::uint32_t>(argument)));
      case 27:
        return builder_.real(std::bit_cast<double>(argument));
      default:
        fail("true, false, null or a number", fmt::format("the simple value {}", argument));
    }
  }

  std::string_view bytes_;
  TreeBuilder& builder_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;  // of the item
  std::vector<Open> open_;
};

}  // namespace

Document Document::cbor(std::string_view bytes, std::string file, const Limits& limits) {
  return parsed_cbor(bytes, TreeBuilder(std::move(file), limits), limits);
}

Document Document::cbor_view(std::string_view bytes, std::string file, const Limits& limits) {
  return parsed_cbor(bytes, TreeBuilder(std::move(file), limits, bytes), limits);
}

Document Document::parsed_cbor(std::string_view bytes, TreeBuilder builder, const Limits& limits) {
  if (bytes.size() > limits.bytes) {
    throw DocumentError(builder.file(), "",
                        fmt::format("expected at most {} bytes, found {}", limits.bytes, bytes.size()));
  }
  CborParser(bytes, builder).parse();
  return Document(builder.finish());
}

}  // namespace graphfuzz::store
