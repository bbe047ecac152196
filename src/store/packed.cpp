#include "graphfuzz/store/packed.hpp"

#include <fmt/format.h>

#include <bit>

namespace graphfuzz::store {

Packer& Packer::add(std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes_.push_back(static_cast<char>(number | 0x80));
  bytes_.push_back(static_cast<char>(number));
  return *this;
}

Packer& Packer::add_real(double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  for (int shift = 0; shift < 64; shift += 8) bytes_.push_back(static_cast<char>(bits >> shift));
  return *this;
}

std::uint64_t Unpacker::next(std::uint64_t least, std::uint64_t most) {
  std::uint64_t number = 0;
  for (int shift = 0;; shift += 7) {
    if (at_end()) reject("ends within its numbers");
    const auto byte = static_cast<unsigned char>(bytes_[position_++]);
    const std::uint64_t part = byte & 0x7f;
    if (shift == 63 && part > 1) reject("has a number beyond 64 bits");
    number |= part << shift;
    if (byte < 0x80) {
      // The same numbers are the same bytes.
      if (byte == 0 && shift > 0) reject("has a number with a zero in front");
      break;
    }
    if (shift == 63) reject("has a number beyond 64 bits");
  }
  if (number < least || number > most) {
    reject(fmt::format("has {} where a number from {} to {} was expected", number, least, most));
  }
  return number;
}

double Unpacker::real(double least, double most) {
  if (left() < 8) reject("ends within its numbers");
  std::uint64_t bits = 0;
  for (int shift = 0; shift < 64; shift += 8) {
    bits |= std::uint64_t{static_cast<unsigned char>(bytes_[position_++])} << shift;
  }
  const auto number = std::bit_cast<double>(bits);
  if (!(number >= least && number <= most)) {
    reject(fmt::format("has {} where a number from {} to {} was expected", number, least, most));
  }
  return number;
}

void Unpacker::expect_end() const {
  if (!at_end()) reject(fmt::format("has {} bytes too many", left()));
}

}  // namespace graphfuzz::store
