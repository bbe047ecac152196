// Parser: types and signatures.
#include "frontend/go/parser.hpp"

namespace graphfuzz::go::syntax {

Expression* Parser::type() {
  Expression* result = type_if_any();
  if (result == nullptr) expected("a type");
  return result;
}

Expression* Parser::type_if_any() {
  const Level level(*this);
  const Place where = place();
  if (at_name()) {
    Expression* named = type_name();
    if (at("[")) fail(place(), "type arguments are not supported");
    return named;
  }
  if (at("[")) return array_or_slice_type();
  if (at("chan") || at("<-")) return channel_type();
  if (at("struct")) return structure_type();
  if (at("interface")) return interface_type();
  if (accept("func")) return signature(where);
  if (accept("*")) {
    auto* pointer = tree_->make<Dereference>(where);
    pointer->operand = type();
    return pointer;
  }
  if (accept("map")) {
    auto* map = tree_->make<MapType>(where);
    expect("[");
    map->key = type();
    expect("]");
    map->element = type();
    return map;
  }
  if (accept("(")) {
    auto* parentheses = tree_->make<Parenthesized>(where);
    parentheses->inner = type();
    expect(")");
    return parentheses;
  }
  return nullptr;
}

/// A name, or that of a package's type, which may have an argument.
Expression* Parser::type_name() {
  Name* first = name("a type");
  if (!accept(".")) return first;
  return type_of_package(first);
}

/// What stands behind the dot.
Expression* Parser::type_of_package(Name* package) {
  auto* selector = tree_->make<Selector>(package->place);
  selector->operand = package;
  selector->name = name("the name of a type");
  if (!at("[")) return selector;
  auto* instance = tree_->make<Index>(package->place);
  expect("[");
  instance->operand = selector;
  instance->index = type();
  if (at(",")) fail(place(), "type arguments are not supported");
  expect("]");
  return instance;
}

Expression* Parser::array_or_slice_type() {
  auto* array = tree_->make<ArrayType>(expect("["));
  if (accept("]")) {
    array->slice = true;
  } else if (accept("...")) {
    expect("]");
  } else {
    const Literals literals(*this, true);
    array->length = expression();
    if (at_name()) fail(place(), "expected ']', found " + lexer_.found() + " (type parameters are not supported)");
    expect("]");
  }
  array->element = type();
  return array;
}

Expression* Parser::channel_type() {
  auto* channel = tree_->make<ChannelType>(place());
  if (accept("<-")) {
    channel->sends = false;
    expect("chan");
  } else {
    expect("chan");
    if (accept("<-")) channel->receives = false;
  }
  channel->element = type();
  return channel;
}

Expression* Parser::structure_type() {
  auto* structure = tree_->make<StructureType>(expect("struct"));
  expect("{");
  while (!at("}")) {
    const Place where = place();
    const std::size_t first = structure->fields.size();
    if (at("*")) {
      structure->fields.push_back({nullptr, type(), where});
    } else if (at("(")) {
      fail(where, "expected a field, found '('");
    } else {
      Name* field = name("a field or '}'");
      if (at(".") || at(";") || at("}") || lexer_.peek().kind == TokenKind::string) {
        Expression* embedded = field;
        if (accept(".")) embedded = type_of_package(field);
        structure->fields.push_back({nullptr, embedded, where});
      } else {
        structure->fields.push_back({field, nullptr, where});
        while (accept(",")) {
          const Place next = place();
          structure->fields.push_back({name("a field"), nullptr, next});
        }
        Expression* of_all = type();
        for (std::size_t i = first; i < structure->fields.size(); ++i) structure->fields[i].type = of_all;
      }
    }
    if (lexer_.peek().kind == TokenKind::string) lexer_.next();  // a tag, which only reflection can see
    end_of_statement("field");
  }
  expect("}");
  return structure;
}

Expression* Parser::interface_type() {
  auto* interface = tree_->make<InterfaceType>(expect("interface"));
  expect("{");
  while (!at("}")) {
    MethodDeclaration method;
    method.place = place();
    if (at("~") || !at_name()) expected("a method or '}' (type sets are not supported)");
    Expression* first = type_name();
    if (first->kind == ExpressionKind::name && at("(")) {
      method.name = static_cast<Name*>(first);
      method.type = signature(method.place);
    } else {
      method.type = first;
      if (at("|")) fail(place(), "type sets are not supported");
    }
    interface->methods.push_back(method);
    end_of_statement("method");
  }
  expect("}");
  return interface;
}

FunctionType* Parser::signature(Place where) {
  auto* function = tree_->make<FunctionType>(where);
  function->parameters = parameters();
  function->results = results();
  return function;
}

std::vector<Parameter> Parser::results() {
  if (!at("(")) {
    const Place where = place();
    Expression* only = type_if_any();
    if (only == nullptr) return {};
    return {{nullptr, only, false, where}};
  }
  const Place where = place();
  auto list = parameters();
  if (!list.empty() && list.back().variadic) fail(where, "a result cannot be variadic");
  return list;
}

/// One entry of a list: [name] [...]type, where a name alone may turn out to be either.
Parameter Parser::parameter() {
  Parameter result;
  result.place = place();
  if (at_name()) {
    Expression* first = type_name();
    if (at(",") || at(")") || first->kind != ExpressionKind::name) {
      result.type = first;
      return result;
    }
    result.name = static_cast<Name*>(first);
  }
  result.variadic = accept("...");
  result.type = type();
  return result;
}

std::vector<Parameter> Parser::parameters() {
  std::vector<Parameter> list;
  expect("(");
  while (!at(")")) {
    list.push_back(parameter());
    if (!at(")") && !accept(",")) expected("',' or ')'");
  }
  const Place closing = expect(")");
  bool named = false;
  for (const Parameter& one : list) named = named || one.name != nullptr;
  if (named) {
    // Those without a type of their own, which look like types, are names that share the next type.
    for (std::size_t i = list.size(); i-- > 0;) {
      if (list[i].name != nullptr) continue;
      if (list[i].variadic || list[i].type->kind != ExpressionKind::name) {
        fail(list[i].place, "expected either all or no parameters with a name");
      }
      if (i + 1 == list.size()) fail(closing, "expected the type of the last parameter, found ')'");
      list[i].name = static_cast<Name*>(list[i].type);
      list[i].type = list[i + 1].type;
      if (list[i + 1].variadic) fail(list[i].place, "a variadic parameter must be the last, and its type its own");
    }
  }
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    if (list[i].variadic) fail(list[i].place, "only the last parameter can be variadic");
  }
  return list;
}

}  // namespace graphfuzz::go::syntax
