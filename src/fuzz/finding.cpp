#include "graphfuzz/fuzz/finding.hpp"

namespace graphfuzz {

FindingKey finding_key(std::string_view kind, std::string_view message, bool predicted) {
  std::string text(kind);
  text.push_back('\0');
  text.append(message);
  if (predicted) text.push_back('\0');
  return fingerprint(text);
}

}  // namespace graphfuzz
