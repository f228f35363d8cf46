// @ts-check
/** Asks the server once a second while the page is visible, and shows the answers. */
import { ask, Refused } from "./api.js";
import { Contexts } from "./contexts.js";
import { ModelPlot, TimeCurves } from "./curves.js";
import { byId, element, resetColours, setText, table } from "./dom.js";
import { count, percent, short, time, words } from "./format.js";
import { Lanes } from "./lanes.js";
import { hideIdle, showIdle, showMemory, showTransfers } from "./machine.js";
import { explained, showLosses, showStandstill, showStops } from "./notices.js";
import { WorkerLanes } from "./workerlanes.js";

/** The scripts that all our pages share are of the older kind: the page loads them before its modules. */
const asterism = /** @type {any} */ (globalThis).asterism;

const PERIOD = 1000;
const LONGEST = 60e9;
const MOST_SAMPLES = 600;
const RARELY = 15;
const SPANS = [1e6, 1e7, 1e8, 1e9, 5e9, 1e10, 3e10, 6e10];

const runtimeSelect = byId("runtime");
const spanSelect = byId("span");
const canvas = new WorkerLanes(byId("lanes"), byId("lanes").querySelector("canvas"));
const contexts = new Contexts(() => runtimeSelect.value, report);
const throughput = new TimeCurves(byId("throughput"),
  [{ name: "tasks per second", colour: "c0", value: (sample) => sample.tasks_per_second }]);
const queues = new TimeCurves(byId("queues"),
  [{ name: "ready", colour: "c1", value: (sample) => sample.ready },
    { name: "running", colour: "c2", value: (sample) => sample.running }]);

let lanes = new Lanes(LONGEST);
/** @type {SampleAnswer[]} */
let samples = [];
/** @type {WorkerAnswer[]} */
let workers = [];
let profiling = false;
let chosenByUser = false;
let polls = 0;
let timer = 0;
/** @type {ModelPlot | null} */
let modelPlot = null;
let modelShown = "";

/** @param {unknown} problem null if all is well */
function report(problem) {
  const box = byId("problem");
  box.hidden = problem === null;
  setText(box, problem === null ? "" : problem instanceof Refused ? problem.message
    : "No answer from the console: it was stopped, or the program has ended. Start it again with asterism:console.");
}

/** @param {string} text @param {string} style */
function connection(text, style) {
  setText(byId("connection"), text);
  byId("connection").className = "pill " + style;
}

async function poll() {
  const began = performance.now();
  try {
    const answer = /** @type {SnapshotAnswer} */ (await ask("snapshot",
      { runtime: runtimeSelect.value, after: lanes.next, sample: samples.at(-1)?.number ?? 0 }));
    show(answer);
    if (polls++ % RARELY === 0 && answer.begun) {
      contexts.know(await ask("policies", { runtime: runtimeSelect.value }));
      showModels(await ask("models", { runtime: runtimeSelect.value }));
    }
    if (profiling && answer.begun) {
      showIdle(await ask("idle", { runtime: runtimeSelect.value }));
    }
    if (byId("connection").className.includes("lost")) {
      report(null);
    }
    const chosen = answer.runtimes.find((each) => each.name === runtimeSelect.value);
    if (!answer.begun) {
      connection("not used yet", "");
    } else if (chosen?.paused) {
      connection("paused", "paused");
    } else if (answer.standstill.tasks > 0) {
      connection("standing still", "paused");
    } else {
      connection("live", "live");
    }
  } catch (problem) {
    await failed(problem);
  }
  // A slow answer means a busy machine: ask less often.
  schedule(Math.max(PERIOD, 3 * (performance.now() - began)));
}

/** @param {unknown} problem */
async function failed(problem) {
  if (problem instanceof Refused && problem.status === 404) {
    connection("ended", ""); // what was seen last stays visible
    await ask("runtimes").then(showRuntimes, report);
  } else {
    connection("no connection", "lost");
    report(problem);
  }
}

/** @param {number} millis */
function schedule(millis) {
  clearTimeout(timer);
  if (!document.hidden) {
    timer = setTimeout(poll, millis);
  }
}

/** @param {SnapshotAnswer} answer */
function show(answer) {
  showRuntimes(answer.runtimes);
  showStops(answer.breakpoints.stops, goOn);
  if (!answer.begun) {
    setText(byId("lane"), "No program has used this runtime yet.");
    return;
  }
  workers = answer.workers;
  lanes.merge(answer.lanes);
  samples = samples.concat(answer.throughput).slice(-MOST_SAMPLES);
  showTiles();
  showLegend();
  showStandstill(answer.standstill);
  showLosses(lanes.incidents, workers);
  showIncidents();
  drawLanes();
  throughput.show(samples);
  queues.show(samples);
  contexts.show(answer.contexts);
  showMemory(answer.memory);
  showTransfers(answer.transfers);
  showWorkersTable();
}

/**
 * Follows the newest program, until somebody chooses a runtime.
 * @param {RuntimeAnswer[]} runtimes
 */
function showRuntimes(runtimes) {
  const names = runtimes.map((each) => each.name);
  const newest = (runtimes.findLast((each) => each.begun) ?? runtimes.at(-1))?.name;
  const before = runtimeSelect.value;
  const hasEnded = before && !names.includes(before); // it may come again
  const chosen = before && (chosenByUser || hasEnded) ? before : newest;
  if (chosen && !names.includes(chosen)) {
    names.push(chosen);
  }
  if (names.join() !== [...runtimeSelect.options].map((option) => option.value).join()) {
    runtimeSelect.replaceChildren(...names.map((name) => element("option", { value: name }, name)));
  }
  runtimeSelect.value = chosen ?? "";
  if (before && chosen !== before) {
    reset();
  }
}

/** @param {string} path @param {number} stop */
async function goOn(path, stop) {
  try {
    await ask(path, {}, { stop });
    report(null);
  } catch (problem) {
    report(problem);
  }
  schedule(0);
}

/** @type {Map<string, {box: HTMLElement, value: HTMLElement}>} */
const tiles = new Map();

/** @param {string} name @param {string} value @param {boolean} bad */
function tile(name, value, bad = false) {
  let shown = tiles.get(name);
  if (!shown) {
    shown = { box: element("div", {}, element("dt", {}, name)), value: element("dd") };
    tiles.set(name, shown);
    shown.box.append(shown.value);
    byId("tiles").append(shown.box);
  }
  setText(shown.value, value);
  shown.box.className = bad ? "bad" : "";
}

function showTiles() {
  const last = samples.at(-1);
  if (!last) {
    return;
  }
  const present = workers.filter((worker) => worker.state !== "left").length;
  tile("tasks per second", short(last.tasks_per_second));
  tile("done", short(last.done));
  const ended = last.done + last.failed + last.cancelled;
  tile("waiting", short(Math.max(0, last.submitted - ended - last.ready - last.running)));
  tile("ready", short(last.ready));
  tile("running", short(last.running));
  tile("failed", short(last.failed), last.failed > 0);
  tile("workers", count(present) + (present < workers.length ? ", " + count(workers.length - present) + " left" : ""),
    present < workers.length);
}

function showLegend() {
  const list = byId("legend");
  const names = [...lanes.codelets].sort();
  if (list.dataset.names === names.join()) {
    return;
  }
  list.dataset.names = names.join();
  list.replaceChildren(...names.map((name, look) =>
    element("li", {}, element("i", { className: asterism.lookClasses(look) }), name)));
}

function showIncidents() {
  const recent = lanes.incidents.slice(-4).reverse();
  byId("incidents").replaceChildren(...recent.map((each) =>
    element("li", {}, each.text + ", " + time(Math.max(0, lanes.now - each.time)) + " ago")));
}

function span() {
  return Number(spanSelect.value);
}

function drawLanes() {
  canvas.draw(lanes, workers, span());
  byId("lanes").querySelector("canvas").ariaLabel = workers.length + " workers, "
    + workers.filter((worker) => (lanes.byWorker.get(worker.id)?.running ?? -1) >= 0).length + " run a task now";
  const worker = workers[canvas.selected];
  byId("explain").hidden = !worker || worker.state === "left";
  setText(byId("lane"), worker ? describe(worker) : "Choose a worker with the arrow keys or a click.");
}

/** @param {WorkerAnswer} worker */
function describe(worker) {
  const lane = lanes.byWorker.get(worker.id);
  const doing = worker.state !== "left" && lane && lane.running >= 0
    ? "runs " + lanes.codelets[lane.running] + " for " + time(Math.max(0, lanes.now - lane.since))
    : words(worker.state);
  return worker.name + ": " + doing + "; " + count(worker.tasks) + " tasks; busy "
    + percent(lanes.busyPart(worker.id, span())) + " of the last " + time(span())
    + (worker.contexts.length ? "; in " + worker.contexts.join(", ") : "");
}

function showWorkersTable() {
  const details = byId("workers-table");
  if (details.open) {
    details.querySelector("div").replaceChildren(table(
      ["id", "name", "kind", "state", "tasks", "busy", "contexts"],
      workers.map((each) => [each.id, each.name, each.architecture, words(each.state), count(each.tasks),
        percent(lanes.busyPart(each.id, span())), each.contexts.join(", ")]),
      [true, false, false, false, true, true, false]));
  }
}

/** @param {number} index */
function select(index) {
  canvas.selected = Math.max(-1, Math.min(workers.length - 1, index));
  byId("explanation").hidden = true;
  drawLanes();
}

async function explain() {
  const box = byId("explanation");
  try {
    const answer = await ask("explanation", { runtime: runtimeSelect.value, worker: workers[canvas.selected].id });
    setText(box, explained(answer));
    box.hidden = false;
  } catch (problem) {
    report(problem);
  }
}

/** @param {string[]} symbols */
function showModels(symbols) {
  const chooser = byId("model");
  if (symbols.join() !== [...chooser.options].map((option) => option.value).join()) {
    const chosen = chooser.value;
    chooser.replaceChildren(...symbols.map((symbol) => element("option", { value: symbol }, symbol)));
    chooser.value = symbols.includes(chosen) ? chosen : symbols[0] ?? "";
  }
  chooser.parentElement.hidden = !symbols.length;
  if (!symbols.length) {
    setText(byId("models"), "No model has measured anything yet.");
    byId("models").className = "faint";
  } else {
    showModel();
  }
}

async function showModel() {
  const symbol = byId("model").value;
  try {
    const model = /** @type {ModelAnswer} */ (
      await ask("models/" + encodeURIComponent(symbol), { runtime: runtimeSelect.value }));
    const state = JSON.stringify(model);
    if (state === modelShown) {
      return;
    }
    modelShown = state;
    modelPlot?.remove();
    const box = element("div", { className: "curves" });
    const value = (/** @type {number} */ v) => model.unit === "joules" ? v.toPrecision(3) + " J" : time(v);
    byId("models").className = "";
    byId("models").replaceChildren(box, element("details", {}, element("summary", {}, "Table of measurements"),
      element("div", { className: "scroll" }, table(
        ["kind", "device", "size in bytes", "samples", "mean", "deviation", "used"],
        model.cases.map((each) => [each.architecture, each.device, count(each.bytes),
          count(each.samples), value(each.mean), value(each.deviation), each.calibrated ? "yes" : "not yet"]),
        [false, true, true, true, true, true, false]))));
    const isDrawn = model.cases.some((each) => each.bytes > 0 && each.mean > 0);
    modelPlot = isDrawn ? new ModelPlot(box, model) : null;
    box.hidden = modelPlot === null;
  } catch (problem) {
    report(problem);
  }
}

function reset() {
  lanes = new Lanes(LONGEST);
  samples = [];
  workers = [];
  canvas.selected = -1;
  polls = 0;
  contexts.clear();
  schedule(0);
}

spanSelect.replaceChildren(...SPANS.map((nanos) => element("option", { value: nanos }, time(nanos))));
spanSelect.value = String(1e10);
spanSelect.addEventListener("change", drawLanes);
runtimeSelect.addEventListener("change", () => {
  chosenByUser = true;
  reset();
});
byId("model").addEventListener("change", showModel);
byId("explain").addEventListener("click", explain);
byId("workers-table").addEventListener("toggle", showWorkersTable);
byId("profile").addEventListener("click", () => {
  profiling = !profiling;
  byId("profile").ariaPressed = String(profiling);
  setText(byId("profile"), profiling ? "Stop explaining" : "Explain idle time");
  if (profiling) {
    schedule(0);
  } else {
    hideIdle();
  }
});
byId("lanes").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  const page = 10;
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  if (step !== undefined) {
    event.preventDefault();
    select(Math.max(0, Math.min(workers.length - 1, canvas.selected + step)));
    canvas.reveal();
  } else if (event.key === "Enter" && canvas.selected >= 0) {
    explain();
  }
});
byId("lanes").addEventListener("click", (/** @type {MouseEvent} */ event) => {
  select(canvas.at(event.clientY - canvas.canvas.getBoundingClientRect().top));
});
document.addEventListener("visibilitychange", () => schedule(0));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  resetColours();
  drawLanes();
  throughput.redraw();
  queues.redraw();
  modelPlot?.redraw();
});
new ResizeObserver(() => workers.length && drawLanes()).observe(byId("lanes"));
hideIdle();
schedule(0);
