#include "frontend/native/symbols/demangle.hpp"

#include <cxxabi.h>

#include <algorithm>
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

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool in_name(char c) { return c == '_' || is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Behind the bracket that closes the one at `open`.
std::size_t behind_brackets(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i + 1;
  }
  return text.size();
}

// "{lambda(int)#1}::operator()" of GCC and "$_0::operator()" of clang are both "{lambda#1}".
std::string with_plain_lambdas(std::string name) {
  constexpr std::string_view lambda = "{lambda", call = "::operator()";
  for (std::size_t at = 0; (at = name.find(lambda, at)) != std::string::npos; ++at) {
    const std::size_t open = at + lambda.size();
    if (open < name.size() && name[open] == '(') name.erase(open, behind_brackets(name, open) - open);
  }
  for (std::size_t at = 0; (at = name.find("$_", at)) != std::string::npos; ++at) {
    std::size_t end = at + 2;
    while (end < name.size() && is_digit(name[end])) ++end;
    if (end > at + 2 && end < at + 8) {
      name.replace(at, end - at, "{lambda#" + std::to_string(std::stoi(name.substr(at + 2, end - at - 2)) + 1) + '}');
    }
  }
  if (name.ends_with("}" + std::string(call))) name.resize(name.size() - call.size());
  return name;
}

// Without the type that templates are demangled with, and without parameters: "ns::f<int>" of "void ns::f<int>(int)".
std::string name_alone(std::string_view text) {
  constexpr std::string_view keyword = "operator";
  std::string name;
  int depth = 0;
  bool has_operator = false;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (depth == 0 && text.substr(i).starts_with(keyword) && (i == 0 || !in_name(text[i - 1])) &&
        (i + keyword.size() == text.size() || !in_name(text[i + keyword.size()]))) {
      has_operator = true;
      std::size_t end = i + keyword.size();
      if (text.substr(end).starts_with("()")) {
        end += 2;
      } else {
        end = std::min(text.find_first_not_of("<>=-+*/%^&|~!,[]", end), text.size());
      }
      name += text.substr(i, end - i);
      i = end;
      continue;
    }
    if (c == '(' && depth == 0) {
      const std::size_t end = behind_brackets(text, i);
      if (name == "decltype") {  // of a returned type
        name += text.substr(i, end - i);
        i = end;
        continue;
      }
      // A function that returns a pointer to a function is written around its name.
      if (name.empty()) return std::string(text);
      // The parameters, or those of a function that what is named is in: "f(int) const::g".
      const std::size_t inside = text.find("::", end);
      if (inside == std::string_view::npos ||
          text.substr(end, inside - end).find_first_not_of(" constvlaie&") != std::string_view::npos) {
        break;
      }
      i = inside;
      continue;
    }
    if (c == '<' || c == '(' || c == '{' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == '}' || c == ']') --depth;
    if (c == ' ' && depth == 0 && !has_operator) {
      name.clear();
    } else {
      name += c;
    }
    ++i;
  }
  return with_plain_lambdas(std::move(name));
}

}  // namespace

std::string demangled_function(const char* symbol) {
  // "f@VERSION" and "f.constprop.0" are f; no name of C or C++ has such characters.
  std::string_view name = symbol;
  name = name.substr(0, name.find_first_of("@.", name.empty() ? 0 : 1));
  const std::optional<std::string> text = demangled(name);
  return text ? name_alone(*text) : std::string(name);
}

std::string demangled_variable(const char* symbol) {
  std::string_view name = symbol;
  name = name.substr(0, name.find('@'));
  // GCC numbers the statics of functions, "x.0".
  if (const std::size_t dot = name.rfind('.');
      dot != 0 && dot != std::string_view::npos &&
      name.substr(dot + 1).find_first_not_of("0123456789") == std::string_view::npos) {
    name = name.substr(0, dot);
  }
  const std::optional<std::string> text = demangled(name);
  if (!text) return std::string(name);
  // "vtable for X" is no variable's name.
  return text->find(" for ") == std::string::npos ? name_alone(*text) : *text;
}

}  // namespace graphfuzz::native
