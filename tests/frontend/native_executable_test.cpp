// Files that cannot be targets are refused with the reason, whatever they hold.
#include "graphfuzz/frontend/native/executable.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sys/stat.h>

#include "frontend/native_programs.hpp"
#include "graphfuzz/store/atomic_file.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::native::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class NativeExecutable : public NativePrograms {
 protected:
  NativeExecutable() {
    write("a.c", "int x; int main(void) { x = 1; return 0; }");
    EXPECT_EQ(shell("gcc -g -fsanitize=thread -c a.c"), 0);
  }
  /// Links a.o, or whatever else is to be made, into "program". Why it is refused.
  static std::string refusal(const std::string& command) {
    EXPECT_EQ(shell(command + " -o program"), 0) << command;
    return check_executable("program").refusal;
  }
  const std::string runtime_ = " -L. -Wl,--no-as-needed -lgraphfuzz-runtime -Wl,-rpath,. ";
};

TEST_F(NativeExecutable, AreThoseWeBuild) {
  const fs::path program = build_program({"a.c"}, options_);
  EXPECT_TRUE(looks_executable(program.string()));
  const ExecutableCheck check = check_executable(program.string());
  EXPECT_EQ(check.refusal, "");
  EXPECT_EQ(check.remark, "");
  for (const char* flags : {"-Wl,-z,now", "-Wl,-z,now -pthread -lm", "-Wl,-z,now -no-pie"}) {
    if (std::string(flags).find("-no-pie") != std::string::npos) shell("gcc -g -fno-pie -fsanitize=thread -c a.c");
    EXPECT_EQ(refusal("gcc a.o" + runtime_ + flags), "") << flags;
  }
}

TEST_F(NativeExecutable, SayThatTheyHaveNoLines) {
  const std::string command = "gcc -s a.o -Wl,-z,now" + runtime_;
  EXPECT_EQ(refusal(command), "");
  EXPECT_THAT(check_executable("program").remark, HasSubstr("-g"));
}

TEST_F(NativeExecutable, AreRefusedWithTheReason) {
  EXPECT_THAT(refusal("gcc a.o -fsanitize=thread"), AllOf(HasSubstr("program: "), HasSubstr("libtsan")));
  EXPECT_THAT(refusal("gcc a.c"), AllOf(HasSubstr(kRuntimeFile), HasSubstr("found one that is not")));
  EXPECT_THAT(refusal("gcc -static a.c"), HasSubstr("statically"));
  EXPECT_THAT(refusal("gcc -static-pie a.c"), HasSubstr("statically"));
  EXPECT_THAT(refusal("gcc a.c -Wl,-z,now" + runtime_), HasSubstr("no call of __tsan_"));
  EXPECT_THAT(refusal("gcc a.o -Wl,-z,lazy" + runtime_), HasSubstr("lazily"));
  EXPECT_THAT(refusal("gcc -shared -fPIC a.c"), HasSubstr("a shared library"));
  EXPECT_THAT(refusal("gcc -c a.c"), HasSubstr("an object file"));
  EXPECT_THAT(refusal("printf '#!/bin/sh\\n' >program; true"), HasSubstr("a script"));
  EXPECT_THAT(refusal("printf 'MZ..' >program; true"), HasSubstr("Windows"));
  EXPECT_THAT(refusal(": >program; true"), HasSubstr("an empty file"));
  EXPECT_THAT(refusal("printf hello >program; true"), HasSubstr("something else"));
  EXPECT_THAT(check_executable("nowhere").refusal, HasSubstr("nowhere: cannot be read: No such file"));
  EXPECT_THAT(check_executable(".").refusal, HasSubstr("a folder"));
  EXPECT_THAT(check_executable("/dev/null").refusal, HasSubstr("no regular file"));
  for (const char* file : {"nowhere", ".", "/dev/null"}) EXPECT_FALSE(looks_executable(file));
  // It would wait for a writer, and the writer would be told that there is a reader.
  ASSERT_EQ(::mkfifo("pipe", 0600), 0);
  EXPECT_FALSE(looks_executable("pipe"));
  EXPECT_NE(check_executable("pipe").refusal, "");
}

TEST_F(NativeExecutable, MayBeAnything) {
  const std::string good = store::read_file(build_program({"a.c"}, options_), 10 << 20);
  const auto check = [](const std::string& bytes) {
    std::ofstream("program", std::ios::binary | std::ios::trunc) << bytes;
    return check_executable("program");
  };
  fs::copy(build_program({"a.c"}, options_), "program");
  ASSERT_EQ(check(good).refusal, "");
  EXPECT_TRUE(rc::check("a file that is cut off", [&] {
    const auto length = *rc::gen::inRange<std::size_t>(0, good.size());
    RC_ASSERT(check(good.substr(0, length)).refusal.starts_with("program: "));
  }));
  EXPECT_TRUE(rc::check("bytes that are others", [&] {
    std::string bytes = good;
    const auto count = *rc::gen::inRange(1, 20);
    for (int i = 0; i < count; ++i) {
      // Most of what decides is in the headers, at both ends.
      const auto end = *rc::gen::element<std::size_t>(64, 1024, good.size());
      bytes[*rc::gen::inRange<std::size_t>(0, end)] = *rc::gen::arbitrary<char>();
      bytes[good.size() - 1 - *rc::gen::inRange<std::size_t>(0, 2560)] = *rc::gen::arbitrary<char>();
    }
    const ExecutableCheck result = check(bytes);
    RC_ASSERT(result.refusal.empty() || result.refusal.starts_with("program: expected "));
  }));
}

}  // namespace
}  // namespace graphfuzz::native::testing
