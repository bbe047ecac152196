// The memory models that ship, by name: those written in C++, and those written in cat.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "graphfuzz/model/memory_model.hpp"

namespace graphfuzz {

struct ModelInfo {
  std::string_view name;
  std::string_view description;  ///< one line for --help
  std::unique_ptr<MemoryModel> (*make)();
  bool native = true;  ///< written in C++, not in cat
  std::string_view
      text;  ///< the text of memory_models/NAME.cat: the model itself, or its definition; empty if there is none
  std::string_view variant_of{};  ///< what is expected of that model is expected of this one, unless it is said
};

/// All registered models: to add one, write src/model/NAME.cpp or memory_models/NAME.cat, and its line in
/// src/model/registry.cpp.
const std::vector<ModelInfo>& registered_models();

/// A fresh instance of a registered model, or of the model in a file whose path ends in ".cat". Throws
/// std::invalid_argument, naming the models there are, if there is none of that name, and CatError (cat.hpp) if what
/// the file says is wrong. To make many instances from one file, load it once: make_memory_model(load_cat(path)).
std::unique_ptr<MemoryModel> make_model(std::string_view name);

/// Makes instances of one model.
using ModelMaker = std::function<std::unique_ptr<MemoryModel>()>;

}  // namespace graphfuzz
