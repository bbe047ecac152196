// Pieces of JSON as text: for the writer, and for messages.
#pragma once

#include <string>
#include <string_view>

namespace graphfuzz::store {

/// Adds the text in quotes. What is not UTF-8 becomes U+FFFD, a byte each.
void append_json_text(std::string& out, std::string_view text);

/// Adds the shortest number that reads back as the same double, with a point or an exponent, so that it stays one.
void append_json_real(std::string& out, double value);

/// The text in quotes, cut to a decent length for a message.
std::string shown_text(std::string_view text);

/// Cuts the text to a decent length for a message, between characters.
std::string cut_for_message(std::string text);
inline constexpr std::size_t kLongestShown = 60;

}  // namespace graphfuzz::store
