// Functions of the C library that keep blocks of memory for themselves from call to call: these are the library's, and
// not of an execution that is taken back.
#include <cstring>
#include <ctime>

#include "runtime/hook.hpp"

using namespace graphfuzz::runtime;

#define GRAPHFUZZ_KEEPS(RESULT, NAME, PARAMETERS, ARGUMENTS) \
  GRAPHFUZZ_HOOK RESULT NAME PARAMETERS {                    \
    GRAPHFUZZ_REAL(NAME);                                    \
    const InRuntime in;                                      \
    return real_one ARGUMENTS;                               \
  }

GRAPHFUZZ_KEEPS(void, tzset, (), ())
GRAPHFUZZ_KEEPS(tm*, localtime, (const time_t* time), (time))
GRAPHFUZZ_KEEPS(tm*, localtime_r, (const time_t* time, tm* result), (time, result))
GRAPHFUZZ_KEEPS(time_t, mktime, (tm * parts), (parts))
GRAPHFUZZ_KEEPS(char*, ctime, (const time_t* time), (time))
GRAPHFUZZ_KEEPS(char*, ctime_r, (const time_t* time, char* text), (time, text))
GRAPHFUZZ_KEEPS(size_t, strftime, (char* text, size_t size, const char* format, const tm* parts),
                (text, size, format, parts))
GRAPHFUZZ_KEEPS(char*, strerror, (int number), (number))
GRAPHFUZZ_KEEPS(char*, strerror_l, (int number, locale_t locale), (number, locale))
