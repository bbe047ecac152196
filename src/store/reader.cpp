#include "graphfuzz/store/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <iterator>
#include <system_error>
#include <vector>

#include "store/document_tree.hpp"
#include "store/json_text.hpp"

namespace graphfuzz::store {
namespace {

using Node = DocumentTree::Node;

/// Adds the element as JSON, but not much more than fits into a message: recursion and time are bounded by that.
void show(const DocumentTree& tree, std::uint32_t at, std::string& out) {
  if (out.size() > kLongestShown) return;
  const Node& node = tree[at];
  const auto each = [&](char open, char close, std::uint32_t step) {
    out += open;
    for (std::uint64_t i = 0; i < node.size && out.size() <= kLongestShown; ++i) {
      if (i > 0) out += ", ";
      const auto child = static_cast<std::uint32_t>(node.content + i * step);
      show(tree, child, out);
      if (step == 2) {
        out += ": ";
        show(tree, child + 1, out);
      }
    }
    out += close;
  };
  switch (node.kind) {
    case Kind::null:
      out += "null";
      break;
    case Kind::boolean:
      out += node.content != 0 ? "true" : "false";
      break;
    case Kind::natural:
      fmt::format_to(std::back_inserter(out), "{}", node.content);
      break;
    case Kind::negative:
      fmt::format_to(std::back_inserter(out), "{}", static_cast<std::int64_t>(node.content));
      break;
    case Kind::real:
      append_json_real(out, std::bit_cast<double>(node.content));
      break;
    case Kind::text:
      out += shown_text(tree.text(node));
      break;
    case Kind::bytes:
      fmt::format_to(std::back_inserter(out), "{} bytes", node.size);
      break;
    case Kind::array:
      each('[', ']', 1);
      break;
    case Kind::object:
      each('{', '}', 2);
      break;
  }
}

std::string bound(std::uint64_t value) {
  return value == std::numeric_limits<std::uint64_t>::max() ? "2^64-1" : fmt::format("{}", value);
}

std::string count_of(std::size_t least, std::size_t most, const char* what) {
  if (least == most) return fmt::format("{} {}", least, what);
  if (most == std::numeric_limits<std::size_t>::max()) return fmt::format("at least {} {}", least, what);
  return least == 0 ? fmt::format("at most {} {}", most, what) : fmt::format("{} to {} {}", least, most, what);
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

template <>
Value Items<Value>::item(const DocumentTree* tree, std::uint32_t node) {
  return {*tree, node};
}

template <>
Member Items<Member>::item(const DocumentTree* tree, std::uint32_t node) {
  return {tree->text((*tree)[node]), Value(*tree, node + 1)};
}

Kind Value::kind() const { return (*tree_)[node_].kind; }

bool Value::boolean() const {
  if (kind() != Kind::boolean) fail("true or false");
  return (*tree_)[node_].content != 0;
}

std::int64_t Value::signed_integer(std::int64_t least, std::int64_t most) const {
  const Node& node = (*tree_)[node_];
  const auto value = static_cast<std::int64_t>(node.content);
  const bool whole = (node.kind == Kind::natural && value >= 0) || node.kind == Kind::negative;
  if (!whole || value < least || value > most) fail(fmt::format("an integer from {} to {}", least, most));
  return value;
}

std::uint64_t Value::unsigned_integer(std::uint64_t least, std::uint64_t most) const {
  const Node& node = (*tree_)[node_];
  if (node.kind != Kind::natural || node.content < least || node.content > most) {
    fail(fmt::format("an integer from {} to {}", least, bound(most)));
  }
  return node.content;
}

double Value::real(double least, double most) const {
  const Node& node = (*tree_)[node_];
  double value = std::numeric_limits<double>::quiet_NaN();
  if (node.kind == Kind::natural) value = static_cast<double>(node.content);
  if (node.kind == Kind::negative) value = static_cast<double>(static_cast<std::int64_t>(node.content));
  if (node.kind == Kind::real) value = std::bit_cast<double>(node.content);
  if (value >= least && value <= most) return value;
  const bool bounded = least != std::numeric_limits<double>::lowest() || most != std::numeric_limits<double>::max();
  fail(bounded ? fmt::format("a number from {} to {}", least, most) : "a number");
}

std::string_view Value::text(std::size_t longest) const {
  const Node& node = (*tree_)[node_];
  if (node.kind != Kind::text) fail("a text");
  if (node.size > longest) {
    reject(fmt::format("expected a text of at most {} bytes, found one of {}", longest, node.size));
  }
  return tree_->text(node);
}

std::string Value::bytes(std::size_t longest) const {
  const Node& node = (*tree_)[node_];
  std::string result;
  if (node.kind == Kind::bytes) {
    result = tree_->text(node);
  } else {
    const std::string_view digits = node.kind == Kind::text ? tree_->text(node) : std::string_view("?");
    for (std::size_t i = 0; i < digits.size(); i += 2) {
      const int high = digit_of(digits[i]), low = i + 1 < digits.size() ? digit_of(digits[i + 1]) : -1;
      if (high < 0 || low < 0) fail("bytes (in JSON two hexadecimal digits each)");
      result += static_cast<char>(high << 4 | low);
    }
  }
  if (result.size() > longest) {
    reject(fmt::format("expected at most {} bytes, found {}", longest, result.size()));
  }
  return result;
}

std::uint64_t Value::hexadecimal(std::size_t digits) const {
  const std::string_view found = kind() == Kind::text ? text() : std::string_view();
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), value, 16);
  if (found.size() != digits || error != std::errc{} || end != found.data() + found.size()) {
    fail(fmt::format("{} hexadecimal digits", digits));
  }
  return value;
}

Items<Value> Value::array(std::size_t least, std::size_t most) const {
  const Node& node = (*tree_)[node_];
  if (node.kind != Kind::array)
    fail(least == 0 && most + 1 == 0 ? "an array" : "an array of " + count_of(least, most, "elements"));
  if (node.size < least || node.size > most) {
    reject(fmt::format("expected an array of {}, found {}: {}", count_of(least, most, "elements"), node.size, shown()));
  }
  return {tree_, static_cast<std::uint32_t>(node.content), node.size};
}

Items<Member> Value::object() const {
  const Node& node = (*tree_)[node_];
  if (node.kind != Kind::object) fail("an object");
  return {tree_, static_cast<std::uint32_t>(node.content), node.size};
}

std::optional<Value> Value::find(std::string_view key) const {
  for (const auto& [name, value] : object()) {
    if (name == key) return value;
  }
  return std::nullopt;
}

Value Value::field(std::string_view key) const {
  const std::optional<Value> value = find(key);
  if (!value) reject(fmt::format("expected a key \"{}\", found none", key));
  return *value;
}

void Value::expect_keys(std::span<const std::string_view> known) const {
  for (const auto& [key, value] : object()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    std::vector<std::string> names;
    for (const std::string_view name : known) names.push_back(shown_text(name));
    reject(fmt::format("expected no keys but {}, found {}", fmt::join(names, ", "), shown_text(key)));
  }
}

unsigned Value::expect_format(std::string_view name, unsigned least, unsigned most) const {
  const Value format = field("format");
  if (format.kind() != Kind::text || format.text() != name) format.fail(shown_text(name));
  const Value version = field("version");
  const auto found = version.integer<std::uint64_t>();
  if (found >= least && found <= most) return static_cast<unsigned>(found);
  const std::string known =
      least == most ? fmt::format("version {}", least) : fmt::format("versions {} to {}", least, most);
  version.reject(fmt::format("expected {}, which this program reads, found version {}", known, found));
}

std::string Value::path() const {
  std::vector<std::uint32_t> way;
  for (std::uint32_t node = node_; node != tree_->root(); node = (*tree_)[node].parent) way.push_back(node);
  std::string path;
  std::uint32_t parent = tree_->root();
  for (auto node = way.rbegin(); node != way.rend(); parent = *node++) {
    const bool key = (*tree_)[parent].kind == Kind::object;
    if (key) {
      append_key(path, tree_->text((*tree_)[*node - 1]));
    } else {
      append_index(path, *node - (*tree_)[parent].content);
    }
  }
  return cut_path(std::move(path));
}

const std::string& Value::file() const { return tree_->file; }

std::string Value::shown() const {
  std::string text;
  show(*tree_, node_, text);
  return cut_for_message(std::move(text));
}

void Value::fail(std::string_view expected) const { reject(fmt::format("expected {}, found {}", expected, shown())); }

void Value::reject(std::string problem) const { throw DocumentError(file(), path(), std::move(problem)); }

Document::Document(std::unique_ptr<const DocumentTree> tree) : tree_(std::move(tree)) {}
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;
Document::~Document() = default;

Value Document::root() const { return {*tree_, tree_->root()}; }
const std::string& Document::file() const { return tree_->file; }

}  // namespace graphfuzz::store
