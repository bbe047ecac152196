// Two executions side by side: outcomes that differ, and where.

// `choices`: [{name, story: told}]. `source`: lines by place.
function sideBySide(choices, source) {
  const halves = [0, Math.min(1, choices.length - 1)].map((chosen, i) => {
    const id = newId("outcome");
    const select = el("select", { id, onchange: () => draw() }, choices.map((choice, j) => el("option", { value: j }, choice.name)));
    select.value = chosen;
    const content = el("div");
    const label = el("label", { for: id }, i === 0 ? "One outcome" : "The other");
    return { select, content, place: el("div", { class: "side" }, el("div", { class: "side-head" }, label, select), content) };
  });
  function draw() {
    const stories = halves.map(({ select }) => new Story(choices[select.value].story, source));
    const prints = stories.map((story) => story.fingerprints());
    halves.forEach(({ select, content }, i) => {
      const { places } = prints[i];
      const mine = prints[i].prints;
      const theirs = prints[1 - i].prints;
      const differs = new Set();
      places.forEach((at, row) => mine.get(at) !== theirs.get(at) && differs.add(row + stories[i].first));
      const name = choices[select.value].name;
      const lanes = new Lanes(stories[i], `Execution that ends in ${name}`, differs);
      content.replaceChildren(el("p", { class: "muted" }, differs.size ? `${plural(differs.size, "event")} marked ≠ ${differs.size === 1 ? "is" : "are"} not so in the other` : "no difference"), lanes.element);
    });
  }
  draw();
  const element = el("div", { class: "sides" }, halves.map((half) => half.place));
  element.choose = (number) => {
    halves[0].select.value = number;
    draw();
  };
  return element;
}
