// What graphfuzz-cc and graphfuzz-c++ make of command lines.
#include "graphfuzz/frontend/native/wrapper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "graphfuzz/frontend/native/words.hpp"
#include "store/temporary_folder.hpp"

namespace graphfuzz::native {
namespace {

using store::testing::TemporaryFolder;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
using ::testing::StartsWith;

TEST(NativeWords, AreSplitAsCompilersDo) {
  EXPECT_THAT(split_words("  -DA=1\t-DB\n-DC\r\n"), ElementsAre("-DA=1", "-DB", "-DC"));
  EXPECT_THAT(split_words(R"(-DS="a b" 'x "y"' a\ b \"q\" "" "a"'b'c)"),
              ElementsAre("-DS=a b", "x \"y\"", "a b", "\"q\"", "", "abc"));
  EXPECT_THAT(split_words(""), ElementsAre());
  EXPECT_THAT(split_words("open 'quote of a"), ElementsAre("open", "quote of a"));
  EXPECT_THAT(split_words("end\\"), ElementsAre("end\\"));
}

TEST(NativeWords, AreWhatTheyWereBefore) {
  EXPECT_TRUE(rc::check("split_words(join_words(words)) == words",
                        [](const Words& words) { RC_ASSERT(split_words(join_words(words)) == words); }));
  EXPECT_TRUE(rc::check("splitting takes any text", [](const std::string& text) {
    const Words words = split_words(text);
    RC_ASSERT(split_words(join_words(words)) == words);
  }));
}

class NativeWrapper : public ::testing::Test {
 protected:
  NativeWrapper() {
    std::ofstream(folder_ / kRuntimeFile) << "runtime";
    std::filesystem::create_directories(include_ / "graphfuzz" / "compat");
  }

  Words wrapped(const std::string& line, CompilerKind kind = CompilerKind::gcc) {
    const auto file_with = [&](const std::string& text) {
      specs_ = text;
      return "SPECS";
    };
    return wrapped_arguments(split_words(line), {kind, {folder_.path(), include_}, file_with});
  }
  bool links(const Words& words) {
    const bool library = std::find(words.begin(), words.end(), "-lgraphfuzz-runtime") != words.end();
    const bool now = std::find(words.begin(), words.end(), "-Wl,-z,now") != words.end();
    const bool found = std::find(words.begin(), words.end(), "-Wl,-rpath," + folder_.path().string()) != words.end();
    EXPECT_TRUE(library == now && now == found);
    return library;
  }

  const TemporaryFolder folder_;
  const std::filesystem::path include_ = folder_ / "include";
  std::string specs_;
};

TEST_F(NativeWrapper, LeavesQuestionsAlone) {
  for (const char* line : {"--version", "-dumpmachine", "-print-prog-name=ld", "-print-file-name=libc.so", "-v", "",
                           "-Wl,--version", "-V", "-qversion", "--help", "-o out", "-x c", "-MF deps"}) {
    EXPECT_EQ(wrapped(line), split_words(line)) << line;
  }
}

TEST_F(NativeWrapper, InstrumentsWhatIsCompiled) {
  for (const char* line :
       {"-c a.c", "-c a.c b.c -o x", "-S a.cpp", "-E a.c", "-M a.cc", "-MM a.cc", "-fsyntax-only a.C", "-x c++ -c -",
        "-xc -c file", "--compile a.c", "-c a.S", "all.hpp", "-x c-header file"}) {
    const Words words = wrapped(line);
    EXPECT_THAT(words, Contains("-fsanitize=thread")) << line;
    EXPECT_THAT(words, Contains("-idirafter")) << line;
    EXPECT_FALSE(links(words)) << line;
  }
}

TEST_F(NativeWrapper, LetsTheUsersFlagsWin) {
  const Words words = wrapped("-c -O3 -g0 -fno-sanitize=thread a.c");
  const auto place = [&](const char* word) { return std::find(words.begin(), words.end(), word) - words.begin(); };
  EXPECT_LT(place("-O1"), place("-O3"));
  EXPECT_LT(place("-g"), place("-g0"));
  EXPECT_LT(place("-fsanitize=thread"), place("-fno-sanitize=thread"));
  EXPECT_LT(place("a.c"), place("-idirafter"));
}

TEST_F(NativeWrapper, LinksWithTheRuntimeAlone) {
  for (const char* line :
       {"a.o -o a", "a.o b.a -lm -fsanitize=thread", "-shared a.o -o liba.so", "-l foo", "-lfoo",
        "a.o -fsanitize=thread -ltsan -static-libtsan -flto -flto=auto", "-pie -static-libgcc a.o"}) {
    const Words words = wrapped(line);
    EXPECT_TRUE(links(words)) << line;
    for (const char* dropped : {"-fsanitize=thread", "-ltsan", "-static-libtsan", "-flto", "-flto=auto", "-O1"}) {
      EXPECT_THAT(words, Not(Contains(dropped))) << line;
    }
    // Before all other libraries.
    EXPECT_LT(std::find(words.begin(), words.end(), "-lgraphfuzz-runtime"),
              std::find(words.begin(), words.end(), split_words(line).front()));
  }
  EXPECT_THAT(wrapped("a.o -fsanitize=undefined,thread,bounds"), Contains("-fsanitize=undefined,bounds"));
}

TEST_F(NativeWrapper, CompilesAndLinksInOneStep) {
  for (const char* line : {"a.c", "a.cpp b.o -o a -fsanitize=thread", "-x c++ - -o a", "-x c file"}) {
    const Words gcc = wrapped(line);
    EXPECT_TRUE(links(gcc)) << line;
    EXPECT_THAT(gcc, Contains("-specs=SPECS"));
    EXPECT_THAT(gcc, Not(Contains("-fsanitize=thread")));
    EXPECT_EQ(specs_, "*cc1:\n+ -fsanitize=thread\n\n");
    const Words clang = wrapped(line, CompilerKind::clang);
    EXPECT_TRUE(links(clang)) << line;
    const auto flag = std::find(clang.begin(), clang.end(), "-fsanitize=thread");
    ASSERT_NE(flag, clang.end());
    EXPECT_EQ(*(flag - 1), "-Xclang");
    EXPECT_EQ(std::count(clang.begin(), clang.end(), "-fsanitize=thread"), 1);
  }
  for (const CompilerKind kind : {CompilerKind::gcc, CompilerKind::clang}) {
    for (const char* off : {"-fno-sanitize=thread a.c", "a.c -fsanitize=thread -fno-sanitize=all"}) {
      const Words words = wrapped(off, kind);
      EXPECT_THAT(words, Not(Contains("-fsanitize=thread")));
      EXPECT_THAT(words, Not(Contains(StartsWith("-specs"))));
    }
    EXPECT_THAT(wrapped("a.c -fno-sanitize=thread -fsanitize=thread", kind),
                Contains(kind == CompilerKind::gcc ? "-specs=SPECS" : "-fsanitize=thread"));
  }
}

TEST_F(NativeWrapper, TellsValuesFromInputs) {
  // Nothing but values here, that look like inputs.
  EXPECT_EQ(wrapped("-o a.c -I b.c -MF c.c -include d.c"), split_words("-o a.c -I b.c -MF c.c -include d.c"));
  EXPECT_THAT(wrapped("-Xlinker -fsanitize=thread a.o"), Contains("-fsanitize=thread"));  // as it is
}

TEST_F(NativeWrapper, LeavesPartsAndAssemblerAlone) {
  EXPECT_FALSE(links(wrapped("-r a.o b.o -o ab.o")));
  EXPECT_EQ(wrapped("-c start.s"), split_words("-c start.s"));
  EXPECT_TRUE(links(wrapped("start.s a.o")));
}

TEST_F(NativeWrapper, RefusesStaticPrograms) {
  for (const char* line : {"-static a.o", "a.c -static-pie", "--static a.o"}) {
    EXPECT_THROW(wrapped(line), BuildError) << line;
  }
  EXPECT_NO_THROW(wrapped("-static -c a.c"));
}

TEST_F(NativeWrapper, ReadsResponseFiles) {
  std::ofstream(folder_ / "inner") << "-c 'a b.c'";
  std::ofstream(folder_ / "outer") << "-O2 @" << (folder_ / "inner").string();
  std::ofstream(folder_ / "endless") << "@" << (folder_ / "endless").string();
  const std::string at = "@" + folder_.path().string() + "/";
  EXPECT_THAT(expand_response_files({at + "outer", "-g"}), ElementsAre("-O2", "-c", "a b.c", "-g"));
  EXPECT_THAT(expand_response_files({at + "nowhere", "@"}), ElementsAre(at + "nowhere", "@"));
  EXPECT_THAT(expand_response_files({at + "endless"}), ElementsAre(at + "endless"));
}

TEST_F(NativeWrapper, TakesAnyCommandLine) {
  const std::vector<std::string> parts = {
      "-c",      "-o", "a.c", "a.o",  "-x",        "c",           "-",
      "-Xclang", "-l", "-r",  "-E",   "-sanitize", "-fsanitize=", "-fsanitize=,,thread",
      "",        "@",  "-x",  "none", "-shared",   "--param",     "-fno-sanitize=all"};
  EXPECT_TRUE(rc::check("what is not ours is still there, in its order", [&] {
    const auto words = *rc::gen::container<Words>(rc::gen::elementOf(parts));
    const Words result = wrapped_arguments(
        words, {CompilerKind::gcc, {folder_.path(), include_}, [](const std::string&) { return "SPECS"; }});
    auto next = result.begin();
    for (const std::string& word : words) {
      if (word.starts_with("-fsanitize=")) continue;
      next = std::find(next, result.end(), word);
      RC_ASSERT(next != result.end());
      ++next;
    }
  }));
}

}  // namespace
}  // namespace graphfuzz::native
