// Results whose fingerprints are in shards: files beside them, and put together index by index.
#pragma once

#include <string>
#include <vector>

#include "command_line.hpp"
#include "graphfuzz/campaign/unit.hpp"

namespace graphfuzz::cli {

/// Writes a result; with `shards` > 0, and if it has fingerprints, those go into FILE.0, …
void write_result(Gathering& all, const std::string& file, std::size_t shards);
/// Is it the document of a shard? Throws store::FileError and store::DocumentError.
bool is_shard(const std::string& file);
/// graphfuzz merge of shards of one index alone; the exit code.
int merge_shards(const MergeLine& line);
/// Has the result take its shards, one index after the other: their fingerprints, or numbers alone. Files that have
/// graphs of results which are not in it are left out. Throws UserError if there is something missing.
void take_shards(Gathering& all, const std::vector<std::string>& files, const CountOptions& counts, bool fingerprints);

}  // namespace graphfuzz::cli
