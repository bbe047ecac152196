#include "asked_state.hpp"

#include <cctype>
#include <sstream>

#include "command_line.hpp"

namespace graphfuzz::cli {
namespace {

std::string without_blanks_around(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\n");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1);
}

bool is_decimal(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// "P0:r0=1" as "0:r0=1": a digit and a colon follow the P of a thread only.
std::string without_p(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool inside = i > 0 && (std::isalnum(static_cast<unsigned char>(text[i - 1])) != 0 || text[i - 1] == '_');
    if (text[i] == 'P' && !inside) {
      std::size_t end = i + 1;
      while (end < text.size() && is_decimal(text[end])) ++end;
      if (end > i + 1 && end < text.size() && text[end] == ':') continue;
    }
    result += text[i];
  }
  return result;
}

}  // namespace

std::string proposition_of(const std::string& state) {
  std::string proposition;
  std::istringstream parts(without_p(state));
  for (std::string part; std::getline(parts, part, ';');) {
    part = without_blanks_around(part);
    if (part.empty()) continue;
    if (part.find("\\/") != part.npos) part = "(" + part + ")";  // all parts are to hold
    proposition += (proposition.empty() ? "" : " /\\ ") + part;
  }
  if (proposition.empty()) {
    throw UserError("--state: expected a final state such as 'P0:r0=1; x=2', found nothing");
  }
  return proposition;
}

}  // namespace graphfuzz::cli
