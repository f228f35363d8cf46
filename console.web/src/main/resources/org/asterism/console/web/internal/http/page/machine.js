// @ts-check
/** Memory, transfers, and what workers did. */
import { byId, element, setText, table } from "./dom.js";
import { bytes, count, percent, time, words } from "./format.js";

const UNLIMITED = 2 ** 60;
/** In the order of the colours. */
const REASONS = ["nothing_submitted", "nothing_ready", "data_in_transit", "held_by_policy", "limits",
  "scheduling_overhead", "late_wake_up"];

/** The parts of a bar have a style and a share each. */
/** @typedef {{name: string, parts: [string, number][], value: string}} BarRow */
/** @typedef {{all: HTMLElement[], bar: HTMLElement, value: HTMLElement}} ShownBar */

/** Bars with a name and a value each, updated in place. */
class Bars {
  /** @param {HTMLElement} box @param {string} label */
  constructor(box, label) {
    this.root = element("div", { className: "bars", role: "group", ariaLabel: label, tabIndex: 0 });
    /** @type {Map<string, ShownBar>} */
    this.rows = new Map();
    box.replaceChildren(this.root);
  }

  /** @param {BarRow[]} rows */
  show(rows) {
    const names = new Set(rows.map((row) => row.name));
    for (const [name, row] of this.rows) {
      if (!names.has(name)) {
        row.all.forEach((each) => each.remove());
        this.rows.delete(name);
      }
    }
    rows.forEach((row) => this.update(row));
  }

  /** @param {BarRow} row */
  update(row) {
    let shown = this.rows.get(row.name);
    if (!shown) {
      const bar = element("div", { className: "bar" });
      const value = element("span", { className: "value" });
      const all = [element("span", { title: row.name }, row.name), bar, value];
      this.root.append(...all);
      shown = { all, bar, value };
      this.rows.set(row.name, shown);
    }
    while (shown.bar.children.length < row.parts.length) {
      shown.bar.append(element("i"));
    }
    for (const [index, [style, share]] of row.parts.entries()) {
      const part = /** @type {HTMLElement} */ (shown.bar.children[index]);
      part.className = style;
      part.style.width = Math.max(0, Math.min(100, share * 100)).toFixed(2) + "%";
    }
    setText(shown.value, row.value);
  }
}

/** @type {Bars | undefined} */
let memoryBars;

/** @param {MemoryAnswer[]} nodes */
export function showMemory(nodes) {
  memoryBars ??= new Bars(byId("memory"), "Memory nodes");
  const largest = Math.max(1, ...nodes.map((node) => node.used_bytes));
  memoryBars.show(nodes.map((node) => {
    const limited = node.capacity_bytes > 0 && node.capacity_bytes < UNLIMITED;
    return {
      name: node.name,
      // Without a limit, nodes are compared with each other.
      parts: [[limited ? "k0" : "busy", node.used_bytes / (limited ? node.capacity_bytes : largest)]],
      value: bytes(node.used_bytes) + (limited ? " of " + bytes(node.capacity_bytes) : ", no limit"),
    };
  }));
}

/** @type {Map<string, {bytes: number, at: number}>} */
const before = new Map();

/** @param {LinkAnswer[]} links */
export function showTransfers(links) {
  const box = byId("transfers");
  if (!links.length) {
    setText(box, "Nothing was copied since this page is open.");
    box.className = "faint";
    return;
  }
  box.className = "scroll";
  const at = performance.now();
  const rows = links.slice(0, 100).map((link) => {
    const name = link.from + " > " + link.to;
    const last = before.get(name);
    const rate = last && last.bytes <= link.bytes ? (link.bytes - last.bytes) / (at - last.at) * 1000 : 0;
    before.set(name, { bytes: link.bytes, at });
    return [link.from, link.to, count(link.copies), bytes(link.bytes), bytes(Math.round(rate)) + "/s"];
  });
  box.replaceChildren(table(["from", "to", "copies", "size", "now"], rows, [false, false, true, true, true]));
}

/** @type {Bars | undefined} */
let idleBars;

/** @param {IdleAnswer} idle the answer of /api/idle */
export function showIdle(idle) {
  const box = byId("idle");
  if (!idleBars) {
    const chart = element("div");
    box.replaceChildren(
      element("ul", { className: "legend", ariaLabel: "Activities" },
        element("li", {}, element("i", { className: "busy" }), "busy"),
        ...REASONS.map((reason, index) => element("li", {}, element("i", { className: "k" + index }), words(reason)))),
      chart,
      element("div", { className: "scroll", id: "causes" }));
    idleBars = new Bars(chart, "Workers");
  }
  const parts = (/** @type {Record<string, number>} */ reasons, /** @type {number} */ whole) => {
    const idleTime = REASONS.reduce((sum, reason) => sum + (reasons[reason] ?? 0), 0);
    return /** @type {[string, number][]} */ ([["busy", Math.max(0, whole - idleTime) / whole],
      ...REASONS.map((reason, index) => ["k" + index, (reasons[reason] ?? 0) / whole])]);
  };
  const whole = Math.max(1, idle.nanos);
  const rows = idle.workers.map((worker) => ({ name: worker.name, parts: parts(worker.idle_ns, whole), value: "" }));
  const sums = /** @type {Record<string, number>} */ ({});
  idle.workers.forEach((worker) => REASONS.forEach((reason) => {
    sums[reason] = (sums[reason] ?? 0) + (worker.idle_ns[reason] ?? 0);
  }));
  const all = { name: "all workers", parts: parts(sums, whole * Math.max(1, idle.workers.length)), value: "" };
  [all, ...rows].forEach((row) => { row.value = percent(row.parts[0][1]) + " busy"; });
  idleBars.show([all, ...rows]);
  byId("causes").replaceChildren(table(["worker", "reason", "cause", "periods", "time", "example"],
    idle.causes.map((each) => [each.worker, words(each.reason), each.cause, count(each.periods), time(each.nanos),
      each.example]),
    [false, false, false, true, true, false]));
}

/** Forgets what was shown, because the profile has ended. */
export function hideIdle() {
  idleBars = undefined;
  byId("idle").replaceChildren(element("p", { className: "faint" },
    "Explaining idle time profiles every task, which costs more than the rest of this page. "
    + "It ends when you press the button again or close the page."));
}
