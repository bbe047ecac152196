// Discovery curves: distinct graphs by executions, with the estimate of how many there are and its band.

const CHART_HEIGHT = 280;
const DASHES = ["", "7 4", "2 3", "10 4 2 4", "1 5", "12 3"];

// Round numbers from 0 to `most`; of a logarithmic axis powers of ten from 1.
function ticks(most, logarithmic) {
  if (logarithmic) {
    const powers = Math.ceil(Math.log10(Math.max(most, 10)));
    const step = Math.ceil(powers / 6);
    return Array.from({ length: Math.floor(powers / step) + 1 }, (_, i) => 10 ** (i * step));
  }
  const rough = Math.max(most, 1) / 5;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((m) => m * unit).find((s) => s >= rough));
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, i) => i * step);
}

const short = (number) =>
  number >= 1e9 ? about(number) : number >= 1e6 ? `${number / 1e6}M` : number >= 1e4 || (number >= 1e3 && number % 1e3 === 0) ? `${number / 1e3}k` : String(number);

// What is known of the number of graphs in all: {total, low, high} (null: no bound), or null.
function estimateOf(campaign) {
  if (campaign.complete) return { total: campaign.graphs, low: campaign.graphs, high: campaign.graphs, exact: true };
  if (campaign.discovery) return { total: campaign.discovery.total, low: campaign.discovery.total_low, high: campaign.discovery.total_high };
  const tree = campaign.tree;
  if (!tree || !tree.walks || tree.estimate === null || tree.estimate <= campaign.graphs) return null;
  const error = tree.standard_error;
  return { total: tree.estimate, low: error === null ? null : Math.max(campaign.graphs, tree.estimate - 1.96 * error), high: error === null ? null : tree.estimate + 1.96 * error };
}

function estimateText(estimate) {
  if (!estimate) return "how many there are in all is not known";
  if (estimate.exact) return `these are all: ${count(estimate.total)}`;
  const to = estimate.high === null ? "and no upper bound" : `to ${about(estimate.high)}`;
  return `about ${about(estimate.total)} in all${estimate.low === null ? "" : `, ${about(estimate.low)} ${to} with 95 % confidence`}`;
}

// `curves`: [{name, points: [[executions, unique]], estimate, history: [[executions, total, low, high]]}]. Of one curve
// the estimates are drawn: as they were at points of the curve, or if that is not known, the last one throughout.
function discoveryChart(curves) {
  const host = el("div", { class: "chart" });
  let logarithmic = false;
  const alone = curves.length === 1 ? curves[0] : null;
  const mostX = Math.max(1, ...curves.map((curve) => curve.points.at(-1)[0]));
  const found = Math.max(1, ...curves.map((curve) => curve.points.at(-1)[1]));
  const estimate = alone && alone.estimate;
  const history = (alone && alone.history) || [];
  // An estimate that is far away would press the curve flat; a logarithmic axis has room for it.
  const near = estimate && (estimate.low ?? estimate.total) <= 4 * found;

  function draw() {
    const width = Math.max(280, host.clientWidth || 640);
    const margin = { left: 56, right: alone ? 14 : 96, top: 32, bottom: 38 };
    const w = width - margin.left - margin.right;
    const h = CHART_HEIGHT - margin.top - margin.bottom;
    const withEstimate = estimate && (near || logarithmic);
    const top = withEstimate ? Math.max(found, Math.min(estimate.high ?? estimate.total, logarithmic ? 1e15 : 6 * found), estimate.total) : found;
    const mostY = top * (logarithmic ? 2 : 1.06);
    const scale = (value, most, length) =>
      logarithmic ? (length * Math.log10(Math.max(value, 1))) / Math.max(Math.log10(most), 1e-9) : (length * value) / most;
    const x = (value) => margin.left + Math.min(w, scale(value, mostX, w));
    const y = (value) => margin.top + h - Math.min(h, scale(value, mostY, h));
    const picture = svg("svg", { width, height: CHART_HEIGHT, viewBox: `0 0 ${width} ${CHART_HEIGHT}`, role: "img", "aria-label": description() });
    for (const tick of ticks(mostY, logarithmic)) {
      if (tick > mostY) continue;
      picture.append(svg("line", { class: "grid", x1: margin.left, x2: margin.left + w, y1: y(tick), y2: y(tick) }),
        svg("text", { x: margin.left - 8, y: y(tick) + 4, "text-anchor": "end" }, short(tick)));
    }
    for (const tick of ticks(mostX, logarithmic)) {
      if (tick > mostX) continue;
      picture.append(svg("text", { x: x(tick), y: margin.top + h + 18, "text-anchor": "middle" }, short(tick)));
    }
    picture.append(svg("line", { class: "axis", x1: margin.left, x2: margin.left + w, y1: margin.top + h, y2: margin.top + h }),
      svg("text", { class: "label", x: margin.left + w, y: margin.top + h + 34, "text-anchor": "end" }, "executions"),
      svg("text", { class: "label", x: margin.left, y: margin.top - 18 }, alone ? `distinct ${alone.unit || "graphs"}` : "distinct graphs"));
    if (withEstimate) {
      const past = history.length > 1 && history;
      const last = [estimate.total, estimate.low ?? estimate.total, estimate.high];
      const band = past || (estimate.exact ? [] : [[0, ...last], [mostX, ...last]]);
      const corner = (at, value) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`;
      if (band.length) {
        const above = band.map(([at, , , high]) => corner(at, high ?? mostY));
        const below = band.map(([at, , low]) => corner(at, low)).reverse();
        picture.append(svg("polygon", { class: "band", points: [...above, ...below].join(" ") }));
      }
      if (past) picture.append(svg("polyline", { class: "estimate", points: past.map(([at, total]) => corner(at, total)).join(" ") }));
      if (!past || estimate.exact) picture.append(svg("line", { class: "estimate", x1: margin.left, x2: margin.left + w, y1: y(estimate.total), y2: y(estimate.total) }));
      picture.append(svg("text", { class: "said", x: margin.left + w, y: y(estimate.total) - 6, "text-anchor": "end" },
        estimate.exact ? `all ${count(estimate.total)}` : `estimate: about ${about(estimate.total)}`));
    }
    curves.forEach((curve, i) => {
      const from = logarithmic ? [] : [`${x(0)},${y(0)}`];
      const points = from.concat(curve.points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`)).join(" ");
      picture.append(svg("polyline", { class: `curve c${i % 6}`, points, "stroke-dasharray": DASHES[i % 6] }));
      const [lastX, lastY] = curve.points.at(-1);
      picture.append(svg("circle", { class: `dot c${i % 6}`, cx: x(lastX), cy: y(lastY), r: 3 }));
      if (!alone) picture.append(svg("text", { class: "said", x: Math.min(x(lastX) + 6, margin.left + w + 6), y: y(lastY) + 4 + 12 * (i % 2) }, curve.name));
    });
    host.replaceChildren(picture);
  }
  function description() {
    return curves.map((curve) => {
      const [executions, unique] = curve.points.at(-1);
      return `${curve.name ? curve.name + ": " : ""}${count(unique)} distinct in ${plural(executions, "execution")}; ${estimateText(curve.estimate)}`;
    }).join(". ");
  }
  const box = el("input", { type: "checkbox", onchange: () => { logarithmic = box.checked; draw(); } });
  new ResizeObserver(draw).observe(host);
  const rows = curves.flatMap((curve) => {
    const estimates = new Map((curve.history || []).map(([at, ...estimated]) => [at, estimated]));
    return curve.points.map(([executions, unique]) => ({ name: curve.name, executions, unique, estimated: estimates.get(executions) }));
  });
  const columns = [
    { name: "Executions", value: (r) => r.executions, number: true },
    { name: "Distinct", value: (r) => r.unique, number: true },
  ];
  if (!alone) columns.unshift({ name: "Of", value: (r) => r.name });
  if (rows.some((r) => r.estimated)) {
    const part = (name, i) => ({ name, value: (r) => (r.estimated ? r.estimated[i] ?? Infinity : null), cell: (r) => (!r.estimated ? "" : r.estimated[i] === null ? "no bound" : about(r.estimated[i])), number: true });
    columns.push(part("In all, estimated", 0), part("At least", 1), part("At most", 2));
  }
  return el("figure", {}, host,
    el("figcaption", {}, el("label", {}, box, " logarithmic axes"),
      estimate && !near ? el("span", { class: "muted" }, `The estimate is far above this picture: ${estimateText(estimate)}.`) : null),
    details("The curve as a table", () => table("Points of the curve", columns, rows, { fixed: true }), "curve-table"));
}
