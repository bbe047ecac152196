// Checker: the one type that takes a type argument, atomic.Pointer[T]. Each T makes a type of it, whose methods are
// intrinsic: nothing of it is written in Go, which would need type parameters.
#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {

bool Checker::is_generic(const Package& package, std::string_view member) {
  return package.prelude && package.path == "sync/atomic" && member == "Pointer";
}

/// atomic.Pointer[T], annotated as a type. False if what is left of the bracket takes no argument.
bool Checker::type_instance(Index& index) {
  if (index.operand->kind != ExpressionKind::selector) return false;
  const auto& selector = static_cast<const Selector&>(*index.operand);
  if (selector.operand->kind != ExpressionKind::name) return false;
  Entity* left = find(static_cast<const Name&>(*selector.operand).text);
  if (left == nullptr || left->kind != EntityKind::package) return false;
  auto& package = static_cast<PackageEntity&>(*left);
  if (!is_generic(*package.imported, selector.name->text)) return false;
  package.used = true;
  set_value(index, atomic_pointer(type_of(index.index), *package.imported), Mode::type);
  return true;
}

const Type* Checker::atomic_pointer(const Type* element, const Package& atomic) {
  const Type*& known = program_->atomic_pointers[element];
  if (known != nullptr) return known;
  known = types_->named("Pointer[" + to_string(element) + "]", &atomic);
  const Type* pointer = types_->pointer_to(element);
  Field held;
  held.name = "p";
  held.type = pointer;
  held.package = &atomic;
  types_->define(known, types_->structure({held}));
  const auto method = [&](std::string_view name, std::vector<const Type*> parameters,
                          std::vector<const Type*> results) {
    auto* function = make<Function>(name, {atomic.file->index, 1, 1});
    function->package = &atomic;
    function->full_name = "atomic.(*Pointer[...])." + function->name;
    function->parameters.resize(parameters.size());
    function->results.resize(results.size());
    function->type = types_->function(std::move(parameters), std::move(results), false);
    function->receiver_type = types_->pointer_to(known);
    function->pointer_receiver = true;
    program_->functions.push_back(function);
    types_->add_method(known, function);
  };
  method("Load", {}, {pointer});
  method("Store", {pointer}, {});
  method("Swap", {pointer}, {pointer});
  method("CompareAndSwap", {pointer, pointer}, {types_->basic(TypeKind::boolean)});
  return known;
}

}  // namespace graphfuzz::go::syntax
