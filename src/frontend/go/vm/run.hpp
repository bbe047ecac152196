// MachineRun: one execution of a compiled Go program. Goroutines are stacks of frames; each runs up to its next
// operation whenever the engine says what came of the one before.
//
// run.cpp: the interface Run. interpreter.cpp, instructions/: what it executes. operations.cpp: what waits for the
// engine. intrinsics.cpp, printing.cpp: the packages' intrinsic functions. panics.cpp: calls, defers, panics.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "frontend/go/vm/arena.hpp"
#include "frontend/go/vm/code.hpp"
#include "frontend/go/vm/format.hpp"
#include "frontend/go/vm/values.hpp"
#include "graphfuzz/program/go/go_program.hpp"

namespace graphfuzz::go::vm {

/// A deferred call, in the arena.
struct Deferred {
  Deferred* next = nullptr;
  const FunctionCode* code = nullptr;
  Slot* closure = nullptr;
  Slot* arguments = nullptr;
  Position position = kNoPosition;
};

enum class Role : std::uint8_t {
  plain,
  deferred,    ///< called by run_defers, or, if Frame::panic is set, by that panic
  text,        ///< Error or String of a value that package fmt prints: goes to Goroutine::printing
  panic_text,  ///< Error or String of a panic that nobody recovered
};

struct Frame {
  const FunctionCode* code = nullptr;
  const Instruction* pc = nullptr;
  Slot* closure = nullptr;
  Deferred* defers = nullptr;
  std::uint32_t base = 0;
  std::uint32_t panic = 0;  ///< 1 + index of the panic whose unwinding called it; 0: none
  Position call_position = kNoPosition;
  Role role = Role::plain;
};

struct PanicRecord {
  Slot value{};
  Panic kind = Panic::other;
  Position position = kNoPosition;
  bool recovered = false;
  bool goexit = false;   ///< runtime.Goexit, which nothing recovers
  bool aborted = false;  ///< a later panic has left the deferred call that this one was running
};

/// A call of package fmt that waits for an Error or String.
struct Printing {
  Texts texts;
  std::size_t depth = 0;  ///< frames when it began
};

struct Goroutine {
  std::vector<Slot> stack;
  std::vector<Frame> frames;
  std::vector<PanicRecord> panics;
  std::vector<Printing> printing;  ///< one within the other
  Operation pending;
  std::string panic_text;
  std::int64_t looked = 0;  ///< how long it has been looking at the clock
  std::size_t charged = 0;  ///< slots of its stack, frames included, that are counted as memory
};

struct Timer {
  Object object = kNoObject;
  Channel* channel = nullptr;
  Slot* function = nullptr;
  std::int64_t due = 0;
  std::int64_t period = 0;
  Position position = kNoPosition;
};

/// Numbers of the objects, by address. Emptied in constant time.
class ObjectTable {
 public:
  void clear() {
    ++generation_;
    used_ = 0;
  }
  /// The object at the address; `fresh` is given to one that has none.
  Object find_or_add(const void* address, Object fresh);

 private:
  struct Entry {
    const void* address = nullptr;
    std::uint32_t generation = 0;
    Object object = 0;
  };
  void grow();
  std::vector<Entry> entries_ = std::vector<Entry>(64);
  std::uint32_t generation_ = 1;
  std::size_t used_ = 0;
};

class MachineRun final : public Run {
 public:
  explicit MachineRun(std::shared_ptr<const Code> code);

  void reset() override;
  void observe(AccessObserver* observer) override { observer_ = observer; }
  Routine routines() const override { return count_; }
  const Operation& pending(Routine routine) const override { return goroutines_[routine]->pending; }
  void resume(Routine routine, const Result& result) override;
  Routine fire(Object timer, std::int64_t now, std::uint64_t past) override;
  std::string_view output() const override { return output_; }
  std::string_view test_failures() const override { return failures_; }
  std::string panic_text(Routine routine) const override { return goroutines_[routine]->panic_text; }

 private:
  static constexpr std::size_t kMaximalDepth = 100'000;
  static constexpr std::size_t kMaximalStack = std::size_t{4} << 20;
  static constexpr std::size_t kMaximalOutput = std::size_t{1} << 20;

  friend class Interpreter;

  // interpreter.cpp
  void execute(Goroutine& g);

  // panics.cpp. Those that return bool: does the goroutine go on executing?
  bool enter(Goroutine& g, const FunctionCode* callee, std::uint32_t base, Slot* closure);
  bool charge_stack(Goroutine& g, std::size_t slots);
  bool leave(Goroutine& g);
  bool call_deferred(Goroutine& g, std::uint32_t panic);
  bool raise(Goroutine& g, Panic kind, Slot value);
  bool raise_error(Goroutine& g, Panic kind, std::string_view text);  ///< a runtime error
  bool raise_failure(Goroutine& g, Panic kind);                       ///< of an operation
  bool raise_index(Goroutine& g, std::int64_t index, std::int64_t length);
  bool raise_assertion(Goroutine& g, const TypeInfo* held, const TypeInfo& wanted, const TypeInfo* interface);
  bool unwind(Goroutine& g);
  bool crash(Goroutine& g);
  bool fatal(Goroutine& g, Panic kind, std::string_view text);
  bool out_of_memory(Goroutine& g) { return fatal(g, Panic::other, "out of memory"); }
  bool go_exit(Goroutine& g);
  void finish(Goroutine& g, const PanicRecord& panic, std::string text);
  Slot boxed(const TypeInfo& type, std::string_view text);
  Slot runtime_error(std::string_view text);
  void recover(Goroutine& g, Slot& to);
  /// The callee of a call instruction; null after a panic was raised.
  const FunctionCode* callee(Goroutine& g, const Instruction& call, Slot** closure, bool& goes_on);
  bool defer_call(Goroutine& g, const Instruction& call);
  Position position(const Frame& frame) const;

  // operations.cpp
  Operation& operation(Goroutine& g, Kind kind, Object object);
  void begin_select(Goroutine& g, const SelectCode& select, const Slot* registers);
  bool begin_make(Goroutine& g, const Instruction& make, Slot* registers);
  bool complete(Goroutine& g, const Result& result);  ///< puts the result where it belongs
  void complete_receive(Channel* channel, const Result& result, Slot* to, std::uint32_t count);
  void complete_select(Frame& frame, const Result& result, Slot* registers);
  void fork(Goroutine& g, const Instruction& call);
  std::uint32_t payload(const Channel& channel, const Slot* value);
  void unpack(const Channel* channel, std::uint32_t payload, Slot* to, std::uint32_t count);

  // intrinsics.cpp, printing.cpp. Windows are where the results will be, followed by the parameters.
  bool native(Goroutine& g, const Instruction& call);
  bool object_operation(Goroutine& g, Kind kind, const Slot& pointer, std::int64_t operand = 0);
  bool cond_wait(Goroutine& g, const Slot& cond);
  void start_timer(Goroutine& g, const Slot* window);
  void report_failure(const Goroutine& g, std::string_view text);
  bool print(Goroutine& g, Native native, Slot* arguments);
  void tell_atomic(const Goroutine& g, const Slot* variable, bool writes);
  void complete_native(Goroutine& g, const Instruction& call, const Result& result);

  // run.cpp
  Goroutine& new_goroutine();
  Object object_at(const void* address);
  void write(std::string_view text);

  std::shared_ptr<const Code> code_;
  AccessObserver* observer_ = nullptr;
  Arena arena_;
  ObjectTable objects_;
  std::uint32_t object_count_ = 0;
  std::vector<std::unique_ptr<Goroutine>> goroutines_;
  Routine count_ = 0;
  Routine current_ = 0;
  Slot* globals_ = nullptr;
  std::vector<Slot> payloads_;
  std::vector<Timer> timers_;
  std::int64_t clock_ = 0;
  std::string output_;
  std::string failures_;
  std::string scratch_;
};

}  // namespace graphfuzz::go::vm
