// Parses the init zone `{ x=0; int a[2]={1,2}; 0:r1=3; … }`.
#pragma once

#include <cstddef>
#include <vector>

#include "lexer.hpp"
#include "symbols.hpp"

namespace graphfuzz::litmus {

struct InitialState {
  std::vector<RegisterInit> registers;
  std::size_t end = 0;  ///< offset behind the closing '}'
};

/// Parses from the '{' at `offset`; adds the locations it finds to `symbols`.
InitialState parse_init(const Source& source, std::size_t offset, Symbols& symbols);

/// A thread's name in the init or condition zone, `0:` or `P0:`, if one begins here (it is taken, with its colon).
/// Returns nothing, taking nothing, otherwise.
std::optional<unsigned> parse_thread_prefix(Lexer& lexer);

/// `1`, `-1`, `0x10`, `x`, `&x`, `a[1]`.
WrittenValue parse_value(Lexer& lexer);

}  // namespace graphfuzz::litmus
