// Telling: results so far, of a campaign that goes on, to who wants them.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

#include "graphfuzz/campaign/campaign.hpp"

namespace graphfuzz {

/// Asked between the pauses of a campaign.
class Telling {
 public:
  explicit Telling(const CampaignOptions& options)
      : options_(options), due_(in(std::min(kFirst, options.result_every))) {}

  /// Seconds until the next results are due; infinity if nobody wants any.
  double wait() const {
    if (!options_.on_result) return std::numeric_limits<double>::infinity();
    return std::max(0.0, std::chrono::duration<double>(due_ - Clock::now()).count());
  }

  /// Tells them if they are due, and takes no more than this part of the time for it.
  void tell(Campaign& campaign) {
    constexpr double kPartForTelling = 0.02;
    if (wait() > 0) return;
    const Clock::time_point start = Clock::now();
    options_.on_result(campaign.result());
    const double took = std::chrono::duration<double>(Clock::now() - start).count();
    due_ = in(std::max(options_.result_every, took / kPartForTelling));
  }

 private:
  using Clock = std::chrono::steady_clock;

  static Clock::time_point in(double seconds) {
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, 1e9)));
  }

  static constexpr double kFirst = 1;  // seconds

  const CampaignOptions& options_;
  Clock::time_point due_;
};

}  // namespace graphfuzz
