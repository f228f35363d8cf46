// @ts-check
/** The looks of codelets, as in all our pictures: eight colours, then the same with stripes. */
import { colour } from "./dom.js";

const COLOURS = 8;
const TILE = 6;
const STRIPE = 1.8;
/** Angles of the stripes, by rounds; the same as in the enum Hatching. */
const ANGLES = [[], [45], [135], [0], [90], [45, 135]];

/** @type {Map<string, string | CanvasPattern>} */
const cache = new Map();

/** Forget colours, because the page has become dark or light. */
export function resetSwatches() {
  cache.clear();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} number of a codelet
 * @returns {string | CanvasPattern} a fill
 */
export function swatch(context, number) {
  const base = number % COLOURS;
  const round = Math.floor(number / COLOURS) % ANGLES.length;
  const key = round + "/" + base;
  let fill = cache.get(key);
  if (!fill) {
    fill = round === 0 ? colour("c" + base) : striped(context, colour("c" + base), ANGLES[round]);
    cache.set(key, fill);
  }
  return fill;
}

/** @param {CanvasRenderingContext2D} context @param {string} base @param {number[]} angles */
function striped(context, base, angles) {
  const size = TILE * 4;
  const tile = new OffscreenCanvas(size, size);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (tile.getContext("2d"));
  pen.fillStyle = base;
  pen.fillRect(0, 0, size, size);
  pen.fillStyle = colour("paper");
  for (const angle of angles) {
    pen.save();
    pen.translate(size / 2, size / 2);
    pen.rotate(angle * Math.PI / 180);
    // The tile repeats without a seam if the stripes cross its edge at whole distances.
    const step = angle % 90 === 0 ? TILE : size / Math.SQRT2 / 3;
    for (let at = -size * 2; at <= size * 2; at += step) {
      pen.fillRect(at, -size * 2, STRIPE, size * 4);
    }
    pen.restore();
  }
  return /** @type {CanvasPattern} */ (context.createPattern(tile, "repeat"));
}
