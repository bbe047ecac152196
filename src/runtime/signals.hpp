#pragma once

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

/// System calls that would end the process, make another, or send it signals.
bool is_of_process(long number);
/// What a thread of the program is answered by such a call: it does what the function of its name does.
long call_of_process(long number, const long* arguments);

/// The thread calls what cannot be followed: it fails, with "unsupported".
[[noreturn]] void refuse(const char* function, void* from);
/// The thread sends itself a signal. As `raise`, but that `from` is where.
int send_to_self(int number, void* from);
/// The thread that is about to be started blocks what its creator does.
void inherit_blocked_signals(Fiber& fiber, Fiber& made, Address place);
/// The program has said nothing about signals yet.
void reset_signals();

}  // namespace graphfuzz::runtime
