// Tests of the scripts that need no browser: node --test console.web/src/test/js
import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../main/resources/org/asterism/console/web/internal/http/page/", import.meta.url);

/**
 * Returns a script with those that it imports as an address. Scripts of the page have the ending .js, which node takes
 * for modules of the older kind.
 */
function address(name) {
  const code = fs.readFileSync(new URL(name, FOLDER), "utf8")
    .replace(/from "\.\/(\w+\.js)"/g, (_, imported) => "from \"" + address(imported) + "\"");
  return "data:text/javascript;base64," + Buffer.from(code).toString("base64");
}

function load(name) {
  return import(address(name));
}

const { Lanes } = await load("lanes.js");
const format = await load("format.js");
const { departures, explained } = await load("notices.js");

function change(watch, now, cells, running) {
  return { watch, now, next: 1, codelets: ["a"], incidents: [],
    lanes: [{ worker: 0, cells, tasks: 1, busy_ns: 1, ...running }] };
}

test("a cell that has grown replaces itself", () => {
  const lanes = new Lanes(1000);
  lanes.merge(change(1, 100, [0, 10, 0, 1, 10, 20, 30, 0, 1, 10]));
  lanes.merge(change(1, 100, [20, 40, 0, 2, 20, 50, 60, 0, 1, 10]));
  assert.deepEqual(lanes.byWorker.get(0).cells.map((cell) => [cell.begin, cell.end]), [[0, 10], [20, 40], [50, 60]]);
});

test("cells that are too old are forgotten", () => {
  const lanes = new Lanes(50);
  lanes.merge(change(1, 100, [0, 10, 0, 1, 10, 90, 95, 0, 1, 5]));
  assert.equal(lanes.byWorker.get(0).cells.length, 1);
});

test("another run of a program goes on with its colours, and nothing seems to run on", () => {
  const lanes = new Lanes(1000);
  lanes.merge(change(1, 100, [0, 10, 0, 1, 10], { running: 0, since: 20 }));
  lanes.merge({ ...change(2, 110, []), lanes: [] });
  assert.equal(lanes.byWorker.get(0).running, -1);
  lanes.merge({ ...change(2, 120, [110, 115, 1, 1, 5]), codelets: ["b", "a"] });
  assert.deepEqual(lanes.byWorker.get(0).cells.map((cell) => cell.codelet), [0, 0]);
  assert.deepEqual(lanes.codelets, ["a", "b"]);
});

test("another clock begins anew", () => {
  const lanes = new Lanes(1000);
  lanes.merge(change(1, 100, [0, 10, 0, 1, 10]));
  lanes.merge({ ...change(2, 5, []), lanes: [] });
  assert.equal(lanes.byWorker.size, 0);
});

test("the busy part counts kernels that have ended and those that run", () => {
  const lanes = new Lanes(1000);
  lanes.merge(change(1, 100, [0, 20, 0, 2, 10], { running: 0, since: 80 }));
  assert.equal(lanes.busyPart(0, 100), 0.3);
  assert.equal(lanes.busyPart(0, 10), 1);
  assert.equal(lanes.busyPart(7, 10), 0);
});

test("numbers are short and exact enough", () => {
  assert.equal(format.short(0), "0");
  assert.equal(format.short(9999), "9,999");
  assert.equal(format.short(1.25), "1.3");
  assert.equal(format.short(1234567), "1.23M");
  assert.equal(format.short(25000), "25k");
  assert.equal(format.bytes(1536), "1.50 KiB");
  assert.equal(format.time(12_500_000), "12.5 ms");
  assert.equal(format.time(0), "0 ns");
  assert.equal(format.percent(0.876), "88 %");
});

test("a lost worker is named with the reason until it comes back", () => {
  const lost = { time: 5, loss: true, text: "worker gpu-0 lost: device gpu-0 is lost: unplugged" };
  const swap = { time: 6, loss: false, text: "context default: eager -> prio" };
  const gone = { name: "gpu-0", state: "left" };
  assert.deepEqual(departures([lost, swap], [{ name: "cpu-0", state: "idle" }, gone]),
    [{ isLoss: true, text: lost.text }]);
  assert.deepEqual(departures([lost], [gone, { name: "gpu-0", state: "idle" }]), []);
  const earlier = departures([swap], [gone]);
  assert.equal(earlier[0].isLoss, false);
  assert.match(earlier[0].text, /^worker gpu-0 has left/);
});

test("causes are indented below what they explain, and long explanations end", () => {
  const leaf = (name) => ({ subject: name, text: "waits", reason: "tasks", causes: [] });
  assert.equal(explained({ ...leaf("a"), causes: [{ ...leaf("b"), causes: [leaf("c")] }] }),
    "a waits\n  b waits\n    c waits");
  const lines = explained({ ...leaf("a"), causes: Array.from({ length: 100 }, () => leaf("b")) }).split("\n");
  assert.equal(lines.length, 41);
  assert.equal(lines.at(-1), "and 61 more lines");
});
