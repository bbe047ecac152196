/* For programs that were written for GenMC and include <genmc.h>: what they use of it, in terms of graphfuzz. graphfuzz
 * adds the folder of this header at the end of the include path, so that such programs compile as they are.
 *
 * Annotations by which GenMC explores less (final, local, helped, … accesses) are the accesses themselves, and are not
 * checked: that a final write is the last one is not. What is optional is left out, as it is by GenMC, which tries each
 * such block once in an execution that it ends there; so is a compare-exchange that does for another thread what that
 * one does anyway (helping): in the loop around it the thread waits for the other, as GenMC has it wait. With
 * --cflags -DGRAPHFUZZ_OPTIONAL=1 they are executed. A block that hazard pointers guard is never freed: an access that
 * nothing protects is not found by it. Where methods begin and end is not made use of: that they are linearizable is
 * not checked. What a program does after a crash of the machine is not explored: those that have a routine for it do
 * not compile.
 */
#ifndef GRAPHFUZZ_COMPAT_GENMC_H
#define GRAPHFUZZ_COMPAT_GENMC_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of the runtime, as for programs of SV-COMP. */
void __VERIFIER_assume(int condition);
int __VERIFIER_nondet_int(void);

void __VERIFIER_pbarrier(void)
    __attribute__((error("graphfuzz does not explore what a program does after a crash of the machine")));
#define __VERIFIER_recovery_routine \
  _Pragma("GCC error \"graphfuzz does not explore what a program does after a crash of the machine\"") recovered

/* Threads. That some are symmetric is not made use of: what differs by who is who alone is counted apart. */
typedef long __VERIFIER_thread_t;
static inline __VERIFIER_thread_t __VERIFIER_spawn(void* (*function)(void*), void* argument) {
  pthread_t thread;
  if (pthread_create(&thread, 0, function, argument) != 0) abort();
  return (__VERIFIER_thread_t)thread;
}
static inline __VERIFIER_thread_t __VERIFIER_spawn_symmetric(void* (*function)(void*), void* argument,
                                                             __VERIFIER_thread_t like) {
  (void)like;
  return __VERIFIER_spawn(function, argument);
}
static inline void* __VERIFIER_join(__VERIFIER_thread_t thread) {
  void* result = 0;
  pthread_join((pthread_t)thread, &result);
  return result;
}
static inline void __VERIFIER_join_symmetric(__VERIFIER_thread_t thread) { (void)__VERIFIER_join(thread); }
static inline __VERIFIER_thread_t __VERIFIER_thread_self(void) { return (__VERIFIER_thread_t)pthread_self(); }

/* A lock that only GenMC's collection of specifications tells from others. */
typedef struct __VERIFIER_plock {
  pthread_mutex_t lock;
} __VERIFIER_plock_t;
static inline int __VERIFIER_plock_lock(__VERIFIER_plock_t* plock) { return pthread_mutex_lock(&plock->lock); }
static inline int __VERIFIER_plock_unlock(__VERIFIER_plock_t* plock) { return pthread_mutex_unlock(&plock->lock); }

#ifdef __cplusplus
}
#endif

/* Waiting loops are recognised as they run. */
#define __VERIFIER_spin_start() ((void)0)
#define __VERIFIER_spin_end(...) ((void)0)
#define __VERIFIER_loop_begin() ((void)0)

/* What is told of an execution. */
#define __VERIFIER_output(text) ((void)(text))
#define __VERIFIER_method_begin(name, argument) ((void)(name), (void)(argument))
#define __VERIFIER_method_end(name, result) ((void)(name), (void)(result))

/* The argument of some is an expression, of others also a statement with its semicolon. */
#define __VERIFIER_local_write(...) \
  do {                              \
    __VA_ARGS__;                    \
  } while (0)
#define __VERIFIER_final_write(...) __VERIFIER_local_write(__VA_ARGS__)
#define __VERIFIER_helped_CAS(...) __VERIFIER_local_write(__VA_ARGS__)
#define __VERIFIER_helping_CAS(...) __VERIFIER_optional(__VA_ARGS__)
/* Of earlier versions. */
#define __VERIFIER_CAS_helped_explicit(...) atomic_compare_exchange_strong_explicit(__VA_ARGS__)
#define __VERIFIER_CAS_helping_explicit(...) \
  __VERIFIER_optional(atomic_compare_exchange_strong_explicit(__VA_ARGS__))
#define __VERIFIER_CAS_helped(...) atomic_compare_exchange_strong(__VA_ARGS__)
#define __VERIFIER_CAS_helping(...) __VERIFIER_optional(atomic_compare_exchange_strong(__VA_ARGS__))
#ifdef __cplusplus
#define GRAPHFUZZ_RESULT_TYPE auto
#else
#define GRAPHFUZZ_RESULT_TYPE __auto_type
#endif
#define GRAPHFUZZ_RESULT_OF(...)                                    \
  __extension__({                                                   \
    const GRAPHFUZZ_RESULT_TYPE graphfuzz_result_of_ = __VA_ARGS__; \
    graphfuzz_result_of_;                                           \
  })
#define __VERIFIER_final_CAS(...) GRAPHFUZZ_RESULT_OF(__VA_ARGS__)
#define __VERIFIER_local_CAS(...) GRAPHFUZZ_RESULT_OF(__VA_ARGS__)
#define __VERIFIER_confirming_CAS(...) GRAPHFUZZ_RESULT_OF(__VA_ARGS__)
#define __VERIFIER_speculative_read(...) GRAPHFUZZ_RESULT_OF(__VA_ARGS__)
#define __VERIFIER_confirming_read(...) GRAPHFUZZ_RESULT_OF(__VA_ARGS__)
/* What only helps others, or passes the time: left out, unless GRAPHFUZZ_OPTIONAL is defined to be 1. */
#ifndef GRAPHFUZZ_OPTIONAL
#define GRAPHFUZZ_OPTIONAL 0
#endif
#define __VERIFIER_opt_begin() GRAPHFUZZ_OPTIONAL
#define __VERIFIER_optional(...)  \
  do {                            \
    if (__VERIFIER_opt_begin()) { \
      __VA_ARGS__;                \
    }                             \
  } while (0)
/* There is no memory, and there are no files, that outlive the program. */
#define __VERIFIER_persistent_storage(...) __VA_ARGS__
#define __VERIFIER_palloc(size) malloc(size)

typedef struct {
  char unused;
} __VERIFIER_hp_t;
#define __VERIFIER_hp_alloc() ((__VERIFIER_hp_t*)malloc(sizeof(__VERIFIER_hp_t)))
#define __VERIFIER_hp_protect(hp, place) ((void)(hp), __atomic_load_n((void**)(place), __ATOMIC_ACQUIRE))
#define __VERIFIER_hp_clear(hp) ((void)(hp))
#define __VERIFIER_hp_free(hp) free(hp)
#define __VERIFIER_hp_retire(block) ((void)(block))

#endif
