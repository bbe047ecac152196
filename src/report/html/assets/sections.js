// The sections that results of all kinds have in common.

const runOf = (result) => data.runs[result.run || 0] || {};

// The lines of a place: "stack.c:12  push(&s, 1);".
function placeLine(place, source) {
  const line = source[place];
  return el("span", {}, el("span", { class: "place" }, place), line ? el("code", {}, line.trim()) : null);
}

function stacks(stacks, source) {
  if (!stacks.length) return null;
  return el("dl", { class: "stacks" }, stacks.map((stack) => el("div", {}, el("dt", {}, stack.what), el("dd", {}, el("ol", { class: "plain" }, stack.frames.map((frame, i) => el("li", {}, placeLine(frame, source), stack.functions ? el("span", { class: "muted" }, ` ${stack.functions[i]}`) : null)))))));
}

function output(text, differs) {
  return [
    differs ? el("p", { class: "note" }, `It does not repeat: ${differs}`) : null,
    text ? details("Output of the program", () => el("pre", {}, text), `output ${text.length}`) : null,
  ];
}

// A finding, or a remark: `bug` is as --json has it, `more` what the page adds.
function finding(bug, more, title, page) {
  const id = newId("finding");
  const seen = bug.execution > 0 ? `first in execution ${count(bug.execution)} after ${duration(bug.seconds)}, seen in ${plural(bug.count, more.of_graphs ? "graph" : "execution")}` : "seen before the campaign";
  const minimised = bug.minimised && bug.minimised.bug ? `Minimised from ${plural(bug.minimised.before.events, "event")} to ${count(bug.minimised.after.events)}, by ${plural(bug.minimised.executions, "execution")}.` : null;
  const told = more.story === null || more.story === undefined ? null : page.stories[more.story];
  return el("article", { class: "finding", "aria-labelledby": id },
    el("h3", { id }, `${title}: `, el("span", { class: "kind" }, `${bug.predicted ? "predicted " : ""}${bug.kind}`)),
    el("p", { class: "message" }, more.text || bug.message),
    el("p", { class: "muted" }, seen, minimised ? `. ${minimised}` : ""),
    stacks(bug.stacks || [], page.source),
    told ? new Lanes(new Story(told, page.source), `Execution that shows ${title.toLowerCase()}`, null, true).element : bug.trace ? details("The execution", () => el("pre", { tabindex: "0" }, bug.trace), `trace ${title}`) : null,
    ...output(bug.output, bug.differs),
    bug.replay ? el("div", {}, el("p", { class: "label" }, "See it again"), command(`graphfuzz --replay ${quoted(bug.replay)}`)) : null,
    more.no_replay ? el("p", { class: "muted" }, `No replay file: ${more.no_replay}.`) : null);
}

function programText(text) {
  return text ? section("Program", details(`The text of the program, ${plural(text.split("\n").length, "line")}`, () => el("pre", { tabindex: "0", class: "program" }, text), "program")) : null;
}

// The command that gives these results again: a seed that was drawn is added.
function again(run, campaign) {
  if (!run.command) return null;
  const words = run.command.map(quoted);
  const seeded = run.command.some((word) => word === "--seed" || word.startsWith("--seed="));
  if (campaign && !seeded && !["resume", "merge"].includes(run.command[1])) {
    const end = words.indexOf("--");
    words.splice(end < 0 ? words.length : end, 0, "--seed", seedOf(campaign));
  }
  return words.join(" ");
}

// `campaigns`: those that the command has run.
function environment(result, pairs, campaigns = result.strategy ? [result] : []) {
  const run = runOf(result);
  const seeds = new Set(campaigns.map(seedOf));
  const text = again(run, seeds.size === 1 ? campaigns[0] : null);
  return section("Environment",
    text ? el("div", {}, el("p", { class: "label" }, "To repeat it"), command(text)) : null,
    text && seeds.size > 1 ? el("p", { class: "muted" }, "The results have several seeds: the page of each names its own.") : null,
    result.workers > 1 ? el("p", { class: "muted" }, `With ${result.workers} workers the order in which graphs are found differs from run to run.`) : null,
    facts([["graphfuzz", run.version], ["Folder", run.folder], ["Machine", run.machine], ["Written", run.written], ["Taken from", run.from], ...pairs]));
}
