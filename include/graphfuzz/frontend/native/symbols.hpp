// Symbols: what the addresses of a running program mean in its source: functions, lines, the names of its variables.
// Read from the ELF files of the program and of its shared libraries, and from their debug information (DWARF 2 to 5)
// by elfutils. What a file does not tell is answered with less: symbol and offset, else module and offset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/program/place.hpp"

namespace graphfuzz::native {

using Address = std::uintptr_t;

/// The program or one of its shared libraries, as it is loaded.
struct Module {
  std::string path;
  Address bias = 0;  ///< what was added to the addresses in the file
  /// Where it lies, [begin, end); if that is empty: where its segments do, as the file says.
  Address begin = 0;
  Address end = 0;
};

/// The modules of this process, the program first, as the dynamic linker knows them now.
std::vector<Module> loaded_modules();

struct Frame {
  std::string function;  ///< demangled, without parameters: "ns::Queue<int>::push", "main::{lambda#1}"
  Place place;           ///< where in it: the line of the instruction or of the inlined call; empty if unknown
  friend bool operator==(const Frame&, const Frame&) = default;
};

/// Nothing of a module is read before the first question about it, of its code only the compilation units that were
/// asked for, and of its variables none before the first question about data. Answers are remembered. Never throws on
/// account of what is in the files. For one thread at a time.
class Symbols {
 public:
  /// Source files below `folder` are shown relative to it.
  explicit Symbols(std::vector<Module> modules = loaded_modules(),
                   std::filesystem::path folder = std::filesystem::current_path());
  Symbols(Symbols&&) noexcept;
  Symbols& operator=(Symbols&&) noexcept;
  ~Symbols();

  /// For a library that was loaded later. Takes the place of modules where it lies.
  void add(Module module);

  /// The function that the instruction is in and those that it was inlined into, outermost last; at least one.
  /// Of the call that returns to an address, ask for calls().
  const std::vector<Frame>& frames(Address instruction);
  /// May a frame of the instruction have a line? Costs less than to look for one.
  bool has_lines(Address instruction);
  /// frames() of the call instruction before the return address.
  const std::vector<Frame>& calls(Address return_address) { return frames(return_address - 1); }
  /// Of the innermost frame.
  std::string function(Address instruction) { return frames(instruction).front().function; }
  Place place(Address instruction) { return frames(instruction).front().place; }

  /// The global, static or function-static variable at an address, with members and elements as in C:
  /// "queue.slots[3].seq". A variable in a namespace or class is qualified, "ns::x"; one in a function or of a file
  /// only if there are others of its name in the module: "f::x", "file.c::x". Atomics, mutexes and their like are
  /// named as a whole. `size`: how many bytes are accessed; a structure that is accessed as a whole is not named by its
  /// first member, and of a union it is the member of that size. 0: the innermost is meant.
  std::string data_name(Address address, std::size_t size = 0);

  /// Is the value there of a type with negative numbers? Of global and static variables; none if that is not known.
  std::optional<bool> is_signed(Address address, std::size_t size);

  /// Is a function declared without a value (`void`)? False if that is not known.
  bool returns_nothing(Address function);

  /// data_name() of what lies at an offset in a module's thread-local storage; the module is the one that
  /// `in_module` lies in.
  std::string thread_local_name(Address in_module, std::uint64_t offset, std::size_t size = 0);

  /// The variable of one call of a function that lies at an address on the stack; empty if none is known there.
  /// `instruction` is one of the function, best the one that it is at; `frame` is its canonical frame address, which
  /// is what the stack pointer was before the call of it.
  std::string local_name(Address instruction, Address frame, Address address, std::size_t size = 0);

  /// The canonical frame address of the function that is at an instruction with these registers; 0 if unknown.
  Address frame_address(Address instruction, Address stack_pointer, Address base_pointer);

  /// The part of a type at an offset: ".next", "[2].key", "+4", empty for all of it. `type` as C++ and C spell it
  /// without `struct`, "node" or "ns::Node<int>"; it is looked for in the module of an instruction. For blocks of the
  /// heap, whose names are the caller's: if the block is larger than the type, it is an array of `block_size` bytes.
  /// Only the offset, "+8", if there is no such type.
  std::string member_name(Address instruction, std::string_view type, std::uint64_t offset, std::size_t size = 0,
                          std::uint64_t block_size = 0);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graphfuzz::native
