// NewFile: takes the place of a file in one step, once all of it is written (see write_file).
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/store/atomic_file.hpp"
#include "store/descriptor.hpp"

namespace graphfuzz::store {

class NewFile {
 public:
  explicit NewFile(const std::filesystem::path& path);
  /// In an open folder, which must live as long.
  NewFile(const Descriptor& folder, std::string name);
  /// Unless it was finished, it is gone.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view bytes) const { out_.write(bytes); }
  void finish(Flush flush = Flush::yes);

 private:
  void begin();

  Descriptor own_folder_;  // if it was not given
  const Descriptor* folder_;
  const std::string name_;
  const std::filesystem::path path_;
  std::string beside_;
  Descriptor out_;
  bool finished_ = false;
};

/// Removes what killed processes have left of files of this name.
void remove_unfinished_in(const Descriptor& folder, const std::string& name);

/// The names of what is in a folder, but for "." and "..", sorted.
std::vector<std::string> names_in(const Descriptor& folder);

}  // namespace graphfuzz::store
