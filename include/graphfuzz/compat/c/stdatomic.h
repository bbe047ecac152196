/* As Clang's own <stdatomic.h>, that of GCC declares the types of <stdint.h> and <stddef.h> as well: programs that were
 * written with Clang go by it. */
#ifndef GRAPHFUZZ_COMPAT_C_STDATOMIC_H
#define GRAPHFUZZ_COMPAT_C_STDATOMIC_H

#include_next <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* What Clang has built in, GCC has not, and ThreadSanitizer does not see: at once, and seen. */
#if (defined(__x86_64__) || defined(__aarch64__)) && !defined(__cplusplus)
unsigned long long graphfuzz_atomic_extremum(volatile void* object, unsigned long long operand, unsigned size,
                                             int is_signed, int is_maximum, int order);
/* In the type of what is pointed to, without its qualifiers. */
#define GRAPHFUZZ_VALUE_OF(p) __typeof__(__atomic_load_n((p), __ATOMIC_RELAXED))
#define GRAPHFUZZ_EXTREMUM(p, v, is_signed, is_maximum, order)                                                 \
  ((GRAPHFUZZ_VALUE_OF(p))graphfuzz_atomic_extremum((volatile void*)(p), (unsigned long long)(v), sizeof *(p), \
                                                    (is_signed), (is_maximum), (order)))
#define GRAPHFUZZ_IS_SIGNED(p) ((__typeof__(*(p)))-1 < (__typeof__(*(p)))1)
#define __atomic_fetch_max(p, v, order) GRAPHFUZZ_EXTREMUM(p, v, GRAPHFUZZ_IS_SIGNED(p), 1, order)
#define __atomic_fetch_min(p, v, order) GRAPHFUZZ_EXTREMUM(p, v, GRAPHFUZZ_IS_SIGNED(p), 0, order)
#define __sync_fetch_and_max(p, v) GRAPHFUZZ_EXTREMUM(p, v, 1, 1, __ATOMIC_SEQ_CST)
#define __sync_fetch_and_min(p, v) GRAPHFUZZ_EXTREMUM(p, v, 1, 0, __ATOMIC_SEQ_CST)
#define __sync_fetch_and_umax(p, v) GRAPHFUZZ_EXTREMUM(p, v, 0, 1, __ATOMIC_SEQ_CST)
#define __sync_fetch_and_umin(p, v) GRAPHFUZZ_EXTREMUM(p, v, 0, 0, __ATOMIC_SEQ_CST)
#endif

#endif
