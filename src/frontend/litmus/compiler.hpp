// Compiles a function of the program zone to register code.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "assembler.hpp"
#include "code.hpp"
#include "symbols.hpp"
#include "syntax.hpp"

namespace graphfuzz::litmus {

/// What the compilation of all threads shares.
struct CompilationContext {
  const Source& source;
  const Symbols& symbols;
  const std::vector<Cell>& cells;
  std::vector<std::string>& messages;  ///< of `failure` requests
  std::vector<std::string>& waits;     ///< see LitmusProgram
};

class ThreadCompiler {
 public:
  ThreadCompiler(const Function& function, const CompilationContext& context)
      : function_(function), context_(context), assembler_(context.source) {}

  /// `initial`: the thread's registers in the init zone. `observed`: names in the condition zone; those that the
  /// function does not have become variables that stay 0.
  ThreadCode compile(const std::vector<RegisterInit>& initial, const std::vector<std::string_view>& observed);

 private:
  struct OpenLoop {
    Label on_break;
    Label on_continue;
  };
  /// An lvalue: a register, or the location that `address` points to.
  struct Place {
    bool is_register = false;
    Register reg = kNoRegister;
    Operand address;
    Type type;
  };
  /// Where the caller would like a value to be. Ignored if the type is another.
  struct Wish {
    Register reg;
    Type type;
  };
  using OptionalWish = std::optional<Wish>;

  // statement_compiler.cpp
  void compile(const Statement& statement);
  void compile_branch(const Statement& statement);
  void compile_loop(const Statement& statement);
  void declare(const Statement& statement);
  void jump_if(const Expression& condition, Label target, bool when);
  void assertion(const Expression& call);
  void effect(const Expression& expression);

  // expression_compiler.cpp
  Operand value(const Expression& e, OptionalWish wish = std::nullopt);
  Operand name_value(const Expression& e);
  Operand unary_value(const Expression& e, OptionalWish wish);
  Operand binary_value(const Expression& e, OptionalWish wish);
  Operand lazy_value(const Expression& e);
  Operand cast_value(const Expression& e);
  Operand arithmetic(BinaryOperator op, Operand left, Operand right, const Expression& e, OptionalWish wish);
  Operand emit_binary(Instruction instruction, const Operand& left, const Operand& right, const Type& type,
                      const Expression& e, OptionalWish wish);

  // place_compiler.cpp
  Operand assign_value(const Expression& e);
  Operand increment_value(const Expression& e, bool value_used);
  Operand convert(const Operand& operand, const Type& type, std::size_t offset);
  void store_register(Register reg, const Operand& operand, std::size_t offset);
  Place place(const Expression& e);
  Operand read_place(const Place& place, const Expression& e, OptionalWish wish);
  void write_place(const Place& place, const Operand& operand, const Expression& e);
  Register result_register(const Type& type, OptionalWish wish, std::size_t offset);
  Register variable_of(const Expression& name, const std::optional<Type>& type_if_new);
  const Parameter* find_parameter(std::string_view name) const;
  void check_pointer(const Type& from, const Type& to, std::size_t offset) const;

  // access_compiler.cpp
  Operand address(const Expression& e);
  Operand load(const Operand& address, MemoryOrder order, const Expression& e, OptionalWish wish);
  void store(const Operand& address, const Operand& operand, MemoryOrder order, const Expression& e);
  Operand update(const Expression& e, OptionalWish wish);
  Operand compare_exchange(const Expression& e, OptionalWish wish);
  void fence(const Expression& e);
  void lock(const Expression& e);
  void unlock(const Expression& e);
  Access make_access(RequestKind kind, MemoryOrder order, const Operand& address, const Expression& e);
  void set_operand(Access& access, const Operand& operand, const Operand& address, std::size_t offset);
  void set_expected(Access& access, const Operand& operand, const Operand& address, std::size_t offset);
  Operand as_stored(const Operand& operand, const Operand& address, std::size_t offset);
  std::uint32_t add_wait(const Expression& e);
  std::uint32_t add_message(std::size_t offset, const std::string& text);
  Type pointee(const Operand& address) const;

  const Function& function_;
  const CompilationContext& context_;
  Assembler assembler_;
  std::unordered_set<const Statement*> memory_loops_;
  std::vector<OpenLoop> loops_;
  const Expression* condition_ = nullptr;  // of the innermost loop
  std::vector<bool> typed_;  // per variable: has it been declared (rather than only initialised or observed)?
  Label end_ = 0;
};

}  // namespace graphfuzz::litmus
