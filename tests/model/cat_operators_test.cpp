// The operators of cat and their precedences, and the predefined sets and relations, against plain loops; and that
// graphs of more than 64 events are no different.
#include <gtest/gtest.h>

#include <map>

#include "graphfuzz/model/registry.hpp"
#include "model/cat_reference.hpp"
#include "support/property.hpp"
#include "support/random_graph.hpp"
#include "support/sanitized.hpp"

namespace graphfuzz::testing {
namespace {

/// A graph of random accesses and fences by some threads, rf and mo at will: no model has a say.
ExecutionGraph any_graph(std::uint64_t seed, Slot events, unsigned threads = 3, Location locations = 2) {
  Random random(seed);
  const std::vector<Value> initial(locations, 0);
  ExecutionGraph graph(threads, initial);
  const auto add = [&](ThreadId t) {
    const auto x = static_cast<Location>(random.below(locations));
    const auto order = static_cast<MemoryOrder>(random.below(6));
    const Slot write = graph.mo(x)[random.below(graph.mo(x).size())];
    switch (random.below(8)) {
      case 0:
        return graph.add_other(t, {EventKind::fence, order == MemoryOrder::non_atomic ? MemoryOrder::seq_cst : order});
      case 1:
        return graph.add_update(t, {EventKind::update, MemoryOrder::acq_rel, x, 0, 0}, write);
      case 2:
      case 3:
      case 4:
        return graph.add_write(t, {EventKind::write, order, x, 0, 0}, write);
      default:
        return graph.add_read(t, {EventKind::read, order, x, 0, 0}, write);
    }
  };
  const Slot start = add(0);
  graph.add_other(1, {EventKind::begin, MemoryOrder::non_atomic}, start);
  while (graph.event_count() < events) add(static_cast<ThreadId>(random.below(threads)));
  return graph;
}

struct Binary {
  std::string symbol;
  int binds;  // tighter if greater
  bool right;
  std::function<Pairs(const Pairs&, const Pairs&)> apply;
};

const std::vector<Binary> kBinary = {
    {"|", 1, true, united<Pairs>},
    {";", 3, true, composed},
    {"\\", 4, false, without<Pairs>},
    {"&", 5, true, intersected<Pairs>},
};

TEST(CatOperators, EachPairBindsAsInHerd) {
  const std::string operands[] = {"po", "loc", "rf"};
  int distinguished = 0;
  for (const Binary& first : kBinary) {
    for (const Binary& second : kBinary) {
      // The first two operands belong together if the first operator binds tighter, or as tight and to the left.
      const bool left = first.binds > second.binds || (first.binds == second.binds && !first.right);
      Evaluated evaluated(operands[0] + first.symbol + operands[1] + second.symbol + operands[2]);
      bool differs = false;
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const ExecutionGraph g = any_graph(seed, 10);
        const Pairs a = po_of(g), b = loc_of(g), c = rf_of(g);
        const Pairs grouped_left = second.apply(first.apply(a, b), c);
        const Pairs grouped_right = first.apply(a, second.apply(b, c));
        EXPECT_EQ(evaluated.pairs(g), left ? grouped_left : grouped_right) << first.symbol << " " << second.symbol;
        differs |= grouped_left != grouped_right;
      }
      distinguished += differs;
    }
  }
  EXPECT_GE(distinguished, 11);  // not | |, ; ;, & & and & \, where it does not matter
}

TEST(CatOperators, PostfixAndPrefixBindTighterThanAllBetween) {
  const auto all = [](const ExecutionGraph& g) { return pairs_where(g, [](Slot, Slot) { return true; }); };
  const auto id = [](const ExecutionGraph& g) { return pairs_where(g, [](Slot a, Slot b) { return a == b; }); };
  const std::map<std::string, std::function<Pairs(const ExecutionGraph&, const Pairs&)>> unary = {
      {"+", [](const ExecutionGraph&, const Pairs& r) { return closed(r); }},
      {"?", [&](const ExecutionGraph& g, const Pairs& r) { return united(r, id(g)); }},
      {"*", [&](const ExecutionGraph& g, const Pairs& r) { return united(closed(r), id(g)); }},
      {"^-1", [](const ExecutionGraph&, const Pairs& r) { return inverted(r); }},
      {"~", [&](const ExecutionGraph& g, const Pairs& r) { return without(all(g), r); }},
  };
  for (const Binary& binary : kBinary) {
    for (const auto& [symbol, apply] : unary) {
      const bool prefix = symbol == "~";
      Evaluated right("rf " + binary.symbol + (prefix ? "~mo" : " mo" + symbol));
      Evaluated left(prefix ? "~rf " + binary.symbol + " mo" : "rf" + symbol + " " + binary.symbol + " mo");
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const ExecutionGraph g = any_graph(seed, 9);
        EXPECT_EQ(right.pairs(g), binary.apply(rf_of(g), apply(g, mo_of(g)))) << binary.symbol << symbol;
        EXPECT_EQ(left.pairs(g), binary.apply(apply(g, rf_of(g)), mo_of(g))) << symbol << binary.symbol;
      }
    }
  }
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const ExecutionGraph g = any_graph(seed, 9);
    const Slots w = slots_where(g, [&](Slot s) { return writes(g[s].label.kind); });
    const Slots r = slots_where(g, [&](Slot s) { return reads(g[s].label.kind); });
    const Slots everything = slots_where(g, [](Slot) { return true; });
    // * between sets, against all others.
    EXPECT_EQ(Evaluated("po & W * R").pairs(g), intersected(po_of(g), product(w, r)));
    EXPECT_EQ(Evaluated("W * R & po").pairs(g), intersected(po_of(g), product(w, r)));
    EXPECT_EQ(Evaluated("po \\ W * R").pairs(g), without(po_of(g), product(w, r)));
    EXPECT_EQ(Evaluated("W * R ; po").pairs(g), composed(product(w, r), po_of(g)));
    EXPECT_EQ(Evaluated("W * R | po").pairs(g), united(product(w, r), po_of(g)));
    EXPECT_EQ(Evaluated("(~W) * R").pairs(g), product(without(everything, w), r));
    EXPECT_EQ(Evaluated("W * (~R)").pairs(g), product(w, without(everything, r)));
    EXPECT_EQ(Evaluated("~rf^-1").pairs(g), without(all(g), inverted(rf_of(g))));
    EXPECT_EQ(Evaluated("rf^-1+").pairs(g), closed(inverted(rf_of(g))));
    EXPECT_EQ(Evaluated("rf+^-1").pairs(g), closed(inverted(rf_of(g))));
    EXPECT_EQ(Evaluated("[W] ; po ; [R]").pairs(g), intersected(po_of(g), product(w, r)));
    EXPECT_EQ(Evaluated("toid W ; po").pairs(g), intersected(po_of(g), product(w, everything)));
    EXPECT_EQ(Evaluated("toid(W)^-1").pairs(g), intersected(product(w, w), id(g)));
    EXPECT_EQ(Evaluated("domain rf | range(rf)").slots(g), slots_where(g, [&](Slot s) {
                const Pairs rf = rf_of(g);
                return std::any_of(rf.begin(), rf.end(), [&](const auto& p) { return p.first == s || p.second == s; });
              }));
    EXPECT_EQ(Evaluated("W & R").slots(g), intersected(w, r));
    EXPECT_EQ(Evaluated("W \\ R | R \\ W").slots(g), united(without(w, r), without(r, w)));
    EXPECT_EQ(Evaluated("~(W | R)").slots(g), without(without(everything, w), r));
    EXPECT_EQ(Evaluated("_").slots(g), everything);
    EXPECT_EQ(Evaluated("0").pairs(g), Pairs());
    EXPECT_EQ(Evaluated("{}").slots(g), Slots());
    EXPECT_EQ(Evaluated("0 | po").pairs(g), po_of(g));
    EXPECT_EQ(Evaluated("{} | W").slots(g), w);
  }
}

TEST(CatOperators, PredefinedSetsAndRelations) {
  const auto order = [](MemoryOrder o) {
    return [o](const Label& l) { return (is_access(l.kind) || l.kind == EventKind::fence) && l.order == o; };
  };
  const auto atomic = [](const Label& l) { return is_access(l.kind) && is_atomic(l.order); };
  const std::map<std::string, std::function<bool(const Label&)>> sets = {
      {"M", [](const Label& l) { return is_access(l.kind); }},
      {"R", [](const Label& l) { return reads(l.kind); }},
      {"W", [](const Label& l) { return writes(l.kind); }},
      {"F", [](const Label& l) { return l.kind == EventKind::fence; }},
      {"RMW", [](const Label& l) { return l.kind == EventKind::update; }},
      {"A", atomic},
      {"NA", [&](const Label& l) { return !atomic(l); }},
      {"RLX", order(MemoryOrder::relaxed)},
      {"ACQ", order(MemoryOrder::acquire)},
      {"REL", order(MemoryOrder::release)},
      {"ACQ_REL", order(MemoryOrder::acq_rel)},
      {"SC", order(MemoryOrder::seq_cst)},
      {"_", [](const Label&) { return true; }},
      {"B | LK | UL | CON | AMO", [](const Label&) { return false; }},
  };
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const ExecutionGraph g = any_graph(seed, 12);
    for (const auto& [name, holds] : sets) {
      EXPECT_EQ(Evaluated(name).slots(g), slots_where(g, [&g, &holds = holds](Slot s) { return holds(g[s].label); }))
          << name;
    }
    const auto init = [&](Slot s) { return g.is_initial(s); };
    const auto thread = [&](Slot s) { return g[s].id.thread; };
    EXPECT_EQ(Evaluated("IW").slots(g), slots_where(g, init));
    EXPECT_EQ(Evaluated("FW").slots(g),
              slots_where(g, [&](Slot s) { return writes(g[s].label.kind) && g.mo_last(g[s].label.location) == s; }));
    EXPECT_EQ(Evaluated("po").pairs(g), po_of(g));
    EXPECT_EQ(Evaluated("loc").pairs(g), loc_of(g));
    EXPECT_EQ(Evaluated("rf").pairs(g), rf_of(g));
    EXPECT_EQ(Evaluated("mo").pairs(g), mo_of(g));
    EXPECT_EQ(Evaluated("co", "include \"cos.cat\"").pairs(g), mo_of(g));
    EXPECT_EQ(Evaluated("fr", "include \"cos.cat\"").pairs(g),
              without(composed(inverted(rf_of(g)), mo_of(g)), pairs_where(g, [](Slot a, Slot b) { return a == b; })));
    EXPECT_EQ(Evaluated("id").pairs(g), pairs_where(g, [](Slot a, Slot b) { return a == b; }));
    EXPECT_EQ(Evaluated("int").pairs(g),
              pairs_where(g, [&](Slot a, Slot b) { return !init(a) && !init(b) && thread(a) == thread(b); }));
    EXPECT_EQ(Evaluated("ext").pairs(g), pairs_where(g, [&](Slot a, Slot b) { return thread(a) != thread(b); }));
    EXPECT_EQ(Evaluated("po-loc").pairs(g), intersected(po_of(g), loc_of(g)));
    EXPECT_EQ(Evaluated("asw").pairs(g),
              pairs_where(g, [&](Slot a, Slot b) { return !is_access(g[b].label.kind) && g[b].rf == a; }));
    EXPECT_FALSE(Evaluated("asw").pairs(g).empty());
    EXPECT_EQ(Evaluated("co0").pairs(g), pairs_where(g, [&](Slot a, Slot b) {
                return mo_of(g).contains({a, b}) && (init(a) || g.mo_last(g[b].label.location) == b);
              }));
    EXPECT_EQ(Evaluated("rmw | amo | addr | data | ctrl | depend").pairs(g), Pairs());
  }
}

const std::string kExpressions[] = {"po | rf | mo",
                                    "(po | rf)+",
                                    "rf^-1 ; mo",
                                    "(rf | mo | (rf^-1 ; mo) \\ id)+",
                                    "~po & loc",
                                    "W * R \\ po",
                                    "[W] ; po ; [M] ; loc? ; [R]",
                                    "(mo ; rf?)*",
                                    "domain(rf) * range(po)",
                                    "let rec r = po | r ; rf | rf ; r in r",
                                    "int & ~id",
                                    "if rf subset po then mo else po",
                                    "ext ; rf"};

TEST(CatOperators, LongRowsGiveTheSameAsShortOnes) {
  for (const std::string& expression : kExpressions) {
    Evaluated fresh(expression);
    Evaluated used(expression);
    used.on(any_graph(1, 130));  // from now on rows of this one have more than one word
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const ExecutionGraph g = any_graph(seed, 20);
      EXPECT_EQ(fresh.pairs(g), used.pairs(g)) << expression;
      EXPECT_EQ(fresh.registers().words(), 1U);
      EXPECT_GE(used.registers().words(), 3U);
    }
  }
}

TEST(CatOperators, GraphsOfMoreThan64Events) {
  const ExecutionGraph g = any_graph(3, 110, 4);
  const Pairs po = po_of(g), rf = rf_of(g), mo = mo_of(g);
  EXPECT_EQ(Evaluated("(po | rf)+").pairs(g), closed(united(po, rf)));
  EXPECT_EQ(Evaluated("(rf | mo | rf^-1)+").pairs(g), closed(united(united(rf, mo), inverted(rf))));
  EXPECT_EQ(Evaluated("rf^-1 ; mo & loc").pairs(g), intersected(composed(inverted(rf), mo), loc_of(g)));
  EXPECT_EQ(Evaluated("~(po ; rf)").pairs(g),
            without(pairs_where(g, [](Slot, Slot) { return true; }), composed(po, rf)));
}

// acyclic and irreflexive are tested without the closure or composition that they speak of.
TEST(CatOperators, TestsAreWhatTheySay) {
  const std::string relations[] = {"po | rf",    "po | rf | mo", "rf ; mo",    "(rf^-1 ; mo)", "mo ; rf^-1",
                                   "(po | mo)+", "po+ ; rf^-1",  "po | rf^-1", "id & [W]"};
  int failed = 0;
  for (const std::string& relation : relations) {
    Evaluated evaluated(relation);
    for (std::string kind : {"acyclic", "irreflexive", "empty"}) {
      for (bool negated : {false, true}) {
        const auto model = make_memory_model(
            parse_cat("\"t\" " + std::string(negated ? "~" : "") + kind + " " + relation, "test.cat"));
        for (std::uint64_t seed = 0; seed < 12; seed += kSanitized ? 4 : 1) {
          const ExecutionGraph g = any_graph(seed, seed < 6 ? 7 : 70);
          Pairs value = evaluated.pairs(g);
          if (kind == "acyclic") value = closed(value);
          const bool loops = std::any_of(value.begin(), value.end(), [](const auto& p) { return p.first == p.second; });
          const bool holds = kind == "empty" ? value.empty() : !loops;
          EXPECT_EQ(model->consistent(g), holds != negated) << kind << " " << relation;
          failed += !holds;
        }
      }
    }
  }
  EXPECT_GT(failed, cases_here(50));
}

}  // namespace
}  // namespace graphfuzz::testing
