// JSON: nlohmann_json's parser, which does not recurse, drives a TreeBuilder.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "store/document_tree.hpp"
#include "store/json_text.hpp"

namespace graphfuzz::store {
namespace {

using Json = nlohmann::json;

constexpr const char* kEnd = "the end of the document";

[[noreturn]] void fail_at(std::string_view text, std::size_t offset, const std::string& file, std::string problem) {
  const std::string_view before = text.substr(0, offset);
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::size_t start = before.rfind('\n');
  const std::size_t column = start == std::string_view::npos ? offset + 1 : offset - start;
  throw DocumentError(file, line, column, std::move(problem));
}

/// What nlohmann_json expected, from its "…; expected X".
std::string expected_in(const std::string& message) {
  constexpr std::string_view kMark = "; expected ";
  const std::size_t mark = message.rfind(kMark);
  const std::string name = mark == std::string::npos ? "" : message.substr(mark + kMark.size());
  if (name == "end of input") return kEnd;
  if (name == "string literal") return "a key";
  if (name == "']'" || name == "'}'") return "',' or " + name;
  if (name == "':'") return name;
  return "a value";
}

/// The number of bytes of the token that was refused, the last of `read`. nlohmann_json's own token begins too early,
/// unless it is a string or a number.
std::size_t token_size(const std::string& message, const std::string& token, std::string_view read) {
  const auto is = [&](std::string_view begin) { return message.starts_with(begin); };
  if (is("unexpected '")) return 1;
  if (is("invalid literal") || is("unexpected true") || is("unexpected false") || is("unexpected null")) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    std::size_t size = 1;
    while (size < read.size() && letter(read[read.size() - size - 1])) ++size;
    return size;
  }
  return read.ends_with(token) ? token.size() : 1;
}

class Handler : public nlohmann::json_sax<Json> {
 public:
  Handler(std::string_view text, TreeBuilder& builder) : text_(text), builder_(builder) {}

  bool null() override { return scalar(Kind::null, 0); }
  bool boolean(bool value) override { return scalar(Kind::boolean, value ? 1 : 0); }
  bool number_integer(std::int64_t value) override {
    return scalar(value < 0 ? Kind::negative : Kind::natural, static_cast<std::uint64_t>(value));
  }
  bool number_unsigned(std::uint64_t value) override { return scalar(Kind::natural, value); }
  bool number_float(double value, const std::string&) override {
    builder_.real(value);
    return true;
  }
  bool string(std::string& value) override {
    builder_.text(Kind::text, value);
    return true;
  }
  bool binary(Json::binary_t&) override { return false; }  // JSON has none
  bool start_object(std::size_t) override { return begin(Kind::object); }
  bool start_array(std::size_t) override { return begin(Kind::array); }
  bool key(std::string& key) override {
    builder_.key(key);
    return true;
  }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }

  /// `position`: bytes read, of which `token` are the last; at the end of the text, one more than there are.
  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override {
    std::string message = error.what();  // "[json.exception…] parse error at …: syntax error while parsing … - …"
    const std::size_t dash = message.find(" - ");
    message = dash == std::string::npos ? "number overflow" : message.substr(dash + 3);
    if (message.starts_with("unexpected end of input")) {
      fail_at(text_, text_.size(), builder_.file(), fmt::format("expected {}, found {}", expected_in(message), kEnd));
    }
    const std::size_t end = std::min(position, text_.size());
    const std::size_t begin = end - std::min(end, token_size(message, token, text_.substr(0, end)));
    std::string found = shown_text(text_.substr(begin, end - begin));
    if (!message.starts_with("unexpected")) found += " (" + message.substr(0, message.find("; last read")) + ")";
    fail_at(text_, begin, builder_.file(), fmt::format("expected {}, found {}", expected_in(message), found));
  }

 private:
  bool scalar(Kind kind, std::uint64_t content) {
    builder_.scalar(kind, content);
    return true;
  }
  bool begin(Kind kind) {
    builder_.begin(kind);
    return true;
  }
  bool end() {
    builder_.end();
    return true;
  }

  std::string_view text_;
  TreeBuilder& builder_;
};

}  // namespace

Document Document::json(std::string_view text, std::string file, const Limits& limits) {
  if (text.size() > limits.bytes) {
    throw DocumentError(file, "", fmt::format("expected at most {} bytes, found {}", limits.bytes, text.size()));
  }
  // nlohmann_json takes a zero byte for the end, and would ignore what follows.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    fail_at(text, zero, file, "expected JSON, found a zero byte");
  }
  TreeBuilder builder(std::move(file), limits);
  Handler handler(text, builder);
  Json::sax_parse(text.begin(), text.end(), &handler);
  return Document(builder.finish());
}

}  // namespace graphfuzz::store
