// Results whose fingerprints are in shards: files beside them, and put together index by index.
#pragma once

#include <string>
#include <vector>

#include "command_line.hpp"
#include "graphfuzz/campaign/unit.hpp"

namespace graphfuzz::cli {

/// Writes a result; with `shards` > 0, and if it has fingerprints, those go into FILE.0, …
void write_result(Gathering& all, const std::string& file, std::size_t shards);
/// Does it say that it is a shard, be it broken or not? Throws store::FileError.
bool is_shard(const std::string& file);
/// graphfuzz merge of shards of one index alone; the exit code.
int merge_shards(const MergeLine& line);
/// Has the result take its shards, one index after the other: their fingerprints, or numbers alone. Files that have
/// graphs of results which are not in it are left out. If something is missing or broken, throws UserError if it is to
/// be fingerprints, or if there are no shards at all; else says so, and has the result lose these graphs. `lost`: why
/// some are not given, if that is known.
void take_shards(Gathering& all, const std::vector<std::string>& files, const CountOptions& counts, bool fingerprints,
                 const std::string& lost);
/// Are the files whole, and are those of one index the graphs of the result? Of an index that there is no file of it
/// says nothing. Throws UserError and store::Error.
void check_shards(const Gathering& all, const std::vector<std::string>& files);

}  // namespace graphfuzz::cli
