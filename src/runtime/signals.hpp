#pragma once

namespace graphfuzz::runtime {

/// The program has said nothing about signals yet.
void reset_signals();

}  // namespace graphfuzz::runtime
