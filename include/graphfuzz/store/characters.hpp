// Texts by their characters: those of UTF-8. Bytes that belong to none count with the one before them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace graphfuzz::store {

std::size_t characters(std::string_view text);

/// The text, or, if it has more characters than `most`, which is at least 1, fewer of them and an ellipsis.
std::string shortened(std::string_view text, std::size_t most);

/// The text with a '.' for each control character of ASCII: for messages, which go to terminals and may be C strings.
std::string printable(std::string_view text);

}  // namespace graphfuzz::store
