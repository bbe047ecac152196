// What a task says of a real Go program is enough to make the same target again.
#include "graphfuzz/target/real_go_target.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "graphfuzz/store/error.hpp"

namespace graphfuzz {
namespace {

namespace fs = std::filesystem;

class RealGoTarget : public ::testing::Test {
 protected:
  void SetUp() override { write("one program"); }
  void TearDown() override { fs::remove(file_); }

  void write(const std::string& text) const { std::ofstream(file_, std::ios::binary) << text; }

  RealGo program() const {
    RealGo program;
    program.executable = {file_, "/module/pool", "example.com/pool", true, true, false, {}, "one,two"};
    program.entry = {"TestClose", {"-size", "a b"}, {"pool.go:12", "pool.go:14"}, std::chrono::milliseconds(1'500)};
    return program;
  }

  /// As campaign/unit.hpp has it.
  static LoadOptions task_of(const RealGo& program) {
    Settings settings = real_go_target(program, {})->settings();
    settings.merge(whereabouts(program.executable));
    return options_of(settings);
  }

  const std::string file_ =
      (fs::temp_directory_path() / ::testing::UnitTest::GetInstance()->current_test_info()->name()).string();
};

TEST_F(RealGoTarget, IsMadeAgainFromItsTask) {
  const RealGo program = this->program();
  const ProgramSource source = source_of(program.executable);
  EXPECT_TRUE(is_real_go(source));
  EXPECT_EQ(kind_of(source), "go");
  const RealGo again = described_by(source, task_of(program));
  EXPECT_EQ(again.executable.file, program.executable.file);
  EXPECT_EQ(again.executable.folder, program.executable.folder);
  EXPECT_EQ(again.executable.package, program.executable.package);
  EXPECT_EQ(again.executable.tags, program.executable.tags);
  EXPECT_TRUE(again.executable.is_test && again.executable.races && !again.executable.free);
  EXPECT_EQ(again.entry.test, program.entry.test);
  EXPECT_EQ(again.entry.arguments, program.entry.arguments);
  EXPECT_EQ(again.entry.points, program.entry.points);
  EXPECT_EQ(again.entry.hang_after, program.entry.hang_after);
  const auto targets = load_targets(source, task_of(program));
  ASSERT_EQ(targets.size(), 1U);
  EXPECT_EQ(targets[0]->name(), "example.com/pool.TestClose");
  EXPECT_EQ(targets[0]->settings(), real_go_target(program, {})->settings());
}

TEST_F(RealGoTarget, RunsFreelyAsItDid) {
  RealGo program = this->program();
  program.executable.free = true;
  program.executable.is_test = false;
  program.executable.pattern = "./server";
  program.entry.test.clear();
  program.free = {.patience = std::chrono::milliseconds(7), .limit = std::chrono::milliseconds(8)};
  const RealGo again = described_by(source_of(program.executable), task_of(program));
  EXPECT_TRUE(again.executable.free && !again.executable.is_test);
  EXPECT_EQ(again.executable.pattern, "./server");
  EXPECT_EQ(again.free.patience, program.free.patience);
  EXPECT_EQ(again.free.limit, program.free.limit);
}

TEST_F(RealGoTarget, WhatIsBuiltInTheCacheIsNamedByItsPlaceThere) {
  RealGo program = this->program();
  program.executable.file = (real_go::default_cache() / "0123.test").string();
  EXPECT_EQ(whereabouts(program.executable).at("executable"), "0123.test");
  EXPECT_EQ(whereabouts(this->program().executable).at("executable"), file_);
}

// … which is by its bytes: older tasks say another one.
TEST_F(RealGoTarget, WhatIsBuiltInTheCacheIsFoundThereByItsHash) {
  const RealGo program = this->program();
  for (const char* const name : {"0123.test", "an older name"}) {
    LoadOptions options = task_of(program);
    options.built["executable"] = name;
    const real_go::Executable again = described_by(source_of(program.executable), options).executable;
    EXPECT_EQ(again.file, real_go::kept_in(real_go::default_cache(), real_go::hash_of(file_)));
  }
}

TEST_F(RealGoTarget, WhatABuildHasNotSeenIsWrittenWithTheProgram) {
  write(
      "\x7f"
      "ELF runtime.GraphfuzzBegin all=-race");
  real_go::Executable built = program().executable;
  const std::string copy = file_ + ".copy";
  for (const char* const unseen : {"", "len of a channel may be no point in what could not be looked at: a, b"}) {
    built.unseen = unseen;
    real_go::write_program(built, copy);
    const auto known = real_go::built_before(copy);
    ASSERT_TRUE(known.has_value());
    EXPECT_EQ(known->unseen, unseen);
    EXPECT_TRUE(known->races && !known->free);
  }
  fs::remove(copy);
  EXPECT_THROW(real_go::write_program(built, "/nowhere/at/all"), real_go::BuildError);
}

TEST_F(RealGoTarget, AnotherExecutableWillNotDo) {
  const RealGo program = this->program();
  const RealGo again = described_by(source_of(program.executable), task_of(program));
  EXPECT_NO_THROW(real_go::expect_unchanged(again.executable));
  write("another program");
  EXPECT_THROW(real_go::expect_unchanged(again.executable), real_go::BuildError);
  fs::remove(file_);
  EXPECT_THROW(real_go::expect_unchanged(again.executable), real_go::BuildError);
  EXPECT_THROW(source_of(program.executable), store::FileError);
  write("");
}

TEST_F(RealGoTarget, SettingsThatAreNotEnoughAreRefused) {
  const ProgramSource source = source_of(program().executable);
  EXPECT_THROW(described_by(source, LoadOptions()), std::invalid_argument);
  LoadOptions options = task_of(program());
  options.built.erase("import-path");
  EXPECT_THROW(described_by(source, options), std::invalid_argument);
  options = task_of(program());
  options.function.clear();
  EXPECT_THROW(described_by(source, options), std::invalid_argument);
}

}  // namespace
}  // namespace graphfuzz
