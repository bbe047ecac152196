// From a parsed test to the code of its threads.
#pragma once

#include <memory>

#include "graphfuzz/frontend/litmus.hpp"
#include "litmus_program.hpp"
#include "parsed_test.hpp"

namespace graphfuzz::litmus {

/// The threads' code, with the names and types of their registers, and what a final state consists of. The analyses of
/// all threads are left to do. Throws ParseError.
std::shared_ptr<LitmusProgram> compile_threads(const ParsedTest& test, const LitmusOptions& options);

}  // namespace graphfuzz::litmus
