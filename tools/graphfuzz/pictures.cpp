#include "pictures.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <filesystem>

#include "graphfuzz/analysis/memory/story.hpp"
#include "graphfuzz/report/dot.hpp"
#include "output.hpp"

extern char** environ;

namespace graphfuzz::cli {
namespace {

/// Runs `dot -Tsvg`. Without Graphviz there are only .dot files.
void render(const std::string& dot_file, const std::string& svg_file) {
  static bool available = true;
  if (!available) return;
  std::string arguments[] = {"dot", "-Tsvg", "-o", svg_file, dot_file};
  char* argv[] = {arguments[0].data(), arguments[1].data(), arguments[2].data(),
                  arguments[3].data(), arguments[4].data(), nullptr};
  pid_t child = 0;
  int status = 0;
  available = posix_spawnp(&child, "dot", nullptr, nullptr, argv, environ) == 0;
  if (!available) return;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0) complain(dot_file + ": Graphviz cannot draw this");
}

void write(const std::string& folder, const std::string& name, const std::string& dot) {
  const std::filesystem::path place = std::filesystem::path(folder) / name;
  const std::string dot_file = place.string() + ".dot";
  write_file(dot_file, dot);
  render(dot_file, place.string() + ".svg");
}

}  // namespace

void draw(const CampaignResult& result, const std::string& folder, FileNames& names) {
  const std::string title = fmt::format("{} under {}", result.test, result.model);
  const std::string name = fmt::format("{}-{}", result.test, result.model);
  for (std::size_t i = 0; i < result.states.size(); ++i) {
    const ObservedState& state = result.states[i];
    if (!state.example) continue;  // beyond CampaignOptions::keep_examples
    const std::string subtitle =
        fmt::format("{}   ({} the condition)", state.text, state.satisfies ? "satisfies" : "does not satisfy");
    write(folder, names.unique(fmt::format("{}-state-{}", name, i + 1)),
          to_dot(state.example->story, {title, subtitle}));
  }
  for (std::size_t i = 0; i < result.bugs.size(); ++i) {
    const Bug& bug = result.bugs[i];
    write(folder, names.unique(fmt::format("{}-bug-{}-{}", name, i + 1, bug.kind)),
          to_dot(bug.witness->story, {title, bug.message}));
  }
}

void draw(const Replay& replay, const std::string& folder, FileNames& names) {
  const std::string subtitle =
      replay.broken ? "inconsistent: " + replay.broken->axiom : replay.state.value_or(replay.ending);
  write(folder, names.unique(fmt::format("{}-{}-replay", replay.test, replay.model)),
        to_dot(replay.story, {fmt::format("{} under {}", replay.test, replay.model), subtitle}));
}

void draw(const OutcomeExplanation& explanation, const Program& program, const std::string& folder, FileNames& names) {
  if (!explanation.graph) return;
  const std::string verdict = explanation.violation ? "violates " + explanation.violation->axiom : "consistent";
  const Violation* const violation = explanation.violation ? &*explanation.violation : nullptr;
  write(folder, names.unique(fmt::format("{}-{}-explained", explanation.test, explanation.model)),
        to_dot(tell(*explanation.graph, program, {}, violation),
               {fmt::format("{} under {}", explanation.test, explanation.model),
                fmt::format("{}   ({})", explanation.state, verdict)}));
}

void draw(const go::Trace& trace, const go::TraceAnalysis& analysis, const std::string& folder, FileNames& names) {
  const std::filesystem::path path = std::filesystem::path(trace.path).lexically_normal();
  // "kernel/run1" as "kernel-run1": most folders of traces have the same name.
  std::filesystem::path last = path.has_filename() ? path : path.parent_path();
  const std::string parent = last.parent_path().filename().string();
  const std::string name = parent.empty() ? last.stem().string() : parent + '-' + last.stem().string();
  write(folder, names.unique(name), go::to_dot(trace, analysis));
}

}  // namespace graphfuzz::cli
