// What hooks have in common: requests to the engine, plain accesses, failures.
#pragma once

#include <string>

#include "runtime/fiber.hpp"

namespace graphfuzz::runtime {

struct Answer {
  Value value = 0;
  bool succeeded = false;
};

/// Asks the engine, for the fiber, and waits for the answer. To be called from within a hook (InRuntime).
Answer ask(Fiber& fiber, const Request& request, Address address, Address place, Wait wait = {});
/// Ends the thread, or what is left of it, with a failure, "abort: …": a kind (failure_kind.hpp) and a text. Does not
/// return to the program.
/// `stacks`: of what else it is about.
[[noreturn]] void fail(Fiber& fiber, const std::string& what, Address place,
                       std::vector<native::CallStack> stacks = {});
/// The thread fails, as no model has atomic accesses of so many bytes. Outside of threads, the process ends.
[[noreturn]] void refuse_atomic(std::size_t size, Address place);
/// The same with a text that names a place itself, "q.cpp:12:1: assertion failed: …".
[[noreturn]] void fail_with(Fiber& fiber, const std::string& text, Address place,
                            std::vector<native::CallStack> stacks = {});
/// Nothing more is to happen in the thread, which may end in a call of exit or by returning from main.
enum class Finish { itself, by_exit, main };
[[noreturn]] void finish_for_good(Fiber& fiber, Finish how = Finish::itself);
/// The thread is at its end: what is to be destroyed is.
[[noreturn]] void finish_thread();
/// Destroys the thread_locals of the thread.
void destroy_thread_locals(Fiber& fiber);
/// The execution as a whole is given up: an assumption does not hold.
[[noreturn]] void block(Fiber& fiber);
/// … too, as there are to be no cells in the eight bytes on its stack.
[[noreturn]] void give_up(Fiber& fiber, Address granule);
/// Is the memory, for an atomic access, the thread's own and no cell, so that it is to be accessed as it is? It is
/// taken down as read; what is written there is to be announced as a plain write.
bool is_private(Fiber& fiber, Address address, std::uint8_t size, Address place);

/// A plain access of so many bytes: noted, or asked for where there are cells. What a write to cells has written is
/// asked for at the thread's next call.
void plain_read(Fiber& fiber, Address address, std::size_t size, Address place);
void plain_write(Fiber& fiber, Address address, std::size_t size, Address place);
/// Accesses to volatile objects, where these are as atomic ones (of up to eight bytes, aligned).
bool volatile_is_atomic();
void volatile_read(Fiber& fiber, Address address, std::uint8_t size, Address place);
/// The plain write that is not asked for yet, if there is one. Every hook begins with it.
void settle_plain_write(Fiber& fiber);
/// A plain write of up to eight bytes, which has been made, is told of: asked for, where there are cells.
void tell_of_write(Fiber& fiber, Address address, std::uint8_t size, Address place);
/// The thread has written there, and what of it is in cells does not count.
void note_writes(Fiber& fiber, Address address, std::size_t size, Address place);
/// A function of the program is entered (called at `place`), or left: noted, if the machine was asked for that.
void note_call(Fiber& fiber, Touch::Kind kind, Address place);
void count_calls(bool wanted);
/// Fails if the access is of memory that is none.
void check_access(Fiber& fiber, Address address, std::size_t size, const char* what, Address place);

/// Convenience of a hook: as InRuntime, with the last plain write settled.
class Hook : public InRuntime {
 public:
  Hook() { settle_plain_write(fiber()); }
};

Value read_memory(Address address, std::uint8_t size);
void write_memory(Address address, std::uint8_t size, Value value);

/// The registers that a function has to keep, and the stack pointer, of whoever has called the hook for an atomic
/// access last: what it goes by.
struct MachineState;
struct Registers {
  std::uint64_t rbx, rbp, r12, r13, r14, r15, rsp;
  const MachineState* rest;  ///< of an instruction that is no call; null: of a call, at which the others are lost
};
/// All of its general purpose registers, the last one first, and the others as xsave has them, or fxsave with zeros
/// behind.
struct MachineState {
  const std::uint64_t* registers;
  const char* saved;
};

/// Where the fiber is.
native::CallStack stack_of(Fiber& fiber, std::string what, Address place);

/// The texts of failures, and names of outcomes.
std::size_t message_number(const std::string& text);
const std::string& message(std::size_t number);
/// How a failure came about: the first that is told.
void explain_message(std::size_t number, std::vector<native::CallStack> stacks);
const std::vector<native::CallStack>& explanation(std::size_t number);
std::size_t outcome_number(const std::string& name);
const std::vector<std::string>& outcome_names();

/// What the machine was told of cells.
void use_cells(const native::CellTable* cells);
/// Those; null while there are none.
const native::CellTable* known_cells();
std::string place_text(Address code);
/// As messages of compilers begin with a place.
std::string message_at(Address code, std::string_view what);
Place place_of(Address code);
std::string data_name(Address data);
/// Has the value there a type with negative numbers? As Symbols has it.
std::optional<bool> is_signed(Address data, std::size_t size);
bool returns_nothing(Address function);
/// The stack that the program had before it was explored.
void name_outer_stack(Address begin, Address end);

/// A section that no other thread's overlaps begins, ends. Sections nest. Of threads of the program.
void begin_section(Address place);
void end_section(Address place);
/// The thread, which is in a section, makes one more access. Does not return if it was to be the only one.
void count_in_section(Fiber& fiber);
/// Are sections single accesses, so that nobody is kept out (CellTable::sections_are_accesses)?
bool sections_are_accesses();
/// Is the code in a function that is such a section by its name: __VERIFIER_atomic_…, but _begin and _end? Has the
/// program any?
bool is_atomic_function(Address code);
bool has_atomic_functions();

}  // namespace graphfuzz::runtime

/// Written by the hooks of atomic accesses.
extern "C" graphfuzz::runtime::Registers graphfuzz_registers __attribute__((visibility("hidden")));
