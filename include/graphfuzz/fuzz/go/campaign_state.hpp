// CampaignState: a folder in which a campaign with another tool keeps what it remembers between two calls of
// `graphfuzz mutate`.
//
//   state.json         everything below, versioned; replaced in one step
//   .state.json.….new  while it is being written; without meaning afterwards, and removed by who comes next
//   lock               held by the process that is at work
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "graphfuzz/fuzz/go/memory.hpp"
#include "graphfuzz/fuzz/go/options.hpp"
#include "graphfuzz/store/error.hpp"

namespace graphfuzz::go {

inline constexpr std::size_t kLargestState = std::size_t{1} << 30;  ///< in bytes; larger ones are refused

struct CampaignState {
  static constexpr int kVersion = 1;
  StrategyKind strategy = StrategyKind::gfuzz_hb;
  std::uint64_t seed = 0;
  std::uint64_t calls = 0;  ///< for new random numbers in each call
  Memory memory;
  std::map<std::uint64_t, Input> outstanding;  ///< inputs that were written, and not yet learned from; by id
  /// For the runs that inputs are still made from: where the copy of the trace is, relative to the folder.
  std::map<std::uint64_t, std::string> traces;

  friend bool operator==(const CampaignState&, const CampaignState&) = default;
};

/// JSON, and back. `from_json` throws store::DocumentError, which names `file` and the element that is wrong.
std::string to_json(const CampaignState& state);
CampaignState from_json(std::string_view text, const std::filesystem::path& file);

/// The folder, held against other processes as long as the object lives. The lock is the kernel's (flock): it is gone
/// when the process is, however it ended.
class StateFolder {
 public:
  /// Makes the folder if it is not there. Throws store::FileError, also if another process holds it.
  explicit StateFolder(std::filesystem::path path);
  ~StateFolder();
  StateFolder(const StateFolder&) = delete;
  StateFolder& operator=(const StateFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path file() const { return path_ / "state.json"; }
  bool has_state() const;
  /// Throws store::FileError and store::DocumentError.
  CampaignState load() const;
  /// After a kill at any moment the folder holds the old state or the new one, complete (store::write_file). Throws
  /// store::FileError; the old state is then still there.
  void save(const CampaignState& state) const;

 private:
  std::filesystem::path path_;
  int lock_ = -1;
};

}  // namespace graphfuzz::go
