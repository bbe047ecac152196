// Many results: how many of each kind, a box that filters them, a matrix of tests by models or a list.

function tally(pairs) {
  return el("ul", { class: "tally" }, pairs.filter(([, number]) => number > 0).map(([look, number, word]) => el("li", {}, badge(look, `${count(number)} ${word}`))));
}

// A box for words and one for verdicts above what they filter. `matches(item, words, look)`.
function filtered(items, what, looksOffered, matches, draw) {
  const words = el("input", { type: "search", id: newId("filter"), placeholder: "name, file or message", autocomplete: "off", "data-key": "filter" });
  const look = el("select", { id: newId("verdicts"), "data-key": "verdicts" }, el("option", { value: "" }, "all"), looksOffered.map(([value, word]) => el("option", { value }, word)));
  const said = el("p", { class: "muted", role: "status" });
  const update = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = items.filter((item) => matches(item, wanted, look.value));
    said.textContent = found.length === items.length ? plural(items.length, what) : `${count(found.length)} of ${plural(items.length, what)}`;
    draw(found);
  };
  words.addEventListener("input", update);
  look.addEventListener("change", update);
  const element = el("form", { class: "filter", role: "search", onsubmit: (event) => event.preventDefault() },
    el("div", {}, el("label", { for: words.id }, "Filter"), words), el("div", {}, el("label", { for: look.id }, "Show"), look), said);
  return { element, update };
}

const textOf = (campaign) => [campaign.test, campaign.file, campaign.model, campaign.strategy, ...campaign.bugs.map((bug) => `${bug.kind} ${bug.message}`)].join(" ").toLowerCase();
const linkTo = (number, ...content) => el("a", { href: `#r${number + 1}` }, ...content);

function campaignOverview(campaigns) {
  const varied = ["strategy", "seed"].filter((field) => campaigns.some((c) => campaigns.some((d) => sameQuestion(c, d) && c[field] !== d[field])));
  const nameOf = (campaign) => [campaign.model, ...varied.map((field) => (field === "seed" ? `seed ${seedOf(campaign)}` : campaign[field]))].join(" · ");
  const names = new Set();
  const tests = new Map(); // by file and test: its campaigns by column
  campaigns.forEach((campaign, number) => {
    const key = `${campaign.file}\n${campaign.test}`;
    if (!tests.has(key)) tests.set(key, { test: campaign.test, file: campaign.file, by: new Map(), texts: "", looks: new Set() });
    const test = tests.get(key);
    // Those that differ in other options are told apart by their number.
    let column = nameOf(campaign);
    for (let again = 2; test.by.has(column); again++) column = `${nameOf(campaign)} (${again})`;
    test.by.set(column, { campaign, number });
    names.add(column);
    test.texts += ` ${textOf(campaign)}`;
    test.looks.add(lookOf(campaign));
  });
  const columnNames = [...names];
  const matrix = columnNames.length > 1 && tests.size < campaigns.length;
  const cell = ({ campaign, number }) => linkTo(number, verdictBadge(campaign), el("span", { class: "muted cell-more" }, ` ${plural(campaign.outcomes, "state")}`));
  const of = (row) => row.by.values().next().value;
  const single = (row) => of(row).campaign;
  const columns = matrix
    ? [
      { name: "Test", value: (row) => row.test },
      ...columnNames.map((name) => ({ name, value: (row) => (row.by.has(name) ? wordOf(row.by.get(name).campaign) : ""), cell: (row) => (row.by.has(name) ? cell(row.by.get(name)) : "") })),
    ]
    : [
      { name: "Test", value: (row) => row.test, cell: (row) => linkTo(of(row).number, row.test) },
      ...(columnNames.length > 1 ? [{ name: "Model", value: (row) => single(row).model }] : []),
      { name: "Verdict", value: (row) => wordOf(single(row)), cell: (row) => verdictBadge(single(row)) },
      { name: "States", value: (row) => single(row).outcomes, number: true },
      { name: "Executions", value: (row) => single(row).executions, number: true },
      { name: "Graphs", value: (row) => single(row).graphs, number: true },
      { name: "Left", value: (row) => pageOf(single(row)).left_in_short || "" },
      { name: "Time", value: (row) => single(row).seconds, cell: (row) => duration(single(row).seconds), number: true },
    ];
  const list = table(matrix ? "Verdicts by test and model" : "Results", columns, [], { class: matrix ? "matrix" : null });
  const rows = [...tests.values()];
  const filter = filtered(rows, "test", [["bug", "with findings"], ["open", "open"], ["ok", "decided"]],
    (row, words, look) => (!look || row.looks.has(look)) && words.every((word) => row.texts.includes(word)), (found) => list.show(found));
  filter.update();
  const number = (look) => campaigns.filter((campaign) => lookOf(campaign) === look).length;
  return [
    tally([["bug", number("bug"), "with findings"], ["open", number("open"), "open"], ["ok", number("ok"), "decided"]]),
    filter.element, list,
  ];
}

function comparisonOverview(comparisons, base) {
  const place = el("div");
  const all = el("input", { type: "checkbox", onchange: () => filter.update() });
  const filter = filtered(comparisons, "test", [["differ", "that differ"], ["open", "incomplete"]],
    (item, words, look) => (!look || (look === "differ" ? item.differences.length > 0 : !item.page.complete)) && words.every((word) => `${item.test} ${item.file}`.toLowerCase().includes(word)),
    (found) => place.replaceChildren(comparisonTable(found, all.checked),
      details(`The tests one by one (${count(found.length)})`, () => el("ul", { class: "plain" }, found.map((item) => el("li", {}, linkTo(base + comparisons.indexOf(item), item.test)))), "one by one")));
  filter.update();
  const differ = comparisons.filter((comparison) => comparison.differences.length).length;
  return [tally([["differ", differ, "that differ"], ["ok", comparisons.length - differ, "the same, as far as was explored"]]), filter.element, el("p", {}, el("label", {}, all, " states on which all models agree, too")), place];
}

function traceOverview(traces, base) {
  return table("Traces", [
    { name: "Trace", value: (t) => t.path, cell: (t) => linkTo(base + traces.indexOf(t), t.path) },
    { name: "Ended", value: (t) => t.page.ended, cell: (t) => badge(t.page.bug ? "bug" : "ok", t.page.ended) },
    { name: "Goroutines", value: (t) => t.routines, number: true }, { name: "Events", value: (t) => t.events, number: true },
    { name: "Happened", value: (t) => t.actual.filter((f) => f.bug).length, number: true }, { name: "Leaks", value: (t) => t.leaks.length, number: true },
    { name: "Predicted", value: (t) => t.predicted.filter((f) => f.bug).length, number: true },
  ], traces);
}

function replayOverview(replays, base) {
  return table("Replays", [
    { name: "Test", value: (r) => r.test, cell: (r) => linkTo(base + replays.indexOf(r), `${r.test} under ${r.model}`) },
    { name: "Possible", value: (r) => (r.possible ? 1 : 0), cell: (r) => badge(r.bugs.length ? "bug" : r.possible ? "ok" : "open", r.bugs.length ? plural(r.bugs.length, "bug") : r.possible ? "possible" : "not possible") },
    { name: "Violates", value: (r) => r.violated_axiom || "" },
  ], replays);
}

// `kinds`: as in main.js.
function overview(kinds) {
  const parts = kinds.filter(({ items }) => items.length);
  const models = new Set(data.campaigns.map((campaign) => campaign.model)).size;
  const tests = new Set(data.campaigns.map((campaign) => `${campaign.file}\n${campaign.test}`)).size;
  const campaigns = `${plural(tests, "test")}${models > 1 ? ` under ${plural(models, "model")}` : ""}`;
  const title = parts.length !== 1 ? "Results" : parts[0].items === data.campaigns ? campaigns : plural(parts[0].items.length, parts[0].noun);
  return [
    el("h1", { tabindex: "-1" }, title),
    ...parts.map(({ items, overview: make, base, title: name }) => (parts.length > 1 ? section(name, make(items, base)) : el("div", {}, make(items, base)))),
    parts.length ? environment({ run: 0 }, [], data.campaigns.filter((campaign) => (campaign.run || 0) === 0)) : el("p", { class: "note" }, "There are no results yet."),
  ];
}
