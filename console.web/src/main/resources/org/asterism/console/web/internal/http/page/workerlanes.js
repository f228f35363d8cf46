// @ts-check
/** Shows the last seconds of all workers, one lane each. The pictures of reports come from the same script. */
import { time } from "./format.js";

/** The scripts that all our pages share are of the older kind: the page loads them before its modules. */
const asterism = /** @type {any} */ (globalThis).asterism;

const AXIS = 22;
const TALLEST = 22;
const SMALLEST = 2;
const PREFERRED = 640;
/** Bars of short tasks are at least so high. */
const LOWEST = 0.15;

/** @typedef {{id: number, name: string, state: string}} Worker */

export class WorkerLanes {
  /** @param {HTMLElement} box scrolls @param {HTMLCanvasElement} canvas */
  constructor(box, canvas) {
    this.box = box;
    this.canvas = canvas;
    this.picture = new asterism.LaneCanvas(canvas);
    /** @type {Worker[]} */
    this.workers = [];
    /** @type {number[]} */
    this.looks = [];
    this.row = TALLEST;
    this.selected = -1;
  }

  /** @param {number} y within the canvas @returns {number} index of a worker, or -1 */
  at(y) {
    const index = Math.floor((y - AXIS) / this.row);
    return index >= 0 && index < this.workers.length ? index : -1;
  }

  /** Scrolls the chosen lane into view. */
  reveal() {
    const top = AXIS + this.selected * this.row;
    if (top < this.box.scrollTop + AXIS) {
      this.box.scrollTop = top - AXIS;
    } else if (top + this.row > this.box.scrollTop + this.box.clientHeight) {
      this.box.scrollTop = top + this.row - this.box.clientHeight;
    }
  }

  /**
   * @param {import("./lanes.js").Lanes} lanes
   * @param {Worker[]} workers
   * @param {number} span nanoseconds
   */
  draw(lanes, workers, span) {
    this.workers = workers;
    this.looks = asterism.looks(lanes.codelets);
    const count = Math.max(1, workers.length);
    this.row = Math.max(SMALLEST, Math.min(TALLEST, Math.floor(PREFERRED / count)));
    const width = this.box.clientWidth;
    const height = AXIS + count * this.row;
    this.canvas.style.height = height + "px";
    this.picture.begin({ width, height, gutter: Math.min(110, Math.max(54, width * 0.12)), axis: AXIS,
      from: lanes.now - span, to: lanes.now, first: 0, rows: count, count: workers.length });
    this.picture.inside(() => workers.forEach((worker, lane) => this.lane(lanes, worker, lane)));
    this.axis(lanes.now, span, width < 500 ? 2 : 5);
    this.picture.names((/** @type {number} */ lane) => title(workers[lane]), this.selected,
      (/** @type {number} */ lane) => ["left", "stuck"].includes(workers[lane].state));
    // Swaps of policies and lost workers.
    lanes.incidents.forEach((incident) => this.picture.mark(incident.time, "limit"));
  }

  /** @param {number} now @param {number} span @param {number} parts */
  axis(now, span, parts) {
    this.picture.axis(Array.from({ length: parts + 1 }, (_, part) => ({
      at: now - span * (parts - part) / parts,
      text: part === parts ? "now" : "-" + time(span * (parts - part) / parts),
    })));
  }

  /** @param {import("./lanes.js").Lanes} lanes @param {Worker} worker @param {number} number */
  lane(lanes, worker, number) {
    const { picture } = this;
    picture.track(number);
    const lane = lanes.byWorker.get(worker.id);
    if (!lane) {
      return;
    }
    for (const cell of lane.cells) {
      // Cells of short tasks are as high as their workers were busy.
      const share = cell.busy / Math.max(1, cell.end - cell.begin);
      picture.bar(number, cell.begin, cell.end, this.looks[cell.codelet], Math.min(1, Math.max(LOWEST, share)));
    }
    if (lane.running >= 0 && worker.state !== "left") {
      picture.bar(number, lane.since, lanes.now, this.looks[lane.running]);
      picture.edge(number);
    }
  }
}

/** @param {Worker} worker */
function title(worker) {
  return worker.state === "left" ? worker.name + " (left)" : worker.name;
}
