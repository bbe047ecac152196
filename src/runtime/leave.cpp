#include "runtime/leave.hpp"

#include <pthread.h>
#include <setjmp.h>
#include <unwind.h>

#include <cstring>

#include "runtime/hook.hpp"

namespace graphfuzz::runtime {
namespace {

// As in glibc: of C functions, what was pushed is where the function has called setjmp.
[[noreturn]] void clean_up(Fiber& fiber) {
  auto* const buffer = static_cast<__pthread_unwind_buf_t*>(fiber.cleanup.back());
  fiber.cleanup.pop_back();
  static_assert(sizeof(buffer->__cancel_jmp_buf[0].__cancel_jmp_buf) == sizeof(__jmp_buf));
  siglongjmp(reinterpret_cast<sigjmp_buf&>(buffer->__cancel_jmp_buf[0].__cancel_jmp_buf), 1);
}

// Asked before each function is left: `context` is of the one that is next.
_Unwind_Reason_Code leave_function(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                   _Unwind_Context* context, void* argument) {
  Fiber& fiber = *static_cast<Fiber*>(argument);
  const bool last = (actions & _UA_END_OF_STACK) != 0;
  if (!fiber.cleanup.empty() && (last || address_of(fiber.cleanup.back()) < _Unwind_GetCFA(context))) clean_up(fiber);
  if (!last) return _URC_NO_REASON;
  finish_thread();
}

void not_left(_Unwind_Reason_Code, _Unwind_Exception*) {
  Hook hook;
  fail(hook.fiber(), "abort: pthread_exit was caught, and not thrown again", 0);
}

[[noreturn]] void leave(Fiber& fiber) {
  static_assert(sizeof(_Unwind_Exception) <= sizeof fiber.leaving);
  std::memset(fiber.leaving, 0, sizeof fiber.leaving);
  auto& exception = *reinterpret_cast<_Unwind_Exception*>(fiber.leaving);
  exception.exception_cleanup = not_left;
  _Unwind_ForcedUnwind(&exception, leave_function, &fiber);
  while (!fiber.cleanup.empty()) clean_up(fiber);
  finish_thread();  // there is nothing that tells how functions are left
}

}  // namespace

void leave_thread(void* result) {
  current->result = result;
  leave(*current);
}

}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

// pthread_cleanup_push and _pop in C.
GRAPHFUZZ_HOOK void __pthread_register_cancel(__pthread_unwind_buf_t* buffer) {
  GRAPHFUZZ_OUTSIDE(__pthread_register_cancel, buffer)
  InRuntime in;
  in.fiber().cleanup.push_back(buffer);
}
GRAPHFUZZ_HOOK void __pthread_unregister_cancel(__pthread_unwind_buf_t* buffer) {
  GRAPHFUZZ_OUTSIDE(__pthread_unregister_cancel, buffer)
  InRuntime in;
  if (!in.fiber().cleanup.empty()) in.fiber().cleanup.pop_back();
}
GRAPHFUZZ_HOOK void __pthread_unwind_next(__pthread_unwind_buf_t* buffer) {
  if (current == nullptr) {
    static const auto outside =
        reinterpret_cast<void (*)(__pthread_unwind_buf_t*)>(next_definition("__pthread_unwind_next"));
    outside(buffer);
  }
  leave(*current);
}
