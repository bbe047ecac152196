// Texts in XML, whatever their bytes.
#pragma once

#include <string>
#include <string_view>

namespace graphfuzz {

/// For the content of an element, or an attribute in double quotes. What XML 1.0 has no place for is U+FFFD.
std::string xml_text(std::string_view bytes);

}  // namespace graphfuzz
