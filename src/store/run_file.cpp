#include "store/run_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace graphfuzz::store {
namespace {

/// A new file that has no name, or loses it at once where the system cannot make such.
Descriptor open_nameless(const std::filesystem::path& folder) {
  const int nameless = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (nameless >= 0) return {folder / "(a file of the set)", nameless, nullptr};
  if (errno != EISDIR && errno != EOPNOTSUPP && errno != EINVAL) throw FileError(folder, "cannot hold a file", errno);
  std::string name = (folder / "graphfuzz-set-XXXXXX").string();
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named < 0) throw FileError(folder, "cannot hold a file", errno);
  ::unlink(name.c_str());
  return {name, named, nullptr};
}

}  // namespace

void RunFile::read(std::uint64_t first, std::size_t count, std::vector<Hash128>& keys) const {
  static_assert(sizeof(Hash128) == kKeyBytes);
  keys.resize(count);
  // As they are in memory: nobody but this process reads them.
  const std::size_t wanted = count * kKeyBytes;
  if (file_.read(reinterpret_cast<char*>(keys.data()), wanted, first * kKeyBytes) != wanted) {
    throw FileError(file_.path(), "is shorter than it was written");
  }
}

bool RunFile::contains(const Hash128& key, std::uint64_t& blocks_read) const {
  if (!filter_.may_contain(key)) return false;
  const auto after = std::upper_bound(firsts_.begin(), firsts_.end(), key);
  if (after == firsts_.begin()) return false;
  const std::uint64_t first = static_cast<std::uint64_t>(after - firsts_.begin() - 1) * block_;
  std::vector<Hash128> keys;
  read(first, static_cast<std::size_t>(std::min(block_, size_ - first)), keys);
  ++blocks_read;
  return std::binary_search(keys.begin(), keys.end(), key);
}

RunFile::Maker::Maker(const std::filesystem::path& folder, std::uint64_t size, double filter_bits_per_key,
                      std::size_t index_bytes) {
  run_.file_ = open_nameless(folder);
  while (size / run_.block_ * sizeof(Hash128) > index_bytes) run_.block_ *= 2;
  run_.firsts_.reserve(static_cast<std::size_t>(size / run_.block_ + 1));
  run_.filter_ = BloomFilter(size, filter_bits_per_key);
}

void RunFile::Maker::add(const Hash128& key) {
  constexpr std::size_t kBuffer = std::size_t{1} << 16;
  if (run_.size_ % run_.block_ == 0) run_.firsts_.push_back(key);
  run_.filter_.add(key);
  ++run_.size_;
  char bytes[kKeyBytes];
  std::memcpy(bytes, &key, kKeyBytes);
  buffer_.append(bytes, kKeyBytes);
  if (buffer_.size() >= kBuffer) flush();
}

void RunFile::Maker::flush() {
  run_.file_.write(buffer_);
  buffer_.clear();
}

RunFile RunFile::Maker::finish() {
  flush();
  return std::move(run_);
}

void RunFile::Cursor::next() {
  if (at_ == keys_.size()) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(kKeys, run_->size() - read_));
    run_->read(read_, count, keys_);
    read_ += count;
    at_ = 0;
  }
  key_ = at_ < keys_.size() ? std::optional(keys_[at_++]) : std::nullopt;
}

}  // namespace graphfuzz::store
