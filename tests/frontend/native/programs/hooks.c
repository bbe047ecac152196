// What a runtime has for programs that were built with -fsanitize=thread, as far as watched.c needs it: writes are
// handed on, with the functions that are being called.
#include "expected.h"

struct call {
  const char* instruction; /* where the function is, behind a call */
  const char* stack_pointer;
  const char* base_pointer;
};

typedef void (*callback)(const volatile void* address, int size, const struct call* calls, int depth);

static callback on_write;
static struct call calls[100];
static int depth;

EXPORTED void set_callback(callback given) { on_write = given; }

/* The caller of the function that this is in. Frame pointers are kept by the options this is built with. */
#define CALLER                                                                                         \
  {                                                                                                    \
    __builtin_return_address(0), (const char*)__builtin_frame_address(0) + 2 * sizeof(void*),          \
        *(const char**)__builtin_frame_address(0)                                                      \
  }

void __tsan_init(void) {}
void __tsan_func_entry(void* return_address) {
  const struct call caller = CALLER;
  (void)return_address;
  calls[depth++] = caller;
}
void __tsan_func_exit(void) { --depth; }

#define HOOK(name, size)                                \
  void name(void* address) {                            \
    const struct call caller = CALLER;                  \
    if (depth == 0) return;                             \
    calls[depth - 1] = caller;                          \
    if (on_write) on_write(address, size, calls, depth); \
  }
HOOK(__tsan_write2, 2)
HOOK(__tsan_write8, 8)
void __tsan_read8(void* address) { (void)address; }
void __tsan_read4(void* address) { (void)address; }
