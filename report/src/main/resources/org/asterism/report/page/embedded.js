// Draws the pictures whose data are in the page, as soon as a reader gets near them.
(function (asterism) {
  "use strict";

  /** @type {Map<string, any[]>} what shows the time of a run, by its number */
  const followers = new Map();

  /**
   * @param {string} id
   * @returns {any}
   */
  function data(id) {
    return JSON.parse(document.getElementById(id)?.textContent || "null");
  }

  /** @param {HTMLElement} box */
  async function drawCurves(box) {
    const what = data(box.dataset.curves || "");
    const values = new Float32Array(await asterism.bytes(what.block));
    const curves = what.names.map((/** @type {string} */ _, /** @type {number} */ number) =>
      values.subarray(number * what.columns, (number + 1) * what.columns));
    const run = String(what.run);
    followers.set(run, [...(followers.get(run) || []), asterism.curves(box, what, curves, "run" + run)]);
  }

  /** @param {HTMLElement} box */
  async function drawGantt(box) {
    const id = box.dataset.gantt || "";
    const gantt = new asterism.Gantt(box, data(id));
    const run = id.slice(id.lastIndexOf("-") + 1);
    gantt.listeners.push((/** @type {number} */ from, /** @type {number} */ to) => {
      for (const follower of followers.get(run) || []) {
        follower.show(from, to);
      }
    });
    await gantt.begin();
  }

  const watcher = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const box = entry.target;
      if (entry.isIntersecting && box instanceof HTMLElement) {
        watcher.unobserve(box);
        (box.dataset.gantt ? drawGantt(box) : drawCurves(box)).catch((problem) => {
          box.append(Object.assign(document.createElement("p"), {
            className: "notice",
            textContent: "The picture cannot be drawn: " + problem + ". The table below has the numbers.",
          }));
        });
      }
    }
  }, { rootMargin: "600px" });
  document.querySelectorAll("[data-gantt], [data-curves]").forEach((box) => watcher.observe(box));
})(globalThis.asterism);
