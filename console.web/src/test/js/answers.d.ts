/** What the server answers; docs/console.md lists the addresses. Times are in nanoseconds. */

interface RuntimeAnswer {
  name: string;
  begun: boolean;
  paused: boolean;
}

interface WorkerAnswer {
  id: number;
  name: string;
  architecture: string;
  state: string;
  tasks: number;
  contexts: string[];
}

interface ComponentAnswer {
  name: string;
  kind: string;
  family: string;
  children: string[];
  keeps_tasks: boolean;
  tasks: number;
}

interface TreeAnswer {
  components: ComponentAnswer[];
}

interface ContextAnswer {
  name: string;
  state: string;
  policy: string | null;
  wanted_policy: string;
  trouble: string | null;
  workers: number[];
  ready: number;
  running: number;
  done: number;
  failed: number;
  cancelled: number;
  tree: TreeAnswer | null;
}

interface SampleAnswer {
  number: number;
  ms: number;
  submitted: number;
  ready: number;
  running: number;
  done: number;
  failed: number;
  cancelled: number;
  tasks_per_second: number;
}

interface LaneAnswer {
  worker: number;
  cells: number[];
  tasks: number;
  busy_ns: number;
  running?: number;
  since?: number;
}

interface IncidentAnswer {
  time: number;
  loss: boolean;
  text: string;
}

interface LanesAnswer {
  watch: number;
  now: number;
  next: number;
  codelets: string[];
  lanes: LaneAnswer[];
  incidents: IncidentAnswer[];
}

interface MemoryAnswer {
  name: string;
  capacity_bytes: number;
  used_bytes: number;
}

interface LinkAnswer {
  from: string;
  to: string;
  copies: number;
  bytes: number;
}

interface StopAnswer {
  number: number;
  text: string;
}

interface BreakpointsAnswer {
  stops: StopAnswer[];
}

interface StandstillAnswer {
  tasks: number;
  still_ns: number;
  explanation: ExplanationAnswer | null;
}

/** The parts behind `breakpoints` are there if a program has used the runtime. */
interface SnapshotAnswer {
  runtimes: RuntimeAnswer[];
  begun: boolean;
  breakpoints: BreakpointsAnswer;
  workers: WorkerAnswer[];
  contexts: ContextAnswer[];
  memory: MemoryAnswer[];
  transfers: LinkAnswer[];
  throughput: SampleAnswer[];
  standstill: StandstillAnswer;
  lanes: LanesAnswer;
}

interface IdleAnswer {
  nanos: number;
  workers: { name: string; idle_ns: Record<string, number> }[];
  causes: { worker: string; reason: string; cause: string; periods: number; nanos: number; example: string }[];
}

interface ExplanationAnswer {
  subject: string;
  reason: string;
  text: string;
  causes: ExplanationAnswer[];
}

/** What measurements and curves of a model have in common. */
interface ModelKeyAnswer {
  architecture: string;
  device: string;
  members: number;
  implementation: number;
}

interface ModelCaseAnswer extends ModelKeyAnswer {
  bytes: number;
  samples: number;
  mean: number;
  deviation: number;
  calibrated: boolean;
}

interface ModelAnswer {
  unit: string;
  cases: ModelCaseAnswer[];
  fits: (ModelKeyAnswer & { points: number[] })[];
}
