// An execution as lanes: a column per thread, time downwards, and arrows between events. Only the rows that are in
// sight are in the document, so that an execution of 10,000 events is as quick as one of ten.

const ROW = 26; // pixels
const ALL_ROWS = 300; // up to so many are there from the beginning
const MARGIN_ROWS = 20;
const LETTER = 7.95; // pixels, about
const LONGEST = 30; // letters of a text that makes its lane wide
const PANEL = 304; // pixels: that of an event, beside the lanes
const NOTES = 200;
const THREAD = 44; // of its name, where lanes are told one after the other
const TALL_ROWS = 24; // more have a place of their own to scroll in, and may go from one printed page to the next
const FIRST_ROWS = 16; // are in sight on a phone
const PRINTED = 640; // pixels: what is as wide as a page

// Places without their folders, which are in the panel: there is little room.
const brief = (text) => text.replace(/(^|[\s("'])\/\S*\/(?=[^\s/]+:\d)/g, "$1");

// How its arrows look.
const kindOf = (relation) => (["rf", "mo", "fr", "asw"].includes(relation) ? relation : "other");

// On paper nothing can be scrolled to.
let printing = false;
const layOutAll = () => document.querySelectorAll(".execution").forEach((element) => element.lanes.layOut());
addEventListener("beforeprint", () => {
  printing = true;
  layOutAll();
});
addEventListener("afterprint", () => {
  printing = false;
  layOutAll();
});

class Lanes {
  // `differs`: the numbers of rows that are marked, or nothing. `causes`: only those rows that lead to what went wrong,
  // or all of them, with a legend below them; null: all, and nobody asks.
  constructor(story, label, differs = null, causes = null) {
    this.story = story;
    this.label = label;
    this.differs = differs;
    this.causes = story.leads ? causes : null;
    this.numbers = this.causes ? story.leads : story.rows.map((_, i) => i + story.first); // of the rows
    this.index = new Map(this.numbers.map((number, i) => [number, i])); // of a row, by its number
    this.lanes = story.lanes.map((_, lane) => this.causes === null || this.numbers.some((number) => story.row(number).lane === lane));
    this.id = newId("execution");
    this.selected = story.interesting();
    this.drawn = new Map(); // by row: its element
    this.panel = el("div", { class: "event", "aria-live": "polite", role: "region", "aria-label": "The chosen event" });
    this.arrows = svg("svg", { class: "arrows", "aria-hidden": "true" });
    this.body = el("div", { class: "lanes-body", role: "rowgroup" }, this.arrows);
    this.head = el("div", { class: "lanes-row lanes-head", role: "row" },
      el("span", { role: "columnheader" }, el("span", { class: "unseen" }, "number")),
      story.lanes.map((lane, i) => (this.lanes[i] ? this.cell("columnheader", i, lane) : null)),
      el("span", { role: "columnheader", class: "notes" }, story.file ? `notes and lines of ${lastPart(story.file)}` : "notes"));
    this.grid = el("div", {
      class: "lanes", role: "grid", tabindex: "0", "aria-label": `${label}. Arrow keys go from event to event`,
      "aria-rowcount": this.numbers.length + 1, "aria-colcount": this.lanes.filter(Boolean).length + 2,
    }, this.head, this.body);
    this.body.style.height = `${this.numbers.length * ROW}px`;
    if (this.numbers.length > TALL_ROWS) this.grid.classList.add("scrolls");
    if (this.numbers.length > ALL_ROWS) this.grid.classList.add("long");
    this.element = el("div", { class: this.numbers.length > TALL_ROWS ? "execution tall" : "execution" },
      story.before ? el("p", { class: "muted around" }, story.before) : null,
      story.first > 0 ? el("p", { class: "note" }, `The ${count(story.first)} events before these are left out.`) : null,
      this.numbers.length > ALL_ROWS ? el("p", { class: "note only-printed" }, `Of ${count(this.numbers.length)} events some are printed.`) : null,
      el("div", { class: "execution-parts" }, this.grid, el("div", { class: "event-side" }, this.panel)),
      this.causes === null ? null : this.choiceOfRows(),
      story.after ? el("p", { class: "muted around" }, story.after) : null,
      causes === null ? null : legend(story.arrows.filter(({ from, to }) => this.index.has(from) && this.index.has(to))));
    this.element.lanes = this;
    this.setColumns();
    this.grid.addEventListener("scroll", () => this.draw(), { passive: true });
    this.grid.addEventListener("keydown", (event) => this.onKey(event));
    this.body.addEventListener("click", (event) => this.onRow(event, (row) => this.select(row)));
    // Not "pointerover": rows that scroll below a pointer at rest are not looked at.
    this.body.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.onRow(event, (row) => this.show(row)));
    this.body.addEventListener("pointerleave", () => this.show(this.selected));
    new ResizeObserver(() => this.layOut()).observe(this.element);
    this.show(this.selected);
  }

  cell(role, lane, ...content) {
    const cell = el("span", { role, class: "lane", "data-lane": lane }, ...content);
    cell.style.gridColumn = this.lanes.slice(0, lane).filter(Boolean).length + 2;
    return cell;
  }

  choiceOfRows() {
    const more = this.story.rows.length - this.story.leads.length;
    const text = this.causes ? `Show ${count(more)} more event${more === 1 ? " that does" : "s that do"} not lead to this` : "Show only what leads to this";
    return el("p", { class: "choice-of-rows" }, el("button", { type: "button", onclick: () => this.replace(!this.causes).grid.focus({ preventScroll: true }) }, text));
  }

  // Has the other choice of rows in its place.
  replace(causes) {
    const other = new Lanes(this.story, this.label, this.differs, causes);
    if (other.index.has(this.selected)) other.select(this.selected);
    this.element.replaceWith(other.element);
    other.layOut();
    return other;
  }

  // Lanes are as wide as their texts, within reason.
  setColumns() {
    const letters = this.story.lanes.map((lane) => Math.max(lane.length, 5));
    for (const row of this.numbers.map((number) => this.story.row(number))) letters[row.lane] = Math.max(letters[row.lane], Math.min(brief(row.text).length + (row.look ? 2 : 0), LONGEST));
    const widths = letters.map((length) => Math.ceil(length * LETTER + 30)).filter((_, lane) => this.lanes[lane]);
    this.notes = this.story.rows.some((row) => row.remark || row.place) ? NOTES : 0;
    const numbers = Math.ceil(Math.max(2, String(this.story.rows.length + this.story.first).length) * LETTER + 30);
    this.columns = `${numbers}px ${widths.map((width) => `${width}px`).join(" ")} minmax(${this.notes}px, 1fr)`;
    this.needed = numbers + widths.reduce((sum, width) => sum + width, 0);
    this.narrowColumns = `${numbers}px ${THREAD}px minmax(0, 1fr)`;
  }

  // Where lanes do not fit side by side they are told one after the other, each event with the name of its thread.
  layOut() {
    const width = printing ? PRINTED : this.element.clientWidth;
    if (width === 0) return;
    const narrow = this.needed > width && (printing || width < 620);
    this.grid.classList.toggle("narrow", narrow);
    this.element.classList.toggle("stacked", this.needed + this.notes > width - PANEL);
    const columns = narrow ? this.narrowColumns + (printing && this.notes ? " minmax(0, 1fr)" : "") : this.columns;
    this.body.style.setProperty("--columns", columns);
    this.head.style.setProperty("--columns", columns);
    for (const element of this.drawn.values()) element.remove();
    this.drawn.clear();
    this.draw();
    if (this.placed) return;
    // What it is about is in sight from the beginning, if the first lanes are, too.
    this.placed = true;
    const row = this.story.row(this.selected);
    const there = narrow || this.laneX()[row.lane] + Math.min(row.text.length, LONGEST) * LETTER + 40 <= this.grid.clientWidth;
    if (there) this.grid.scrollTop = this.index.get(this.selected) * ROW - this.grid.clientHeight / 2;
    if (!printing && (!there || (narrow && this.index.get(this.selected) > FIRST_ROWS))) this.element.querySelector(".execution-parts").before(this.wayTo(this.selected));
  }

  // A button for what is not among the first lanes, which one wants to see first.
  wayTo(number) {
    const row = this.story.row(number);
    const go = () => {
      this.grid.focus({ preventScroll: true });
      this.go(number);
    };
    return el("p", { class: "way" }, el("button", { type: "button", onclick: go }, `Go to event ${number + 1} in ${this.story.lanes[row.lane]}${row.look === 1 ? ", what went wrong" : ""}`));
  }

  range() {
    const rows = this.numbers.length;
    if (rows <= ALL_ROWS) return [0, rows];
    const from = Math.floor(this.grid.scrollTop / ROW) - MARGIN_ROWS;
    const to = Math.ceil((this.grid.scrollTop + this.grid.clientHeight) / ROW) + MARGIN_ROWS;
    return [Math.max(0, from), Math.min(rows, to)];
  }

  draw() {
    const [from, to] = this.range();
    for (const [i, element] of this.drawn) {
      if (i >= from && i < to) continue;
      element.remove();
      this.drawn.delete(i);
    }
    const rows = [];
    for (let i = from; i < to; ++i) {
      if (this.drawn.has(i)) continue;
      this.drawn.set(i, this.makeRow(i));
      rows.push(this.drawn.get(i));
    }
    this.body.append(...rows);
    this.drawArrows(from, to);
  }

  makeRow(i) {
    const number = this.numbers[i];
    const row = this.story.row(number);
    const differs = this.differs && this.differs.has(number);
    const line = row.place ? this.story.line(row.place).trim() : "";
    const sign = row.look === 1 ? "✗ " : row.look === 2 ? "! " : "";
    const element = el("div", {
      class: `lanes-row ${["", "alarming", "suspicious"][row.look]}${differs ? " differs" : ""}`, role: "row",
      id: `${this.id}-${number}`, "aria-rowindex": i + 2, "data-row": number,
    },
    el("span", { role: "rowheader", class: "number" }, differs ? el("span", { title: "not in the other execution" }, "≠") : null, ` ${number + 1}`),
    el("span", { class: "thread", "aria-hidden": "true" }, this.story.lanes[row.lane]),
    this.cell("gridcell", row.lane, el("span", { class: "unseen" }, `${this.story.lanes[row.lane]}: `), sign, brief(row.text)),
    el("span", { role: "gridcell", class: "notes" }, row.remark, row.remark && row.place ? " · " : "",
      row.place ? el("span", { class: "place" }, this.story.file && fileOf(row.place) === this.story.file ? `line ${row.place.slice(this.story.file.length + 1)}` : lastPart(row.place)) : null, line ? el("code", {}, line) : null));
    element.style.top = `${i * ROW}px`;
    if (number === this.shown) element.classList.add("shown");
    if (number === this.selected) element.setAttribute("aria-selected", "true");
    return element;
  }

  // The middle of the line of each lane, in the body.
  laneX() {
    if (this.grid.classList.contains("narrow")) {
      const cell = this.drawn.values().next().value?.querySelector(".lane");
      return this.story.lanes.map(() => (cell ? cell.offsetLeft + 5 : 0));
    }
    const xs = [];
    for (const cell of this.head.querySelectorAll(".lane")) xs[Number(cell.dataset.lane)] = cell.offsetLeft + 5;
    return xs;
  }

  drawArrows(from, to) {
    const xs = this.laneX();
    const inSight = (number) => this.index.get(number) >= from && this.index.get(number) < to;
    const told = new Set();
    const width = Math.max(this.body.scrollWidth, this.grid.clientWidth);
    const height = this.numbers.length * ROW;
    this.arrows.setAttribute("width", width);
    this.arrows.setAttribute("height", height);
    const parts = [];
    if (!this.grid.classList.contains("narrow")) {
      for (const x of xs.filter(Boolean)) parts.push(svg("line", { class: "lane-line", x1: x, x2: x, y1: from * ROW, y2: to * ROW }));
    }
    for (let i = from; i < to; ++i) {
      const row = this.story.row(this.numbers[i]);
      parts.push(svg("circle", { class: `event-dot ${["", "alarming", "suspicious"][row.look]}`, cx: xs[row.lane], cy: (i + 0.5) * ROW, r: 3.2 }));
    }
    const shown = this.shown;
    const draw = (arrow) => {
      if (told.has(arrow) || !this.index.has(arrow.from) || !this.index.has(arrow.to)) return;
      told.add(arrow);
      const own = arrow.from === shown || arrow.to === shown;
      if (!own && !arrow.bold && (arrow.relation === "mo" || arrow.relation === "fr")) return;
      parts.push(...this.arrow(arrow, own, xs));
    };
    for (let i = from; i < to; ++i) {
      for (const arrow of this.story.to.get(this.numbers[i]) || []) draw(arrow);
      for (const arrow of this.story.from.get(this.numbers[i]) || []) if (!inSight(arrow.to)) draw(arrow);
    }
    this.arrows.replaceChildren(...parts);
  }

  arrow(arrow, own, xs) {
    const known = kindOf(arrow.relation);
    const at = (number) => [xs[this.story.row(number).lane], (this.index.get(number) + 0.5) * ROW];
    const [x1, y1] = at(arrow.from);
    const [x2, y2] = at(arrow.to);
    const kind = `arrow ${known}${own ? " own" : ""}${arrow.bold ? " bold" : ""}`;
    const bend = x1 === x2 ? Math.min(26, 8 + Math.abs(y2 - y1) / 10) : 0;
    const [cx, cy] = [(x1 + x2) / 2 - 2 * bend, (y1 + y2) / 2];
    // The end stops at the dot, and the head looks where the curve comes from.
    const length = Math.hypot(x2 - cx, y2 - cy) || 1;
    const [ux, uy] = [(x2 - cx) / length, (y2 - cy) / length];
    const [ex, ey] = [x2 - ux * 4, y2 - uy * 4];
    const parts = [svg("path", { class: kind, d: `M${x1} ${y1}Q${cx} ${cy} ${ex} ${ey}` })];
    if (arrow.directed) {
      const [bx, by] = [ex - ux * 7, ey - uy * 7];
      parts.push(svg("path", { class: `${kind} head`, d: `M${ex} ${ey}L${bx - uy * 3.2} ${by + ux * 3.2}L${bx + uy * 3.2} ${by - ux * 3.2}z` }));
    }
    const name = nameOf(arrow.relation);
    // One after the other, the lanes leave room for a short one.
    if ((own || arrow.bold) && (name.length < 5 || !this.grid.classList.contains("narrow"))) {
      // Where it comes to its end there is most room: texts begin at their lanes.
      const near = x1 === x2 ? 0.5 : x1 < x2 ? 0.78 : 0.3;
      parts.push(svg("text", { class: `arrow-name ${known}`, x: x1 + (x2 - x1) * near - bend + (x1 === x2 ? -4 : 0), y: y1 + (y2 - y1) * near - 4, "text-anchor": x1 === x2 ? "end" : "middle" }, svg("title", {}, meaningOf(arrow.relation)), name));
    }
    return parts;
  }

  onRow(event, action) {
    const row = event.target.closest("[data-row]");
    if (row) action(Number(row.dataset.row));
  }

  // Hovered or chosen: what the panel tells about.
  show(number) {
    if (number === this.shown) return;
    const before = this.drawn.get(this.index.get(this.shown));
    if (before) before.classList.remove("shown");
    this.shown = number;
    const now = this.drawn.get(this.index.get(number));
    if (now) now.classList.add("shown");
    this.panel.replaceChildren(...eventDetails(this.story, number, (other) => this.go(other)));
    if (this.drawn.size) this.drawArrows(...this.range());
  }

  select(number) {
    const before = this.drawn.get(this.index.get(this.selected));
    if (before) before.removeAttribute("aria-selected");
    this.selected = number;
    const now = this.drawn.get(this.index.get(number));
    if (now) now.setAttribute("aria-selected", "true");
    this.grid.setAttribute("aria-activedescendant", `${this.id}-${number}`);
    this.show(number);
  }

  go(number) {
    if (!this.index.has(number)) return this.replace(false).go(number);
    // What was pressed is about to go.
    if (this.panel.contains(document.activeElement)) this.grid.focus({ preventScroll: true });
    const top = this.index.get(number) * ROW;
    const grid = this.grid;
    if (grid.scrollHeight > grid.clientHeight) {
      const head = this.head.offsetHeight;
      if (top < grid.scrollTop || top > grid.scrollTop + grid.clientHeight - head - ROW) grid.scrollTop = top - grid.clientHeight / 2;
      this.draw();
    }
    this.select(number);
    this.bringToSight(this.drawn.get(this.index.get(number)));
  }

  // Neither beside what is in sight of the lanes nor below the panel.
  bringToSight(row) {
    if (!row) return;
    row.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { grid } = this;
    const cell = row.querySelector(".lane");
    const left = cell.offsetLeft - row.querySelector(".number").offsetWidth;
    const right = cell.offsetLeft + Math.min(cell.offsetWidth, cell.textContent.length * LETTER + 40);
    if (left < grid.scrollLeft || right > grid.scrollLeft + grid.clientWidth) grid.scrollLeft = Math.max(0, Math.min(left, right - grid.clientWidth));
    const covered = row.getBoundingClientRect().bottom - this.panel.getBoundingClientRect().top;
    if (covered > 0 && getComputedStyle(this.panel).position === "sticky" && this.isStacked()) scrollBy(0, covered);
  }

  // Is the panel below the lanes, and not beside them?
  isStacked() {
    return this.panel.getBoundingClientRect().left < this.grid.getBoundingClientRect().right - 1;
  }

  onKey(event) {
    const last = this.numbers.length - 1;
    const selected = this.index.get(this.selected);
    const lane = this.story.row(this.selected).lane;
    const sameLane = (step) => {
      for (let i = selected + step; i >= 0 && i <= last; i += step) if (this.story.row(this.numbers[i]).lane === lane) return i;
      return selected;
    };
    const page = Math.max(1, Math.floor(this.grid.clientHeight / ROW) - 2);
    const to = {
      ArrowDown: () => selected + 1, ArrowUp: () => selected - 1, Home: () => 0, End: () => last,
      PageDown: () => selected + page, PageUp: () => selected - page,
      ArrowRight: () => sameLane(1), ArrowLeft: () => sameLane(-1),
    }[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.go(this.numbers[Math.min(last, Math.max(0, to()))]);
  }
}

// Of the relations of arrows.
function legend(arrows) {
  const there = new Map(arrows.map(({ relation }) => [nameOf(relation), relation])); // by word
  const item = ([word, relation]) =>
    el("li", {}, svg("svg", { width: 34, height: 12, "aria-hidden": "true" }, svg("path", { class: `arrow own ${kindOf(relation)}`, d: "M1 6H33" })), el("span", {}, el("strong", {}, word), ` ${meaningOf(relation)}`));
  const order = Object.keys(RELATIONS);
  const place = ([, relation]) => (order.includes(relation) ? order.indexOf(relation) : order.length);
  return el("ul", { class: "legend" }, [...there].sort((a, b) => place(a) - place(b)).map(item));
}
