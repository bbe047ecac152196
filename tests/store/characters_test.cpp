#include "graphfuzz/store/characters.hpp"

#include <gtest/gtest.h>

namespace graphfuzz::store {
namespace {

TEST(Characters, AreThoseOfUtf8) {
  EXPECT_EQ(characters(""), 0U);
  EXPECT_EQ(characters("aé€𝄞"), 4U);
}

TEST(Characters, OfLongTextsTheFirstAreLeftAndAnEllipsis) {
  EXPECT_EQ(shortened("aé€𝄞", 4), "aé€𝄞");
  EXPECT_EQ(shortened("aé€𝄞x", 4), "aé€…");
  EXPECT_EQ(shortened("é€", 1), "…");
  EXPECT_EQ(shortened("", 1), "");
}

TEST(Characters, OfControlCharactersDotsAreShown) {
  EXPECT_EQ(printable(std::string_view("a\0\n\x1b\x7f é", 8)), "a.... é");
}

}  // namespace
}  // namespace graphfuzz::store
