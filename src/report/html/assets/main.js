// Which result is shown: "#r3" is the third, "#" the overview.

const kinds = [
  { noun: "campaign", title: "Campaigns", items: data.campaigns, view: campaignView, overview: campaignOverview, name: (c) => `${c.test} under ${c.model}` },
  { noun: "test", title: "Models compared", items: data.comparisons, view: comparisonView, overview: comparisonOverview, name: (c) => c.test },
  { noun: "replay", title: "Replays", items: data.replays, view: replayView, overview: replayOverview, name: (r) => `replay of ${r.test}` },
  { noun: "trace", title: "Traces", items: data.traces, view: traceView, overview: traceOverview, name: (t) => t.path },
];
let base = 0;
for (const kind of kinds) {
  kind.base = base;
  base += kind.items.length;
}
const all = base;
const alone = all === 1 && !data.failures.length; // then there is no overview
const main = document.getElementById("main");
const trail = document.getElementById("trail");
let overviewPlace = null; // kept, with what was sorted and filtered in it
let overviewScroll = 0;
let current;

function wanted() {
  if (alone) return 0;
  const number = Number((location.hash.match(/^#r(\d+)$/) || [])[1]) - 1;
  return number >= 0 && number < all ? number : null;
}

function show(first) {
  const number = wanted();
  if (number === current && !first) return;
  if (current === null && !first) overviewScroll = scrollY;
  current = number;
  if (number === null) {
    overviewPlace = overviewPlace || el("div", {}, overview(kinds));
    main.replaceChildren(overviewPlace);
    document.title = "Results – graphfuzz";
    trail.replaceChildren();
  } else {
    const kind = kinds.findLast(({ base: from, items }) => items.length && number >= from);
    const item = kind.items[number - kind.base];
    main.replaceChildren(...kind.view(item).filter(Boolean));
    document.title = `${kind.name(item)} – graphfuzz`;
    trail.replaceChildren(...(alone ? [] : [
      el("a", { href: "#" }, "All results"),
      number > 0 ? el("a", { href: `#r${number}`, rel: "prev" }, "Previous") : null,
      number + 1 < all ? el("a", { href: `#r${number + 2}`, rel: "next" }, "Next") : null,
      el("span", { class: "muted" }, `${count(number + 1)} of ${count(all)}`),
    ].filter(Boolean)));
  }
  if (first) return;
  main.querySelector("h1").focus({ preventScroll: true });
  scrollTo(0, number === null ? overviewScroll : 0);
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
addEventListener("hashchange", () => show(false));
const run = data.runs[0] || {};
document.getElementById("foot").append(el("p", {}, `graphfuzz ${run.version || ""}, ${run.written || ""}. The results are in this file as JSON (element “results”).`));
if (data.progress) history.scrollRestoration = "manual";
show(true);
recall();
live();
