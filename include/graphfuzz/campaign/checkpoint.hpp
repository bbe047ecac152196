// Checkpoints: a campaign in a file, so that whatever ends the process costs no more than the time since the last one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "graphfuzz/campaign/unit.hpp"

namespace graphfuzz {

/// A campaign that was stopped, or is under way.
struct Checkpoint {
  Task task;
  std::uint64_t seed = 1;
  unsigned workers = 1;
  std::uint64_t executions = 10'000;  ///< its budget, with all that has been done
  double seconds = std::numeric_limits<double>::infinity();
  std::string campaign;  ///< as Campaign::save has it; empty: it has not begun
};

std::string to_bytes(const Checkpoint& checkpoint);
/// Throws store::DocumentError, naming `file`.
Checkpoint read_checkpoint(std::string_view bytes, const std::string& file);

struct CheckpointOptions {
  std::filesystem::path file;
  double every = 30;  ///< seconds; longer if writing takes more than a twentieth of the time
};

/// As run_campaign, but goes on from the checkpoint, and writes one at the beginning, again and again, and at the end.
/// `target` is load_target(from.task), or what it was made of; of `options` those that the task does not say count.
/// What one worker finds is what it would have found without any interruption. Throws what run_campaign throws,
/// WorkError if this kind of program does not save its searches, and store::Error. Nobody else must write the file.
CampaignResult run_campaign(const Target& target, const CampaignOptions& options, Checkpoint from,
                            const CheckpointOptions& checkpoints);

}  // namespace graphfuzz
