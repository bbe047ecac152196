// The text of a program as parts that can be left out, for those who look for a smaller program that shows the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graphfuzz {

struct ProgramPart {
  enum class Kind : std::uint8_t {
    thread,
    declaration,  ///< at the outermost level of a Go file
    statement,
    wrapping,   ///< what is around statements: the head of an if, with its else part
    detail,     ///< an initial value, a parameter
    condition,  ///< of a litmus test, all of it
  };
  struct Span {
    std::size_t begin = 0;  ///< offset of the text
    std::size_t end = 0;
  };

  Kind kind = Kind::statement;
  std::vector<Span> spans{};  ///< in the order of the text
  std::size_t group = 0;      ///< parts next to each other in the text, with the same group, are neighbours
  bool leaves_empty = false;  ///< a ';' has to stay in its place
};

/// Parts are in the order in which they begin; of those that begin at the same place the larger comes first.
struct ProgramParts {
  /// A comma or a semicolon after the part `after`, which stays as long as that part and another one of its group
  /// behind it do.
  struct Separator {
    std::size_t offset = 0;
    std::size_t after = 0;
  };
  /// The number of a thread, in digits.
  struct ThreadNumber {
    std::size_t begin = 0;
    std::size_t end = 0;
    unsigned thread = 0;
  };
  /// An object that is named in the text, such as a variable: what mentions the same may have to go together.
  struct Mention {
    std::string name{};
    std::size_t offset = 0;
  };

  std::string text;
  std::vector<ProgramPart> parts;
  std::vector<Separator> separators{};
  std::vector<ThreadNumber> numbers{};
  std::vector<std::size_t> thread_parts{};  ///< by thread, of litmus tests
  std::vector<Mention> mentions{};

  bool within(std::size_t inner, std::size_t outer) const;
};

/// The text with blanks in place of those that are gone, so that what stays is where it was: in its line and, unless
/// threads have got other numbers, in its column. Threads are numbered anew.
std::string without(const ProgramParts& parts, const std::vector<bool>& gone);

/// The new number of each thread; kGoneThread if it is gone.
std::vector<unsigned> thread_numbers(const ProgramParts& parts, const std::vector<bool>& gone);
inline constexpr unsigned kGoneThread = 63;  // the last that there can be, which no program has in practice

/// The text without the lines that have become blank where `before` was not, and without gaps in the others: for
/// people. `lines[i]` becomes the new number, from 1, of the line i + 1; 0 if it is gone.
std::string tidied(std::string_view before, std::string_view blanked, std::vector<unsigned>& lines);

/// Of a litmus test. Throws ParseError.
ProgramParts litmus_parts(std::string_view text, const std::string& file_name);
/// Of a Go file. Throws ParseError.
ProgramParts go_parts(std::string_view text, const std::string& file_name);

}  // namespace graphfuzz
