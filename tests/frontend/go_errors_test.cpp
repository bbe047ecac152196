// What is no Go, or is not supported, is rejected with the line that is wrong; and nothing crashes or hangs the
// front end.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include <unistd.h>

#include "frontend/go/checked.hpp"
#include "frontend/go_broken_programs.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "support/folders.hpp"

namespace graphfuzz::go {
namespace {

/// The line of the error; 0 if there is none.
unsigned wrong_line(const std::string& text, std::string& message) {
  try {
    static_cast<void>(syntax::check(text, "f.go"));
    return 0;
  } catch (const ParseError& error) {
    EXPECT_EQ(error.file(), "f.go");
    EXPECT_GE(error.column(), 1u);
    EXPECT_FALSE(error.message().empty());
    message = error.what();
    return error.line();
  }
}

TEST(GoErrors, AreReportedInTheirLine) {
  for (const BrokenProgram& program : broken_programs()) {
    std::string message;
    EXPECT_EQ(wrong_line(program.text, message), program.line()) << program.text << message;
  }
}

/// "file:line:column" and what is not supported, for Go that is valid.
TEST(GoErrors, WhatIsNotSupportedIsNamed) {
  struct Unsupported {
    std::string text;
    std::string about;
  };
  const std::vector<Unsupported> table = {
      {"package main\nimport \"net/http\"\nfunc main() {}\n", "package 'net/http' is not supported"},
      {"package main\nfunc f[T any](x T) {}\nfunc main() {}\n", "type parameters are not supported"},
      {"package main\ntype I interface { int | string }\nfunc main() {}\n", "not supported"},
      {"package main\nfunc main() { goto L; L: }\n", "goto is not supported"},
      {"package main\nvar c complex128\nfunc main() {}\n", "complex numbers are not supported"},
      {"package main\nvar c = 1i\nfunc main() {}\n", "complex numbers are not supported"},
      {"package main\nimport . \"fmt\"\nfunc main() {}\n", "imports with '.' are not supported"},
      {"package main\nimport \"fmt\"\nfunc main() { fmt.Sscanf(\"\", \"\") }\n", "fmt.Sscanf"},
      {"package main\nvar a [100000000]int\nfunc main() {}\n", "not supported"},
  };
  for (const Unsupported& one : table) {
    std::string message;
    EXPECT_NE(wrong_line(one.text, message), 0u) << one.text;
    EXPECT_NE(message.find(one.about), std::string::npos) << one.text << message;
  }
}

TEST(GoErrors, WhatIsWrongIsSaidExactly) {
  std::string message;
  wrong_line("package main\nfunc main() {\n\tx := 1 +\n}\n", message);
  EXPECT_EQ(message, "f.go:4:1: expected an expression, found '}'");
  wrong_line("package main\nfunc main() { y() }\n", message);
  EXPECT_EQ(message, "f.go:2:15: undefined: y");
  wrong_line("", message);
  EXPECT_EQ(message, "f.go:1:1: expected 'package', found the end of the file");
}

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

/// Deep or long programs are accepted or rejected, but never overflow the stack.
TEST(GoErrors, NestingIsBounded) {
  constexpr int many = 20'000;
  const std::string begin = "package main\nfunc main() {\n";
  const std::vector<std::string> programs = {
      begin + "x := " + repeated("(", many) + "1" + repeated(")", many) + "\n_ = x\n}\n",
      begin + "x := " + repeated("-", many) + "1\n_ = x\n}\n",
      begin + "x := 1" + repeated("+1", many) + "\n_ = x\n}\n",
      begin + "x := f" + repeated("()", many) + "\n_ = x\n}\n",
      begin + "x := f" + repeated(".a", many) + "\n_ = x\n}\n",
      begin + "x := f" + repeated("[0]", many) + "\n_ = x\n}\n",
      begin + repeated("{", many) + repeated("}", many) + "\n}\n",
      begin + repeated("if true {", many) + repeated("}", many) + "\n}\n",
      begin + repeated("if true {} else ", many) + "{}\n}\n",
      begin + repeated("func() {", many) + repeated("}()", many) + "\n}\n",
      begin + repeated("L:", many) + "\n}\n",
      begin + "var x " + repeated("[]", many) + "int\n}\n",
      begin + "var x " + repeated("*", many) + "int\n}\n",
      begin + "var x " + repeated("chan ", many) + "int\n}\n",
      begin + "var x " + repeated("func(", many) + repeated(")", many) + "\n}\n",
      begin + "var x = []int" + repeated("{", many) + repeated("}", many) + "\n}\n",
      begin + repeated("<-", many) + "x\n}\n",
      begin + repeated("(", many),
      begin + repeated("{", many),
  };
  std::string message;
  for (const std::string& program : programs) EXPECT_NE(wrong_line(program, message), 0u);
  std::string chain = "package main\nfunc main() {}\n";
  for (int i = 0; i < 5'000; ++i) {
    chain += "const c" + std::to_string(i) + " = c" + std::to_string(i + 1) + "\n";
    chain += "type T" + std::to_string(i) + " struct { a, b T" + std::to_string(i + 1) + " }\n";
  }
  EXPECT_NE(wrong_line(chain, message), 0u);
}

/// A type that doubles with each declaration would be as large as 2^60 variables.
TEST(GoErrors, SizesAreBounded) {
  std::string text = "package main\ntype T0 int\nfunc main() {}\n";
  for (int i = 0; i < 60; ++i) {
    text += "type T" + std::to_string(i + 1) + " struct { a, b T" + std::to_string(i) + " }\n";
  }
  std::string message;
  EXPECT_NE(wrong_line(text, message), 0u);
  EXPECT_NE(message.find("not supported"), std::string::npos) << message;
}

/// Valid and broken programs with characters, words and lines dropped, doubled and exchanged.
TEST(GoErrors, MutationsAreAcceptedOrRejected) {
  std::vector<std::string> texts;
  for (const BrokenProgram& program : broken_programs()) texts.push_back(program.text);
  const std::filesystem::path folder = source_folder() + "/litmus/go";
  if (std::filesystem::exists(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      std::ifstream in(entry.path());
      std::ostringstream text;
      text << in.rdbuf();
      texts.push_back(text.str());
    }
  }
  std::mt19937 random(7);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  constexpr std::array<std::string_view, 24> words = {
      "{",     "}",  "(",  ")",  "[", "]",  "<-",     "chan ", "func", "struct{", "interface{", "select {",
      "case ", ":=", "\n", "\"", "'", "/*", "range ", "x",     "0",    "...",     "type T ",    "*"};
  int accepted = 0;
  for (int i = 0; i < 1'000; ++i) {
    std::string text = texts[below(texts.size())];
    for (std::size_t k = below(4); k > 0 && !text.empty(); --k) {
      const std::size_t at = below(text.size());
      const std::size_t length = below(12);
      switch (below(4)) {
        case 0:
          text.erase(at, length);
          break;
        case 1:
          text.insert(at, words[below(words.size())]);
          break;
        case 2:
          text.insert(below(text.size()), text.substr(at, length));
          break;
        default:
          text[at] = static_cast<char>(below(256));
          break;
      }
    }
    std::string message;
    accepted += wrong_line(text, message) == 0 ? 1 : 0;
  }
  EXPECT_GT(accepted, 0);
}

/// The real toolchain, where there is one, rejects the same programs for the same lines.
TEST(SlowGoToolchain, RejectsTheSameLines) {
  if (std::system("go version >/dev/null 2>&1") != 0) GTEST_SKIP() << "there is no go";
  const auto folder = std::filesystem::temp_directory_path() / ("graphfuzz-go-errors-" + std::to_string(::getpid()));
  const auto programs = broken_programs();
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "go.mod") << "module broken\n\ngo 1.17\n";
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const auto package = folder / ("p" + std::to_string(i));
    std::filesystem::create_directory(package);
    std::ofstream(package / "main.go") << programs[i].text;
  }
  const std::string command =
      "cd '" + folder.string() + "' && go vet ./... 2>&1; go build -o /dev/null -gcflags=-e ./... 2>&1";
  std::string output;
  FILE* pipe = ::popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::array<char, 4096> buffer;
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe)) output.append(buffer.data(), n);
  ::pclose(pipe);
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const std::string at = "p" + std::to_string(i) + "/main.go:" + std::to_string(programs[i].line()) + ":";
    EXPECT_NE(output.find(at), std::string::npos) << at << "\n" << programs[i].text;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace graphfuzz::go
