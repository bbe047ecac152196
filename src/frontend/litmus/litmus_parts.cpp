// The parts of a litmus test: threads, statements, initial values, parameters, the condition.
#include <algorithm>
#include <cctype>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "graphfuzz/frontend/program_parts.hpp"
#include "parsed_test.hpp"

namespace graphfuzz {
namespace litmus {
namespace {

using Kind = ProgramPart::Kind;

bool is_decimal_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class PartFinder {
 public:
  PartFinder(const Source& source, const ParsedTest& test) : test_(test) { result_.text = source.text(); }

  ProgramParts find() && {
    // What is said of the whole test is not true of a part of it.
    const std::size_t head = text().find('\n', text().find(test_.frame.name));
    if (head < test_.frame.init) add(Kind::detail, {{head, test_.frame.init}}, groups_++);
    find_initial_values();
    for (const Function& function : test_.functions) find_thread(function);
    find_condition();
    find_mentions();
    std::stable_sort(result_.numbers.begin(), result_.numbers.end(),
                     [](const auto& a, const auto& b) { return a.begin < b.begin; });
    return std::move(result_);
  }

 private:
  const std::string& text() const { return result_.text; }
  std::size_t add(Kind kind, std::vector<ProgramPart::Span> spans, std::size_t group, bool leaves_empty = false) {
    result_.parts.push_back({kind, std::move(spans), group, leaves_empty});
    return result_.parts.size() - 1;
  }

  /// The number that stands before a register's name and a colon, or that `offset` is the beginning of.
  void note_number(std::size_t offset, unsigned thread) {
    std::size_t begin = offset;
    if (begin < text().size() && text()[begin] == 'P') ++begin;
    if (begin >= text().size() || !is_decimal_digit(text()[begin])) {
      begin = text().rfind(':', offset);
      if (begin == std::string::npos) return;
      while (begin > 0 && !is_decimal_digit(text()[begin - 1])) --begin;
      while (begin > 0 && is_decimal_digit(text()[begin - 1])) --begin;
    }
    std::size_t end = begin;
    while (end < text().size() && is_decimal_digit(text()[end])) ++end;
    result_.numbers.push_back({begin, end, thread});
  }

  void find_initial_values() {
    const std::size_t group = groups_++;
    std::size_t begin = test_.frame.init + 1;
    const std::size_t close = test_.initial.end - 1;
    for (std::size_t i = begin; i <= close; ++i) {
      if (text()[i] == '(' && text()[i + 1] == '*') i = skip_nested_comment(test_.source, i) - 1;
      if (text()[i] != ';' && i != close) continue;
      const std::size_t end = i == close ? i : i + 1;
      if (text().find_first_not_of(" \t\r\n;", begin) < end) add(Kind::detail, {{begin, end}}, group);
      begin = end;
    }
    for (const RegisterInit& init : test_.initial.registers) note_number(init.offset, init.thread);
  }

  void find_thread(const Function& function) {
    const std::size_t head = text().rfind("void", function.offset);
    // "void P0": nothing but blanks and a star are in between.
    const bool has_void =
        head != std::string::npos && text().find_first_not_of(" \t\r\n*", head + 4) == function.offset;
    const std::size_t begin = has_void ? head : function.offset;
    result_.thread_parts.push_back(add(Kind::thread, {{begin, function.body->end}}, 0));
    result_.numbers.push_back({function.offset + 1, digits_end(function.offset + 1), function.thread});
    find_parameters(function);
    find_in(*function.body);
  }

  std::size_t digits_end(std::size_t at) const {
    while (at < text().size() && is_decimal_digit(text()[at])) ++at;
    return at;
  }

  void find_parameters(const Function& function) {
    const std::size_t group = groups_++;
    std::size_t begin = text().find('(', function.offset) + 1;
    for (const Parameter& parameter : function.parameters) {
      const std::size_t end = parameter.offset + parameter.name.size();
      const std::size_t part = add(Kind::detail, {{begin, end}}, group);
      const std::size_t comma = text().find_first_of(",)", end);
      if (text()[comma] == ',') result_.separators.push_back({comma, part});
      begin = comma + 1;
    }
  }

  /// The statements of a block, each with the blanks and comments before it.
  void find_in(const Statement& block) {
    const std::size_t group = groups_++;
    std::size_t begin = block.begin + 1;
    for (const StatementPtr& statement : block.statements) {
      if (statement->kind == StatementKind::declaration) registers_.insert(statement->name);
      add(Kind::statement, {{begin, statement->end}}, group);
      find_inside(*statement);
      begin = statement->end;
    }
  }

  void find_inside(const Statement& statement) {
    switch (statement.kind) {
      case StatementKind::block:
        if (text()[statement.begin] == '{') find_in(statement);
        return;
      case StatementKind::branch:
      case StatementKind::while_loop:
      case StatementKind::do_loop:
      case StatementKind::for_loop: {
        const Statement& body = *statement.statements[0];
        const bool has_else = statement.kind == StatementKind::branch && statement.statements.size() > 1;
        const std::size_t braces = text()[body.begin] == '{' ? 1 : 0;
        std::vector<ProgramPart::Span> around{{statement.begin, beginning(body) + braces}};
        if (body.end - braces < statement.end) around.push_back({body.end - braces, statement.end});
        add(Kind::wrapping, std::move(around), groups_++);
        find_body(body);
        if (!has_else) return;
        add(Kind::statement, {{body.end, statement.end}}, groups_++);
        find_body(*statement.statements[1]);
        return;
      }
      default:
        return;
    }
  }

  /// A statement that something needs: a block is empty without its statements, all else leaves a semicolon.
  void find_body(const Statement& body) {
    if (text()[body.begin] == '{') {
      find_in(body);
      return;
    }
    add(Kind::statement, {{beginning(body), body.end}}, groups_++, true);
    find_inside(body);
  }

  /// Declarations begin at their names.
  std::size_t beginning(const Statement& statement) const {
    if (statement.kind != StatementKind::declaration) return statement.begin;
    const std::size_t before = text().find_last_of(";{})", statement.begin);
    return text().find_first_not_of(" \t\r\n", before + 1);
  }

  void find_condition() {
    std::size_t begin = 0;
    for (const Function& function : test_.functions) begin = std::max(begin, function.body->end);
    if (text().find_first_not_of(" \t\r\n", begin) == std::string::npos) return;
    add(Kind::condition, {{begin, text().size()}}, groups_++);
    const auto note = [&](const Place& place) {
      if (place.thread) note_number(place.offset, *place.thread);
    };
    for (const Place& place : test_.condition.locations) note(place);
    if (test_.condition.filter) for_each_place(*test_.condition.filter, note);
    for_each_place(test_.condition.proposition, note);
  }

  /// Words that are names of locations or registers.
  void find_mentions() {
    const auto is_of_name = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t begin = test_.frame.init, end; begin < text().size(); begin = end) {
      end = begin + 1;
      if (!is_of_name(text()[begin])) continue;
      while (end < text().size() && is_of_name(text()[end])) ++end;
      const std::string_view name = std::string_view(text()).substr(begin, end - begin);
      if (test_.symbols.find(name) == nullptr && !registers_.contains(name)) continue;
      result_.mentions.push_back({std::string(name), begin});
    }
  }

  const ParsedTest& test_;
  std::set<std::string_view> registers_;  // that threads declare
  ProgramParts result_;
  std::size_t groups_ = 1;  // that of the threads is 0
};

}  // namespace
}  // namespace litmus

ProgramParts litmus_parts(std::string_view text, const std::string& file_name) {
  const litmus::Source source(text, file_name);
  const litmus::ParsedTest test = litmus::parse_test(source);
  return litmus::PartFinder(source, test).find();
}

}  // namespace graphfuzz
