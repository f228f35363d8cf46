// @ts-check
/** Draws the lanes of workers. */
import { colour } from "./dom.js";
import { time } from "./format.js";
import { swatch } from "./swatch.js";

const AXIS = 20;
const TALLEST = 22;
const SMALLEST = 2;
const PREFERRED = 640;
const LINE = 14;

/** @typedef {{id: number, name: string, state: string}} Worker */

export class LaneCanvas {
  /** @param {HTMLElement} box scrolls @param {HTMLCanvasElement} canvas */
  constructor(box, canvas) {
    this.box = box;
    this.canvas = canvas;
    /** @type {Worker[]} */
    this.workers = [];
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
    this.row = Math.max(SMALLEST, Math.min(TALLEST, Math.floor(PREFERRED / Math.max(1, workers.length))));
    const width = this.box.clientWidth;
    const height = AXIS + Math.max(1, workers.length) * this.row;
    const ratio = devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.height = height + "px";
    }
    const pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.font = "12px " + getComputedStyle(document.body).fontFamily;
    pen.textBaseline = "middle";
    const left = Math.min(110, Math.max(54, width * 0.12));
    const from = lanes.now - span;
    const x = (/** @type {number} */ at) => left + Math.max(0, at - from) / span * (width - left);
    this.axis(pen, left, width, height, span);
    workers.forEach((worker, index) => this.lane(pen, lanes, worker, AXIS + index * this.row, left, width, from, x));
    this.labels(pen, left);
    this.marks(pen, lanes, from, left, width, height, x);
  }

  /** @param {CanvasRenderingContext2D} pen */
  axis(pen, left, width, height, span) {
    const parts = width < 500 ? 2 : 5;
    pen.fillStyle = colour("faint");
    pen.strokeStyle = colour("grid");
    for (let part = 0; part <= parts; part++) {
      const at = left + (width - left) * part / parts;
      pen.textAlign = part === parts ? "right" : part === 0 ? "left" : "center";
      pen.fillText(part === parts ? "now" : "-" + time(span * (parts - part) / parts), at, AXIS / 2);
    }
  }

  lane(pen, lanes, worker, top, left, width, from, x) {
    const gap = this.row >= 8 ? 2 : this.row >= 4 ? 1 : 0;
    const tall = this.row - gap;
    pen.fillStyle = colour("track");
    pen.fillRect(left, top, width - left, tall);
    const lane = lanes.byWorker.get(worker.id);
    if (!lane) {
      return;
    }
    for (const cell of lane.cells) {
      if (cell.end < from) {
        continue;
      }
      // Cells of short tasks are as high as their workers were busy.
      const share = Math.min(1, Math.max(0.15, cell.busy / Math.max(1, cell.end - cell.begin)));
      const begin = x(cell.begin);
      pen.fillStyle = swatch(pen, cell.codelet);
      const wide = Math.max(0.75, x(cell.end) - begin - (gap ? 0.5 : 0));
      pen.fillRect(begin, top + tall * (1 - share), wide, tall * share);
    }
    if (lane.running >= 0 && worker.state !== "left") {
      const begin = x(Math.max(from, lane.since));
      pen.fillStyle = swatch(pen, lane.running);
      pen.fillRect(begin, top, Math.max(1, width - begin), tall);
      pen.fillStyle = colour("ink");
      pen.fillRect(width - 2, top, 2, tall);
    }
  }

  labels(pen, left) {
    const every = Math.ceil(LINE / this.row);
    pen.textAlign = "left";
    this.workers.forEach((worker, index) => {
      const chosen = index === this.selected;
      if (index % every !== 0 && !chosen) {
        return;
      }
      const middle = AXIS + index * this.row + (this.row - 1) / 2;
      if (chosen) {
        pen.fillStyle = colour("paper");
        pen.fillRect(0, middle - LINE / 2, left, LINE);
        pen.fillStyle = colour("ink");
        pen.fillRect(left - 4, AXIS + index * this.row, 3, Math.max(2, this.row - 1));
      }
      const isBad = worker.state === "left" || worker.state === "stuck";
      pen.fillStyle = colour(isBad ? "limit" : chosen ? "ink" : "faint");
      pen.fillText(fitted(pen, worker.state === "left" ? worker.name + " (left)" : worker.name, left - 10), 2, middle);
    });
  }

  /** Swaps of policies and lost workers. */
  marks(pen, lanes, from, left, width, height, x) {
    pen.fillStyle = colour("limit");
    for (const incident of lanes.incidents) {
      if (incident.time >= from) {
        pen.fillRect(Math.max(left, x(incident.time) - 1), AXIS - 4, 2, height);
      }
    }
  }
}

/** @param {CanvasRenderingContext2D} pen @param {string} text @param {number} width */
export function fitted(pen, text, width) {
  if (pen.measureText(text).width <= width) {
    return text;
  }
  let end = text.length;
  while (end > 1 && pen.measureText(text.slice(0, end) + "…").width > width) {
    end--;
  }
  return text.slice(0, end) + "…";
}
