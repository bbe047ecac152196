// Functions that change where the next reading or writing of a file goes on, or what the system keeps of it, and do
// nothing else that is to be told of.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>
#include <wchar.h>

#include <cstdio>

#include "runtime/hook.hpp"
#include "runtime/outside.hpp"

using namespace graphfuzz::runtime;

#undef getc
#undef getc_unlocked
#undef getchar_unlocked

// `NOTE` is of the `result`.
#define GRAPHFUZZ_MOVES(RESULT, NAME, PARAMETERS, ARGUMENTS, NOTE) \
  GRAPHFUZZ_HOOK RESULT NAME PARAMETERS {                          \
    GRAPHFUZZ_REAL(NAME);                                          \
    RESULT const result = real_one ARGUMENTS;                      \
    if (current != nullptr) NOTE;                                  \
    return result;                                                 \
  }

GRAPHFUZZ_MOVES(int, getc, (FILE * file), (file), note_position(file, result != EOF))
GRAPHFUZZ_MOVES(int, fgetc, (FILE * file), (file), note_position(file, result != EOF))
GRAPHFUZZ_MOVES(int, getchar, (), (), note_position(stdin, result != EOF))
GRAPHFUZZ_MOVES(int, getc_unlocked, (FILE * file), (file), note_position(file, result != EOF))
GRAPHFUZZ_MOVES(int, fgetc_unlocked, (FILE * file), (file), note_position(file, result != EOF))
GRAPHFUZZ_MOVES(int, getchar_unlocked, (), (), note_position(stdin, result != EOF))
GRAPHFUZZ_MOVES(wint_t, getwc, (FILE * file), (file), note_position(file, result != WEOF))
GRAPHFUZZ_MOVES(wint_t, fgetwc, (FILE * file), (file), note_position(file, result != WEOF))
// It may be another one than was read.
GRAPHFUZZ_MOVES(int, ungetc, (int byte, FILE* file), (byte, file), change_outside_by(result))
GRAPHFUZZ_MOVES(wint_t, ungetwc, (wint_t character, FILE* file), (character, file), change_outside())
GRAPHFUZZ_MOVES(int, fseek, (FILE * file, long offset, int whence), (file, offset, whence), note_position(file, true))
GRAPHFUZZ_MOVES(int, fseeko, (FILE * file, off_t offset, int whence), (file, offset, whence), note_position(file, true))
GRAPHFUZZ_MOVES(int, fseeko64, (FILE * file, off64_t offset, int whence), (file, offset, whence),
                note_position(file, true))
GRAPHFUZZ_MOVES(int, fsetpos, (FILE * file, const fpos_t* position), (file, position), note_position(file, true))
GRAPHFUZZ_MOVES(int, fsetpos64, (FILE * file, const fpos64_t* position), (file, position), note_position(file, true))
GRAPHFUZZ_MOVES(off_t, lseek, (int fd, off_t offset, int whence), (fd, offset, whence), note_position(fd, false))
GRAPHFUZZ_MOVES(off64_t, lseek64, (int fd, off64_t offset, int whence), (fd, offset, whence), note_position(fd, false))
GRAPHFUZZ_MOVES(int, ftruncate, (int fd, off_t size), (fd, size), change_outside_by(result))
GRAPHFUZZ_MOVES(int, ftruncate64, (int fd, off64_t size), (fd, size), change_outside_by(result))

GRAPHFUZZ_MOVES(char*, fgets_unlocked, (char* to, int size, FILE* file), (to, size, file), note_position(file, true))
GRAPHFUZZ_MOVES(std::size_t, fread_unlocked, (void* to, std::size_t size, std::size_t count, FILE* file),
                (to, size, count, file), note_position(file, true))
GRAPHFUZZ_MOVES(int, getw, (FILE * file), (file), note_position(file, true))
GRAPHFUZZ_MOVES(int, fchmod, (int fd, mode_t mode), (fd, mode), change_outside_by(result))
GRAPHFUZZ_MOVES(int, futimens, (int fd, const timespec times[2]), (fd, times), change_outside_by(result))
GRAPHFUZZ_MOVES(int, posix_fallocate, (int fd, off_t offset, off_t size), (fd, offset, size), change_outside())
GRAPHFUZZ_MOVES(int, shutdown, (int fd, int how), (fd, how), change_outside_by(result))
GRAPHFUZZ_MOVES(int, flock, (int fd, int operation), (fd, operation), change_outside_by(result))
GRAPHFUZZ_MOVES(int, timerfd_settime, (int fd, int flags, const itimerspec* time, itimerspec* before),
                (fd, flags, time, before), change_outside_by(result))
GRAPHFUZZ_MOVES(ssize_t, sendfile, (int to, int from, off_t* offset, std::size_t size), (to, from, offset, size),
                change_outside_by(result))

#define GRAPHFUZZ_GOES_TO(NAME, PARAMETERS, ARGUMENTS, NOTE) \
  GRAPHFUZZ_HOOK void NAME PARAMETERS {                      \
    GRAPHFUZZ_REAL(NAME);                                    \
    real_one ARGUMENTS;                                      \
    if (current != nullptr) NOTE;                            \
  }
GRAPHFUZZ_GOES_TO(rewind, (FILE * file), (file), note_position(file, true))
GRAPHFUZZ_GOES_TO(clearerr_unlocked, (FILE * file), (file), note_position(file, false))
GRAPHFUZZ_GOES_TO(clearerr, (FILE * file), (file), note_position(file, false))
