// What is changed in the user's own Go installation, for the programs that are built: a few lines after lines that are
// looked for, in copies of its files. Nothing of Go's source is here but those lines.
#pragma once

#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace graphfuzz::real_go {

/// `text` is put behind the line `anchor` (before it, if `before`), which must be in the file exactly once.
struct Patch {
  std::string_view file;  ///< below GOROOT/src
  std::string_view anchor;
  std::string_view text;
  bool before = false;
  bool otherwise = false;  ///< of other versions: only if the one before it in the list has no place
};

/// In a file of ours `what` becomes `by` if the installation's `file` has `sign` in it. Without a file there is none.
struct Variation {
  std::string_view own;
  std::string_view file;
  std::string_view sign;
  std::string_view what;
  std::string_view by;
};

/// Each `what` in the file becomes `by`.
struct Replacement {
  std::string_view file;
  std::string_view what;
  std::string_view by;
};

/// A file of ours that becomes one of a package: "runtime/graphfuzz.go", and its text.
struct OwnFile {
  std::string_view file;
  std::string_view text;
};

/// A file that is changed as a whole: `rewrite` gets its text, and what it is called in errors.
struct Rewriting {
  std::string_view file;
  std::string (*rewrite)(const std::string& text, const std::string& name);
};

/// All that is changed for one purpose.
struct Edition {
  std::vector<Patch> patches{};
  std::vector<Replacement> replacements{};
  std::vector<Rewriting> rewritings{};
  std::vector<OwnFile> own_files{};
  std::vector<Variation> variations{};
};
/// For programs that are under control.
Edition control();
/// For programs that run freely, and are recorded. With `races`, Go's own detector looks for them, which has atomic
/// operations of its own: they are not recorded.
Edition recording(bool races);
/// Functions and types of sync/atomic call runtime.GraphfuzzAtomicPoint.
void add_atomics(Edition& edition);

/// The ways in which later versions of Go differ from what the files of `control` are made for.
void add_variations(Edition& edition);

/// The installation is not one that is known: what() names the file, the line that was looked for, and how often it is
/// there.
class PatchError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The files that it changes, below GOROOT/src.
std::set<std::string> files_of(const Edition& edition);
/// The text of a file of ours, as it is for the installation; `read` gives the text of one of its files, empty if it
/// has none.
std::string varied(const Edition& edition, const OwnFile& own,
                   const std::function<std::string(std::string_view)>& read);
/// The text of such a file as it has it. `name`: what the file is called in errors.
std::string patched(const Edition& edition, std::string_view file, std::string text, const std::string& name);

}  // namespace graphfuzz::real_go
