/* As Clang's own <stdatomic.h>, that of GCC declares the types of <stdint.h> and <stddef.h> as well: programs that were
 * written with Clang go by it. */
#ifndef GRAPHFUZZ_COMPAT_C_STDATOMIC_H
#define GRAPHFUZZ_COMPAT_C_STDATOMIC_H

#include <stddef.h>
#include <stdint.h>
#include_next <stdatomic.h>

#endif
