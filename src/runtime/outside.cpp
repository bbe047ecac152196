#include "runtime/outside.hpp"

#include <errno.h>
#include <sys/types.h>
#include <unistd.h>
#include <wchar.h>
#include <xxhash.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstring>

#include "runtime/checkpoint.hpp"
#include "runtime/fiber.hpp"
#include "runtime/files.hpp"

namespace graphfuzz::runtime {
namespace {

// Hashes of what is not as it was. Threads have sums of those that they have made, so that the order does not matter,
// nor what was changed back.
boost::unordered_flat_map<std::uint64_t, std::uint64_t> changed;
bool shared = false;                                       // a position may be that of several
constexpr std::uint64_t kBehindWrite = ~std::uint64_t{0};  // where that is, is not asked for

}  // namespace

std::uint64_t hash_of_all(std::initializer_list<std::uint64_t> numbers) {
  return XXH3_64bits(numbers.begin(), numbers.size() * sizeof(std::uint64_t)) | 1;
}

std::uint64_t hash_of_text(const char* text) { return text == nullptr ? 1 : XXH3_64bits(text, std::strlen(text)) | 1; }

void note_outside(Outside kind, std::uint64_t number, std::uint64_t what) {
  const InRuntime in;
  const std::uint64_t key = hash_of_all({static_cast<std::uint64_t>(kind), number});
  const std::uint64_t value = what == 0 ? 0 : hash_of_all({key, what});
  const auto found = changed.find(key);
  const std::uint64_t before = found == changed.end() ? 0 : found->second;
  if (value == before) return;
  if (value == 0) {
    changed.erase(found);
  } else {
    changed[key] = value;
  }
  disturb_checkpoints();
  if (running != nullptr) running->outside += value - before;
}

void change_outside() {
  disturb_checkpoints();
  if (running != nullptr) ++running->outside;
}

void share_positions() { shared = true; }

void note_written(int fd) {
  change_outside();
  note_position(fd, false);
}

void note_written(std::FILE* file) {
  const InRuntime in;
  change_outside();
  const int fd = ::fileno(file);
  if (fd >= 0) note_outside(Outside::stream_position, static_cast<std::uint64_t>(fd), kBehindWrite);
}

void note_position(int fd, bool got) {
  const InRuntime in;
  if (!is_of_program(fd)) share_positions();  // it may be a stream's
  if (shared) return change_outside();
  const int error = errno;
  const off_t position = ::lseek(fd, 0, SEEK_CUR);
  errno = error;
  if (position >= 0) {
    note_outside(Outside::position, static_cast<std::uint64_t>(fd), static_cast<std::uint64_t>(position));
  } else if (got) {
    change_outside();
  }
}

void note_stream(std::FILE* file, std::uint64_t what) {
  const InRuntime in;
  const int fd = ::fileno(file);
  if (fd < 0) return change_outside();  // of memory
  note_outside(Outside::stream, static_cast<std::uint64_t>(fd), what);
  if (what == 0) note_outside(Outside::stream_position, static_cast<std::uint64_t>(fd), 0);
}

void note_position(std::FILE* file, bool got) {
  const InRuntime in;
  if (shared) return change_outside();
  const int error = errno;
  const int fd = ::fileno(file);
  const bool is_wide = ::fwide(file, 0) > 0;  // of which a position cannot be had without a change
  const long position = fd < 0 || is_wide ? -1 : std::ftell(file);
  errno = error;
  if (position < 0 && got) change_outside();
  if (fd < 0) return;
  const auto flags = static_cast<std::uint64_t>((std::feof(file) != 0 ? 1 : 0) | (std::ferror(file) != 0 ? 2 : 0));
  const std::uint64_t bytes = position < 0 ? 0 : static_cast<std::uint64_t>(position);
  note_outside(Outside::stream_position, static_cast<std::uint64_t>(fd), (bytes << 2) | flags);
}

void reset_outside() {
  changed.clear();
  shared = false;
}

}  // namespace graphfuzz::runtime
