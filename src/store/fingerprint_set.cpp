#include "graphfuzz/store/fingerprint_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "store/binary.hpp"

namespace graphfuzz::store {
namespace {

constexpr std::size_t kBlock = 4096;

}  // namespace

std::size_t FingerprintSet::merge(const FingerprintSet& other) {
  const std::size_t before = size();
  if (this != &other) hashes_.insert(other.begin(), other.end());
  return size() - before;
}

std::size_t FingerprintSet::common(const FingerprintSet& other) const {
  const FingerprintSet& small = size() < other.size() ? *this : other;
  const FingerprintSet& large = size() < other.size() ? other : *this;
  return static_cast<std::size_t>(
      std::count_if(small.begin(), small.end(), [&](const Hash128& hash) { return large.contains(hash); }));
}

std::string FingerprintSet::to_bytes() const {
  std::vector<Hash128> sorted(begin(), end());
  std::sort(sorted.begin(), sorted.end());
  std::string out;
  append_varint(out, sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i % kBlock == 0) {
      append_hash(out, sorted[i]);
    } else {
      append_varint(out, sorted[i].low - sorted[i - 1].low);
      append_fixed(out, sorted[i].high, 8);
    }
  }
  return out;
}

FingerprintSet FingerprintSet::from_bytes(std::string_view bytes, const std::string& file, std::size_t most) {
  constexpr std::size_t kLeastBytes = 9;  // of a hash
  ByteReader reader(bytes, file);
  const std::uint64_t size = reader.varint();
  if (size > most) reader.fail(fmt::format("expected at most {} fingerprints, found {}", most, size));
  if (size > reader.left() / kLeastBytes) {
    reader.fail(fmt::format("expected {} fingerprints, found {} bytes to the end", size, reader.left()));
  }
  FingerprintSet set;
  set.reserve(static_cast<std::size_t>(size));
  Hash128 last;
  for (std::uint64_t i = 0; i < size; ++i) {
    Hash128 next;
    if (i % kBlock == 0) {
      next = reader.hash();
    } else {
      next.low = last.low + reader.varint();
      next.high = reader.fixed(8);
    }
    if (i > 0 && next <= last) reader.fail("expected fingerprints in ascending order");
    set.insert(last = next);
  }
  if (reader.left() > 0) reader.fail(fmt::format("expected the end, found {} more bytes", reader.left()));
  return set;
}

}  // namespace graphfuzz::store
