// Programs are built once, and are what their sources say.
#include "graphfuzz/frontend/native/build.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>

#include "frontend/native/build/cache.hpp"
#include "frontend/native_programs.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::native::testing {
namespace {

using ::testing::HasSubstr;

/// What is thrown.
template <class Action>
std::string complaint(Action action) {
  try {
    action();
  } catch (const BuildError& e) {
    return e.what();
  }
  return "";
}

TEST(NativeSources, AreToldByTheirNames) {
  for (const char* file : {"a.c", "a.cc", "a.cpp", "a.cxx", "a.c++", "a.C", "d.x/a.c"}) EXPECT_TRUE(is_source(file));
  for (const char* file : {"a.h", "a.go", "a.litmus", "a", "a.o", ".c", "c", "a.c/b"}) EXPECT_FALSE(is_source(file));
  EXPECT_EQ(language_of("a.c"), Language::c);
  EXPECT_EQ(language_of("a.C"), Language::cxx);
}

using NativeBuild = NativePrograms;

TEST_F(NativeBuild, MakesProgramsOfSeveralSources) {
  write("main.cpp",
        "#include <graphfuzz/harness.h>\nextern \"C\" int three();\n"
        "int main() { graphfuzz_note(\"x\", 1); return three() + static_cast<int>(graphfuzz_choose(2)); }");
  write("three.c", "#include <genmc.h>\nint three(void) { __VERIFIER_assume(1); return 3; }");
  EXPECT_EQ(result({"main.cpp", "three.c"}), 3);
  EXPECT_EQ(build_program({"main.cpp", "three.c"}, options_).filename(), "main");
}

TEST_F(NativeBuild, BuildsOnceWhatIsTheSame) {
  write("a.c", "#include \"b.h\"\nint main(void) { return B; }");
  write("b.h", "#define B 4");
  EXPECT_EQ(result({"a.c"}), 4);
  EXPECT_EQ(cached(), 2U);
  const fs::path program = build_program({"a.c"}, options_);
  const auto written = fs::status(program);
  EXPECT_EQ(build_program({"a.c"}, options_), program);
  EXPECT_EQ(fs::status(program).permissions(), written.permissions());
  EXPECT_EQ(cached(), 2U);

  write("b.h", "#define B 5");
  EXPECT_EQ(result({"a.c"}), 5);
  EXPECT_EQ(cached(), 4U);
  write("b.h", "#define B 4");
  EXPECT_EQ(build_program({"a.c"}, options_), program);  // as it was

  // Flags, compilers and folders matter.
  std::set<fs::path> programs = {program};
  options_.compile_flags = {"-O2"};
  EXPECT_TRUE(programs.insert(build_program({"a.c"}, options_)).second);
  options_.distinguish_volatile = true;
  EXPECT_TRUE(programs.insert(build_program({"a.c"}, options_)).second);
  options_.link_flags = {"-lm"};
  EXPECT_TRUE(programs.insert(build_program({"a.c"}, options_)).second);
  fs::create_directory("sub");
  fs::copy("a.c", "sub/a.c");
  fs::copy("b.h", "sub/b.h");
  fs::current_path("sub");
  EXPECT_TRUE(programs.insert(build_program({"a.c"}, options_)).second);
}

TEST_F(NativeBuild, ShowsWhatTheCompilerSays) {
  write("bad.c", "int main(void) {\n  return undeclared;\n}\n");
  EXPECT_THAT(complaint([&] { build_program({"bad.c"}, options_); }), HasSubstr("bad.c: does not compile"));
  EXPECT_THAT(shown_, HasSubstr("bad.c:2:10: error"));
  EXPECT_EQ(cached(), 0U);

  write("warned.c", "#warning beware\nint main(void) { return 0; }");
  EXPECT_EQ(result({"warned.c"}), 0);
  EXPECT_THAT(shown_, HasSubstr("beware"));

  shown_.clear();
  write("half.c", "int other(void);\nint main(void) { return other(); }");
  EXPECT_THAT(complaint([&] { build_program({"half.c"}, options_); }), HasSubstr("half.c: does not link"));
  EXPECT_THAT(shown_, HasSubstr("other"));
}

TEST_F(NativeBuild, SaysWhatIsMissing) {
  write("a.c", "int main(void) { return 0; }");
  EXPECT_THAT(complaint([&] { build_program({"b.c"}, options_); }), HasSubstr("b.c: expected a source, found no such"));
  fs::create_directory("d.c");
  EXPECT_THAT(complaint([&] { build_program({"d.c"}, options_); }), HasSubstr("no file"));
  options_.c_compiler = "nonesuch --fast";
  EXPECT_THAT(complaint([&] { build_program({"a.c"}, options_); }), HasSubstr("PATH: 'nonesuch'"));
  options_.c_compiler = "";
  options_.installation.runtime = folder_ / "nowhere";
  EXPECT_THAT(complaint([&] { build_program({"a.c"}, options_); }), HasSubstr(kRuntimeFile));
  options_.installation.runtime = folder_.path();
  options_.cache = "/dev/null/cache";
  EXPECT_THAT(complaint([&] { build_program({"a.c"}, options_); }), HasSubstr("XDG_CACHE_HOME"));
}

TEST_F(NativeBuild, FindsTheDriverOfTheLanguage) {
  const auto file = [](Language language, const char* asked) {
    return fs::path(find_compiler(language, asked, "--cc").command[0]).filename().string();
  };
  EXPECT_EQ(file(Language::cxx, "gcc"), "g++");
  EXPECT_EQ(file(Language::c, "g++"), "gcc");
  EXPECT_EQ(find_compiler(Language::cxx, "gcc", "--cxx").kind, CompilerKind::gcc);
  // A script that stands for a compiler, as ccache's do.
  write("mine", "#!/bin/sh\n[ \"$1\" = --version ] && echo my clang version 3\nexec gcc \"$@\"\n");
  fs::permissions("mine", fs::perms::owner_all);
  EXPECT_EQ(find_compiler(Language::c, "./mine", "--cc").kind, CompilerKind::clang);
  const Compiler words = find_compiler(Language::cxx, "env gcc", "--cxx");
  EXPECT_EQ(words.command.size(), 2U);
  EXPECT_EQ(words.command[1], "g++");
  EXPECT_EQ(words.kind, CompilerKind::gcc);
}

TEST_F(NativeBuild, KeepsNoMoreThanItMay) {
  const std::uint64_t most = 10'000;
  const BuildCache cache(folder_ / "small", most);
  const auto age = [&](const fs::path& file, std::chrono::hours hours) {
    const auto then = fs::file_time_type::clock::now() - hours;
    fs::last_write_time(file, then);
    fs::last_write_time(file.parent_path(), then);
  };
  const auto add = [&](std::uint64_t key) {
    const fs::path begun = cache.begin({key, 0}, "file");
    std::ofstream(begun) << std::string(2'000, 'x');
    return cache.keep(begun, {key, 0}, "file");
  };
  for (std::uint64_t key = 0; key < 5; ++key) age(add(key), std::chrono::hours(10 - key));
  EXPECT_EQ(entries(folder_ / "small"), 5U);
  EXPECT_TRUE(cache.find({0, 0}, "file"));  // and is used by that
  fs::create_directory(folder_ / "small" / "foreign");
  write("small/foreign/file", std::string(5'000, 'x'));
  // It is looked through every ten minutes, not for each new entry.
  const fs::path trimmed = folder_ / "small" / ".trimmed";
  ASSERT_TRUE(fs::exists(trimmed));
  age(add(6), std::chrono::hours(4));
  const auto second = cache.find({1, 0}, "file");
  ASSERT_TRUE(second);
  age(*second, std::chrono::hours(9));
  age(trimmed, std::chrono::hours(1));
  add(5);
  EXPECT_TRUE(cache.find({0, 0}, "file"));
  EXPECT_FALSE(cache.find({1, 0}, "file"));
  EXPECT_FALSE(cache.find({2, 0}, "file"));
  EXPECT_FALSE(cache.find({3, 0}, "file"));
  EXPECT_TRUE(cache.find({4, 0}, "file"));
  EXPECT_TRUE(cache.find({5, 0}, "file"));
  EXPECT_TRUE(fs::exists(folder_ / "small" / "foreign" / "file"));  // none of ours
  // What was used just now stays, whatever it takes.
  for (std::uint64_t key = 10; key < 30; ++key) add(key);
  for (std::uint64_t key = 10; key < 30; ++key) EXPECT_TRUE(cache.find({key, 0}, "file"));

  const fs::path begun = cache.begin({99, 0}, "file");
  EXPECT_TRUE(fs::exists(begun));
  BuildCache::give_up(begun);
  EXPECT_FALSE(fs::exists(begun.parent_path()));
}

}  // namespace
}  // namespace graphfuzz::native::testing
