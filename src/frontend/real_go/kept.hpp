// Executables that are kept in the cache folder, and what of them is dropped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace graphfuzz::real_go {

/// The folder of a cache that replay files are in.
inline constexpr std::string_view kReplays = "replays";

/// Of what the toolchain has just written there ("….last"), and will replace, the same bytes under a name that they
/// alone have: kept_in. What nobody has used for 90 days is dropped then (of lists of overlays, copies of the user's
/// files and replay files, too), as is what was used least recently while all are larger than `most_bytes` (0: no
/// bound), but nothing that is in use or was within the last hour; and what a process that has crashed has left. Throws
/// BuildError if it cannot be written.
std::string keep(const std::filesystem::path& file, const std::filesystem::path& cache, std::uint64_t most_bytes);

/// As long as it is there no process drops the executable, which counts as used now; of one that is not in a cache
/// folder nothing. Thread-safe.
class Use {
 public:
  static std::shared_ptr<const Use> of(const std::string& file);
  ~Use();
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

 private:
  explicit Use(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace graphfuzz::real_go
