// Functions of the C library that keep blocks of memory for themselves from call to call: these are the library's, and
// not of an execution that is taken back.
#include <grp.h>
#include <iconv.h>
#include <locale.h>
#include <netdb.h>
#include <pwd.h>

#include <cstring>
#include <ctime>

#include "runtime/hook.hpp"
#include "runtime/outside.hpp"

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

// These load libraries, of which the C library knows from then on. What they give is freed by others of them, which
// coming back to a mark would have free it once more.
#define GRAPHFUZZ_LOADS(RESULT, NAME, PARAMETERS, ARGUMENTS) \
  GRAPHFUZZ_HOOK RESULT NAME PARAMETERS {                    \
    GRAPHFUZZ_REAL(NAME);                                    \
    const InRuntime in;                                      \
    change_outside();                                        \
    return real_one ARGUMENTS;                               \
  }

GRAPHFUZZ_LOADS(iconv_t, iconv_open, (const char* to, const char* from), (to, from))
GRAPHFUZZ_LOADS(size_t, iconv, (iconv_t how, char** from, size_t* left, char** to, size_t* room),
                (how, from, left, to, room))
GRAPHFUZZ_LOADS(int, iconv_close, (iconv_t how), (how))
GRAPHFUZZ_LOADS(int, getaddrinfo, (const char* node, const char* service, const addrinfo* wanted, addrinfo** result),
                (node, service, wanted, result))
GRAPHFUZZ_LOADS(void, freeaddrinfo, (addrinfo * result), (result))
GRAPHFUZZ_LOADS(int, getnameinfo,
                (const sockaddr* address, socklen_t size, char* host, socklen_t host_size, char* service,
                 socklen_t service_size, int flags),
                (address, size, host, host_size, service, service_size, flags))
GRAPHFUZZ_LOADS(hostent*, gethostbyname, (const char* name), (name))
GRAPHFUZZ_LOADS(hostent*, gethostbyname2, (const char* name, int family), (name, family))
GRAPHFUZZ_LOADS(int, gethostbyname_r,
                (const char* name, hostent* result, char* text, size_t size, hostent** found, int* error),
                (name, result, text, size, found, error))
GRAPHFUZZ_LOADS(passwd*, getpwnam, (const char* name), (name))
GRAPHFUZZ_LOADS(int, getpwnam_r, (const char* name, passwd* result, char* text, size_t size, passwd** found),
                (name, result, text, size, found))
GRAPHFUZZ_LOADS(passwd*, getpwuid, (uid_t user), (user))
GRAPHFUZZ_LOADS(int, getpwuid_r, (uid_t user, passwd* result, char* text, size_t size, passwd** found),
                (user, result, text, size, found))
GRAPHFUZZ_LOADS(group*, getgrnam, (const char* name), (name))
GRAPHFUZZ_LOADS(int, getgrnam_r, (const char* name, group* result, char* text, size_t size, group** found),
                (name, result, text, size, found))
GRAPHFUZZ_LOADS(group*, getgrgid, (gid_t number), (number))
GRAPHFUZZ_LOADS(int, getgrgid_r, (gid_t number, group* result, char* text, size_t size, group** found),
                (number, result, text, size, found))
GRAPHFUZZ_LOADS(void, setpwent, (), ())
GRAPHFUZZ_LOADS(passwd*, getpwent, (), ())
GRAPHFUZZ_LOADS(void, endpwent, (), ())
GRAPHFUZZ_LOADS(locale_t, newlocale, (int mask, const char* name, locale_t base), (mask, name, base))
GRAPHFUZZ_LOADS(locale_t, duplocale, (locale_t from), (from))
GRAPHFUZZ_LOADS(void, freelocale, (locale_t one), (one))
// As the C++ library calls them.
GRAPHFUZZ_LOADS(locale_t, __newlocale, (int mask, const char* name, locale_t base), (mask, name, base))
GRAPHFUZZ_LOADS(locale_t, __duplocale, (locale_t from), (from))
GRAPHFUZZ_LOADS(void, __freelocale, (locale_t one), (one))
