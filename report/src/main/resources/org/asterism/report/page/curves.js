// Curves over time, drawn by uPlot.
(function (asterism) {
  "use strict";

  const HEIGHT = 180;

  /**
   * Draws curves.
   *
   * @param {HTMLElement} box that they fill
   * @param {CurveData} data
   * @param {Float32Array[]} values of each curve
   * @param {string} sync the name of the pictures that show the same cursor
   * @returns {{show: (from: number, to: number) => void}} to show another part of the time
   */
  asterism.curves = function (box, data, values, sync) {
    const length = data.length;
    const times = Array.from({ length: data.columns }, (_, column) => ((column + 0.5) * length) / data.columns);
    /** @type {any} */
    let plot;
    let [from, to] = [0, data.span];
    const make = () => {
      const style = getComputedStyle(box);
      const colour = (/** @type {string} */ name) => style.getPropertyValue("--" + name).trim();
      const axis = {
        stroke: colour("faint"),
        grid: { stroke: colour("grid"), width: 1 },
        ticks: { stroke: colour("grid") },
      };
      const ends = (/** @type {any} */ _, /** @type {number} */ low, /** @type {number} */ high) =>
        [Math.min(0, low || 0), high > 0 ? high * 1.05 : 1];
      const when = (/** @type {any} */ _, /** @type {number} */ time) => time == null ? "–" : asterism.timeText(time);
      plot?.destroy();
      plot = new globalThis.uPlot({
        width: Math.max(200, box.clientWidth),
        height: HEIGHT,
        scales: { x: { time: false, range: () => [from, to] }, y: { range: ends } },
        cursor: { sync: { key: sync }, drag: { x: false, y: false } },
        legend: { live: true },
        axes: [
          { ...axis, space: 90, values: (/** @type {any} */ _, /** @type {number[]} */ ticks) =>
            ticks.map((tick) => asterism.timeText(tick, ticks[1] - ticks[0])) },
          { ...axis, size: 64, values: (/** @type {any} */ _, /** @type {number[]} */ ticks) =>
            ticks.map((tick) => asterism.shortNumber(tick)) },
        ],
        series: [
          { label: "time", value: when },
          ...data.names.map((name, number) => ({
            label: name,
            stroke: colour("c" + (number % 8)),
            dash: number % 2 ? [6, 3] : undefined,
            width: 1.6,
            points: { show: false },
            value: (/** @type {any} */ _, /** @type {number} */ value) =>
              value == null ? "–" : asterism.shortNumber(value) + " " + data.unit,
          })),
        ],
      }, [times, ...values], box);
      const canvas = box.querySelector("canvas");
      canvas?.setAttribute("aria-hidden", "true");
    };
    make();
    let width = box.clientWidth;
    new ResizeObserver(() => {
      if (box.clientWidth !== width) {
        width = box.clientWidth;
        plot.setSize({ width: Math.max(200, width), height: HEIGHT });
      }
    }).observe(box);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", make);
    return {
      show(/** @type {number} */ first, /** @type {number} */ last) {
        [from, to] = [first, last];
        plot.setScale("x", { min: from, max: to });
      },
    };
  };

  /**
   * Writes a number with few letters.
   *
   * @param {number} value
   * @returns {string} such as 1.2M
   */
  asterism.shortNumber = function (value) {
    const size = Math.abs(value);
    const [factor, letter] = size >= 1e9 ? [1e9, "G"] : size >= 1e6 ? [1e6, "M"] : size >= 1e4 ? [1e3, "k"] : [1, ""];
    return String(Number((value / Number(factor)).toPrecision(3))) + letter;
  };
})(globalThis.asterism);
