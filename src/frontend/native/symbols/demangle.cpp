#include "frontend/native/symbols/demangle.hpp"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string_view>

namespace graphfuzz::native {
namespace {

constexpr std::string_view kUnnamed = "(anonymous namespace)::";
// A name this long is an attack or not for reading; the demangler is recursive.
constexpr std::size_t kLongest = 1 << 14;

std::optional<std::string> demangled(std::string_view symbol) {
  if (!symbol.starts_with("_Z") || symbol.size() > kLongest) return std::nullopt;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(std::string(symbol).c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || text == nullptr) return std::nullopt;
  std::string name = text.get();
  for (std::size_t at = 0; (at = name.find(kUnnamed, at)) != std::string::npos;) name.erase(at, kUnnamed.size());
  return name;
}

// "x@GLIBC_2.2.5" and "f.constprop.0" are x and f; no name of C or C++ has such characters.
std::string_view plain(std::string_view symbol) {
  return symbol.substr(0, symbol.find_first_of("@.", symbol.empty() ? 0 : 1));
}

bool in_name(char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Where a function's name begins: templates are demangled with the type they return, "void f<int>(int)".
std::size_t name_begin(std::string_view text) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (depth == 0 && text.substr(i).starts_with("operator") && (i == 0 || !in_name(text[i - 1])) &&
        (i + 8 == text.size() || !in_name(text[i + 8]))) {
      return begin;
    }
    if (c == '(' && depth == 0) {
      // A function that returns a pointer to a function is written around its name.
      return i > 0 && text[i - 1] == ' ' ? 0 : begin;
    }
    if (c == '<' || c == '(' || c == '{' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == '}' || c == ']') --depth;
    if (c == ' ' && depth == 0) begin = i + 1;
  }
  return 0;
}

}  // namespace

std::string demangled_function(const char* symbol) {
  const std::string_view name = plain(symbol);
  const std::optional<std::string> text = demangled(name);
  return text ? text->substr(name_begin(*text)) : std::string(name);
}

std::string demangled_variable(const char* symbol) {
  std::string_view name = symbol;
  name = name.substr(0, name.find('@'));
  // GCC numbers the statics of functions, "x.0"; clang writes "f.x".
  if (const std::size_t dot = name.rfind('.');
      dot != 0 && dot != std::string_view::npos &&
      name.substr(dot + 1).find_first_not_of("0123456789") == std::string_view::npos) {
    name = name.substr(0, dot);
  }
  const std::optional<std::string> text = demangled(name);
  return text ? *text : std::string(name);
}

}  // namespace graphfuzz::native
