// Descriptor: an open file of the system. Errors are FileErrors that name it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "graphfuzz/store/error.hpp"

namespace graphfuzz::store {

class Descriptor {
 public:
  Descriptor() = default;
  /// As open(2), with O_CLOEXEC.
  Descriptor(std::filesystem::path path, int flags, unsigned mode = 0666);
  /// As openat(2): `name` in an open folder.
  Descriptor(const Descriptor& folder, const std::string& name, int flags, unsigned mode = 0666);
  /// Takes an open one over.
  Descriptor(std::filesystem::path path, int descriptor, std::nullptr_t) : path_(std::move(path)), fd_(descriptor) {}
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  /// All of it, at the end of what was written before.
  void write(std::string_view bytes) const;
  /// As many bytes as there are, at most `size`, from `offset` on.
  std::size_t read(char* bytes, std::size_t size, std::uint64_t offset) const;
  /// As many bytes as there are, at most `size`.
  std::size_t read(char* bytes, std::size_t size) const;
  /// To the disk. Files of systems that know no such thing count as flushed.
  void sync() const;
  void close();

  int get() const { return fd_; }
  /// Leaves it open, to somebody else.
  int release() { return std::exchange(fd_, -1); }
  const std::filesystem::path& path() const { return path_; }
  /// Throws FileError with errno.
  [[noreturn]] void fail(const char* problem) const;

 private:
  void open_at(int folder, const std::string& name, int flags, unsigned mode);

  std::filesystem::path path_;
  int fd_ = -1;
};

}  // namespace graphfuzz::store
