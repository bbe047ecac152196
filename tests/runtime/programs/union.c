// A union is written as one member and read as another, and copied, by threads one after the other.
//
// bug: none
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static union {
  uint64_t whole;
  uint32_t halves[2];
  unsigned char bytes[8];
} shared;

static void* write_half(void* arg) {
  shared.halves[1] = 0x01020304;
  return arg;
}

int main(void) {
  pthread_t thread;
  shared.whole = UINT64_C(0x1122334455667788);
  pthread_create(&thread, NULL, write_half, NULL);
  pthread_join(thread, NULL);
  assert(shared.whole == UINT64_C(0x0102030455667788) && shared.bytes[0] == 0x88 && shared.bytes[7] == 1);
  unsigned char copy[8];
  memcpy(copy, &shared, sizeof copy);
  assert(memcmp(copy, shared.bytes, sizeof copy) == 0);
}
