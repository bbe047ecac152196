// Functions that change where the next reading or writing of a file goes on, and do nothing else that is to be told of.
#include <unistd.h>
#include <wchar.h>

#include <cstdio>

#include "runtime/checkpoint.hpp"
#include "runtime/hook.hpp"

using namespace graphfuzz::runtime;

#undef getc
#undef getc_unlocked
#undef getchar_unlocked

#define GRAPHFUZZ_MOVES(RESULT, NAME, PARAMETERS, ARGUMENTS) \
  GRAPHFUZZ_HOOK RESULT NAME PARAMETERS {                    \
    GRAPHFUZZ_REAL(NAME);                                    \
    if (current != nullptr) change_outside();                \
    return real_one ARGUMENTS;                               \
  }

GRAPHFUZZ_MOVES(int, getc, (FILE * file), (file))
GRAPHFUZZ_MOVES(int, fgetc, (FILE * file), (file))
GRAPHFUZZ_MOVES(int, getchar, (), ())
GRAPHFUZZ_MOVES(int, getc_unlocked, (FILE * file), (file))
GRAPHFUZZ_MOVES(int, fgetc_unlocked, (FILE * file), (file))
GRAPHFUZZ_MOVES(int, getchar_unlocked, (), ())
GRAPHFUZZ_MOVES(int, ungetc, (int byte, FILE* file), (byte, file))
GRAPHFUZZ_MOVES(wint_t, getwc, (FILE * file), (file))
GRAPHFUZZ_MOVES(wint_t, fgetwc, (FILE * file), (file))
GRAPHFUZZ_MOVES(wint_t, ungetwc, (wint_t character, FILE* file), (character, file))
GRAPHFUZZ_MOVES(int, fseek, (FILE * file, long offset, int whence), (file, offset, whence))
GRAPHFUZZ_MOVES(int, fseeko, (FILE * file, off_t offset, int whence), (file, offset, whence))
GRAPHFUZZ_MOVES(int, fseeko64, (FILE * file, off64_t offset, int whence), (file, offset, whence))
GRAPHFUZZ_MOVES(int, fsetpos, (FILE * file, const fpos_t* position), (file, position))
GRAPHFUZZ_MOVES(int, fsetpos64, (FILE * file, const fpos64_t* position), (file, position))
GRAPHFUZZ_MOVES(void, rewind, (FILE * file), (file))
GRAPHFUZZ_MOVES(void, clearerr, (FILE * file), (file))
GRAPHFUZZ_MOVES(off_t, lseek, (int fd, off_t offset, int whence), (fd, offset, whence))
GRAPHFUZZ_MOVES(off64_t, lseek64, (int fd, off64_t offset, int whence), (fd, offset, whence))
GRAPHFUZZ_MOVES(int, ftruncate, (int fd, off_t size), (fd, size))
GRAPHFUZZ_MOVES(int, ftruncate64, (int fd, off64_t size), (fd, size))
