// Sanitizers make each step many times slower, and look at each step, not for rare results: some tests take fewer
// cases.
#pragma once

#include <algorithm>

namespace graphfuzz::testing {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

/// How many of `cases` are taken: all, or under sanitizers an eighth.
template <class Number>
constexpr Number cases_here(Number cases) {
  return kSanitized ? std::max(cases / 8, Number{1}) : cases;
}

/// More than how many of what is wanted are to be seen in them, if it is `number` in all cases: the first are smaller.
template <class Number>
constexpr Number seen_here(Number number) {
  return kSanitized ? number / 24 : number;
}

}  // namespace graphfuzz::testing
