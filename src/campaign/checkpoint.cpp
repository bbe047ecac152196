#include "graphfuzz/campaign/checkpoint.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "campaign/documents.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/envelope.hpp"

namespace graphfuzz {
namespace {

using store::Writer;

/// Of the time, at most this part is for writing.
constexpr double kPartForWriting = 0.05;

class Writing {
 public:
  Writing(Checkpoint& checkpoint, const CheckpointOptions& options)
      : checkpoint_(checkpoint), options_(options), every_(options.every) {}

  /// Writes one. Says in how many seconds the next one is due.
  double write(Campaign& campaign) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    Writer out = Writer::cbor();
    campaign.save(out);
    checkpoint_.campaign = out.finish();
    store::write_file(options_.file, to_bytes(checkpoint_));
    const double took = std::chrono::duration<double>(Clock::now() - start).count();
    return std::max(every_, took / kPartForWriting);
  }

 private:
  Checkpoint& checkpoint_;
  const CheckpointOptions& options_;
  const double every_;
};

CampaignResult run(const Target& target, const CampaignOptions& options, Checkpoint& checkpoint,
                   const CheckpointOptions& how) {
  Campaign campaign(target, options);
  if (const std::string reason = campaign.cannot_save(); !reason.empty()) throw WorkError(reason);
  if (!checkpoint.campaign.empty()) {
    campaign.load(store::Document::cbor(checkpoint.campaign, "the checkpoint's campaign", kDocumentLimits).root());
  }
  Writing writing(checkpoint, how);
  double pause = writing.write(campaign);
  while (campaign.run(pause)) pause = writing.write(campaign);
  writing.write(campaign);
  return campaign.result();
}

}  // namespace

std::string to_bytes(const Checkpoint& checkpoint) {
  Writer out = Writer::cbor();
  save(out.begin_object().key("task"), checkpoint.task);
  out.field("seed", checkpoint.seed).field("workers", checkpoint.workers).field("executions", checkpoint.executions);
  if (std::isfinite(checkpoint.seconds)) out.field("seconds", checkpoint.seconds);
  return store::seal(kCheckpointKind, kCheckpointVersion,
                     out.key("campaign").bytes(checkpoint.campaign).end_object().finish());
}

Checkpoint read_checkpoint(std::string_view bytes, const std::string& file) {
  constexpr unsigned kMostWorkers = 1024;  // as on the command line
  const store::Sealed sealed = store::open_sealed(bytes, file, kCheckpointKind, kCheckpointVersion, kCheckpointVersion);
  const store::Document document = store::Document::cbor(sealed.payload, file, kDocumentLimits);
  const store::Value root = document.root();
  root.expect_keys({"task", "seed", "workers", "executions", "seconds", "campaign"});
  Checkpoint checkpoint;
  checkpoint.task = load_task(root.field("task"));
  checkpoint.seed = root.field("seed").integer<std::uint64_t>();
  checkpoint.workers = root.field("workers").integer<unsigned>(1, kMostWorkers);
  checkpoint.executions = root.field("executions").integer<std::uint64_t>();
  if (const auto seconds = root.find("seconds")) checkpoint.seconds = seconds->real(0);
  checkpoint.campaign = root.field("campaign").bytes();
  return checkpoint;
}

CampaignResult run_campaign(const Target& target, const CampaignOptions& options, Checkpoint from,
                            const CheckpointOptions& checkpoints) {
  store::remove_unfinished(checkpoints.file);
  std::unique_ptr<const Target> other;
  try {
    return run(target, options, from, checkpoints);
  } catch (const ModelStuck& e) {
    other = target.instead(e);
    if (!other) throw;
  }
  from.task.building = other->building().kind;
  from.campaign.clear();
  return run(*other, options, from, checkpoints);
}

}  // namespace graphfuzz
