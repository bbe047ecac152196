#include "graphfuzz/store/file_kind.hpp"

#include <gmock/gmock.h>

#include "graphfuzz/store/envelope.hpp"

namespace graphfuzz::store::testing {
namespace {

TEST(StoreFileKind, IsToldByTheBeginning) {
  using namespace std::string_literals;
  const struct {
    std::string text;
    std::string kind;
  } cases[] = {
      {"", "an empty file"},
      {" \r\n\t", "an empty file"},
      {"C SB\n{}", "a litmus test"},
      {"(* of (* old *)\nC SB+po \"cycle\"\n{ x=0; }", "a litmus test"},
      {"AArch64 MP\n{}", "a litmus test"},
      {"C = 3", "a text that begins with \"C = 3\""},
      {"C\nSB\n", "a text that begins with \"C\""},
      {"package main\n", "Go source"},
      {"//go:build x\n/* a\n b */ package main; import \"x\"", "Go source"},
      {"#include <stdio.h>\n", "C or C++ source"},
      {"# ifdef x\n", "C or C++ source"},
      {"// test\nint main() {}", "C or C++ source"},
      {"# a heading", "a text that begins with \"# a heading\""},
      {"internal", "a text that begins with \"internal\""},
      {"\"SC\" (* Lamport *)\nacyclic po", "a model in .cat"},
      {"let com = rf | co", "a model in .cat"},
      {"<!doctype html><html>", "a page of HTML"},
      {"\177ELF\2\1\1\0"s, "an executable or a library (ELF)"},
      {"PNG\0\1"s, "a binary file"},
      {"{}", "JSON without a \"format\""},
      {"[]", "JSON without a \"format\""},
      {"{\"format", "JSON without a \"format\""},
      {"{\"format\":", "JSON without a \"format\""},
      {"{\"format\": 3}", "JSON without a \"format\""},
      {" [\n{ \"format\" : \"a b\", ", "JSON whose \"format\" is \"a b\""},
      {"{\"format\": \"a", "JSON whose \"format\" is \"a\""},
      {seal("graphfuzz unit", 1, ""), "a unit of work"},
      {seal("graphfuzz checkpoint", 1, "x"), "a checkpoint"},
      {seal("other", 1, "x"), "a sealed document of graphfuzz"},
      {"  hello\nyou", "a text that begins with \"hello\""},
      {"// all\n", "a text that begins with \"// all\""},
      {"/* without an end", "a text that begins with \"/* without an end\""},
      {std::string(1000, 'a'), "a text that begins with \"" + std::string(39, 'a') + "…\""},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(file_kind(c.text), c.kind) << c.text;
    for (std::size_t i = 0; i < c.text.size(); ++i) EXPECT_NE(file_kind(c.text.substr(0, i)), "");
  }
}

TEST(StoreFileKind, WhatIsExpectedAndFound) {
  const auto refused = [](std::string_view text) -> std::string {
    try {
      expect_json(text, "dir/a", "results", {"one", "two"});
    } catch (const DocumentError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(refused("package p"), "dir/a:1:1: expected results, found Go source");
  EXPECT_EQ(refused(R"({"format": "three"})"), R"(dir/a:1:1: expected results, found JSON whose "format" is "three")");
  EXPECT_EQ(refused(R"({"format": "two"})"), "");
  EXPECT_EQ(refused(R"({"other": 1, "format": "three"})"), "");  // its reader says more
  EXPECT_EQ(refused("[{"), "");
  EXPECT_EQ(sealed_in_words("graphfuzz unit"), "a unit of work (graphfuzz split)");
  EXPECT_EQ(sealed_in_words("x\n"), "\"x\\n\"");
}

}  // namespace
}  // namespace graphfuzz::store::testing
