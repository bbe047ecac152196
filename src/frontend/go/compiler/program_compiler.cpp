#include "frontend/go/compiler/program_compiler.hpp"

#include <algorithm>

#include "frontend/go/compiler/function_compiler.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "graphfuzz/stop/stop.hpp"

namespace graphfuzz::go::compiler {

using syntax::Type;
using syntax::TypeKind;
using syntax::under;
using vm::SlotKind;

ProgramCompiler::ProgramCompiler(std::shared_ptr<syntax::Program> program) : code_(std::make_unique<vm::Code>()) {
  code_->program = std::move(program);
  std::uint32_t at = 0;
  for (const syntax::Variable* v : code_->program->globals) {
    globals_[v] = at;
    at += std::max(slots(v->type), 1U);
  }
  code_->global_slots = at;
}

void ProgramCompiler::reject(const syntax::Place& place, const std::string& message) const {
  const auto& files = code_->program->files;
  const std::string& file = place.file < files.size() ? files[place.file].name : std::string{};
  throw ParseError(file, place.line, place.column, message);
}

Position ProgramCompiler::position(const syntax::Place& place) {
  const auto [found, fresh] =
      positions_.try_emplace({place.file, place.line}, static_cast<Position>(code_->positions.size()));
  if (fresh) code_->positions.push_back(code_->program->files[place.file].name + ":" + std::to_string(place.line));
  return found->second;
}

// ---------------------------------------------------------------------------------------------------------- types

void ProgramCompiler::fill(vm::TypeInfo& info) {
  const Type* type = under(info.type);
  const auto single = [&](SlotKind kind) {
    info.slots = 1;
    info.layout = {kind};
  };
  switch (type->kind) {
    case TypeKind::string:
    case TypeKind::untyped_string:
      single(SlotKind::string);
      break;
    case TypeKind::float32:
    case TypeKind::float64:
    case TypeKind::untyped_float:
      single(SlotKind::real);
      info.word = true;
      break;
    case TypeKind::interface:
      single(SlotKind::interface);
      break;
    case TypeKind::slice:
      single(SlotKind::incomparable);
      break;
    case TypeKind::map:
    case TypeKind::function:
      single(SlotKind::incomparable);
      info.word = true;
      break;
    case TypeKind::structure:
      for (const syntax::Field& field : type->fields) {
        const vm::TypeInfo& part = this->info(field.type);
        info.offsets.push_back(info.slots);
        info.slots += part.slots;
        info.layout.insert(info.layout.end(), part.layout.begin(), part.layout.end());
      }
      break;
    case TypeKind::array: {
      const vm::TypeInfo& part = this->info(type->element);
      if (type->length > 0 && part.slots > 0xffff / static_cast<std::uint64_t>(type->length)) {
        reject({}, "arrays of more than 65535 words are not supported");
      }
      for (std::int64_t i = 0; i < type->length; ++i) {
        info.layout.insert(info.layout.end(), part.layout.begin(), part.layout.end());
      }
      info.slots = part.slots * static_cast<std::uint32_t>(type->length);
      break;
    }
    case TypeKind::tuple:
      for (const Type* part : type->elements) info.slots += slots(part);
      break;
    default:
      single(SlotKind::word);
      info.word = true;
      info.small = is_boolean(type) || is_integer(type);
      break;
  }
  info.comparable = std::find(info.layout.begin(), info.layout.end(), SlotKind::incomparable) == info.layout.end();
}

const vm::TypeInfo& ProgramCompiler::info(const Type* type) {
  if (infos_.size() <= type->number) infos_.resize(type->number + 1);
  if (infos_[type->number] == nullptr) {
    vm::TypeInfo fresh;
    fresh.type = type;
    fill(fresh);  // may itself add others
    if (infos_.size() <= type->number) infos_.resize(type->number + 1);
    fresh.index = static_cast<std::uint32_t>(code_->types.size());
    code_->types.push_back(std::move(fresh));
    vm::TypeInfo* made = infos_[type->number] = &code_->types.back();
    if (under(type)->kind == TypeKind::map) {  // only now: a map may be a part of its own elements
      const vm::TypeInfo& key = info(under(type)->key);
      const vm::TypeInfo& element = info(under(type)->element);
      made->key = &key;
      made->element = &element;
    }
  }
  return *infos_[type->number];
}

std::int32_t ProgramCompiler::dynamic(const Type* type) {
  info(type);
  vm::TypeInfo& held = *infos_[type->number];
  if (!held.dynamic) {
    held.dynamic = true;
    dynamic_types_.push_back(&held);
  }
  return static_cast<std::int32_t>(held.index);
}

std::uint32_t ProgramCompiler::method_name(const std::string& name, const syntax::Package* package) {
  const auto [found, fresh] =
      method_names_.try_emplace({name, package}, static_cast<std::uint32_t>(methods_asked_.size()));
  if (fresh) methods_asked_.emplace_back(name, package);
  return found->second;
}

std::int32_t ProgramCompiler::interface_number(const Type* interface) {
  interface = under(interface);
  const auto found = std::find(interfaces_asked_.begin(), interfaces_asked_.end(), interface);
  const auto number = static_cast<std::int32_t>(found - interfaces_asked_.begin());
  if (found == interfaces_asked_.end()) interfaces_asked_.push_back(interface);
  return number;
}

/// Every method that is asked for of an interface, for every type that an interface may hold.
void ProgramCompiler::complete_dynamic_types() {
  const syntax::Package* user = code_->program->packages.back().get();
  const auto entry = [&](const vm::TypeInfo& type, const std::string& name,
                         const syntax::Package* package) -> const vm::FunctionCode* {
    const auto selection = syntax::look_up(type.type, name, package != nullptr ? package : user);
    if (selection == nullptr || selection->adjust == syntax::Adjust::address) return nullptr;
    if (selection->kind != syntax::SelectionKind::method &&
        selection->kind != syntax::SelectionKind::interface_method) {
      return nullptr;
    }
    // The function itself will do if it takes the word as it is.
    if (selection->function != nullptr && selection->path.empty() && selection->adjust == syntax::Adjust::none &&
        type.word) {
      return by_index(function(selection->function));
    }
    return by_index(method_function(Entry::word, type.type, *selection));
  };
  // What is printed may be a part of what an interface holds.
  const auto part = [&](const Type* type) {
    if (!is_interface(type)) dynamic(type);
  };
  const auto parts = [&](const Type* type) {
    const Type* of = under(type);
    for (const syntax::Field& field : of->fields) part(field.type);
    if (of->kind == TypeKind::map) part(of->key);
    if (of->kind == TypeKind::slice || of->kind == TypeKind::array || of->kind == TypeKind::map ||
        of->kind == TypeKind::pointer) {
      part(of->element);
    }
  };
  // New functions may bring new types and ask for new methods: until nothing is new.
  std::size_t types_done = 0;
  std::size_t names_done = 0;
  while (types_done != dynamic_types_.size() || names_done != methods_asked_.size()) {
    const std::size_t type_count = dynamic_types_.size();
    const std::size_t name_count = methods_asked_.size();
    for (std::size_t t = types_done; t < type_count; ++t) parts(dynamic_types_[t]->type);
    for (std::size_t t = 0; t < type_count; ++t) {
      for (std::size_t n = t < types_done ? names_done : 0; n < name_count; ++n) {
        const auto [name, package] = methods_asked_[n];
        if (const vm::FunctionCode* code = entry(*dynamic_types_[t], name, package)) {
          dynamic_types_[t]->methods.emplace_back(static_cast<std::uint32_t>(n), code);
        }
      }
    }
    types_done = type_count;
    names_done = name_count;
  }
  for (vm::TypeInfo* type : dynamic_types_) {
    for (const Type* interface : interfaces_asked_) {
      type->implements.push_back(syntax::implements(type->type, interface));
    }
    for (const char* name : {"Error", "String"}) {
      const auto selection = syntax::look_up(type->type, name, user);
      if (selection == nullptr) continue;
      const Type* signature = nullptr;
      if (selection->function != nullptr) signature = selection->function->type;
      if (selection->kind == syntax::SelectionKind::interface_method) {
        signature = selection->interface->interface_methods[selection->index].signature;
      }
      if (signature == nullptr || !signature->parameters.empty() || signature->results.size() != 1 ||
          signature->results[0] != code_->program->types.basic(TypeKind::string)) {
        continue;
      }
      type->text_method = type->method(method_name(name, nullptr));
      if (type->text_method != nullptr) break;
    }
  }
}

// ------------------------------------------------------------------------------------------------------ constants

std::int32_t ProgramCompiler::constant(vm::Slot value) {
  const auto [found, fresh] =
      constants_.try_emplace({value.u, value.n}, static_cast<std::int32_t>(code_->constants.size()));
  if (fresh) code_->constants.push_back(value);
  return found->second;
}

vm::Slot ProgramCompiler::constant_value(const syntax::Expression& expression) {
  const syntax::Constant& value = *expression.constant;
  const Type* type = expression.type;
  if (is_string(type) || value.kind == syntax::ConstantKind::string) {
    const auto found = texts_.find(value.string);
    if (found != texts_.end()) return vm::Slot::text({found->second, value.string.size()});
    code_->texts.push_back(value.string);
    texts_[value.string] = code_->texts.back().data();
    return vm::Slot::text(code_->texts.back());
  }
  if (value.kind == syntax::ConstantKind::boolean) return vm::Slot::integer(value.boolean ? 1 : 0);
  if (is_float(type)) {
    auto real = static_cast<double>(
        value.kind == syntax::ConstantKind::integer ? static_cast<long double>(value.integer) : value.floating);
    if (under(type)->kind == TypeKind::float32) real = static_cast<float>(real);
    return vm::Slot::real(real);
  }
  if (value.kind == syntax::ConstantKind::floating) {
    return vm::Slot::integer(static_cast<std::int64_t>(value.floating));
  }
  return vm::Slot::integer(value.bits());
}

std::int32_t ProgramCompiler::interface_constant(const syntax::Expression& expression) {
  vm::Slot slot = constant_value(expression);
  const vm::TypeInfo& held = code_->types[static_cast<std::size_t>(dynamic(expression.type))];
  if (!held.word) {
    code_->boxes.push_back(slot);
    slot.p = &code_->boxes.back();
  }
  slot.t = &held;
  return constant(slot);
}

// ------------------------------------------------------------------------------------------------------ functions

std::int32_t ProgramCompiler::add_function(std::string name) {
  vm::FunctionCode& code = code_->functions.emplace_back();
  code.name = std::move(name);
  code.self.o = &code;
  code_->by_index.push_back(&code);
  return static_cast<std::int32_t>(code_->by_index.size() - 1);
}

std::int32_t ProgramCompiler::function(const syntax::Function* wanted) {
  const auto found = functions_.find(wanted);
  if (found != functions_.end()) return found->second;
  stop_point();
  const std::int32_t index = add_function(wanted->full_name);
  functions_[wanted] = index;
  vm::FunctionCode& code = *by_index(index);
  const syntax::SourceFile& file = code_->program->files[wanted->place.file];
  code.prelude = file.prelude;
  // The engine's own packages do what they do where they are called: nobody knows their lines.
  code.transparent = file.prelude;
  FunctionCompiler compiler(*this, code, wanted);
  if (!wanted->intrinsic()) {
    compiler.compile_body();
    return index;
  }
  const vm::NativeFunction* native = vm::find_native(wanted->full_name);
  if (native == nullptr) reject(wanted->place, "function " + wanted->full_name + " has no body");
  compiler.compile_native(*native);
  return index;
}

std::int32_t ProgramCompiler::method_function(Entry entry, const Type* type, const syntax::Selection& selection) {
  const Type* signature = nullptr;
  std::string name;
  std::string path;
  if (selection.function != nullptr) {
    signature = selection.function->type;
    name = selection.function->full_name;
  } else {
    const syntax::InterfaceMethod& method = selection.interface->interface_methods[selection.index];
    signature = method.signature;
    name = to_string(selection.interface) + "." + method.name;
  }
  for (const syntax::FieldStep& step : selection.path) {
    path += std::to_string(step.index) + (step.dereference ? "*" : ".");
  }
  const auto* what = selection.function != nullptr ? static_cast<const void*>(selection.function)
                                                   : static_cast<const void*>(selection.interface);
  path += ":" + std::to_string(selection.index) + ":" + std::to_string(static_cast<int>(selection.adjust));
  const auto [found, fresh] = method_functions_.try_emplace({entry, type, what, path}, 0);
  if (!fresh) return found->second;
  const std::int32_t index = add_function(name);
  found->second = index;
  vm::FunctionCode& code = *by_index(index);
  code.prelude = true;
  code.transparent = true;
  FunctionCompiler(*this, code, nullptr).compile_method(entry, type, selection, under(signature));
  return index;
}

std::int32_t ProgramCompiler::builtin_function(syntax::Builtin builtin, const std::vector<const Type*>& parameters) {
  const std::int32_t index = add_function("builtin");
  vm::FunctionCode& code = *by_index(index);
  code.transparent = true;
  FunctionCompiler(*this, code, nullptr).compile_builtin(builtin, parameters);
  return index;
}

const syntax::Function* ProgramCompiler::member(std::string_view package, std::string_view name) const {
  for (const auto& candidate : code_->program->packages) {
    if (!candidate->prelude || candidate->path != package) continue;
    const auto found = candidate->members.find(name);
    if (found != candidate->members.end() && found->second->kind == syntax::EntityKind::function) {
      return static_cast<const syntax::Function*>(found->second);
    }
  }
  return nullptr;
}

void ProgramCompiler::compile_entry(const syntax::Function* start) {
  const bool is_test = start != code_->program->main;
  const syntax::Function* runner = is_test ? member("testing", "runTest") : nullptr;
  if (is_test && runner == nullptr) reject(start->place, "tests need the package testing");
  const std::int32_t index = add_function("entry");
  FunctionCompiler(*this, *by_index(index), nullptr).compile_entry(start, runner);
  code_->entry = by_index(index);
}

std::shared_ptr<const vm::Code> ProgramCompiler::compile(const GoOptions& options) {
  const std::string& wanted = options.function;
  const syntax::Program& program = *code_->program;
  const syntax::Function* start = nullptr;
  if (wanted.empty()) {
    start = program.main != nullptr ? program.main : program.tests.empty() ? nullptr : program.tests.front();
  } else if (wanted == "main") {
    start = program.main;
  } else {
    for (const syntax::Function* test : program.tests) {
      if (test->name == wanted) start = test;
    }
  }
  if (start == nullptr) {
    reject({0, 1, 1}, wanted.empty() ? "there is neither a function main nor a test" : "there is no test " + wanted);
  }
  code_->instruction_limit = options.instruction_limit;
  code_->memory_limit = options.memory_limit;
  // The machine makes values of these itself.
  code_->string_type = &code_->types[static_cast<std::size_t>(dynamic(types().basic(TypeKind::string)))];
  for (const auto& package : program.packages) {
    if (!package->prelude || package->path != "runtime") continue;
    const auto found = package->members.find("runtimeError");
    if (found == package->members.end()) continue;
    code_->runtime_error = &code_->types[static_cast<std::size_t>(dynamic(found->second->type))];
  }
  method_name("Error", nullptr);
  method_name("String", nullptr);
  compile_entry(start);
  if (const syntax::Function* send = member("time", "sendTime")) code_->send_time = by_index(function(send));
  complete_dynamic_types();
  for (vm::FunctionCode& code : code_->functions) code.frame_slots += 1;
  code_->by_type.assign(infos_.begin(), infos_.end());
  return std::shared_ptr<const vm::Code>(std::move(code_));
}

}  // namespace graphfuzz::go::compiler
