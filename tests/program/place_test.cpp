#include "graphfuzz/program/place.hpp"

#include <gtest/gtest.h>

namespace graphfuzz {
namespace {

TEST(Place, IsReadFromBothSpellings) {
  EXPECT_EQ(parse_place("f.go:12"), (Place{"f.go", 12}));
  EXPECT_EQ(parse_place("/a b/f.go#3"), (Place{"/a b/f.go", 3}));
  EXPECT_EQ(parse_place("c:/f.go#3"), (Place{"c:/f.go", 3}));
}

TEST(Place, WithoutALineIsAFile) {
  for (const char* text : {"", "f.go", "f.go:", "f.go:x", "f.go#12x", "f.go:-1", "f.go:99999999999"}) {
    EXPECT_EQ(parse_place(text), (Place{text, 0})) << text;
    EXPECT_EQ(to_text(parse_place(text)), text);
  }
}

TEST(Place, IsWrittenWithAColon) {
  EXPECT_EQ(to_text({"f.go", 12}), "f.go:12");
  EXPECT_EQ(to_text(parse_place("f.go#12")), "f.go:12");
}

}  // namespace
}  // namespace graphfuzz
