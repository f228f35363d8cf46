// @ts-check
/** What needs the user's attention: stopped tasks, a standstill, lost workers. */
import { byId, element } from "./dom.js";
import { count, time } from "./format.js";

const MOST_STOPS = 20;
const MOST_LOSSES = 5;
const MOST_LINES = 40;

/**
 * Shows a notice, or hides it. One that is as before is left alone, so that the keyboard's focus stays.
 * @param {string} id of its element
 * @param {string} state what it shows; empty to hide it
 * @param {() => HTMLElement[]} content
 */
function show(id, state, content) {
  const box = byId(id);
  if (box.dataset.state !== state) {
    box.dataset.state = state;
    box.hidden = state === "";
    box.replaceChildren(...state === "" ? [] : content());
  }
}

/**
 * @param {StopAnswer[]} stops
 * @param {(path: string, stop: number) => Promise<void>} goOn
 */
export function showStops(stops, goOn) {
  /** @param {string} label @param {string} path @param {StopAnswer} stop */
  const button = (label, path, stop) => {
    const made = element("button", { type: "button" }, label);
    made.addEventListener("click", async () => {
      made.disabled = true;
      await goOn(path, stop.number);
      made.disabled = false;
    });
    return made;
  };
  show("stops", stops.map((stop) => stop.text).join("\n"), () => stops.slice(0, MOST_STOPS).map((stop) =>
    element("div", { className: "stop" },
      element("span", {}, stop.text),
      button("Continue", "breakpoints/continue", stop),
      button("Step", "breakpoints/step", stop))));
}

/** @param {ExplanationAnswer} explanation @returns {string} a line for each cause, indented */
export function explained(explanation) {
  /** @type {(each: ExplanationAnswer, indent: string) => string[]} */
  const lines = (each, indent) => [indent + each.subject + " " + each.text,
    ...each.causes.flatMap((cause) => lines(cause, indent + "  "))];
  const all = lines(explanation, "");
  const more = all.length > MOST_LINES ? ["and " + count(all.length - MOST_LINES) + " more lines"] : [];
  return [...all.slice(0, MOST_LINES), ...more].join("\n");
}

/** @param {ExplanationAnswer} explanation @returns {ExplanationAnswer | undefined} tasks that wait for each other */
function circle(explanation) {
  return explanation.reason === "circle" ? explanation
    : explanation.causes.map(circle).find((found) => found !== undefined);
}

/** @param {StandstillAnswer} standstill */
export function showStandstill(standstill) {
  const why = standstill.explanation;
  const tasks = count(standstill.tasks) + (standstill.tasks === 1 ? " task" : " tasks");
  const state = why ? tasks + "\n" + explained(why) : "";
  show("standstill", state, () => why ? [
    element("p", {}, element("strong", {}, circle(why) ? "Stuck: tasks wait for each other." : "Nothing moves."),
      " " + tasks + (standstill.tasks === 1 ? " has" : " have") + " not ended, and none runs. The oldest:"),
    element("pre", { tabIndex: 0, ariaLabel: "Why the oldest task has not ended" }, explained(why)),
    element("p", { className: "faint still" }),
  ] : []);
  const since = byId("standstill").querySelector(".still");
  if (since) {
    since.textContent = "Nothing has moved for at least " + time(Math.round(standstill.still_ns / 1e9) * 1e9) + ".";
  }
}

/**
 * Lines about workers that have left, without those that have come back under their names.
 * @param {IncidentAnswer[]} incidents
 * @param {WorkerAnswer[]} workers
 * @returns {{isLoss: boolean, text: string}[]} the last one first
 */
export function departures(incidents, workers) {
  const present = new Set(workers.filter((each) => each.state !== "left").map((each) => each.name));
  const left = new Set(workers.filter((each) => each.state === "left").map((each) => each.name));
  return [...left].filter((name) => !present.has(name)).reverse().map((name) => {
    const loss = incidents.findLast((each) => each.loss && each.text.startsWith("worker " + name + " "));
    return { isLoss: loss !== undefined,
      text: loss?.text ?? "worker " + name + " has left: its driver was stopped, or its device was lost earlier" };
  });
}

/**
 * @param {IncidentAnswer[]} incidents
 * @param {WorkerAnswer[]} workers
 */
export function showLosses(incidents, workers) {
  const all = departures(incidents, workers);
  const present = workers.filter((each) => each.state !== "left").length;
  const areLost = all.every((each) => each.isLoss);
  const title = all.length === 1 ? "A worker " + (areLost ? "is lost." : "has left.")
    : count(all.length) + " workers " + (areLost ? "are lost." : "have left.");
  const rest = present > 0 ? " The other " + count(present) + " go on." : " No worker is left, so tasks wait.";
  const state = all.length ? present + "\n" + all.map((each) => each.text).join("\n") : "";
  show("losses", state, () => [
    element("p", {}, element("strong", {}, title), rest),
    element("ul", {}, ...all.slice(0, MOST_LOSSES).map((each) => element("li", {}, each.text)),
      ...all.length > MOST_LOSSES ? [element("li", {}, "and " + count(all.length - MOST_LOSSES) + " more")] : []),
  ]);
}
