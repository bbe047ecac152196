// DocumentTree: a parsed document in two arrays; TreeBuilder: makes one from the events of a parser, within Limits.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/store/reader.hpp"

namespace graphfuzz::store {

/// The elements of an array are next to each other, and so are the keys and values of an object (key, value, key, …);
/// those of inner ones come before those of outer ones, and the root is the last.
struct DocumentTree {
  struct Node {
    Kind kind = Kind::null;
    std::uint32_t parent = 0;  ///< of the root: itself
    /// The number's or the truth value's bits; the first node of an array or object; the first byte in `texts`, or of
    /// bytes in `source` if there is one.
    std::uint64_t content = 0;
    std::uint64_t size = 0;  ///< elements of an array, members of an object, bytes
  };

  const Node& operator[](std::uint32_t node) const { return nodes[node]; }
  std::string_view text(const Node& node) const {
    const bool outside = node.kind == Kind::bytes && source.data() != nullptr;
    return (outside ? source : std::string_view(texts)).substr(node.content, node.size);
  }
  std::uint32_t root() const { return static_cast<std::uint32_t>(nodes.size() - 1); }

  std::string file;
  std::vector<Node> nodes;
  std::string texts;
  std::string_view source;
};

/// Adds a step to a path: "[3]", ".key", "[\"an odd key\"]".
void append_index(std::string& path, std::uint64_t index);
void append_key(std::string& path, std::string_view key);
/// The path without its middle if it is very long.
std::string cut_path(std::string path);

/// The functions are called in the order of the document; of an object, `key` before each value. All throw
/// DocumentError at what exceeds the limits, and at a key that is there twice.
class TreeBuilder {
 public:
  /// `source`: what the document is in, if its byte strings are to stay there.
  TreeBuilder(std::string file, const Limits& limits, std::string_view source = {});

  void scalar(Kind kind, std::uint64_t content) { add({kind, 0, content, 0}); }
  void real(double value);
  void text(Kind kind, std::string_view text);
  void key(std::string_view key) { text(Kind::text, key); }
  /// An array or an object.
  void begin(Kind kind);
  void end();
  /// To be called once, when all that has begun has ended.
  std::unique_ptr<const DocumentTree> finish();

  const std::string& file() const { return tree_->file; }
  /// Throws DocumentError at the element that is being read.
  [[noreturn]] void fail(const std::string& problem) const;

 private:
  struct Frame {
    Kind kind;
    std::size_t first;  ///< in pending_
  };
  void add(const DocumentTree::Node& node);
  /// Gives the pending nodes from there on their place in the tree.
  void settle(std::size_t from);
  void check_keys(const Frame& frame);
  std::string path(std::size_t frames) const;

  Limits limits_;
  std::unique_ptr<DocumentTree> tree_;
  std::vector<DocumentTree::Node> pending_;  // of arrays and objects that have not ended
  std::vector<Frame> frames_;
  std::size_t added_ = 0;
  std::vector<std::string_view> keys_;  // of check_keys: kept for its memory
};

}  // namespace graphfuzz::store
