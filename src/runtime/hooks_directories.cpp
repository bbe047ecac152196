// Iterators of std::filesystem, of which the C++ library makes what the program counts the references to in its own
// code: a std::shared_ptr is all that they are. What the library does with the count is told of around its functions.
#include <cstddef>
#include <cstdint>

#include "runtime/library.hpp"

using namespace graphfuzz::runtime;

namespace {

// As libstdc++ has them in memory.
struct Counts {
  const void* functions;
  std::uint32_t strong, weak;
};
struct Iterator {
  void* object;
  Counts* counts;
};

/// A call that may change what the iterator refers to.
class Use {
 public:
  Use(Iterator* iterator, bool exists, void* from) : iterator_(iterator), from_(from) {
    if (current == nullptr || !exists || iterator->counts == nullptr) return;
    before_ = iterator->counts;
    reads(&before_->strong, sizeof before_->strong, from);
    others_ = before_->strong > 1;
  }
  /// It has returned. What it may have freed is looked at no more.
  void end(bool exists) const {
    if (current == nullptr) return;
    Counts* const now = exists ? iterator_->counts : nullptr;
    if (before_ != nullptr && others_ && now != before_) writes(&before_->strong, sizeof before_->strong, from_);
    if (now == nullptr || now == before_) return;
    writes(&now->strong, sizeof now->strong, from_);
    writes(&now->weak, sizeof now->weak, from_);
  }

 private:
  Iterator* iterator_;
  void* from_;
  Counts* before_ = nullptr;
  bool others_ = false;
};

}  // namespace

// `BEFORE` and `BEHIND` say whether the iterator is one before the call, and behind it. Of functions that return
// nothing nobody looks at the result.
#define GRAPHFUZZ_ITERATES(SYMBOL, PARAMETERS, ARGUMENTS, BEFORE, BEHIND)                       \
  GRAPHFUZZ_HOOK void* SYMBOL PARAMETERS {                                                      \
    static const auto real_one = reinterpret_cast<decltype(&SYMBOL)>(next_definition(#SYMBOL)); \
    const Use use(its, BEFORE, FROM);                                                           \
    void* const result = real_one ARGUMENTS;                                                    \
    use.end(BEHIND);                                                                            \
    return result;                                                                              \
  }

GRAPHFUZZ_ITERATES(_ZNSt10filesystem7__cxx1118directory_iteratorC1ERKNS0_4pathENS_17directory_optionsEPSt10error_code,
                   (Iterator * its, const void* path, unsigned char options, void* error), (its, path, options, error),
                   false, true)
GRAPHFUZZ_ITERATES(_ZNSt10filesystem7__cxx1118directory_iteratorppEv, (Iterator * its), (its), true, true)
GRAPHFUZZ_ITERATES(_ZNSt10filesystem7__cxx1118directory_iterator9incrementERSt10error_code,
                   (Iterator * its, void* error), (its, error), true, true)
GRAPHFUZZ_ITERATES(
    _ZNSt10filesystem7__cxx1128recursive_directory_iteratorC1ERKNS0_4pathENS_17directory_optionsEPSt10error_code,
    (Iterator * its, const void* path, unsigned char options, void* error), (its, path, options, error), false, true)
GRAPHFUZZ_ITERATES(_ZNSt10filesystem7__cxx1128recursive_directory_iteratorD1Ev, (Iterator * its), (its), true, false)
GRAPHFUZZ_ITERATES(_ZNSt10filesystem7__cxx1128recursive_directory_iteratorppEv, (Iterator * its), (its), true, true)
GRAPHFUZZ_ITERATES(_ZNSt10filesystem7__cxx1128recursive_directory_iterator9incrementERSt10error_code,
                   (Iterator * its, void* error), (its, error), true, true)
GRAPHFUZZ_ITERATES(_ZNSt10filesystem7__cxx1128recursive_directory_iterator3popEv, (Iterator * its), (its), true, true)
GRAPHFUZZ_ITERATES(_ZNSt10filesystem7__cxx1128recursive_directory_iterator3popERSt10error_code,
                   (Iterator * its, void* error), (its, error), true, true)
GRAPHFUZZ_ITERATES(_ZNSt10filesystem7__cxx1128recursive_directory_iteratoraSEOS1_, (Iterator * its, Iterator* other),
                   (its, other), true, true)
GRAPHFUZZ_HOOK void* _ZNSt10filesystem7__cxx1128recursive_directory_iteratoraSERKS1_(Iterator* its, Iterator* other) {
  static const auto real_one = reinterpret_cast<void* (*)(Iterator*, Iterator*)>(
      next_definition("_ZNSt10filesystem7__cxx1128recursive_directory_iteratoraSERKS1_"));
  if (current != nullptr && other->counts != nullptr) reads(&other->counts->strong, 4, FROM);
  const Use use(its, true, FROM);
  void* const result = real_one(its, other);
  use.end(true);
  return result;
}
