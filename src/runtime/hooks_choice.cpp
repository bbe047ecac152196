// Choices that the program leaves to the engine.
#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <climits>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

#include "frontend/native/code/compared.hpp"
#include "runtime/hook.hpp"
#include "runtime/synchronisation.hpp"

using namespace graphfuzz::runtime;

namespace {

/// Of the numbers that the code behind the call at `place` compares with, those of the type that are none of `values`.
template <class T, unsigned kCount>
const std::vector<T>& others_of(const T (&values)[kCount], Address place) {
  static boost::unordered_flat_map<Address, std::vector<T>> known;
  const auto [found, is_new] = known.try_emplace(place);
  if (!is_new) return found->second;
  for (const std::int64_t value : graphfuzz::native::compared_behind(place + 1)) {
    const T one = static_cast<T>(value);
    // Of an instruction one cannot tell which sign the number has.
    const bool fits = std::in_range<std::make_signed_t<T>>(value) || std::in_range<std::make_unsigned_t<T>>(value);
    if (fits && std::find(values, std::end(values), one) == std::end(values)) found->second.push_back(one);
  }
  return found->second;
}

template <class T, unsigned kCount>
T one_of(const T (&values)[kCount], Address place) {
  if (current == nullptr) return values[0];
  Hook hook;
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char>) {
    const auto others = static_cast<unsigned>(others_of(values, place).size());
    const auto chosen = choose(hook.fiber(), kCount + others, place);
    // Asked for again: others have run meanwhile, and come to places of their own.
    return chosen < kCount ? values[chosen] : others_of(values, place)[chosen - kCount];
  } else {
    return values[choose(hook.fiber(), kCount, place)];
  }
}

}  // namespace

GRAPHFUZZ_HOOK unsigned graphfuzz_choose(unsigned count) {
  if (current == nullptr || count <= 1) return 0;
  Hook hook;
  return choose(hook.fiber(), count, GRAPHFUZZ_CALLER);
}

// Any value at all, of which a few are tried: those at which programs behave differently most often, and those at which
// this one may.
#define GRAPHFUZZ_NONDET(NAME, T, ...)            \
  GRAPHFUZZ_HOOK T __VERIFIER_nondet_##NAME() {   \
    static constexpr T kValues[] = {__VA_ARGS__}; \
    return one_of(kValues, GRAPHFUZZ_CALLER);     \
  }

GRAPHFUZZ_NONDET(bool, bool, false, true)
GRAPHFUZZ_NONDET(char, char, 0, 1, CHAR_MIN, CHAR_MAX)
GRAPHFUZZ_NONDET(uchar, unsigned char, 0, 1, 2, UCHAR_MAX)
GRAPHFUZZ_NONDET(short, short, 0, 1, -1, SHRT_MIN, SHRT_MAX)
GRAPHFUZZ_NONDET(ushort, unsigned short, 0, 1, 2, USHRT_MAX)
GRAPHFUZZ_NONDET(int, int, 0, 1, -1, 2, INT_MIN, INT_MAX)
GRAPHFUZZ_NONDET(uint, unsigned, 0, 1, 2, UINT_MAX)
GRAPHFUZZ_NONDET(unsigned, unsigned, 0, 1, 2, UINT_MAX)
GRAPHFUZZ_NONDET(long, long, 0, 1, -1, 2, LONG_MIN, LONG_MAX)
GRAPHFUZZ_NONDET(ulong, unsigned long, 0, 1, 2, ULONG_MAX)
GRAPHFUZZ_NONDET(longlong, long long, 0, 1, -1, 2, LLONG_MIN, LLONG_MAX)
GRAPHFUZZ_NONDET(ulonglong, unsigned long long, 0, 1, 2, ULLONG_MAX)
GRAPHFUZZ_NONDET(size_t, unsigned long, 0, 1, 2, ULONG_MAX)
GRAPHFUZZ_NONDET(schar, signed char, 0, 1, SCHAR_MIN, SCHAR_MAX)
GRAPHFUZZ_NONDET(unsigned_char, unsigned char, 0, 1, 2, UCHAR_MAX)
GRAPHFUZZ_NONDET(unsigned_int, unsigned, 0, 1, 2, UINT_MAX)
GRAPHFUZZ_NONDET(unsigned_long, unsigned long, 0, 1, 2, ULONG_MAX)
GRAPHFUZZ_NONDET(u8, unsigned char, 0, 1, 2, UCHAR_MAX)
GRAPHFUZZ_NONDET(u16, unsigned short, 0, 1, 2, USHRT_MAX)
GRAPHFUZZ_NONDET(u32, unsigned, 0, 1, 2, UINT_MAX)
GRAPHFUZZ_NONDET(loff_t, long long, 0, 1, -1, 2, LLONG_MIN, LLONG_MAX)
GRAPHFUZZ_NONDET(float, float, 0, 1, -1)
GRAPHFUZZ_NONDET(double, double, 0, 1, -1)
// Where a pointer that is not null leads to nobody knows.
GRAPHFUZZ_NONDET(pointer, void*, nullptr)
GRAPHFUZZ_NONDET(charp, char*, nullptr)
GRAPHFUZZ_NONDET(pchar, char*, nullptr)
