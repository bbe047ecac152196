#include "frontend/native/marks.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace graphfuzz::native {
namespace {

TEST(Marks, NumbersOfThoseThatAreThereDiffer) {
  Marks marks;
  std::set<std::size_t> numbers;
  for (std::size_t i = 0; i < Machine::kMarks; ++i) numbers.insert(marks.add(10 * i));
  EXPECT_EQ(numbers.size(), Machine::kMarks);
  EXPECT_LT(*numbers.rbegin(), Machine::kMarks);
}

TEST(Marks, ThereIsOneWithinTwiceTheWayBackAtMost) {
  Marks marks;
  constexpr std::size_t kEnd = 1'000;
  for (std::size_t position = 1; position <= kEnd; ++position) marks.add(position);
  EXPECT_EQ(marks.count(), Machine::kMarks);
  EXPECT_EQ(marks.last(), kEnd);
  // However far it is to go back, what has to be done again from the mark on is not much more than that.
  std::size_t later = marks.last();
  for (marks.drop_last(); marks.count() > 0; marks.drop_last()) {
    EXPECT_LT(marks.last(), later);
    EXPECT_LE(later - marks.last(), 4 * (kEnd - later) + 4);
    later = marks.last();
  }
}

TEST(Marks, WhatIsDroppedMakesRoom) {
  Marks marks;
  const std::size_t first = marks.add(1);
  const std::size_t second = marks.add(2);
  marks.drop_last();
  EXPECT_EQ(marks.last(), 1U);
  EXPECT_EQ(marks.last_number(), first);
  EXPECT_EQ(marks.add(3), second);
  marks.clear();
  EXPECT_EQ(marks.count(), 0U);
  EXPECT_EQ(marks.last(), 0U);
}

TEST(Marks, TicketsStayWithTheirNumbers) {
  Marks marks;
  std::map<std::size_t, std::size_t> tickets;  // what the machine has under a number
  for (std::size_t position = 1; position <= 1'000; ++position) {
    tickets[marks.add(position)] = position;
    marks.keep(position);
  }
  for (; marks.count() > 0; marks.drop_last()) {
    EXPECT_EQ(marks.last_ticket(), marks.last());
    EXPECT_EQ(tickets[marks.last_number()], marks.last());
  }
}

}  // namespace
}  // namespace graphfuzz::native
