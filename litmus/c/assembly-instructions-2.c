// The atomic instructions of x86-64 in inline assembly: what they leave in memory, in registers and in flags. Two
// threads are at each of six objects once.
//
// bug: none
// graphs: 64
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static struct {
  uint8_t byte;
  uint16_t word;
  uint32_t number;
  uint64_t large;
  uint32_t bits[4];
} all;
static int count;

static void* worker(void* arg) {
  uint8_t one = 1;
  uint64_t seven = 7;
  __asm__ __volatile__("lock; xaddb %0, %1" : "+q"(one), "+m"(all.byte) : : "memory", "cc");
  __asm__ __volatile__("lock; incw %0" : "+m"(all.word) : : "memory", "cc");
  __asm__ __volatile__("lock; addl %1, %0" : "+m"(all.number) : "r"(0x80000000u) : "memory", "cc");
  __asm__ __volatile__("lock; addl $1, %0" : "+m"(count) : : "memory", "cc");
  __asm__ __volatile__("xchgq %0, %1" : "+r"(seven), "+m"(all.large) : : "memory");
  __asm__ __volatile__("lock; btsl %1, %0" : "+m"(all.bits[0]) : "r"(70) : "memory", "cc");
  return arg;
}

static void alone(void) {
  unsigned char was;
  uint32_t expected = 3;
  __asm__ __volatile__("lock; decw %0; sete %1" : "+m"(all.word), "=q"(was) : : "memory", "cc");
  assert(!was);
  __asm__ __volatile__("lock; decw %0; sete %1" : "+m"(all.word), "=q"(was) : : "memory", "cc");
  assert(was && all.word == 0);
  for (int i = 0; i < 2; i++) {
    __asm__ __volatile__("lock; cmpxchgl %3, %1; sete %2"
                         : "+a"(expected), "+m"(all.number), "=q"(was)
                         : "r"(9)
                         : "memory", "cc");
    assert(was == i && expected == 0);
  }
  assert(all.number == 9);
  __asm__ __volatile__("lock; btrl $6, %0; setc %1" : "+m"(all.bits[2]), "=q"(was) : : "memory", "cc");
  assert(was && all.bits[2] == 0);
  __asm__ __volatile__("lock; btcl $1, %0; setc %1" : "+m"(all.bits[2]), "=q"(was) : : "memory", "cc");
  assert(!was && all.bits[2] == 2);
  __asm__ __volatile__("lock; notl %0" : "+m"(all.number) : : "memory");
  __asm__ __volatile__("lock; andl %1, %0" : "+m"(all.number) : "r"(0xffu) : "memory", "cc");
  __asm__ __volatile__("lock; xorl $0xf, %0" : "+m"(all.number) : : "memory", "cc");
  __asm__ __volatile__("lock; subl $1, %0" : "+m"(all.number) : : "memory", "cc");
  assert(all.number == (0xf6 ^ 0xf) - 1);
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void*)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(all.byte == 2 && all.word == 2 && all.number == 0 && all.large == 7 && all.bits[2] == 64 && count == 2);
  alone();
  return 0;
}
