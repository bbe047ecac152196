// A page that is replaced while the run goes on: it is loaded again, and looks as it did.

// What the reader has done: it outlives a refresh in the state of the history's entry.
function remember() {
  const open = [...document.querySelectorAll("details[data-key]")].filter((box) => box.open).map((box) => box.dataset.key);
  const fields = [...document.querySelectorAll("input[data-key], select[data-key]")].map((field) => [field.dataset.key, field.value]);
  const focus = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : null;
  history.replaceState({ x: scrollX, y: scrollY, open, fields, focus, paused }, "");
}

let paused = false;

function recall() {
  const state = history.state;
  if (!state) return;
  for (const [key, value] of state.fields || []) {
    const field = [...document.querySelectorAll("input[data-key], select[data-key]")].find((one) => one.dataset.key === key);
    if (!field || field.value === value) continue;
    field.value = value;
    field.dispatchEvent(new Event(field.tagName === "SELECT" ? "change" : "input"));
  }
  for (const box of document.querySelectorAll("details[data-key]")) if ((state.open || []).includes(box.dataset.key)) box.open = true;
  const focused = [...document.querySelectorAll("[data-key]")].find((one) => one.dataset.key === state.focus);
  if (focused) focused.focus({ preventScroll: true });
  // What opens draws itself first.
  requestAnimationFrame(() => setTimeout(() => scrollTo(state.x, state.y)));
  paused = Boolean(state.paused);
}

function live() {
  const progress = data.progress;
  if (!progress) return;
  const place = document.getElementById("live");
  const written = Date.parse(data.runs[0].written);
  const stale = () => Date.now() - written > Math.max(60, 10 * progress.refresh) * 1000;
  const text = el("span");
  const button = el("button", { type: "button", class: "small", "aria-pressed": "false" });
  const say = () => {
    const part = progress.all > 1 ? ` (${count(progress.done)} of ${count(progress.all)} done)` : "";
    text.textContent = stale() ? `No news since ${data.runs[0].written}: the run may have ended.` : `Running${progress.what ? `: ${progress.what}` : ""}${part}. `;
    button.textContent = paused ? "Refresh again" : "Pause refresh";
    button.setAttribute("aria-pressed", String(paused));
  };
  button.addEventListener("click", () => {
    paused = !paused;
    remember();
    say();
  });
  place.append(el("span", { class: "pulse", "aria-hidden": "true" }), text, button);
  place.hidden = false;
  say();
  setInterval(() => {
    say();
    if (paused || document.hidden || stale()) return;
    remember();
    location.reload();
  }, progress.refresh * 1000);
}
