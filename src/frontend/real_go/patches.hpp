// What is changed in the user's own Go installation, for the programs that are built: a few lines after lines that are
// looked for, in copies of its files. Nothing of Go's source is here but those lines.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace graphfuzz::real_go {

/// `text` is put behind the line `anchor` (before it, if `before`), which must be in the file exactly once.
struct Patch {
  std::string_view file;  ///< below GOROOT/src
  std::string_view anchor;
  std::string_view text;
  bool before = false;
};

/// Of all files; those of a file follow each other.
std::span<const Patch> patches();

/// Files that are changed otherwise: functions of package sync/atomic become others, which stop before they do the
/// same.
std::span<const std::string_view> rewritten_files();

/// A file of ours that becomes one of a package: "runtime/graphfuzz.go", and its text.
struct OwnFile {
  std::string_view file;
  std::string_view text;
};
std::span<const OwnFile> own_files();

/// The installation is not one that is known: what() names the file, the line that was looked for, and how often it is
/// there.
class PatchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The text with the patches of that file, or rewritten. `name`: what the file is called in errors.
std::string patched(std::string_view file, std::string text, const std::string& name);

}  // namespace graphfuzz::real_go
