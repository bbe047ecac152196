// Results that are not campaigns: replays, recorded traces, and models compared state by state.

const standings = { allowed: ["✓", "allowed"], forbidden: ["✗", "forbidden"], unknown: ["?", "unknown"], undefined: ["!", "undefined"] };

function replayView(replay) {
  const page = replay.page;
  const look = replay.bugs.length ? "bug" : replay.possible ? "ok" : "open";
  const ended = replay.possible ? replay.ending + (replay.state ? `: ${replay.state}` : "")
    : replay.violated_axiom ? `not possible under ${replay.model}: step ${replay.steps_taken + 1} violates ${replay.violated_axiom}` : `step ${replay.steps_taken + 1} of ${replay.steps} does not fit`;
  const [bug] = replay.bugs;
  const headline = bug ? brief(`${bug.kind}: ${bug.message}${replay.bugs.length > 1 ? `, and ${replay.bugs.length - 1} more` : ""}`) : ended;
  return [
    el("h1", { tabindex: "-1" }, "Replay of ", replay.test, el("span", { class: "under" }, replay.model === "go" ? "" : ` under ${replay.model}`)),
    el("div", { class: `verdict ${look}` },
      el("p", { class: "headline" }, badge(look, replay.bugs.length ? plural(replay.bugs.length, "bug") : replay.possible ? "possible" : "not possible"), headline),
      facts([["Ended", bug ? ended : null], ["Condition", page.condition], ["Steps", `${count(replay.steps_taken)} of ${count(replay.steps)}`], ["Possible were", replay.instead]]),
      page.cycle.length ? el("pre", {}, page.cycle.join("\n")) : null),
    replay.bugs.length || replay.remarks.length ? section("Findings", [...replay.bugs, ...replay.remarks].map((bug) => el("article", { class: "finding" }, el("h3", {}, el("span", { class: "kind" }, bug.kind)), el("p", { class: "message" }, bug.message), stacks(bug.stacks, page.source)))) : null,
    page.story === null ? null : section("The execution", new Lanes(new Story(page.stories[page.story], page.source), "The execution", null, true).element),
    ...output(replay.output, replay.differs),
    programText(page.program),
    environment(replay, [["Replay file", replay.replay], ["Model", replay.model]]),
  ];
}

function traceFindings(title, found, extra) {
  if (!found.length) return null;
  const columns = [
    { name: "Code", value: (f) => f.code },
    { name: "What", value: (f) => f.kind },
    { name: "Bug", value: (f) => (f.bug === false ? 0 : 1), cell: (f) => (f.bug === false ? "– worth a look" : "✗ bug") },
    ...extra,
  ];
  return section(title, table(title, columns, found));
}

// A section about many things is opened when it is wanted.
function tucked(title, items, make) {
  const most = 20;
  if (!items.length) return null;
  return section(title, items.length > most ? details(`All ${count(items.length)}`, make, title) : make());
}

function traceView(trace) {
  const page = trace.page;
  const story = page.story === null ? null : new Story(page.stories[page.story], page.source);
  const bugs = (found) => found.filter((f) => f.bug).length;
  // What was foreseen has not happened.
  const words = [[bugs(trace.actual), (n) => plural(n, "bug")], [trace.leaks.length, (n) => plural(n, "operation") + " blocked for good"], [bugs(trace.predicted), (n) => plural(n, "bug") + " that could have happened"]]
    .filter(([n]) => n > 0).map(([n, say]) => say(n)).join(", ");
  const positions = { name: "Where", value: (f) => f.positions.join(", "), class: "state" };
  const times = { name: "Times", value: (f) => f.count, number: true };
  return [
    el("h1", { tabindex: "-1" }, "Trace ", trace.path),
    el("div", { class: `verdict ${page.bug ? "bug" : "ok"}` },
      el("p", { class: "headline" }, badge(page.bug ? "bug" : "ok", words || "no bugs found"), `(the run: ${page.ended})`),
      trace.panic ? el("p", {}, el("code", {}, trace.panic)) : null,
      facts([["Goroutines", count(trace.routines)], ["Events", count(trace.events)], ["Format", trace.dialect], ["Search", trace.complete ? null : "for what could have happened was cut short"]])),
    traceFindings("Happened", trace.actual, [positions, times]),
    traceFindings("Blocked for good", trace.leaks, [{ name: "Operation", value: (f) => f.op }, { name: "Where", value: (f) => f.position, class: "state" }, { name: "Possible partner", value: (f) => f.partner || "none", class: "state" }]),
    traceFindings("Could have happened", trace.predicted, [positions, times]),
    story && section("The run", new Lanes(story, "The recorded run").element, legend(story.arrows)),
    tucked("Selects", trace.selects, () => table("Selects", [
      { name: "Where", value: (s) => s.position, class: "state" }, { name: "Goroutine", value: (s) => s.routine, number: true }, { name: "Cases", value: (s) => s.cases, number: true },
      { name: "Taken", value: (s) => (s.chosen === null ? "none" : s.chosen < 0 ? "default" : `case ${s.chosen}`) }, { name: "Cases with a possible partner", value: (s) => s.partners.join(", ") || "none" }], trace.selects)),
    tucked("Channels", trace.channels, () => table("Channels", [
      { name: "Made at", value: (c) => c.position || "unknown", class: "state" }, { name: "Capacity", value: (c) => c.capacity, number: true },
      { name: "Most elements", value: (c) => c.max_fullness, number: true }, { name: "Closed", value: (c) => (c.closed ? "yes" : "no") }], trace.channels)),
    environment(trace, [["Graph", trace.graph], ["Scores", `gfuzz ${trace.score_gfuzz.toFixed(1)}, gfuzz-hb ${trace.score_gfuzz_hb.toFixed(1)}, gopie ${trace.score_gopie.toFixed(1)}`]]),
  ];
}

// Rows: states of one or of all tests; columns: models.
function comparisonTable(comparisons, all) {
  const models = [...new Set(comparisons.flatMap((comparison) => Object.keys(comparison.models)))];
  const rows = comparisons.flatMap((comparison) => comparison.page.states.filter(([, , , differs]) => all || differs)
    .map(([text, stands, graphs]) => ({ comparison, text, stands, graphs })));
  const at = (row, model) => Object.keys(row.comparison.models).indexOf(model);
  const columns = [
    { name: "State", value: (row) => row.text, cell: (row) => el("code", {}, row.text), class: "state" },
    ...models.map((model) => ({
      name: model, value: (row) => `${row.stands[at(row, model)]} ${row.graphs[at(row, model)]}`,
      cell: (row) => {
        const i = at(row, model);
        if (i < 0) return "";
        const [sign, word] = standings[row.stands[i]];
        return el("span", { class: `standing ${row.stands[i]}` }, el("span", { "aria-hidden": "true" }, `${sign} `), word, row.stands[i] === "allowed" ? ` ${count(row.graphs[i])}` : "");
      },
    })),
  ];
  const placeOf = placesOf(comparisons);
  if (comparisons.length > 1) columns.unshift({ name: "Test", value: (row) => `${row.comparison.test} ${placeOf(row.comparison)}`, cell: (row) => [row.comparison.test, within(placeOf(row.comparison))] });
  const more = comparisons.filter((comparison) => comparison.page.more);
  return el("div", {}, table("Which model allows which final state, in how many graphs", columns, rows),
    more.map((comparison) => el("p", { class: "under" }, `${comparison.test}: ${plural(comparison.page.more, "state")} more, for which there is no room here; --json has all.`)));
}

function comparisonView(comparison) {
  const differing = comparison.differences.length;
  const models = Object.entries(comparison.models).map(([name, model]) => ({ name, ...model }));
  return [
    el("h1", { tabindex: "-1" }, comparison.test, el("span", { class: "under" }, ` under ${models.map((model) => model.name).join(", ")}`)),
    el("div", { class: `verdict ${differing ? "open" : comparison.page.complete ? "ok" : "open"}` },
      el("p", { class: "headline" }, badge(differing ? "differ" : comparison.page.complete ? "ok" : "open", differing ? "differ" : comparison.page.complete ? "the same" : "open"),
        differing ? ` ${plural(differing, "state")} that one model allows and another forbids` : " no state that one model allows and another forbids")),
    section("States", comparisonTable([comparison], true)),
    section("Models", table("Models", [
      { name: "Model", value: (m) => m.name }, { name: "States", value: (m) => m.states.length + (comparison.page.left_out?.[m.name] ?? 0), number: true }, { name: "Graphs", value: (m) => m.graphs, number: true },
      { name: "Time", value: (m) => m.seconds, cell: (m) => duration(m.seconds), number: true }, { name: "Explored", value: (m) => (m.complete ? "all" : m.incomplete) }, { name: "Data race", value: (m) => (m.race ? "yes: undefined" : "no") }], models)),
    environment(comparison, [["File", comparison.file]]),
  ];
}
