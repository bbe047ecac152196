/* For programs that were written for CDSChecker or C11Tester, whose first function is user_main(): their <threads.h>,
 * in which a thread's function returns nothing and a thread is joined without a result. `graphfuzz` puts the folder of
 * this header before the system's where a source has a user_main(). */
#ifndef GRAPHFUZZ_COMPAT_CDSCHECKER_THREADS_H
#define GRAPHFUZZ_COMPAT_CDSCHECKER_THREADS_H

#ifdef __cplusplus
typedef class Thread* __thread_identifier;
extern "C" {
#else
typedef void* __thread_identifier;
#endif

typedef void (*thrd_start_t)(void*);

/* A pthread_t: the runtime goes by that, and it is passed as one is. */
typedef struct {
  __thread_identifier priv;
} thrd_t;

/* Functions of the runtime, and pthread_self of it, by the names that the programs have for them. */
int thrd_create(thrd_t* thread, thrd_start_t function, void* argument) __asm__("__graphfuzz_create_thread");
int thrd_join(thrd_t thread) __asm__("__graphfuzz_join_thread");
thrd_t thrd_current(void) __asm__("pthread_self");
void thrd_yield(void);

#ifdef __cplusplus
/* In C, older programs have one that returns nothing, and takes nothing. */
int user_main(int count, char** arguments);
}
#endif

#endif
