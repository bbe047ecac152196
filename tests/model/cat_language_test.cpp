// Every construct of cat does what it says: each expression must equal a plain one on random graphs.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "graphfuzz/model/registry.hpp"
#include "model/cat_reference.hpp"
#include "support/folders.hpp"
#include "support/random_graph.hpp"

namespace graphfuzz::testing {
namespace {

/// Consistent graphs of a fixed program with a bit of everything.
const std::vector<ExecutionGraph>& graphs() {
  static const std::vector<ExecutionGraph> result = [] {
    const auto op = [](RequestKind kind, Location x, MemoryOrder order) {
      Op o;
      o.kind = kind;
      o.location = x;
      o.order = order;
      o.operand = 1;
      return o;
    };
    using enum RequestKind;
    using enum MemoryOrder;
    const StraightLine program({{op(write, 0, relaxed), op(fence, 0, seq_cst), op(read, 1, acquire)},
                                {op(write, 1, release), op(update, 0, acq_rel), op(read, 0, seq_cst)},
                                {op(read, 0, relaxed), op(write, 1, seq_cst), op(write, 0, non_atomic)}});
    const auto model = make_model("coherence");
    std::vector<ExecutionGraph> all;
    for (std::uint64_t seed = 0; seed < 20; ++seed) all.push_back(random_graph(program, *model, seed));
    return all;
  }();
  return result;
}

void expect_same(const std::string& expression, const std::string& plain, const std::string& prelude = "") {
  SCOPED_TRACE(prelude + " ... " + expression);
  Evaluated left(expression, prelude);
  Evaluated right(plain);
  for (const ExecutionGraph& g : graphs()) {
    ASSERT_EQ(left.is_relation(), right.is_relation());
    if (left.is_relation()) {
      ASSERT_EQ(left.pairs(g), right.pairs(g));
    } else {
      ASSERT_EQ(left.slots(g), right.slots(g));
    }
  }
}

TEST(CatLanguage, LetAndFunctions) {
  expect_same("a ; b", "po ; rf", "let a = po and b = rf");
  expect_same("a", "rf", "let a = po let a = rf");
  expect_same("b", "po", "let rf = po let b = rf");
  expect_same("f po", "po ; po", "let f r = r ; r");
  expect_same("f(po)", "po ; po", "let f(r) = r ; r");
  expect_same("f(po, rf)", "po ; rf", "let f(a, b) = a ; b");
  expect_same("f p", "po ; rf", "let f(a, b) = a ; b let p = (po, rf)");
  expect_same("f po rf", "po ; rf", "let f a b = a ; b");
  expect_same("g rf", "po ; rf", "let f = fun a -> fun b -> a ; b let g = f po");
  expect_same("f(po)", "po ; rf", "let x = rf let f(r) = r ; x let x = mo");  // scope of the definition
  expect_same("f(W)", "[W] ; po", "let f(_) = [W] ; po");
  expect_same("b", "rf", "let (a, b) = (po, rf)");
  expect_same("b", "rf", "let a, b = po, rf");
  expect_same("(let x = po in x ; rf)", "po ; rf");
  expect_same("f rf", "po ; rf", "let compose = fun (a, b) -> a ; b let f r = compose(po, r)");
  expect_same("twice f po", "po | rf", "let twice g = fun x -> g (g x) let f = fun x -> x | rf");
  expect_same("begin po | rf end ; mo", "(po | rf) ; mo");
  expect_same("r'", "po", "let r' = po");
  expect_same("a-b.c_d", "po", "let a-b.c_d = po");
}

TEST(CatLanguage, Recursion) {
  expect_same("r", "po+", "let rec r = po | r ; r");
  expect_same("r", "(po | rf)+", "let rec r = po | rf | (r ; r)");
  // Even and odd powers of po | rf.
  expect_same("odd", "(po | rf) ; ((po | rf) ; (po | rf))*",
              "let s = po | rf let rec odd = s | s ; even and even = s ; odd");
  // What can be reached: a set.
  expect_same("s", "range([IW] ; (rf | po)*)", "let rec s = IW | range([s] ; (rf | po))");
  expect_same("s", "W", "let rec s = t | W and t = s");
  expect_same("(let rec r = po | r ; r in r | rf)", "po+ | rf");
  expect_same("r", "0 & po", "let rec r = r ; po");
  // Nested: the inner one depends on the outer one.
  expect_same("r", "(po | rf)+", "let rec r = po | (let rec q = r | rf | q ; q in q) ; r | rf");
  expect_same("r", "(po | rf)+", "let rec r = let rec q = po | rf | r ; q in q");
  // One after the other, and what they share.
  expect_same("b ; a", "(po+ | rf)+ ; po+", "let rec a = po | a ; a let rec b = a | rf | b ; b");
  expect_same("r ; r", "po+ ; po+", "let rec r = po | r ; r");
  // Negation of what does not depend on the recursion is fine.
  expect_same("r", "(po \\ loc)+", "let rec r = po \\ loc | r ; (po \\ loc)");
}

TEST(CatLanguage, RecursiveFunctionsOverExplicitSets) {
  expect_same("union {po, rf, mo}", "po | rf | mo",
              "let rec union s = match s with || {} -> 0 || x ++ rest -> x | union rest end");
  expect_same("union (map (fun r -> r^-1) {po, rf})", "po^-1 | rf^-1",
              "let rec union s = match s with {} -> 0 || x ++ rest -> x | union rest end");
  expect_same("union (po ++ rf ++ {})", "po | rf",
              "let rec union s = match s with x ++ rest -> x | union rest || {} -> 0 end");
}

TEST(CatLanguage, TagsAndConditions) {
  const std::string f =
      "enum kind = 'strong || 'weak || 'none "
      "let f t = match t with 'strong -> po || 'weak -> rf || _ -> mo end ";
  expect_same("f 'strong", "po", f);
  expect_same("f 'weak", "rf", f);
  expect_same("f 'none", "mo", f);
  expect_same("(if po = po then rf else mo)", "rf");
  expect_same("(if 'a = 'b then rf else mo)", "mo");
  expect_same("(if 'a in {'a, 'b} then rf else mo)", "rf");
  expect_same("(if {'a} subset {'a, 'b} then rf else mo)", "rf");
  expect_same("(if variant \"normw\" then rf else mo)", "mo");
  expect_same("(if not \"normw\" then rf else mo)", "rf");
  expect_same("(if not variant \"a\" && not (variant \"b\" || \"c\") then rf else mo)", "rf");
  expect_same("x", "rf", "if \"mixed\" let x = po else let x = rf end");
  expect_same("x", "rf", "match 'a with || 'b -> let x = po || 'a -> let x = rf end");
  expect_same("(try nowhere with po)", "po");
  expect_same("(try po | nowhere with rf)", "rf");
  expect_same("(try po with rf)", "po");
  // On the execution at hand.
  Evaluated evaluated("(if po subset loc then po else rf)");
  Evaluated nothing("(if range(rf) = R then rf else po)");
  for (const ExecutionGraph& g : graphs()) {
    EXPECT_EQ(evaluated.pairs(g), intersected(po_of(g), loc_of(g)) == po_of(g) ? po_of(g) : rf_of(g));
    EXPECT_EQ(nothing.pairs(g), rf_of(g));
  }
}

TEST(CatLanguage, TheStandardLibrary) {
  expect_same("rfe | rfi", "rf");
  expect_same("rfe", "rf & ext");
  expect_same("fencerel(F & SC)", "po ; [F & SC] ; po");
  expect_same("fencerel F", "po ; [F] ; po");
  expect_same("imply(po, rf)", "~po | rf");
  expect_same("singlestep(po)", "po \\ (po ; po)");
  expect_same("emptyset", "W \\ W");
  expect_same("coe | coi", "mo", "include \"cos.cat\"");
  expect_same("fre | fri", "(rf^-1 ; mo) \\ id", "include \"cos.cat\"");
  expect_same("order", "[W] ; mo ; [W]", "with order from generate_cos(co0)");
  expect_same("order", "[W & SC] ; mo ; [W & SC]", "with order from generate_orders(W & SC, 0)");
}

std::vector<std::string> check_names(const std::string& text) {
  std::vector<std::string> names;
  const auto model = parse_cat(text, "m.cat");
  for (const CatCheck& check : model->checks()) names.push_back(check.name);
  return names;
}

TEST(CatLanguage, ProceduresAndForall) {
  EXPECT_EQ(check_names("procedure p(r) = acyclic r as inner acyclic r end call p(po) call p(rf) as outer"),
            (std::vector<std::string>{"inner", "acyclic-line-1", "inner", "outer"}));
  EXPECT_EQ(check_names("procedure p(a, b) = let c = a | b acyclic c as c end call p(po, rf)"),
            (std::vector<std::string>{"c"}));
  EXPECT_EQ(check_names("forall r in {po, rf, mo} do acyclic r as x end"), (std::vector<std::string>{"x", "x", "x"}));
  EXPECT_EQ(check_names("procedure p _ = acyclic po as x end call p 0"), (std::vector<std::string>{"x"}));
  EXPECT_THROW(check_names("procedure p(r) = let c = r end call p(po) acyclic c"), CatError);
}

TEST(CatLanguage, TitleChecksFlagsAndShow) {
  const auto model = parse_cat(
      "C \"a title\"\n"
      "(* a (* nested *) comment *) // and\n# others\n"
      "acyclic po | rf as porf\nflag ~empty po & rf as odd\n"
      "undefined_unless empty po as bad\n~empty rf as some let x = po\n"
      "show x, rf show po ; rf as y unshow rf\nirreflexive mo debug po assert empty 0 as sure\n",
      "folder/name.cat");
  EXPECT_EQ(model->name(), "name");
  EXPECT_EQ(model->title(), "a title");
  ASSERT_EQ(model->checks().size(), 6U);
  EXPECT_EQ(model->checks()[0].name, "porf");
  EXPECT_EQ(model->checks()[1].role, CatCheck::Role::flag);
  EXPECT_TRUE(model->checks()[1].negated);
  EXPECT_EQ(model->checks()[2].role, CatCheck::Role::undefined_unless);
  EXPECT_EQ(model->checks()[4].name, "irreflexive-line-9");
  EXPECT_EQ(model->flags(), (std::vector<std::string>{"odd"}));
  EXPECT_EQ(model->shown(), (std::vector<std::string>{"x", "y"}));
}

TEST(CatLanguage, RemarksDoNotReject) {
  const auto model =
      make_memory_model(parse_cat("flag ~empty rf & loc as reads flag empty rf as never\n"
                                  "flag acyclic po as fine undefined_unless empty po as ordered\n"
                                  "undefined_unless ~empty rf as fine-too",
                                  "m.cat"));
  EXPECT_TRUE(model->has_remarks());
  EXPECT_TRUE(model->detects_races());
  EXPECT_FALSE(make_model("sc")->has_remarks());
  for (const ExecutionGraph& g : graphs()) {
    EXPECT_TRUE(model->consistent(g));
    const std::vector<Remark> remarks = model->remarks(g);
    ASSERT_EQ(remarks.size(), 3U);
    EXPECT_EQ(remarks[0].name, "reads");
    EXPECT_FALSE(remarks[0].undefined);
    ASSERT_EQ(remarks[0].witness.size(), 1U);
    EXPECT_EQ(remarks[0].witness[0].relation, "rf");
    EXPECT_EQ(remarks[1].name, "fine");
    EXPECT_TRUE(remarks[1].witness.empty());
    EXPECT_EQ(remarks[2].name, "ordered");
    EXPECT_TRUE(remarks[2].undefined);
    EXPECT_EQ(remarks[2].witness[0].relation, "po");
  }
}

// What prefix_closed allows for events, monotone has to for rf and mo edges, too.
TEST(CatLanguage, Monotone) {
  const auto monotone = [](const std::string& text) {
    return parse_cat("include \"cos.cat\"\n" + text, "m.cat")->monotone();
  };
  EXPECT_TRUE(monotone("acyclic (po & loc) | rf | co | fr"));
  EXPECT_TRUE(monotone("acyclic po \\ (W * R) | rf"));
  EXPECT_FALSE(monotone("acyclic ~(po | rf)"));
  EXPECT_FALSE(monotone("empty mo \\ (po | rf)+"));
  EXPECT_FALSE(monotone("empty R \\ range(rf)"));
  EXPECT_FALSE(monotone("~empty rf"));
  for (const ModelInfo& info : registered_models()) {
    EXPECT_TRUE(parse_cat(info.text, std::string(info.name) + ".cat")->monotone()) << info.name;
  }
}

TEST(CatLanguage, ImpliesCoherence) {
  const auto implies = [](const std::string& text) {
    return parse_cat("include \"cos.cat\"\n" + text, "m.cat")->implies_coherence();
  };
  EXPECT_TRUE(implies("acyclic (po & loc) | rf | co | fr"));
  EXPECT_TRUE(implies("acyclic po | rf | co | fr"));
  EXPECT_TRUE(implies("irreflexive ((po & loc) | rf | co | (rf^-1 ; co) \\ id)+"));
  EXPECT_FALSE(implies("acyclic (po & loc) | rf | co"));
  EXPECT_FALSE(implies("acyclic (po & loc) | rfe | co | fr"));
  EXPECT_FALSE(implies("acyclic (po & loc & (W * W)) | rf | co | fr"));
  EXPECT_FALSE(implies("irreflexive (po & loc) | rf | co | fr"));
  EXPECT_FALSE(implies("acyclic (po & loc) | rf acyclic co | fr"));
  EXPECT_FALSE(implies("~acyclic (po & loc) | rf | co | fr"));
  EXPECT_FALSE(implies("flag acyclic (po & loc) | rf | co | fr as f"));
  const auto forbids = [](const std::string& text) {
    return parse_cat("include \"cos.cat\"\n" + text, "m.cat")->forbids_porf_cycles();
  };
  EXPECT_TRUE(forbids("acyclic po | rf"));
  EXPECT_TRUE(forbids("irreflexive (po | rf)+"));
  EXPECT_FALSE(forbids("acyclic (po & loc) | rf | co | fr"));
}

TEST(CatLanguage, PrefixClosed) {
  const auto closed = [](const std::string& text) {
    return parse_cat("include \"cos.cat\"\n" + text, "m.cat")->prefix_closed();
  };
  EXPECT_TRUE(closed("acyclic po | rf | co | fr"));
  EXPECT_TRUE(closed("let rec hb = po | rf | hb ; hb irreflexive hb ; (co | fr)"));
  EXPECT_TRUE(closed("acyclic po \\ (W * R) | rf"));
  EXPECT_TRUE(closed("empty rf \\ loc"));
  EXPECT_TRUE(closed("acyclic ~(po | rf)"));      // what is not ordered stays so: po | rf among old events is fixed
  EXPECT_TRUE(closed("empty mo \\ (po | rf)+"));  // and so is (po | rf)+, since nothing leaves a new event
  EXPECT_FALSE(closed("empty mo \\ (po | rf | co)+"));  // a new write may come between
  EXPECT_FALSE(closed("empty R \\ domain(rf | rf^-1 ; co)"));
  EXPECT_FALSE(closed("~empty rf"));
  EXPECT_FALSE(closed("acyclic co0"));  // the final write is another one later
  EXPECT_TRUE(closed("flag ~empty rf as f undefined_unless empty po \\ (rf | co)+"));  // no axioms
  for (const ModelInfo& info : registered_models()) {
    EXPECT_TRUE(parse_cat(info.text, std::string(info.name) + ".cat")->prefix_closed()) << info.name;
    EXPECT_FALSE(parse_cat(info.text, "m.cat")->uses_dependencies()) << info.name;
  }
  EXPECT_TRUE(parse_cat("acyclic rf | addr", "m.cat")->uses_dependencies());
  EXPECT_FALSE(parse_cat("let unused = addr acyclic rf", "m.cat")->uses_dependencies());
}

// Among the old events nothing goes away while a graph grows, if the analysis says so: here by looking.
TEST(CatLanguage, PrefixClosedModelsAcceptPrefixes) {
  for (const std::string text : {"acyclic po | rf | co", "acyclic ~(po | rf)", "empty mo \\ (po | rf)+",
                                 "empty po \\ (po | fr)+ ; rf?", "irreflexive (fr ; rf)+ ; [SC]"}) {
    const auto loaded = parse_cat("include \"cos.cat\" " + text, "m.cat");
    const auto model = make_memory_model(loaded);
    if (!loaded->prefix_closed()) continue;
    for (const ExecutionGraph& g : graphs()) {
      ExecutionGraph part = g;
      bool consistent = model->consistent(part);
      while (part.event_count() > 0) {
        part.remove_last();
        EXPECT_TRUE(!consistent || model->consistent(part)) << text;
        consistent = model->consistent(part);
      }
    }
  }
}

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) /
              ("cat_files_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ / "sub");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
  std::filesystem::path folder_;
};

TEST_F(Files, IncludeLooksInTheFolderFirstAndOnce) {
  write("main.cat",
        "\"main\" include \"sub/part.cat\" include \"cos.cat\" include \"sub/part.cat\" acyclic x | fr as last");
  write("sub/part.cat", "\"part\" include \"other.cat\" let x = y acyclic x as part");
  write("sub/other.cat", "let y = po");
  const auto model = load_cat(folder_ / "main.cat");
  EXPECT_EQ(model->title(), "main");
  ASSERT_EQ(model->checks().size(), 2U);  // the second include of part.cat does nothing
  write("cos.cat", "let fr = 0 empty po as mine");
  EXPECT_EQ(load_cat(folder_ / "main.cat")->checks().size(), 3U);
}

TEST_F(Files, CyclesAreNamed) {
  write("a.cat", "include \"b.cat\"");
  write("b.cat", "let x = po\ninclude \"c.cat\"");
  write("c.cat", "  include \"a.cat\"");
  try {
    load_cat(folder_ / "a.cat");
    FAIL();
  } catch (const CatError& error) {
    EXPECT_TRUE(error.file().ends_with("c.cat"));
    EXPECT_EQ(error.line(), 1U);
    EXPECT_EQ(error.column(), 11U);
    const std::string message = error.what();
    const auto a = message.find("a.cat includes "), b = message.find("b.cat includes "),
               c = message.find("c.cat includes ");
    EXPECT_TRUE(a < b && b < c && c < message.rfind("a.cat")) << message;
  }
}

TEST_F(Files, MakeModelTakesPaths) {
  write("mine.cat", "include \"sc.cat\"");
  EXPECT_EQ(make_model((folder_ / "mine.cat").string())->name(), "mine");
  EXPECT_THROW(make_model((folder_ / "none.cat").string()), CatError);
  try {
    make_model("nonesuch");
    FAIL();
  } catch (const std::invalid_argument& error) {
    for (const ModelInfo& info : registered_models()) {
      EXPECT_NE(std::string(error.what()).find(info.name), std::string::npos) << info.name;
      EXPECT_EQ(info.make()->name(), info.name);
    }
  }
}

// The models that herd7 was given for the oracle mean the same to us.
TEST(CatLanguage, TheOraclesModelsAreOurs) {
  const std::filesystem::path folder = std::filesystem::path(oracle_folder()) / "models";
  if (!std::filesystem::exists(folder)) GTEST_SKIP();
  const auto free = make_memory_model(parse_cat("empty 0", "free.cat"));
  for (const std::string name : {"sc", "ra", "relaxed", "coherence"}) {
    const auto theirs = make_memory_model(load_cat(folder / (name + ".cat")));
    const auto ours =
        make_memory_model(load_cat(std::filesystem::path(source_folder()) / "memory_models" / (name + ".cat")));
    for (const ExecutionGraph& g : graphs()) EXPECT_EQ(theirs->consistent(g), ours->consistent(g)) << name;
  }
}

}  // namespace
}  // namespace graphfuzz::testing
