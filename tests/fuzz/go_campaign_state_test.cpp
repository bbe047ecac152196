// The state of a campaign on the disk: read back as it was written, whatever happens in between.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "graphfuzz/fuzz/go/campaign_state.hpp"
#include "store/file_size_limit.hpp"

namespace graphfuzz::go {
namespace {

using ::testing::HasSubstr;

class GoCampaignState : public ::testing::Test {
 protected:
  GoCampaignState() {
    std::string name = (std::filesystem::temp_directory_path() / "graphfuzz-state-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder");
    folder_ = name;
  }
  ~GoCampaignState() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  std::filesystem::path folder_;
};

CampaignState example(std::size_t inputs = 3) {
  CampaignState state;
  state.strategy = StrategyKind::gopie_hb;
  state.seed = ~std::uint64_t{0};
  state.calls = 5;
  Memory& memory = state.memory;
  memory.runs = 17;
  memory.first_runs = 2;
  memory.since_first = 9;
  memory.pairs["a.go#1 > b.go#2"] = {12, 0b101};
  memory.channels["c.go#3"] = {true, false, 2.5};
  memory.selected.emplace("s.go#4", kDefault);
  memory.selected.emplace("s.go#4", 2);
  memory.greatest_select_score = 12.25;
  memory.greatest_chain_score = 0.1;
  for (std::size_t i = 0; i < inputs; ++i) {
    Input input;
    input.directive.chain = {{1, "a.go#1", 1}, {2, "\"quoted\" b.go#2", static_cast<std::uint32_t>(i + 1)}};
    input.directive.preferred["s.go#4"] = {0, kDefault, 2};
    input.directive.delays["d.go#5"] = {3};
    input.run = 4;
    input.prefix = 7;
    input.prefix_end = 1234;
    input.generation = 2;
    memory.queue.push(input, 2, inputs, true);
  }
  if (inputs > 2) {
    Input replay;  // of a predicted bug
    replay.directive.prefix = {{1, "a.go#3", 2}};
    replay.directive.chain = {{1, "a.go#1", 1}, {2, "b.go#2", 1}};
    replay.replays = 30;
    memory.queue.push_first(replay);
    EXPECT_FALSE(memory.queue.push_first(replay)) << "once";
    Input twice;  // waits as often as it is made
    twice.directive.preferred["s.go#4"] = {1};
    for (int i = 0; i < 2; ++i) memory.queue.push(twice, 2, inputs + 9, false);
  }
  if (inputs > 0) {
    Input taken = *memory.queue.pop();
    state.outstanding[taken.id] = taken;
  }
  state.traces = {4};
  return state;
}

TEST_F(GoCampaignState, IsReadBackAsItWas) {
  const CampaignState state = example();
  EXPECT_EQ(from_json(to_json(state), "x"), state);
  EXPECT_EQ(to_json(from_json(to_json(state), "x")), to_json(state));
  EXPECT_EQ(from_json(to_json(CampaignState{}), "x"), CampaignState{});
  const StateFolder folder(folder_ / "new" / "folder");
  EXPECT_FALSE(folder.has_state());
  folder.save(state);
  EXPECT_TRUE(folder.has_state());
  EXPECT_EQ(folder.load(), state);
}

TEST_F(GoCampaignState, ErrorsNameTheFileAndTheElement) {
  const auto error = [](const std::string& text) -> std::string {
    try {
      from_json(text, "dir/state.json");
    } catch (const store::DocumentError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(error(""), HasSubstr("dir/state.json:1:1: "));
  EXPECT_THAT(error("{\n\n \"format\": }"), HasSubstr("dir/state.json:3:12: expected a value, found"));
  EXPECT_THAT(error("[]"), HasSubstr("expected an object"));
  EXPECT_THAT(error("{}"), HasSubstr("\"format\""));
  const nlohmann::json good = nlohmann::json::parse(to_json(example()));
  const auto with = [&](const char* pointer, nlohmann::json value) {
    nlohmann::json changed = good;
    changed[nlohmann::json::json_pointer(pointer)] = std::move(value);
    return error(changed.dump());
  };
  EXPECT_THAT(with("/version", 2), HasSubstr("version 2"));
  EXPECT_THAT(with("/strategy", "magic"), HasSubstr(": strategy: expected the name of a strategy, found \"magic\""));
  EXPECT_THAT(with("/memory/runs", -1),
              HasSubstr("memory.runs: expected an integer from 0 to 4611686018427387904, found -1"));
  EXPECT_THAT(with("/memory/queue/0/chain/1", "x"), HasSubstr("memory.queue[0].chain[1]: expected an array of 3"));
  EXPECT_THAT(with("/memory/queue/0/id", 1000), HasSubstr("memory.queue[0].id"));
  EXPECT_THAT(with("/memory/queue/1/generation", 1ULL << 40), HasSubstr("memory.queue[1].generation"));
  EXPECT_THAT(with("/memory/queue/1/more", 1), HasSubstr("memory.queue[1]: expected no keys but"));
  EXPECT_THAT(with("/memory/channels/c.go#3/closed", 1), HasSubstr("expected true or false"));
  EXPECT_THAT(with("/memory/last_id", ~std::uint64_t{0}), HasSubstr("memory.last_id: expected an integer from 0 to "));
  for (const char* place : {"", "/", "traces/4", "traces/4/", "traces/4/..", "traces/4/a/b", "traces/5/trace",
                            "../traces/4/trace", "/traces/4/trace"}) {
    EXPECT_THAT(with("/traces/0/1", place), HasSubstr("traces[0][1]: expected \"traces/4/trace\", found")) << place;
  }
  EXPECT_EQ(with("/traces/0/1", "traces/4/run.log"), "") << "version 0.1 wrote this";
}

/// Any piece of the JSON taken away or replaced gives the state or a DocumentError, nothing else.
TEST_F(GoCampaignState, DamageIsFound) {
  const std::string good = to_json(example());
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const char c : {'0', '{', '"', ' '}) {
      std::string bad = good;
      bad[i] = c;
      try {
        from_json(bad, "x");
      } catch (const store::DocumentError&) {
      }
    }
    EXPECT_THROW(from_json(good.substr(0, std::min(i, good.size() - 2)), "x"), store::DocumentError);
  }
}

TEST_F(GoCampaignState, IsHeldByOneProcess) {
  {
    const StateFolder folder(folder_);
    try {
      const StateFolder other(folder_);
      FAIL() << "two at once";
    } catch (const store::FileError& e) {
      EXPECT_THAT(e.what(), HasSubstr("in use by another process"));
    }
  }
  const StateFolder again(folder_);  // the lock is gone with its holder, the file is not
  EXPECT_TRUE(std::filesystem::exists(folder_ / "lock"));
}

TEST_F(GoCampaignState, ALeftOverTemporaryFileDoesNoHarm) {
  const std::filesystem::path left = folder_ / ".state.json.12-3.new";
  std::ofstream(left) << "{ half";
  const StateFolder folder(folder_);
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_FALSE(folder.has_state());
  folder.save(example());
  EXPECT_EQ(folder.load(), example());
}

TEST_F(GoCampaignState, KeepsTracesAndInputs) {
  const StateFolder folder(folder_);
  const StateFolder::Files files = {{"trace_1.log", "one"}, {"trace_2.log", ""}};
  folder.keep_trace(4, {{"older", "of a call that was killed"}});
  folder.keep_trace(4, files);
  folder.keep_trace(5, files);
  EXPECT_EQ(folder.kept_trace(4, 3), files);
  EXPECT_THROW(folder.kept_trace(4, 2), store::FileError);
  folder.forget_traces({5});
  EXPECT_THROW(folder.kept_trace(4, 100), store::FileError);
  EXPECT_EQ(folder.kept_trace(5, 100), files);
  EXPECT_EQ(folder.write_input(7, files), folder_ / "inputs" / "7");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "inputs" / "7" / "trace_2.log"));
}

TEST_F(GoCampaignState, SomebodyElsesFolderIsLeftAlone) {
  std::filesystem::create_directory(folder_ / "traces");
  EXPECT_THROW(StateFolder{folder_}, store::FileError);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "lock"));
}

TEST_F(GoCampaignState, CannotBeWritten) {
  const StateFolder folder(folder_);
  folder.save(example(1));
  {
    const store::testing::FileSizeLimit full(100);
    EXPECT_THROW(folder.save(example(2)), store::FileError);
  }
  EXPECT_EQ(folder.load(), example(1)) << "the old state is still there";
}

TEST_F(GoCampaignState, NamesThatAreNoText) {
  CampaignState state;
  state.memory.channels["a\xff#1"] = {true, false, 1};
  state.memory.channels["a\xfe#1"] = {true, false, 1};
  const CampaignState read = from_json(to_json(state), "x");
  EXPECT_EQ(read.memory.channels.size(), 1u);
  EXPECT_TRUE(read.memory.channels.contains("a\uFFFD#1"));
}

// A process that does nothing but save is killed at some moment: the state is one that it saved, complete.
TEST_F(GoCampaignState, SurvivesAKillAtAnyMoment) {
  StateFolder(folder_).save(example(0));
  for (int round = 0; round < 20; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      const StateFolder folder(folder_);
      for (std::size_t i = 1;; ++i) folder.save(example(i % 50));
    }
    ASSERT_GT(child, 0);
    usleep(static_cast<useconds_t>(3'000 + 700 * round));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const StateFolder folder(folder_);  // not locked any more
    const CampaignState state = folder.load();
    bool saved = false;
    for (std::size_t i = 0; i < 50 && !saved; ++i) saved = state == example(i);
    EXPECT_TRUE(saved);
  }
}

}  // namespace
}  // namespace graphfuzz::go
