#include "graphfuzz/store/file_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "graphfuzz/store/characters.hpp"
#include "graphfuzz/store/envelope.hpp"
#include "graphfuzz/store/error.hpp"
#include "store/json_text.hpp"

namespace graphfuzz::store {
namespace {

constexpr std::string_view kBlank = " \t\r\n\f\v";
constexpr std::size_t kLongestBeginning = 40;
constexpr std::size_t kLookedAt = 4096;  // bytes, in which a zero means that it is no text

struct SealedKind {
  std::string_view kind, words, writer;
};
constexpr std::array kSealedKinds = {
    SealedKind{"graphfuzz checkpoint", "a checkpoint", "--checkpoint FILE"},
    SealedKind{"graphfuzz unit", "a unit of work", "graphfuzz split"},
    SealedKind{"graphfuzz result", "a result of units", "graphfuzz work, split or merge"},
    SealedKind{"graphfuzz shard", "a shard of fingerprints", "--shards N"},
};

void skip_blanks(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size())); }

bool take(std::string_view& text, std::string_view beginning) {
  if (!text.starts_with(beginning)) return false;
  text.remove_prefix(beginning.size());
  return true;
}

/// Blanks and the comments of C and Go, or those of litmus tests and models.
void skip_comments(std::string_view& text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kComments = {
      {{"//", "\n"}, {"/*", "*/"}, {"(*", "*)"}}};
  for (bool any = true; any;) {
    skip_blanks(text);
    any = false;
    for (const auto& [begin, end] : kComments) {
      if (!text.starts_with(begin)) continue;
      const std::size_t found = text.find(end, begin.size());
      text.remove_prefix(found == std::string_view::npos ? text.size() : found + end.size());
      any = true;
    }
  }
}

/// The word that the text begins with.
std::string_view word_of(std::string_view text) {
  const auto is_of_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, is_of_word) - text.begin()));
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// The architecture, and on the same line a name.
bool is_litmus_test(std::string_view code) {
  const std::string_view word = word_of(code);
  if (!is_one_of(word, {"C", "X86", "X86_64", "AArch64", "ARM", "PPC", "RISCV", "MIPS", "LISA", "Bell"})) return false;
  code.remove_prefix(word.size());
  const std::size_t name = code.find_first_not_of(" \t");
  return name != std::string_view::npos && name > 0 && code[name] != '\n' && code[name] != '\r' && code[name] != '=';
}

bool is_c_source(std::string_view code) {
  if (take(code, "#")) {
    skip_blanks(code);
    return is_one_of(word_of(code), {"include", "define", "undef", "if", "ifdef", "ifndef", "pragma", "error", "line"});
  }
  return is_one_of(word_of(code),
                   {"int",     "void",  "char",      "long",     "unsigned",  "bool",     "struct",  "union",
                    "enum",    "class", "const",     "volatile", "static",    "extern",   "typedef", "inline",
                    "_Atomic", "using", "namespace", "template", "constexpr", "_Noreturn"});
}

bool is_model(std::string_view code) {
  return code.starts_with('"') ||
         is_one_of(word_of(code), {"let", "include", "acyclic", "irreflexive", "empty", "flag", "show"});
}

bool begins_as_json(std::string_view text) {
  skip_blanks(text);
  return text.starts_with('{') || text.starts_with('[');
}

/// What {"format": "…" or [{"format": "…" names; else nothing.
std::string_view json_format(std::string_view text) {
  skip_blanks(text);
  if (take(text, "[")) skip_blanks(text);
  if (!take(text, "{")) return {};
  skip_blanks(text);
  if (!take(text, "\"format\"")) return {};
  skip_blanks(text);
  if (!take(text, ":")) return {};
  skip_blanks(text);
  if (!take(text, "\"")) return {};
  return text.substr(0, std::min(text.find('"'), text.size()));
}

std::string json_kind(std::string_view text) {
  const std::string_view format = json_format(text);
  return format.empty() ? "JSON without a \"format\""
                        : fmt::format("JSON whose \"format\" is {}", shown_text(format.substr(0, kLongestBeginning)));
}

/// Of a text that is none of what people give by mistake: its first words.
std::string text_kind(std::string_view text) {
  skip_blanks(text);
  const std::string_view line = text.substr(0, std::min(text.find_first_of("\r\n"), text.size()));
  return fmt::format("a text that begins with \"{}\"", shortened(printable(line), kLongestBeginning));
}

}  // namespace

std::string sealed_in_words(std::string_view kind) {
  const auto known = std::ranges::find(kSealedKinds, kind, &SealedKind::kind);
  if (known == kSealedKinds.end()) return shown_text(kind);
  return fmt::format("{} ({})", known->words, known->writer);
}

std::string file_kind(std::string_view bytes) {
  if (bytes.find_first_not_of(kBlank) == std::string_view::npos) return "an empty file";
  if (is_sealed(bytes)) {
    const auto known = std::ranges::find(kSealedKinds, sealed_kind(bytes), &SealedKind::kind);
    return known == kSealedKinds.end() ? "a sealed document of graphfuzz" : std::string(known->words);
  }
  if (bytes.starts_with("\177ELF")) return "an executable or a library (ELF)";
  if (bytes.substr(0, kLookedAt).find('\0') != std::string_view::npos) return "a binary file";
  if (begins_as_json(bytes)) return json_kind(bytes);
  std::string_view code = bytes;
  skip_comments(code);
  if (word_of(code) == "package") return "Go source";
  if (is_litmus_test(code)) return "a litmus test";
  if (is_c_source(code)) return "C or C++ source";
  if (is_model(code)) return "a model in .cat";
  if (code.starts_with("<!") || code.starts_with("<html")) return "a page of HTML";
  return text_kind(bytes);
}

void refuse_kind(std::string_view bytes, const std::string& file, std::string_view expected) {
  throw DocumentError(file, 1, 1, fmt::format("expected {}, found {}", expected, file_kind(bytes)));
}

void expect_json(std::string_view text, const std::string& file, std::string_view expected,
                 std::initializer_list<std::string_view> formats) {
  const std::string_view format = json_format(text);
  if (!begins_as_json(text) || (!format.empty() && !is_one_of(format, formats))) refuse_kind(text, file, expected);
}

}  // namespace graphfuzz::store
