// Elements, numbers and words. Whatever a result says becomes text, never HTML.

const data = JSON.parse(document.getElementById("results").textContent);
data.failures = data.failures || [];

// el("p", {class: "note", onclick: f}, "text", other): an element; null and false among the content are left out.
function el(name, attributes, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...content.flat().filter((part) => part !== null && part !== undefined && part !== false));
  return element;
}

function svg(name, attributes, ...content) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

let lastId = 0;
const newId = (what) => `${what}-${++lastId}`;

const count = (number) => (number === null || number === undefined ? "unknown" : number.toLocaleString("en-US"));
const plural = (number, noun, ending = "s") => `${count(number)} ${noun}${number === 1 ? "" : ending}`;

function about(number) {
  if (number === null || number === undefined || !Number.isFinite(number)) return "unknown";
  if (number < 1e6) return count(Math.round(number));
  const power = Math.floor(Math.log10(number));
  if (power < 9) return `${(number / 1e6).toPrecision(3)} million`;
  return `${(number / 10 ** power).toPrecision(2)} × 10${[...String(power)].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]).join("")}`;
}

// A share in percent, never rounded to nothing or to all.
function percent(part) {
  if (part <= 0) return "0 %";
  if (part >= 1) return "100 %";
  if (part < 1e-4) return `${(100 * part).toPrecision(2)} %`;
  return part > 0.9999 ? "> 99.99 %" : `${(100 * part).toFixed(part < 0.1 ? 2 : 1)} %`;
}

function duration(seconds) {
  if (seconds === null || seconds === undefined) return "unknown";
  if (seconds < 0.1) return "< 0.1 s";
  if (seconds < 120) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} min ${Math.round(seconds % 60)} s` : `${(seconds / 3600).toFixed(1)} h`;
}

// A word for a POSIX shell.
const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

// A command line with a button that copies it.
function command(text) {
  const code = el("code", {}, text);
  const button = el("button", { type: "button", class: "small" }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  return el("div", { class: "command" }, code, button);
}

// Names and values; those that are null are left out.
function facts(pairs) {
  const told = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return el("dl", { class: "facts" }, told.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
}

function section(title, ...content) {
  const id = newId("section");
  return el("section", { "aria-labelledby": id }, el("h2", { id }, title), ...content);
}

// Content that is made when it is first opened. Which ones are open outlives a refresh (live.js).
function details(summary, make, key) {
  const element = el("details", { "data-key": key || summary }, el("summary", {}, summary));
  element.addEventListener("toggle", () => {
    if (element.open && element.children.length === 1) element.append(...[make()].flat());
  });
  return element;
}

// Verdicts: a symbol, a word and a colour, of which each says it alone.
const looks = { bug: ["✗", "finding"], open: ["?", "open"], ok: ["✓", "decided"], seen: ["●", "observed"], never: ["○", "never"], failed: ["!", "failed"], differ: ["≠", "differ"] };
function badge(look, word) {
  return el("span", { class: `badge ${look}` }, el("span", { "aria-hidden": "true" }, looks[look][0]), ` ${word || looks[look][1]}`);
}
