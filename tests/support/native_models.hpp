// The models that are written in C++, for tests that hold every one of them to something.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "graphfuzz/model/registry.hpp"

namespace graphfuzz::testing {

inline std::vector<std::string> native_models() {
  std::vector<std::string> names;
  for (const ModelInfo& model : registered_models()) {
    if (model.native) names.emplace_back(model.name);
  }
  return names;
}

/// For INSTANTIATE_TEST_SUITE_P: GoogleTest's names have no '-'.
inline std::string name_of_model(const ::testing::TestParamInfo<std::string>& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace graphfuzz::testing
