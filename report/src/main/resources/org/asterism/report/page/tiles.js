// Tiles of the Gantt chart: how they and bars are found and become pixels. Nothing here knows a canvas or a page.
(function (asterism) {
  "use strict";

  /**
   * Splits a colour of CSS.
   *
   * @param {string} colour as #rrggbb
   * @returns {number} as a pixel of an opaque image
   */
  asterism.pixel = function (colour) {
    const value = parseInt(colour.trim().slice(1), 16);
    return ((255 << 24) | ((value & 255) << 16) | (value & 0xff00) | (value >> 16)) >>> 0;
  };

  /**
   * Chooses the coarsest resolution that has at least one column for each pixel, or the finest.
   *
   * @param {{columns: number}[]} levels the finest first
   * @param {number} share of the whole time that is visible
   * @param {number} width in pixels
   * @returns {number} the index of a level
   */
  asterism.chooseLevel = function (levels, share, width) {
    for (let level = levels.length - 1; level > 0; level--) {
      if (levels[level].columns * share >= width) {
        return level;
      }
    }
    return 0;
  };

  /**
   * Paints tiles. Each pixel shows the codelet that ran longest in its part of the time; the height of the colour
   * within the lane is the share of the time that kernels filled.
   *
   * @param {Uint32Array} pixels the image, in rows
   * @param {number} width of the image
   * @param {number} height of the image
   * @param {{cells: Uint8Array, columns: number, from: number, to: number, first: number, rows: number,
   *     workers: number, looks: number[], colours: number[], paper: number, track: number}} what the tiles; the visible
   *     part of the time as shares; the first visible lane and the number of visible lanes, which need not be whole;
   *     the looks of the codelets
   */
  asterism.paintTiles = function (pixels, width, height, what) {
    const lane = height / what.rows;
    const gap = lane >= 6 ? Math.max(1, Math.floor(lane / 8)) : 0;
    const columns = new Int32Array(width + 1);
    for (let x = 0; x <= width; x++) {
      columns[x] = Math.floor((what.from + ((what.to - what.from) * x) / width) * what.columns);
    }
    for (let y = 0; y < height; y++) {
      const row = what.first + y / lane;
      const worker = Math.floor(row);
      const inside = (row - worker) * lane;
      const isBetween = worker >= what.workers || inside >= lane - gap;
      const rise = lane < 4 ? 0 : 1 - inside / (lane - gap);
      const start = worker * what.columns;
      for (let x = 0; x < width; x++) {
        // A picture beside a longer one goes on behind the end of its tiles.
        const isGap = isBetween || columns[x] >= what.columns;
        const cell = start + columns[x];
        let codelet = isGap ? 0 : what.cells[2 * cell];
        let share = isGap ? 0 : what.cells[2 * cell + 1];
        const end = Math.min(what.columns, columns[x + 1]);
        for (let next = columns[x] + 1; !isGap && next < end; next++) {
          const other = start + next;
          if (what.cells[2 * other + 1] > share) {
            codelet = what.cells[2 * other];
            share = what.cells[2 * other + 1];
          }
        }
        const isFilled = codelet > 0 && share >= rise * 255 - 1;
        const look = isFilled ? what.looks[codelet - 1] : 0;
        const stripe = isFilled && asterism.isStripe(look, what.colours.length, x, y);
        pixels[y * width + x] = isFilled && !stripe
          ? what.colours[look % what.colours.length]
          : isGap || stripe ? what.paper : what.track;
      }
    }
  };

  /**
   * Finds the bars of a lane that may be visible.
   *
   * @param {ArrayLike<number>} begins of all bars, in the order of lanes and times
   * @param {number} first the index of the lane's first bar
   * @param {number} last the index behind its last bar
   * @param {number} from
   * @param {number} to
   * @returns {[number, number]} the first one, which begins before the time or is the first later one; and the one
   *     behind the last
   */
  asterism.findBars = function (begins, first, last, from, to) {
    const search = (/** @type {number} */ time) => {
      let low = first;
      let high = last;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (begins[middle] < time) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    };
    return [Math.max(first, search(from) - 1), search(to)];
  };
})(globalThis.asterism);
