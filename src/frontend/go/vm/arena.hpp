// Arena: all memory that one run of a program takes: given out by moving a pointer, all taken back at once.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "frontend/go/vm/value.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::go::vm {

/// The program wants more memory than a run may have.
struct OutOfMemory {};

class Arena {
 public:
  static constexpr std::size_t kChunk = std::size_t{64} << 10;

  /// At most `limit` bytes, a chunk or more.
  explicit Arena(std::size_t limit) : limit_(limit < kChunk ? kChunk : limit) { next_chunk(kChunk); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// Gives everything back; keeps the chunks for the next run.
  void reset() {
    if (taken_ > kKept) chunks_.resize(1);
    current_ = 0;
    taken_ = chunks_[0].size;
    enter();
  }

  /// Counts what the run takes besides. False: there is not as much.
  [[nodiscard]] bool charge(std::size_t bytes) {
    if (bytes > limit_ - taken_) return false;
    taken_ += bytes;
    return true;
  }

  /// Zeroed, aligned to 16 bytes. Throws OutOfMemory.
  void* allocate(std::size_t bytes) {
    if (bytes > limit_) throw OutOfMemory{};
    bytes = (bytes + 15) & ~std::size_t{15};
    if (bytes > static_cast<std::size_t>(end_ - free_)) more(bytes);
    char* result = free_;
    free_ += bytes;
    std::memset(result, 0, bytes);
    return result;
  }
  /// At least one, so that distinct variables have distinct addresses.
  Slot* slots(std::size_t count) {
    if (count > limit_ / sizeof(Slot)) throw OutOfMemory{};
    return static_cast<Slot*>(allocate((count == 0 ? 1 : count) * sizeof(Slot)));
  }
  template <typename T>
  T* make() {
    return new (allocate(sizeof(T))) T{};
  }
  char* bytes(std::size_t count) { return static_cast<char*>(allocate(count)); }
  Slot text(std::string_view text) {
    char* copy = bytes(text.size());
    if (!text.empty()) std::memcpy(copy, text.data(), text.size());
    return Slot::text({copy, text.size()});
  }

 private:
  static constexpr std::size_t kKept = std::size_t{4} << 20;  ///< more than this is returned to the system
  struct Chunk {
    std::unique_ptr<char[]> memory;
    std::size_t size;
  };

  void enter() {
    free_ = chunks_[current_].memory.get();
    end_ = free_ + chunks_[current_].size;
  }
  void next_chunk(std::size_t size) {
    if (!charge(size)) throw OutOfMemory{};
    chunks_.push_back({std::unique_ptr<char[]>(new char[size]), size});
    current_ = chunks_.size() - 1;
    enter();
  }
  // Chunks that earlier runs have left serve only where this one would have made the same: whether it runs out of
  // memory must not depend on others.
  void more(std::size_t bytes) {
    stop_point();
    const std::size_t size = bytes < kChunk ? kChunk : bytes;
    if (current_ + 1 == chunks_.size() || chunks_[current_ + 1].size != size) {
      chunks_.resize(current_ + 1);
      return next_chunk(size);
    }
    if (!charge(size)) throw OutOfMemory{};
    ++current_;
    enter();
  }

  std::vector<Chunk> chunks_;
  std::size_t limit_;
  std::size_t current_ = 0;
  std::size_t taken_ = 0;  ///< by this run: of the chunks those up to the current one, and what was charged besides
  char* free_ = nullptr;
  char* end_ = nullptr;
};

}  // namespace graphfuzz::go::vm
