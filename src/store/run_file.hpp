// RunFile: sorted keys in a file without a name, 16 bytes each, and in memory what says where to look for a key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "graphfuzz/store/hash128.hpp"
#include "store/bloom_filter.hpp"
#include "store/descriptor.hpp"

namespace graphfuzz::store {

class RunFile {
 public:
  /// Takes sorted keys one after the other. All functions throw FileError.
  class Maker;
  /// Gives them back one after the other.
  class Cursor;

  bool contains(const Hash128& key, std::uint64_t& blocks_read) const;
  std::uint64_t size() const { return size_; }
  std::size_t memory_bytes() const { return filter_.memory_bytes() + firsts_.capacity() * sizeof(Hash128); }

 private:
  static constexpr std::size_t kKeyBytes = 16;
  void read(std::uint64_t first, std::size_t count, std::vector<Hash128>& keys) const;

  Descriptor file_;
  std::uint64_t size_ = 0;
  std::uint64_t block_ = 256;    ///< keys that are read to find one: a page
  std::vector<Hash128> firsts_;  ///< of each block
  BloomFilter filter_;
};

class RunFile::Maker {
 public:
  /// For `size` keys. `index_bytes`: how much the index may take, at the price of larger blocks.
  Maker(const std::filesystem::path& folder, std::uint64_t size, double filter_bits_per_key, std::size_t index_bytes);
  void add(const Hash128& key);
  RunFile finish();

 private:
  void flush();
  RunFile run_;
  std::string buffer_;
};

class RunFile::Cursor {
 public:
  explicit Cursor(const RunFile& run) : run_(&run) { next(); }
  const std::optional<Hash128>& key() const { return key_; }  ///< none at the end
  void next();

 private:
  static constexpr std::size_t kKeys = 1024;
  const RunFile* run_;
  std::uint64_t read_ = 0;
  std::size_t at_ = 0;
  std::vector<Hash128> keys_;
  std::optional<Hash128> key_;
};

}  // namespace graphfuzz::store
