#include "fuzz/key_blocks.hpp"

#include <algorithm>

#include "graphfuzz/stop/stop.hpp"
#include "store/binary.hpp"

namespace graphfuzz {
namespace {

constexpr std::uint64_t kBlock = std::uint64_t{1} << 16;

}  // namespace

void KeyBlockWriter::add(const store::Hash128& key, std::uint32_t count) {
  store::append_varint(block_, key.low - last_.low);
  if (key.low == last_.low) {
    store::append_varint(block_, key.high - last_.high);
  } else {
    store::append_fixed(block_, key.high, 8);
  }
  if (counts_) store::append_varint(block_, count);
  last_ = key;
  if (++size_ == kBlock) write_block();
}

void KeyBlockWriter::finish() {
  if (size_ > 0) write_block();
  out_.end_array();
}

void KeyBlockWriter::write_block() {
  std::string bytes;
  store::append_varint(bytes, size_);
  out_.bytes(bytes + block_);
  block_.clear();
  last_ = {};
  size_ = 0;
}

void read_key_blocks(const store::Value& blocks, std::uint32_t most,
                     const std::function<void(const store::Hash128&, std::uint32_t count)>& visit) {
  constexpr std::uint64_t kMilestone = 1024;
  store::Hash128 last;
  bool any = false;
  std::uint64_t before = kBlock;
  for (const store::Value value : blocks.array()) {
    const std::string bytes = value.bytes();
    store::ByteReader reader(bytes, value.file() + ": " + value.path());
    if (before != kBlock) reader.fail("expected the last block to be the only one that is not full");
    const std::uint64_t size = before = reader.varint();
    if (size == 0 || size > kBlock) reader.fail("expected 1 to 65536 keys, found " + std::to_string(size));
    store::Hash128 key;
    for (std::uint64_t i = 0; i < size; ++i) {
      if (i % kMilestone == 0) stop_point();
      const std::uint64_t step = reader.varint();
      key.low += step;
      key.high = step == 0 ? key.high + reader.varint() : reader.fixed(8);
      if (any && key <= last) reader.fail("expected keys in ascending order");
      std::uint64_t count = 1;
      if (most > 0) {
        count = reader.varint();
        if (count == 0 || count > most) {
          reader.fail("expected a count from 1 to " + std::to_string(most) + ", found " + std::to_string(count));
        }
      }
      any = true;
      visit(last = key, static_cast<std::uint32_t>(count));
    }
    if (reader.left() > 0) reader.fail("expected the end, found " + std::to_string(reader.left()) + " more bytes");
  }
}

}  // namespace graphfuzz
