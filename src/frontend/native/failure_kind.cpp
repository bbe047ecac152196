#include "graphfuzz/frontend/native/failure_kind.hpp"

#include <algorithm>
#include <array>

namespace graphfuzz::native {
namespace {

constexpr std::array<std::string_view, 21> kKinds = {
    "abort",       "assertion",      "bad-free",        "bad-unlock",     "destroyed-lock", "deadlock",
    "destroyed",   "double-free",    "exception",       "exit",           "hang",           "leak",
    "misuse",      "out-of-bounds",  "signal",          "stack-overflow", "uninitialised",  "unlock",
    "unsupported", "use-after-free", "use-after-return"};

}  // namespace

// Names of functions and files may have colons as well.
std::string failure_kind(std::string_view message) {
  while (true) {
    const std::string_view word = message.substr(0, message.find_first_of(": "));
    if (std::find(kKinds.begin(), kKinds.end(), word) != kKinds.end()) return std::string(word);
    const std::size_t next = message.find(": ");
    if (next == std::string_view::npos) return "assertion";
    message.remove_prefix(next + 2);
  }
}

}  // namespace graphfuzz::native
