#include "runtime/stream_memory.hpp"

#include <algorithm>
#include <array>

namespace graphfuzz::runtime {
namespace {

struct Room {
  alignas(16) char bytes[1024];
};
std::array<Room, 64> rooms;
std::array<bool, 64> taken;
bool opens = false;

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
  const auto* const bytes = static_cast<const char*>(memory);
  if (bytes < rooms.front().bytes || bytes >= rooms.back().bytes + sizeof(Room)) return false;
  taken[static_cast<std::size_t>(bytes - rooms.front().bytes) / sizeof(Room)] = false;
  return true;
}

}  // namespace graphfuzz::runtime
