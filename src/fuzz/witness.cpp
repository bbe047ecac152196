#include "graphfuzz/fuzz/witness.hpp"

#include <utility>

namespace graphfuzz {
namespace {

using store::Writer;

constexpr store::Limits kStepLimits{.bytes = std::size_t{1} << 20, .depth = 20, .elements = 10'000};

void save(Writer& out, const Story& story) {
  out.begin_object().key("lanes").values(story.lanes).key("rows").begin_array();
  for (const Story::Row& row : story.rows) {
    out.begin_array().value(row.lane).value(row.text).value(row.place).value(row.remark).value(row.depth);
    out.value(static_cast<unsigned>(row.look)).value(row.wide).end_array();
  }
  out.end_array().key("initials").begin_array();
  for (const Story::Initial& initial : story.initials) {
    out.begin_array().value(initial.text).value(initial.shown).end_array();
  }
  out.end_array().key("arrows").begin_array();
  for (const Story::Arrow& arrow : story.arrows) {
    out.begin_array().value(arrow.from).value(arrow.to).value(arrow.relation).value(arrow.bold);
    out.value(arrow.directed).end_array();
  }
  out.end_array().field("before", story.before).field("after", story.after);
  if (!story.about.empty()) out.key("about").values(story.about);
  if (!story.causes.empty()) {
    out.key("causes").begin_array();
    for (const auto& [from, to] : story.causes) out.begin_array().value(from).value(to).end_array();
    out.end_array();
  }
  out.end_object();
}

std::string text_of(const store::Value& value) { return std::string(value.text()); }

Story::Row load_row(const store::Value& saved, std::size_t lanes, std::size_t rows) {
  const auto parts = saved.array(7, 7);
  if (lanes == 0) saved.reject("there is no lane for it");
  Story::Row row;
  row.lane = parts[0].integer<std::uint32_t>(0, static_cast<std::uint32_t>(lanes - 1));
  row.text = text_of(parts[1]);
  row.place = text_of(parts[2]);
  row.remark = text_of(parts[3]);
  row.depth = parts[4].integer<std::uint32_t>(0, static_cast<std::uint32_t>(rows));
  row.look = static_cast<Story::Look>(parts[5].integer<unsigned>(0, static_cast<unsigned>(Story::Look::suspicious)));
  row.wide = parts[6].boolean();
  return row;
}

std::uint32_t load_end(const store::Value& saved, const Story& story) {
  const auto end = saved.integer<std::uint32_t>();
  const std::size_t count = (end & Story::kInitial) != 0 ? story.initials.size() : story.rows.size();
  if ((end & ~Story::kInitial) >= count) saved.fail("an event of the story");
  return end;
}

Story load_story(const store::Value& saved) {
  saved.expect_keys({"lanes", "rows", "initials", "arrows", "before", "after", "about", "causes"});
  Story story;
  for (const store::Value lane : saved.field("lanes").array()) story.lanes.push_back(text_of(lane));
  const auto rows = saved.field("rows").array();
  for (const store::Value row : rows) story.rows.push_back(load_row(row, story.lanes.size(), rows.size()));
  for (const store::Value initial : saved.field("initials").array()) {
    const auto parts = initial.array(2, 2);
    story.initials.push_back({text_of(parts[0]), parts[1].boolean()});
  }
  for (const store::Value arrow : saved.field("arrows").array()) {
    const auto parts = arrow.array(5, 5);
    story.arrows.push_back({load_end(parts[0], story), load_end(parts[1], story), text_of(parts[2]), parts[3].boolean(),
                            parts[4].boolean()});
  }
  story.before = text_of(saved.field("before"));
  story.after = text_of(saved.field("after"));
  const auto row_of = [&](const store::Value& row) {
    const auto number = row.integer<std::uint32_t>();
    if (number >= story.rows.size()) row.fail("an event of the story");
    return number;
  };
  if (const auto about = saved.find("about")) {
    for (const store::Value row : about->array()) story.about.push_back(row_of(row));
  }
  if (const auto causes = saved.find("causes")) {
    for (const store::Value cause : causes->array()) {
      const auto parts = cause.array(2, 2);
      story.causes.emplace_back(row_of(parts[0]), row_of(parts[1]));
    }
  }
  return story;
}

}  // namespace

void save(Writer& out, const Witness& witness) {
  save(out.begin_object().key("story"), witness.story);
  out.key("steps").values(witness.steps).field("no_steps", witness.no_steps);
  out.field("output", witness.output).field("differs", witness.differs).end_object();
}

Witness load_witness(const store::Value& saved) {
  saved.expect_keys({"story", "steps", "no_steps", "output", "differs"});
  Witness witness;
  witness.story = load_story(saved.field("story"));
  for (const store::Value step : saved.field("steps").array()) {
    witness.steps.push_back(text_of(step));
    // Replay files take them over as JSON.
    if (store::Document::json(witness.steps.back(), step.file() + ": " + step.path(), kStepLimits).root().kind() !=
        store::Kind::object) {
      step.fail("an object in JSON");
    }
  }
  witness.no_steps = text_of(saved.field("no_steps"));
  witness.output = text_of(saved.field("output"));
  witness.differs = text_of(saved.field("differs"));
  return witness;
}

}  // namespace graphfuzz
