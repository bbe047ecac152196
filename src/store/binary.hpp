// Numbers as bytes: of fixed size, lowest byte first, and of as few as will do (LEB128).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "graphfuzz/store/error.hpp"
#include "graphfuzz/store/hash128.hpp"

namespace graphfuzz::store {

inline void append_fixed(std::string& out, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}

inline void append_hash(std::string& out, const Hash128& hash) {
  append_fixed(out, hash.low, 8);
  append_fixed(out, hash.high, 8);
}

inline void append_varint(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

/// Reads what the functions above write. Throws DocumentError: "file: at byte 12: expected …, found …".
class ByteReader {
 public:
  ByteReader(std::string_view bytes, std::string file) : bytes_(bytes), file_(std::move(file)) {}

  std::size_t left() const { return bytes_.size() - at_; }
  std::size_t position() const { return at_; }

  [[noreturn]] void fail(const std::string& problem) const {
    throw DocumentError(file_, "", "at byte " + std::to_string(at_) + ": " + problem);
  }

  std::string_view take(std::uint64_t size) {
    if (size > left()) {
      fail("expected " + std::to_string(size) + " more bytes, found " + std::to_string(left()));
    }
    at_ += static_cast<std::size_t>(size);
    return bytes_.substr(at_ - static_cast<std::size_t>(size), static_cast<std::size_t>(size));
  }

  std::uint64_t fixed(std::size_t size) {
    const std::string_view bytes = take(size);
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return value;
  }

  Hash128 hash() {
    const std::uint64_t low = fixed(8);
    return {low, fixed(8)};
  }

  /// In its shortest form, as it is written.
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint64_t byte = fixed(1);
      if ((shift == 63 && byte > 1) || (shift > 0 && byte == 0)) fail("expected a number in its shortest form");
      value |= (byte & 0x7F) << shift;
      if (byte < 0x80) return value;
    }
  }

 private:
  std::string_view bytes_;
  std::string file_;
  std::size_t at_ = 0;
};

}  // namespace graphfuzz::store
