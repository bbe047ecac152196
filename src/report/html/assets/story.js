// Stories: what a result tells of one execution, made easy to ask. Rows have their numbers in the whole execution,
// from 0; initial values are -1, -2, ….

const RELATIONS = {
  rf: "reads-from: where the value comes from",
  mo: "modification order: the order of the writes of one location",
  fr: "from-reads: from a read to what overwrites what it has read",
  asw: "start or end of a thread",
  closed: "from the close of a channel to who found it closed",
  po: "program order: the order of one thread",
  hb: "happens-before",
  sc: "the order of sequentially consistent events",
  "po-loc": "program order between accesses of one location",
  ppo: "what the processor keeps of program order",
  race: "neither comes before the other",
  "use-after-free": "nothing orders the free after the access",
  "use-after-return": "nothing orders the return after the access",
  "double-free": "nothing orders the two, which free the same",
};

// What an analysis of a run says could have happened has a code, for which a word is shown: [the word, what it means, what
// the panel calls those at the other end].
const OTHER_ORDER = ["other order", "these two could also have come in the other order, which is a bug", "Could also have come in the other order with"];
const PREDICTIONS = {
  P01: OTHER_ORDER,
  P03: OTHER_ORDER,
  P04: OTHER_ORDER,
  P05: ["circle", "in a circle, each asks for a lock that the goroutine of another one holds", "In a circle of locks with"],
};
const nameOf = (relation) => (PREDICTIONS[relation] ? PREDICTIONS[relation][0] : relation);
const meaningOf = (relation) => (PREDICTIONS[relation] ? PREDICTIONS[relation][1] : RELATIONS[relation] || "a relation of the memory model");

const UNORDERED = ["race", "use-after-free", "use-after-return", "double-free"];

const fileOf = (place) => place.slice(0, place.lastIndexOf(":"));
const lastPart = (path) => path.slice(path.lastIndexOf("/") + 1);

class Story {
  constructor(told, source) {
    this.lanes = told.lanes;
    this.first = told.first || 0;
    this.source = source || {};
    this.before = told.before;
    this.after = told.after;
    this.initials = told.initials || [];
    this.rows = told.rows.map(([lane, text, remark = "", place = "", look = 0]) => ({ lane, text, remark, place, look }));
    this.leads = told.leads; // the numbers of those that lead to what went wrong, if others do not
    // The file that most rows are in is not named in each.
    const files = new Map();
    for (const { place } of this.rows) if (place.includes(":")) files.set(fileOf(place), (files.get(fileOf(place)) || 0) + 1);
    this.file = [...files].reduce((most, file) => (file[1] > most[1] ? file : most), ["", 0])[0];
    this.from = new Map(); // by row: arrows that leave it
    this.to = new Map(); // … and that lead to it
    this.arrows = told.arrows.map(([from, to, relation, how = 0]) => ({ from, to, relation, bold: (how & 1) !== 0, directed: (how & 2) === 0 }));
    for (const arrow of this.arrows) {
      if (!this.from.has(arrow.from)) this.from.set(arrow.from, []);
      if (!this.to.has(arrow.to)) this.to.set(arrow.to, []);
      this.from.get(arrow.from).push(arrow);
      this.to.get(arrow.to).push(arrow);
    }
    this.choices = new Map((told.choices || []).map(([row, sources, steps = []]) => [row, { sources, steps }]));
  }

  row(number) {
    return this.rows[number - this.first];
  }
  has(number) {
    return number < 0 ? -number <= this.initials.length : this.row(number) !== undefined;
  }
  // "2 · P0 W x=1 na".
  name(number) {
    if (number < 0) return `initially ${this.initials[-1 - number] ?? "?"}`;
    const row = this.row(number);
    return row ? `${number + 1} · ${this.lanes[row.lane]} ${row.text}` : `${number + 1}`;
  }
  line(place) {
    return this.source[place] || "";
  }
  sources(number, relation) {
    return (this.to.get(number) || []).filter((arrow) => arrow.relation === relation).map((arrow) => arrow.from);
  }
  targets(number, relation) {
    return (this.from.get(number) || []).filter((arrow) => arrow.relation === relation).map((arrow) => arrow.to);
  }
  // The last write before this one in mo that was there when it came; null: the initial one, which has no arrows.
  placedAfter(number) {
    let [before] = this.sources(number, "mo");
    while (before > number) [before] = this.sources(before, "mo");
    return before === undefined ? null : before;
  }
  // The row that one wants to see first.
  interesting() {
    for (const look of [1, 2]) {
      const found = this.rows.findLastIndex((row) => row.look === look);
      if (found >= 0) return found + this.first;
    }
    return this.rows.length - 1 + this.first;
  }
  // What tells events of two executions of one program apart: what is done, and what it comes from, by lane.
  fingerprints() {
    const places = [];
    const next = new Array(this.lanes.length).fill(0);
    for (const row of this.rows) places.push(`${row.lane}.${next[row.lane]++}`);
    const place = (number) => (number < 0 ? `initial ${number}` : places[number - this.first]);
    const prints = new Map();
    this.rows.forEach((row, i) => {
      const from = (this.to.get(i + this.first) || []).filter((arrow) => arrow.relation !== "po" && arrow.relation !== "fr");
      prints.set(places[i], `${row.text}|${from.map((arrow) => `${arrow.relation} ${place(arrow.from)}`).sort().join()}`);
    });
    return { places, prints };
  }
}

// What is to be said of an event: a list of nodes. `go` is called with the number of an event that is chosen.
function eventDetails(story, number, go) {
  const row = story.row(number);
  const link = (other) =>
    other < 0 || !story.has(other)
      ? el("span", {}, story.name(other))
      : el("button", { type: "button", class: "link", onclick: () => go(other) }, story.name(other));
  const list = (numbers) => {
    const most = 12;
    const shown = el("ul", { class: "plain" }, numbers.slice(0, most).map((other) => el("li", {}, link(other))));
    if (numbers.length > most) shown.append(el("li", { class: "muted" }, `and ${numbers.length - most} more`));
    return shown;
  };
  const items = [];
  const add = (term, relation, content) => items.push(el("dt", {}, term, relation ? el("abbr", { title: meaningOf(relation) }, ` (${relation})`) : null), el("dd", {}, content));

  const reads = story.sources(number, "rf");
  const choice = story.choices.get(number);
  if (reads.length) add("Reads from", "rf", list(reads));
  const after = story.sources(number, "mo");
  const others = choice ? choice.sources.filter((other) => !reads.includes(other)) : [];
  if (choice && choice.sources.length && reads.length) {
    add("Could also have read from", null, others.length ? list(others) : el("p", {}, "nothing else: of the writes above it, the model allowed this one only"));
  }
  if (after.length) add("Directly after", "mo", list(after));
  if (choice && choice.sources.length && !reads.length) {
    const before = story.placedAfter(number);
    const own = before === null ? choice.sources.filter((other) => other < 0) : [before];
    const placed = choice.sources.filter((other) => !own.includes(other));
    add("Could also have gone after", null, placed.length ? list(placed) : el("p", {}, "no other write"));
  }
  if (choice && choice.steps.length) add("Could have come next instead, or as well", null, el("ul", { class: "plain" }, choice.steps.map((step) => el("li", {}, step))));
  const before = story.targets(number, "mo");
  if (before.length) add("Directly before", "mo", list(before));
  const later = story.targets(number, "fr");
  if (later.length) add("Reads what is overwritten by", "fr", list(later));
  const readers = story.targets(number, "rf");
  if (readers.length) add("Read by", "rf", list(readers));
  for (const [relation, meaning] of [["asw", "After"], ["closed", "Closed by"]]) {
    const found = story.sources(number, relation);
    if (found.length) add(meaning, relation, list(found));
  }
  const told = ["rf", "mo", "fr", "asw", "closed", "po"];
  for (const arrow of [...(story.to.get(number) || []), ...(story.from.get(number) || [])]) {
    if (told.includes(arrow.relation)) continue;
    if (UNORDERED.includes(arrow.relation)) {
      add("Not ordered with", null, list([arrow.to === number ? arrow.from : arrow.to]));
      continue;
    }
    const other = list([arrow.to === number ? arrow.from : arrow.to]);
    if (PREDICTIONS[arrow.relation]) add(PREDICTIONS[arrow.relation][2], null, other);
    else add(arrow.to === number ? "Comes after" : "Comes before", arrow.relation, other);
  }
  const looks = ["", "what went wrong", "has to do with a finding"];
  return [
    el("p", { class: "event-name" }, el("strong", {}, `Event ${number + 1}`), ` in ${story.lanes[row.lane]}`, row.look ? el("span", { class: `badge ${row.look === 1 ? "bug" : "open"}` }, ` ${row.look === 1 ? "✗" : "!"} ${looks[row.look]}`) : null),
    el("p", { class: "event-text" }, el("code", {}, row.text), row.remark ? el("span", { class: "muted" }, ` ${row.remark}`) : null),
    row.place ? el("p", { class: "event-place" }, el("span", { class: "muted" }, row.place), story.line(row.place) ? el("code", {}, story.line(row.place).trim()) : null) : null,
    items.length ? el("dl", { class: "event-facts" }, items) : null,
  ].filter(Boolean);
}
