#include "graphfuzz/frontend/native/visited.hpp"

#include <gtest/gtest.h>

namespace graphfuzz::native {
namespace {

TEST(Visited, FindsTheLastOneWithTheKey) {
  Visited visited;
  visited.add(3, 100);
  visited.add(5, 200);
  visited.add(8, 100);
  EXPECT_EQ(visited.find(100), 8U);
  EXPECT_EQ(visited.find(200), 5U);
  EXPECT_EQ(visited.find(300), std::nullopt);
}

TEST(Visited, GoesBackToWhatWasThere) {
  Visited visited;
  visited.add(3, 100);
  visited.add(5, 200);
  visited.add(8, 100);
  EXPECT_FALSE(visited.go_back_to(4));
  EXPECT_EQ(visited.find(100), 8U);
  EXPECT_TRUE(visited.go_back_to(5));
  EXPECT_EQ(visited.find(100), 3U);
  EXPECT_TRUE(visited.go_back_to(3));
  EXPECT_EQ(visited.find(200), std::nullopt);
  EXPECT_FALSE(visited.go_back_to(5));
  visited.clear();
  EXPECT_FALSE(visited.go_back_to(3));
  EXPECT_EQ(visited.find(100), std::nullopt);
}

}  // namespace
}  // namespace graphfuzz::native
