// Litmus tests as trees: what random ones are made of, how they are printed, and how they are made smaller.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace graphfuzz::testing {

/// What an access addresses. `through` is what the thread's pointer q points to, `indexed` is a[r & 1] for a register.
enum class PlaceKind { x, y, z, first, second, indexed, through };

struct LitmusPlace {
  PlaceKind kind = PlaceKind::x;
  int reg = 0;  ///< indexed
};

/// `constant`, or r<reg> + constant.
struct LitmusOperand {
  int constant = 1;
  int reg = -1;
};

enum class ConditionKind { constant, reg, load, compare_exchange, update };

/// An expression with a side effect at most, compared with a constant.
struct LitmusCondition {
  ConditionKind kind = ConditionKind::reg;
  LitmusPlace place{};
  std::string order = "relaxed";
  std::string failure_order = "relaxed";
  std::string function{};  ///< update: exchange, fetch_add, …
  bool weak = false;
  bool assigns = false;  ///< load, compare_exchange, update: (r = …)
  int reg = 0;
  LitmusOperand operand{};     ///< compare_exchange, update
  std::string compare = "!=";  ///< with `constant`
  int constant = 0;
};

enum class StatementKind {
  load,
  store,
  plain_load,
  plain_store,
  update,
  compare_exchange,
  fence,
  compute,
  load_pointer,
  store_pointer,
  assertion,
  assumption,
  region,
  branch,
  loop,
  jump,
};
enum class LoopKind { counted, while_loop, do_loop, endless, counted_while };

struct LitmusStatement {
  StatementKind kind = StatementKind::store;
  LitmusPlace place{};
  std::string order = "relaxed";
  std::string failure_order = "relaxed";
  std::string function = "fetch_add";  ///< update; jump: break, continue, return
  bool weak = false;
  int reg = -1;  ///< the register that gets the result, if any
  LitmusOperand operand{};
  int expected = -1;  ///< compare_exchange: the constant that e is set to before; -1: e is what it was
  std::vector<LitmusCondition> conditions{};  ///< one or two
  bool all = true;                            ///< two conditions: && rather than ||
  LoopKind loop = LoopKind::while_loop;
  int bound = 1;  ///< of counted loops
  std::vector<LitmusStatement> body{};
  std::vector<LitmusStatement> otherwise{};
};

struct LitmusTest {
  std::vector<std::vector<LitmusStatement>> threads;
  std::vector<bool> observed;  ///< by thread: are its registers part of the final state?
};

inline constexpr int kRegisters = 3;

class LitmusPrinter {
 public:
  explicit LitmusPrinter(const LitmusTest& test) : test_(test) {}

  std::string text() {
    std::string threads;
    for (std::size_t t = 0; t < test_.threads.size(); ++t) {
      out_.clear();
      loops_ = 0;
      print(test_.threads[t], 1);
      threads += "P" + std::to_string(t) +
                 " (atomic_int* x, atomic_int* y, atomic_int* z, atomic_int* a, atomic_int** p, mutex* l) {\n";
      for (int r = 0; r < kRegisters; ++r) {
        if (mentions("r" + std::to_string(r))) threads += "  int r" + std::to_string(r) + " = 0;\n";
      }
      if (mentions("&e")) threads += "  int e = 0;\n";
      if (mentions("q")) threads += "  atomic_int* q = x;\n";
      threads += out_ + "}\n";
    }
    std::string initial;
    std::string items = "x; y; z; a; p; ";
    for (std::size_t t = 0; t < test_.threads.size(); ++t) {
      for (int r = 0; r < kRegisters && test_.observed[t]; ++r) {
        initial += " " + std::to_string(t) + ":r" + std::to_string(r) + "=0;";
        items += std::to_string(t) + ":r" + std::to_string(r) + "; ";
      }
    }
    return "C random\n{ x=0; y=0; z=0; int a[2]={0,0}; int* p=&x; l=0;" + initial + " }\n" + threads + "locations [" +
           items + "]\nexists (x=77)\n";
  }

 private:
  static bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

  bool mentions(const std::string& word) const {
    for (std::size_t at = out_.find(word); at != std::string::npos; at = out_.find(word, at + 1)) {
      const bool begins = at == 0 || !is_word(out_[at - 1]);
      const bool ends = at + word.size() == out_.size() || !is_word(out_[at + word.size()]);
      if (begins && ends) return true;
    }
    return false;
  }

  static std::string order(const std::string& name) { return "memory_order_" + name; }
  static std::string reg(int number) { return "r" + std::to_string(number); }

  static std::string address(const LitmusPlace& place) {
    switch (place.kind) {
      case PlaceKind::x:
        return "x";
      case PlaceKind::y:
        return "y";
      case PlaceKind::z:
        return "z";
      case PlaceKind::first:
        return "a";
      case PlaceKind::second:
        return "a + 1";
      case PlaceKind::indexed:
        return "a + (" + reg(place.reg) + " & 1)";
      case PlaceKind::through:
        break;
    }
    return "q";
  }

  static std::string plain(const LitmusPlace& place) { return "*(" + address(place) + ")"; }

  static std::string value(const LitmusOperand& operand) {
    if (operand.reg < 0) return std::to_string(operand.constant);
    return reg(operand.reg) + (operand.constant == 0 ? "" : " + " + std::to_string(operand.constant));
  }

  static std::string compare_exchange(bool weak, const LitmusPlace& place, const LitmusOperand& desired,
                                      const std::string& order_if, const std::string& order_else) {
    return std::string("atomic_compare_exchange_") + (weak ? "weak" : "strong") + "_explicit(" + address(place) +
           ", &e, " + value(desired) + ", " + order(order_if) + ", " + order(order_else) + ")";
  }

  static std::string update(const std::string& function, const LitmusPlace& place, const LitmusOperand& operand,
                            const std::string& with) {
    return "atomic_" + function + "_explicit(" + address(place) + ", " + value(operand) + ", " + order(with) + ")";
  }

  static std::string load(const LitmusPlace& place, const std::string& with) {
    return "atomic_load_explicit(" + address(place) + ", " + order(with) + ")";
  }

  static std::string condition(const LitmusCondition& c) {
    std::string what;
    switch (c.kind) {
      case ConditionKind::constant:
        return std::to_string(c.constant);
      case ConditionKind::reg:
        what = reg(c.reg);
        break;
      case ConditionKind::load:
        what = load(c.place, c.order);
        break;
      case ConditionKind::update:
        what = update(c.function, c.place, c.operand, c.order);
        break;
      case ConditionKind::compare_exchange:
        what = compare_exchange(c.weak, c.place, c.operand, c.order, c.failure_order);
        break;
    }
    if (c.assigns && c.kind != ConditionKind::reg) what = "(" + reg(c.reg) + " = " + what + ")";
    return what + " " + c.compare + " " + std::to_string(c.constant);
  }

  static std::string conditions(const LitmusStatement& s) {
    std::string text;
    for (const LitmusCondition& c : s.conditions) {
      text += (text.empty() ? "" : s.all ? " && " : " || ") + condition(c);
    }
    return text.empty() ? "1" : text;
  }

  void line(int depth, const std::string& text) {
    out_ += std::string(static_cast<std::size_t>(depth) * 2, ' ') + text + "\n";
  }

  void print(const std::vector<LitmusStatement>& block, int depth) {
    for (const LitmusStatement& s : block) print(s, depth);
  }

  void print(const LitmusStatement& s, int depth) {
    const std::string to = s.reg < 0 ? "" : reg(s.reg) + " = ";
    switch (s.kind) {
      case StatementKind::load:
        return line(depth, to + load(s.place, s.order) + ";");
      case StatementKind::store:
        return line(depth, "atomic_store_explicit(" + address(s.place) + ", " + value(s.operand) + ", " +
                               order(s.order) + ");");
      case StatementKind::plain_load:
        return line(depth, reg(std::max(s.reg, 0)) + " = " + plain(s.place) + ";");
      case StatementKind::plain_store:
        return line(depth, plain(s.place) + " = " + value(s.operand) + ";");
      case StatementKind::update:
        return line(depth, to + update(s.function, s.place, s.operand, s.order) + ";");
      case StatementKind::compare_exchange:
        if (s.expected >= 0) line(depth, "e = " + std::to_string(s.expected) + ";");
        return line(depth, to + compare_exchange(s.weak, s.place, s.operand, s.order, s.failure_order) + ";");
      case StatementKind::fence:
        return line(depth, "atomic_thread_fence(" + order(s.order) + ");");
      case StatementKind::compute:
        return line(depth, reg(std::max(s.reg, 0)) + " = " + value(s.operand) + ";");
      case StatementKind::load_pointer:
        return line(depth, "q = atomic_load_explicit(p, " + order(s.order) + ");");
      case StatementKind::store_pointer:
        return line(depth, "atomic_store_explicit(p, " + address(s.place) + ", " + order(s.order) + ");");
      case StatementKind::assertion:
        return line(depth, "assert(" + conditions(s) + ");");
      case StatementKind::assumption:
        return line(depth, "assume(" + conditions(s) + ");");
      case StatementKind::region:
        line(depth, "lock(l);");
        print(s.body, depth);
        return line(depth, "unlock(l);");
      case StatementKind::branch:
        line(depth, "if (" + conditions(s) + ") {");
        print(s.body, depth + 1);
        if (!s.otherwise.empty()) {
          line(depth, "} else {");
          print(s.otherwise, depth + 1);
        }
        return line(depth, "}");
      case StatementKind::jump:
        return line(depth, s.function + ";");
      case StatementKind::loop:
        return print_loop(s, depth);
    }
  }

  void print_loop(const LitmusStatement& s, int depth) {
    const std::string i = "i" + std::to_string(loops_++);
    const std::string bound = "for (int " + i + " = 0; " + i + " < " + std::to_string(s.bound);
    switch (s.loop) {
      case LoopKind::counted:
        line(depth, bound + "; " + i + "++) {");
        break;
      case LoopKind::counted_while:
        line(depth, bound + " && (" + conditions(s) + "); " + i + "++) {");
        break;
      case LoopKind::while_loop:
        line(depth, "while (" + conditions(s) + ") {");
        break;
      case LoopKind::endless:
        line(depth, "for (;;) {");
        break;
      case LoopKind::do_loop:
        line(depth, "do {");
        break;
    }
    print(s.body, depth + 1);
    line(depth, s.loop == LoopKind::do_loop ? "} while (" + conditions(s) + ");" : "}");
  }

  const LitmusTest& test_;
  std::string out_;
  int loops_ = 0;
};

inline std::string to_text(const LitmusTest& test) { return LitmusPrinter(test).text(); }

/// Does memory decide when the loops end that do not count, so that the front end bounds them? Others may run forever.
inline bool ends(const std::vector<LitmusStatement>& block) {
  const auto asks_memory = [](const LitmusStatement& s) {
    return std::any_of(s.conditions.begin(), s.conditions.end(),
                       [](const LitmusCondition& c) { return c.kind > ConditionKind::reg; });
  };
  return std::all_of(block.begin(), block.end(), [&](const LitmusStatement& s) {
    if (!ends(s.body) || !ends(s.otherwise)) return false;
    if (s.kind != StatementKind::loop || s.loop == LoopKind::counted || s.loop == LoopKind::counted_while) return true;
    if (s.loop != LoopKind::endless) {
      const bool never = s.conditions.size() == 1 && s.conditions[0].kind == ConditionKind::constant;
      return never || asks_memory(s);
    }
    return std::any_of(s.body.begin(), s.body.end(), [&](const LitmusStatement& part) {
      return part.kind == StatementKind::branch && asks_memory(part) && part.body.size() == 1 &&
             part.body[0].kind == StatementKind::jump && part.body[0].function != "continue";
    });
  });
}

inline bool ends(const LitmusTest& test) {
  return std::all_of(test.threads.begin(), test.threads.end(), [](const auto& thread) { return ends(thread); });
}

/// Makes a test smaller in every way there is, one at a time: the boldest steps first.
class LitmusShrinker {
 public:
  explicit LitmusShrinker(const LitmusTest& test) : test_(test) {}

  std::vector<LitmusTest> all() {
    drop_threads();
    for (std::size_t n = 0; edit(n, [](Block&block, std::size_t i) { return erase(block, i); }); ++n) {
    }
    for (std::size_t n = 0; edit(n, [](Block&block, std::size_t i) { return unwrap(block, i, false); }); ++n) {
    }
    for (std::size_t n = 0; edit(n, [](Block&block, std::size_t i) { return unwrap(block, i, true); }); ++n) {
    }
    for (std::size_t kind = 0; kind < kSimplifications; ++kind) {
      for (std::size_t n = 0; edit(n, [&](Block&block, std::size_t i) { return simplify(block[i], kind); }); ++n) {
      }
    }
    for (std::size_t t = 0; t < test_.threads.size(); ++t) {
      if (!test_.observed[t]) continue;
      result_.push_back(test_);
      result_.back().observed[t] = false;
    }
    return std::move(result_);
  }

 private:
  using Block = std::vector<LitmusStatement>;
  static constexpr std::size_t kSimplifications = 12;

  void drop_threads() {
    for (std::size_t t = 0; test_.threads.size() > 1 && t < test_.threads.size(); ++t) {
      result_.push_back(test_);
      result_.back().threads.erase(result_.back().threads.begin() + static_cast<std::ptrdiff_t>(t));
      result_.back().observed.erase(result_.back().observed.begin() + static_cast<std::ptrdiff_t>(t));
    }
  }

  // Calls change(block, index) for the n-th statement of a copy, which is kept if the answer is yes. False if there are
  // no n + 1 statements.
  template <class Change>
  bool edit(std::size_t n, Change change) {
    LitmusTest copy = test_;
    for (Block& thread : copy.threads) {
      Block* block = nullptr;
      std::size_t index = 0;
      if (!find(thread, n, block, index)) continue;
      if (change(*block, index) && ends(copy)) result_.push_back(std::move(copy));
      return true;
    }
    return false;
  }

  static bool find(Block& block, std::size_t& n, Block*& found, std::size_t& index) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (n-- == 0) {
        found = &block;
        index = i;
        return true;
      }
      if (find(block[i].body, n, found, index) || find(block[i].otherwise, n, found, index)) return true;
    }
    return false;
  }

  static bool erase(Block& block, std::size_t i) {
    block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
    return true;
  }

  // Puts what is inside a statement in its place.
  static bool unwrap(Block& block, std::size_t i, bool otherwise) {
    const Block inner = otherwise ? block[i].otherwise : block[i].body;
    if (inner.empty()) return false;
    const bool loop = block[i].kind == StatementKind::loop;
    if (loop && has_jump(inner)) return false;
    block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
    block.insert(block.begin() + static_cast<std::ptrdiff_t>(i), inner.begin(), inner.end());
    return true;
  }

  static bool has_jump(const Block& block) {
    return std::any_of(block.begin(), block.end(), [](const LitmusStatement& s) {
      if (s.kind == StatementKind::jump) return s.function != "return";
      return s.kind != StatementKind::loop && (has_jump(s.body) || has_jump(s.otherwise));
    });
  }

  template <class T>
  static bool set(T& field, const T& to) {
    if (field == to) return false;
    field = to;
    return true;
  }

  static bool simplify(LitmusStatement& s, std::size_t kind) {
    switch (kind) {
      case 0:
        if (s.otherwise.empty()) return false;
        s.otherwise.clear();
        return true;
      case 1:
      case 2: {
        if (s.conditions.size() < 2) return false;
        s.conditions.erase(s.conditions.begin() + static_cast<std::ptrdiff_t>(kind - 1));
        return true;
      }
      case 3:
        if (s.kind != StatementKind::loop || s.loop == LoopKind::endless || s.loop == LoopKind::while_loop)
          return false;
        s.loop = LoopKind::while_loop;
        if (s.conditions.empty()) s.conditions.push_back({ConditionKind::constant});
        return true;
      case 4:
        return s.kind == StatementKind::loop && s.bound > 1 && set(s.bound, s.bound - 1);
      case 5:
        return s.kind != StatementKind::fence && s.kind != StatementKind::jump && set(s.order, std::string("relaxed"));
      case 6:
        return set(s.failure_order, std::string("relaxed"));
      case 7:
        return set(s.weak, false);
      case 8:
        return s.place.kind > PlaceKind::y && set(s.place.kind, PlaceKind::x);
      case 9:
        return set(s.reg, -1);
      case 10:
        if (s.operand.reg < 0 && s.operand.constant == 1) return false;
        s.operand = {};
        return true;
      default: {
        bool changed = false;
        for (LitmusCondition& c : s.conditions) {
          for (const bool one :
               {set(c.order, std::string("relaxed")), set(c.failure_order, std::string("relaxed")), set(c.weak, false),
                c.place.kind > PlaceKind::y && set(c.place.kind, PlaceKind::x), set(c.assigns, false)}) {
            changed = changed || one;
          }
        }
        return changed;
      }
    }
  }

  const LitmusTest& test_;
  std::vector<LitmusTest> result_;
};

}  // namespace graphfuzz::testing
