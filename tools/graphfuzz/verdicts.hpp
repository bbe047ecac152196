// What comes of several campaigns in all: the exit code, the expectations that came true, and JUnit's test cases.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graphfuzz/report/junit.hpp"
#include "planned_campaigns.hpp"

namespace graphfuzz::cli {

/// "SB under rc11".
std::string title(const Target& target);

class Verdicts {
 public:
  /// `expect`: expectations are checked, instead of whether anything was found.
  explicit Verdicts(bool expect) : expect_(expect) {}

  void add(const PlannedCampaign& campaign, const CampaignResult& result);
  void not_run(const PlannedCampaign& campaign);  ///< for lack of time
  void failed(const PlannedCampaign& campaign);   ///< ended by an error, which has been reported
  void bad(const BadInput& input);                ///< an input of which there are no campaigns

  /// The exit code, if there was no error.
  int code() const;
  /// The expectations that did not come true, or are open, and how many there are; empty without `expect`.
  std::string text() const;
  const std::vector<JunitCase>& cases() const { return cases_; }

 private:
  using Outcome = JunitCase::Outcome;
  void add(const PlannedCampaign& campaign, double seconds, Outcome outcome, const std::string& message);
  void check_expected(const PlannedCampaign& campaign, const CampaignResult& result);
  std::size_t count(Outcome outcome) const;

  bool expect_;
  bool nothing_decided_ = false;
  std::size_t unstated_ = 0;
  std::string lines_;
  std::vector<JunitCase> cases_;
};

}  // namespace graphfuzz::cli
