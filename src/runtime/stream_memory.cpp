#include "runtime/stream_memory.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace graphfuzz::runtime {
namespace {

struct Room {
  alignas(16) char bytes[1024];
};
std::array<Room, 64> rooms;
std::array<bool, 64> taken;
bool opens = false;

std::optional<std::size_t> number_of(const void* memory) {
  const auto begin = reinterpret_cast<std::uintptr_t>(rooms.data());
  const auto at = reinterpret_cast<std::uintptr_t>(memory);
  return at - begin < sizeof rooms ? std::optional((at - begin) / sizeof(Room)) : std::nullopt;
}

}  // namespace

OpensStream::OpensStream() { opens = true; }
OpensStream::~OpensStream() { opens = false; }

void* take_stream_memory(std::size_t size) {
  if (!opens || size > sizeof(Room)) return nullptr;
  const auto free = std::ranges::find(taken, false);
  if (free == taken.end()) return nullptr;
  *free = true;
  return rooms[static_cast<std::size_t>(free - taken.begin())].bytes;
}

bool give_back_stream_memory(void* memory) {
  const std::optional<std::size_t> number = number_of(memory);
  if (number) taken[*number] = false;
  return number.has_value();
}

bool was_stream(const void* memory) {
  const std::optional<std::size_t> number = number_of(memory);
  return number && !taken[*number];
}

}  // namespace graphfuzz::runtime
