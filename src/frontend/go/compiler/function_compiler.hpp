// Compiles one function. Registers are handed out like a stack: a block gives back those of its variables, a statement
// those of its temporaries.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "frontend/go/compiler/program_compiler.hpp"

namespace graphfuzz::go::compiler {

/// Where a value is that can be read, and perhaps written.
struct Location {
  enum class Kind : std::uint8_t {
    nowhere,    ///< _
    registers,  ///< R[base + offset]
    indexed,    ///< R[base + offset + R[index]]
    memory,     ///< R[base].p[offset]
    global,     ///< globals[offset]
    map_entry,  ///< R[base][R[index]]
  };
  Kind kind = Kind::nowhere;
  std::int32_t base = 0;
  std::int32_t index = 0;
  std::int32_t offset = 0;
  const syntax::Type* type = nullptr;
  const syntax::Type* map = nullptr;  ///< map_entry: the map's type
};

class FunctionCompiler {
 public:
  FunctionCompiler(ProgramCompiler& program, vm::FunctionCode& code, const syntax::Function* function);

  void compile_body();
  void compile_native(const vm::NativeFunction& native);
  /// Globals' values, init functions, then `start` (a test if `runner` is not null).
  void compile_entry(const syntax::Function* start, const syntax::Function* runner);
  void compile_method(ProgramCompiler::Entry entry, const syntax::Type* type, const syntax::Selection& selection,
                      const syntax::Type* signature);
  void compile_builtin(syntax::Builtin builtin, const std::vector<const syntax::Type*>& parameters);

 private:
  using Reg = std::int32_t;
  static constexpr Reg kAnywhere = -1;

  // Code
  void call_native(const vm::NativeFunction& native, Reg window);
  std::int32_t emit(vm::Op op, Reg a = 0, std::int64_t b = 0, std::int64_t c = 0, std::int64_t d = 0,
                    std::uint32_t n = 0);
  std::int32_t here() const { return static_cast<std::int32_t>(code_.code.size()); }
  void patch(std::int32_t jump, std::int32_t target);
  void finish();
  Reg temporary(std::uint32_t slots);
  Reg destination(Reg to, std::uint32_t slots) { return to == kAnywhere ? temporary(slots) : to; }
  void move(Reg to, Reg from, std::uint32_t slots);
  void load_integer(Reg to, std::int64_t value);
  void zero(Reg to, std::uint32_t slots);
  std::uint32_t slots(const syntax::Type* type) { return program_.slots(type); }

  // Values. All return the register in which the value is: `to`, if that was given.
  Reg expression(const syntax::Expression* e, Reg to = kAnywhere);
  Reg fresh(const syntax::Expression* e);  ///< in a register of its own
  Reg value(const syntax::Expression* e, Reg to);
  Reg constant(const syntax::Expression* e, Reg to);
  Reg name(const syntax::Name* e, Reg to);
  Reg literal(const syntax::FunctionLiteral* e, Reg to);
  Reg composite(const syntax::CompositeLiteral* e, Reg to);
  void composite_at(const syntax::CompositeLiteral* e, const syntax::Type* type, Reg at);
  Reg selector(const syntax::Selector* e, Reg to);
  Reg index(const syntax::Index* e, Reg to);
  Reg slice(const syntax::Slice* e, Reg to);
  Reg assertion(const syntax::TypeAssertion* e, Reg to);
  Reg unary(const syntax::Unary* e, Reg to);
  Reg receive(const syntax::Unary* e, Reg to);
  Reg binary(const syntax::Binary* e, Reg to);
  Reg logical(const syntax::Binary* e, Reg to);
  Reg comparison(const syntax::Binary* e, Reg to);
  Reg compare(syntax::Operator op, const syntax::Type* type, Reg left, Reg right, Reg to);
  Reg arithmetic(syntax::Operator op, const syntax::Type* type, Reg left, Reg right, const syntax::Type* right_type,
                 Reg to);
  Reg conversion(const syntax::Type* to_type, const syntax::Type* from_type, Reg from, Reg to);
  Reg to_interface(const syntax::Type* from_type, Reg from, Reg to);
  /// What is expected to be of type `expected` is of type `actual`, in R[from].
  Reg fitted(const syntax::Type* expected, const syntax::Type* actual, Reg from);
  /// Jumps if the condition is `when`; the jumps are added to `jumps`.
  void condition(const syntax::Expression* e, bool when, std::vector<std::int32_t>& jumps);
  /// The types of the parts of a tuple, also of one with comma_ok.
  std::vector<const syntax::Type*> parts(const syntax::Expression* e);

  // Places
  Location place(const syntax::Expression* e, bool stable = false);
  Location variable(const syntax::Variable* v);
  Location follow(Location from, const std::vector<syntax::FieldStep>& path);
  Location operand_of_selector(const syntax::Selector* e, bool stable);
  Reg load(const Location& from, Reg to);
  void store(const Location& to, Reg from);
  Reg address(const Location& of, Reg to);
  Location in_registers(Reg at, const syntax::Type* type) const;

  // Calls
  Reg call(const syntax::Call* e, Reg to, vm::CallMode mode);
  Reg builtin(const syntax::Call* e, Reg to);
  Reg append(const syntax::Call* e, Reg to);
  void builtin_later(const syntax::Call* e, vm::CallMode mode);
  void arguments(const syntax::Call* e, const syntax::Type* signature, Reg at);
  Reg variadic(const syntax::Call* e, std::size_t from, const syntax::Type* slice, Reg to);
  Reg receiver(const syntax::Selector* e, Reg to);
  Reg adjusted(const Location& at, syntax::Adjust adjust, Reg to);
  std::uint32_t parameter_slots(const syntax::Type* signature);
  std::uint32_t result_slots(const syntax::Type* signature);
  void call_selected(const syntax::Selection& selection, Reg window, Reg receiver, const syntax::Type* signature);

  // Statements
  void statement(const syntax::Statement* s);
  void block(const std::vector<syntax::Statement*>& statements);
  void assignment(const syntax::Assignment* s);
  void assign_parts(const syntax::Assignment* s);
  void compound(const syntax::Expression* left, syntax::Operator op, const syntax::Expression* right);
  void declaration(const syntax::VariableDeclaration& d);
  void return_statement(const syntax::Return* s);
  void leave();
  void if_statement(const syntax::If* s);
  void switch_statement(const syntax::Switch* s);
  void type_switch(const syntax::TypeSwitch* s);
  void select_statement(const syntax::Select* s);
  void received(const syntax::Statement* operation, Reg value, const syntax::Unary* receive);
  void for_statement(const syntax::For* s);
  void range_statement(const syntax::Range* s);
  void range_loop(const syntax::Range* s, Reg key, const syntax::Type* key_type, Reg value,
                  const syntax::Type* value_type);
  void later(const syntax::Expression* call, vm::CallMode mode);

  // Variables
  static bool boxed(const syntax::Variable* v);
  void declare(const syntax::Variable* v, Reg at);
  /// Makes the variable; returns where its initial value belongs. Call `initialised` afterwards.
  Reg begin_variable(const syntax::Variable* v);
  void initialised(const syntax::Variable* v, Reg value);
  void define(const syntax::Variable* v, Reg value);
  void define_zero(const syntax::Variable* v);

  struct Target {
    std::vector<std::int32_t> breaks;
    std::vector<std::int32_t> continues;
  };

  ProgramCompiler& program_;
  vm::FunctionCode& code_;
  const syntax::Function* function_;
  std::unordered_map<const syntax::Variable*, Reg> registers_;
  std::unordered_map<const syntax::Statement*, Target> targets_;
  std::unordered_map<const syntax::Variable*, bool> ranged_;
  std::vector<std::int32_t> to_epilogue_;
  Reg next_ = 0;
  syntax::Place place_{};
};

}  // namespace graphfuzz::go::compiler
