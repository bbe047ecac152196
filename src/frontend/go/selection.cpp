// Finding fields and methods, embedded ones included, level by level (Go specification, "Selectors", "Method sets").
#include <algorithm>
#include <set>

#include "frontend/go/checked.hpp"

namespace graphfuzz::go::syntax {
namespace {

/// An embedded field that may have what is looked for, and how it was reached.
struct Reached {
  const Type* type;  ///< with the pointer, if it is one
  std::vector<FieldStep> path;
};

/// What `type`, without its embedded fields, has of this name. Null if nothing.
std::unique_ptr<Selection> direct(const Reached& reached, std::string_view name, const Package* package) {
  const auto visible = [&](const Package* owner) { return is_exported(name) || owner == nullptr || owner == package; };
  const bool through = reached.type->kind == TypeKind::pointer;
  const Type* base = through ? reached.type->element : reached.type;
  const auto make = [&](SelectionKind kind) {
    auto selection = std::make_unique<Selection>();
    selection->kind = kind;
    selection->path = reached.path;
    return selection;
  };
  if (base->kind == TypeKind::named) {
    for (Function* method : base->methods) {
      if (method->name != name || !visible(method->package)) continue;
      auto selection = make(SelectionKind::method);
      selection->function = method;
      if (method->pointer_receiver != through) {
        selection->adjust = through ? Adjust::dereference : Adjust::address;
      }
      return selection;
    }
  }
  // A named pointer type has no methods, but its fields can be had through it.
  const bool named_pointer = !through && base->kind == TypeKind::named && is_pointer(base);
  const Type* defined = named_pointer ? under(under(base)->element) : under(base);
  if (defined->kind == TypeKind::structure) {
    for (std::size_t i = 0; i < defined->fields.size(); ++i) {
      const Field& field = defined->fields[i];
      if (field.name != name || name == "_" || !visible(field.package)) continue;
      auto selection = make(SelectionKind::field);
      selection->path.push_back({through || named_pointer, static_cast<std::uint32_t>(i), field.type});
      return selection;
    }
  }
  if (defined->kind == TypeKind::interface && !through && !named_pointer) {
    for (std::size_t i = 0; i < defined->interface_methods.size(); ++i) {
      const InterfaceMethod& method = defined->interface_methods[i];
      if (method.name != name || !visible(method.package)) continue;
      auto selection = make(SelectionKind::interface_method);
      selection->interface = defined;
      selection->index = static_cast<std::uint32_t>(i);
      return selection;
    }
  }
  return nullptr;
}

/// The embedded fields of `reached`.
void embedded_in(const Reached& reached, std::vector<Reached>& into) {
  const bool through = is_pointer(reached.type);
  const Type* defined = under(through ? under(reached.type)->element : reached.type);
  if (defined->kind != TypeKind::structure) return;
  for (std::size_t i = 0; i < defined->fields.size(); ++i) {
    const Field& field = defined->fields[i];
    if (!field.embedded) continue;
    Reached next{field.type, reached.path};
    next.path.push_back({through, static_cast<std::uint32_t>(i), field.type});
    into.push_back(std::move(next));
  }
}

const Type* without_pointer(const Type* type) { return type->kind == TypeKind::pointer ? type->element : type; }

}  // namespace

std::unique_ptr<Selection> look_up(const Type* type, std::string_view name, const Package* package) {
  std::vector<Reached> level{{type, {}}};
  std::set<const Type*> seen;
  while (!level.empty()) {
    std::unique_ptr<Selection> found;
    bool several = false;
    std::vector<Reached> next;
    std::set<const Type*> in_this_level;
    for (const Reached& reached : level) {
      const Type* base = without_pointer(reached.type);
      if (seen.contains(base)) continue;
      // The same type twice at one depth makes everything in it ambiguous.
      const bool again = !in_this_level.insert(base).second;
      if (auto selection = direct(reached, name, package)) {
        several = several || found != nullptr || again;
        found = std::move(selection);
      } else if (next.size() < 1000) {
        embedded_in(reached, next);
      }
    }
    if (several) return nullptr;
    if (found != nullptr) return found;
    seen.insert(in_this_level.begin(), in_this_level.end());
    level = std::move(next);
  }
  return nullptr;
}

bool implements(const Type* type, const Type* interface, std::string* missing) {
  for (const InterfaceMethod& wanted : under(interface)->interface_methods) {
    const auto selection = look_up(type, wanted.name, wanted.package);
    bool has = false;
    if (selection != nullptr && selection->kind == SelectionKind::method) {
      // A method with pointer receiver needs a pointer somewhere on the way.
      const bool by_pointer = std::any_of(selection->path.begin(), selection->path.end(),
                                          [](const FieldStep& step) { return step.dereference; });
      has = selection->function->type == wanted.signature && (selection->adjust != Adjust::address || by_pointer);
    } else if (selection != nullptr && selection->kind == SelectionKind::interface_method) {
      has = selection->interface->interface_methods[selection->index].signature == wanted.signature;
    }
    if (has) continue;
    if (missing != nullptr) *missing = wanted.name;
    return false;
  }
  return true;
}

}  // namespace graphfuzz::go::syntax
