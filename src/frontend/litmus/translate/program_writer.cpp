// A litmus test as a whole program of C.
#include <fmt/format.h>

#include <algorithm>

#include "../compile_threads.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "thread_writer.hpp"

namespace graphfuzz {
namespace litmus::c11 {
namespace {

class ProgramWriter {
 public:
  explicit ProgramWriter(const ParsedTest& test)
      : test_(test),
        compiled_(compile_threads(test, {})),
        program_(*compiled_),
        all_(make_translation(test, program_)) {}

  std::string write() {
    for (const Function& function : test_.functions) all_.names.take(fmt::format("P{}", function.thread));
    for (const StateItem& item : program_.items) {
      if (item.is_register) all_.names.take(ThreadWriter::result_name(item, all_));
    }
    for (const Object& object : test_.symbols.objects()) all_.object_names.push_back(all_.names.take(object.name));
    const std::string objects = write_objects();
    std::string threads;
    for (const Function& function : test_.functions) threads += "\n" + ThreadWriter(function, all_).write();
    const std::string main = write_main();
    return head() + objects + functions() + threads + main;
  }

 private:
  static Translation make_translation(const ParsedTest& test, const LitmusProgram& program) {
    std::set<std::string_view> observed;
    for (const StateItem& item : program.items) {
      if (!item.is_register) observed.insert(test.symbols.object_of(item.first).name);
    }
    const bool updates = std::any_of(test.functions.begin(), test.functions.end(),
                                     [](const Function& function) { return has_update(*function.body); });
    return {test, program, find_uses(test, observed), {}, Spelling(updates), stays_small(test)};
  }

  std::string head() const {
    std::string text = fmt::format("// {}: a litmus test, as graphfuzz has translated it.\n//\n", program_.test_name);
    text += fmt::format("// {}\n", program_.condition_text);
    if (has_pointers_) {
      text += "//\n// What holds an address is noted as a number:\n";
      for (Location location = 0; location < test_.symbols.locations(); ++location) {
        if (all_.use(test_.symbols.object_of(location).name) != Use::atomic) continue;
        text += fmt::format("// {} {}\n", address_of(location), program_.location_infos[location].name);
      }
    }
    text +=
        "\n#undef NDEBUG\n#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stddef.h>\n"
        "#include <stdint.h>\n\n#include \"graphfuzz/harness.h\"\n";
    if (all_.failure_order_above) {
      text +=
          "\n// That an order is stronger when the exchange fails, as C17 allows, is meant.\n"
          "#if defined(__GNUC__) && !defined(__clang__)\n"
          "#pragma GCC diagnostic ignored \"-Winvalid-memory-model\"\n#endif\n";
    }
    return text;
  }

  std::string functions() const {
    std::string text;
    if (all_.helpers.has_barrier()) {
      text +=
          "\n// Keeps the compiler from merging plain accesses, or leaving some out.\n"
          "static inline __attribute__((always_inline)) void compiler_barrier(void) {\n"
          "  __asm__ volatile(\"\" : : : \"memory\");\n}\n";
    }
    if (has_pointers_) text += number_of_address();
    const std::string helpers = all_.helpers.text();
    return helpers.empty() ? text : text + "\n" + helpers.substr(0, helpers.size() - 1);
  }

  std::string number_of_address() const {
    std::string text = "\nstatic long long number_of(const volatile void *address) {\n";
    for (const Object& object : test_.symbols.objects()) {
      if (all_.use(object.name) != Use::atomic) continue;
      for (std::size_t i = 0; i < object.size(); ++i) {
        const Location location = object.first + static_cast<Location>(i);
        text += fmt::format("  if (address == {}) return {};\n",
                            at_least(all_.address(object, static_cast<Value>(i)), kUnary), address_of(location));
      }
    }
    return text + "  return (intptr_t)address;\n}\n";
  }

  // Objects whose addresses others hold come first.
  std::string write_objects() {
    std::string text;
    for (unsigned level = 0; level <= kMaxPointers; ++level) {
      for (const Object& object : test_.symbols.objects()) {
        if (object.value_type().pointers == level && all_.use(object.name) != Use::none) text += write_object(object);
      }
    }
    return text.empty() ? text : "\n" + text;
  }

  std::string write_object(const Object& object) const {
    const std::string& name = all_.object_names[all_.number_of(object.name)];
    if (all_.use(object.name) == Use::mutex) {
      return fmt::format("static pthread_mutex_t {} = PTHREAD_MUTEX_INITIALIZER;\n", name);
    }
    const Type type = object.value_type();
    // Compilers know all of a static variable's accesses; one that is "used" may have others, so that they leave its
    // type, its value and its accesses alone.
    const bool is_plain = all_.use(object.name) == Use::plain;
    const std::string of =
        is_plain ? "__attribute__((used)) " + all_.spelling.value_type(type) : all_.spelling.atomic_type(type);
    std::string values;
    for (const WrittenValue& value : object.initial) {
      values += (values.empty() ? "" : ", ") + initial_value(value, type);
    }
    if (!object.is_array) return fmt::format("static {} = {};\n", declaration(of, name), values);
    return fmt::format("static {}[{}] = {{{}}};\n", declaration(of, name), object.size(), values);
  }

  std::string initial_value(const WrittenValue& value, const Type& type) const {
    if (value.is_address) {
      const Object& target = all_.object(value.name);
      if (!type.is_pointer() || target.value_type() != type.pointee()) {
        test_.source.expected(value.offset, fmt::format("a value for a {}, to write it in C", describe(type)),
                              fmt::format("the address of '{}', a {}", value.name, describe(target.value_type())));
      }
      return all_.address(target, value.index).text;
    }
    if (!type.is_pointer()) return constant_text(test_.symbols.resolve(value, type), type).text;
    if (value.number != 0) test_.source.expected(value.offset, "an address or 0, to write it in C", "a number");
    return "NULL";
  }

  // main

  Type type_of(const StateItem& item) const {
    if (item.is_register) return program_.thread_codes[item.thread].variables[item.reg].type;
    return test_.symbols.object_of(item.first).value_type();
  }

  /// The final value of the item, of its cell if it is an array.
  std::string final_value(const StateItem& item, std::uint32_t cell) {
    std::string text;
    if (item.is_register) {
      text = ThreadWriter::result_name(item, all_);
    } else {
      const Object& object = test_.symbols.object_of(item.first);
      const Value index = static_cast<Value>(item.first - object.first + cell);
      const bool is_plain = all_.use(object.name) == Use::plain;
      const std::string& name = all_.object_names[all_.number_of(object.name)];
      if (is_plain) {
        text = object.is_array ? fmt::format("{}[{}]", name, index) : name;
      } else {
        text = fmt::format("atomic_load_explicit({}, memory_order_relaxed)", all_.address(object, index).text);
      }
    }
    if (!type_of(item).is_pointer()) return text;
    has_pointers_ = true;
    return fmt::format("number_of({})", text);
  }

  static std::string note_name(const StateItem& item, std::uint32_t cell) {
    const std::string name = item.is_register ? item.label.substr(1) : item.label;  // "0:r0"
    return item.is_array ? fmt::format("{}[{}]", name, cell) : name;
  }

  std::string write_main() {
    const std::size_t count = test_.functions.size();
    std::string text = "\nint main(void) {\n";
    text += fmt::format("  pthread_t threads[{}];\n", count);
    for (std::size_t i = 0; i < count; ++i) {
      text += fmt::format("  pthread_create(&threads[{0}], NULL, P{0}, NULL);\n", i);
    }
    for (std::size_t i = 0; i < count; ++i) text += fmt::format("  pthread_join(threads[{}], NULL);\n", i);
    if (test_.condition.filter) text += write_filter();
    for (std::size_t i = 0; i < program_.visible_items; ++i) {
      const StateItem& item = program_.items[i];
      for (std::uint32_t cell = 0; cell < item.size; ++cell) {
        text += fmt::format("  graphfuzz_note(\"{}\", {});\n", note_name(item, cell), final_value(item, cell));
      }
    }
    return text + "  return 0;\n}\n";
  }

  /// Final states that the filter does not let pass are not counted.
  std::string write_filter() {
    filtered_.clear();
    const std::string condition = proposition(*test_.condition.filter);
    std::string text;
    for (const auto& [value, name] : filtered_) text += fmt::format("  const long long {} = {};\n", name, value);
    return fmt::format("{}  graphfuzz_assume({});\n", text, condition);
  }

  const StateItem& item_of(const Place& place) const {
    return *std::find_if(program_.items.begin(), program_.items.end(), [&](const StateItem& item) {
      if (item.is_register != place.thread.has_value()) return false;
      if (item.is_register) {
        return item.thread == *place.thread &&
               program_.thread_codes[item.thread].variables[item.reg].name == place.name;
      }
      const Object& object = test_.symbols.object_of(item.first);
      return object.name == place.name && item.first - object.first == place.index.value_or(0) &&
             item.is_array == (object.is_array && !place.index);
    });
  }

  /// A constant that has the value of the place, of its cell if it is an array.
  std::string filtered(const Place& place, std::uint32_t cell) {
    const std::string value = final_value(item_of(place), cell);
    for (const auto& [known, name] : filtered_) {
      if (known == value) return name;
    }
    filtered_.emplace_back(value, all_.names.take(fmt::format("final{}", filtered_.size())));
    return filtered_.back().second;
  }

  std::string proposition(const Proposition& p) {
    std::vector<std::string> parts;
    for (const Proposition& part : p.parts) parts.push_back(proposition(part));
    switch (p.connective) {
      case Connective::atom:
        return atom(*p.atom);
      case Connective::negation:
        return fmt::format("!({})", parts.front());
      case Connective::implication:
        return fmt::format("(!({}) || ({}))", parts.front(), parts.back());
      case Connective::conjunction:
        return parts.empty() ? "1" : fmt::format("({})", fmt::join(parts, " && "));
      case Connective::disjunction:
        return parts.empty() ? "0" : fmt::format("({})", fmt::join(parts, " || "));
    }
    return {};
  }

  std::string atom(const Atom& atom) {
    if (atom.other) return fmt::format("{} == {}", filtered(atom.left, 0), filtered(*atom.other, 0));
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < atom.values.size(); ++i) {
      const Value value = test_.symbols.resolve(atom.values[i], type_of(item_of(atom.left)), atom.left.source);
      parts.push_back(fmt::format("{} == {}", filtered(atom.left, static_cast<std::uint32_t>(i)),
                                  constant_text(value, {64, true, 0, false}).text));
    }
    return fmt::format("{}", fmt::join(parts, " && "));
  }

  const ParsedTest& test_;
  const std::shared_ptr<const LitmusProgram> compiled_;
  const LitmusProgram& program_;
  Translation all_;
  bool has_pointers_ = false;
  std::vector<std::pair<std::string, std::string>> filtered_;  // values, and the constants that have them
};

}  // namespace
}  // namespace litmus::c11

std::string litmus_to_c(std::string_view text, std::string file_name) {
  const litmus::Source source(text, std::move(file_name));
  const litmus::ParsedTest test = litmus::parse_test(source);
  return litmus::c11::ProgramWriter(test).write();
}

}  // namespace graphfuzz
