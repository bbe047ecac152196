// Story: one execution as a person is told it, whatever kind of program it is of: who did what, line after line, and
// what comes from where. Listings and pictures are made of stories alone (report/).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace graphfuzz {

struct Story {
  enum class Look : std::uint8_t {
    plain,
    alarming,    ///< what went wrong
    suspicious,  ///< what has to do with that
  };

  /// One event. Rows are in an order in which they can have happened.
  struct Row {
    std::uint32_t lane = 0;
    std::string text;         ///< what is done: "R x=0 acq", "send c0"
    std::string place{};      ///< where in the source, "f.go:12"; may be empty
    std::string remark{};     ///< what the text does not say: "reads from 3"; may be empty
    std::uint32_t depth = 0;  ///< in pictures: below all that it comes after, which have less
    Look look = Look::plain;
    bool wide = false;  ///< a long text that is no reason for a wide column
  };

  /// A value that a location had from the beginning.
  struct Initial {
    std::string text;    ///< "x=0"
    bool shown = false;  ///< in pictures: somebody reads it
  };

  /// From one event to another. Events are rows, by number, or initial values: kInitial + number.
  struct Arrow {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::string relation;  ///< "po", "rf", "mo", "fr", "asw", …
    bool bold = false;     ///< a part of what the picture is about
    bool directed = true;
  };
  static constexpr std::uint32_t kInitial = std::uint32_t{1} << 31;

  /// The number by which a row is named, in remarks on other rows too.
  std::uint32_t number(std::size_t row) const {
    return numbers.empty() ? static_cast<std::uint32_t>(row) + 1 : numbers[row];
  }

  std::vector<std::string> lanes;  ///< names of threads: "P0", "G1"
  std::vector<Row> rows;
  std::vector<Initial> initials;
  std::vector<Arrow> arrows;
  std::string before;  ///< a line above a listing: "initially x=0, y=0"; may be empty
  std::string after;   ///< … and one below it: "c0 made at f.go:7"

  // To tell what the story is about from the rest (causes.hpp):

  std::vector<std::uint32_t> about{};  ///< rows, besides those that are not plain
  /// What came of what, from row to row, where no arrow says so.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> causes{};
  std::vector<std::uint32_t> numbers{};  ///< of the rows, in the whole story that this is a part of; else empty
  std::size_t left_out = 0;              ///< how many more that one has
};

}  // namespace graphfuzz
