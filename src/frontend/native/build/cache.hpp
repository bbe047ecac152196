// What was built, by the hash of what it was built of.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "graphfuzz/store/hash128.hpp"

namespace graphfuzz::native {

/// A folder with a folder for each entry, named by its key, in which there is the one file. Files appear in one step,
/// and never change; several processes may use the folder at a time, and remove what they have not used for long.
class BuildCache {
 public:
  /// Makes the folder. Throws BuildError.
  BuildCache(std::filesystem::path folder, std::uint64_t most_bytes);

  /// The file, which counts as used now; nothing if it is not there.
  std::optional<std::filesystem::path> find(const store::Hash128& key, const std::string& name) const;
  /// An empty file to write what is to be kept to: one of keep and give_up must follow. Throws BuildError.
  std::filesystem::path begin(const store::Hash128& key, const std::string& name) const;
  /// Removes the file, if it is still there.
  static void give_up(const std::filesystem::path& begun);
  /// Makes a file that was begun an entry. Every ten minutes one that does removes the oldest ones if there are too
  /// many bytes. Its path then.
  std::filesystem::path keep(const std::filesystem::path& begun, const store::Hash128& key,
                             const std::string& name) const;
  /// Removes the entries that were not used for longest, until nine tenths of the bytes are left; of the last hour
  /// none.
  void trim() const;

 private:
  void trim_if_due() const;
  std::filesystem::path folder_of(const store::Hash128& key) const;

  std::filesystem::path folder_;
  std::uint64_t most_bytes_;
};

}  // namespace graphfuzz::native
