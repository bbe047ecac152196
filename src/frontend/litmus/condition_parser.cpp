#include <algorithm>

#include "condition.hpp"
#include "init_parser.hpp"
#include "lexer.hpp"
#include "syntax.hpp"
#include "type_parser.hpp"

namespace graphfuzz::litmus {
namespace {

class ConditionParser {
 public:
  ConditionParser(const Source& source, std::size_t offset) : lexer_(source, Notation::state, offset) {}

  Condition parse() {
    Condition condition;
    if (lexer_.accept("locations")) condition.locations = parse_locations();
    if (lexer_.accept("filter")) condition.filter = parse_disjunction();
    parse_quantified(condition);
    lexer_.accept(";");
    if (lexer_.accept("with")) skip_kinds();
    if (lexer_.peek().kind != TokenKind::end && !lexer_.at("<<")) lexer_.expected("the end of the test");
    return condition;
  }

  Proposition parse_bare() {
    bare_ = true;
    Proposition proposition = parse_disjunction();
    if (lexer_.peek().kind != TokenKind::end) lexer_.expected("the end of the proposition");
    return proposition;
  }

 private:
  void parse_quantified(Condition& condition) {
    if (lexer_.peek().kind == TokenKind::end || lexer_.at("<<")) return;  // no condition: forall true
    if (lexer_.accept("forall")) {
      condition.proposition = parse_disjunction();
    } else if (lexer_.accept("exists") || lexer_.accept("final") || lexer_.at("(")) {
      condition.quantifier = Quantifier::exists;
      condition.proposition = parse_disjunction();
    } else if (lexer_.accept("~") || lexer_.accept("not")) {
      lexer_.expect("exists");
      condition.quantifier = Quantifier::not_exists;
      condition.proposition = parse_disjunction();
    } else if (lexer_.accept("observed") || lexer_.accept("Observed")) {
      condition.quantifier = Quantifier::exists;
      condition.proposition = parse_observed();
    } else {
      lexer_.expected("'exists', '~exists', 'forall' or the end of the test");
    }
  }

  std::vector<Place> parse_locations() {
    std::vector<Place> places;
    lexer_.expect("[");
    while (!lexer_.accept("]")) {
      places.push_back(parse_place());
      if (is_type_word(lexer_.peek().text)) static_cast<void>(parse_base_type(lexer_));
      static_cast<void>(parse_pointers(lexer_, kInt));
      if (!lexer_.at("]")) lexer_.expect(";");
    }
    return places;
  }

  /// `with name: exists; …` says what other models are expected to do; nothing here depends on it.
  void skip_kinds() {
    while (lexer_.peek().kind == TokenKind::name) {
      lexer_.next();
      lexer_.expect(":");
      const bool negated = lexer_.accept("~") || lexer_.accept("not");
      if (!lexer_.accept("exists") && (negated || !lexer_.accept("forall"))) lexer_.expected("'exists' or 'forall'");
      if (!lexer_.accept(";")) return;
    }
  }

  Proposition parse_observed() {
    Proposition any;
    any.connective = Connective::disjunction;
    do {
      Proposition all;
      while (lexer_.peek().kind != TokenKind::end && !lexer_.at("and") && !lexer_.at("<<")) {
        all.parts.push_back(parse_atom());
        lexer_.expect(";");
      }
      any.parts.push_back(std::move(all));
    } while (lexer_.accept("and"));
    return any;
  }

  template <typename ParsePart>
  Proposition parse_list(std::string_view separator, Connective connective, ParsePart parse_part) {
    Proposition first = parse_part();
    if (!lexer_.at(separator)) return first;
    Proposition list;
    list.connective = connective;
    list.parts.push_back(std::move(first));
    while (lexer_.accept(separator)) list.parts.push_back(parse_part());
    return list;
  }

  Proposition parse_disjunction() {
    return parse_list("\\/", Connective::disjunction, [this] {
      return parse_list("/\\", Connective::conjunction, [this] { return parse_implication(); });
    });
  }

  Proposition parse_implication() {
    if (++depth_ > kMaxDepth) lexer_.expected("no more than 200 levels of nesting");
    Proposition proposition = parse_simple();
    if (lexer_.accept("=>")) {
      Proposition implication;
      implication.connective = Connective::implication;
      implication.parts.push_back(std::move(proposition));
      implication.parts.push_back(parse_implication());
      proposition = std::move(implication);
    }
    --depth_;
    return proposition;
  }

  static Proposition negate(Proposition proposition) {
    Proposition negation;
    negation.connective = Connective::negation;
    negation.parts.push_back(std::move(proposition));
    return negation;
  }

  Proposition parse_simple() {
    if (lexer_.accept("true")) return {};
    Proposition result;
    result.connective = Connective::disjunction;
    if (lexer_.accept("false")) return result;
    if (lexer_.accept("(")) {
      result = parse_disjunction();
      lexer_.expect(")");
      return result;
    }
    if (lexer_.at("~") || lexer_.at("not")) {
      if (++depth_ > kMaxDepth) lexer_.expected("no more than 200 levels of nesting");
      lexer_.next();
      result = negate(parse_simple());
      --depth_;
      return result;
    }
    return parse_atom();
  }

  Proposition parse_atom() {
    Atom atom;
    atom.left = parse_place();
    bool negated = false;
    if (lexer_.accept("!=") || lexer_.accept("<>")) {
      negated = true;
    } else if (!lexer_.accept("=") && (bare_ || !lexer_.accept("=="))) {
      lexer_.expected("'=' or '!='");
    }
    if (lexer_.accept("{")) {
      atom.is_array = true;
      do atom.values.push_back(parse_value(lexer_));
      while (lexer_.accept(","));
      lexer_.expect("}");
    } else if (lexer_.accept("*") || lexer_.at("[") || lexer_.second().is(":")) {
      atom.other = parse_place();
    } else {
      atom.values.push_back(parse_value(lexer_));
    }
    Proposition proposition;
    proposition.connective = Connective::atom;
    proposition.atom = std::move(atom);
    return negated ? negate(std::move(proposition)) : proposition;
  }

  Place parse_place() {
    Place place;
    place.source = &lexer_.source();
    place.offset = lexer_.peek().offset;
    place.thread = parse_thread_prefix(lexer_);
    if (place.thread) {
      place.name = lexer_.expect_name("the name of a register").text;
      return place;
    }
    const bool bracketed = lexer_.accept("[");
    place.name = lexer_.expect_name("a location 'x' or a register '0:r0'").text;
    if (place.name == "fault" || place.name == "Fault") {
      lexer_.source().expected(place.offset, "a location or a register", "'fault' (not supported)");
    }
    if (bracketed) {
      lexer_.expect("]");
    } else if (lexer_.accept("[")) {
      const Token index = lexer_.peek();
      if (index.kind != TokenKind::number || index.negative || index.number >= kMaxLocations) {
        lexer_.expected("the index of a cell");
      }
      lexer_.next();
      place.index = static_cast<std::size_t>(index.number);
      lexer_.expect("]");
    }
    return place;
  }

  Lexer lexer_;
  unsigned depth_ = 0;
  bool bare_ = false;
};

}  // namespace

bool operator<(const Place& a, const Place& b) {
  if (a.index.has_value() != b.index.has_value()) return b.index.has_value();
  if (a.thread.has_value() != b.thread.has_value()) return a.thread.has_value();
  if (a.thread != b.thread) return a.thread < b.thread;
  if (a.name != b.name) return a.name < b.name;
  return a.index < b.index;
}

Condition parse_condition(const Source& source, std::size_t offset) { return ConditionParser(source, offset).parse(); }

Proposition parse_proposition(const Source& source) { return ConditionParser(source, 0).parse_bare(); }

}  // namespace graphfuzz::litmus
