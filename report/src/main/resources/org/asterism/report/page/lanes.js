// Lanes of workers on a canvas: names, times, bars of kernels and marks. The report and the live page draw with it.
(function (asterism) {
  "use strict";

  const COLOURS = 8;
  const TILE = 6;
  const FONT = "11px ";
  const LINE = 13;
  const TICK = 4;
  const TEXT_OF_AXIS = 10;

  /** Whether a pixel is a stripe, in the order of the enum Hatching. */
  const HATCHES = [
    () => false,
    (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % TILE < 2,
    (/** @type {number} */ x, /** @type {number} */ y) => (x - y + 60000) % TILE < 2,
    (/** @type {number} */ x) => x % TILE < 2,
    (/** @type {number} */ _, /** @type {number} */ y) => y % TILE < 2,
    (/** @type {number} */ x, /** @type {number} */ y) => (x + y) % TILE < 2 || (x - y + 60000) % TILE < 2,
  ];

  /**
   * Whether the pixel of an area is a stripe. Looks beyond the plain colours have them.
   *
   * @param {number} look its number
   * @param {number} colours how many colours there are
   * @param {number} x
   * @param {number} y
   * @returns {boolean}
   */
  asterism.isStripe = function (look, colours, x, y) {
    const hatch = Math.floor(look / colours) % HATCHES.length;
    return hatch > 0 && HATCHES[hatch](x, y);
  };

  /**
   * Numbers of looks: codelets have them in the order of their names, as in the class CodeletColours.
   *
   * @param {string[]} codelets the names of all codelets of a run
   * @returns {number[]} the look of each
   */
  asterism.looks = function (codelets) {
    const sorted = [...codelets].sort();
    return codelets.map((name) => sorted.indexOf(name));
  };

  /**
   * The classes of the style sheet for a look.
   *
   * @param {number} look its number
   * @returns {string}
   */
  asterism.lookClasses = function (look) {
    return "k" + (look % COLOURS) + " h" + (Math.floor(look / COLOURS) % HATCHES.length);
  };

  /** Lanes of workers. Call begin, then what is to be drawn, from the back to the front. */
  class LaneCanvas {
    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
      this.canvas = canvas;
      this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
      /** @type {LaneView} */
      this.view = { width: 0, height: 0, gutter: 0, axis: 0, from: 0, to: 1, first: 0, rows: 1, count: 0 };
      this.plot = { x: 0, y: 0, width: 0, height: 0 };
      this.ratio = 1;
      /** @type {Record<string, string>} */
      this.colours = {};
      /** @type {(string | CanvasPattern)[]} */
      this.fills = [];
    }

    /**
     * Begins a picture. It takes the colours of the page as they are now.
     *
     * @param {LaneView} view
     */
    begin(view) {
      this.view = view;
      this.plot = { x: view.gutter, y: view.axis, width: view.width - view.gutter, height: view.height - view.axis };
      this.ratio = Math.min(2, devicePixelRatio || 1);
      const [width, height] = [Math.round(view.width * this.ratio), Math.round(view.height * this.ratio)];
      if (this.canvas.width !== width || this.canvas.height !== height) {
        this.canvas.width = width;
        this.canvas.height = height;
      }
      this.takeColours();
      this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
      this.context.clearRect(0, 0, view.width, view.height);
      this.context.font = FONT + getComputedStyle(this.canvas).fontFamily;
      this.context.textBaseline = "middle";
    }

    takeColours() {
      const style = getComputedStyle(this.canvas);
      const numbered = Array.from({ length: COLOURS }, (_, at) => "c" + at);
      const names = ["paper", "ink", "faint", "track", "limit", ...numbered];
      const now = Object.fromEntries(names.map((name) => [name, style.getPropertyValue("--" + name).trim()]));
      if (names.some((name) => now[name] !== this.colours[name])) {
        this.colours = now;
        this.fills = [];
      }
    }

    /** @returns {string[]} the colours without stripes */
    get plain() {
      return Array.from({ length: COLOURS }, (_, at) => this.colours["c" + at]);
    }

    /** @returns {number} the height of a lane, with the gap below it */
    get lane() {
      return this.plot.height / this.view.rows;
    }

    /** @returns {number} the height of a full bar */
    get tall() {
      return this.lane - (this.lane >= 6 ? Math.max(1, this.lane / 8) : 0);
    }

    /** @param {number} time */
    x(time) {
      return this.plot.x + ((time - this.view.from) / (this.view.to - this.view.from)) * this.plot.width;
    }

    /** @param {number} lane */
    y(lane) {
      return this.plot.y + (lane - this.view.first) * this.lane;
    }

    /**
     * Draws within the part that the lanes are in.
     *
     * @param {() => void} draw
     */
    inside(draw) {
      this.context.save();
      this.context.beginPath();
      this.context.rect(this.plot.x, this.plot.y, this.plot.width, this.plot.height);
      this.context.clip();
      draw();
      this.context.restore();
    }

    /**
     * How to fill an area.
     *
     * @param {number} look the number of a look
     * @returns {string | CanvasPattern}
     */
    fill(look) {
      this.fills[look] ??= look < COLOURS ? this.colours["c" + look] : this.striped(look);
      return this.fills[look];
    }

    /** @param {number} look */
    striped(look) {
      const colour = this.colours["c" + (look % COLOURS)];
      const tile = document.createElement("canvas");
      tile.width = tile.height = TILE;
      const pen = /** @type {CanvasRenderingContext2D} */ (tile.getContext("2d"));
      for (let x = 0; x < TILE; x++) {
        for (let y = 0; y < TILE; y++) {
          pen.fillStyle = asterism.isStripe(look, COLOURS, x, y) ? this.colours.paper : colour;
          pen.fillRect(x, y, 1, 1);
        }
      }
      return this.context.createPattern(tile, "repeat") || colour;
    }

    /**
     * The empty lane of a worker.
     *
     * @param {number} lane
     */
    track(lane) {
      this.context.fillStyle = this.colours.track;
      this.context.fillRect(this.plot.x, this.y(lane), this.plot.width, this.tall);
    }

    /**
     * A kernel, or several that share a bar.
     *
     * @param {number} lane
     * @param {number} begin
     * @param {number} end
     * @param {number} look
     * @param {number} [share] of the time that kernels filled, which is the share of the lane's height
     */
    bar(lane, begin, end, look, share = 1) {
      const from = Math.max(this.plot.x - 1, this.x(begin));
      const wide = this.x(end) - from;
      if (wide >= 0) {
        const high = this.tall * share;
        this.context.fillStyle = this.fill(look);
        this.context.fillRect(
          from, this.y(lane) + this.tall - high, Math.max(0.7, wide - (wide > 4 ? 0.7 : 0)), high);
      }
    }

    /**
     * Writes on a bar, if there is room.
     *
     * @param {number} lane
     * @param {number} begin
     * @param {number} end
     * @param {number} look
     * @param {string} text
     */
    write(lane, begin, end, look, text) {
      const from = this.x(begin);
      const wide = this.x(end) - from;
      if (this.lane >= LINE && wide > 24 && this.context.measureText(text).width < wide - 8) {
        this.context.textAlign = "left";
        this.context.fillStyle = asterism.textOn(this.colours["c" + (look % COLOURS)]);
        this.context.fillText(text, Math.max(from, this.plot.x) + 4, this.y(lane) + this.tall / 2);
      }
    }

    /**
     * A line below a bar.
     *
     * @param {number} lane
     * @param {number} begin
     * @param {number} end
     */
    underline(lane, begin, end) {
      const high = Math.max(2, this.lane / 10);
      this.context.fillStyle = this.colours.ink;
      this.context.fillRect(
        this.x(begin), this.y(lane) + this.tall - high, Math.max(1, this.x(end) - this.x(begin) - 0.7), high);
    }

    /**
     * A frame around a bar.
     *
     * @param {number} lane
     * @param {number} begin
     * @param {number} end
     */
    frame(lane, begin, end) {
      this.context.strokeStyle = this.colours.ink;
      this.context.lineWidth = 2;
      this.context.strokeRect(
        this.x(begin) + 1, this.y(lane) + 1, Math.max(2, this.x(end) - this.x(begin) - 2), this.tall - 2);
    }

    /**
     * The end of a kernel that still runs.
     *
     * @param {number} lane
     */
    edge(lane) {
      this.context.fillStyle = this.colours.ink;
      this.context.fillRect(this.view.width - 2, this.y(lane), 2, this.tall);
    }

    /**
     * A line through all lanes.
     *
     * @param {number} time
     * @param {string} colour the name of a paint
     */
    mark(time, colour) {
      if (time >= this.view.from && time <= this.view.to) {
        this.context.fillStyle = this.colours[colour];
        this.context.fillRect(Math.max(this.plot.x, this.x(time) - 1), this.plot.y - TICK, 2, this.plot.height + TICK);
      }
    }

    /**
     * Names marks in a row of their own, between the texts of the axis and the lanes. Where marks lie close together,
     * some have no line, and more have no name.
     *
     * @param {{at: number, text: string}[]} marks by time
     * @param {string} colour the name of a paint
     */
    marks(marks, colour) {
      const middle = this.plot.y - TICK - LINE / 2;
      let free = 0;
      let last = -Infinity;
      this.context.textAlign = "left";
      for (const { at, text } of marks) {
        const x = this.x(at);
        if (at < this.view.from || at > this.view.to || x - last < TICK) {
          continue;
        }
        last = x;
        this.mark(at, colour);
        const width = this.context.measureText(text).width;
        if (x >= free && x + width + TICK < this.view.width) {
          this.context.fillText(text, Math.max(this.plot.x, x - 1), middle);
          free = x + width + 2 * TICK;
        }
      }
    }

    /**
     * The axis of times. Its texts stay within the canvas.
     *
     * @param {{at: number, text: string}[]} ticks
     */
    axis(ticks) {
      this.context.textAlign = "center";
      this.context.fillStyle = this.colours.faint;
      for (const { at, text } of ticks) {
        const x = this.x(at);
        const half = this.context.measureText(text).width / 2;
        this.context.fillText(text, Math.min(Math.max(x, half), this.view.width - half), TEXT_OF_AXIS);
        this.context.fillRect(Math.min(x, this.view.width - 1), this.plot.y - TICK, 1, TICK);
      }
    }

    /**
     * The names of the workers, as many as there is room for.
     *
     * @param {(lane: number) => string} name
     * @param {number} chosen the lane that stands out; -1 for none
     * @param {(lane: number) => boolean} [isBad] whether the worker is lost or stuck
     */
    names(name, chosen, isBad = () => false) {
      const every = Math.max(1, Math.ceil(LINE / this.lane));
      const begin = Math.ceil(this.view.first / every) * every;
      const end = Math.min(this.view.count, this.view.first + this.view.rows);
      for (let lane = begin; lane < end; lane += every) {
        this.name(lane, name(lane), isBad(lane) ? "limit" : "faint");
      }
      if (chosen >= this.view.first && chosen < end) {
        const middle = this.y(chosen) + this.tall / 2;
        this.context.fillStyle = this.colours.paper;
        this.context.fillRect(0, middle - LINE / 2, this.plot.x, LINE);
        this.context.fillStyle = this.colours.ink;
        this.context.fillRect(this.plot.x - 4, this.y(chosen), 3, Math.max(2, this.tall));
        this.name(chosen, name(chosen), isBad(chosen) ? "limit" : "ink");
      }
    }

    /**
     * @param {number} lane
     * @param {string} text
     * @param {string} colour
     */
    name(lane, text, colour) {
      const middle = this.y(lane) + this.tall / 2;
      if (middle > this.plot.y) {
        this.context.textAlign = "left";
        this.context.fillStyle = this.colours[colour];
        this.context.fillText(asterism.fit(this.context, text, this.plot.x - 8), 2, middle);
      }
    }
  }
  asterism.LaneCanvas = LaneCanvas;

  /**
   * Shortens a text until it fits.
   *
   * @param {CanvasRenderingContext2D} context
   * @param {string} text
   * @param {number} width
   * @returns {string}
   */
  asterism.fit = function (context, text, width) {
    let fitting = text;
    while (fitting.length > 1 && context.measureText(fitting).width > width) {
      fitting = fitting.slice(0, -2) + "…";
    }
    return fitting;
  };

  /**
   * Chooses black or white, whichever can be read better on a colour.
   *
   * @param {string} colour as #rrggbb
   * @returns {string}
   */
  asterism.textOn = function (colour) {
    const value = parseInt(colour.slice(1), 16);
    const [red, green, blue] = [value >> 16, (value >> 8) & 255, value & 255].map((each) => {
      const share = each / 255;
      return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000000" : "#ffffff";
  };
})(globalThis.asterism);
