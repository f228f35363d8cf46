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

/** Tiles and what of them to paint; see lanes.js. */
interface Tiles {
  cells: Uint8Array;
  columns: number;
  from: number;
  to: number;
  first: number;
  rows: number;
  workers: number;
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
  isStripe(codelet: number, colours: number, x: number, y: number): boolean;
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
