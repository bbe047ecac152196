#include "report/campaign_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/words.hpp"

namespace graphfuzz {
namespace {

/// A share in percent, never rounded to nothing or to all.
std::string share(double part) {
  if (part <= 0) return "0 %";
  if (part < 1e-4) return fmt::format("{:.2g} %", 100 * part);
  return part > 0.9999 ? fmt::format("all but {:.2g} %", 100 * (1 - part)) : fmt::format("{:.2f} %", 100 * part);
}

/// A number as a person would say it.
std::string about(double number) {
  return number < 1e6 ? fmt::format("{:.0f}", number) : fmt::format("{:.2g}", number);
}

/// What is still to be found.
std::string left(const CampaignResult& result) {
  if (result.tree) {
    if (result.complete) {
      return result.truncated > 0 ? "nothing within the bound on loops: all graphs were built"
                                  : "nothing: all graphs were built";
    }
    const TreeSize& size = result.tree->size;
    if (result.model_kind == "candidates") return share(1 - result.tree->covered) + " of the candidates";
    std::string text = fmt::format("{} of the tree of executions, in {}", share(1 - result.tree->covered),
                                   plural(result.corpus_size, "part"));
    // Walks that saw less than what was built say nothing.
    if (size.walks() < 2 || size.mean() <= static_cast<double>(result.graphs)) return text;
    if (!std::isfinite(size.mean())) return text + "; more graphs in all than can be told";
    return text + fmt::format("; about {} graphs in all (standard error {}, {} random walks)",
                              about(std::max(size.mean(), static_cast<double>(result.graphs))), about(size.error()),
                              size.walks());
  }
  if (!result.discovery) return "unknown";
  const Discovery& d = *result.discovery;
  std::string text =
      fmt::format("the next graph is new with probability {:.3g} ({:.2g} to {:.2g}); at least about {} graphs",
                  d.new_probability, d.new_low, d.new_high, about(d.total));
  if (std::isfinite(d.total_high)) text += fmt::format(" ({} to {})", about(d.total_low), about(d.total_high));
  return text;
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

}  // namespace

std::string plural(std::uint64_t n, std::string_view noun, std::string_view ending) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : ending);
}

std::string campaign_lines(const CampaignResult& result, const std::string& meaning) {
  std::string text = meaning + (result.interrupted ? " (interrupted)\n" : "\n");
  if (!result.lost.empty()) text += "A part of the work is lost: " + result.lost + ".\n";
  const auto line = [&text](std::string_view key, std::string_view value) {
    text += fmt::format("{:<12}{}\n", key, value);
  };
  line("Model", result.model);
  if (!result.kind_reason.empty()) {
    line("Built", fmt::format("{}: {}", result.model_kind == "porf" ? "event by event" : "candidate graphs",
                              result.kind_reason));
  }
  line("Strategy", fmt::format("{}, seed {}, {}", result.strategy, result.seed, plural(result.workers, "worker")));
  std::string executions = fmt::format("{} in {:.2f} s", result.executions, result.seconds);
  if (rate(result) > 0) executions += fmt::format(", {:.0f} per second", rate(result));
  line("Executions", executions);
  line("Blocked", fmt::format("{}", result.blocked));
  if (result.truncated > 0) line("Truncated", fmt::format("{} (a loop went beyond its bound)", result.truncated));
  if (result.taken_back.executions > 0) line("Taken back", taken_back(result.taken_back));
  if (result.retries.attempts > 0) {
    line("Retries", fmt::format("of {}, failed ones {}", plural(result.retries.attempts, "attempt"),
                                result.retries.dropped ? "are left out, since they leave memory as it was"
                                                       : "are kept (--retries keep)"));
  }
  std::string graphs = fmt::format("{} by rf and mo", result.graphs);
  if (result.graphs_rf) graphs += fmt::format(", {}{} by rf", result.all_rf ? "" : "more than ", *result.graphs_rf);
  line("Graphs", graphs + fmt::format(", {} by outcome", result.outcomes));
  line("Yield", fmt::format("{:.4f} graphs per execution", yield(result)));
  line("Left", left(result));
  if (result.guidance) line("Guided", guided(*result.guidance));
  return text;
}

}  // namespace graphfuzz
