#include "store/json_text.hpp"

#include <fmt/format.h>

#include <iterator>

#include "store/utf8.hpp"

namespace graphfuzz::store {

void append_json_text(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text[0];
    if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (length == 1 && (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
}

void append_json_real(std::string& out, double value) {
  const std::string text = fmt::format("{}", value);
  out += text;
  if (text.find_first_of(".e") == std::string::npos) out += ".0";
}

std::string cut_for_message(std::string text) {
  if (text.size() <= kLongestShown) return text;
  std::size_t end = kLongestShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
  return text + "…";
}

std::string shown_text(std::string_view text) {
  std::string quoted;
  append_json_text(quoted, text.substr(0, kLongestShown + 4));
  return cut_for_message(std::move(quoted));
}

}  // namespace graphfuzz::store
