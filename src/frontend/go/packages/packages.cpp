#include "frontend/go/packages/packages.hpp"

#include <array>
#include <utility>

#include "frontend/go/checked.hpp"

namespace graphfuzz::go::syntax {

std::string_view package_source(std::string_view path) {
  using Entry = std::pair<std::string_view, const std::string_view*>;
  static constexpr auto kPackages = std::to_array<Entry>({
      {"bytes", &packages::kBytes},
      {"context", &packages::kContext},
      {"errors", &packages::kErrors},
      {"fmt", &packages::kFmt},
      {"io", &packages::kIo},
      {"log", &packages::kLog},
      {"math/rand", &packages::kRand},
      {"os", &packages::kOs},
      {"runtime", &packages::kRuntime},
      {"sort", &packages::kSort},
      {"strconv", &packages::kStrconv},
      {"strings", &packages::kStrings},
      {"sync", &packages::kSync},
      {"sync/atomic", &packages::kAtomic},
      {"testing", &packages::kTesting},
      {"time", &packages::kTime},
  });
  for (const auto& [name, source] : kPackages) {
    if (name == path) return *source;
  }
  return {};
}

}  // namespace graphfuzz::go::syntax
