// Streams of the C++ library, whose functions are in libstdc++.so: that they use a stream is told as accesses to where
// its buffer is written or read next, which those functions move, and to its state. A thread that uses one while
// another does races with it, and one that looks at what is in it goes by what was put there. The program is linked
// with --wrap, as for hooks_containers.cpp. Told of are streams of char with the library's own buffers for strings and
// files: what std::cout and its like do, threads may do at the same time.
//
// The layouts are those of libstdc++'s ABI, GLIBCXX_3.4: streambuf, bits/ios_base.h, bits/basic_ios.h.
#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/library.hpp"

namespace graphfuzz::runtime {
namespace {

struct Buffer {
  const char* functions;
  char *in_begin, *in_at, *in_end, *out_begin, *out_at, *out_end;
};
struct Ios {
  const char* functions;
  std::ptrdiff_t precision, width;
  std::uint32_t flags, exceptions, state;
  char others[196];
  Buffer* buffer;
};
static_assert(offsetof(Ios, buffer) == 232);
struct String {
  char* data;
  std::size_t size;
  char few[16];
};
constexpr std::uint32_t kFailed = 4;  // std::ios_base::failbit
enum class Direction { in, out };

Ios& ios_of(void* stream) {
  const char* const functions = *static_cast<const char* const*>(stream);
  const std::ptrdiff_t offset = reinterpret_cast<const std::ptrdiff_t*>(functions)[-3];  // of its virtual base
  return *reinterpret_cast<Ios*>(static_cast<char*>(stream) + offset);
}

const char* functions_of(const char* name) {
  const auto* const table = static_cast<const char*>(::dlsym(RTLD_DEFAULT, name));
  return table == nullptr ? nullptr : table + 2 * sizeof(void*);
}

bool is_of_library(const Buffer* buffer) {
  static const char* const of_strings = functions_of("_ZTVNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEEE");
  static const char* const of_files = functions_of("_ZTVSt13basic_filebufIcSt11char_traitsIcEE");
  return buffer != nullptr && (buffer->functions == of_strings || buffer->functions == of_files);
}

/// A call of a function of the stream.
class Use {
 public:
  Use(void* stream, Direction direction, void* from) : direction_(direction), from_(from) {
    if (current == nullptr) return;
    Ios& ios = ios_of(stream);
    if (!is_of_library(ios.buffer)) return;
    ios_ = &ios;
    reads(&ios.state, sizeof ios.state, from);
    reads(&ios.buffer->out_at, sizeof(char*), from);
    if (direction == Direction::in) reads(&ios.buffer->in_at, sizeof(char*), from);
    state_ = ios.state;
  }
  /// It has returned.
  void end() const {
    if (ios_ == nullptr) return;
    writes(direction_ == Direction::in ? &ios_->buffer->in_at : &ios_->buffer->out_at, sizeof(char*), from_);
    if (ios_->state != state_) writes(&ios_->state, sizeof state_, from_);
  }
  /// … and has written what it was given to write to.
  void end(const void* target, std::size_t size) const {
    end();
    if (ios_ != nullptr && (ios_->state & kFailed) == 0) writes(target, size, from_);
  }
  /// … a string.
  void end(const String* target) const {
    end(target, sizeof *target);
    if (ios_ == nullptr || (ios_->state & kFailed) != 0 || target->data == target->few) return;
    writes(target->data, target->size + 1, from_);
  }

 private:
  Ios* ios_ = nullptr;
  Direction direction_;
  void* from_;
  std::uint32_t state_ = 0;
};

void reads_text(const String* text, void* from) {
  reads(text, 2 * sizeof(void*), from);
  reads(text->data, text->size, from);
}

// What is in the buffer is looked at, or replaced.
void looks_at(const Buffer* buffer, void* from) { reads(&buffer->out_at, sizeof(char*), from); }
void replaces(const Buffer* buffer, void* from) {
  writes(&buffer->in_at, sizeof(char*), from);
  writes(&buffer->out_at, sizeof(char*), from);
}

}  // namespace
}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

#define GRAPHFUZZ_STREAM_REAL(SYMBOL) \
  static const auto real_one = reinterpret_cast<decltype(&__wrap_##SYMBOL)>(next_definition(#SYMBOL))

// `BEFORE` tells what is read.
#define GRAPHFUZZ_PUTS(SYMBOL, PARAMETERS, ARGUMENTS, BEFORE) \
  GRAPHFUZZ_HOOK void* __wrap_##SYMBOL PARAMETERS {           \
    GRAPHFUZZ_STREAM_REAL(SYMBOL);                            \
    BEFORE;                                                   \
    const Use use(stream, Direction::out, FROM);              \
    void* const result = real_one ARGUMENTS;                  \
    use.end();                                                \
    return result;                                            \
  }

// `END` is how it ends.
#define GRAPHFUZZ_GETS(RESULT, SYMBOL, PARAMETERS, ARGUMENTS, END) \
  GRAPHFUZZ_HOOK RESULT __wrap_##SYMBOL PARAMETERS {               \
    GRAPHFUZZ_STREAM_REAL(SYMBOL);                                 \
    const Use use(stream, Direction::in, FROM);                    \
    RESULT const result = real_one ARGUMENTS;                      \
    use.END;                                                       \
    return result;                                                 \
  }

// std::ostream
GRAPHFUZZ_PUTS(_ZNSolsEb, (void* stream, bool value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSolsEs, (void* stream, short value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSolsEt, (void* stream, unsigned short value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSolsEi, (void* stream, int value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSolsEj, (void* stream, unsigned value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSolsEl, (void* stream, long value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSolsEm, (void* stream, unsigned long value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSolsEx, (void* stream, long long value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSolsEy, (void* stream, unsigned long long value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSolsEf, (void* stream, float value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSolsEd, (void* stream, double value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSolsEe, (void* stream, long double value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSolsEPKv, (void* stream, const void* value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSolsEPSt15basic_streambufIcSt11char_traitsIcEE, (void* stream, void* value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSo9_M_insertIbEERSoT_, (void* stream, bool value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSo9_M_insertIdEERSoT_, (void* stream, double value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSo9_M_insertIeEERSoT_, (void* stream, long double value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSo9_M_insertIlEERSoT_, (void* stream, long value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSo9_M_insertImEERSoT_, (void* stream, unsigned long value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSo9_M_insertIxEERSoT_, (void* stream, long long value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSo9_M_insertIyEERSoT_, (void* stream, unsigned long long value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSo9_M_insertIPKvEERSoT_, (void* stream, const void* value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSo3putEc, (void* stream, char value), (stream, value), )
GRAPHFUZZ_PUTS(_ZNSo5writeEPKcl, (void* stream, const char* text, long size), (stream, text, size),
               reads(text, static_cast<std::size_t>(size), FROM))
GRAPHFUZZ_PUTS(_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l,
               (void* stream, const char* text, long size), (stream, text, size),
               reads(text, static_cast<std::size_t>(size), FROM))
GRAPHFUZZ_PUTS(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc, (void* stream, const char* text),
               (stream, text), if (text != nullptr) reads_string(text, FROM))
GRAPHFUZZ_PUTS(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c, (void* stream, char value), (stream, value), )
GRAPHFUZZ_PUTS(_ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE,
               (void* stream, const String* text), (stream, text), reads_text(text, FROM))
GRAPHFUZZ_PUTS(_ZNSo5flushEv, (void* stream), (stream), )
GRAPHFUZZ_PUTS(_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_, (void* stream), (stream), )
GRAPHFUZZ_PUTS(_ZSt4endsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_, (void* stream), (stream), )
GRAPHFUZZ_PUTS(_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_, (void* stream), (stream), )

// std::istream
GRAPHFUZZ_GETS(void*, _ZNSirsERb, (void* stream, bool* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSirsERs, (void* stream, short* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSirsERt, (void* stream, unsigned short* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSirsERi, (void* stream, int* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSirsERj, (void* stream, unsigned* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSirsERl, (void* stream, long* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSirsERm, (void* stream, unsigned long* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSirsERx, (void* stream, long long* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSirsERy, (void* stream, unsigned long long* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSirsERf, (void* stream, float* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSirsERd, (void* stream, double* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSirsERe, (void* stream, long double* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSirsERPv, (void* stream, void** to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSi10_M_extractIbEERSiRT_, (void* stream, bool* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSi10_M_extractIdEERSiRT_, (void* stream, double* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSi10_M_extractIeEERSiRT_, (void* stream, long double* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSi10_M_extractIfEERSiRT_, (void* stream, float* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSi10_M_extractIjEERSiRT_, (void* stream, unsigned* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSi10_M_extractIlEERSiRT_, (void* stream, long* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSi10_M_extractImEERSiRT_, (void* stream, unsigned long* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSi10_M_extractItEERSiRT_, (void* stream, unsigned short* to), (stream, to),
               end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSi10_M_extractIxEERSiRT_, (void* stream, long long* to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSi10_M_extractIyEERSiRT_, (void* stream, unsigned long long* to), (stream, to),
               end(to, sizeof *to))
GRAPHFUZZ_GETS(void*, _ZNSi10_M_extractIPvEERSiRT_, (void* stream, void** to), (stream, to), end(to, sizeof *to))
GRAPHFUZZ_GETS(int, _ZNSi3getEv, (void* stream), (stream), end())
GRAPHFUZZ_GETS(int, _ZNSi4peekEv, (void* stream), (stream), end())
GRAPHFUZZ_GETS(void*, _ZNSi3getERc, (void* stream, char* to), (stream, to), end(to, 1))
GRAPHFUZZ_GETS(void*, _ZNSi6ignoreEv, (void* stream), (stream), end())
GRAPHFUZZ_GETS(void*, _ZNSi6ignoreEl, (void* stream, long most), (stream, most), end())
GRAPHFUZZ_GETS(void*, _ZNSi6ignoreEli, (void* stream, long most, int last), (stream, most, last), end())
GRAPHFUZZ_GETS(void*, _ZNSi5ungetEv, (void* stream), (stream), end())
GRAPHFUZZ_GETS(void*, _ZNSi7putbackEc, (void* stream, char c), (stream, c), end())
GRAPHFUZZ_GETS(void*, _ZNSi4readEPcl, (void* stream, char* to, long size), (stream, to, size),
               end(to, static_cast<std::size_t>(size)))
GRAPHFUZZ_GETS(long, _ZNSi8readsomeEPcl, (void* stream, char* to, long size), (stream, to, size),
               end(to, static_cast<std::size_t>(result)))
GRAPHFUZZ_GETS(void*, _ZNSi7getlineEPcl, (void* stream, char* to, long size), (stream, to, size),
               end(to, std::strlen(to) + 1))
GRAPHFUZZ_GETS(void*, _ZNSi7getlineEPclc, (void* stream, char* to, long size, char last), (stream, to, size, last),
               end(to, std::strlen(to) + 1))
GRAPHFUZZ_GETS(void*, _ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_, (void* stream, char* to),
               (stream, to), end(to, 1))
GRAPHFUZZ_GETS(void*,
               _ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE,
               (void* stream, String* to), (stream, to), end(to))
GRAPHFUZZ_GETS(void*,
               _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE,
               (void* stream, String* to), (stream, to), end(to))
GRAPHFUZZ_GETS(
    void*, _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_,
    (void* stream, String* to, char last), (stream, to, last), end(to))

// str() and str(text), of streams and of their buffers, which are at so many bytes of a stream. The result is made
// where the caller says; texts are strings.
#define GRAPHFUZZ_TEXT(CLASS, OFFSET)                                                                            \
  GRAPHFUZZ_LOOKS(_ZNKSt7__cxx11##CLASS##IcSt11char_traitsIcESaIcEE3strEv, OFFSET)                               \
  GRAPHFUZZ_LOOKS(_ZNKRSt7__cxx11##CLASS##IcSt11char_traitsIcESaIcEE3strEv, OFFSET)                              \
  GRAPHFUZZ_REPLACES(_ZNSt7__cxx11##CLASS##IcSt11char_traitsIcESaIcEE3strERKNS_12basic_stringIcS2_S3_EE, OFFSET, \
                     reads_text(text, FROM))                                                                     \
  GRAPHFUZZ_REPLACES(_ZNSt7__cxx11##CLASS##IcSt11char_traitsIcESaIcEE3strEONS_12basic_stringIcS2_S3_EE, OFFSET,  \
                     reads_text(text, FROM))
#define GRAPHFUZZ_LOOKS(SYMBOL, OFFSET)                                    \
  GRAPHFUZZ_HOOK void* __wrap_##SYMBOL(void* result, const char* stream) { \
    GRAPHFUZZ_STREAM_REAL(SYMBOL);                                         \
    looks_at(reinterpret_cast<const Buffer*>(stream + (OFFSET)), FROM);    \
    return real_one(result, stream);                                       \
  }
#define GRAPHFUZZ_REPLACES(SYMBOL, OFFSET, BEFORE)                        \
  GRAPHFUZZ_HOOK void __wrap_##SYMBOL(char* stream, const String* text) { \
    GRAPHFUZZ_STREAM_REAL(SYMBOL);                                        \
    BEFORE;                                                               \
    real_one(stream, text);                                               \
    replaces(reinterpret_cast<const Buffer*>(stream + (OFFSET)), FROM);   \
  }
// What compilers leave of str(text) where they know the rest.
GRAPHFUZZ_HOOK void __wrap__ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE7_M_syncEPcmm(Buffer* buffer,
                                                                                                 char* begin,
                                                                                                 std::size_t in,
                                                                                                 std::size_t out) {
  GRAPHFUZZ_STREAM_REAL(_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE7_M_syncEPcmm);
  real_one(buffer, begin, in, out);
  replaces(buffer, FROM);
}
GRAPHFUZZ_TEXT(15basic_stringbuf, 0)
GRAPHFUZZ_TEXT(19basic_ostringstream, 8)
GRAPHFUZZ_TEXT(19basic_istringstream, 16)
GRAPHFUZZ_TEXT(18basic_stringstream, 24)
