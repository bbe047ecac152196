// Folder: an open folder of ours, in which nothing outside of it can be reached: names are single components, symbolic
// links are not followed. It may have been prepared by somebody else.
//
//   store::Folder state = store::Folder::make("campaign");
//   if (!state.lock("lock")) …
//   state.make_folder("inputs").make_folder("7").write_file("Input", text);
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/store/error.hpp"

namespace graphfuzz::store {

class Descriptor;

/// All functions throw FileError if the system refuses, if there is a link where none may be, and if a name is no
/// single component (empty, ".", "..", or with a slash or zero byte).
class Folder {
 public:
  /// Opens the folder, which is made, with its parents, if it is not there. Only of the path itself, which is the
  /// user's, links are followed.
  static Folder make(const std::filesystem::path& path);
  Folder(Folder&&) noexcept;
  Folder& operator=(Folder&&) noexcept;
  ~Folder();

  const std::filesystem::path& path() const;
  /// What is in it, sorted.
  std::vector<std::string> names() const;
  /// Whether there is anything of that name, be it a link that leads nowhere.
  bool has(const std::string& name) const;
  /// Whether it is a folder, and no link to one.
  bool is_folder(const std::string& name) const;

  /// A folder in this one, which is made if it is not there.
  Folder make_folder(const std::string& name) const;
  /// A folder in this one, which is there.
  Folder folder(const std::string& name) const;

  /// As store::read_file and store::write_file.
  std::string read_file(const std::string& name, std::size_t most_bytes) const;
  void write_file(const std::string& name, std::string_view content) const;
  /// Removes what killed processes have left of write_file.
  void remove_unfinished(const std::string& name) const;
  /// Removes whatever has this name, if anything has; a folder with all that is in it.
  void remove(const std::string& name) const;

  /// Locks a file, which is made, against other processes, as long as this object lives. False: another has locked it.
  bool lock(const std::string& name);

 private:
  explicit Folder(Descriptor open);

  std::unique_ptr<const Descriptor> open_;
  std::unique_ptr<const Descriptor> lock_;
};

}  // namespace graphfuzz::store
