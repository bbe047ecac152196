#include "graphfuzz/campaign/checkpoint.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "campaign/documents.hpp"
#include "campaign/telling.hpp"
#include "graphfuzz/stop/stop.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/sealed_file.hpp"

namespace graphfuzz {
namespace {

using store::Writer;

/// Of the time, at most this part is for writing.
constexpr double kPartForWriting = 0.05;
constexpr double kForEver = 1e9;  // seconds

/// All but the campaign; the object is left open.
void begin(Writer& out, const Checkpoint& checkpoint) {
  save(out.begin_object().key("task"), checkpoint.task);
  out.field("seed", checkpoint.seed).field("workers", checkpoint.workers).field("executions", checkpoint.executions);
  if (std::isfinite(checkpoint.seconds)) out.field("seconds", checkpoint.seconds);
}

class Writing {
 public:
  Writing(const Target& target, const Checkpoint& checkpoint, const CheckpointOptions& options)
      : target_(target), checkpoint_(checkpoint), options_(options) {}

  /// Seconds until the next one is due.
  double wait() const { return std::max(0.0, std::chrono::duration<double>(due_ - Clock::now()).count()); }

  void write(Campaign& campaign) {
    const Clock::time_point start = Clock::now();
    store::SealedFile file(options_.file, kCheckpointKind, kCheckpointVersion);
    Writer& out = file.document();
    Checkpoint now = checkpoint_;
    update(now.task, target_);
    begin(out, now);
    campaign.save(out.key("campaign"));
    out.end_object();
    file.finish();
    const double took = std::chrono::duration<double>(Clock::now() - start).count();
    const std::chrono::duration<double> wait(std::min(std::max(options_.every, took / kPartForWriting), kForEver));
    due_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(wait);
  }

 private:
  using Clock = std::chrono::steady_clock;

  const Target& target_;
  const Checkpoint& checkpoint_;
  const CheckpointOptions& options_;
  Clock::time_point due_{};
};

CampaignResult run(const Target& target, const CampaignOptions& options, const Checkpoint& checkpoint,
                   const CheckpointOptions& how, std::unique_ptr<const SavedCampaign> from) {
  Campaign campaign(target, options);
  if (const std::string reason = campaign.cannot_save(); !reason.empty()) throw WorkError(reason);
  if (from) campaign.load(from->campaign());
  from.reset();  // its file is about to be replaced, and its memory is needed
  Writing writing(target, checkpoint, how);
  Telling telling(options);
  writing.write(campaign);
  while (campaign.run(std::min(writing.wait(), telling.wait()))) {
    if (writing.wait() <= 0) writing.write(campaign);
    telling.tell(campaign);
  }
  if (!campaign.cut_short()) writing.write(campaign);  // or else the last one stands
  return campaign.result();
}

}  // namespace

struct SavedCampaign::State {
  State(std::optional<store::MappedFile> mapped_file, std::string_view bytes, const std::string& file)
      : mapped(std::move(mapped_file)),
        document(store::Document::cbor_view(
            store::open_sealed(bytes, file, kCheckpointKind, kCheckpointVersion, kCheckpointVersion).payload, file,
            kDocumentLimits)) {
    const store::Value root = document.root();
    root.expect_keys({"task", "seed", "workers", "executions", "seconds", "campaign"});
    checkpoint.task = load_task(root.field("task"));
    checkpoint.seed = root.field("seed").integer<std::uint64_t>();
    checkpoint.workers = root.field("workers").integer<unsigned>(1, kMostWorkers);
    checkpoint.executions = root.field("executions").integer<std::uint64_t>();
    if (const auto seconds = root.find("seconds")) checkpoint.seconds = seconds->real(0);
    root.field("campaign");  // is there
  }

  static State of_file(const std::filesystem::path& file) {
    store::MappedFile mapped(file, kDocumentLimits.bytes);
    const std::string_view bytes = mapped.bytes();
    return {std::move(mapped), bytes, file.string()};
  }

  static constexpr unsigned kMostWorkers = 1024;  // as on the command line

  std::optional<store::MappedFile> mapped;
  store::Document document;
  Checkpoint checkpoint;
};

SavedCampaign::SavedCampaign(const std::filesystem::path& file)
    : state_(std::make_unique<State>(State::of_file(file))) {}
SavedCampaign::SavedCampaign(std::string_view bytes, const std::string& file)
    : state_(std::make_unique<State>(std::nullopt, bytes, file)) {}
SavedCampaign::SavedCampaign(SavedCampaign&&) noexcept = default;
SavedCampaign& SavedCampaign::operator=(SavedCampaign&&) noexcept = default;
SavedCampaign::~SavedCampaign() = default;

const Checkpoint& SavedCampaign::checkpoint() const { return state_->checkpoint; }
store::Value SavedCampaign::campaign() const { return state_->document.root().field("campaign"); }

CampaignResult run_campaign(const Target& target, const CampaignOptions& options, const Checkpoint& checkpoint,
                            const CheckpointOptions& checkpoints, std::unique_ptr<const SavedCampaign> from) {
  store::remove_unfinished(checkpoints.file);
  Checkpoint anew = checkpoint;
  for (std::unique_ptr<const Target> other;;) {
    const Target& tested = other ? *other : target;
    std::unique_ptr<const Target> next;
    try {
      return run(tested, options, anew, checkpoints, std::move(from));
    } catch (const ModelStuck& e) {
      next = tested.instead(e);
      if (!next) throw;
      anew.task.building = next->building().kind;
    } catch (const Learned&) {
      try {
        const StopScope scope(options.stop);
        next = tested.anew();
      } catch (const Stopped&) {
        return run(tested, options, anew, checkpoints, nullptr);  // which comes back at once, with nothing
      }
      if (!next) throw;
    }
    other = std::move(next);
    from.reset();
  }
}

}  // namespace graphfuzz
