// Nothing outside of a Folder is reached through it.
#include "graphfuzz/store/folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "store/temporary_folder.hpp"

namespace graphfuzz::store::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::size_t kMost = 1000;

class StoreFolder : public ::testing::Test {
 protected:
  StoreFolder() {
    fs::create_directory(outside_.path() / "inner");
    std::ofstream(outside_.path() / "inner" / "precious") << "x";
  }
  ~StoreFolder() override { EXPECT_TRUE(fs::exists(outside_.path() / "inner" / "precious")); }

  const TemporaryFolder inside_;
  const TemporaryFolder outside_;
  const Folder folder_ = Folder::make(inside_ / "a" / "b");
  const fs::path place_ = inside_ / "a" / "b";
};

TEST_F(StoreFolder, WhatIsWrittenIsReadAndRemoved) {
  folder_.write_file("file", "text");
  folder_.write_file("file", "other text");
  folder_.make_folder("deep").make_folder("deeper").write_file("file", "");
  EXPECT_EQ(folder_.read_file("file", kMost), "other text");
  EXPECT_THAT(folder_.names(), ElementsAre("deep", "file"));
  EXPECT_TRUE(folder_.is_folder("deep"));
  EXPECT_FALSE(folder_.is_folder("file"));
  EXPECT_EQ(folder_.folder("deep").folder("deeper").read_file("file", kMost), "");
  folder_.remove("deep");
  folder_.remove("file");
  folder_.remove("never there");
  EXPECT_THAT(folder_.names(), ElementsAre());
}

TEST_F(StoreFolder, NamesAreSingleComponents) {
  for (const std::string& name : {std::string(), std::string("."), std::string(".."), std::string("a/b"),
                                  std::string("/tmp"), std::string("../x"), std::string("a\0b", 3)}) {
    EXPECT_THROW(folder_.write_file(name, "x"), FileError) << name;
    EXPECT_THROW(folder_.read_file(name, kMost), FileError) << name;
    EXPECT_THROW(folder_.remove(name), FileError) << name;
    EXPECT_THROW(folder_.make_folder(name), FileError) << name;
    EXPECT_THROW(folder_.folder(name), FileError) << name;
    EXPECT_THROW(folder_.has(name), FileError) << name;
    EXPECT_THROW(Folder::make(place_).lock(name), FileError) << name;
  }
}

TEST_F(StoreFolder, LinksAreNotFollowed) {
  fs::create_symlink(outside_.path() / "inner", place_ / "to-folder");
  fs::create_symlink(outside_.path() / "inner" / "precious", place_ / "to-file");
  fs::create_symlink(outside_.path() / "new", place_ / "to-nothing");
  EXPECT_THROW(folder_.folder("to-folder"), FileError);
  EXPECT_THROW(folder_.make_folder("to-folder"), FileError);
  EXPECT_FALSE(folder_.is_folder("to-folder"));
  for (const std::string name : {"to-file", "to-nothing"}) {
    EXPECT_TRUE(folder_.has(name));
    EXPECT_THROW(folder_.read_file(name, kMost), FileError);
    EXPECT_THROW(folder_.write_file(name, "y"), FileError);
    EXPECT_THROW(Folder::make(place_).lock(name), FileError);
  }
  EXPECT_FALSE(fs::exists(outside_.path() / "new"));
  folder_.make_folder("mine");
  fs::create_symlink(outside_.path() / "inner", place_ / "mine" / "link");
  folder_.remove("mine");
  folder_.remove("to-folder");
  EXPECT_FALSE(folder_.has("to-folder"));
  EXPECT_TRUE(fs::exists(outside_.path() / "inner" / "precious"));
}

TEST_F(StoreFolder, StaysWhereItWasWhenItsPathIsReplaced) {
  fs::rename(place_, inside_ / "moved");
  fs::create_symlink(outside_.path() / "inner", place_);
  folder_.write_file("file", "text");
  EXPECT_TRUE(fs::exists(inside_ / "moved" / "file"));
  EXPECT_FALSE(fs::exists(outside_.path() / "inner" / "file"));
}

TEST_F(StoreFolder, PipesAreNotWaitedFor) {
  ASSERT_EQ(::mkfifo((place_ / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(folder_.read_file("pipe", kMost), FileError);
  EXPECT_THROW(Folder::make(place_).lock("pipe"), FileError);
  folder_.remove("pipe");
  EXPECT_FALSE(folder_.has("pipe"));
}

TEST_F(StoreFolder, ALockIsHeldByOne) {
  Folder second = Folder::make(place_);
  {
    Folder first = Folder::make(place_);
    EXPECT_TRUE(first.lock("lock"));
    EXPECT_FALSE(second.lock("lock"));
  }
  EXPECT_TRUE(second.lock("lock"));
}

TEST_F(StoreFolder, TooDeepIsAnErrorAndNoCrash) {
  Folder at = folder_.make_folder("top");
  for (int i = 0; i < 100; ++i) at = at.make_folder("f");
  try {
    folder_.remove("top");
    FAIL();
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("fewer folders in each other"));
  }
}

}  // namespace
}  // namespace graphfuzz::store::testing
