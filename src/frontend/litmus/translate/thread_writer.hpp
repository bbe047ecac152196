// Writes a thread of a litmus test as a function of C.
//
// C leaves the order in which operands are evaluated to the compiler, the litmus test does not: where it matters, all
// but the last of them go to temporaries, one after the other (`(t0 = load(x), t0 + load(y))`). What C has no words for
// is refused, by ParseError.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "translation.hpp"

namespace graphfuzz::litmus::c11 {

class ThreadWriter {
 public:
  ThreadWriter(const Function& function, Translation& translation);

  /// The definition of the function, before it those of the variables that take what final states tell of its
  /// registers.
  std::string write();
  /// The variable that has the register's last value once the thread has ended.
  static std::string result_name(const StateItem& item, const Translation& translation);

 private:
  struct LocalVariable {
    std::string_view register_name;
    std::string name;
    Type type;
    bool is_volatile = false;  ///< what was read plainly is to be kept
    bool observed = false;
  };
  /// A value that was written already.
  struct Typed {
    Text text;
    Type type;
    std::optional<Value> constant{};
  };
  /// An operand: what it is, and how it is written.
  struct Part {
    const Expression* expression;
    Type type;
    std::function<Text()> write;
  };
  /// Texts of parts, and what is to be evaluated before them.
  struct Ordered {
    std::string before;
    std::vector<Text> texts;
    Text finish(Text text) const;
  };
  /// An expression without a value, and whether it ends with a plain access.
  struct Effect {
    Text text;
    bool plain = false;
  };

  // types.cpp
  Type type_of(const Expression& e) const;
  Type type_behind(const Expression& address) const;
  Typed typed(const Expression& e);
  Text converted(const Expression& e, const Type& to);
  std::optional<Value> folded(const Expression& e) const;
  [[noreturn]] void refuse(const Expression& e, std::string_view expected, std::string_view found) const;
  std::string in_source(const Expression& e) const;

  // expressions.cpp
  Text value(const Expression& e);
  Text condition(const Expression& e);
  Text unary_value(const Expression& e);
  Text binary_value(const Expression& e);
  Text logical_value(const Expression& e);
  Text cast_value(const Expression& e);
  Text arithmetic(BinaryOperator op, const Typed& left, const Typed& right, const Expression& e);
  Text pointer_arithmetic(BinaryOperator op, const Typed& left, const Typed& right, const Expression& e);
  Text division(BinaryOperator op, const Typed& left, const Typed& right, const Type& type);
  Part part(const Expression& e);
  Part part(const Expression& e, const Type& to);
  Ordered in_order(const std::vector<Part>& parts) const;
  std::string temporary(const Type& type, bool is_volatile = false) const;

  // accesses.cpp
  Text call(const Expression& e);
  Text compare_exchange(const Expression& e);
  Text expected_register(const Expression& e, const Type& type);
  std::string exchange_through(const Expression& e, const Type& type);
  Text lock(const Expression& e);
  Text unlock(const Expression& e);
  Text address(const Expression& e);

  // places.cpp
  const LocalVariable& variable(std::string_view name) const;
  std::vector<Part> parts_of_place(const Expression& place);
  Text place(const Expression& e, const std::vector<Text>& parts) const;
  Text plain_read(const Expression& e);
  Text assign_value(const Expression& e);
  Text change_value(const Expression& e);
  Effect assign(const Expression& e);
  Effect change(const Expression& e);
  Text changed_place(const Expression& e, const std::string& old, bool keeps_old);
  Text changed(const Expression& e, const Typed& old);

  // statements.cpp
  void find_variables();
  void find_declarations(const Statement& s, Mentions& before);
  void statement(const Statement& s);
  void expression(const Expression& e);
  void declare(const Statement& s);
  void set_variable(const Expression& at, std::string_view name, const Expression& to, bool declares);
  void loop(const Statement& s);
  void body(const Statement& s, const std::string& head, const std::string& tail = {});
  std::string list(const Statement& s);
  Effect effect(const Expression& e);
  void line(const std::string& text);

  const Function& function_;
  Translation& all_;
  std::vector<LocalVariable> variables_;
  std::set<std::string_view> addressed_;  // registers
  std::set<const void*> declares_;        // statements that are the declaration of a register, too
  std::set<std::string_view> declared_;   // … of these
  mutable Names names_;
  mutable std::vector<std::string> temporaries_;  // declarations
  std::string out_;
  unsigned depth_ = 1;
};

}  // namespace graphfuzz::litmus::c11
