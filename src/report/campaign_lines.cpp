#include "report/campaign_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "report/words.hpp"

namespace graphfuzz {
namespace {

/// A share in percent, never rounded to nothing or to all by us.
std::string share(double part) {
  if (part <= 0) return "0 %";
  if (part >= 1) return "100 %";
  if (part < 1e-4) return fmt::format("{:.2g} %", 100 * part);
  return part > 0.9999 ? fmt::format("all but {:.2g} %", 100 * (1 - part)) : fmt::format("{:.2f} %", 100 * part);
}

/// A number as a person would say it.
std::string about(double number) {
  return number < 1e6 ? fmt::format("{:.0f}", number) : fmt::format("{:.2g}", number);
}

/// The dead ends that executions came to and left, or tried to leave.
std::string taken_back(const TakenBack& t) {
  std::string text =
      fmt::format("{} in {}", plural(t.blocked + t.truncated, "dead end"), plural(t.executions, "execution"));
  if (t.truncated > 0) text += fmt::format(", {} of them loops beyond their bound", t.truncated);
  return text;
}

/// What became of directed runs.
std::string guided(const Guidance& g) {
  std::string text = fmt::format("{}: {} as asked, {} in which something timed out; {} proposed", plural(g.runs, "run"),
                                 g.obeyed, g.timed_out, plural(g.proposed, "mutation"));
  if (g.filtered > 0) text += fmt::format(", {} of them impossible by happens-before", g.filtered);
  return text;
}

/// How much memory a native program took with the engine, and what became of fingerprints for which there was none.
std::string beyond_memory(const CampaignResult& result) {
  std::vector<std::string> parts;
  if (result.peak_memory) parts.push_back(fmt::format("at most {} MiB", (*result.peak_memory >> 20) + 1));
  if (result.keys_on_disk > 0) {
    parts.push_back(fmt::format("{} on disk ({:.0f} MB)", plural(result.keys_on_disk, "fingerprint"),
                                std::ceil(static_cast<double>(result.keys_on_disk) * 16e-6)));
  }
  if (!result.disk_trouble.empty()) parts.push_back("the disk could not be used (" + result.disk_trouble + ")");
  if (result.graphs_error || result.graphs_rf_error || result.outcomes_error) {
    parts.push_back("what has ± is estimated (standard error), the rest is exact");
  }
  if (result.graphs_error) parts.push_back("of the graphs that end in a state, only those known to differ are counted");
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace

std::string plural(std::uint64_t n, std::string_view noun, std::string_view ending) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : ending);
}

std::string counted(std::uint64_t number, const std::optional<double>& error) {
  return error ? fmt::format("{}±{:.0f}", number, *error) : fmt::format("{}", number);
}

std::string at_least(const CampaignResult& result) {
  return result.graphs_lost.empty() || result.tree ? "" : "at least ";
}

std::string left_in_short(const CampaignResult& result) {
  if (all_visited(result)) return "nothing";
  if (result.complete) return "loops";
  if (result.gave_up) return "unknown";
  if (result.tree) return share(1 - result.tree->covered);
  return result.discovery ? fmt::format("new {}", share(result.discovery->new_probability)) : "unknown";
}

std::string left_in_words(const CampaignResult& result) {
  if (result.tree) {
    if (result.complete) {
      return result.truncated > 0 ? "nothing within the bounds on loops and steps: all graphs were built"
                                  : "nothing: all graphs were built";
    }
    if (result.gave_up) return "unknown: what is not supported may hide graphs";
    const TreeSize& size = result.tree->size;
    if (result.model_kind == "candidates") return share(1 - result.tree->covered) + " of the candidates";
    std::string text = fmt::format("{} of the tree of executions, in {}", share(1 - result.tree->covered),
                                   plural(result.corpus_size, "part"));
    // Walks that saw less than what was built say nothing.
    if (size.walks() < 2 || size.mean() <= static_cast<double>(result.graphs)) return text;
    if (!std::isfinite(size.mean())) return text + "; more graphs in all than can be told";
    const std::string error = std::isfinite(size.error()) ? about(size.error()) : "unknown";
    return text + fmt::format("; about {} graphs in all (standard error {}, {} random walks)",
                              about(std::max(size.mean(), static_cast<double>(result.graphs))), error, size.walks());
  }
  if (!result.graphs_lost.empty()) return "unknown: a part of the graphs cannot be counted";
  if (!result.discovery) return result.uncounted ? "unknown: memory did not suffice to count each graph" : "unknown";
  const Discovery& d = *result.discovery;
  std::string text =
      fmt::format("the next graph is new with probability {:.3g} ({:.2g} to {:.2g}); at least about {} graphs",
                  d.new_probability, d.new_low, d.new_high, about(d.total));
  if (std::isfinite(d.total_high)) text += fmt::format(" ({} to {})", about(d.total_low), about(d.total_high));
  return text;
}

std::string campaign_lines(const CampaignResult& result, const std::string& meaning) {
  std::string text = meaning + (result.interrupted ? " (interrupted)\n" : "\n");
  if (!result.lost.empty()) text += "A part of the work is lost: " + result.lost + ".\n";
  if (!result.graphs_lost.empty()) text += "A part of the graphs cannot be counted: " + result.graphs_lost + ".\n";
  const auto line = [&text](std::string_view key, std::string_view value) {
    text += fmt::format("{:<12}{}\n", key, value);
  };
  line("Model", result.model);
  if (!result.kind_reason.empty()) {
    line("Built", fmt::format("{}: {}", result.model_kind == "porf" ? "event by event" : "candidate graphs",
                              result.kind_reason));
  }
  if (result.misses_waits)
    line("Liveness", "not looked at: candidate graphs are of threads that all come to their end");
  const std::string depth = result.depth ? fmt::format(" of depth {}", *result.depth) : std::string();
  line("Strategy",
       fmt::format("{}{}, seed {}, {}", result.strategy, depth, result.seed, plural(result.workers, "worker")));
  std::string executions = fmt::format("{} in ", result.executions);
  executions += result.seconds < kLeastSecondsOfARate ? fmt::format("less than {} s", kLeastSecondsOfARate)
                                                      : fmt::format("{:.2f} s", result.seconds);
  if (rate(result) > 0) executions += fmt::format(", {:.0f} per second", rate(result));
  if (result.seconds_before >= kLeastSecondsBefore) {
    executions += fmt::format("; before that {:.2f} s to find out how to search", result.seconds_before);
  }
  line("Executions", executions);
  if (result.unit_seconds)
    line("Units", fmt::format("{:.2f} s, the time of all workers added up", *result.unit_seconds));
  line("Blocked", fmt::format("{}", result.blocked));
  if (result.truncated > 0)
    line("Truncated",
         fmt::format("{} ({})", result.truncated,
                     result.kind == "go" ? "more steps than --max-steps allows, or more time than --run-time"
                                         : "a loop went beyond its bound"));
  if (result.unfinished > 0) line("Unfinished", fmt::format("{}, where a bug or remark was seen", result.unfinished));
  if (result.taken_back.executions > 0) line("Taken back", taken_back(result.taken_back));
  if (result.retries.attempts > 0) {
    line("Retries", fmt::format("of {}, failed ones {}", plural(result.retries.attempts, "attempt"),
                                result.retries.dropped ? "are left out, since they leave memory as it was"
                                                       : "are kept (--retries keep)"));
  }
  const std::string bound = result.graphs_error ? "" : at_least(result);
  std::string graphs = bound + counted(result.graphs, result.graphs_error) + " by rf and mo";
  if (result.graphs_rf) graphs += fmt::format(", {} by rf", counted(*result.graphs_rf, result.graphs_rf_error));
  line("Graphs", graphs + fmt::format(", {} by outcome", counted(result.outcomes, result.outcomes_error)));
  if (const std::string memory = beyond_memory(result); !memory.empty()) line("Memory", memory);
  line("Yield", fmt::format("{}{:.4f} graphs per execution", bound, yield(result)));
  line("Left", left_in_words(result));
  if (result.guidance) line("Guided", guided(*result.guidance));
  return text;
}

}  // namespace graphfuzz
