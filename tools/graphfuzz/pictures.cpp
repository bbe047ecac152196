#include "pictures.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "graphfuzz/analysis/causes.hpp"
#include "graphfuzz/analysis/memory/story.hpp"
#include "graphfuzz/report/dot.hpp"
#include "graphfuzz/report/svg.hpp"
#include "graphviz.hpp"
#include "interrupts.hpp"
#include "output.hpp"

namespace graphfuzz::cli {
namespace {

using Milliseconds = std::chrono::milliseconds;

// Executions of more events are not for Graphviz, whose layout is more than quadratic.
constexpr std::size_t kMostEvents = 200;
// One picture may take so long, and all of them together.
constexpr Milliseconds kForOne{5'000};
constexpr Milliseconds kForAll{30'000};

/// Once in the life of the process: what is true of one picture is true of the next.
void remark_once(bool& told, const std::string& text) {
  if (!told) complain("note: " + text + ": pictures in lanes are written instead");
  told = true;
}

/// Does Graphviz draw it?
bool render(const std::string& dot_file, const std::string& svg_file) {
  using Clock = std::chrono::steady_clock;
  static Milliseconds left = kForAll;
  static bool missing = false;
  static bool late = false;
  if (missing || left <= Milliseconds{0} || interrupted()) return false;
  const Clock::time_point start = Clock::now();
  const Layout layout = lay_out(dot_file, svg_file, std::min(left, kForOne), interrupted());
  left -= std::chrono::duration_cast<Milliseconds>(Clock::now() - start);
  switch (layout) {
    case Layout::done:
      return true;
    case Layout::missing:
      remark_once(missing, "Graphviz is not installed");
      break;
    case Layout::failed:
      complain(dot_file + ": Graphviz cannot draw this");
      break;
    case Layout::gave_up:
      remark_once(late, dot_file + ": Graphviz takes too long");
      break;
    case Layout::stopped:
      break;
  }
  return false;
}

/// `lanes` makes the picture that Graphviz is too slow for, or not there.
template <class Lanes>
void write(const std::string& folder, const std::string& name, std::size_t events, const std::string& dot,
           Lanes lanes) {
  const std::filesystem::path place = std::filesystem::path(folder) / name;
  const std::string dot_file = place.string() + ".dot";
  const std::string svg_file = place.string() + ".svg";
  write_file(dot_file, dot);
  if (events <= kMostEvents && render(dot_file, svg_file)) return;
  write_file(svg_file, lanes());
}

void write(const std::string& folder, const std::string& name, const Story& story, const Picture& picture) {
  write(folder, name, story.rows.size(), to_dot(story, picture), [&] { return to_svg(story, picture); });
}

}  // namespace

void draw(const CampaignResult& result, const std::string& folder, FileNames& names, bool whole) {
  const std::string title = fmt::format("{} under {}", result.test, result.model);
  const std::string name = fmt::format("{}-{}", result.test, result.model);
  for (std::size_t i = 0; i < result.states.size(); ++i) {
    const ObservedState& state = result.states[i];
    if (!state.example) continue;  // beyond CampaignOptions::keep_examples
    const std::string subtitle =
        fmt::format("{}   ({} the condition)", state.text, state.satisfies ? "satisfies" : "does not satisfy");
    write(folder, names.unique(fmt::format("{}-state-{}", name, i + 1)), state.example->story, {title, subtitle});
  }
  const auto draw_each = [&](const std::vector<Bug>& findings, const char* what) {
    for (std::size_t i = 0; i < findings.size(); ++i) {
      const Bug& finding = findings[i];
      if (!finding.witness) continue;
      const Story& story = finding.witness->story;
      write(folder, names.unique(fmt::format("{}-{}-{}-{}", name, what, i + 1, finding.kind)),
            whole ? story : causes_of(story), {title, finding.message});
    }
  };
  draw_each(result.bugs, "bug");
  draw_each(result.remarks, "remark");
}

void draw(const Replay& replay, const std::string& folder, FileNames& names, bool whole) {
  const std::string subtitle =
      replay.broken ? "inconsistent: " + replay.broken->axiom : replay.state.value_or(replay.ending);
  const bool causes = !whole && replay.possible() && !replay.findings.empty();
  write(folder, names.unique(fmt::format("{}-{}-replay", replay.test, replay.model)),
        causes ? causes_of(replay.story) : replay.story,
        {fmt::format("{} under {}", replay.test, replay.model), subtitle});
}

void draw(const Story& story, const std::string& title, const std::string& subtitle, const std::string& name,
          const std::string& folder, FileNames& names) {
  write(folder, names.unique(name), story, {title, subtitle});
}

void draw(const OutcomeExplanation& explanation, const Program& program, const std::string& folder, FileNames& names) {
  if (!explanation.graph) return;
  const std::string verdict = explanation.violation ? "violates " + explanation.violation->axiom : "consistent";
  const Violation* const violation = explanation.violation ? &*explanation.violation : nullptr;
  write(folder, names.unique(fmt::format("{}-{}-explained", explanation.test, explanation.model)),
        tell(*explanation.graph, program, {}, violation),
        {fmt::format("{} under {}", explanation.test, explanation.model),
         fmt::format("{}   ({})", explanation.state, verdict)});
}

void draw(const go::Trace& trace, const go::TraceAnalysis& analysis, const std::string& folder, FileNames& names) {
  const std::filesystem::path path = std::filesystem::path(trace.path).lexically_normal();
  // "kernel/run1" as "kernel-run1": most folders of traces have the same name.
  std::filesystem::path last = path.has_filename() ? path : path.parent_path();
  const std::string parent = last.parent_path().filename().string();
  const std::string name = parent.empty() ? last.stem().string() : parent + '-' + last.stem().string();
  write(folder, names.unique(name), trace.events.size(), go::to_dot(trace, analysis),
        [&] { return go::to_svg(trace, analysis); });
}

}  // namespace graphfuzz::cli
