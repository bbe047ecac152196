// What writes to files of the C library, and to file descriptors: that to standard output and standard error is kept.
#include <err.h>
#include <errno.h>
#include <error.h>
#include <sys/uio.h>
#include <wchar.h>

#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <string>

#include "runtime/checkpoint.hpp"
#include "runtime/files.hpp"
#include "runtime/format.hpp"
#include "runtime/library.hpp"
#include "runtime/output.hpp"
#include "runtime/outside.hpp"

using namespace graphfuzz::runtime;

namespace {

void keep(const std::string& text) { keep_output(text.data(), text.size()); }

// The buffer is read as the program would read it.
std::size_t keep_buffer(const void* data, std::size_t size, Address place) {
  Hook hook;
  if (size > 0) plain_read(hook.fiber(), reinterpret_cast<Address>(data), size, place);
  keep_output(static_cast<const char*>(data), size);
  return size;
}

int keep_formatted(const char* format, va_list arguments) {
  char text[1024];
  va_list again;
  va_copy(again, arguments);
  const int size = std::vsnprintf(text, sizeof text, format, arguments);
  if (size >= static_cast<int>(sizeof text)) {
    std::string large(static_cast<std::size_t>(size) + 1, '\0');
    std::vsnprintf(large.data(), large.size(), format, again);
    keep_output(large.data(), static_cast<std::size_t>(size));
  } else if (size > 0) {
    keep_output(text, static_cast<std::size_t>(size));
  }
  va_end(again);
  return size;
}

int keep_wide(const wchar_t* text, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    char bytes[MB_LEN_MAX];
    std::mbstate_t state{};
    const std::size_t count = ::wcrtomb(bytes, text[i], &state);
    count == static_cast<std::size_t>(-1) ? keep("?") : keep_output(bytes, count);
  }
  return static_cast<int>(size);
}

int keep_wide_formatted(const wchar_t* format, va_list arguments) {
  wchar_t text[4096];
  const int size = std::vswprintf(text, 4096, format, arguments);
  return size < 0 ? size : keep_wide(text, static_cast<std::size_t>(size));
}

// "program: text: error\n", as err.h and error.h have it.
int keep_warning(const char* format, va_list arguments, int error) {
  InRuntime in;
  keep(std::string(program_invocation_short_name) + ": ");
  if (format != nullptr) keep_formatted(format, arguments);
  if (error != 0) keep(std::string(format != nullptr ? ": " : "") + ::strerror(error));
  keep("\n");
  return 0;
}

// The real function, with what it allocates being its own.
template <class Function>
auto write_by(Function function, FILE* file) {
  InRuntime in;
  note_written(file);
  return function();
}

}  // namespace

#define GRAPHFUZZ_WRITE_FILE(NAME)                                                                     \
  GRAPHFUZZ_HOOK std::size_t NAME(const void* data, std::size_t size, std::size_t count, FILE* file) { \
    GRAPHFUZZ_REAL(NAME);                                                                              \
    if (current == nullptr) return real_one(data, size, count, file);                                  \
    if (!is_kept(file)) return write_by([=] { return real_one(data, size, count, file); }, file);      \
    keep_buffer(data, size* count, caller(__builtin_return_address(0)));                               \
    return count;                                                                                      \
  }
GRAPHFUZZ_WRITE_FILE(fwrite)
GRAPHFUZZ_WRITE_FILE(fwrite_unlocked)
// The program's own calls (hooks_strings.cpp): of what is kept the other one tells.
GRAPHFUZZ_HOOK std::size_t __wrap_fwrite(const void* data, std::size_t size, std::size_t count, FILE* file) {
  std::size_t bytes = 0;
  if (current != nullptr && !is_kept(file) && !__builtin_mul_overflow(size, count, &bytes)) reads(data, bytes, FROM);
  return ::fwrite(data, size, count, file);
}

#define GRAPHFUZZ_PUT_TEXT(NAME)                                                     \
  GRAPHFUZZ_HOOK int NAME(const char* text, FILE* file) {                            \
    GRAPHFUZZ_REAL(NAME);                                                            \
    if (current == nullptr) return real_one(text, file);                             \
    if (!is_kept(file)) return write_by([=] { return real_one(text, file); }, file); \
    keep_buffer(text, std::strlen(text), caller(__builtin_return_address(0)));       \
    return 1;                                                                        \
  }
GRAPHFUZZ_PUT_TEXT(fputs)
GRAPHFUZZ_PUT_TEXT(fputs_unlocked)

#undef putc
#undef putc_unlocked
#define GRAPHFUZZ_PUT(NAME)                                                          \
  GRAPHFUZZ_HOOK int NAME(int byte, FILE* file) {                                    \
    GRAPHFUZZ_REAL(NAME);                                                            \
    if (current == nullptr) return real_one(byte, file);                             \
    if (!is_kept(file)) return write_by([=] { return real_one(byte, file); }, file); \
    const char text = static_cast<char>(byte);                                       \
    keep_output(&text, 1);                                                           \
    return static_cast<unsigned char>(byte);                                         \
  }
GRAPHFUZZ_PUT(fputc)
GRAPHFUZZ_PUT(putc)
GRAPHFUZZ_PUT(fputc_unlocked)
GRAPHFUZZ_PUT(putc_unlocked)

#define GRAPHFUZZ_PUT_OUT(NAME)                    \
  GRAPHFUZZ_HOOK int NAME(int byte) {              \
    GRAPHFUZZ_REAL(NAME);                          \
    if (current == nullptr) return real_one(byte); \
    const char text = static_cast<char>(byte);     \
    keep_output(&text, 1);                         \
    return static_cast<unsigned char>(byte);       \
  }
GRAPHFUZZ_PUT_OUT(putchar)
GRAPHFUZZ_PUT_OUT(putchar_unlocked)

GRAPHFUZZ_HOOK int puts(const char* text) {
  GRAPHFUZZ_REAL(puts);
  if (current == nullptr) return real_one(text);
  keep_buffer(text, std::strlen(text), caller(__builtin_return_address(0)));
  keep_output("\n", 1);
  return 1;
}

GRAPHFUZZ_HOOK void perror(const char* text) {
  GRAPHFUZZ_REAL(perror);
  if (current == nullptr) return real_one(text);
  const int error = errno;
  InRuntime in;
  keep((text != nullptr && *text != '\0' ? std::string(text) + ": " : std::string()) + ::strerror(error) + "\n");
}

// printf and its relatives.
#define GRAPHFUZZ_FORMAT_HERE(CALL) \
  va_list arguments;                \
  va_start(arguments, format);      \
  const int result = CALL;          \
  va_end(arguments);                \
  return result

namespace {

int print_to(FILE* file, const char* format, va_list arguments, void* from) {
  GRAPHFUZZ_REAL(vfprintf);
  if (current == nullptr) return real_one(file, format, arguments);
  return with_format_read(format, arguments, from, [&](va_list its) {
    Hook hook;
    return is_kept(file) ? keep_formatted(format, its) : (note_written(file), real_one(file, format, its));
  });
}
int print_to(int fd, const char* format, va_list arguments, void* from) {
  GRAPHFUZZ_REAL(vdprintf);
  if (current == nullptr) return real_one(fd, format, arguments);
  return with_format_read(format, arguments, from, [&](va_list its) {
    Hook hook;
    return is_output(fd) ? keep_formatted(format, its) : (note_written(fd), real_one(fd, format, its));
  });
}

}  // namespace

GRAPHFUZZ_HOOK int vfprintf(FILE* file, const char* format, va_list arguments) {
  return print_to(file, format, arguments, FROM);
}
GRAPHFUZZ_HOOK int vprintf(const char* format, va_list arguments) { return print_to(stdout, format, arguments, FROM); }
GRAPHFUZZ_HOOK int printf(const char* format, ...) { GRAPHFUZZ_FORMAT_HERE(print_to(stdout, format, arguments, FROM)); }
GRAPHFUZZ_HOOK int fprintf(FILE* file, const char* format, ...) {
  GRAPHFUZZ_FORMAT_HERE(print_to(file, format, arguments, FROM));
}
GRAPHFUZZ_HOOK int __vfprintf_chk(FILE* file, int, const char* format, va_list arguments) {
  return print_to(file, format, arguments, FROM);
}
GRAPHFUZZ_HOOK int __vprintf_chk(int, const char* format, va_list arguments) {
  return print_to(stdout, format, arguments, FROM);
}
GRAPHFUZZ_HOOK int __printf_chk(int, const char* format, ...) {
  GRAPHFUZZ_FORMAT_HERE(print_to(stdout, format, arguments, FROM));
}
GRAPHFUZZ_HOOK int __fprintf_chk(FILE* file, int, const char* format, ...) {
  GRAPHFUZZ_FORMAT_HERE(print_to(file, format, arguments, FROM));
}
GRAPHFUZZ_HOOK int vdprintf(int fd, const char* format, va_list arguments) {
  return print_to(fd, format, arguments, FROM);
}
GRAPHFUZZ_HOOK int dprintf(int fd, const char* format, ...) {
  GRAPHFUZZ_FORMAT_HERE(print_to(fd, format, arguments, FROM));
}
GRAPHFUZZ_HOOK int __dprintf_chk(int fd, int, const char* format, ...) {
  GRAPHFUZZ_FORMAT_HERE(print_to(fd, format, arguments, FROM));
}

// Wide characters.
#define GRAPHFUZZ_PUT_WIDE(NAME)                                                          \
  GRAPHFUZZ_HOOK wint_t NAME(wchar_t character, FILE* file) {                             \
    GRAPHFUZZ_REAL(NAME);                                                                 \
    if (current == nullptr) return real_one(character, file);                             \
    if (!is_kept(file)) return write_by([=] { return real_one(character, file); }, file); \
    keep_wide(&character, 1);                                                             \
    return static_cast<wint_t>(character);                                                \
  }
GRAPHFUZZ_PUT_WIDE(fputwc)
GRAPHFUZZ_PUT_WIDE(putwc)
GRAPHFUZZ_HOOK wint_t putwchar(wchar_t character) { return fputwc(character, stdout); }
GRAPHFUZZ_HOOK int fputws(const wchar_t* text, FILE* file) {
  GRAPHFUZZ_REAL(fputws);
  if (current == nullptr) return real_one(text, file);
  reads(text, (::wcslen(text) + 1) * sizeof *text, FROM);
  if (!is_kept(file)) return write_by([=] { return real_one(text, file); }, file);
  return keep_wide(text, ::wcslen(text));
}

namespace {

int print_wide_to(FILE* file, const wchar_t* format, va_list arguments, void* from) {
  GRAPHFUZZ_REAL(vfwprintf);
  if (current == nullptr) return real_one(file, format, arguments);
  return with_format_read(format, arguments, from, [&](va_list its) {
    Hook hook;
    return is_kept(file) ? keep_wide_formatted(format, its) : (note_written(file), real_one(file, format, its));
  });
}

}  // namespace

GRAPHFUZZ_HOOK int vfwprintf(FILE* file, const wchar_t* format, va_list arguments) {
  return print_wide_to(file, format, arguments, FROM);
}
GRAPHFUZZ_HOOK int vwprintf(const wchar_t* format, va_list arguments) {
  return print_wide_to(stdout, format, arguments, FROM);
}
GRAPHFUZZ_HOOK int wprintf(const wchar_t* format, ...) {
  GRAPHFUZZ_FORMAT_HERE(print_wide_to(stdout, format, arguments, FROM));
}
GRAPHFUZZ_HOOK int fwprintf(FILE* file, const wchar_t* format, ...) {
  GRAPHFUZZ_FORMAT_HERE(print_wide_to(file, format, arguments, FROM));
}

// Nothing is buffered.
GRAPHFUZZ_HOOK int fflush(FILE* file) {
  GRAPHFUZZ_REAL(fflush);
  if (current == nullptr) return real_one(file);
  if (file == nullptr || is_kept(file)) return 0;
  const InRuntime in;
  disturb_checkpoints();
  return real_one(file);
}
GRAPHFUZZ_HOOK int setvbuf(FILE* file, char* buffer, int mode, std::size_t size) {
  GRAPHFUZZ_REAL(setvbuf);
  if (current == nullptr) return real_one(file, buffer, mode, size);
  if (is_kept(file) || file == stdin) return 0;
  const InRuntime in;
  change_outside();
  return real_one(file, buffer, mode, size);
}
GRAPHFUZZ_HOOK void setbuf(FILE* file, char* buffer) {
  setvbuf(file, buffer, buffer == nullptr ? _IONBF : _IOFBF, BUFSIZ);
}

GRAPHFUZZ_HOOK ssize_t write(int fd, const void* data, std::size_t size) {
  GRAPHFUZZ_REAL(write);
  if (current == nullptr) return real_one(fd, data, size);
  if (is_output(fd)) return static_cast<ssize_t>(keep_buffer(data, size, caller(__builtin_return_address(0))));
  const ssize_t written = real_one(fd, data, size);
  if (written >= 0) note_written(fd);
  return written;
}
GRAPHFUZZ_HOOK ssize_t writev(int fd, const iovec* parts, int count) {
  GRAPHFUZZ_REAL(writev);
  if (current == nullptr) return real_one(fd, parts, count);
  if (!is_output(fd)) {
    const ssize_t written = real_one(fd, parts, count);
    if (written >= 0) note_written(fd);
    return written;
  }
  ssize_t size = 0;
  for (int i = 0; i < count; ++i) {
    size += static_cast<ssize_t>(keep_buffer(parts[i].iov_base, parts[i].iov_len, caller(__builtin_return_address(0))));
  }
  return size;
}

// Messages of err.h and error.h. Their own calls of exit are none that could be stood in for.
#define GRAPHFUZZ_WARNING(ERROR, END)                                                            \
  const int error = (ERROR);                                                                     \
  {                                                                                              \
    va_list arguments;                                                                           \
    va_start(arguments, format);                                                                 \
    const auto warn_of = [&](va_list its) { return keep_warning(format, its, error); };          \
    format == nullptr ? warn_of(arguments) : with_format_read(format, arguments, FROM, warn_of); \
    va_end(arguments);                                                                           \
  }                                                                                              \
  END
GRAPHFUZZ_HOOK void warn(const char* format, ...) {
  if (current == nullptr) return;
  GRAPHFUZZ_WARNING(errno, return );
}
GRAPHFUZZ_HOOK void warnx(const char* format, ...) {
  if (current == nullptr) return;
  GRAPHFUZZ_WARNING(0, return );
}
GRAPHFUZZ_HOOK void err(int code, const char* format, ...) {
  if (current == nullptr) ::exit(code);
  GRAPHFUZZ_WARNING(errno, ::exit(code));
}
GRAPHFUZZ_HOOK void errx(int code, const char* format, ...) {
  if (current == nullptr) ::exit(code);
  GRAPHFUZZ_WARNING(0, ::exit(code));
}
GRAPHFUZZ_HOOK void error(int code, int number, const char* format, ...) {
  if (current == nullptr) ::exit(code);
  GRAPHFUZZ_WARNING(number, if (code != 0)::exit(code));
}
