// The part of the time that a picture shows, and how times are written.
globalThis.asterism = globalThis.asterism || /** @type {any} */ ({});
(function (asterism) {
  "use strict";

  const UNITS = [[1, "ns"], [1e3, "µs"], [1e6, "ms"], [1e9, "s"]];

  /**
   * Writes a time.
   *
   * @param {number} nanos
   * @param {number} [step] the distance to the next time that is written, so that both differ
   * @returns {string} such as 1.5 ms
   */
  asterism.timeText = function (nanos, step) {
    if (nanos === 0) {
      return "0";
    }
    const size = Math.max(Math.abs(nanos), 1);
    let unit = 0;
    while (unit < UNITS.length - 1 && size >= Number(UNITS[unit + 1][0])) {
      unit++;
    }
    const [factor, name] = UNITS[unit];
    const value = nanos / Number(factor);
    const digits = step
      ? Math.min(9, Math.max(0, Math.ceil(-Math.log10(step / Number(factor)) - 1e-9)))
      : Math.max(0, 2 - Math.floor(Math.log10(Math.max(1, Math.abs(value)))));
    return value.toFixed(digits) + " " + name;
  };

  /**
   * Chooses round times for an axis.
   *
   * @param {number} from
   * @param {number} to
   * @param {number} most how many there may be
   * @returns {number[]}
   */
  asterism.ticks = function (from, to, most) {
    const rough = (to - from) / Math.max(1, most);
    if (!(rough > 0)) {
      return [];
    }
    const power = Math.pow(10, Math.floor(Math.log10(rough)));
    const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) || rough;
    const ticks = [];
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
      ticks.push(at);
    }
    return ticks;
  };

  /** The visible part of a range, which stays within it. */
  class Viewport {
    /**
     * @param {number} from
     * @param {number} to
     * @param {number} least the shortest part that may be shown
     */
    constructor(from, to, least) {
      this.whole = [from, to];
      this.least = Math.min(least, to - from);
      this.from = from;
      this.to = to;
    }

    /** @returns {number} the length of the visible part */
    get length() {
      return this.to - this.from;
    }

    /**
     * Shows a part.
     *
     * @param {number} from
     * @param {number} to
     */
    show(from, to) {
      const [first, last] = this.whole;
      const length = Math.min(last - first, Math.max(this.least, to - from));
      this.from = Math.min(Math.max(first, from), last - length);
      this.to = this.from + length;
    }

    /**
     * Zooms; what is at a place stays there.
     *
     * @param {number} factor above 1 to see more
     * @param {number} at the place, from 0 to 1
     */
    zoom(factor, at) {
      const [first, last] = this.whole;
      const length = Math.min(last - first, Math.max(this.least, this.length * factor));
      const from = this.from + (this.length - length) * at;
      this.show(from, from + length);
    }

    /**
     * Moves the visible part.
     *
     * @param {number} share of its length; below 0 to the begin
     */
    pan(share) {
      const by = this.length * share;
      this.show(this.from + by, this.to + by);
    }

    /** Shows everything. */
    reset() {
      this.show(this.whole[0], this.whole[1]);
    }
  }
  asterism.Viewport = Viewport;
})(globalThis.asterism);
