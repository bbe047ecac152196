// A test under a model: verdict, findings, discovery, states, outcomes side by side, environment.

const violated = (campaign) => campaign.kind !== "Allowed" && campaign.verdict === "excluded";

function lookOf(campaign) {
  if ((campaign.bugs || []).length || violated(campaign)) return "bug";
  return campaign.verdict === "open" ? "open" : "ok";
}

function wordOf(campaign) {
  const bugs = (campaign.bugs || []).length;
  if (bugs) return plural(bugs, "bug");
  if (violated(campaign)) return "violated";
  if (campaign.verdict === "open") return "open";
  if (campaign.kind === "Allowed") return campaign.verdict === "shown" ? "observed" : "never";
  return isAsked(pageOf(campaign)) ? "holds" : "no bug";
}

// What exists asks for is neither good nor bad.
function verdictBadge(campaign) {
  const look = lookOf(campaign);
  const neutral = look === "ok" && campaign.kind === "Allowed";
  return badge(neutral ? (campaign.verdict === "shown" ? "seen" : "never") : look, wordOf(campaign));
}

// Results of --json have no page.
const pageOf = (campaign) => campaign.page || { stories: [], source: {}, states: [], bugs: [], remarks: [], curve: campaign.curve || [], left: null, meaning: null };

const seedOf = (campaign) => pageOf(campaign).seed || String(campaign.seed); // numbers have but 53 bits here
const tried = (campaign) => `${campaign.strategy}, seed ${seedOf(campaign)}`;
const sameQuestion = (a, b) => a.test === b.test && a.model === b.model && a.file === b.file;

// Of some graphs it is not known any more whether they were seen by others as well.
const atLeast = (campaign) => campaign.graphs_lost && !campaign.tree ? "≥ " : "";

// Does the program have a condition of its own? Else the question is whether there is a bug.
const isAsked = (page) => page.kind === "litmus" || page.kind === undefined;

// As far as --json tells it; a page has more to say.
function leftOf(campaign) {
  const { discovery, tree } = campaign;
  if (campaign.complete) return campaign.truncated ? "nothing within the bounds on loops and steps" : "nothing";
  if (tree || !discovery || campaign.graphs_lost) return "unknown";
  const short = (number) => Number(number.toPrecision(3));
  return `the next graph is new with probability ${short(discovery.new_probability)} (${short(discovery.new_low)} to ${short(discovery.new_high)})`;
}

function verdictPanel(campaign, page) {
  const look = lookOf(campaign);
  const word = wordOf(campaign);
  const meaning = page.meaning || campaign.observation;
  const [bug] = campaign.bugs;
  const others = campaign.bugs.length - 1;
  const headline = bug ? brief(`${bug.kind}: ${(page.bugs[0] || {}).text || bug.message}${others > 0 ? `, and ${others} more` : ""}`) : meaning;
  return el("div", { class: `verdict ${look === "ok" && campaign.kind === "Allowed" ? "neutral" : look}` },
    el("p", { class: "headline" }, verdictBadge(campaign), headline.toLowerCase() === word ? "" : headline, campaign.interrupted ? " (interrupted)" : ""),
    el("dl", { class: "lead" },
      isAsked(page) ? el("div", {}, el("dt", {}, "Condition"), el("dd", {}, el("code", {}, campaign.condition), bug ? ` ${meaning}` : "")) : null,
      el("div", {}, el("dt", {}, "Left"), el("dd", {}, page.left || leftOf(campaign))),
      campaign.lost ? el("div", {}, el("dt", {}, "Lost"), el("dd", {}, campaign.lost)) : null,
      campaign.graphs_lost ? el("div", {}, el("dt", {}, "Not counted"), el("dd", {}, campaign.graphs_lost)) : null),
    facts([
      ["Executions", count(campaign.executions)],
      ["Graphs", `${campaign.standard_errors && campaign.standard_errors.graphs ? "" : atLeast(campaign)}${count(campaign.graphs)}${campaign.standard_errors && campaign.standard_errors.graphs ? ` ± ${count(Math.round(campaign.standard_errors.graphs))}` : ""}`],
      ["Outcomes", atLeast(campaign) + count(campaign.outcomes)],
      ["Blocked", campaign.blocked ? count(campaign.blocked) : null],
      ["Truncated", campaign.truncated ? count(campaign.truncated) : null],
      ["Time", duration(campaign.seconds)],
      ["Time of all workers", campaign.unit_seconds ? duration(campaign.unit_seconds) : null],
      ["Per second", page.rate ? count(Math.round(page.rate)) : null],
    ]));
}

function findings(campaign, page) {
  const bugs = campaign.bugs.map((bug, i) => finding(bug, page.bugs[i] || {}, `Bug ${i + 1}`, page));
  const remarks = campaign.remarks.map((bug, i) => finding(bug, page.remarks[i] || {}, `Remark ${i + 1}`, page));
  return [bugs.length ? section("Findings", bugs) : null, remarks.length ? section("Remarks", el("p", { class: "muted" }, "Worth a look, and no bug unless one asks for it."), remarks) : null];
}

// Why there is no curve.
function noCurve(page) {
  return page.curve.length ? "No curve: all of it came of one unit of work." : "No curve: this result does not say when its graphs were found.";
}

function discovery(campaign, page) {
  if (page.curve.length < 2 && campaign.executions > 1) return section("Discovery", el("p", { class: "note" }, noCurve(page)));
  if (page.curve.length < 2) return null;
  const unit = { graph: "graphs", rf: "graphs by rf", outcome: "outcomes" }[campaign.identity] || "graphs";
  const estimate = campaign.identity === "graph" ? estimateOf(campaign) : null;
  return section("Discovery",
    el("p", {}, `${plural(campaign.graphs, "distinct graph")} in ${plural(campaign.executions, "execution")}; ${estimateText(estimateOf(campaign))}.`),
    discoveryChart([{ points: page.curve, estimate, unit, history: estimate && campaign.estimates }]));
}

function states(campaign, page, compare) {
  const known = page.states.length === campaign.states.length;
  const rows = campaign.states.map((text, i) => {
    const [graphs, satisfies, story] = known ? page.states[i] : [null, null, null];
    return { text, graphs, satisfies, story, i };
  });
  const all = rows.reduce((sum, row) => sum + (row.graphs || 0), 0);
  const columns = [{ name: "State", value: (row) => row.text, cell: (row) => el("code", {}, row.text || "(none)"), class: "state" }];
  if (known) {
    columns.push(
      { name: "Graphs", value: (row) => row.graphs, number: true },
      { name: "Share", value: (row) => row.graphs / Math.max(all, 1), cell: (row) => bar(row.graphs / Math.max(all, 1)) },
      ...(isAsked(page) ? [{ name: "Proposition", value: (row) => row.satisfies, cell: (row) => (row.satisfies ? "✓ holds" : "– does not") }] : []));
    if (compare) columns.push({ name: "Execution", cell: (row) => (row.story === null ? "" : el("button", { type: "button", class: "small", "aria-label": `Show an execution that ends in ${row.text}`, onclick: () => compare(row.story) }, "Show")) });
  }
  return section("States",
    el("p", {}, `${plural(campaign.outcomes, "final state")}${campaign.outcomes > rows.length ? `, of which ${count(rows.length)} are listed` : ""}.`),
    table("Final states with the number of graphs that end in each", columns, rows, known ? { sorted: { column: columns[1], down: true } } : {}));
}

function compared(campaign) {
  const others = data.campaigns.filter((other) => sameQuestion(campaign, other));
  if (others.length < 2) return null;
  const first = (other) => (other.bugs.length ? Math.min(...other.bugs.map((bug) => bug.execution)) : null);
  const columns = [
    { name: "Strategy", value: tried, cell: (other) => (other === campaign ? el("strong", {}, `${tried(other)} (this one)`) : el("a", { href: `#r${data.campaigns.indexOf(other) + 1}` }, tried(other))) },
    { name: "Verdict", value: wordOf, cell: (other) => verdictBadge(other) },
    { name: "Executions", value: (other) => other.executions, number: true },
    { name: "Graphs", value: (other) => other.graphs, number: true },
    { name: "Graphs per execution", value: (other) => other.graphs / Math.max(other.executions, 1), cell: (other) => (other.graphs / Math.max(other.executions, 1)).toFixed(4), number: true },
    { name: "First bug in execution", value: (other) => first(other) ?? Infinity, cell: (other) => (first(other) === null ? "none" : count(first(other))), number: true },
    { name: "Time", value: (other) => other.seconds, cell: (other) => duration(other.seconds), number: true },
  ];
  const curves = others.filter((other) => pageOf(other).curve.length > 1).slice(0, 6)
    .map((other) => ({ name: new Set(others.map((o) => o.strategy)).size === others.length ? other.strategy : tried(other), points: pageOf(other).curve, estimate: estimateOf(other) }));
  return section("Strategies compared",
    el("p", {}, `${plural(others.length, "campaign")} on this test under this model.`),
    table("Campaigns on this test under this model", columns, others),
    curves.length > 1 ? discoveryChart(curves) : null);
}

function campaignView(campaign) {
  const page = pageOf(campaign);
  const examples = page.states.map(([, , story], i) => ({ story, i })).filter(({ story }) => story !== null).map(({ story, i }) => ({ name: campaign.states[i] || "(no state)", story: page.stories[story], number: story }));
  const sides = el("div");
  let shown = null;
  const makeSides = () => {
    shown = examples.length > 1 ? sideBySide(examples, page.source) : new Lanes(new Story(examples[0].story, page.source), `Execution that ends in ${examples[0].name}`).element;
    sides.replaceChildren(shown, legend(examples.flatMap(({ story }) => new Story(story).arrows)));
  };
  const compare = (story) => {
    box.open = true;
    if (!shown) makeSides();
    if (shown.choose) shown.choose(examples.findIndex(({ number }) => number === story));
    box.scrollIntoView({ block: "start" });
  };
  const box = el("details", { "data-key": "sides" }, el("summary", {}, examples.length > 1 ? `Executions of ${plural(examples.length, "outcome")}` : `One that ends in ${examples.length ? examples[0].name : ""}`), sides);
  box.addEventListener("toggle", () => box.open && !shown && makeSides());
  return [
    el("h1", { tabindex: "-1" }, campaign.test, el("span", { class: "under" }, campaign.model === "go" ? "" : ` under ${campaign.model}`, within(placesOf(data.campaigns)(campaign)))),
    verdictPanel(campaign, page),
    ...findings(campaign, page),
    discovery(campaign, page),
    states(campaign, page, examples.length ? compare : null),
    examples.length ? section(examples.length > 1 ? "Outcomes side by side" : "An execution", box) : null,
    compared(campaign),
    programText(page.program),
    environment(campaign, [
      ["File", campaign.file], ["Model", campaign.model],
      ["Built", campaign.model_kind_reason ? `${campaign.model_kind}: ${campaign.model_kind_reason}` : null],
      ["Strategy", `${campaign.strategy}${campaign.depth ? ` of depth ${campaign.depth}` : ""}`],
      ["Seed", seedOf(campaign)], ["Workers", count(campaign.workers)], ["Identity", campaign.identity],
      ["Liveness", campaign.liveness_looked_at === false ? "not looked at: candidate graphs are of threads that all come to their end" : null],
      ["Peak memory", campaign.peak_memory ? `${count(Math.ceil(campaign.peak_memory / 2 ** 20))} MiB` : null],
      ["Yield", page.yield === undefined ? null : `${page.yield.toFixed(4)} graphs per execution`],
      ["Guided", campaign.guidance ? `${count(campaign.guidance.runs)} runs, ${count(campaign.guidance.obeyed)} of which obeyed` : null],
    ]),
  ];
}
