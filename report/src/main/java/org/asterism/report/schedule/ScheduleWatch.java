package org.asterism.report.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.locks.ReentrantLock;
import org.asterism.api.Clock;
import org.asterism.api.MemoryNode;
import org.asterism.api.Observation;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.model.Predictor;
import org.asterism.api.observation.RuntimeObserver;

/**
 * Observer of a runtime that measures its schedule. It keeps sums, so a million tasks need no more memory than a
 * thousand, unless a recording is requested.
 */
public final class ScheduleWatch implements RuntimeObserver, AutoCloseable {
    /** Property with a worker's idle power in watts, which its driver reports. */
    static final String IDLE_WATTS = "sim.idle.watts";

    private static final double NANOS_PER_SECOND = 1e9;

    private static final class Load {
        private final Worker worker;
        private long tasks;
        private long busy;

        Load(Worker worker) {
            this.worker = worker;
        }
    }

    private static final class Link {
        private final int number;
        private final MemoryNode from;
        private final MemoryNode to;
        private long bytes;
        private long copies;

        Link(int number, MemoryNode from, MemoryNode to) {
            this.number = number;
            this.from = from;
            this.to = to;
        }
    }

    private final Clock clock;
    private final Predictor predictor;
    private final WorkKinds kinds;
    private final Observation observation;

    /** Guards all fields below, because workers report events at the same time in a real run. */
    private final ReentrantLock lock = new ReentrantLock();

    private final CriticalPath path;
    /** Loads by worker id. */
    private Load[] loads = new Load[0];

    /** Links by memory node ids. */
    private Link[][] links = new Link[0][];

    private int linkCount;
    private final Recording recording;
    private boolean begun;
    private long begin;
    private long end;
    private long tasks;
    private double flops;
    private double joules;
    private boolean pathKnown = true;
    private boolean machineChanged;

    private ScheduleWatch(TaskRuntime runtime, boolean records) {
        clock = runtime.clock();
        predictor = runtime.predictor();
        kinds = new WorkKinds(new Machine(runtime));
        path = new CriticalPath(runtime.graph());
        recording = records ? new Recording() : null;
        runtime.workers().forEach(this::load);
        observation = runtime.observe(this);
    }

    /**
     * Starts to observe.
     *
     * @param runtime runtime, before tasks are submitted
     * @param records whether to keep a recording
     * @return observer, which the caller closes
     */
    public static ScheduleWatch of(TaskRuntime runtime, boolean records) {
        return new ScheduleWatch(runtime, records);
    }

    @Override
    public void submitted(Task task) {
        lock.lock();
        try {
            begin();
            path.submitted(task);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void executed(Task task, Worker worker, long kernelBegin, long kernelEnd) {
        WorkKinds.Kind kind = kinds.of(task);
        double least = kind.least();
        double needed = predictor.energyJoules(task, worker, task.implementation());
        lock.lock();
        try {
            kind.count();
            pathKnown &= !Double.isNaN(least);
            path.executed(task, Double.isNaN(least) ? 0 : least);
            tasks++;
            flops += task.flops();
            joules += Double.isNaN(needed) ? 0 : needed;
            end = Math.max(end, kernelEnd);
            // The bound does not include workers that a driver adds during the run.
            machineChanged |= worker.id() >= loads.length || loads[worker.id()] == null;
            Load load = load(worker);
            load.tasks++;
            load.busy += kernelEnd - kernelBegin;
            if (recording != null) {
                recording.task(worker.id(), task.codelet().name(), kernelBegin - begin, kernelEnd - begin);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void transferred(
            DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long copyBegin, long copyEnd) {
        lock.lock();
        try {
            begin();
            Link link = link(from, to);
            link.bytes += bytes;
            link.copies++;
            if (recording != null) {
                recording.transfer(link.number, copyBegin - begin, copyEnd - begin);
            }
        } finally {
            lock.unlock();
        }
    }

    private Load load(Worker worker) {
        if (worker.id() >= loads.length) {
            loads = Arrays.copyOf(loads, Math.max(worker.id() + 1, loads.length * 2));
        }
        Load load = loads[worker.id()];
        if (load == null) {
            load = new Load(worker);
            loads[worker.id()] = load;
        }
        return load;
    }

    private Link link(MemoryNode from, MemoryNode to) {
        if (from.id() >= links.length) {
            links = Arrays.copyOf(links, from.id() + 1);
        }
        Link[] row = links[from.id()] == null ? new Link[0] : links[from.id()];
        if (to.id() >= row.length) {
            row = Arrays.copyOf(row, to.id() + 1);
        }
        links[from.id()] = row;
        if (row[to.id()] == null) {
            row[to.id()] = new Link(linkCount++, from, to);
        }
        return row[to.id()];
    }

    /** Starts the time at the first event. */
    private void begin() {
        if (!begun) {
            begun = true;
            begin = clock.nanoTime();
            end = begin;
        }
    }

    /**
     * Ends the observation. Later events, such as the last copies to main memory, are not part of the schedule.
     *
     * @return the schedule
     */
    public Schedule end() {
        close();
        lock.lock();
        try {
            boolean bounded = tasks > 0 && !machineChanged;
            double area = bounded ? kinds.area() : Double.NaN;
            return new Schedule(
                    end - begin,
                    tasks,
                    flops,
                    energy(),
                    Double.isFinite(area) ? OptionalDouble.of(area) : OptionalDouble.empty(),
                    bounded && pathKnown ? OptionalDouble.of(path.longest()) : OptionalDouble.empty(),
                    workers(),
                    links(),
                    Optional.ofNullable(recording));
        } finally {
            lock.unlock();
        }
    }

    private OptionalDouble energy() {
        double idleWatts = 0;
        for (Load load : loads) {
            if (load != null && load.worker.properties().get(IDLE_WATTS) instanceof Number watts) {
                idleWatts += watts.doubleValue();
            }
        }
        double sum = joules + idleWatts * (end - begin) / NANOS_PER_SECOND;
        return sum > 0 ? OptionalDouble.of(sum) : OptionalDouble.empty();
    }

    private List<Schedule.WorkerLoad> workers() {
        List<Schedule.WorkerLoad> all = new ArrayList<>(loads.length);
        for (Load load : loads) {
            if (load != null) {
                Worker worker = load.worker;
                all.add(new Schedule.WorkerLoad(
                        worker.id(), worker.name(), worker.architecture().name(), load.tasks, load.busy));
            }
        }
        return all;
    }

    private List<Schedule.LinkLoad> links() {
        List<Schedule.LinkLoad> all = new ArrayList<>(linkCount);
        for (Link[] row : links) {
            for (Link link : row == null ? new Link[0] : row) {
                if (link != null) {
                    all.add(new Schedule.LinkLoad(
                            link.number, link.from.name(), link.to.name(), link.bytes, link.copies));
                }
            }
        }
        return all;
    }

    /** Ends the observation; the second call has no effect. */
    @Override
    public void close() {
        observation.close();
    }
}
