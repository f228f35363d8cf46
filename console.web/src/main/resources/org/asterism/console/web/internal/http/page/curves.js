// @ts-check
/** Curves over time and plots of models, drawn by uPlot. */
import { colour } from "./dom.js";
import { bytes, clock, short, time } from "./format.js";

/** uPlot is a script of the older kind: the page loads it before its modules. */
const uPlot = /** @type {any} */ (globalThis).uPlot;
const FONT = "12px system-ui, Liberation Sans, Arial, sans-serif";

/** @param {(value: number) => string} text @returns what uPlot shows at the cursor */
function shown(text) {
  return (/** @type {unknown} */ _, /** @type {number | null} */ value) => value == null ? "" : text(value);
}

/** @param {(value: number) => string} text of a tick @param {number} size in pixels */
function axis(text, size) {
  const values = (/** @type {unknown} */ _, /** @type {(number | null)[]} */ ticks) =>
    ticks.map((tick) => tick == null ? "" : text(tick));
  return { stroke: () => colour("faint"), grid: { stroke: () => colour("grid"), width: 1 },
    ticks: { show: false }, font: FONT, values, size, gap: 6 };
}

const SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300];

/** A chart as wide as its box. */
class Chart {
  /**
   * @param {HTMLElement} box
   * @param {{height: number, [option: string]: unknown}} options
   * @param {(number | null)[][]} data
   */
  constructor(box, options, data) {
    this.box = box;
    this.plot = new uPlot({ width: Math.max(200, box.clientWidth), ...options }, data, box);
    this.sizes = new ResizeObserver(() =>
      this.plot.setSize({ width: Math.max(200, box.clientWidth), height: options.height }));
    this.sizes.observe(box);
  }

  redraw() {
    this.plot.redraw(false);
  }

  remove() {
    this.sizes.disconnect();
    this.plot.destroy();
  }
}

/** Curves of the last ten minutes. */
export class TimeCurves extends Chart {
  /**
   * @param {HTMLElement} box
   * @param {{name: string, colour: string, value: (sample: SampleAnswer) => number}[]} curves
   */
  constructor(box, curves) {
    const range = (/** @type {unknown} */ _, /** @type {number} */ least, /** @type {number} */ most) =>
      [Math.min(0, least), Math.max(4, most * 1.08)];
    super(box, {
      height: 190,
      cursor: { y: false, points: { size: 6 } },
      legend: { live: true },
      scales: { y: { range } },
      axes: [
        { ...axis(clock, 30), space: 90, incrs: SECONDS },
        axis(short, 52),
      ],
      series: [
        { label: "time", value: shown(clock) },
        ...curves.map((curve) => ({ label: curve.name, width: 2, stroke: () => colour(curve.colour),
          points: { show: false }, value: shown(short) })),
      ],
    }, [[], ...curves.map(() => [])]);
    this.curves = curves;
  }

  /** @param {SampleAnswer[]} samples */
  show(samples) {
    this.plot.setData([samples.map((each) => each.ms / 1000), ...this.curves.map((curve) => samples.map(curve.value))]);
  }
}

/** Measurements and fitted curves of one model, over the size, both logarithmic. */
export class ModelPlot extends Chart {
  /** @param {HTMLElement} box @param {ModelAnswer} model */
  constructor(box, model) {
    const groups = groupsOf(model);
    const sizes = [...new Set(groups.flatMap((group) => [...group.points.keys()]))].sort((a, b) => a - b);
    const value = model.unit === "joules" ? (/** @type {number} */ v) => v.toPrecision(3) + " J" : time;
    super(box, {
      height: 300,
      cursor: { y: false, points: { size: 8 } },
      scales: { x: { time: false, distr: 3 }, y: { distr: 3 } },
      axes: [axis((tick) => short(tick) + "B", 30), axis(value, 64)],
      series: [
        { label: "size", value: shown(bytes) },
        ...groups.map((group) => ({
          label: group.name,
          stroke: () => colour("c" + group.colour),
          width: 2,
          dash: group.line ? [6, 4] : undefined,
          spanGaps: group.line,
          paths: group.line ? undefined : () => null,
          points: { show: !group.line, size: 8, fill: () => colour("c" + group.colour) },
          value: shown(value),
        })),
      ],
    }, [sizes, ...groups.map((group) => sizes.map((size) => group.points.get(size) ?? null))]);
  }
}

/** @param {ModelAnswer} model one group per kind of processor, and one per fitted curve */
function groupsOf(model) {
  /** @type {Map<string, {name: string, colour: number, line: boolean, points: Map<number, number>}>} */
  const groups = new Map();
  const key = (/** @type {ModelKeyAnswer} */ each) => each.architecture + (each.device ? " " + each.device : "")
    + (each.members > 1 ? " x" + each.members : "") + (each.implementation ? " #" + each.implementation : "");
  for (const each of model.cases) {
    const name = key(each);
    const group = groups.get(name) ?? { name, colour: groups.size % 8, line: false, points: new Map() };
    groups.set(name, group);
    if (each.bytes > 0 && each.mean > 0) {
      group.points.set(each.bytes, each.mean);
    }
  }
  for (const each of model.fits) {
    const base = groups.get(key(each));
    const points = new Map();
    for (let at = 0; at < each.points.length; at += 2) {
      points.set(each.points[at], each.points[at + 1]);
    }
    if (points.size) {
      groups.set(key(each) + " fit", { name: key(each) + " fit", colour: base?.colour ?? 7, line: true, points });
    }
  }
  return [...groups.values()].filter((group) => group.points.size);
}
