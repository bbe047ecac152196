// Native programs whose machine is a script (script_machine.hpp), against the same scripts as litmus tests.
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/target/native_target.hpp"
#include "support/campaigns.hpp"
#include "support/property.hpp"
#include "support/script_machine.hpp"

namespace graphfuzz::testing {
namespace {

using enum MemoryOrder;
using Kind = ScriptStep::Kind;

struct Found {
  bool complete = false;
  std::uint64_t graphs = 0;
  std::set<std::string> states;
  bool race = false;
  bool liveness = false;
  friend bool operator==(const Found&, const Found&) = default;
};

std::ostream& operator<<(std::ostream& out, const Found& found) {
  out << found.graphs << " graphs" << (found.complete ? "" : " or more") << (found.race ? ", race" : "")
      << (found.liveness ? ", liveness" : "") << ":";
  for (const std::string& state : found.states) out << " [" << state << "]";
  return out;
}

Found all_of(const Target& target, std::uint64_t seed = 1) {
  CampaignOptions options;
  options.fuzz.strategy = StrategyKind::exhaustive;
  options.executions = 200'000;
  options.seed = seed;
  const CampaignResult result = graphfuzz::run_campaign(target, options);
  Found found{result.complete && result.truncated == 0, result.graphs, {}, false, false};
  for (const ObservedState& state : result.states) found.states.insert(state.text);
  for (const Bug& bug : result.bugs) {
    found.race |= bug.kind == "race";
    found.liveness |= bug.kind == "liveness";
  }
  return found;
}

NativeTarget native_target(native::Machine& machine, const std::string& model) {
  return NativeTarget(machine, model, {}, true, {});
}

Found native_all_of(const Scripts& scripts, const std::string& model) {
  ScriptMachine machine(scripts);
  return all_of(native_target(machine, model));
}

Found litmus_all_of(const Scripts& scripts, const std::string& model) {
  LitmusOptions options;
  options.unroll = 4;
  const std::shared_ptr<const Program> program = parse_litmus(script_litmus(scripts), "script.litmus", options);
  MemoryTarget target(program, model);
  target.look_for_spins(true);
  target.report_waits(true);
  return all_of(target);
}

bool has_plain(const Scripts& scripts) {
  for (const Script& script : scripts) {
    for (const ScriptStep& step : script) {
      if (step.kind == Kind::plain_read || step.kind == Kind::plain_write) return true;
    }
  }
  return false;
}

TEST(NativeTarget, FindsWhatThereIsInTheSameLitmusTest) {
  int compared = 0;
  int racy = 0;
  check_property(300, [&] {
    const Scripts scripts = *any_scripts();
    const std::string model = *rc::gen::element<std::string>("sc", "tso", "ra", "rc11", "relaxed");
    const Found litmus = litmus_all_of(scripts, model);
    if (!litmus.complete) return;
    Found native = native_all_of(scripts, model);
    RC_ASSERT(native.race == litmus.race);
    // What is read plainly is no event of the native program: one value of several, if there is a race.
    if (has_plain(scripts) && (model != "rc11" || litmus.race)) {
      ++racy;
      return;
    }
    ++compared;
    RC_ASSERT(native == litmus);
  });
  EXPECT_GT(compared, seen_here(150));
  EXPECT_GT(racy, seen_here(10));
}

TEST(NativeTarget, FindsTheSameWithAnySeedAndWhateverWasLearned) {
  check_property(60, [] {
    const Scripts scripts = *any_scripts();
    const std::string model = *rc::gen::element<std::string>("sc", "rc11");
    ScriptMachine machine(scripts);
    const NativeTarget target = native_target(machine, model);
    const Found first = all_of(target, 1);
    RC_ASSERT(all_of(target, 2) == first);
    CampaignOptions random;
    random.fuzz.strategy = StrategyKind::random;
    random.executions = 300;
    static_cast<void>(graphfuzz::run_campaign(target, random));
    RC_ASSERT(all_of(target, 3) == first);
    RC_ASSERT(native_all_of(scripts, model) == first);
  });
}

// Random executions end in states that there are.
TEST(NativeTarget, RandomExecutionsAreOnesThatThereAre) {
  check_property(60, [] {
    const Scripts scripts = *any_scripts();
    ScriptMachine machine(scripts);
    const NativeTarget target = native_target(machine, "rc11");
    const Found all = all_of(target);
    if (!all.complete || (all.race && has_plain(scripts))) return;
    CampaignOptions options;
    options.fuzz.strategy = StrategyKind::random;
    options.executions = 500;
    const CampaignResult result = graphfuzz::run_campaign(target, options);
    RC_ASSERT(result.graphs <= all.graphs);
    for (const ObservedState& state : result.states) RC_ASSERT(all.states.contains(state.text));
  });
}

// Scripts of which the first hands over `d` to the second, which may not be all that they do with it.
rc::Gen<Scripts> any_handovers() {
  return rc::gen::exec([] {
    Scripts scripts = *any_scripts();
    const MemoryOrder order = *rc::gen::element(seq_cst, seq_cst, relaxed);
    const Script gives{{Kind::plain_write, relaxed, 0, 2, false}, {Kind::write, order, 0, 1, false}};
    const Script takes{{Kind::read, order, 0, 1, false}, {Kind::skip, relaxed, 0, 1, false}};
    scripts[0].insert(scripts[0].begin(), gives.begin(), gives.end());
    for (const Kind kind : {Kind::plain_read, Kind::plain_write}) {
      if (*rc::gen::inRange(0, 3) == 0) continue;
      scripts[1].insert(scripts[1].end(), takes.begin(), takes.end());
      scripts[1].push_back({kind, relaxed, 0, 1, false});
    }
    return scripts;
  });
}

// Plain accesses as events, where they race, or wherever memory is shared and written: what does not race is read in
// one way in each graph, so that there are as many.
TEST(NativeTarget, WhatDoesNotRaceNeedNotBeExplored) {
  int spared = 0;
  int raced = 0;
  check_property(200, [&] {
    const Scripts scripts = *any_handovers();
    const std::string model = *rc::gen::element<std::string>("sc", "rc11");
    const MemoryOrder order = *rc::gen::element(seq_cst, relaxed);
    const auto found = [&](bool racing) {
      ScriptMachine machine(scripts);
      NativeOptions options;
      options.plain = {order, racing};
      const NativeTarget target(machine, model, options, true, {});
      const Found result = all_of(target);
      const native::Facts facts = native::Facts::parse(target.learned());
      for (const auto& [address, memory] : facts.memory) {
        if (racing && memory.shared && memory.written) ++(memory.racing != 0 ? raced : spared);
      }
      return result;
    };
    const Found some = found(true);
    const Found all = found(false);
    if (!some.complete || !all.complete) return;
    RC_ASSERT(some == all);
  });
  EXPECT_GT(spared, seen_here(20));
  EXPECT_GT(raced, seen_here(20));
}

TEST(NativeTarget, AKnownProgramIsNotRunAgain) {
  const ScriptStep put{Kind::write, relaxed, 0, 1, false};
  const ScriptStep get{Kind::read, relaxed, 1, 1, false};
  ScriptMachine machine({{put, get}, {{Kind::write, relaxed, 1, 1, false}, {Kind::read, relaxed, 0, 1, false}}});
  const NativeTarget target = native_target(machine, "rc11");
  const Found found = all_of(target);
  EXPECT_EQ(found.graphs, 4U);
  const unsigned resumes = machine.resumes;
  CampaignOptions options;
  options.fuzz.strategy = StrategyKind::random;
  options.executions = 5'000;
  EXPECT_EQ(graphfuzz::run_campaign(target, options).graphs, 4U);
  EXPECT_LT(machine.resumes, resumes + 100);  // where a campaign looks whether the program does the same each time
}

TEST(NativeTarget, WaitsTakeNoEvents) {
  const Scripts locks(3, {{Kind::lock, acquire, 0, 1, false}, {Kind::write, release, 0, 0, false}});
  EXPECT_EQ(native_all_of(locks, "rc11").graphs, 6U);
  const Found vain = native_all_of({{{Kind::wait, acquire, 0, 2, false}}, {{Kind::write, release, 0, 1, false}}}, "sc");
  EXPECT_EQ(vain.graphs, 0U);
  EXPECT_TRUE(vain.liveness);
}

}  // namespace
}  // namespace graphfuzz::testing
