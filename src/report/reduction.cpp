#include "graphfuzz/report/reduction.hpp"

#include <fmt/format.h>

#include "report/campaign_lines.hpp"
#include "report/json_objects.hpp"

namespace graphfuzz {
namespace {

std::string size_words(const ProgramSize& size) {
  const std::string threads = size.threads > 0 ? plural(size.threads, "thread") + ", " : "";
  return fmt::format("{}{}, {}", threads, plural(size.statements, "statement"), plural(size.bytes, "letter"));
}

Json json_of(const ProgramSize& size) {
  return {{"threads", size.threads > 0 ? Json(size.threads) : Json(nullptr)},
          {"statements", size.statements},
          {"letters", size.bytes}};
}

/// What "smallest" means.
std::string how_small(const Reduction& r, std::uint64_t executions) {
  if (!r.finished) return "Stopped before all was tried: the smallest so far\n";
  const std::uint64_t all = r.unreadable + r.cannot + r.unseen;
  std::string text = r.unseen == 0
                         ? "1-minimal: no program with one part less shows it, of"
                         : "Not proven to be 1-minimal: no program with one part less was seen to show it, of";
  text += fmt::format(" {}", all);
  if (r.cannot > 0) text += fmt::format("; {} cannot: all executions were visited", r.cannot);
  if (r.unseen > 0)
    text +=
        fmt::format("; {} did not in at most {} each, which is no proof", r.unseen, plural(executions, "execution"));
  if (r.unreadable > 0) text += fmt::format("; {} would be no program", r.unreadable);
  return text + '\n';
}

}  // namespace

std::string reduction_lines(const Reduction& r, std::uint64_t executions) {
  if (!r.shown_at_all) {
    return fmt::format(
        "The program stays as it is: a search of {} did not see this even in all of it (-n, --strategy)\n",
        plural(r.executions, "execution"));
  }
  return fmt::format("Program of {}, made from one of {}; {} tried, in {}\n", size_words(r.after), size_words(r.before),
                     plural(r.programs, "smaller program"), plural(r.executions, "execution")) +
         how_small(r, executions);
}

std::string reduction_json(const Reduction* r, const std::string& file, const Replay& replay,
                           const std::string& replay_file) {
  Json json = json_of(replay, replay_file);
  json["format"] = "graphfuzz reduction";
  json["program"] = nullptr;
  if (r != nullptr) {
    json["program"] = {{"file", file.empty() ? Json(nullptr) : Json(file)},
                       {"shown_at_all", r->shown_at_all},
                       {"finished", r->finished},
                       {"before", json_of(r->before)},
                       {"after", json_of(r->after)},
                       {"programs", r->programs},
                       {"executions", r->executions},
                       {"no_program", r->unreadable},
                       {"cannot", r->cannot},
                       {"unseen", r->unseen}};
  }
  return json_text(json) + '\n';
}

}  // namespace graphfuzz
