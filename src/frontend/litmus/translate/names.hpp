// Names of a litmus test as identifiers of C.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace graphfuzz::litmus::c11 {

/// Gives out names of one scope: each only once, and none that C or the headers of a translated test have taken.
class Names {
 public:
  /// In the outermost scope.
  Names() = default;
  /// In a scope within another one, none of whose names are hidden.
  explicit Names(const Names& outer) : taken_(outer.taken_) {}

  /// The name itself if it can be had, else one like it.
  std::string take(std::string_view name);

 private:
  std::set<std::string, std::less<>> taken_;
};

}  // namespace graphfuzz::litmus::c11
