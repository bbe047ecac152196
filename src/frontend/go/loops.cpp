// Checker: loops, labels and the branches that refer to them.
#include "frontend/go/checker.hpp"

namespace graphfuzz::go::syntax {

/// break and continue may refer to it from now on. To be taken from context_.targets afterwards.
void Checker::target(Statement* statement) {
  context_.targets.push_back({statement, context_.label_of_next});
  context_.label_of_next = {};
}

void Checker::labeled(Labeled& labeled) {
  const std::string& label = labeled.label->text;
  if (label == "_") fail(labeled.label->place, "blank labels are not supported");
  if (!context_.labels.insert(label).second) fail(labeled.label->place, "label " + label + " already defined");
  const std::size_t uses = context_.label_uses.size();
  switch (labeled.statement->kind) {
    case StatementKind::for_:
    case StatementKind::range:
    case StatementKind::switch_:
    case StatementKind::type_switch:
    case StatementKind::select:
      context_.label_of_next = label;
      break;
    default:
      break;
  }
  statement(labeled.statement);
  bool used = false;
  for (std::size_t i = uses; i < context_.label_uses.size(); ++i) used = used || context_.label_uses[i] == label;
  if (!used) fail(labeled.label->place, "label " + label + " defined and not used");
}

void Checker::branch(Branch& branch) {
  if (branch.branch == BranchKind::fallthrough) {
    fail(branch.place, "fallthrough must be the last statement of a case, and not of the last case");
  }
  const bool continues = branch.branch == BranchKind::continue_;
  for (auto target = context_.targets.rbegin(); target != context_.targets.rend(); ++target) {
    const StatementKind kind = target->statement->kind;
    const bool is_loop = kind == StatementKind::for_ || kind == StatementKind::range;
    if (branch.label != nullptr) {
      if (target->label != branch.label->text) continue;
      context_.label_uses.push_back(target->label);
      if (continues && !is_loop) fail(branch.place, "label " + branch.label->text + " is no loop to continue");
    } else if (continues && !is_loop) {
      continue;
    }
    branch.target = target->statement;
    if (!continues) context_.broken.insert(target->statement);
    return;
  }
  const std::string keyword = continues ? "continue" : "break";
  if (branch.label != nullptr)
    fail(branch.label->place, "no statement around " + keyword + " has the label " + branch.label->text);
  fail(branch.place, keyword + " outside of a loop" + (continues ? "" : ", switch or select"));
}

void Checker::for_statement(For& loop) {
  const BlockScope scope(*this);
  target(&loop);
  if (loop.initial != nullptr) statement(loop.initial);
  if (loop.condition != nullptr) condition(loop.condition, "for");
  if (loop.post != nullptr) statement(loop.post);
  block(*loop.body);
  context_.targets.pop_back();
}

void Checker::range(Range& range) {
  value(range.operand);
  const bool untyped_number = is_untyped(range.operand->type) && is_numeric(range.operand->type);
  if (!untyped_number) make_default(range.operand);
  const Type* type = under(range.operand->type);
  const Type* key = types_->basic(TypeKind::int_);
  const Type* second = nullptr;
  const auto refuse = [&](const std::string& what) { fail(range.operand->place, "cannot range over " + what); };
  if (type->kind == TypeKind::pointer && under(type->element)->kind == TypeKind::array) type = under(type->element);
  switch (type->kind) {
    case TypeKind::slice:
    case TypeKind::array:
      second = type->element;
      break;
    case TypeKind::string:
      second = types_->basic(TypeKind::int32);
      break;
    case TypeKind::map:
      key = type->key;
      second = type->element;
      break;
    case TypeKind::channel:
      if (type->direction == Direction::send_only) refuse("a send-only channel");
      key = type->element;
      break;
    case TypeKind::function:
      refuse("a function: this is not supported");
      break;
    default:
      if (!is_integer(type) && !untyped_number) refuse("a value of type " + to_string(range.operand->type));
      if (!untyped_number) key = range.operand->type;
      break;
  }
  if (range.value != nullptr && second == nullptr) fail(range.value->place, "this range has one variable only");
  const BlockScope scope(*this);
  const auto define = [&](Expression* name, const Type* its_type) -> Variable* {
    if (name == nullptr) return nullptr;
    if (name->kind != ExpressionKind::name) fail(name->place, "expected a name left of ':='");
    Variable* variable = declare_variable(static_cast<Name*>(name), its_type);
    if (variable != nullptr) variable->assigned_again = true;
    return variable;
  };
  const auto assign_to = [&](Expression* left, const Type* its_type) {
    if (left == nullptr) return;
    if (left->kind == ExpressionKind::name && static_cast<Name*>(left)->text == "_") {
      static_cast<Name*>(left)->entity = nullptr;
      return;
    }
    value(left);
    left_side(left);
    if (untyped_number && is_integer(left->type)) {
      key = left->type;
    } else {
      assign_type(its_type, left->type, left->place, "range");
    }
  };
  if (range.defines) {
    if (untyped_number) convert_untyped(range.operand, key);
    range.key_variable = define(range.key, key);
    range.value_variable = define(range.value, second);
  } else {
    assign_to(range.key, key);
    assign_to(range.value, second);
    if (untyped_number) convert_untyped(range.operand, key);
  }
  target(&range);
  block(*range.body);
  context_.targets.pop_back();
}

}  // namespace graphfuzz::go::syntax
