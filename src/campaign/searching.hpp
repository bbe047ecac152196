// Which way a campaign searches: graphs built event by event, or candidates.
#pragma once

#include <string>

#include "graphfuzz/explore/model_kind.hpp"

namespace graphfuzz {

struct Searching {
  ModelKind kind = ModelKind::porf_ordered;
  std::string reason;  ///< a sentence without full stop; empty for models that are made for it
};

/// The way that suits the model: models in C++ are built event by event. Models in cat are tried out if their text does
/// not tell, each file once in a process as long as it is the same. Thread-safe. Throws what make_model throws.
Searching searching_for(const std::string& model);

}  // namespace graphfuzz
