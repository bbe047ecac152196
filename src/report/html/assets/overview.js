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
// What a test is called beside others: of those of one name, as much of the file's path as tells them apart. Items with
// `test` and `file`; a function from item to text, empty if the name is enough.
function placesOf(items) {
  const files = new Map(); // by name
  for (const { test, file } of items) files.set(test, (files.get(test) || new Set()).add(file || ""));
  const tail = (file, parts) => file.split("/").slice(-parts).join("/");
  const places = new Map();
  for (const [test, named] of files) {
    if (named.size < 2) continue;
    for (const file of named) {
      let parts = 1;
      while (parts < file.split("/").length && [...named].some((other) => other !== file && tail(other, parts) === tail(file, parts))) parts += 1;
      places.set(`${test}\n${file}`, tail(file, parts));
    }
  }
  return ({ test, file }) => places.get(`${test}\n${file || ""}`) || "";
}
const within = (place) => (place ? el("span", { class: "muted cell-more" }, ` ${place}`) : null);

// What there are no results of. Its message begins with the file, as those of compilers do.
function failures() {
  const reason = ({ file, message }) => (file && message.startsWith(`${file}:`) ? message.slice(file.length + 1).trim() : message).replace(/^(\d+):(\d+): /, "line $1, column $2: ");
  const make = () => table("What there are no results of", [
    { name: "File", value: (failure) => failure.file || "", cell: (failure) => failure.file || "(all)" },
    { name: "Why", value: reason, class: "state" },
  ], data.failures);
  if (!data.failures.length) return null;
  const element = section(badge("failed", `${count(data.failures.length)} without results`), data.failures.length > 20 ? details(`All ${count(data.failures.length)}`, make, "failures") : make());
  element.classList.add("failures");
  return element;
}

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
  const rows = [...tests.values()];
  const placeOf = placesOf(rows);
  const titleOf = (row) => `${row.test} ${placeOf(row)}`;
  const matrix = columnNames.length > 1 && tests.size < campaigns.length;
  const cell = ({ campaign, number }) => linkTo(number, verdictBadge(campaign), el("span", { class: "muted cell-more" }, ` ${plural(campaign.outcomes, "state")}`));
  const of = (row) => row.by.values().next().value;
  const single = (row) => of(row).campaign;
  const columns = matrix
    ? [
      { name: "Test", value: titleOf, cell: (row) => [row.test, within(placeOf(row))] },
      ...columnNames.map((name) => ({ name, value: (row) => (row.by.has(name) ? wordOf(row.by.get(name).campaign) : ""), cell: (row) => (row.by.has(name) ? cell(row.by.get(name)) : "") })),
    ]
    : [
      { name: "Test", value: titleOf, cell: (row) => [linkTo(of(row).number, row.test), within(placeOf(row))] },
      ...(columnNames.length > 1 ? [{ name: "Model", value: (row) => single(row).model }] : []),
      { name: "Verdict", value: (row) => wordOf(single(row)), cell: (row) => verdictBadge(single(row)) },
      { name: "States", value: (row) => single(row).outcomes, number: true },
      { name: "Executions", value: (row) => single(row).executions, number: true },
      { name: "Graphs", value: (row) => single(row).graphs, number: true },
      { name: "Left", value: (row) => pageOf(single(row)).left_in_short || "" },
      { name: "Time", value: (row) => single(row).seconds, cell: (row) => duration(single(row).seconds), number: true },
    ];
  const list = table(matrix ? "Verdicts by test and model" : "Results", columns, [], { class: matrix ? "matrix" : null });
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
  const placeOf = placesOf(comparisons);
  const all = el("input", { type: "checkbox", onchange: () => filter.update() });
  const filter = filtered(comparisons, "test", [["differ", "that differ"], ["open", "incomplete"]],
    (item, words, look) => (!look || (look === "differ" ? item.differences.length > 0 : !item.page.complete)) && words.every((word) => `${item.test} ${item.file}`.toLowerCase().includes(word)),
    (found) => place.replaceChildren(comparisonTable(found, all.checked),
      details(`The tests one by one (${count(found.length)})`, () => el("ul", { class: "plain" }, found.map((item) => el("li", {}, linkTo(base + comparisons.indexOf(item), item.test), within(placeOf(item))))), "one by one")));
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
  const title = !parts.length ? "No results" : parts.length !== 1 ? "Results" : parts[0].items === data.campaigns ? campaigns : plural(parts[0].items.length, parts[0].noun);
  return [
    el("h1", { tabindex: "-1" }, title),
    failures(),
    ...parts.map(({ items, overview: make, base, title: name }) => (parts.length > 1 ? section(name, make(items, base)) : el("div", {}, make(items, base)))),
    parts.length || !data.progress ? null : el("p", { class: "note" }, "There are no results yet."),
    environment({ run: 0 }, [], data.campaigns.filter((campaign) => (campaign.run || 0) === 0)),
  ].filter(Boolean);
}
