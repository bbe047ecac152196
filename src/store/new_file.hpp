// NewFile: takes the place of a file in one step, once all of it is written (see write_file).
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "store/descriptor.hpp"

namespace graphfuzz::store {

class NewFile {
 public:
  explicit NewFile(std::filesystem::path path);
  /// Unless it was finished, it is gone.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view bytes) const { out_.write(bytes); }
  void finish();

 private:
  const std::filesystem::path path_;
  Descriptor out_;
  const std::filesystem::path beside_;
  bool finished_ = false;
};

/// Opens a regular file of at most so many bytes for reading.
Descriptor open_regular(const std::filesystem::path& path, std::size_t most_bytes, std::size_t& size);

}  // namespace graphfuzz::store
