// The text of a Go file, and the one way to complain about a place in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "frontend/go/syntax.hpp"

namespace graphfuzz::go::syntax {

struct SourceText {
  std::string_view text;
  std::string name;         ///< for messages
  std::uint32_t index = 0;  ///< Place::file

  /// Throws ParseError with this message.
  [[noreturn]] void fail(Place place, const std::string& message) const;
};

/// Text in single quotes for a message: control characters as '.', and only the beginning of long texts.
std::string in_quotes(std::string_view text);

}  // namespace graphfuzz::go::syntax
