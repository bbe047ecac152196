#include "uses.hpp"

#include <algorithm>
#include <map>

namespace graphfuzz::litmus::c11 {
namespace {

bool is_name(const Expression& e) { return e.kind == ExpressionKind::name; }

bool is_address_of_register(const Expression& e) {
  return e.kind == ExpressionKind::unary && e.unary == UnaryOperator::address_of && is_name(*e.operands[0]);
}

template <class Visit>
void for_each_expression(const Statement& s, const Visit& visit) {
  for (const ExpressionPtr& e : s.expressions) visit(*e);
  for (const StatementPtr& part : s.statements) for_each_expression(*part, visit);
}

/// `&a[i]`, `&*p`: no access, and what is in it are the parts of an address.
bool is_address_of_place(const Expression& e) {
  return e.kind == ExpressionKind::unary && e.unary == UnaryOperator::address_of && is_plain_access(*e.operands[0]);
}

template <class Predicate>
bool any_of(const Expression& e, const Predicate& holds) {
  if (is_address_of_place(e)) {
    const std::vector<ExpressionPtr>& parts = e.operands[0]->operands;
    return std::any_of(parts.begin(), parts.end(), [&](const ExpressionPtr& part) { return any_of(*part, holds); });
  }
  return holds(e) || std::any_of(e.operands.begin(), e.operands.end(),
                                 [&](const ExpressionPtr& operand) { return any_of(*operand, holds); });
}

template <class Predicate>
bool any_of(const Statement& s, const Predicate& holds) {
  bool found = false;
  for_each_expression(s, [&](const Expression& e) { found = found || any_of(e, holds); });
  return found;
}

/// Sees in which ways objects are accessed.
class UseFinder {
 public:
  UseFinder(const ParsedTest& test, const std::set<std::string_view>& observed) : test_(test) {
    const std::vector<Object>& objects = test.symbols.objects();
    seen_.resize(objects.size());
    for (std::size_t i = 0; i < objects.size(); ++i) {
      seen_[i].observed = observed.contains(objects[i].name);
      for (const WrittenValue& value : objects[i].initial) {
        if (value.is_address) seen(value.name).otherwise = true;
        if (value.is_address || value.number != 0) seen_[i].no_mutex = true;
      }
      if (objects[i].is_array) seen_[i].no_mutex = true;
    }
    for (const RegisterInit& init : test.initial.registers) {
      if (init.value.is_address) seen(init.value.name).otherwise = true;
    }
  }

  std::vector<Use> find() {
    for (const Function& function : test_.functions) {
      function_ = &function;
      visit(*function.body);
    }
    std::vector<Use> uses;
    for (const Seen& object : seen_) uses.push_back(use_of(object));
    return uses;
  }

 private:
  struct Seen {
    bool plainly = false;
    bool locked = false;
    bool otherwise = false;  ///< atomically, or its address goes elsewhere
    bool no_mutex = false;   ///< begins locked, or is unlocked by one who has not surely locked it
    bool observed = false;
  };

  static Use use_of(const Seen& seen) {
    if (seen.otherwise) return Use::atomic;
    if (seen.locked) return seen.plainly || seen.observed || seen.no_mutex ? Use::atomic : Use::mutex;
    return seen.plainly || seen.observed ? Use::plain : Use::none;
  }

  Seen& seen(std::string_view name) {
    const std::vector<Object>& objects = test_.symbols.objects();
    const auto found = std::find_if(objects.begin(), objects.end(), [&](const Object& o) { return o.name == name; });
    return seen_[static_cast<std::size_t>(found - objects.begin())];
  }

  void visit(const Statement& s) {
    if (s.kind == StatementKind::block) visit_locks(s);
    for (const ExpressionPtr& e : s.expressions) visit(*e);
    for (const StatementPtr& part : s.statements) visit(*part);
  }

  // Who unlocks has locked for sure if both are in one block, in turns.
  void visit_locks(const Statement& block) {
    std::map<std::string_view, bool> held;
    for (const StatementPtr& part : block.statements) {
      if (part->kind != StatementKind::expression) continue;
      const Expression& e = *part->expressions[0];
      if (e.kind != ExpressionKind::lock && e.kind != ExpressionKind::unlock) continue;
      const std::string_view name = address_root(*e.operands[0], *function_);
      if (name.empty()) continue;
      const bool locks = e.kind == ExpressionKind::lock;
      if (held[name] == locks) seen(name).no_mutex = true;
      held[name] = locks;
      paired_.insert(&e);
    }
  }

  void visit(const Expression& e) {
    if (is_name(e)) {
      if (find_parameter(*function_, e.name) != nullptr) seen(e.name).otherwise = true;
      return;
    }
    if (is_address_of_place(e)) {
      for (const ExpressionPtr& part : e.operands[0]->operands) visit(*part);
      return;
    }
    if (is_plain_access(e)) return visit_address(e, [](Seen& object) { object.plainly = true; });
    if (e.kind == ExpressionKind::lock || e.kind == ExpressionKind::unlock) {
      const bool named = is_name(*e.operands[0]) && find_parameter(*function_, e.operands[0]->name) != nullptr;
      if (!named) return visit(*e.operands[0]);
      Seen& object = seen(e.operands[0]->name);
      object.locked = true;
      if (e.kind == ExpressionKind::unlock && !paired_.contains(&e)) object.no_mutex = true;
      return;
    }
    if (e.kind == ExpressionKind::compare_exchange) {
      visit(*e.operands[0]);
      visit_root(*e.operands[1], [](Seen& object) { object.plainly = true; });
      return visit(*e.operands[2]);
    }
    for (const ExpressionPtr& operand : e.operands) visit(*operand);
  }

  template <class Mark>
  void visit_address(const Expression& access, const Mark& mark) {
    visit_root(*access.operands[0], mark);
    for (std::size_t i = 1; i < access.operands.size(); ++i) visit(*access.operands[i]);
  }

  /// The object at the root of an address is marked; what else is in it is looked at.
  template <class Mark>
  void visit_root(const Expression& e, const Mark& mark) {
    if (address_root(e, *function_).empty()) return visit(e);
    if (is_name(e)) return mark(seen(e.name));
    const bool left = !address_root(*e.operands[0], *function_).empty();
    visit_root(*e.operands[left ? 0 : 1], mark);
    visit(*e.operands[left ? 1 : 0]);
  }

  const ParsedTest& test_;
  const Function* function_ = nullptr;
  std::vector<Seen> seen_;
  std::set<const Expression*> paired_;
};

}  // namespace

std::vector<Use> find_uses(const ParsedTest& test, const std::set<std::string_view>& observed) {
  return UseFinder(test, observed).find();
}

const Parameter* find_parameter(const Function& function, std::string_view name) {
  const auto found = std::find_if(function.parameters.begin(), function.parameters.end(),
                                  [&](const Parameter& p) { return p.name == name; });
  return found == function.parameters.end() ? nullptr : &*found;
}

std::string_view address_root(const Expression& e, const Function& function) {
  if (is_name(e)) return find_parameter(function, e.name) != nullptr ? e.name : std::string_view();
  const bool adds =
      e.kind == ExpressionKind::binary && (e.binary == BinaryOperator::add || e.binary == BinaryOperator::subtract);
  if (!adds) return {};
  const std::string_view left = address_root(*e.operands[0], function);
  const std::string_view right = address_root(*e.operands[1], function);
  if (!left.empty() && !right.empty()) return {};
  return left.empty() && e.binary == BinaryOperator::subtract ? std::string_view() : left.empty() ? right : left;
}

bool is_plain_access(const Expression& e) {
  return e.kind == ExpressionKind::index || (e.kind == ExpressionKind::unary && e.unary == UnaryOperator::dereference);
}

bool acts(const Expression& e) {
  return any_of(e, [](const Expression& part) {
    const bool divides = part.kind == ExpressionKind::binary &&
                         (part.binary == BinaryOperator::divide || part.binary == BinaryOperator::modulo);
    return is_plain_access(part) || part.kind >= ExpressionKind::assign || divides;
  });
}

bool accesses_plainly(const Expression& e) { return any_of(e, is_plain_access); }

bool has_update(const Statement& s) {
  return any_of(s, [](const Expression& e) { return e.kind == ExpressionKind::update; });
}

void collect(const Expression& e, Mentions& mentions) {
  const bool assigns = e.kind == ExpressionKind::assign && is_name(*e.operands[0]);
  const bool changes =
      (e.kind == ExpressionKind::compound_assign || e.kind == ExpressionKind::increment) && is_name(*e.operands[0]);
  if (assigns || changes) mentions.written.insert(e.operands[0]->name);
  if (e.kind == ExpressionKind::compare_exchange && is_address_of_register(*e.operands[1])) {
    mentions.written.insert(e.operands[1]->operands[0]->name);
  }
  if (is_name(e)) mentions.read.insert(e.name);
  for (std::size_t i = assigns ? 1 : 0; i < e.operands.size(); ++i) collect(*e.operands[i], mentions);
}

void collect(const Statement& s, Mentions& mentions) {
  if (s.kind == StatementKind::declaration) mentions.written.insert(s.name);
  for (const ExpressionPtr& e : s.expressions) collect(*e, mentions);
  for (const StatementPtr& part : s.statements) collect(*part, mentions);
}

void collect_addressed(const Statement& s, std::set<std::string_view>& names) {
  for_each_expression(s, [&](const Expression& e) {
    any_of(e, [&](const Expression& part) {
      if (is_address_of_register(part)) names.insert(part.operands[0]->name);
      return false;
    });
  });
}

bool has_return(const Statement& s) {
  return s.kind == StatementKind::end_thread || std::any_of(s.statements.begin(), s.statements.end(),
                                                            [](const StatementPtr& part) { return has_return(*part); });
}

bool stays_small(const ParsedTest& test) {
  constexpr Value kSmall = 1 << 16;
  const auto is_small = [](Value value) { return value >= -kSmall && value <= kSmall; };
  const auto is_constant = [](const Expression& e) {
    return e.kind == ExpressionKind::constant ||
           (e.kind == ExpressionKind::unary && e.operands[0]->kind == ExpressionKind::constant);
  };
  for (const Object& object : test.symbols.objects()) {
    for (const WrittenValue& value : object.initial) {
      if (!is_small(value.number)) return false;
    }
  }
  for (const RegisterInit& init : test.initial.registers) {
    if (!is_small(init.value.number)) return false;
  }
  const auto grows = [&](const Expression& e) {
    if (e.kind == ExpressionKind::constant) return !is_small(e.value);
    if (e.kind == ExpressionKind::update) {
      return (e.operation == Operation::add || e.operation == Operation::subtract) && !is_constant(*e.operands[1]);
    }
    const bool computes = e.kind == ExpressionKind::binary || e.kind == ExpressionKind::compound_assign;
    if (!computes) return false;
    if (e.binary == BinaryOperator::multiply || e.binary == BinaryOperator::shift_left) return true;
    const bool adds = e.binary == BinaryOperator::add || e.binary == BinaryOperator::subtract;
    return adds && !is_constant(*e.operands[0]) && !is_constant(*e.operands[1]);
  };
  return std::none_of(test.functions.begin(), test.functions.end(), [&](const Function& function) {
    const auto grows_here = [&](const Expression& e) {
      // `a + r0` is an address.
      return grows(e) && (e.kind != ExpressionKind::binary || address_root(e, function).empty());
    };
    return any_of(*function.body, grows_here);
  });
}

}  // namespace graphfuzz::litmus::c11
