// Places as the overlay tells them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace graphfuzz::real_go {

struct ToldPlace {
  std::string place;  ///< "f.go:12", of what is in the program's folder without that
  std::string function;
};

/// Of "/folder/f.go:12", a tab, the function. `folder` ends with a slash.
inline ToldPlace told_place(std::string_view text, std::string_view folder) {
  const std::size_t tab = std::min(text.find('\t'), text.size());
  std::string_view place = text.substr(0, tab);
  if (place.starts_with(folder)) place.remove_prefix(folder.size());
  return {std::string(place), std::string(text.substr(std::min(tab + 1, text.size())))};
}

}  // namespace graphfuzz::real_go
