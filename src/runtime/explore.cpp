// graphfuzz/explore.h.
#include "graphfuzz/explore.h"

#include <fmt/format.h>

#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "graphfuzz/report/replay_file.hpp"
#include "graphfuzz/store/reader.hpp"
#include "runtime/early_heap.hpp"
#include "runtime/explore_process.hpp"
#include "runtime/hook.hpp"

namespace graphfuzz::runtime {
namespace {

struct Texts {
  std::string kind, text, trace, output, replay;
};

/// The result with what it points to.
struct Exploration : graphfuzz_exploration {
  std::string what;
  std::vector<Texts> texts;
  std::vector<graphfuzz_finding> all;  // findings, then remarks
  std::vector<std::string> outcomes;
  std::vector<const char*> outcome_texts;
};

std::string text_in(const store::Value& object, const char* key) {
  const std::optional<store::Value> field = object.find(key);
  return field && !field->is_null() ? std::string(field->text()) : std::string();
}

unsigned long long count_in(const store::Value& object, const char* key, unsigned long long otherwise) {
  const std::optional<store::Value> field = object.find(key);
  return field && !field->is_null() ? field->integer<unsigned long long>() : otherwise;
}

std::size_t add_findings(Exploration& result, const store::Value& campaign, const char* key) {
  const auto findings = campaign.field(key).array();
  for (const store::Value finding : findings) {
    // Of a replay, all is of that one execution.
    const auto of_finding = [&](const char* name) {
      std::string text = text_in(finding, name);
      return text.empty() ? text_in(campaign, name) : text;
    };
    result.texts.push_back({text_in(finding, "kind"), text_in(finding, "message"), of_finding("trace"),
                            of_finding("output"), of_finding("replay")});
    result.all.push_back({});
    result.all.back().executions = count_in(finding, "count", 1);
  }
  return findings.size();
}

/// As the first campaign or replay of --json tells.
void read_result(Exploration& result, const std::string& json) {
  const store::Document document = store::Document::json(json, "the result");
  const store::Value campaign = document.root().array(1)[0];
  result.findings_count = add_findings(result, campaign, "bugs");
  result.remarks_count = add_findings(result, campaign, "remarks");
  const bool replay = campaign.find("steps_taken").has_value();
  result.complete = !replay && campaign.field("complete").boolean() ? 1 : 0;
  result.executions = count_in(campaign, "executions", 1);
  result.blocked = count_in(campaign, "blocked", 0);
  result.truncated = count_in(campaign, "truncated", 0);
  result.graphs = count_in(campaign, "graphs", 1);
  if (replay) {
    if (std::string state = text_in(campaign, "state"); !state.empty()) result.outcomes.push_back(std::move(state));
  } else {
    for (const store::Value state : campaign.field("states").array()) result.outcomes.emplace_back(state.text());
  }
}

void point(Exploration& result) {
  for (std::size_t i = 0; i < result.all.size(); ++i) {
    const Texts& texts = result.texts[i];
    graphfuzz_finding& finding = result.all[i];
    finding.kind = texts.kind.c_str();
    finding.text = texts.text.c_str();
    finding.trace = texts.trace.c_str();
    finding.output = texts.output.c_str();
    finding.replay = texts.replay.c_str();
  }
  for (const std::string& text : result.outcomes) result.outcome_texts.push_back(text.c_str());
  result.error = result.what.c_str();
  result.findings = result.all.data();
  result.remarks = result.all.data() + result.findings_count;
  result.states = result.outcome_texts.data();
  result.states_count = result.outcome_texts.size();
}

/// A replay that is of something else would not fit, and nobody would know why.
void expect_replay_of(std::string name, const std::vector<std::string>& words) {
  name = name.substr(name.rfind('/') + 1);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] != "--replay") continue;
    const ReplayFile file = load_replay(words[i + 1]);
    if (file.test != name) {
      throw std::invalid_argument(
          fmt::format("{}: expected a replay of {}, found one of {}", words[i + 1], name, file.test));
    }
  }
}

/// What is to be done by other processes, or later ones, is not where this one is.
void expect_one_process(const std::vector<std::string>& words) {
  for (const std::string_view word : words) {
    for (const std::string_view option : {"--processes", "--checkpoint", "--workers", "-j"}) {
      if (word.starts_with(option)) {
        throw std::invalid_argument(fmt::format("{}: explore() has one worker, in one process", word));
      }
    }
  }
}

void explore(Exploration& result, const Body& body, const std::string& name, std::vector<std::string> words,
             void* frame) {
  expect_one_process(words);
  expect_replay_of(name, words);
  words.insert(words.begin(), {"--json", "-"});
  const ToolOutcome outcome = run_tool_in_copy(body, name, std::move(words), frame);
  std::string errors = outcome.errors.substr(0, outcome.errors.find_last_not_of('\n') + 1);
  constexpr std::string_view kPrefix = "graphfuzz: ";
  if (errors.starts_with(kPrefix)) errors.erase(0, kPrefix.size());
  if (outcome.signal != 0) {
    throw std::runtime_error(fmt::format("the process that explores was ended by signal {}{}{}", outcome.signal,
                                         errors.empty() ? "" : ": ", errors));
  }
  if (outcome.output.empty() && errors.empty()) {
    throw std::runtime_error(fmt::format(
        "the body has ended the process that explores it (exit code {}): --fork is for such", outcome.code));
  }
  constexpr int kUsage = 2, kInternal = 3;
  if (outcome.code == kUsage) throw std::invalid_argument(errors);
  if (outcome.code == kInternal) throw std::runtime_error(errors);
  read_result(result, outcome.output);
}

}  // namespace
}  // namespace graphfuzz::runtime

using namespace graphfuzz::runtime;

GRAPHFUZZ_HOOK graphfuzz_exploration* graphfuzz_explore(void (*body)(void*), void* argument, const char* name,
                                                        const char* const* options) {
  // Not of a program that is explored: this is then a finding.
  InRuntime in;
  const EarlyHeapClosed closed;
  auto* const result = new (std::nothrow) Exploration();
  if (result == nullptr) return nullptr;
  try {
    if (in.maybe_fiber() != nullptr || graphfuzz::native::machine() != nullptr) {
      throw std::runtime_error("explore() was called by a program that is explored itself");
    }
    if (!early_heap_was_opened()) {
      throw std::runtime_error("the program was not started by graphfuzz's runtime");
    }
    std::vector<std::string> words;
    for (; options != nullptr && *options != nullptr; ++options) words.emplace_back(*options);
    explore(*result, {body, argument}, name, std::move(words), __builtin_frame_address(0));
  } catch (const std::invalid_argument& e) {
    result->status = GRAPHFUZZ_WRONG_OPTIONS;
    result->what = e.what();
  } catch (const graphfuzz::store::Error& e) {
    result->status = GRAPHFUZZ_WRONG_OPTIONS;
    result->what = e.what();
  } catch (const std::exception& e) {
    result->status = GRAPHFUZZ_FAILED;
    result->what = e.what();
  }
  point(*result);
  return result;
}

GRAPHFUZZ_HOOK void graphfuzz_exploration_free(graphfuzz_exploration* exploration) {
  InRuntime in;
  delete static_cast<Exploration*>(exploration);
}
