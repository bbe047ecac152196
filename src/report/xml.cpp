#include "report/xml.hpp"

#include <fmt/format.h>

#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {

std::string xml_text(std::string_view bytes) {
  constexpr std::string_view kReplacement = "\xef\xbf\xbd";
  std::string text;
  const std::string valid = store::utf8(bytes);
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const char c = valid[i];
    if (c == '&') {
      text += "&amp;";
    } else if (c == '<') {
      text += "&lt;";
    } else if (c == '>') {
      text += "&gt;";
    } else if (c == '"') {
      text += "&quot;";
    } else if (c == '\n' || c == '\t' || c == '\r') {
      text += fmt::format("&#{};", static_cast<int>(c));
    } else if (static_cast<unsigned char>(c) < 0x20) {
      text += kReplacement;
    } else if (valid.compare(i, 3, "\xef\xbf\xbe") == 0 || valid.compare(i, 3, "\xef\xbf\xbf") == 0) {
      text += kReplacement;  // no characters
      i += 2;
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace graphfuzz
