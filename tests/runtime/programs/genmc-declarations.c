// What GenMC's header declares besides threads and annotations, and the headers that programs rely on it to include.
//
// bug: none
// graphs: 2
#include <genmc.h>
#include <assert.h>

static __VERIFIER_plock_t lock;
static int64_t last = INT64_C(-1);

static int64_t exchange(int32_t value) {
  __VERIFIER_method_begin("exchange", value);
  __VERIFIER_plock_lock(&lock);
  const int64_t before = last;
  last = value;
  __VERIFIER_plock_unlock(&lock);
  __VERIFIER_method_end("exchange", (int32_t)before);
  return before;
}

static void* other(void* unused) {
  const bool first = exchange(1) == -1;
  __VERIFIER_output(first ? "first" : "second");
  return unused;
}

int main(void) {
  const __VERIFIER_thread_t thread = __VERIFIER_spawn(other, NULL);
  const size_t before = (size_t)exchange(2);
  __VERIFIER_join(thread);
  assert((before == 1) == (last == 2));
  return 0;
}
