#include "frontend/native/build/undeclared.hpp"

#include "frontend/native/build/source_words.hpp"

namespace graphfuzz::native {

bool calls_undeclared(std::string_view preprocessed, std::string_view function) {
  if (preprocessed.find(function) == std::string_view::npos) return false;
  bool called = false;
  for_each_word(preprocessed, [&](std::string_view word, std::size_t depth, std::size_t next) {
    if (word != function) return true;
    next = preprocessed.find_first_not_of(" \t\n", next);
    if (next == std::string_view::npos || preprocessed[next] != '(') return true;
    called = depth > 0;
    return called;
  });
  return called;
}

}  // namespace graphfuzz::native
