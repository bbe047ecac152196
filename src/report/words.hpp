// Words for what results and traces say; text and JSON share them. Of CampaignResults they are herd7's.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "graphfuzz/campaign/result.hpp"
#include "graphfuzz/fuzz/finding.hpp"
#include "graphfuzz/program/go/trace.hpp"

namespace graphfuzz {

inline std::string_view kind_word(Quantifier quantifier) {
  switch (quantifier) {
    case Quantifier::exists:
      return "Allowed";
    case Quantifier::not_exists:
      return "Forbidden";
    case Quantifier::forall:
      return "Required";
  }
  return "";
}

/// herd7's word; with a question mark what is not proven.
inline std::string_view verdict_word(const CampaignResult& result) {
  const bool open = decision(result) == Decision::open;
  switch (result.verdict) {
    case Verdict::ok:
      return open ? "Ok?" : "Ok";
    case Verdict::no:
      return open ? "No?" : "No";
    case Verdict::undef:
      return "Undef";
  }
  return "";
}

/// herd7's word for the observation; "Never?" and "Always?" if that is not proven.
inline std::string observation_word(const CampaignResult& result) {
  std::string word(observation(result));
  return word == "Sometimes" || all_visited(result) ? word : word + '?';
}

/// herd7's witnesses, (positive, negative): the graphs that speak for and against the condition as a whole. For
/// ~exists these are the reverse of the counts of the bare proposition, which the Observation line shows.
inline std::pair<std::uint64_t, std::uint64_t> witnesses(const CampaignResult& result) {
  if (result.quantifier == Quantifier::not_exists) return {result.negative, result.positive};
  return {result.positive, result.negative};
}

/// Less time than this is mostly that of the start: it tells nothing of how fast a campaign is.
constexpr double kLeastSecondsOfARate = 0.1;
/// Less is not worth telling of what was done before.
constexpr double kLeastSecondsBefore = 1;

/// Executions per second; 0 if the time was too short to tell.
inline double rate(const CampaignResult& result) {
  return result.seconds >= kLeastSecondsOfARate ? static_cast<double>(result.executions) / result.seconds : 0;
}

/// Distinct graphs per execution; 0 if there was none.
inline double yield(const CampaignResult& result) {
  return result.executions > 0 ? static_cast<double>(result.graphs) / static_cast<double>(result.executions) : 0;
}

/// How the threads came to what a finding is about, a line each.
std::string stack_lines(const Finding& finding);

/// How much easier to read an execution has become, a line after `margin` blanks.
std::string minimised_line(const Minimised& minimised, unsigned margin);

/// What a program has written in the execution that is shown, and what was not the same when it was run again: lines,
/// each after `margin` blanks; empty if there is neither. No more than the last `most` lines of output.
std::string output_lines(const std::string& output, const std::string& differs, unsigned margin, std::size_t most);

}  // namespace graphfuzz

namespace graphfuzz::go {

inline std::string_view word(Outcome outcome) {
  switch (outcome) {
    case Outcome::clean:
      return "clean";
    case Outcome::panicked:
      return "panic";
    case Outcome::timed_out:
      return "time-out";
    case Outcome::deadlocked:
      return "deadlock";
    case Outcome::exited:
      return "exit";
    case Outcome::unknown:
      break;
  }
  return "outcome unknown";
}

/// The same of a trace in which something was found: what came to its end with a leak or a race is not clean.
inline std::string_view word(Outcome outcome, bool bug) {
  return bug && outcome == Outcome::clean ? "ended, with bugs" : word(outcome);
}

}  // namespace graphfuzz::go
