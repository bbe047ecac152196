#include "store/document_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <utility>

#include "graphfuzz/stop/stop.hpp"
#include "store/json_text.hpp"

namespace graphfuzz::store {

void append_index(std::string& path, std::uint64_t index) { fmt::format_to(std::back_inserter(path), "[{}]", index); }

void append_key(std::string& path, std::string_view key) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  if (key.empty() || key.size() > kLongestShown || key.find_first_not_of(kPlain) != std::string_view::npos) {
    path += '[' + shown_text(key) + ']';
  } else {
    if (!path.empty()) path += '.';
    path += key;
  }
}

std::string cut_path(std::string path) {
  constexpr std::size_t kEnds = 120;
  if (path.size() <= 2 * kEnds) return path;
  std::size_t head = kEnds, tail = path.size() - kEnds;
  const auto within = [&](std::size_t at) { return (static_cast<unsigned char>(path[at]) & 0xC0) == 0x80; };
  while (within(head)) --head;
  while (within(tail)) --tail;
  return path.substr(0, head) + "…" + path.substr(tail);
}

TreeBuilder::TreeBuilder(std::string file, const Limits& limits, std::string_view source)
    : limits_(limits), tree_(std::make_unique<DocumentTree>()) {
  limits_.elements = std::min<std::size_t>(limits_.elements, std::numeric_limits<std::uint32_t>::max() - 1);
  tree_->file = std::move(file);
  tree_->source = source;
}

void TreeBuilder::real(double value) { scalar(Kind::real, std::bit_cast<std::uint64_t>(value)); }

void TreeBuilder::text(Kind kind, std::string_view text) {
  if (kind == Kind::bytes && tree_->source.data() != nullptr) {
    return add({kind, 0, static_cast<std::uint64_t>(text.data() - tree_->source.data()), text.size()});
  }
  add({kind, 0, tree_->texts.size(), text.size()});
  tree_->texts += text;
}

void TreeBuilder::begin(Kind kind) {
  if (frames_.size() >= limits_.depth) {
    fail(fmt::format("expected at most {} arrays and objects in each other, found more", limits_.depth));
  }
  frames_.push_back({kind, pending_.size()});
}

void TreeBuilder::end() {
  const Frame frame = frames_.back();
  if (frame.kind == Kind::object) check_keys(frame);
  frames_.pop_back();
  const std::size_t first = tree_->nodes.size(), count = pending_.size() - frame.first;
  settle(frame.first);
  add({frame.kind, 0, first, frame.kind == Kind::object ? count / 2 : count});
}

void TreeBuilder::settle(std::size_t from) {
  std::vector<DocumentTree::Node>& nodes = tree_->nodes;
  for (std::size_t i = from; i < pending_.size(); ++i) {
    const DocumentTree::Node& node = pending_[i];
    const std::size_t children = node.kind == Kind::array ? node.size : node.kind == Kind::object ? 2 * node.size : 0;
    for (std::size_t child = 0; child < children; ++child) {
      nodes[node.content + child].parent = static_cast<std::uint32_t>(nodes.size());
    }
    nodes.push_back(node);
  }
  pending_.resize(from);
}

void TreeBuilder::add(const DocumentTree::Node& node) {
  if (tree_->nodes.size() + pending_.size() >= limits_.elements) {
    fail(fmt::format("expected at most {} values and keys in the document, found more", limits_.elements));
  }
  constexpr std::size_t kMilestone = 1024;
  if (++added_ % kMilestone == 0) stop_point();
  pending_.push_back(node);
}

std::unique_ptr<const DocumentTree> TreeBuilder::finish() {
  settle(0);
  tree_->nodes.back().parent = tree_->root();
  return std::move(tree_);
}

void TreeBuilder::check_keys(const Frame& frame) {
  keys_.clear();
  for (std::size_t i = frame.first; i < pending_.size(); i += 2) keys_.push_back(tree_->text(pending_[i]));
  std::sort(keys_.begin(), keys_.end());
  const auto twice = std::adjacent_find(keys_.begin(), keys_.end());
  if (twice == keys_.end()) return;
  throw DocumentError(file(), path(frames_.size() - 1), fmt::format("the key {} is there twice", shown_text(*twice)));
}

void TreeBuilder::fail(const std::string& problem) const { throw DocumentError(file(), path(frames_.size()), problem); }

std::string TreeBuilder::path(std::size_t frames) const {
  std::string path;
  for (std::size_t i = 0; i < frames; ++i) {
    const std::size_t end = i + 1 < frames_.size() ? frames_[i + 1].first : pending_.size();
    const std::size_t count = end - frames_[i].first;
    if (frames_[i].kind == Kind::array) {
      append_index(path, count);
    } else if (count % 2 == 1) {
      append_key(path, tree_->text(pending_[end - 1]));
    }
  }
  return cut_path(std::move(path));
}

}  // namespace graphfuzz::store
