// What the documents of campaigns have in common: units, results and checkpoints.
#pragma once

#include <cstdint>
#include <string_view>

#include "graphfuzz/campaign/unit.hpp"
#include "graphfuzz/store/reader.hpp"
#include "graphfuzz/store/writer.hpp"

namespace graphfuzz {

inline constexpr std::string_view kUnitKind = "graphfuzz unit";
inline constexpr std::uint32_t kUnitVersion = 3;
inline constexpr std::string_view kResultKind = "graphfuzz result";
inline constexpr std::uint32_t kResultVersion = 1;
inline constexpr std::string_view kShardKind = "graphfuzz shard";
inline constexpr std::uint32_t kShardVersion = 1;
inline constexpr std::size_t kMostShards = 100'000;
inline constexpr std::string_view kCheckpointKind = "graphfuzz checkpoint";
inline constexpr std::uint32_t kCheckpointVersion = 5;

/// Reading takes 24 bytes for each element of a document besides its bytes, so that no more than the limits allow.
inline constexpr store::Limits kDocumentLimits{
    .bytes = std::size_t{16} << 30, .depth = 64, .elements = std::size_t{1} << 28};

void save(store::Writer& out, const Task& task);
/// Throws store::DocumentError.
Task load_task(const store::Value& saved);
store::Hash128 id_of(const Task& task);

void save(store::Writer& out, const store::Hash128& hash);
store::Hash128 load_hash(const store::Value& saved);

}  // namespace graphfuzz
