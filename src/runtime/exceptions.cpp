#include "runtime/exceptions.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <unwind.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <typeinfo>

#include "runtime/faults.hpp"
#include "runtime/request.hpp"

namespace graphfuzz::runtime {
namespace {

// The program has a C++ library of its own: what is asked here is asked of that. Of the C++ ABI for Itanium, 2.2.
struct Globals {
  void* caught;  // the innermost exception: its _Unwind_Exception is at the end of that header
  unsigned uncaught;
};
constexpr std::size_t kHeader = 112;  // of a __cxa_exception, which the object follows

template <class T>
T of_program(const char* name) {
  return reinterpret_cast<T>(::dlsym(RTLD_DEFAULT, name));
}

std::string name_of(const std::type_info& type) {
  int status = 0;
  char* const text = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  std::string result = status == 0 ? text : type.name();
  std::free(text);
  return result;
}

// The exception object as what std::exception is, if it is one. Foreign and dependent ones are not looked into.
const std::exception* as_standard(const std::type_info& type) {
  const auto globals = of_program<Globals* (*)()>("__cxa_get_globals");
  const auto* const standard = of_program<const std::type_info*>("_ZTISt9exception");
  if (globals == nullptr || standard == nullptr || globals()->caught == nullptr) return nullptr;
  char* const header = static_cast<char*>(globals()->caught);
  const auto* const unwinding =
      reinterpret_cast<const _Unwind_Exception*>(header + kHeader - sizeof(_Unwind_Exception));
  if (std::memcmp(&unwinding->exception_class, "\0++CCUNG", 8) != 0) return nullptr;
  void* object = header + kHeader;
  if (!standard->__do_catch(&type, &object, 1)) return nullptr;
  return static_cast<const std::exception*>(object);
}

// Called by std::terminate of the program, before anything is unwound if nobody would catch.
[[noreturn]] void on_terminate() {
  if (current == nullptr) std::abort();
  const auto type_of = of_program<std::type_info* (*)()>("__cxa_current_exception_type");
  const std::type_info* const type = type_of == nullptr ? nullptr : type_of();
  const std::exception* const exception = type == nullptr ? nullptr : as_standard(*type);
  const char* const what = exception == nullptr ? nullptr : exception->what();  // code of the program
  Hook hook;
  std::string text = "exception: std::terminate() without one: of a joinable std::thread, or called";
  if (type != nullptr) text = "exception: " + name_of(*type);
  if (what != nullptr) text += fmt::format(": {}", what);
  fail(hook.fiber(), text, place_in_program(reinterpret_cast<Address>(__builtin_return_address(0)) - 1));
}

}  // namespace

void catch_termination() {
  static const auto set = of_program<void (*(*)(void (*)()))()>("_ZSt13set_terminatePFvvE");
  if (set != nullptr) set(on_terminate);
}

}  // namespace graphfuzz::runtime
