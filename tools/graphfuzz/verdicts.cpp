#include "verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace graphfuzz::cli {
namespace {

/// What is wrong with the program, if anything was found. What was only predicted may be right.
std::string found(const CampaignResult& result) {
  std::string text;
  for (const Bug& bug : result.bugs) {
    if (!bug.predicted) text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", bug.kind, message_of(bug));
  }
  if (!text.empty()) return text;
  const bool exists = result.quantifier == Quantifier::exists;
  return !exists && decision(result) == Decision::excluded ? "violated: " + result.condition : "";
}

}  // namespace

std::string title(const Target& target) {
  if (target.model() == target.kind()) return std::string(target.name());
  return fmt::format("{} under {}", target.name(), target.model());
}

void Verdicts::add(const PlannedCampaign& campaign, double seconds, Outcome outcome, const std::string& message) {
  const Target& target = *campaign.target;
  if (campaign.suite.empty()) {
    cases_.push_back({campaign.file, target.name(), target.model(), seconds, outcome, message});
    return;
  }
  std::string name = target.name();
  if (name.starts_with(campaign.suite + '.')) name.erase(0, campaign.suite.size() + 1);
  cases_.push_back({campaign.suite, std::move(name), campaign.suite, seconds, outcome, message});
}

void Verdicts::not_run(const PlannedCampaign& campaign) {
  nothing_decided_ = true;
  add(campaign, 0, Outcome::skipped, "interrupted before it was run");
}

void Verdicts::failed(const PlannedCampaign& campaign) {
  add(campaign, 0, Outcome::error, "ended by an error, see standard error");
}

void Verdicts::bad(const BadInput& input) {
  cases_.push_back(
      {input.file, std::filesystem::path(input.file).stem().string(), "", 0, Outcome::error, input.message});
}

void Verdicts::add(const PlannedCampaign& campaign, const CampaignResult& result) {
  // Who stops a campaign before it has found or proven anything has not seen what was asked for, either.
  const bool stopped = result.interrupted && result.bugs.empty() && decision(result) == Decision::open;
  nothing_decided_ = nothing_decided_ || stopped || decided_nothing(result);
  if (expect_) return check_expected(campaign, result);
  if (const std::string what = found(result); !what.empty()) {
    add(campaign, result.seconds, Outcome::failed, what);
  } else if (decision(result) == Decision::open) {
    add(campaign, result.seconds, Outcome::skipped,
        fmt::format("open: nothing in {} executions, but not all were visited", result.executions));
  } else {
    add(campaign, result.seconds, Outcome::passed, "");
  }
}

void Verdicts::check_expected(const PlannedCampaign& campaign, const CampaignResult& result) {
  using Match = ExpectationCheck::Match;
  if (!campaign.expected) {
    ++unstated_;
    return add(campaign, result.seconds, Outcome::skipped, "the file does not say what is expected");
  }
  const ExpectationCheck checked = check(*campaign.expected, result);
  if (checked.match == Match::met) return add(campaign, result.seconds, Outcome::passed, "");
  const bool missed = checked.match == Match::missed;
  const std::string message =
      fmt::format("{}expected {}; found {}", missed ? "" : "open: ", checked.expected, checked.found);
  lines_ += fmt::format("{}: {}: {}\n", campaign.file, title(*campaign.target), message);
  add(campaign, result.seconds, missed ? Outcome::failed : Outcome::skipped, message);
}

std::size_t Verdicts::count(Outcome outcome) const {
  return static_cast<std::size_t>(
      std::count_if(cases_.begin(), cases_.end(), [&](const JunitCase& c) { return c.outcome == outcome; }));
}

int Verdicts::code() const {
  if (count(Outcome::failed) > 0) return kBugFound;
  const bool open = count(Outcome::skipped) > unstated_ || unstated_ == cases_.size();
  return (expect_ ? open : nothing_decided_) ? kNothingDecided : kNothingFound;
}

std::string Verdicts::text() const {
  if (!expect_) return "";
  return lines_ + fmt::format("Expected: {} came true, {} did not, {} open, {} not stated\n", count(Outcome::passed),
                              count(Outcome::failed), count(Outcome::skipped) - unstated_, unstated_);
}

}  // namespace graphfuzz::cli
