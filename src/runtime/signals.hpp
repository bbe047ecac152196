#pragma once

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

/// System calls about what the process is to the engine as well: its end, other ones, its signals, files and memory.
bool is_of_process(long number);
/// What a thread of the program is answered by such a call, made at `place`: it does what the function of its name
/// does.
long call_of_process(long number, const long* arguments, Address place);

/// Is whoever asks for another process, or sends a signal, no thread of the program? Does not return if it is a
/// library's constructor (refuse_in_constructor).
bool is_no_thread();
/// The thread calls what cannot be followed: it fails, with "unsupported".
[[noreturn]] void refuse(const char* function, void* from);
/// The thread that is about to be started blocks what its creator does.
void inherit_blocked_signals(Fiber& fiber, Fiber& made, Address place);
/// The program has said nothing about signals yet.
void reset_signals();

}  // namespace graphfuzz::runtime
