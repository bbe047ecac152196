// Compiles a checked program: the tables that all of its functions share, and what makes functions that nobody wrote
// (values of methods, entries for calls through interfaces, goroutines that begin in a function of the machine).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "frontend/go/checked.hpp"
#include "frontend/go/vm/code.hpp"
#include "graphfuzz/frontend/go.hpp"

namespace graphfuzz::go::compiler {

class ProgramCompiler {
 public:
  explicit ProgramCompiler(std::shared_ptr<syntax::Program> program);

  /// Throws ParseError.
  std::shared_ptr<const vm::Code> compile(const GoOptions& options);

  const vm::TypeInfo& info(const syntax::Type* type);
  std::uint32_t slots(const syntax::Type* type) { return info(type).slots; }
  /// The number of the type; its values may become the dynamic values of interfaces.
  std::int32_t dynamic(const syntax::Type* type);

  /// The number of its code.
  std::int32_t function(const syntax::Function* function);
  std::uint32_t global(const syntax::Variable* variable) const { return globals_.at(variable); }
  std::uint32_t method_name(const std::string& name, const syntax::Package* package);
  std::int32_t interface_number(const syntax::Type* interface);

  std::int32_t constant(vm::Slot value);
  std::int32_t function_constant(std::int32_t function) {
    return constant(vm::Slot::pointer(&by_index(function)->self));
  }
  vm::Slot constant_value(const syntax::Expression& expression);
  std::int32_t interface_constant(const syntax::Expression& expression);
  Position position(const syntax::Place& place);

  /// How a function made from a selected method gets its receiver.
  enum class Entry : std::uint8_t {
    word,       ///< the first parameter is the word of an interface that holds a `type`
    bound,      ///< it was captured, path and adjustment done
    parameter,  ///< it is the first parameter, of `type`
  };
  std::int32_t method_function(Entry entry, const syntax::Type* type, const syntax::Selection& selection);
  /// close, panic, delete, print, … as a function, for go and defer.
  std::int32_t builtin_function(syntax::Builtin builtin, const std::vector<const syntax::Type*>& parameters);

  /// Throws ParseError.
  [[noreturn]] void reject(const syntax::Place& place, const std::string& message) const;
  const syntax::Program& program() const { return *code_->program; }
  syntax::Types& types() { return code_->program->types; }

 private:
  vm::FunctionCode* by_index(std::int32_t index) { return code_->by_index[static_cast<std::size_t>(index)]; }
  std::int32_t add_function(std::string name);
  void fill(vm::TypeInfo& info);
  void complete_dynamic_types();
  void compile_entry(const syntax::Function* start);
  const syntax::Function* member(std::string_view package, std::string_view name) const;

  std::unique_ptr<vm::Code> code_;
  std::vector<vm::TypeInfo*> infos_;  ///< by Type::number
  std::unordered_map<const syntax::Function*, std::int32_t> functions_;
  std::unordered_map<const syntax::Variable*, std::uint32_t> globals_;
  std::map<std::pair<std::string, const syntax::Package*>, std::uint32_t> method_names_;
  std::vector<std::pair<std::string, const syntax::Package*>> methods_asked_;  ///< by number
  std::vector<const syntax::Type*> interfaces_asked_;                          ///< by number
  std::vector<vm::TypeInfo*> dynamic_types_;
  std::map<std::tuple<Entry, const syntax::Type*, const void*, std::string>, std::int32_t> method_functions_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::int32_t> constants_;
  std::map<std::string, const char*, std::less<>> texts_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Position> positions_;
};

}  // namespace graphfuzz::go::compiler
