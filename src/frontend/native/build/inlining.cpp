#include "frontend/native/build/inlining.hpp"

#include "frontend/native/build/source_words.hpp"

namespace graphfuzz::native {

bool has_atomic_functions(std::string_view preprocessed) {
  constexpr std::string_view kPrefix = "__VERIFIER_atomic_";
  if (preprocessed.find(kPrefix) == std::string_view::npos) return false;
  bool found = false;
  for_each_word(preprocessed, [&](std::string_view word, std::size_t depth, std::size_t) {
    if (depth > 0 || !word.starts_with(kPrefix)) return true;
    word.remove_prefix(kPrefix.size());
    found = word != "begin" && word != "end";
    return !found;
  });
  return found;
}

bool defines_only_inline(std::string_view preprocessed) {
  if (preprocessed.find("inline") == std::string_view::npos) return false;
  bool found = false;
  bool other_kind = false;
  bool is_inline = false;
  bool is_static = false;
  bool is_extern = false;
  bool is_old = false;  // by the older rules anyway
  for_each_word(preprocessed, [&](std::string_view word, std::size_t depth, std::size_t) {
    if (depth > 0) return true;
    if (word == "inline" || word == "__inline" || word == "__inline__") is_inline = true;
    if (word == "static") is_static = true;
    if (word == "extern") is_extern = true;
    if (word == "gnu_inline" || word == "__gnu_inline__") is_old = true;
    if (word == "{" && is_inline && !is_static && !is_old) (is_extern ? other_kind : found) = true;
    if (word == ";" || word == "}") is_inline = is_static = is_extern = is_old = false;
    return !other_kind;
  });
  return found && !other_kind;
}

std::string with_error_reached(std::string_view preprocessed) {
  constexpr std::string_view kFunction = "reach_error";
  if (preprocessed.find(kFunction) == std::string_view::npos) return {};
  std::size_t body = 0;
  enum class Seen { nothing, name, parameters, all } seen = Seen::nothing;  // name ( … ) {
  std::size_t open = 0;                                                     // parentheses
  for_each_word(preprocessed, [&](std::string_view word, std::size_t depth, std::size_t next) {
    if (depth > 0) return true;
    if (seen == Seen::parameters) {
      if (word == "(") ++open;
      if (word == ")" && --open == 0) seen = Seen::all;
      return true;
    }
    if (word == "{" && seen == Seen::all) body = next;
    if (word == "(" && seen == Seen::name) {
      seen = Seen::parameters;
      open = 1;
    } else {
      seen = word == kFunction ? Seen::name : Seen::nothing;
    }
    return body == 0;
  });
  if (body == 0) return {};
  // A function of the runtime's own: programs may declare others as they like. Lines are told by what comes next.
  std::string text = "extern void __graphfuzz_reach_error(void);\n";
  text += preprocessed.substr(0, body);
  text += " __graphfuzz_reach_error(); ";
  return text += preprocessed.substr(body);
}

}  // namespace graphfuzz::native
