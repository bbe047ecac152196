// Checkpoints: a campaign in a file, so that whatever ends the process costs no more than the time since the last one.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "graphfuzz/campaign/unit.hpp"

namespace graphfuzz {

/// What a campaign that is kept in a file is about.
struct Checkpoint {
  Task task;
  std::uint64_t seed = 1;
  unsigned workers = 1;
  std::uint64_t executions = 10'000;  ///< its budget, with all that has been done
  double seconds = std::numeric_limits<double>::infinity();
};

/// A campaign that was stopped, or is under way.
class SavedCampaign {
 public:
  /// Reads the file; most of it only when the campaign is loaded. Throws store::Error.
  explicit SavedCampaign(const std::filesystem::path& file);
  /// The same of a file's bytes, which must outlive it. Throws store::DocumentError, naming `file`.
  SavedCampaign(std::string_view bytes, const std::string& file);
  SavedCampaign(SavedCampaign&&) noexcept;
  SavedCampaign& operator=(SavedCampaign&&) noexcept;
  ~SavedCampaign();

  const Checkpoint& checkpoint() const;
  /// For Campaign::load.
  store::Value campaign() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct CheckpointOptions {
  std::filesystem::path file;
  double every = 30;  ///< seconds; longer if writing takes more than a twentieth of the time
};

/// As run_campaign, but goes on from what was saved, if something was, and writes a checkpoint at the beginning, again
/// and again, and at the end. `target` is load_target(checkpoint.task), or what it was made of; of `options` those that
/// the task does not say count. What one worker finds is what it would have found without any interruption. Throws what
/// run_campaign throws, WorkError if this kind of program does not save its searches, and store::Error. Nobody else
/// must write the file.
CampaignResult run_campaign(const Target& target, const CampaignOptions& options, const Checkpoint& checkpoint,
                            const CheckpointOptions& checkpoints, std::unique_ptr<const SavedCampaign> from = nullptr);

}  // namespace graphfuzz
