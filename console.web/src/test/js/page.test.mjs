// Tests of the scripts that need no browser: node --test console.web/src/test/js
import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../main/resources/org/asterism/console/web/internal/http/page/", import.meta.url);

/** Scripts of the page have the ending .js, which node takes for modules of the older kind. */
async function load(name) {
  const code = fs.readFileSync(new URL(name, FOLDER), "utf8");
  return import("data:text/javascript;base64," + Buffer.from(code).toString("base64"));
}

const { Lanes } = await load("lanes.js");
const format = await load("format.js");

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
