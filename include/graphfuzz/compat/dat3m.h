/* For programs that were written for Dartagnan (Dat3M) and include <dat3m.h>: what they use of it, in terms of
 * graphfuzz. Bounds that they give for their loops are not made use of (--unroll). */
#ifndef GRAPHFUZZ_COMPAT_DAT3M_H
#define GRAPHFUZZ_COMPAT_DAT3M_H

#include <assert.h>

#include "genmc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of the runtime, as for programs of SV-COMP. */
unsigned __VERIFIER_nondet_uint(void);
bool __VERIFIER_nondet_bool(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
unsigned long __VERIFIER_tid(void); /* what pthread_self() gives */

#ifdef __cplusplus
}
#endif

#define __VERIFIER_assert(condition) assert(condition)
#define __VERIFIER_loop_bound(count) ((void)0)
#ifndef await_while
#define await_while(condition) while (condition)
#endif

#endif
