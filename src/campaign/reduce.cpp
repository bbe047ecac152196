#include "graphfuzz/campaign/reduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "campaign/placed_message.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/frontend/program_parts.hpp"
#include "graphfuzz/graph/fingerprint.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz {
namespace {

using Gone = std::vector<bool>;
using PartKind = ProgramPart::Kind;

// The larger a part may be, the earlier it is tried.
constexpr std::array kPartKinds = {PartKind::condition, PartKind::thread,   PartKind::declaration,
                                   PartKind::statement, PartKind::wrapping, PartKind::detail};
constexpr unsigned kMostRepairs = 50;
// Executions that run into a bound, of a program that has lost what ended its loops: more than the whole program had.
constexpr std::uint64_t kMoreTruncated = 3;
constexpr std::uint32_t kFewSteps = 1000;
// Of one object, and programs without several parts at once that are run: a search that sees nothing takes its time.
constexpr std::size_t kMostPaired = 12;
constexpr std::uint64_t kMostJoint = 300;

enum class Outcome : std::uint8_t { shown, unreadable, cannot, unseen };

bool is_about_state(const Goal& goal) { return goal.kind.empty() || goal.kind == "condition"; }

/// What a violated condition is told of: conditions name threads in another way.
std::string_view state_in(std::string_view message) {
  constexpr std::string_view kBefore = "in the state ";
  const std::size_t at = message.rfind(kBefore);
  return at == std::string_view::npos ? message : message.substr(at + kBefore.size());
}

Sought sought_for(const Goal& goal, const std::string& file) {
  if (goal.kind.empty()) {
    return {{}, [&goal](Search& search) { return search.satisfies() && search.outcome() == goal.message; }};
  }
  return {[&goal, &file](const Finding& finding) {
            if (finding.kind != goal.kind) return false;
            const std::string message = placed_by_lines(finding.message, file);
            if (goal.kind == "condition") return state_in(message) == state_in(goal.message);
            return message == goal.message || turned_round(message) == goal.message;
          },
          {}};
}

class Reducer {
 public:
  Reducer(const ProgramSource& source, const Goal& goal, const ReduceOptions& options)
      : source_(source),
        goal_{goal.kind, placed_by_lines(goal.message, source.file)},
        options_(options),
        load_(options.load),
        parts_(kind_of(source) == "go" ? go_parts(source.text, source.file) : litmus_parts(source.text, source.file)),
        best_(parts_.parts.size(), false) {
    result_.before = result_.after = size_of(best_);
  }

  Reduction run(const std::string& new_file);

 private:
  ProgramSize size_of(const Gone& gone) const;
  bool may_go(std::size_t part) const;
  bool is_outermost(std::size_t part) const {
    return parts_.parts[part].kind == PartKind::declaration || parts_.parts[part].kind == PartKind::thread;
  }
  bool left(std::size_t part, const Gone& gone) const;
  std::unique_ptr<const Target> load(Gone& gone, std::string& text) const;
  bool repair(const ParseError& error, Gone& gone) const;
  Outcome look(Gone& gone);
  void bound_steps(const std::string& text, const Goal& goal, const SeekOptions& options);
  bool take_out(const std::vector<std::size_t>& parts);
  std::vector<std::vector<std::size_t>> neighbours(PartKind kind) const;
  bool pass(PartKind kind);
  std::size_t innermost(std::size_t offset, bool around) const;
  std::vector<std::vector<std::size_t>> objects() const;
  std::vector<std::vector<std::size_t>> joint(const std::vector<std::size_t>& object) const;
  bool pass_over_objects();
  void improve();
  bool take_result(const std::string& text, const std::vector<unsigned>& lines, const std::string& new_file);
  std::string headed(const std::string& text, std::vector<unsigned>& lines) const;
  void finish(const std::string& new_file);

  const ProgramSource& source_;
  const Goal goal_;  // with its places by lines
  const ReduceOptions& options_;
  LoadOptions load_;  // … for programs that are tried
  const ProgramParts parts_;
  Gone best_;
  std::map<Fingerprint, Outcome> known_;  // by the text
  std::uint64_t searches_ = 0;
  std::uint64_t truncated_ = 0;                          // executions of the whole program, until it showed it
  std::uint64_t joint_searches_ = 0;                     // of programs without several parts of an object
  std::map<std::vector<std::size_t>, Outcome> singles_;  // since something was taken out last
  Reduction result_;
};

ProgramSize Reducer::size_of(const Gone& gone) const {
  ProgramSize size;
  for (std::size_t i = 0; i < parts_.parts.size(); ++i) {
    if (!left(i, gone)) continue;
    size.threads += parts_.parts[i].kind == PartKind::thread;
    // Of one that is but the statements in it, what is around them comes next.
    const bool unwrapped = i + 1 < gone.size() && parts_.parts[i + 1].kind == PartKind::wrapping && gone[i + 1];
    size.statements += parts_.parts[i].kind == PartKind::statement && !unwrapped;
  }
  const std::string text = without(parts_, gone);
  size.bytes = static_cast<std::uint64_t>(
      std::ranges::count_if(text, [](char c) { return c != ' ' && c != '\n' && c != '\t' && c != '\r'; }));
  return size;
}

/// What a state is decided by stays as it is.
bool Reducer::may_go(std::size_t part) const {
  return parts_.parts[part].kind != PartKind::condition || !is_about_state(goal_);
}

bool Reducer::left(std::size_t part, const Gone& gone) const {
  if (gone[part]) return false;
  for (std::size_t outer = 0; outer < part; ++outer) {
    if (gone[outer] && parts_.within(part, outer)) return false;
  }
  return true;
}

// Go does not have what is declared and not used: that goes, too.
bool Reducer::repair(const ParseError& error, Gone& gone) const {
  if (error.message().find("not used") == std::string::npos) return false;
  std::size_t offset = 0;
  for (unsigned line = 1; line < error.line(); ++line) offset = parts_.text.find('\n', offset) + 1;
  offset += error.column() - 1;
  std::size_t innermost = parts_.parts.size();
  for (std::size_t i = 0; i < parts_.parts.size(); ++i) {
    const ProgramPart& part = parts_.parts[i];
    if (part.kind != PartKind::statement && part.kind != PartKind::declaration) continue;
    const ProgramPart::Span& span = part.spans.front();
    if (left(i, gone) && span.begin <= offset && offset < span.end) innermost = i;
  }
  if (innermost == parts_.parts.size()) return false;
  gone[innermost] = true;
  return true;
}

std::unique_ptr<const Target> Reducer::load(Gone& gone, std::string& text) const {
  for (unsigned repairs = 0;; ++repairs) {
    text = without(parts_, gone);
    try {
      std::vector<std::unique_ptr<const Target>> targets = load_targets({source_.file, text}, load_);
      return targets.size() == 1 ? std::move(targets.front()) : nullptr;
    } catch (const ParseError& e) {
      if (repairs == kMostRepairs || !repair(e, gone)) return nullptr;
    } catch (const std::invalid_argument&) {  // the model is not for such programs
      return nullptr;
    }
  }
}

Outcome Reducer::look(Gone& gone) {
  stop_point();
  std::string text;
  const std::unique_ptr<const Target> target = load(gone, text);
  if (!target) return Outcome::unreadable;
  const auto [place, is_new] = known_.try_emplace(fingerprint(text), Outcome::unseen);
  if (!is_new) return place->second;
  Goal goal{goal_.kind, goal_.message};
  if (!parts_.thread_parts.empty()) goal.message = with_threads(goal_.message, thread_numbers(parts_, gone));
  try {
    SeekOptions options = options_.seek;
    if (searches_ > 0) options.truncated = truncated_ + kMoreTruncated;
    const Sighting sighting = seek(*target, sought_for(goal, source_.file), options);
    if (searches_++ == 0) {
      truncated_ = sighting.truncated;
      if (sighting.seen()) bound_steps(text, goal, options);
    }
    result_.executions += sighting.executions;
    place->second = sighting.seen() ? Outcome::shown : sighting.all ? Outcome::cannot : Outcome::unseen;
  } catch (const std::invalid_argument&) {
    place->second = Outcome::unreadable;
  } catch (const Stopped&) {
    known_.erase(place);
    throw;
  }
  return place->second;
}

/// Smaller programs may go on for ever, and what an execution costs grows with the square of its steps. If the whole
/// program shows it within few of them, those will do for the others.
void Reducer::bound_steps(const std::string& text, const Goal& goal, const SeekOptions& options) {
  LoadOptions bounded = options_.load;
  bounded.machine.max_steps = std::min(bounded.machine.max_steps, kFewSteps);
  if (kind_of(source_) != "go" || bounded.machine.max_steps == load_.machine.max_steps) return;
  const std::vector<std::unique_ptr<const Target>> targets = load_targets({source_.file, text}, bounded);
  const Sighting sighting = seek(*targets.front(), sought_for(goal, source_.file), options);
  result_.executions += sighting.executions;
  if (!sighting.seen()) return;
  truncated_ = sighting.truncated;
  load_ = std::move(bounded);
}

bool Reducer::take_out(const std::vector<std::size_t>& parts) {
  Gone gone = best_;
  for (const std::size_t part : parts) gone[part] = true;
  const Outcome outcome = look(gone);
  ++result_.programs;
  if (outcome == Outcome::shown) {
    best_ = std::move(gone);
    result_.after = size_of(best_);
    singles_.clear();
    if (options_.progress) options_.progress(result_);
    return true;
  }
  if (parts.size() == 1) singles_[parts] = outcome;
  return false;
}

/// Runs of parts of a kind that are next to each other.
std::vector<std::vector<std::size_t>> Reducer::neighbours(PartKind kind) const {
  std::map<std::size_t, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < parts_.parts.size(); ++i) {
    if (parts_.parts[i].kind == kind && may_go(i) && left(i, best_)) groups[parts_.parts[i].group].push_back(i);
  }
  std::vector<std::vector<std::size_t>> result;
  for (auto& [number, group] : groups) result.push_back(std::move(group));
  return result;
}

/// Halves, quarters, … of neighbours, then each alone, the last first.
bool Reducer::pass(PartKind kind) {
  bool any = false;
  for (const std::vector<std::size_t>& group : neighbours(kind)) {
    for (std::size_t size = (group.size() + 1) / 2; size > 0; size /= 2) {
      for (std::size_t end = group.size(); end > 0; end -= std::min(size, end)) {
        std::vector<std::size_t> chunk;
        for (std::size_t i = end - std::min(size, end); i < end; ++i) {
          if (left(group[i], best_)) chunk.push_back(group[i]);
        }
        const bool known = chunk.empty() || (chunk.size() == 1 && singles_.contains(chunk));
        if (!known && take_out(chunk)) any = true;
      }
    }
  }
  return any;
}

/// The last part that has the offset in it, which is left. What is around statements is one if `around`; else those
/// statements go with it.
std::size_t Reducer::innermost(std::size_t offset, bool around) const {
  std::size_t found = parts_.parts.size();
  for (std::size_t i = 0; i < parts_.parts.size(); ++i) {
    const ProgramPart& part = parts_.parts[i];
    if (!may_go(i) || part.kind == PartKind::condition || (part.kind == PartKind::wrapping && !around)) continue;
    const bool has_it = std::ranges::any_of(
        part.spans, [&](const ProgramPart::Span& span) { return span.begin <= offset && offset < span.end; });
    if (has_it && left(i, best_)) found = i;
  }
  return found;
}

/// For each object that is named more than once, the parts of the program that name it, in three ways: with what is in
/// an if whose head does, without that, and without those that have others of them in them (such as a function whose
/// parameter it is).
std::vector<std::vector<std::size_t>> Reducer::objects() const {
  std::vector<std::string> names;
  std::map<std::string, std::array<std::set<std::size_t>, 2>> named;
  for (const ProgramParts::Mention& mention : parts_.mentions) {
    const auto [place, is_new] = named.try_emplace(mention.name);
    if (is_new) names.push_back(mention.name);
    for (const bool around : {false, true}) {
      const std::size_t part = innermost(mention.offset, around);
      if (part < parts_.parts.size()) place->second[around].insert(part);
    }
  }
  std::vector<std::vector<std::size_t>> result;
  const auto add = [&](std::vector<std::size_t> object) {
    if (object.size() > 1 && std::ranges::find(result, object) == result.end()) result.push_back(std::move(object));
  };
  for (const std::string& name : names) {
    for (const std::set<std::size_t>& all : named[name]) {
      add({all.begin(), all.end()});
      std::vector<std::size_t> inner;
      std::ranges::copy_if(all, std::back_inserter(inner), [&](std::size_t outer) {
        return std::ranges::none_of(all, [&](std::size_t part) { return part > outer && parts_.within(part, outer); });
      });
      add(std::move(inner));
    }
  }
  return result;
}

/// What of an object may go at once: all; what is in one function or thread; what is side by side; two of them.
std::vector<std::vector<std::size_t>> Reducer::joint(const std::vector<std::size_t>& object) const {
  std::vector<std::vector<std::size_t>> result{object};
  std::map<std::size_t, std::vector<std::size_t>> by_function, by_group;
  for (const std::size_t part : object) {
    std::size_t function = 0;
    while (function < part && (!is_outermost(function) || !parts_.within(part, function))) ++function;
    by_function[function].push_back(part);
    by_group[parts_.parts[part].group].push_back(part);
  }
  for (const auto* const parts : {&by_function, &by_group}) {
    for (const auto& [of, some] : *parts) result.push_back(some);
  }
  if (object.size() <= kMostPaired) {
    for (std::size_t i = 0; i < object.size(); ++i) {
      for (std::size_t j = i + 1; j < object.size(); ++j) result.push_back({object[i], object[j]});
    }
  }
  return result;
}

/// What cannot go alone, as a Lock without its Unlock shows something else.
bool Reducer::pass_over_objects() {
  bool any = false;
  std::set<std::vector<std::size_t>> tried;  // since something was taken out last
  for (const std::vector<std::size_t>& object : objects()) {
    for (std::vector<std::size_t> parts : joint(object)) {
      if (joint_searches_ >= kMostJoint) return any;
      std::erase_if(parts, [&](std::size_t part) { return !left(part, best_); });
      if (parts.size() < 2 || !tried.insert(parts).second) continue;
      const std::uint64_t before = searches_;
      const bool taken = take_out(parts);
      joint_searches_ += searches_ - before;
      if (!taken) continue;
      any = true;
      tried.clear();
    }
  }
  return any;
}

void Reducer::improve() {
  Gone nothing = best_;
  result_.shown_at_all = look(nothing) == Outcome::shown;
  if (!result_.shown_at_all) return;
  for (bool any = true; any;) {
    any = false;
    for (const PartKind kind : kPartKinds) any |= pass(kind);
    if (!any) any = pass_over_objects();
  }
  result_.finished = true;
  for (const auto& [part, outcome] : singles_) {
    result_.unreadable += outcome == Outcome::unreadable;
    result_.cannot += outcome == Outcome::cannot;
    result_.unseen += outcome == Outcome::unseen;
  }
}

/// Does the text, with its lines where `lines` says, show it? Then it is the result.
bool Reducer::take_result(const std::string& text, const std::vector<unsigned>& lines, const std::string& new_file) {
  Goal goal{goal_.kind, moved_lines(goal_.message, lines)};
  if (!parts_.thread_parts.empty()) goal.message = with_threads(goal.message, thread_numbers(parts_, best_));
  std::vector<std::unique_ptr<const Target>> targets;
  try {
    targets = load_targets({new_file, text}, options_.load);
  } catch (const ParseError&) {
    return false;
  }
  Sighting sighting = seek(*targets.front(), sought_for(goal, new_file), options_.seek);
  if (!sighting.seen()) return false;
  result_.text = text;
  result_.witness = *std::move(sighting.witness);
  if (sighting.finding) result_.key = sighting.finding->key;
  result_.goal = sighting.finding ? Goal{sighting.finding->kind, sighting.finding->message} : Goal{{}, sighting.state};
  result_.target = sighting.target ? std::move(sighting.target) : std::move(targets.front());
  return true;
}

/// What comments at the beginning of a Go file say, such as which bugs it has, is of the whole program: instead of them
/// there is a line that says what was made of what. What they say to the compiler (//go:build) is still true. `lines`
/// as take_result takes them.
std::string Reducer::headed(const std::string& text, std::vector<unsigned>& lines) const {
  std::size_t begin = 0;
  unsigned gone = 0, come = 1;
  std::string kept;
  for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1, ++gone) {
    const std::string_view line(text.data() + begin, end - begin);
    if (!line.starts_with("//") && line.find_first_not_of(" \t\r") != std::string_view::npos) break;
    if (!line.starts_with("//go:") && !line.starts_with("// +build")) continue;
    kept += std::string(line) + '\n';
    ++come;
  }
  if (!kept.empty()) {
    kept += '\n';
    ++come;
  }
  for (unsigned& line : lines) line = line > gone ? line - gone + come : 0;
  return kept + fmt::format("// Minimized by graphfuzz from {}: what its {} does not need is left out.\n{}",
                            std::filesystem::path(source_.file).filename().string(), goal_.kind, text.substr(begin));
}

// As people read it, looked at once more as such; if a text over several lines has suffered by that, with its gaps.
void Reducer::finish(const std::string& new_file) {
  const UnstoppedScope whole;
  const std::string blanked = without(parts_, best_);
  std::vector<unsigned> lines;
  if (blanked != parts_.text) {
    std::string text = tidied(parts_.text, blanked, lines);
    if (kind_of(source_) == "go") text = headed(text, lines);
    if (take_result(text, lines, new_file)) return;
  }
  if (take_result(blanked, {}, new_file)) return;
  throw std::logic_error("the reduced program does not show what it has shown");
}

Reduction Reducer::run(const std::string& new_file) {
  try {
    improve();
  } catch (const Stopped&) {  // what was found so far is good all the same
  }
  if (result_.shown_at_all) finish(new_file);
  return std::move(result_);
}

}  // namespace

bool is_reducible(std::string_view kind) { return kind == "litmus" || kind == "go"; }

Reduction reduce(const ProgramSource& source, const std::string& new_file, const Goal& goal,
                 const ReduceOptions& options) {
  return Reducer(source, goal, options).run(new_file);
}

}  // namespace graphfuzz
