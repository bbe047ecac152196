// What threads count together of exceptions in libstdc++.so: who holds one by a std::exception_ptr, and who has the
// text of a std::logic_error or a std::runtime_error. The last one frees, after all the others: of that order nobody
// else would tell. The program is linked with --wrap, as for hooks_containers.cpp.
//
// The layouts are those of libstdc++'s ABI, CXXABI_1.3: unwind-cxx.h, eh_ptr.cc, cow-stdexcept.cc.
#include <unwind.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <utility>

#include "runtime/faults.hpp"
#include "runtime/library.hpp"
#include "runtime/synchronisation.hpp"

namespace graphfuzz::runtime {
namespace {

// --- std::exception_ptr

struct Header {
  void* type;  // of a dependent exception: the object that it throws once more
  void (*destructor)(void*);
  void (*unexpected)();
  void (*terminate)();
  void* others[6];
  _Unwind_Exception unwinding;
};
struct Counted {
  int count;            // the library's own
  std::int64_t shares;  // padding of the library's, 0 at first: how many of the program hold the exception, but one
  Header header;
};
static_assert(offsetof(Counted, shares) == 8 && sizeof(Counted) == 128 && sizeof(Header) == 112);
struct Globals {
  void* caught;
  unsigned uncaught;
};

constexpr std::uint64_t kDependent = 0x474e5543432b2b01;  // "GNUCC++" and 1, the first one last
constexpr Value kNobody = -1;

// Of the program's C++ library, not of the runtime's.
#define GRAPHFUZZ_OF_PROGRAM(TYPE, NAME) static const auto NAME = reinterpret_cast<TYPE>(next_definition(#NAME))

Counted& counted(void* exception) { return static_cast<Counted*>(exception)[-1]; }

Value add_shares(Counted& counted, Value number, Address place) {
  if (current == nullptr) return std::exchange(counted.shares, counted.shares + number);
  Hook hook;
  return update(hook.fiber(), {address_of(&counted.shares), sizeof counted.shares}, Operation::add, number, place);
}

void clean_up(_Unwind_Reason_Code code, _Unwind_Exception* unwinding);

// The program counts as one in the library's own count, by which libraries go that are not linked with --wrap. Whoever
// has caught the exception frees it by what its header says.
void hold(void* exception, Address place) {
  counted(exception).header.unwinding.exception_cleanup = clean_up;
  if (add_shares(counted(exception), 1, place) == kNobody) ++counted(exception).count;
}

void release(void* exception, Address place) {
  GRAPHFUZZ_OF_PROGRAM(void (*)(void*), __cxa_free_exception);
  Counted& of = counted(exception);
  if (add_shares(of, kNobody, place) != 0 || --of.count != 0) return;
  if (of.header.destructor != nullptr) of.header.destructor(exception);
  // Whoever gets the block expects that nobody has shared it.
  if (current != nullptr && checks.reuse != native::Reuse::never) add_shares(of, 1, place);
  __cxa_free_exception(exception);
}

Address place_of_catch(Address otherwise) {
  const InRuntime in;
  return place_in_program(otherwise);
}

// The one who has caught it has done with it.
void clean_up(_Unwind_Reason_Code code, _Unwind_Exception* unwinding) {
  GRAPHFUZZ_OF_PROGRAM(void (*)(void*), __cxa_free_dependent_exception);
  const Address place = place_of_catch(caller(FROM));
  Header* const header = reinterpret_cast<Header*>(reinterpret_cast<char*>(unwinding + 1) - sizeof(Header));
  const bool dependent = unwinding->exception_class == kDependent;
  void* const exception = dependent ? header->type : header + 1;
  if (code != _URC_FOREIGN_EXCEPTION_CAUGHT && code != _URC_NO_REASON) header->terminate();
  if (dependent) __cxa_free_dependent_exception(header);
  release(exception, place);
}

[[noreturn]] void throw_once_more(void* exception, Address place) {
  GRAPHFUZZ_OF_PROGRAM(Header * (*)(), __cxa_allocate_dependent_exception);
  GRAPHFUZZ_OF_PROGRAM(void (*(*)())(), _ZSt14get_unexpectedv);
  GRAPHFUZZ_OF_PROGRAM(void (*(*)())(), _ZSt13get_terminatev);
  GRAPHFUZZ_OF_PROGRAM(Globals * (*)(), __cxa_get_globals);
  GRAPHFUZZ_OF_PROGRAM(_Unwind_Reason_Code(*)(_Unwind_Exception*), _Unwind_RaiseException);
  GRAPHFUZZ_OF_PROGRAM(void* (*)(void*), __cxa_begin_catch);
  GRAPHFUZZ_OF_PROGRAM(void (*)(), _ZSt9terminatev);
  Header* const header = __cxa_allocate_dependent_exception();
  header->type = exception;
  hold(exception, place);
  header->unexpected = _ZSt14get_unexpectedv();
  header->terminate = _ZSt13get_terminatev();
  header->unwinding.exception_class = kDependent;
  header->unwinding.exception_cleanup = clean_up;
  ++__cxa_get_globals()->uncaught;
  _Unwind_RaiseException(&header->unwinding);
  // Nobody catches it.
  __cxa_begin_catch(&header->unwinding);
  _ZSt9terminatev();
  __builtin_unreachable();
}

// --- std::logic_error, std::runtime_error

// A copy has a text of its own, which the library would have it share.
struct StandardError {
  const void* functions;
  const char* text;
};

template <class T>
T field(T& from, Address place) {
  if (current == nullptr) return from;
  Hook hook;
  return look(hook.fiber(), &from, place);
}

using Construct = void (*)(StandardError*, const char* text);

void copy(StandardError* error, StandardError& other, Construct construct, Address place) {
  construct(error, field(other.text, place));
}

StandardError* assign(StandardError* error, StandardError& other, Construct construct, void (*destroy)(StandardError*),
                      Address place) {
  StandardError fresh;
  copy(&fresh, other, construct, place);
  const char* const before = field(error->text, place);
  if (current == nullptr) {
    error->text = fresh.text;
  } else {
    Hook hook;
    put(hook.fiber(), &error->text, fresh.text, place);
  }
  fresh.text = before;
  destroy(&fresh);
  return error;
}

}  // namespace
}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK void __wrap__ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(void** pointer) {
  if (*pointer != nullptr) hold(*pointer, caller(FROM));
}
GRAPHFUZZ_HOOK void __wrap__ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** pointer) {
  if (*pointer != nullptr) release(*pointer, caller(FROM));
}
// The result is made where the caller says.
GRAPHFUZZ_HOOK void** __wrap__ZSt17current_exceptionv(void** result) {
  static const auto real_one = reinterpret_cast<void** (*)(void**)>(next_definition("_ZSt17current_exceptionv"));
  real_one(result);
  if (*result == nullptr) return result;
  --counted(*result).count;
  hold(*result, caller(FROM));
  return result;
}
GRAPHFUZZ_HOOK void __wrap__ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(void** pointer) {
  throw_once_more(*pointer, caller(FROM));
}

// What holds an exception behind its virtual functions, and is destroyed in the library: a nested exception, the result
// of a future.
#define GRAPHFUZZ_DESTRUCTOR(NAME)                                                                   \
  GRAPHFUZZ_HOOK void __wrap_##NAME(void** holder) {                                                 \
    static const auto real_one = reinterpret_cast<void (*)(void**)>(next_definition(#NAME));         \
    if (void* const exception = std::exchange(holder[1], nullptr)) release(exception, caller(FROM)); \
    real_one(holder);                                                                                \
  }
GRAPHFUZZ_DESTRUCTOR(_ZNSt16nested_exceptionD1Ev)
GRAPHFUZZ_DESTRUCTOR(_ZNSt16nested_exceptionD2Ev)
GRAPHFUZZ_DESTRUCTOR(_ZNSt13__future_base12_Result_baseD1Ev)
GRAPHFUZZ_DESTRUCTOR(_ZNSt13__future_base12_Result_baseD2Ev)

#define GRAPHFUZZ_COPY(CLASS, CONSTRUCTOR)                                                                 \
  GRAPHFUZZ_HOOK void __wrap_##CLASS##CONSTRUCTOR##ERKS_(StandardError* error, StandardError* other) {     \
    static const auto real_one = reinterpret_cast<Construct>(next_definition(#CLASS #CONSTRUCTOR "EPKc")); \
    copy(error, *other, real_one, caller(FROM));                                                           \
  }
#define GRAPHFUZZ_COPIES(CLASS)                                                                             \
  GRAPHFUZZ_COPY(CLASS, C1)                                                                                 \
  GRAPHFUZZ_COPY(CLASS, C2)                                                                                 \
  GRAPHFUZZ_HOOK StandardError* __wrap_##CLASS##aSERKS_(StandardError* error, StandardError* other) {       \
    static const auto construct = reinterpret_cast<Construct>(next_definition(#CLASS "C1EPKc"));            \
    static const auto destroy = reinterpret_cast<void (*)(StandardError*)>(next_definition(#CLASS "D1Ev")); \
    return assign(error, *other, construct, destroy, caller(FROM));                                         \
  }
GRAPHFUZZ_COPIES(_ZNSt11logic_error)
GRAPHFUZZ_COPIES(_ZNSt13runtime_error)
