// A litmus test as it is written: its zones, parsed, and the locations that they name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "condition.hpp"
#include "frame.hpp"
#include "init_parser.hpp"
#include "source.hpp"
#include "symbols.hpp"
#include "syntax.hpp"

namespace graphfuzz::litmus {

/// Names are views of the texts, which have to outlive it.
struct ParsedTest {
  const Source& source;
  std::unique_ptr<const Source> asked;  ///< the outcome that is asked for instead of the test's condition
  Frame frame;
  Symbols symbols;
  InitialState initial;
  std::vector<Function> functions;  ///< by thread
  Condition condition;
};

/// `outcome`: see LitmusOptions. Throws ParseError.
ParsedTest parse_test(const Source& source, const std::string& outcome = {});

}  // namespace graphfuzz::litmus
