// Reading documents in JSON and CBOR: one reader for all formats of this project, so that each says in the same words
// what is wrong, and where.
//
//   const store::Document document = store::Document::json(text, "a.json");
//   const store::Value root = document.root();
//   root.expect_format("graphfuzz replay", 2, 2);
//   for (const store::Value step : root.field("steps").array()) threads.push_back(step.field("thread").integer(0, 63));
//
// reads the threads, or throws DocumentError: "a.json: steps[3].thread: expected an integer from 0 to 63, found "x"".
// A document may come from anybody: reading takes time and memory in proportion to its size and within Limits, and does
// not recurse. A key that occurs twice in an object is an error.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "graphfuzz/store/error.hpp"

namespace graphfuzz::store {

/// How much of a document there may be. What exceeds it is a DocumentError.
struct Limits {
  std::size_t bytes = std::size_t{64} << 20;
  std::size_t depth = 64;                       ///< of arrays and objects in each other
  std::size_t elements = std::size_t{4} << 20;  ///< values and keys, each of which takes 24 bytes of memory
};

enum class Kind : std::uint8_t { null, boolean, natural, negative, real, text, bytes, array, object };

struct DocumentTree;
class TreeBuilder;
template <class Item>
class Items;
struct Member;

/// One element of a document, valid as long as the Document. Each function that returns what is in it throws
/// DocumentError, with the way to the element, if it is not what the function is named for.
class Value {
 public:
  Kind kind() const;
  bool is_null() const { return kind() == Kind::null; }

  bool boolean() const;
  /// A whole number within the bounds.
  template <std::integral Number>
  Number integer(Number least = std::numeric_limits<Number>::min(),
                 Number most = std::numeric_limits<Number>::max()) const {
    if constexpr (std::signed_integral<Number>) {
      return static_cast<Number>(signed_integer(least, most));
    } else {
      return static_cast<Number>(unsigned_integer(least, most));
    }
  }
  /// A number, whole or not, within the bounds; never NaN.
  double real(double least = std::numeric_limits<double>::lowest(),
              double most = std::numeric_limits<double>::max()) const;
  /// UTF-8, of at most so many bytes.
  std::string_view text(std::size_t longest = std::numeric_limits<std::size_t>::max()) const;
  /// Bytes. In JSON, which has none, their hexadecimal digits.
  std::string bytes(std::size_t longest = std::numeric_limits<std::size_t>::max()) const;
  /// A text of exactly so many (1 to 16) hexadecimal digits.
  std::uint64_t hexadecimal(std::size_t digits = 16) const;
  /// A text that is one of the names, as what the name stands for.
  template <class Choice>
  Choice choice(std::initializer_list<std::pair<std::string_view, Choice>> names) const {
    std::string expected;
    const std::string_view found = kind() == Kind::text ? text() : std::string_view();
    for (const auto& [name, value] : names) {
      if (kind() == Kind::text && found == name) return value;
      expected += (expected.empty() ? "\"" : " or \"") + std::string(name) + '"';
    }
    fail(expected);
  }

  /// The elements of an array, whose number is within the bounds. Any number of them without.
  Items<Value> array(std::size_t least = 0, std::size_t most = std::numeric_limits<std::size_t>::max()) const;
  /// The members of an object in the order of the document.
  Items<Member> object() const;
  /// The member of an object, which must be there.
  Value field(std::string_view key) const;
  /// The same, if it is there.
  std::optional<Value> find(std::string_view key) const;
  /// An object with no keys but these.
  void expect_keys(std::initializer_list<std::string_view> known) const { expect_keys(std::span(known)); }
  void expect_keys(std::span<const std::string_view> known) const;
  /// An object that begins as all formats of this project do: with "format", which is `name`, and "version", which is
  /// from `least` to `most`, and is returned.
  unsigned expect_format(std::string_view name, unsigned least, unsigned most) const;

  /// "steps[3].thread"; "" for the root.
  std::string path() const;
  const std::string& file() const;
  /// What is here, for messages: at most about 60 bytes of JSON.
  std::string shown() const;
  /// Throws DocumentError: "expected `expected`, found …".
  [[noreturn]] void fail(std::string_view expected) const;
  /// Throws DocumentError: the problem in the caller's own words.
  [[noreturn]] void reject(std::string problem) const;

 private:
  friend class Document;
  template <class Item>
  friend class Items;

  Value(const DocumentTree& tree, std::uint32_t node) : tree_(&tree), node_(node) {}
  std::int64_t signed_integer(std::int64_t least, std::int64_t most) const;
  std::uint64_t unsigned_integer(std::uint64_t least, std::uint64_t most) const;

  const DocumentTree* tree_;
  std::uint32_t node_;
};

/// A member of an object.
struct Member {
  std::string_view key;
  Value value;
};

/// The elements of an array or the members of an object: a range, and [i].
template <class Item>
class Items {
 public:
  class iterator {
   public:
    using value_type = Item;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    iterator() = default;
    Item operator*() const { return item(tree_, node_); }
    iterator& operator++() {
      node_ += kStep;
      return *this;
    }
    iterator operator++(int) { return std::exchange(*this, iterator(tree_, node_ + kStep)); }
    friend bool operator==(const iterator&, const iterator&) = default;

   private:
    friend class Items;
    iterator(const DocumentTree* tree, std::uint32_t node) : tree_(tree), node_(node) {}
    const DocumentTree* tree_ = nullptr;
    std::uint32_t node_ = 0;
  };

  iterator begin() const { return {tree_, first_}; }
  iterator end() const { return {tree_, first_ + static_cast<std::uint32_t>(size_) * kStep}; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// i < size().
  Item operator[](std::size_t i) const { return item(tree_, first_ + static_cast<std::uint32_t>(i) * kStep); }

 private:
  friend class Value;
  static constexpr std::uint32_t kStep = std::same_as<Item, Member> ? 2 : 1;  // a key is an element of its own
  Items(const DocumentTree* tree, std::uint32_t first, std::size_t size) : tree_(tree), first_(first), size_(size) {}
  static Item item(const DocumentTree* tree, std::uint32_t node);

  const DocumentTree* tree_;
  std::uint32_t first_;
  std::size_t size_;
};

template <>
Value Items<Value>::item(const DocumentTree* tree, std::uint32_t node);
template <>
Member Items<Member>::item(const DocumentTree* tree, std::uint32_t node);

/// A document that has been read.
class Document {
 public:
  /// `file`: its name in messages. Throws DocumentError: with line and column if the text is no JSON (RFC 8259; of
  /// numbers, those that a double or 64 bits can hold).
  static Document json(std::string_view text, std::string file, const Limits& limits = {});
  /// CBOR (RFC 8949) of what JSON can say, and byte strings: those and texts have definite lengths, keys are text,
  /// there are no tags.
  static Document cbor(std::string_view bytes, std::string file, const Limits& limits = {});
  /// The same, but byte strings stay where they are: `bytes` must outlive the document.
  static Document cbor_view(std::string_view bytes, std::string file, const Limits& limits = {});

  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;
  ~Document();

  Value root() const;
  const std::string& file() const;

 private:
  explicit Document(std::unique_ptr<const DocumentTree> tree);
  static Document parsed_cbor(std::string_view bytes, TreeBuilder builder, const Limits& limits);
  std::unique_ptr<const DocumentTree> tree_;
};

}  // namespace graphfuzz::store
