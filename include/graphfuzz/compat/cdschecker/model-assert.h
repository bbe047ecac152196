/* For programs that were written for CDSChecker or C11Tester: an assertion, with NDEBUG as well. */
#ifndef GRAPHFUZZ_COMPAT_CDSCHECKER_MODEL_ASSERT_H
#define GRAPHFUZZ_COMPAT_CDSCHECKER_MODEL_ASSERT_H

#include <assert.h>
#ifndef __cplusplus
#include <stdbool.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif
/* Of the C library; <assert.h> does not declare it with NDEBUG. */
void __assert_fail(const char* text, const char* file, unsigned line, const char* function)
#ifdef __cplusplus
    noexcept(true)
#endif
        __attribute__((noreturn));
#ifdef __cplusplus
}
#endif

#define MODEL_ASSERT(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))
#define model_assert(condition, file, line) \
  ((condition) ? (void)0 : __assert_fail(#condition, (file), (unsigned)(line), __func__))

#endif
