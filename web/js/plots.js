// Plots of the last seconds, by uPlot: times of stages, bodies, energy, momentum, overlap. The
// library is loaded when plots are opened for the first time.

import { el, number } from "./dom.js";
import { stageNames } from "./frame.js";

const samples = 600;
const redrawEvery = 200; // ms
const retryAfter = 3000; // ms
const height = 108;
const total = stageNames.indexOf("total");

// The stages that a plot can tell apart; the others add up to "other".
const told = ["pairs", "evaluate", "solve", "finalize", "continuous"];

const plots = [
  { title: "Time of a tick", unit: "ms", series: ["total", ...told, "other"] },
  { title: "Bodies", unit: "", series: ["awake", "touching", "islands"], whole: true },
  { title: "Energy", unit: "J", series: ["kinetic", "potential", "sum"] },
  { title: "Momentum", unit: "N s", series: ["x", "y"] },
  { title: "Deepest overlap", unit: "mm", series: ["depth"] },
];

const colors = {
  light: ["#30363d", "#2f7fc1", "#d9691c", "#3d9a4d", "#8460a0", "#c8324a", "#9a968a"],
  dark: ["#e8edf2", "#5fb0f0", "#ffa552", "#6ccf7c", "#c09be0", "#ff6b81", "#7b828c"],
};

// restOf returns the part of a time that is in none of the known parts. Frames have times as
// float32, and a rest below the rounding of the whole and of its parts is none.
export function restOf(whole, known) {
  const rest = whole - known.reduce((a, b) => a + b, 0);
  return rest > 2 ** -22 * whole ? rest : 0;
}

// Plots is a section of panels. add takes the numbers of a picture.
export class Plots {
  constructor() {
    this.times = [];
    this.values = plots.map(({ series }) => series.map(() => []));
    this.Chart = null; // the class of uPlot
    this.charts = [];
    this.drawnAt = 0;
    this.loadAt = 0; // when the library is loaded, infinite afterwards
    this.failures = 0; // of loading it
    this.root = el("section.carom-section.carom-plots", { "aria-label": "plots", tabIndex: 0 }); // keys scroll what has the focus
    this.root.hidden = true;
  }

  clear() {
    this.times.length = 0;
    for (const list of this.values.flat()) list.length = 0;
  }

  add(picture) {
    const { stages, counters, energy, depth, head } = picture;
    if (this.times.length > 0 && head.time < this.times.at(-1)) this.clear();
    if (this.times.length > 0 && head.time === this.times.at(-1)) return;
    this.times.push(head.time);
    const stage = (name) => stages?.[stageNames.indexOf(name)] ?? null;
    const known = told.map(stage);
    const rest = stages ? restOf(stages[total], known) : null;
    const rows = [
      [stages ? stages[total] : null, ...known, rest],
      [counters?.[1] ?? null, counters?.[6] ?? null, counters?.[8] ?? null],
      energy ? [energy[0], energy[1], energy[0] + energy[1]] : [null, null, null],
      energy ? [energy[2], energy[3]] : [null, null],
      [depth ? 1000 * depth[0] : null],
    ];
    rows.forEach((row, i) => row.forEach((v, k) => this.values[i][k].push(v)));
    if (this.times.length > samples) {
      this.times.shift();
      for (const list of this.values.flat()) list.shift();
    }
  }

  // setTheme remakes the charts, because uPlot fixes colours when a chart is made.
  setTheme(theme) {
    this.theme = theme;
    for (const chart of this.charts) chart.destroy();
    this.charts = [];
  }

  make() {
    const width = Math.max(160, this.root.clientWidth - 24), style = getComputedStyle(this.root);
    const text = style.getPropertyValue("--carom-faint"), line = style.getPropertyValue("--carom-line");
    this.root.replaceChildren();
    this.charts = plots.map((plot, i) => {
      const holder = el("div.carom-plot");
      const legend = el("span.carom-legend");
      this.root.append(el("h3", {}, plot.title, el("small", {}, plot.unit ? " " + plot.unit : ""), legend), holder);
      const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif", gap: 2 };
      const chart = new this.Chart({
        width, height, legend: { show: false }, cursor: { y: false, points: { size: 5 } }, padding: [6, 8, 0, 0], scales: { x: { time: false }, y: plot.unit === "ms" ? { range: () => [0, this.usualTime()] } : {} },
        axes: [
          { ...axis, size: 18, values: (u, splits) => splits.map((v) => v + (Number.isInteger(v) ? " s" : "")), space: 60 },
          { ...axis, size: 46, values: (u, splits) => splits.map((v) => number(v, 2)), space: 22 },
        ],
        series: [{}, ...plot.series.map((name, k) => ({ label: name, stroke: this.color(k, plot), width: k === 0 ? 1.6 : 1.1, points: { show: false } }))],
        hooks: { setCursor: [(u) => this.writeLegend(legend, i, u.cursor.idx)] },
      }, this.data(i), holder);
      chart.caromLegend = legend;
      return chart;
    });
  }

  // usualTime is the top of the plot of times. It ignores a few slow ticks, which a busy machine
  // causes and which would flatten the rest.
  usualTime() {
    const sorted = this.values[0][0].filter((v) => v !== null).sort((a, b) => a - b);
    return Math.max(0.1, 1.4 * (sorted[Math.floor(0.97 * (sorted.length - 1))] ?? 0));
  }

  color(k, plot) {
    const list = colors[this.theme] ?? colors.light;
    return list[(plot.series.length === 7 ? k : k + 1) % list.length];
  }

  data(i) { return [this.times, ...this.values[i]]; }

  writeLegend(legend, i, index) {
    const at = index ?? this.times.length - 1, plot = plots[i];
    legend.replaceChildren(...plot.series.map((name, k) => {
      const v = this.values[i][k][at];
      return el("span", { style: `--c:${this.color(k, plot)}` }, name + (v === null || v === undefined ? "" : ` ${plot.whole ? v : number(v, 3)}`));
    }));
  }

  // load loads the library of the plots. After a failure draw tries it again under another address:
  // browsers may keep the failure of the first.
  async load() {
    this.loadAt = Infinity;
    try {
      this.Chart = (await import(`../vendor/uplot/uPlot.esm.js${this.failures ? `?${this.failures}` : ""}`)).default;
    } catch {
      this.root.replaceChildren(el("p", {}, "The plots could not be loaded."));
      this.loadAt = performance.now() + retryAfter;
      this.failures++;
    }
  }

  draw(now) {
    if (this.root.hidden || now - this.drawnAt < redrawEvery) return;
    this.drawnAt = now;
    if (!this.Chart) {
      if (now >= this.loadAt) this.load();
      return;
    }
    const width = Math.max(160, this.root.clientWidth - 24);
    if (this.charts.length === 0) this.make();
    this.charts.forEach((chart, i) => {
      if (chart.width !== width) chart.setSize({ width, height });
      chart.setData(this.data(i));
      if (chart.cursor.idx === null || chart.cursor.left < 0) this.writeLegend(chart.caromLegend, i, null);
    });
  }
}
