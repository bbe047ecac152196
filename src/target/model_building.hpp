// Which way graphs are built under a model: event by event, or as candidates.
#pragma once

#include <string>

#include "graphfuzz/explore/model_kind.hpp"
#include "graphfuzz/model/registry.hpp"

namespace graphfuzz {

struct ModelBuilding {
  ModelKind kind = ModelKind::porf_ordered;
  ModelMaker make;
  std::string reason;  ///< a sentence without full stop; empty for models that are made for it
};

/// The way that suits the model: models in C++ are built event by event. Models in cat are tried out if their text does
/// not tell. A file is loaded and tried once in a process, and anew when it was written to (not when what it includes
/// was). Thread-safe. Throws what make_model throws.
ModelBuilding building_for(const std::string& model);

}  // namespace graphfuzz
