// Variables on the stack: address, frame and instruction are handed to the callback. The function's frame is what
// GCC and clang call the builtin's address of level 0 plus the saved base pointer and the return address.
#include "expected.h"

struct point {
  int x, y;
};

typedef void (*callback)(const char*, const volatile void*, void*);
static volatile int sink;

__attribute__((noinline)) static void inner(callback call, int parameter, void* frame_of_caller) {
  struct point points[3];
  volatile int plain = parameter;
  points[2].y = plain;
  (void)frame_of_caller;
  call("points[2].y", &points[2].y, __builtin_frame_address(0));
  call("plain", &plain, __builtin_frame_address(0));
  for (int i = 0; i < 2; ++i) {
    volatile long in_block = i;
    call("in_block", &in_block, __builtin_frame_address(0));
  }
  call("", &sink, __builtin_frame_address(0));
  sink = points[2].y;
}

EXPORTED void run_locals(callback call) {
  inner(call, 7, __builtin_frame_address(0));
  sink = sink + 1;
}
