// The models written in C++. Variants of a model share its file.
#pragma once

#include <memory>

#include "graphfuzz/model/memory_model.hpp"
#include "model/happens_before.hpp"

namespace graphfuzz {

std::unique_ptr<MemoryModel> make_sc();
std::unique_ptr<MemoryModel> make_tso();
std::unique_ptr<MemoryModel> make_tso_bare();
std::unique_ptr<MemoryModel> make_ra();
std::unique_ptr<MemoryModel> make_rc11();
std::unique_ptr<MemoryModel> make_rc11_c20();
std::unique_ptr<MemoryModel> make_relaxed();

/// RC11's axioms, evaluated as they are written (rc11_axioms.cpp).
std::optional<Violation> explain_rc11(const ExecutionGraph& graph, ReleaseSequence sequence);

}  // namespace graphfuzz
