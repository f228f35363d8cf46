// @ts-check
/** Numbers for people. */

const PLAIN = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** @param {number} value @returns {string} 12,345 */
export function count(value) {
  return PLAIN.format(value);
}

/**
 * @param {number} value
 * @param {[number, string][]} steps the greatest first
 */
function scaled(value, steps) {
  const [divisor, unit] = steps.find(([least]) => Math.abs(value) >= least) ?? steps[steps.length - 1];
  const number = value / divisor;
  const digits = Math.abs(number) >= 100 || Number.isInteger(number) ? 0 : Math.abs(number) >= 10 ? 1 : 2;
  return number.toFixed(digits) + unit;
}

/** @param {number} value @returns {string} 1.25M; small numbers as they are */
export function short(value) {
  return Math.abs(value) < 1e4
    ? (Math.abs(value) < 10 && !Number.isInteger(value) ? value.toFixed(1) : count(value))
    : scaled(value, [[1e9, "G"], [1e6, "M"], [1e3, "k"]]);
}

/** @param {number} value @returns {string} 1.5 MiB */
export function bytes(value) {
  return scaled(value, [[2 ** 40, " TiB"], [2 ** 30, " GiB"], [2 ** 20, " MiB"], [2 ** 10, " KiB"], [1, " B"]]);
}

/** @param {number} nanos @returns {string} 12.5 ms */
export function time(nanos) {
  return scaled(nanos, [[1e9, " s"], [1e6, " ms"], [1e3, " us"], [1, " ns"]]);
}

/** @param {number} part @returns {string} 87 % */
export function percent(part) {
  return Math.round(part * 100) + " %";
}

/** @param {string} word @returns {string} nothing_ready as words */
export function words(word) {
  return word.replaceAll("_", " ");
}

/** @param {number} seconds since 1970 @returns {string} 17:03:59 */
export function clock(seconds) {
  return new Date(seconds * 1000).toLocaleTimeString("en-GB");
}
