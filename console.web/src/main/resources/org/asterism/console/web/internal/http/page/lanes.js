// @ts-check
/** What is known of the workers' lanes: merges the changes that the server sends. */

/** @typedef {{begin: number, end: number, codelet: number, tasks: number, busy: number}} Cell */
/** @typedef {{cells: Cell[], running: number, since: number, tasks: number, busy: number}} Lane */

const WIDTH = 5;
const MOST = 6000;

export class Lanes {
  /** @param {number} kept how many nanoseconds are kept */
  constructor(kept) {
    this.kept = kept;
    /** @type {Map<number, Lane>} */
    this.byWorker = new Map();
    /** @type {string[]} */
    this.codelets = [];
    /** @type {number[]} our numbers of codelets by those of the server */
    this.numbers = [];
    /** @type {IncidentAnswer[]} */
    this.incidents = [];
    this.now = 0;
    this.next = 0;
    this.watch = 0;
  }

  /** @param {LanesAnswer} changes the answer of /api/lanes */
  merge(changes) {
    if (changes.now < this.now) {
      this.byWorker.clear(); // the clock of another runtime
    } else if (changes.watch !== this.watch) {
      this.byWorker.forEach((lane) => { lane.running = -1; });
    }
    this.watch = changes.watch;
    this.now = changes.now;
    this.next = changes.next;
    this.incidents = changes.incidents;
    this.numbers = changes.codelets.map((name) => this.number(name));
    for (const change of changes.lanes) {
      this.mergeLane(change);
    }
  }

  /** @param {string} name @returns {number} stays the same for another run of the program */
  number(name) {
    const known = this.codelets.indexOf(name);
    return known >= 0 ? known : this.codelets.push(name) - 1;
  }

  /** @param {LaneAnswer} change */
  mergeLane(change) {
    const lane = this.byWorker.get(change.worker) ?? { cells: [], running: -1, since: 0, tasks: 0, busy: 0 };
    this.byWorker.set(change.worker, lane);
    lane.running = change.running === undefined ? -1 : this.numbers[change.running];
    lane.since = change.since ?? 0;
    lane.tasks = change.tasks;
    lane.busy = change.busy_ns;
    const cells = lane.cells;
    for (let at = 0; at < change.cells.length; at += WIDTH) {
      const [begin, end, codelet, tasks, busy] = change.cells.slice(at, at + WIDTH);
      // A cell that has grown replaces itself. It can only be among the last ones.
      const from = Math.max(0, cells.length - 64);
      const known = cells.findLastIndex((cell, index) => index >= from && cell.begin === begin);
      const cell = { begin, end, codelet: this.numbers[codelet], tasks, busy };
      if (known >= 0) {
        cells[known] = cell;
      } else {
        cells.push(cell);
      }
    }
    const oldest = this.now - this.kept;
    let gone = Math.max(0, cells.length - MOST);
    while (gone < cells.length && cells[gone].end < oldest) {
      gone++;
    }
    cells.splice(0, gone);
  }

  /**
   * The part of a span of time in which a worker's kernels ran.
   * @param {number} worker
   * @param {number} span nanoseconds until now
   */
  busyPart(worker, span) {
    const lane = this.byWorker.get(worker);
    if (!lane) {
      return 0;
    }
    const from = this.now - span;
    let busy = lane.running >= 0 ? this.now - Math.max(from, lane.since) : 0;
    for (const cell of lane.cells) {
      if (cell.end > from) {
        const inside = (cell.end - Math.max(from, cell.begin)) / Math.max(1, cell.end - cell.begin);
        busy += cell.busy * inside;
      }
    }
    return Math.min(1, Math.max(0, busy / span));
  }
}
