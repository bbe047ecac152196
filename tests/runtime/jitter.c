// Linked with a program that was compiled with -fsanitize=thread: waits now and then, for a random time, before
// accesses to memory and calls of pthread functions. Threads are the real ones, so what a program shows with this has
// nothing to do with the fuzzer, and what its header claims can be checked without it. JITTER_SEED sets the seed.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static __thread uint64_t state;

static void jitter(void) {
  if (state == 0) {
    const char* seed = getenv("JITTER_SEED");
    state = (uint64_t)(seed ? atoi(seed) + 1 : 1) * 0x9e3779b97f4a7c15u ^ (uint64_t)gettid() * 0xbf58476d1ce4e5b9u;
  }
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  unsigned draw = state >> 40;
  if (draw % 4 == 0) usleep(draw / 4 % 200);
  if (draw % 64 == 1) usleep(1000 + draw / 64 % 2000);
}

#ifndef SANITIZED
#define ACCESS(name) \
  void name(void* address) { (void)address, jitter(); }
#define SIZES(name) ACCESS(name##1) ACCESS(name##2) ACCESS(name##4) ACCESS(name##8) ACCESS(name##16)
SIZES(__tsan_read)
SIZES(__tsan_write)
SIZES(__tsan_unaligned_read)
SIZES(__tsan_unaligned_write)
SIZES(__tsan_read_write)
void __tsan_read_range(void* address, unsigned long size) { (void)address, (void)size, jitter(); }
void __tsan_write_range(void* address, unsigned long size) { (void)address, (void)size, jitter(); }
void __tsan_vptr_read(void* address) { (void)address; }
void __tsan_vptr_update(void* address, void* value) { (void)address, (void)value; }
void __tsan_init(void) {}
void __tsan_func_entry(void* caller) { (void)caller; }
void __tsan_func_exit(void) {}
void __tsan_atomic_thread_fence(int order) { (void)order, __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int order) { (void)order; }

#define UPDATE(bits, type, operation)                                                     \
  type __tsan_atomic##bits##_fetch_##operation(volatile type* p, type value, int order) { \
    (void)order, jitter();                                                                \
    return __atomic_fetch_##operation(p, value, __ATOMIC_SEQ_CST);                        \
  }
#define EXCHANGE(bits, type, strength)                                                                    \
  int __tsan_atomic##bits##_compare_exchange_##strength(volatile type* p, type* e, type value, int order, \
                                                        int failed) {                                     \
    (void)order, (void)failed, jitter();                                                                  \
    return __atomic_compare_exchange_n(p, e, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);               \
  }
#define ATOMIC(bits, type)                                                                                       \
  type __tsan_atomic##bits##_load(const volatile type* p, int order) {                                           \
    (void)order, jitter();                                                                                       \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                                 \
  }                                                                                                              \
  void __tsan_atomic##bits##_store(volatile type* p, type value, int order) {                                    \
    (void)order, jitter();                                                                                       \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                                \
  }                                                                                                              \
  type __tsan_atomic##bits##_exchange(volatile type* p, type value, int order) {                                 \
    (void)order, jitter();                                                                                       \
    return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                                      \
  }                                                                                                              \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* p, type e, type value, int order, int failed) { \
    (void)order, (void)failed, jitter();                                                                         \
    __atomic_compare_exchange_n(p, &e, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                            \
    return e;                                                                                                    \
  }                                                                                                              \
  UPDATE(bits, type, add)                                                                                        \
  UPDATE(bits, type, sub)                                                                                        \
  UPDATE(bits, type, and)                                                                                        \
  UPDATE(bits, type, or)                                                                                         \
  UPDATE(bits, type, xor)                                                                                        \
  UPDATE(bits, type, nand)                                                                                       \
  EXCHANGE(bits, type, strong)                                                                                   \
  EXCHANGE(bits, type, weak)
ATOMIC(8, uint8_t)
ATOMIC(16, uint16_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)
#endif

// Linked with --wrap=NAME for each of these, so that the sanitizers' own wrappers stay in place.
#define AROUND(name, parameters, arguments) \
  int __real_##name parameters;             \
  int __wrap_##name parameters {            \
    jitter();                               \
    int result = __real_##name arguments;   \
    jitter();                               \
    return result;                          \
  }
AROUND(pthread_create, (pthread_t * t, const pthread_attr_t* a, void* (*f)(void*), void* x), (t, a, f, x))
AROUND(pthread_mutex_lock, (pthread_mutex_t * m), (m))
AROUND(pthread_mutex_trylock, (pthread_mutex_t * m), (m))
AROUND(pthread_mutex_unlock, (pthread_mutex_t * m), (m))
AROUND(pthread_mutex_destroy, (pthread_mutex_t * m), (m))
AROUND(pthread_cond_wait, (pthread_cond_t * c, pthread_mutex_t* m), (c, m))
AROUND(pthread_cond_signal, (pthread_cond_t * c), (c))
AROUND(pthread_cond_broadcast, (pthread_cond_t * c), (c))
AROUND(pthread_rwlock_rdlock, (pthread_rwlock_t * l), (l))
AROUND(pthread_rwlock_wrlock, (pthread_rwlock_t * l), (l))
AROUND(pthread_rwlock_unlock, (pthread_rwlock_t * l), (l))
AROUND(pthread_barrier_wait, (pthread_barrier_t * b), (b))
AROUND(sem_wait, (sem_t * s), (s))
AROUND(sem_post, (sem_t * s), (s))

void __real_free(void* block);
void __wrap_free(void* block) {
  jitter();
  __real_free(block);
}
