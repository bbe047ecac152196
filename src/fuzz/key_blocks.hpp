// Sorted keys as values of documents: an array of blocks of bytes, each with up to 65536 keys.
//
// A block is the number of its keys, and for each of them, as LEB128: the difference of its first half to the one
// before; if that is 0, the difference of its second half, else that half in 8 bytes; and its count, where there are
// counts. A block begins as after a key of zeros.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "graphfuzz/store/hash128.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {

class KeyBlockWriter {
 public:
  /// Begins the array.
  KeyBlockWriter(store::Writer& out, bool counts) : out_(out), counts_(counts) { out_.begin_array(); }
  /// Keys ascend.
  void add(const store::Hash128& key, std::uint32_t count);
  /// Ends it.
  void finish();

 private:
  void write_block();

  store::Writer& out_;
  bool counts_;
  std::uint64_t size_ = 0;
  store::Hash128 last_;
  std::string block_;
};

/// Visits all keys; counts are from 1 to `most`, or 1 where there are none (`most` is 0). Throws store::DocumentError
/// if the blocks are not exactly as KeyBlockWriter writes them.
void read_key_blocks(const store::Value& blocks, std::uint32_t most,
                     const std::function<void(const store::Hash128&, std::uint32_t count)>& visit);

}  // namespace graphfuzz
