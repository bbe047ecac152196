// Trees of Go programs with the names of their goroutines, as documents.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graphfuzz/explore/go/routine_names.hpp"
#include "graphfuzz/explore/go/tree.hpp"

namespace graphfuzz::go::testing {

/// A tree with one explorer, which need not be the first that there is of it.
struct SavedTree {
  SavedTree(const GoProgram& program, const MachineOptions& options, const TreeOptions& tree_options,
            std::uint64_t seed, const std::string& document = {})
      : tree(tree_options) {
    if (document.empty()) {
      made_ = std::make_unique<Explorer>(program, options, names, tree, seed);
      return;
    }
    const store::Document read = store::Document::cbor(document, "saved");
    // Machines learn names as soon as they are made.
    names->load(read.root().field("names"));
    tree.load(read.root().field("tree"), names->size());
    made_ = std::make_unique<Explorer>(program, options, names, tree, seed);
    if (const auto saved = read.root().find("explorer")) explorer().load(*saved);
  }

  std::string save() const {
    return document([this](store::Writer& out) { tree.save(out); }, true);
  }
  std::vector<std::string> split(std::size_t parts) {
    return explorer().split(parts, [this](const auto& part) { return document(part, false); });
  }

  std::shared_ptr<RoutineNames> names = std::make_shared<RoutineNames>();
  Tree tree;
  Explorer& explorer() const { return *made_; }

 private:
  std::unique_ptr<Explorer> made_;

  template <class WriteTree>
  std::string document(const WriteTree& write_tree, bool with_explorer) const {
    store::Writer out = store::Writer::cbor();
    out.begin_object();
    names->save(out.key("names"));
    write_tree(out.key("tree"));
    if (with_explorer) explorer().save(out.key("explorer"));
    return out.end_object().finish();
  }
};

}  // namespace graphfuzz::go::testing
