// Tables that can be sorted, and are drawn as far as they are looked at.

const ROWS_AT_ONCE = 500;

// `columns`: {name, value (for sorting), cell (what is shown; the value if absent), number, first (the larger first), class}.
// `rows`: anything. `caption` is for screen readers. Returns the element, with `show(rows)` to show others.
function table(caption, columns, rows, options = {}) {
  const body = el("tbody");
  const more = el("button", { type: "button", class: "more", hidden: true });
  let shown = 0;
  let current = rows;
  let sorted = options.sorted || null; // {column, down}
  const heads = columns.map((column) => {
    if (!column.value || options.fixed) return el("th", { scope: "col", class: column.number ? "number" : null }, column.name);
    const button = el("button", { type: "button", class: "sort" }, column.name, el("span", { class: "order", "aria-hidden": "true" }));
    button.addEventListener("click", () => {
      const same = sorted && sorted.column === column;
      sorted = { column, down: same ? !sorted.down : Boolean(column.number) };
      draw();
    });
    return el("th", { scope: "col", class: column.number ? "number" : null }, button);
  });

  function ordered() {
    if (!sorted) return current;
    const { column, down } = sorted;
    const key = current.map((row) => [column.value(row), row]);
    key.sort(([a], [b]) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true })));
    if (down) key.reverse();
    return key.map(([, row]) => row);
  }
  function row(of) {
    return el("tr", {}, columns.map((column, i) => {
      const content = column.cell ? column.cell(of) : column.number ? count(column.value(of)) : column.value(of);
      const attributes = { class: [column.number ? "number" : "", column.class || ""].join(" ").trim() || null };
      return i === 0 && !options.plain ? el("th", { scope: "row", ...attributes }, content) : el("td", attributes, content);
    }));
  }
  function grow(list) {
    const next = list.slice(shown, shown + ROWS_AT_ONCE);
    body.append(...next.map(row));
    shown += next.length;
    more.hidden = shown >= list.length;
    more.textContent = `Show ${count(Math.min(ROWS_AT_ONCE, list.length - shown))} more of ${count(list.length)}`;
  }
  function draw() {
    columns.forEach((column, i) => {
      const mine = sorted && sorted.column === column;
      if (mine) heads[i].setAttribute("aria-sort", sorted.down ? "descending" : "ascending");
      else heads[i].removeAttribute("aria-sort");
      const mark = heads[i].querySelector(".order");
      if (mark) mark.textContent = mine ? (sorted.down ? " ▾" : " ▴") : "";
    });
    body.replaceChildren();
    shown = 0;
    const list = ordered();
    grow(list);
    more.onclick = () => grow(list);
  }
  draw();
  const element = el("div", { class: "table" },
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
      el("table", { class: options.class }, el("caption", { class: "unseen" }, caption), el("thead", {}, el("tr", {}, heads)), body)),
    more);
  element.show = (others) => {
    current = others;
    draw();
  };
  return element;
}

// A share as a bar beside its number, which says the same.
function bar(part) {
  const inner = el("span", { class: "bar-part" });
  inner.style.width = `${Math.max(100 * part, part > 0 ? 0.5 : 0)}%`;
  return el("span", { class: "share" }, el("span", { class: "bar", "aria-hidden": "true" }, inner), el("span", {}, percent(part)));
}
