// CampaignState: a folder in which a campaign with another tool keeps what it remembers between two calls of
// `graphfuzz mutate`.
//
//   state.json         everything below, versioned; replaced in one step
//   .state.json.….new  while it is being written; without meaning afterwards, and removed by who comes next
//   lock               held by the process that is at work; where it is, the folder is one of ours
//   inputs/ID          files of an input that was written
//   traces/RUN         the copy of a trace that inputs are still made from
//
// Nothing outside of the folder is read or written, whatever is in it (store::Folder): no name comes from the state,
// and no symbolic link is followed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "graphfuzz/fuzz/go/memory.hpp"
#include "graphfuzz/fuzz/go/options.hpp"
#include "graphfuzz/store/error.hpp"
#include "graphfuzz/store/folder.hpp"

namespace graphfuzz::go {

inline constexpr std::size_t kLargestState = std::size_t{1} << 30;  ///< in bytes; larger ones are refused

struct CampaignState {
  static constexpr int kVersion = 1;
  StrategyKind strategy = StrategyKind::gfuzz_hb;
  std::uint64_t seed = 0;
  std::uint64_t calls = 0;  ///< for new random numbers in each call
  Memory memory;
  std::map<std::uint64_t, Input> outstanding;  ///< inputs that were written, and not yet learned from; by id
  std::set<std::uint64_t> traces;              ///< runs that inputs are still made from, whose traces are kept

  friend bool operator==(const CampaignState&, const CampaignState&) = default;
};

/// Where the copy of the trace of a run is, relative to the folder.
std::string trace_place(std::uint64_t run);

/// JSON, and back. `from_json` throws store::DocumentError, which names `file` and the element that is wrong.
std::string to_json(const CampaignState& state);
CampaignState from_json(std::string_view text, const std::filesystem::path& file);

/// The folder, held against other processes as long as the object lives. The lock is the kernel's (flock): it is gone
/// when the process is, however it ended.
class StateFolder {
 public:
  /// Texts of files, by name.
  using Files = std::map<std::string, std::string, std::less<>>;

  /// Makes the folder if it is not there. Throws store::FileError, as all functions do; also if another process holds
  /// it, and if it has folders of these names that no campaign has made.
  explicit StateFolder(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return root_.path(); }
  std::filesystem::path file() const;
  bool has_state() const;
  /// Throws store::DocumentError, too.
  CampaignState load() const;
  /// After a kill at any moment the folder holds the old state or the new one, complete (store::write_file). If an
  /// error is thrown, the old state is still there.
  void save(const CampaignState& state) const;

  /// Keeps a copy of the trace of a run.
  void keep_trace(std::uint64_t run, const Files& files) const;
  /// What was kept, of at most so many bytes.
  Files kept_trace(std::uint64_t run, std::size_t most_bytes) const;
  /// Removes the copies of all runs but these.
  void forget_traces(const std::set<std::uint64_t>& needed) const;
  /// Writes the files of an input, and says in which folder.
  std::filesystem::path write_input(std::uint64_t id, const Files& files) const;

 private:
  store::Folder root_;
  store::Folder inputs_;
  store::Folder traces_;
};

}  // namespace graphfuzz::go
