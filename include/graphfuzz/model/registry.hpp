// The memory models that ship natively, by name.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "graphfuzz/model/memory_model.hpp"

namespace graphfuzz {

struct ModelInfo {
  std::string_view name;
  std::string_view description;  ///< one line for --help
  std::unique_ptr<MemoryModel> (*make)();
};

/// All registered models. To add one: write src/model/NAME.cpp, and its line in src/model/registry.cpp.
const std::vector<ModelInfo>& registered_models();

/// A fresh instance. Throws std::invalid_argument, naming the models there are, if there is none of that name.
std::unique_ptr<MemoryModel> make_model(std::string_view name);

}  // namespace graphfuzz
