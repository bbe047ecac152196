// Random litmus tests of the whole dialect: loops of all kinds, waits, branches, read-modify-writes, arrays, pointers,
// locks, fences, plain accesses, assertions. A RapidCheck generator that shrinks programs as programs.
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <memory>
#include <ostream>

#include "graphfuzz/explore/random.hpp"
#include "graphfuzz/frontend/litmus.hpp"
#include "support/litmus_ast.hpp"

namespace graphfuzz::testing {

inline std::ostream& operator<<(std::ostream& out, const LitmusTest& test) { return out << "\n" << to_text(test); }

inline std::shared_ptr<const Program> parse(const LitmusTest& test) {
  return parse_litmus(to_text(test), "random.litmus");
}

/// How large tests are, and what is in them.
struct RandomLitmusOptions {
  unsigned threads = 4;     ///< at most; at least 2
  unsigned statements = 8;  ///< accesses in all, about
  bool locks = true;
  bool assumes = true;
};

class LitmusMaker {
 public:
  LitmusMaker(std::uint64_t seed, const RandomLitmusOptions& options) : random_(seed), options_(options) {}

  LitmusTest make() {
    const unsigned threads = options_.threads <= 2 ? 2 : 2 + (below(3) == 0) + (options_.threads > 3 && below(6) == 0);
    // Few kinds of things in one test, so that they meet.
    locations_ = 1 + below(3);
    arrays_ = one_in(4);
    pointers_ = one_in(6);
    plain_ = one_in(4);
    locks_ = options_.locks && one_in(6);
    strong_ = below(3);
    LitmusTest test;
    budget_ = static_cast<int>(4 + below(options_.statements - 3));
    const int share = std::max(1, (budget_ + static_cast<int>(threads) - 1) / static_cast<int>(threads));
    for (unsigned t = 0; t < threads; ++t) {
      left_ = share;
      loops_ = 0;
      test.threads.push_back(block(0));
      test.observed.push_back(one_in(2));
    }
    return test;
  }

 private:
  using Block = std::vector<LitmusStatement>;

  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_.below(bound)); }
  bool one_in(std::uint32_t bound) { return below(bound) == 0; }
  template <class T>
  T any(std::initializer_list<T> from) {
    return *(from.begin() + below(static_cast<std::uint32_t>(from.size())));
  }

  std::string read_order() {
    return strong_ == 0 ? "relaxed" : any<const char*>({"relaxed", "acquire", "acquire", "seq_cst"});
  }
  std::string write_order() {
    return strong_ == 0 ? "relaxed" : any<const char*>({"relaxed", "release", "release", "seq_cst"});
  }
  std::string update_order() {
    return strong_ == 0 ? "relaxed" : any<const char*>({"relaxed", "acquire", "release", "acq_rel", "seq_cst"});
  }
  std::string fence_order() { return any<const char*>({"acquire", "release", "acq_rel", "seq_cst", "seq_cst"}); }

  LitmusPlace place() {
    LitmusPlace place;
    place.reg = static_cast<int>(below(kRegisters));
    if (arrays_ && one_in(2)) {
      place.kind = any({PlaceKind::first, PlaceKind::second, PlaceKind::indexed});
    } else if (pointers_ && one_in(2)) {
      place.kind = PlaceKind::through;
    } else {
      place.kind = static_cast<PlaceKind>(below(locations_));
    }
    return place;
  }

  LitmusOperand operand() {
    LitmusOperand operand;
    operand.constant = static_cast<int>(1 + below(2));
    if (one_in(4)) {
      operand.reg = static_cast<int>(below(kRegisters));
      operand.constant = static_cast<int>(below(2));
    }
    return operand;
  }

  std::string function() {
    return any<const char*>({"exchange", "fetch_add", "fetch_add", "fetch_sub", "fetch_or", "fetch_and", "fetch_xor"});
  }

  enum class Asks { registers, anything, memory };

  LitmusCondition condition(Asks asks) {
    LitmusCondition c;
    c.reg = static_cast<int>(below(kRegisters));
    c.constant = static_cast<int>(below(3));
    c.compare = any<const char*>({"==", "!=", "!=", "<"});
    c.kind = ConditionKind::reg;
    if (asks == Asks::registers || (asks == Asks::anything && (left_ <= 0 || one_in(3)))) return c;
    --left_;
    c.place = place();
    c.operand = operand();
    c.assigns = one_in(3);
    switch (below(8)) {
      case 0:
      case 1:
        c.kind = ConditionKind::compare_exchange;
        c.order = update_order();
        c.failure_order = read_order();
        c.weak = one_in(3);
        c.constant = 0;
        c.compare = any<const char*>({"==", "!="});
        break;
      case 2:
        c.kind = ConditionKind::update;
        c.function = function();
        c.order = update_order();
        break;
      default:
        c.kind = ConditionKind::load;
        c.order = read_order();
    }
    return c;
  }

  void add_conditions(LitmusStatement& s, Asks asks = Asks::anything) {
    s.conditions.push_back(condition(asks));
    if (one_in(5)) s.conditions.push_back(condition(asks == Asks::memory ? Asks::anything : asks));
    if (one_in(2)) std::reverse(s.conditions.begin(), s.conditions.end());
    s.all = one_in(2);
  }

  Block block(int depth) {
    Block result;
    const std::size_t most = depth == 0 ? 8 : 1 + below(3);
    while (left_ > 0 && result.size() < most) {
      if (one_in(5)) {
        idiom(result, depth);
      } else {
        result.push_back(statement(depth));
      }
    }
    return result;
  }

  LitmusStatement access() {
    LitmusStatement s;
    --left_;
    s.place = place();
    s.operand = operand();
    const bool plain = plain_ && one_in(3);
    switch (below(11)) {
      case 0:
      case 1:
      case 2:
      case 3:
        s.kind = plain ? StatementKind::plain_store : StatementKind::store;
        s.order = write_order();
        break;
      case 4:
      case 5:
      case 6:
      case 7:
        s.kind = plain ? StatementKind::plain_load : StatementKind::load;
        s.order = read_order();
        s.reg = static_cast<int>(below(kRegisters));
        break;
      case 8:
      case 9:
        s.kind = StatementKind::update;
        s.function = function();
        s.order = update_order();
        s.reg = one_in(2) ? static_cast<int>(below(kRegisters)) : -1;
        break;
      default:
        s.kind = StatementKind::compare_exchange;
        s.order = update_order();
        s.failure_order = read_order();
        s.weak = one_in(3);
        s.expected = static_cast<int>(below(4)) - 1;
        s.reg = one_in(2) ? static_cast<int>(below(kRegisters)) : -1;
    }
    return s;
  }

  LitmusStatement statement(int depth) {
    LitmusStatement s;
    const std::uint32_t kind = below(30);
    if (kind < 3 && depth < 3) return branch(depth);
    if (kind < 8 && depth < 2) return loop(depth);
    if (kind == 8 && strong_ > 0) {
      s.kind = StatementKind::fence;
      s.order = fence_order();
      --left_;
      return s;
    }
    if (kind == 9) {
      s.kind = StatementKind::compute;
      s.reg = static_cast<int>(below(kRegisters));
      s.operand = operand();
      return s;
    }
    if (kind == 10 || (kind == 11 && options_.assumes)) {
      s.kind = kind == 10 ? StatementKind::assertion : StatementKind::assumption;
      add_conditions(s, one_in(3) ? Asks::anything : Asks::registers);
      return s;
    }
    if (kind < 14 && pointers_) {
      s.kind = kind == 12 ? StatementKind::load_pointer : StatementKind::store_pointer;
      s.order = kind == 12 ? read_order() : write_order();
      s.place.kind = any({PlaceKind::x, PlaceKind::y, PlaceKind::second});
      --left_;
      return s;
    }
    if (kind < 17 && locks_ && depth < 2) {
      s.kind = StatementKind::region;
      left_ -= 1;
      s.body = block(depth + 1);
      return s;
    }
    if (kind == 17 && loops_ > 0) {
      s.kind = StatementKind::branch;
      add_conditions(s);
      s.body.push_back(jump());
      return s;
    }
    return access();
  }

  LitmusStatement jump() {
    LitmusStatement s;
    s.kind = StatementKind::jump;
    s.function = loops_ == 0 || one_in(8) ? "return" : any<const char*>({"break", "break", "continue"});
    return s;
  }

  LitmusStatement branch(int depth) {
    LitmusStatement s;
    s.kind = StatementKind::branch;
    add_conditions(s);
    if (loops_ > 0 && one_in(3)) {
      s.body.push_back(jump());
    } else {
      s.body = block(depth + 1);
    }
    if (one_in(3)) s.otherwise = block(depth + 1);
    return s;
  }

  LitmusStatement loop(int depth) {
    LitmusStatement s;
    s.kind = StatementKind::loop;
    s.loop = any({LoopKind::counted, LoopKind::while_loop, LoopKind::while_loop, LoopKind::while_loop,
                  LoopKind::do_loop, LoopKind::endless, LoopKind::counted_while});
    s.bound = static_cast<int>(1 + below(2));
    if (s.loop == LoopKind::counted_while) add_conditions(s);
    if (s.loop == LoopKind::while_loop || s.loop == LoopKind::do_loop) add_conditions(s, Asks::memory);
    ++loops_;
    if (s.loop == LoopKind::endless) {
      s.body = block(depth + 1);
      LitmusStatement leave;
      leave.kind = StatementKind::branch;
      add_conditions(leave, Asks::memory);
      leave.body.push_back(jump());
      leave.body[0].function = one_in(6) ? "return" : "break";
      s.body.insert(s.body.begin() + below(static_cast<std::uint32_t>(s.body.size()) + 1), leave);
    } else if (!one_in(3) || s.loop == LoopKind::counted) {
      s.body = block(depth + 1);
    }
    --loops_;
    return s;
  }

  // What programs are made of that meet in memory: random statements alone are rarely one of these.
  void idiom(Block& block, int depth) {
    LitmusStatement s;
    LitmusCondition c;
    c.kind = ConditionKind::load;
    c.place = place();
    c.order = read_order();
    const int reg = static_cast<int>(below(kRegisters));
    --left_;
    s.kind = StatementKind::loop;
    switch (below(6)) {
      case 0:  // while (load(x) != 1);
        c.constant = static_cast<int>(below(3));
        c.assigns = one_in(3);
        s.conditions = {c};
        break;
      case 1: {  // while (load(x) != 1 && load(y) != 1);
        LitmusCondition d = c;
        d.place = place();
        c.constant = d.constant = static_cast<int>(below(2));
        s.conditions = {c, d};
        s.all = one_in(2);
        --left_;
        break;
      }
      case 2: {  // a sequence lock's reader
        s.loop = LoopKind::endless;
        LitmusStatement first;
        first.kind = StatementKind::load;
        first.place = c.place;
        first.order = c.order;
        first.reg = reg;
        LitmusStatement second = first;
        second.place = place();
        second.reg = (reg + 1) % kRegisters;
        LitmusStatement again;
        again.kind = StatementKind::branch;
        again.conditions = {{ConditionKind::reg}};
        again.conditions[0].reg = reg;
        again.conditions[0].compare = "==";
        again.conditions[0].constant = 1;
        again.body.push_back({StatementKind::jump});
        again.body[0].function = "continue";
        LitmusStatement leave = again;
        leave.conditions = {c};
        leave.conditions[0].compare = "==";
        leave.conditions[0].constant = static_cast<int>(below(3));
        leave.body[0].function = "break";
        if (one_in(2)) {
          s.body = {first, again, second, leave};
        } else {
          s.body = {first, second, leave};
        }
        left_ -= 2;
        break;
      }
      case 3: {  // e = 0; while (!compare_exchange(x, &e, 1)) { e = 0; }
        c.kind = ConditionKind::compare_exchange;
        c.compare = "==";
        c.order = update_order();
        c.weak = one_in(2);
        c.operand = operand();
        s.conditions = {c};
        break;
      }
      case 4: {  // the same of slots in an array, or of a register that counts
        s.loop = LoopKind::counted;
        s.bound = 2;
        LitmusStatement leave;
        leave.kind = StatementKind::branch;
        c.kind = ConditionKind::compare_exchange;
        c.compare = "!=";
        c.order = update_order();
        c.place.kind = one_in(2) ? PlaceKind::indexed : c.place.kind;
        c.place.reg = reg;
        c.operand = operand();
        leave.conditions = {c};
        leave.body.push_back({StatementKind::jump});
        leave.body[0].function = "break";
        LitmusStatement count;
        count.kind = StatementKind::compute;
        count.reg = reg;
        count.operand.reg = reg;
        s.body = {leave, count};
        break;
      }
      default: {  // while (exchange(x, 1)) while (load(x));
        LitmusCondition test = c;
        c.kind = ConditionKind::update;
        c.function = "exchange";
        c.order = update_order();
        s.conditions = {c};
        if (one_in(2) && depth == 0) {
          LitmusStatement inner;
          inner.kind = StatementKind::loop;
          inner.conditions = {test};
          s.body.push_back(inner);
        }
        --left_;
      }
    }
    block.push_back(s);
  }

  Random random_;
  RandomLitmusOptions options_;
  std::uint32_t locations_ = 2;
  bool arrays_ = false, pointers_ = false, plain_ = false, locks_ = false;
  std::uint32_t strong_ = 0;
  int budget_ = 0;
  int left_ = 0;   // accesses that the thread may still have
  int loops_ = 0;  // that are open
};

inline LitmusTest random_litmus(std::uint64_t seed, const RandomLitmusOptions& options = {}) {
  return LitmusMaker(seed, options).make();
}

inline rc::Gen<LitmusTest> any_litmus(const RandomLitmusOptions& options = {}) {
  const auto seeds = rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()));
  return rc::gen::shrink(rc::gen::map(seeds, [=](std::uint64_t seed) { return random_litmus(seed, options); }),
                         [](const LitmusTest& test) { return rc::seq::fromContainer(LitmusShrinker(test).all()); });
}

}  // namespace graphfuzz::testing
