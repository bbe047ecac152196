// Is an executable one that graphfuzz can run? If not, why not, and what is to be done?
#pragma once

#include <string>

namespace graphfuzz::native {

/// Does a file look like an executable, or what somebody may take for one: an ELF file of any kind, a script that
/// begins with #!, an executable of another system? False as well if it cannot be read or is no regular file.
bool looks_executable(const std::string& file);

struct ExecutableCheck {
  /// "FILE: expected …, found …; what to do", in one line; empty: it can be run.
  std::string refusal;
  /// What is worth knowing although it can be run: "FILE: …"; or empty.
  std::string remark;
};

/// Reads the file's ELF headers and symbols. What cannot be a target: a file that is no ELF executable of this machine;
/// one that is linked statically, with ThreadSanitizer's own runtime, or without graphfuzz's; one that was not compiled
/// with instrumentation, or binds functions lazily. The file may be anything: nothing in it is trusted.
ExecutableCheck check_executable(const std::string& file);

}  // namespace graphfuzz::native
