#include "graphfuzz/store/hyper_log_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "store/binary.hpp"

namespace graphfuzz::store {
namespace {

/// Ertl 2017, algorithm 6: the sums of the series for registers that are empty, and for those that are full.
double sigma(double x) {
  if (x == 1) return std::numeric_limits<double>::infinity();
  double y = 1, z = x, before = 0;
  do {
    x *= x;
    before = z;
    z += x * y;
    y += y;
  } while (z != before);
  return z;
}

double tau(double x) {
  if (x == 0 || x == 1) return 0;
  double y = 1, z = 1 - x, before = 0;
  do {
    x = std::sqrt(x);
    before = z;
    y *= 0.5;
    z -= (1 - x) * (1 - x) * y;
  } while (z != before);
  return z / 3;
}

}  // namespace

HyperLogLog::HyperLogLog(unsigned precision) : precision_(precision) {
  if (precision < kLeastPrecision || precision > kMostPrecision) {
    throw std::invalid_argument(fmt::format("HyperLogLog: expected a precision from {} to {}, found {}",
                                            kLeastPrecision, kMostPrecision, precision));
  }
  registers_.resize(std::size_t{1} << precision);
}

bool HyperLogLog::insert(const Hash128& key) {
  const std::uint64_t hash = std::hash<Hash128>()(key);
  std::uint8_t& here = registers_[static_cast<std::size_t>(hash >> (64 - precision_))];
  // The place of the first 1 in the other bits, after which one is set to end the search.
  const std::uint64_t rest = hash << precision_ | std::uint64_t{1} << (precision_ - 1);
  const auto place = static_cast<std::uint8_t>(std::countl_zero(rest) + 1);
  if (place <= here) return false;
  here = place;
  return true;
}

double HyperLogLog::estimate() const {
  const unsigned most = 64 - precision_;  // Ertl's q
  std::vector<double> counts(most + 2, 0.0);
  for (const std::uint8_t value : registers_) ++counts[value];
  const auto size = static_cast<double>(registers_.size());
  double z = size * tau(1 - counts[most + 1] / size);
  for (unsigned k = most; k >= 1; --k) z = 0.5 * (z + counts[k]);
  z += size * sigma(counts[0] / size);
  return size / (2 * std::numbers::ln2) * (size / z);
}

double HyperLogLog::relative_error() const { return 1.04 / std::sqrt(static_cast<double>(registers_.size())); }

void HyperLogLog::merge(const HyperLogLog& other) {
  if (precision_ != other.precision_) {
    throw std::invalid_argument(
        fmt::format("HyperLogLog: precision {} cannot be merged with {}", other.precision_, precision_));
  }
  std::transform(registers_.begin(), registers_.end(), other.registers_.begin(), registers_.begin(),
                 [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); });
}

std::string HyperLogLog::to_bytes() const {
  std::string out(1, static_cast<char>(precision_));
  out.append(registers_.begin(), registers_.end());
  return out;
}

HyperLogLog HyperLogLog::from_bytes(std::string_view bytes, const std::string& file) {
  ByteReader reader(bytes, file);
  const auto precision = static_cast<unsigned>(reader.fixed(1));
  if (precision < kLeastPrecision || precision > kMostPrecision) {
    reader.fail(
        fmt::format("expected a precision from {} to {}, found {}", kLeastPrecision, kMostPrecision, precision));
  }
  const std::size_t size = std::size_t{1} << precision;
  if (reader.left() != size) reader.fail(fmt::format("expected {} registers, found {} bytes", size, reader.left()));
  HyperLogLog result(precision);
  for (std::uint8_t& value : result.registers_) {
    value = static_cast<std::uint8_t>(reader.fixed(1));
    if (value > 64 - precision + 1) reader.fail(fmt::format("expected at most {}, found {}", 65 - precision, value));
  }
  return result;
}

}  // namespace graphfuzz::store
