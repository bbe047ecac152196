/* For programs that were written for CDSChecker or C11Tester: the accesses that they have checked for races are plain
 * ones here, as all others are. Those of a program are found where it makes them, so that these are macros. */
#ifndef GRAPHFUZZ_COMPAT_CDSCHECKER_LIBRACE_H
#define GRAPHFUZZ_COMPAT_CDSCHECKER_LIBRACE_H

#include <stdint.h>

typedef uint8_t __attribute__((may_alias)) graphfuzz_plain_8;
typedef uint16_t __attribute__((may_alias)) graphfuzz_plain_16;
typedef uint32_t __attribute__((may_alias)) graphfuzz_plain_32;
typedef uint64_t __attribute__((may_alias)) graphfuzz_plain_64;

/* A value that nobody uses is read, too. */
#define GRAPHFUZZ_PLAIN_LOAD(size, address)                                             \
  __extension__({                                                                       \
    const uint##size##_t graphfuzz_loaded_ = *(const graphfuzz_plain_##size*)(address); \
    __asm__ volatile("" : : "r"(graphfuzz_loaded_));                                    \
    graphfuzz_loaded_;                                                                  \
  })
#define GRAPHFUZZ_PLAIN_STORE(size, address, value) \
  ((void)(*(graphfuzz_plain_##size*)(address) = (uint##size##_t)(value)))

#define load_8(address) GRAPHFUZZ_PLAIN_LOAD(8, address)
#define load_16(address) GRAPHFUZZ_PLAIN_LOAD(16, address)
#define load_32(address) GRAPHFUZZ_PLAIN_LOAD(32, address)
#define load_64(address) GRAPHFUZZ_PLAIN_LOAD(64, address)
#define store_8(address, value) GRAPHFUZZ_PLAIN_STORE(8, address, value)
#define store_16(address, value) GRAPHFUZZ_PLAIN_STORE(16, address, value)
#define store_32(address, value) GRAPHFUZZ_PLAIN_STORE(32, address, value)
#define store_64(address, value) GRAPHFUZZ_PLAIN_STORE(64, address, value)

#endif
