// Which way of exploring programs suits a memory model: found out by trying.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "graphfuzz/model/memory_model.hpp"

namespace graphfuzz {

enum class ModelKind : std::uint8_t {
  porf_ordered,  ///< every consistent graph can be built event by event, each read after its source
  candidates,    ///< graphs have to be put together first, and judged after (CandidateEnumerator, CandidateSampler)
};

std::string_view name(ModelKind kind);

struct DetectedKind {
  ModelKind kind = ModelKind::porf_ordered;
  std::string reason;        ///< a sentence without full stop, which names the program that decided, if one did
  std::size_t programs = 0;  ///< number of programs tried
};

/// Tries the model on small programs (load and store buffering, message passing, coherence, multi-copy atomicity,
/// updates; with all memory orders, fences and dependencies). A model is porf_ordered if, for all of them, its
/// consistent graphs are acyclic in po | rf, no consistent graph has an inconsistent porf-prefix, and every consistent
/// prefix has a consistent extension by the next event of any of its threads. Only `MemoryModel::consistent` is asked.
///
/// This is evidence, not proof: a model may do otherwise in larger programs only.
DetectedKind detect_kind(const MemoryModel& model);

}  // namespace graphfuzz
