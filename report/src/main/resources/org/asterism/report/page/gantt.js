// The Gantt chart: lanes of workers that can be zoomed and moved by pointer and keyboard.
(function (asterism) {
  "use strict";

  const AXIS = 22;
  const ITERATIONS = 16;
  const MOST_BARS = 20000;

  class Gantt {
    /**
     * @param {HTMLElement} box that it fills
     * @param {GanttData} data
     */
    constructor(box, data) {
      this.box = box;
      this.data = data;
      this.time = new asterism.Viewport(0, data.span, 100);
      this.lanes = new asterism.Viewport(0, data.workers.length, Math.min(data.workers.length, 4));
      this.canvas = /** @type {HTMLCanvasElement} */ (box.querySelector("canvas"));
      this.picture = new asterism.LaneCanvas(this.canvas);
      this.readout = /** @type {HTMLOutputElement} */ (box.querySelector("output"));
      this.critical = new Set(data.critical);
      this.axis = data.iterations.length ? AXIS + ITERATIONS : AXIS;
      this.looks = asterism.looks(data.codelets);
      /** @type {(Uint8Array | undefined)[]} */
      this.cells = [];
      /** The resolution that is being decoded; -1 for none. */
      this.loading = -1;
      this.lane = 0;
      this.bar = -1;
      /** @type {((from: number, to: number) => void)[]} */
      this.listeners = [];
    }

    /** Decodes the data and draws. */
    async begin() {
      this.listen();
      // Few bars come first, so that no tiles flash up before them.
      if (this.data.barCount > MOST_BARS || !this.data.bars) {
        await this.load(this.data.levels.length - 1);
        this.draw();
      }
      if (this.data.bars) {
        this.readBars(await asterism.bytes(this.data.bars));
        this.draw();
      }
    }

    /** @param {number} level */
    async load(level) {
      this.cells[level] = new Uint8Array(await asterism.bytes(this.data.levels[level].block));
    }

    /** @param {ArrayBuffer} buffer */
    readBars(buffer) {
      const count = this.data.barCount;
      this.tasks = new Float64Array(buffer, 0, count);
      this.begins = new Uint32Array(buffer, 8 * count, count);
      this.lengths = new Uint32Array(buffer, 12 * count, count);
      this.codelets = new Uint8Array(buffer, 20 * count, count);
      const lanes = new Uint32Array(buffer, 16 * count, count);
      this.firsts = new Uint32Array(this.data.workers.length + 1);
      for (let bar = 0; bar < count; bar++) {
        this.firsts[lanes[bar] + 1]++;
      }
      for (let lane = 0; lane < this.data.workers.length; lane++) {
        this.firsts[lane + 1] += this.firsts[lane];
      }
    }

    get gutter() {
      return this.box.clientWidth < 600 ? 64 : 110;
    }

    /** Draws on the next frame. */
    draw() {
      if (!this.isDue) {
        this.isDue = true;
        requestAnimationFrame(() => {
          this.isDue = false;
          this.paint();
        });
      }
    }

    paint() {
      this.picture.begin({
        width: Math.max(120, this.canvas.clientWidth), height: this.canvas.clientHeight, gutter: this.gutter,
        axis: this.axis, from: this.time.from, to: this.time.to,
        first: this.lanes.from, rows: this.lanes.length, count: this.data.workers.length,
      });
      const range = this.visibleBars();
      if (range && (range <= MOST_BARS || !this.isTiled(this.picture.plot.width * this.picture.ratio))) {
        this.picture.inside(() => this.paintBars());
      } else {
        this.paintCells();
      }
      this.picture.marks(this.data.iterations, "ink");
      this.paintAxes();
    }

    /** How many bars may be visible; 0 if they are not known. */
    visibleBars() {
      let count = 0;
      for (const [first, last] of this.visibleLanes()) {
        count += last - first;
      }
      return count;
    }

    /** @returns {[number, number, number][]} for each visible lane the first bar, the end of the bars, and the lane */
    visibleLanes() {
      if (!this.begins || !this.firsts) {
        return [];
      }
      const scale = this.data.unit;
      /** @type {[number, number, number][]} */
      const lanes = [];
      const last = Math.min(this.data.workers.length, Math.ceil(this.lanes.to));
      for (let lane = Math.floor(this.lanes.from); lane < last; lane++) {
        const [first, end] = asterism.findBars(
          this.begins, this.firsts[lane], this.firsts[lane + 1], this.time.from / scale, this.time.to / scale);
        lanes.push([first, end, lane]);
      }
      return lanes;
    }

    /** @param {number} pixels */
    isTiled(pixels) {
      return this.data.levels[0].columns * (this.time.length / this.data.length) >= pixels / 4;
    }

    paintCells() {
      const { context, plot, ratio, colours, plain } = this.picture;
      const whole = this.data.length;
      const width = Math.max(1, Math.round(plot.width * ratio));
      const height = Math.max(1, Math.round(plot.height * ratio));
      let level = asterism.chooseLevel(this.data.levels, this.time.length / whole, width);
      if (!this.cells[level]) {
        if (this.loading !== level) {
          this.loading = level;
          this.load(level).then(() => this.draw());
        }
        level = this.cells.findIndex((known) => known);
      }
      const cells = this.cells[level];
      if (!cells) {
        return; // drawn again when they are decoded
      }
      const image = new ImageData(width, height);
      asterism.paintTiles(new Uint32Array(image.data.buffer), width, height, {
        cells, columns: this.data.levels[level].columns,
        from: this.time.from / whole, to: this.time.to / whole,
        first: this.lanes.from, rows: this.lanes.length, workers: this.data.workers.length,
        looks: this.looks, colours: plain.map(asterism.pixel),
        paper: asterism.pixel(colours.paper), track: asterism.pixel(colours.track),
      });
      context.putImageData(image, Math.round(plot.x * ratio), Math.round(plot.y * ratio));
    }

    paintBars() {
      const { begins, lengths, codelets, tasks, picture } = this;
      const scale = this.data.unit;
      for (const [first, last, lane] of this.visibleLanes()) {
        picture.track(lane);
        for (let bar = first; bar < last && begins && lengths && codelets && tasks; bar++) {
          const begin = begins[bar] * scale;
          const end = begin + lengths[bar] * scale;
          if (end < this.time.from) {
            continue;
          }
          const codelet = codelets[bar];
          const look = this.looks[codelet];
          picture.bar(lane, begin, end, look);
          if (this.critical.has(tasks[bar])) {
            picture.underline(lane, begin, end);
          }
          picture.write(lane, begin, end, look, this.data.codelets[codelet]);
          if (bar === this.bar) {
            picture.frame(lane, begin, end);
          }
        }
      }
    }

    paintAxes() {
      const most = Math.max(2, Math.floor(this.picture.plot.width / 110));
      const ticks = asterism.ticks(this.time.from, this.time.to, most);
      const step = ticks.length > 1 ? ticks[1] - ticks[0] : this.time.length;
      this.picture.axis(ticks.map((at) => ({ at, text: asterism.timeText(at, step) })));
      const isFocused = document.activeElement === this.canvas;
      this.picture.names((lane) => this.data.workers[lane], isFocused ? this.lane : -1);
    }

    /** Follows pointer, wheel, keys, buttons, size and colour scheme. */
    listen() {
      this.canvas.addEventListener("keydown", (event) => {
        if (!event.altKey && !event.ctrlKey && !event.metaKey && this.key(event.key, event.shiftKey)) {
          event.preventDefault();
          this.changed();
        }
      });
      this.canvas.addEventListener("focus", () => this.draw());
      this.canvas.addEventListener("blur", () => this.draw());
      for (const button of this.box.querySelectorAll("button")) {
        button.addEventListener("click", () => {
          this.key(button.dataset.key || "", false);
          this.changed();
        });
      }
      this.canvas.addEventListener("wheel", (event) => {
        if (event.ctrlKey || event.metaKey) {
          event.preventDefault();
          this.time.zoom(Math.exp(event.deltaY / 300), this.shareAt(event.offsetX));
          this.changed();
        }
      }, { passive: false });
      this.canvas.addEventListener("pointerdown", (event) => {
        this.drag = { x: event.offsetX, y: event.offsetY };
        this.canvas.setPointerCapture(event.pointerId);
      });
      this.canvas.addEventListener("pointerup", () => (this.drag = undefined));
      this.canvas.addEventListener("pointermove", (event) => this.pointer(event));
      new ResizeObserver(() => this.draw()).observe(this.canvas);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    }

    /** @param {number} x */
    shareAt(x) {
      return Math.min(1, Math.max(0, (x - this.gutter) / (this.canvas.clientWidth - this.gutter)));
    }

    /** @param {PointerEvent} event */
    pointer(event) {
      if (this.drag) {
        this.time.pan((this.drag.x - event.offsetX) / (this.canvas.clientWidth - this.gutter));
        this.lanes.pan((this.drag.y - event.offsetY) / (this.canvas.clientHeight - this.axis));
        this.drag = { x: event.offsetX, y: event.offsetY };
        this.changed();
      } else {
        const time = this.time.from + this.shareAt(event.offsetX) * this.time.length;
        const lane = this.lanes.from
          + ((event.offsetY - this.axis) / (this.canvas.clientHeight - this.axis)) * this.lanes.length;
        this.lane = Math.min(this.data.workers.length - 1, Math.max(0, Math.floor(lane)));
        this.bar = this.barAt(this.lane, time);
        this.say(time);
        this.draw();
      }
    }

    /**
     * @param {number} lane
     * @param {number} time
     * @returns {number} the bar there; -1 for none
     */
    barAt(lane, time) {
      if (!this.begins || !this.lengths || !this.firsts) {
        return -1;
      }
      const at = time / this.data.unit;
      const [first] = asterism.findBars(this.begins, this.firsts[lane], this.firsts[lane + 1], at, at);
      for (let bar = first; bar < this.firsts[lane + 1] && this.begins[bar] <= at; bar++) {
        if (this.begins[bar] + this.lengths[bar] >= at) {
          return bar;
        }
      }
      return -1;
    }

    /**
     * Does what a key stands for.
     *
     * @param {string} key
     * @param {boolean} shift
     * @returns {boolean} whether it stands for something
     */
    key(key, shift) {
      switch (key) {
        case "+": case "=": this.time.zoom(0.5, 0.5); break;
        case "-": this.time.zoom(2, 0.5); break;
        case "ArrowLeft": this.time.pan(shift ? -1 : -0.2); break;
        case "ArrowRight": this.time.pan(shift ? 1 : 0.2); break;
        case "ArrowUp": this.select(this.lane - 1); break;
        case "ArrowDown": this.select(this.lane + 1); break;
        case "[": this.lanes.zoom(2, 0.5); break;
        case "]": this.lanes.zoom(0.5, 0.5); break;
        case "PageUp": this.lanes.pan(-0.5); break;
        case "PageDown": this.lanes.pan(0.5); break;
        case "n": this.step(1); break;
        case "p": this.step(-1); break;
        case "Home": this.time.reset(); this.lanes.reset(); break;
        default: return false;
      }
      return true;
    }

    /** @param {number} lane */
    select(lane) {
      this.lane = Math.min(this.data.workers.length - 1, Math.max(0, lane));
      if (this.lane < this.lanes.from || this.lane + 1 > this.lanes.to) {
        const length = this.lanes.length;
        this.lanes.show(this.lane - length / 2, this.lane + length / 2);
      }
      this.bar = -1;
      this.say(this.time.from);
    }

    /**
     * Goes to the next or previous kernel of the lane.
     *
     * @param {number} by 1 or -1
     */
    step(by) {
      if (!this.begins || !this.firsts) {
        return;
      }
      const [first, last] = [this.firsts[this.lane], this.firsts[this.lane + 1]];
      const middle = (this.time.from + this.time.to) / 2 / this.data.unit;
      const near = asterism.findBars(this.begins, first, last, middle, middle)[0];
      this.bar = Math.min(last - 1, Math.max(first, this.bar < first || this.bar >= last ? near : this.bar + by));
      if (this.bar >= first) {
        const begin = this.begins[this.bar] * this.data.unit;
        if (begin < this.time.from || begin > this.time.to) {
          this.time.show(begin - this.time.length / 2, begin + this.time.length / 2);
        }
        this.say(begin);
      }
    }

    /** @param {number} time */
    say(time) {
      const worker = this.data.workers[this.lane];
      if (this.bar >= 0 && this.begins && this.lengths && this.codelets && this.tasks) {
        const unit = this.data.unit;
        this.readout.value = this.data.codelets[this.codelets[this.bar]] + "#" + this.tasks[this.bar] + " on " + worker
          + ": began at " + asterism.timeText(this.begins[this.bar] * unit) + ", took "
          + asterism.timeText(this.lengths[this.bar] * unit)
          + (this.critical.has(this.tasks[this.bar]) ? "; on the critical path" : "");
      } else {
        this.readout.value = worker + " at " + asterism.timeText(time);
      }
    }

    /** Tells the listeners which time is visible, and draws. */
    changed() {
      this.listeners.forEach((listener) => listener(this.time.from, this.time.to));
      this.draw();
    }
  }
  asterism.Gantt = Gantt;
})(globalThis.asterism);
