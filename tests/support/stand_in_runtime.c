/* Stands in for libgraphfuzz-runtime.so where only the ways to it are tested: what compilers insert calls of is there,
 * and does what the access itself would do. Started by graphfuzz (GRAPHFUZZ_TOOL), it tells with which command line and
 * in which surroundings, and ends with exit code 7; else the program runs as it is. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <unistd.h>

#define PLAIN(name) \
  void __tsan_##name(void* address) { (void)address; }
#define SIZES(name) PLAIN(name##1) PLAIN(name##2) PLAIN(name##4) PLAIN(name##8) PLAIN(name##16)
SIZES(read)
SIZES(write)
SIZES(read_write)
SIZES(unaligned_read)
SIZES(unaligned_write)
SIZES(volatile_read)
SIZES(volatile_write)
SIZES(unaligned_volatile_read)
SIZES(unaligned_volatile_write)
PLAIN(vptr_read)
PLAIN(func_entry)

// What the program's own calls of functions of the C library are of (--wrap).
#define WRAPPED(name) \
  __asm__(".text\n.globl __wrap_" #name "\n.type __wrap_" #name ", @function\n__wrap_" #name ": jmp " #name "@PLT\n");
WRAPPED(memcpy)
WRAPPED(memmove)
WRAPPED(memset)
WRAPPED(memcmp)
WRAPPED(memchr)
WRAPPED(strlen)
WRAPPED(strnlen)
WRAPPED(strcmp)
WRAPPED(strncmp)
WRAPPED(strchr)
WRAPPED(strrchr)
WRAPPED(strstr)
WRAPPED(strcpy)
WRAPPED(stpcpy)
WRAPPED(strncpy)
WRAPPED(strcat)
WRAPPED(strncat)
WRAPPED(strdup)
WRAPPED(strndup)
WRAPPED(vsnprintf)
WRAPPED(snprintf)
WRAPPED(sprintf)
WRAPPED(qsort)

void __tsan_init(void) {}
void __tsan_func_exit(void) {}
void __tsan_vptr_update(void** place, void* value) { (void)place, (void)value; }
void __tsan_read_range(void* address, unsigned long size) { (void)address, (void)size; }
void __tsan_write_range(void* address, unsigned long size) { (void)address, (void)size; }
void __tsan_atomic_thread_fence(int order) { (void)order, __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int order) { (void)order; }
void* __tsan_memcpy(void* to, const void* from, unsigned long size) { return memcpy(to, from, size); }
void* __tsan_memmove(void* to, const void* from, unsigned long size) { return memmove(to, from, size); }
void* __tsan_memset(void* to, int value, unsigned long size) { return memset(to, value, size); }

#define UPDATE(bits, type, name)                                           \
  type __tsan_atomic##bits##_##name(volatile type* a, type v, int order) { \
    return (void)order, __atomic_##name(a, v, __ATOMIC_SEQ_CST);           \
  }
#define EXCHANGE(bits, type, name)                                                                                  \
  int __tsan_atomic##bits##_compare_exchange_##name(volatile type* a, type* expected, type v, int o, int fail) {    \
    return (void)o, (void)fail, __atomic_compare_exchange_n(a, expected, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }
#define ATOMIC(bits, type)                                                                             \
  type __tsan_atomic##bits##_load(const volatile type* a, int order) {                                 \
    return (void)order, __atomic_load_n(a, __ATOMIC_SEQ_CST);                                          \
  }                                                                                                    \
  void __tsan_atomic##bits##_store(volatile type* a, type v, int order) {                              \
    (void)order, __atomic_store_n(a, v, __ATOMIC_SEQ_CST);                                             \
  }                                                                                                    \
  type __tsan_atomic##bits##_exchange(volatile type* a, type v, int order) {                           \
    return (void)order, __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST);                                   \
  }                                                                                                    \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* a, type e, type v, int o, int fail) { \
    (void)o, (void)fail, __atomic_compare_exchange_n(a, &e, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    return e;                                                                                          \
  }                                                                                                    \
  UPDATE(bits, type, fetch_add)                                                                        \
  UPDATE(bits, type, fetch_sub)                                                                        \
  UPDATE(bits, type, fetch_and)                                                                        \
  UPDATE(bits, type, fetch_or)                                                                         \
  UPDATE(bits, type, fetch_xor)                                                                        \
  UPDATE(bits, type, fetch_nand)                                                                       \
  EXCHANGE(bits, type, strong)                                                                         \
  EXCHANGE(bits, type, weak)
ATOMIC(8, unsigned char)
ATOMIC(16, unsigned short)
ATOMIC(32, unsigned)
ATOMIC(64, unsigned long)

void graphfuzz_assume(int condition) {
  if (!condition) exit(0);
}
unsigned graphfuzz_choose(unsigned n) { return (void)n, 0; }
void graphfuzz_note(const char* name, long long value) { (void)name, (void)value; }
void graphfuzz_begin_atomic(void) {}
void graphfuzz_end_atomic(void) {}
void __VERIFIER_assume(int condition) { graphfuzz_assume(condition); }
int __VERIFIER_nondet_int(void) { return 0; }

__attribute__((constructor)) static void tell(int argc, char** argv, char** environment) {
  (void)environment;
  const char* const tool = getenv("GRAPHFUZZ_TOOL");
  if (tool == NULL) return;
  const char* const sources = getenv("GRAPHFUZZ_SOURCES");
  printf("tool %s\nsources %s\n", tool, sources != NULL ? sources : "-");
  printf("fixed %d\n", (personality(0xffffffff) & ADDR_NO_RANDOMIZE) != 0);
  for (int i = 0; i < argc; ++i) printf("argument %s\n", argv[i]);
  fflush(stdout);
  _exit(7);
}
