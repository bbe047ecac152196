#include "graphfuzz/frontend/native/failure_kind.hpp"

#include <algorithm>
#include <array>

namespace graphfuzz::native {
namespace {

constexpr std::array<std::string_view, 18> kKinds = {
    "abort",         "assertion",     "bad-free",       "deadlock",    "destroyed", "double-free",
    "exception",     "exit",          "hang",           "leak",        "misuse",    "out-of-bounds",
    "signal",        "stack-overflow", "uninitialised", "unlock",      "unsupported", "use-after-free"};

}  // namespace

// Names of functions and files may have colons as well.
std::string failure_kind(std::string_view message) {
  for (std::size_t at = 0; at != std::string_view::npos; at = message.find(": ", at)) {
    if (at != 0) at += 2;
    const std::string_view rest = message.substr(at);
    const std::string_view word = rest.substr(0, rest.find_first_of(": "));
    if (std::find(kKinds.begin(), kKinds.end(), word) != kKinds.end()) return std::string(word);
    if (at == 0) at = 1;
  }
  return "assertion";
}

}  // namespace graphfuzz::native
