#pragma once

namespace graphfuzz::runtime {

/// System calls that would end the process, make another, or send it signals.
bool is_of_process(long number);
/// What a thread of the program is answered by such a call: it does what the function of its name does.
long call_of_process(long number, const long* arguments);

/// The program has said nothing about signals yet.
void reset_signals();

}  // namespace graphfuzz::runtime
