// Memory models as data: models written in the cat language (Alglave, Cousot, Maranget, "Syntax and semantics of the
// weak consistency model specification language cat", 2016), as herd7 reads it. doc: memory_models/README.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/model/memory_model.hpp"

namespace graphfuzz {

namespace cat {
struct Plan;
}

/// What is wrong with a model, and where: what() is "FILE:LINE:COLUMN: MESSAGE", where the message says what was
/// expected and what was found. A file that cannot be read has line 0.
class CatError : public std::invalid_argument {
 public:
  CatError(const std::string& file, unsigned line, unsigned column, const std::string& message);
  const std::string& file() const { return file_; }
  unsigned line() const { return line_; }
  unsigned column() const { return column_; }
  const std::string& message() const { return message_; }

 private:
  std::string file_;
  unsigned line_;
  unsigned column_;
  std::string message_;
};

/// One test of a model: `acyclic e as name`, `flag ~empty e as name`, …
struct CatCheck {
  enum class Kind : std::uint8_t { acyclic, irreflexive, empty };
  enum class Role : std::uint8_t {
    axiom,            ///< a graph that fails it is inconsistent
    flag,             ///< a graph that passes it is remarked on, under the check's name
    undefined_unless  ///< a graph that fails it has undefined behaviour
  };
  Kind kind = Kind::acyclic;
  Role role = Role::axiom;
  bool negated = false;
  std::string name;  ///< as the model says; otherwise the kind and the line
};

/// A model, read, checked and compiled. Immutable: one serves any number of threads and of MemoryModels.
class CatModel {
 public:
  CatModel(std::string name, std::string title, std::unique_ptr<const cat::Plan> plan);
  ~CatModel();

  /// The file's name without its folder and its ".cat".
  const std::string& name() const { return name_; }
  /// What the model calls itself in its first line.
  const std::string& title() const { return title_; }
  /// All tests, in the model's order.
  const std::vector<CatCheck>& checks() const { return checks_; }
  /// The names of what it flags.
  std::vector<std::string> flags() const;
  /// The files that it was read from, its own first, but for what is built in.
  const std::vector<std::string>& files() const;
  /// The names that the model asks to show.
  const std::vector<std::string>& shown() const;
  /// Is a porf-prefix of a consistent graph always consistent, as far as the text of the model tells? It is if every
  /// axiom is a test, not negated, of an expression that only grows when an event is added: complements and differences
  /// of what grows make it no. Without it, building a graph event by event can get stuck, and can miss graphs.
  bool prefix_closed() const;
  /// Is a graph consistent if it has fewer events (taken from the ends of threads), rf and mo edges than a consistent
  /// one, as far as the text tells? Then inconsistent candidates are known before they are complete. Implies
  /// prefix_closed().
  bool monotone() const;
  /// Is there an axiom acyclic(r), or irreflexive(r+), where r is seen to contain (po & loc) | rf | co | fr, or po |
  /// rf? The former implies atomicity, too.
  bool implies_coherence() const;
  bool forbids_porf_cycles() const;
  /// Do the tests depend on addr, data, ctrl or depend? Then the graph must track them.
  bool uses_dependencies() const;
  /// Number of operations that one evaluation takes, for the curious.
  std::size_t operations() const;

  const cat::Plan& plan() const { return *plan_; }

 private:
  std::string name_;
  std::string title_;
  std::vector<CatCheck> checks_;
  std::unique_ptr<const cat::Plan> plan_;
};

/// Reads a model from a file. Included files are looked for in the folder of the file that includes them, then among
/// the models that are built into the library. Throws CatError.
std::shared_ptr<const CatModel> load_cat(const std::filesystem::path& path);

/// The same from text; `file_name` is for messages and the model's name, and its folder for what the text includes.
std::shared_ptr<const CatModel> parse_cat(std::string_view text, const std::string& file_name);

/// A MemoryModel that offers those choices with which the graph passes all axioms. It obeys MemoryModel's contract as
/// far as the axioms do: callers must cope with a user's model that offers no choice at all, in which case the spans
/// are empty. Making one is cheap.
std::unique_ptr<MemoryModel> make_memory_model(std::shared_ptr<const CatModel> model);

}  // namespace graphfuzz
