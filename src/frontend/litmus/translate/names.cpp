#include "names.hpp"

#include <algorithm>
#include <array>

namespace graphfuzz::litmus::c11 {
namespace {

// Keywords, and what assert.h, pthread.h (with sched.h and time.h), stdatomic.h, stddef.h, stdint.h and gcc itself
// define or declare; besides the beginnings below.
constexpr std::array<std::string_view, 102> kTakenWords = {"CLOCKS_PER_SEC",
                                                           "FILE",
                                                           "I",
                                                           "NDEBUG",
                                                           "NULL",
                                                           "TIME_UTC",
                                                           "alignas",
                                                           "alignof",
                                                           "argument",
                                                           "asctime",
                                                           "asctime_r",
                                                           "asm",
                                                           "assert",
                                                           "auto",
                                                           "bool",
                                                           "break",
                                                           "case",
                                                           "char",
                                                           "clock",
                                                           "clockid_t",
                                                           "clone",
                                                           "compiler_barrier",
                                                           "const",
                                                           "constexpr",
                                                           "continue",
                                                           "cpu_set_t",
                                                           "ctime",
                                                           "ctime_r",
                                                           "daylight",
                                                           "default",
                                                           "difftime",
                                                           "do",
                                                           "double",
                                                           "dysize",
                                                           "else",
                                                           "end",
                                                           "enum",
                                                           "errno",
                                                           "extern",
                                                           "false",
                                                           "float",
                                                           "for",
                                                           "free",
                                                           "getcpu",
                                                           "gmtime",
                                                           "gmtime_r",
                                                           "goto",
                                                           "if",
                                                           "inline",
                                                           "int",
                                                           "kill_dependency",
                                                           "linux",
                                                           "locale_t",
                                                           "localtime",
                                                           "localtime_r",
                                                           "long",
                                                           "main",
                                                           "malloc",
                                                           "max_align_t",
                                                           "mktime",
                                                           "nanosleep",
                                                           "nullptr",
                                                           "number_of",
                                                           "offsetof",
                                                           "pid_t",
                                                           "ptrdiff_t",
                                                           "register",
                                                           "restrict",
                                                           "return",
                                                           "setns",
                                                           "short",
                                                           "signed",
                                                           "size_t",
                                                           "sizeof",
                                                           "static",
                                                           "static_assert",
                                                           "strftime",
                                                           "strftime_l",
                                                           "strptime",
                                                           "strptime_l",
                                                           "struct",
                                                           "switch",
                                                           "thread_local",
                                                           "threads",
                                                           "time",
                                                           "time_t",
                                                           "timegm",
                                                           "timelocal",
                                                           "timespec_get",
                                                           "timezone",
                                                           "true",
                                                           "typedef",
                                                           "typeof",
                                                           "tzname",
                                                           "tzset",
                                                           "union",
                                                           "unix",
                                                           "unshare",
                                                           "unsigned",
                                                           "void",
                                                           "volatile",
                                                           "while"};

// Names that begin so are of those headers, of the compiler, or of graphfuzz.
constexpr std::array<std::string_view, 25> kTakenBeginnings = {"_",
                                                               "ATOMIC_",
                                                               "CLONE_",
                                                               "CLOCK_",
                                                               "CPU_",
                                                               "INT",
                                                               "PTHREAD_",
                                                               "PTRDIFF_",
                                                               "SCHED_",
                                                               "SIG_ATOMIC_",
                                                               "SIZE_",
                                                               "TIMER_",
                                                               "UINT",
                                                               "WCHAR_",
                                                               "WINT_",
                                                               "compare_exchange_through",
                                                               "lock_location",
                                                               "quotient",
                                                               "remainder",
                                                               "atomic_",
                                                               "clock_",
                                                               "pthread_",
                                                               "graphfuzz_",
                                                               "memory_",
                                                               "sched_"};

template <class Words>
bool contains(const Words& words, std::string_view name) {
  return std::find(words.begin(), words.end(), name) != words.end();
}

bool is_taken_by_c(std::string_view name) {
  const bool number_type = (name.starts_with("int") || name.starts_with("uint")) && name.ends_with("_t");
  return number_type || name.starts_with("timer_") || name.starts_with("wchar_") || contains(kTakenWords, name) ||
         std::any_of(kTakenBeginnings.begin(), kTakenBeginnings.end(),
                     [&](std::string_view beginning) { return name.starts_with(beginning); });
}

}  // namespace

std::string Names::take(std::string_view name) {
  std::string result(name);
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  std::replace_if(
      result.begin(), result.end(), [&](char c) { return !is_word(c); }, '_');
  if (result.empty() || (result[0] >= '0' && result[0] <= '9') || result[0] == '_') result.insert(0, "v");
  while (is_taken_by_c(result) || taken_.contains(result)) result += '_';
  taken_.insert(result);
  return result;
}

}  // namespace graphfuzz::litmus::c11
