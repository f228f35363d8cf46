/** Part of a range that is visible. */
interface Viewport {
  from: number;
  to: number;
  readonly length: number;
  show(from: number, to: number): void;
  zoom(factor: number, at: number): void;
  pan(share: number): void;
  reset(): void;
}

/** What a picture of lanes shows: sizes in pixels of CSS, times, and lanes, which need not be whole. */
interface LaneView {
  width: number;
  height: number;
  gutter: number;
  axis: number;
  from: number;
  to: number;
  first: number;
  rows: number;
  count: number;
}

/** See lanes.js. */
interface LaneCanvas {
  readonly context: CanvasRenderingContext2D;
  readonly plot: { x: number; y: number; width: number; height: number };
  readonly ratio: number;
  readonly colours: Record<string, string>;
  readonly plain: string[];
  begin(view: LaneView): void;
  inside(draw: () => void): void;
  track(lane: number): void;
  bar(lane: number, begin: number, end: number, look: number, share?: number): void;
  write(lane: number, begin: number, end: number, look: number, text: string): void;
  underline(lane: number, begin: number, end: number): void;
  frame(lane: number, begin: number, end: number): void;
  edge(lane: number): void;
  mark(time: number, colour: string): void;
  marks(marks: { at: number; text: string }[], colour: string): void;
  axis(ticks: { at: number; text: string }[]): void;
  names(name: (lane: number) => string, chosen: number, isBad?: (lane: number) => boolean): void;
}

/** Tiles and what of them to paint; see tiles.js. */
interface Tiles {
  cells: Uint8Array;
  columns: number;
  from: number;
  to: number;
  first: number;
  rows: number;
  workers: number;
  looks: number[];
  colours: number[];
  paper: number;
  track: number;
}

/** Data of the Gantt chart of a run. */
interface GanttData {
  span: number;
  length: number;
  unit: number;
  workers: string[];
  codelets: string[];
  levels: { columns: number; block: string }[];
  bars: string;
  barCount: number;
  critical: number[];
  iterations: { at: number; text: string }[];
}

/** Data of curves; their values are in a block. */
interface CurveData {
  span: number;
  length: number;
  unit: string;
  names: string[];
  columns: number;
  block: string;
  run: number;
}

/** What the scripts of a page share; each file says what it adds. */
interface AsterismPage {
  bytes(id: string): Promise<ArrayBuffer>;
  timeText(nanos: number, step?: number): string;
  ticks(from: number, to: number, most: number): number[];
  Viewport: new (from: number, to: number, least: number) => Viewport;
  pixel(colour: string): number;
  LaneCanvas: new (canvas: HTMLCanvasElement) => LaneCanvas;
  looks(codelets: string[]): number[];
  lookClasses(look: number): string;
  isStripe(look: number, colours: number, x: number, y: number): boolean;
  chooseLevel(levels: { columns: number }[], share: number, width: number): number;
  paintTiles(pixels: Uint32Array, width: number, height: number, what: Tiles): void;
  findBars(begins: ArrayLike<number>, first: number, last: number, from: number, to: number): [number, number];
  Gantt: new (box: HTMLElement, data: GanttData) => {
    listeners: ((from: number, to: number) => void)[];
    begin(): Promise<void>;
  };
  fit(context: CanvasRenderingContext2D, text: string, width: number): string;
  textOn(colour: string): string;
  curves(box: HTMLElement, data: CurveData, values: Float32Array[], sync: string): {
    show(from: number, to: number): void;
  };
  shortNumber(value: number): string;
}

declare var asterism: AsterismPage;

/** The library that draws curves; it comes without a type for its global. */
declare var uPlot: any;
