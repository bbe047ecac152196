// new and delete: arrays, over-aligned, without exceptions, in place; one that fails throws.
//
// bug: none
#include <cassert>
#include <cstdint>
#include <memory>
#include <new>

struct alignas(128) Wide {
  char bytes[128];
};

static int alive;

struct Counted {
  Counted() { alive++; }
  ~Counted() { alive--; }
};

int main() {
  auto* many = new Counted[5];
  assert(alive == 5);
  delete[] many;
  auto wide = std::make_unique<Wide>();
  assert(reinterpret_cast<std::uintptr_t>(wide.get()) % 128 == 0);
  auto wides = std::make_unique<Wide[]>(3);
  assert(reinterpret_cast<std::uintptr_t>(&wides[1]) % 128 == 0);
  alignas(Counted) unsigned char room[sizeof(Counted)];
  auto* placed = new (room) Counted;
  placed->~Counted();
  assert(alive == 0);
  volatile std::size_t huge = SIZE_MAX / 2;
  assert(new (std::nothrow) char[huge] == nullptr);
  bool caught = false;
  try {
    (void)::operator new(huge);
  } catch (const std::bad_alloc&) {
    caught = true;
  }
  assert(caught);
  void* raw = ::operator new(24);
  ::operator delete(raw);
}
