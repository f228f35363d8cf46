"use strict";
// Tests of the scripts of pages that need no browser: node --test report/src/test/js
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const vm = require("node:vm");

const FOLDER = path.join(__dirname, "../../main/resources/org/asterism/report/page");

/** Loads scripts as a page does. */
function load(...names) {
  const page = vm.createContext({ Math, Uint8Array, Uint32Array, Int32Array });
  for (const name of names) {
    vm.runInContext(fs.readFileSync(path.join(FOLDER, name), "utf8"), page, name);
  }
  return { asterism: page.asterism, scope: page };
}

const { asterism } = load("time.js", "lanes.js", "data.js", "tiles.js", "gantt.js", "curves.js");

test("should write times with the unit that suits them", () => {
  assert.equal(asterism.timeText(0), "0");
  assert.equal(asterism.timeText(1500), "1.50 µs");
  assert.equal(asterism.timeText(235_137_000), "235 ms");
  assert.equal(asterism.timeText(4_296_980_000), "4.30 s");
});

test("should write neighbouring ticks so that they differ", () => {
  const ticks = asterism.ticks(1_000_000_000, 1_000_000_500, 5);
  const texts = ticks.map((tick) => asterism.timeText(tick, ticks[1] - ticks[0]));
  assert.equal(new Set(texts).size, ticks.length);
});

test("should choose at most as many round ticks as there is room for", () => {
  assert.deepEqual([...asterism.ticks(0, 100, 5)], [0, 20, 40, 60, 80, 100]);
  assert.deepEqual([...asterism.ticks(0, 0, 5)], []);
});

test("should stay within the whole range when a reader zooms and moves", () => {
  const view = new asterism.Viewport(0, 1000, 10);
  view.zoom(0.1, 0.5);
  assert.deepEqual([view.from, view.to], [450, 550]);
  view.pan(100);
  assert.deepEqual([view.from, view.to], [900, 1000]);
  view.zoom(0.0001, 0);
  assert.equal(view.length, 10);
  view.zoom(1e9, 0.5);
  assert.deepEqual([view.from, view.to], [0, 1000]);
});

test("should choose the coarsest tiles that fill each pixel", () => {
  const levels = [{ columns: 4096 }, { columns: 1024 }, { columns: 256 }];
  assert.equal(asterism.chooseLevel(levels, 1, 200), 2);
  assert.equal(asterism.chooseLevel(levels, 1, 1000), 1);
  assert.equal(asterism.chooseLevel(levels, 0.01, 1000), 0);
});

/** Paints two lanes of four columns, of which the first has a full and a half-filled tile. */
function paint(width, height, from, to) {
  const pixels = new Uint32Array(width * height);
  const cells = new Uint8Array(16);
  cells.set([1, 255, 2, 128], 0);
  asterism.paintTiles(pixels, width, height, {
    cells, columns: 4, from, to, first: 0, rows: 2, workers: 2, looks: [0, 1], colours: [11, 12], paper: 1, track: 2,
  });
  return (x, y) => pixels[y * width + x];
}

test("should fill a tile up to the share of its time in kernels", () => {
  const at = paint(4, 40, 0, 1);
  assert.equal(at(0, 1), 11);
  assert.equal(at(1, 1), 2, "the upper half of a half-filled tile is empty");
  assert.equal(at(1, 15), 12);
  assert.equal(at(2, 10), 2);
  assert.equal(at(0, 19), 1, "there is room between lanes");
  assert.equal(at(0, 30), 2, "the second lane has no kernel");
});

test("should show the fuller one of two tiles under a pixel", () => {
  assert.equal(paint(2, 40, 0, 1)(0, 1), 11);
});

test("should paint nothing behind the end of a shorter run", () => {
  assert.equal(paint(4, 40, 0, 2)(3, 10), 1);
});

test("should give codelets their looks in the order of their names, whichever came first", () => {
  assert.deepEqual([...asterism.looks(["trsm", "gemm", "potrf"])], [2, 0, 1]);
  assert.deepEqual([...asterism.looks(["potrf", "trsm", "gemm"])], [1, 2, 0]);
  assert.equal(asterism.lookClasses(11), "k3 h1");
});

test("should give codelets beyond the plain colours stripes", () => {
  const stripes = (codelet) => {
    let count = 0;
    for (let x = 0; x < 6; x++) {
      for (let y = 0; y < 6; y++) {
        count += asterism.isStripe(codelet, 8, x, y) ? 1 : 0;
      }
    }
    return count;
  };
  assert.equal(stripes(7), 0);
  assert.equal(stripes(8), 12);
  assert.ok(stripes(8 * 5) > 12, "crossed stripes");
});

/** A canvas that notes what is drawn: rectangles with their colours, and texts with their places. */
function noting(width) {
  const drawn = { rectangles: [], texts: [] };
  const context = {
    setTransform() {}, clearRect() {}, save() {}, restore() {}, beginPath() {}, rect() {}, clip() {}, strokeRect() {},
    measureText: (text) => ({ width: 6 * text.length }),
    fillRect(x, y, wide, high) { drawn.rectangles.push({ colour: this.fillStyle, x, y, wide, high }); },
    fillText(text, x, y) { drawn.texts.push({ text, x, y, colour: this.fillStyle, align: this.textAlign }); },
  };
  return { drawn, canvas: { width, height: 0, getContext: () => context } };
}

const PAINTS = { paper: "#ffffff", ink: "#000000", faint: "#777777", track: "#eeeeee", limit: "#ff0000" };

/** Lanes of 100 pixels beside names of 50, for the time from 0 to 1000. */
function lanes(count, more = {}) {
  const page = load("time.js", "lanes.js");
  const { drawn, canvas } = noting(150);
  page.scope.devicePixelRatio = 1;
  page.scope.getComputedStyle = () => ({ fontFamily: "sans-serif",
    getPropertyValue: (name) => PAINTS[name.slice(2)] || "#0000f" + name.slice(-1) });
  const picture = new page.asterism.LaneCanvas(canvas);
  picture.begin({ width: 150, height: 20 + 20 * count, gutter: 50, axis: 20, from: 0, to: 1000, first: 0, rows: count,
    count, ...more });
  return { picture, drawn };
}

test("should draw bars as wide as their time and as high as their share", () => {
  const { picture, drawn } = lanes(2);
  picture.bar(1, 100, 400, 3);
  picture.bar(1, 500, 600, 2, 0.5);
  assert.deepEqual(drawn.rectangles.map((each) => each.colour), ["#0000f3", "#0000f2"]);
  const [full, half] = drawn.rectangles;
  assert.deepEqual([full.x, full.y, Math.round(full.wide), full.high], [60, 40, 29, picture.tall]);
  assert.deepEqual([half.x, half.high, half.y + half.high], [100, picture.tall / 2, 40 + picture.tall]);
});

test("should draw no bar that has ended before the visible time, and the visible part of another", () => {
  const { picture, drawn } = lanes(1, { from: 500 });
  picture.bar(0, 100, 400, 0);
  assert.equal(drawn.rectangles.length, 0);
  picture.bar(0, 100, 600, 0);
  assert.equal(drawn.rectangles[0].x, 49, "a pixel before the lanes, where it is cut off");
  assert.ok(drawn.rectangles[0].wide < 22);
});

test("should name as many workers as there is room for, and always the chosen one", () => {
  const { picture, drawn } = lanes(100, { height: 220 });
  picture.names((lane) => "w" + lane, 3, (lane) => lane === 7);
  assert.deepEqual(drawn.texts.map((each) => each.text).slice(0, 3), ["w0", "w7", "w14"]);
  assert.equal(drawn.texts[1].colour, PAINTS.limit);
  assert.deepEqual([drawn.texts.at(-1).text, drawn.texts.at(-1).colour], ["w3", PAINTS.ink]);
});

test("should keep the texts of the axis within the canvas", () => {
  const { picture, drawn } = lanes(1);
  picture.axis([{ at: 0, text: "-10 s" }, { at: 1000, text: "now" }]);
  assert.deepEqual(drawn.texts.map((each) => each.x), [50, 141]);
});

test("should name the marks that there is room for, and leave lines out that lie close together", () => {
  const { picture, drawn } = lanes(1, { axis: 38, height: 58 });
  picture.marks([0, 10, 100, 110, 500, 2000].map((at, number) => ({ at, text: String(number) })), "ink");
  assert.deepEqual(drawn.rectangles.map((each) => each.x), [50, 59, 99]);
  assert.deepEqual(drawn.texts.map((each) => each.text), ["0", "4"]);
});

test("should mark visible times only", () => {
  const { picture, drawn } = lanes(1);
  picture.mark(500, "limit");
  picture.mark(1500, "limit");
  assert.deepEqual(drawn.rectangles.map((each) => [each.colour, each.x]), [[PAINTS.limit, 99]]);
});

test("should find the bars of a lane that are visible", () => {
  const begins = [0, 10, 20, 30, 5, 15];
  assert.deepEqual([...asterism.findBars(begins, 0, 4, 12, 25)], [1, 3]);
  assert.deepEqual([...asterism.findBars(begins, 4, 6, 100, 200)], [5, 6]);
});

test("should write on colours so that the text can be read", () => {
  assert.equal(asterism.textOn("#5f42f0"), "#ffffff");
  assert.equal(asterism.textOn("#ec7f13"), "#000000");
});

test("should shorten numbers", () => {
  assert.equal(asterism.shortNumber(0), "0");
  assert.equal(asterism.shortNumber(12_345), "12.3k");
  assert.equal(asterism.shortNumber(10_000_000), "10M");
});
