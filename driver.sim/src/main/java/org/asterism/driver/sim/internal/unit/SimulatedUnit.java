package org.asterism.driver.sim.internal.unit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.Task;
import org.asterism.driver.sim.internal.machine.KernelTiming;
import org.asterism.driver.sim.internal.machine.KernelTiming.Time;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.EventClock;
import org.asterism.spi.driver.Execution;
import org.asterism.spi.driver.UnitTiming;

/** A unit whose kernels take the time in the machine's description, one after the other. */
final class SimulatedUnit implements ComputeUnit {
    private final String name;
    private final int number;
    private final UnitKind kind;
    private final SimulatedMemory memory;
    private final Conditions conditions;

    /** Time when the last kernel that was launched ends. */
    private long end;

    /**
     * Makes it.
     *
     * @param number among those of its architecture, in its member if it belongs to one
     * @param memory null for main memory
     */
    SimulatedUnit(int number, UnitKind kind, SimulatedMemory memory, Conditions conditions) {
        name = kind.name(number);
        this.number = number;
        this.kind = kind;
        this.memory = memory;
        this.conditions = conditions;
    }

    @Override
    public Architecture architecture() {
        return kind.group().architecture();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Map<String, Object> properties() {
        Map<String, Object> properties = new HashMap<>(kind.properties());
        if (!kind.isRemote()) {
            properties.put(DEVICE, number);
        }
        return properties;
    }

    @Override
    public Optional<DeviceMemory> memory() {
        return Optional.ofNullable(memory);
    }

    @Override
    public int pipeline() {
        return kind.group().pipeline();
    }

    @Override
    public boolean isSynchronous(Task task) {
        return !kind.isRemote() && kind.times().isSynchronous(task);
    }

    @Override
    public long busyUntil() {
        return memory == null || !memory.isDevice()
                ? Long.MIN_VALUE
                : memory.thread().free();
    }

    @Override
    public Optional<UnitTiming> timing() {
        return Optional.of(kind.times());
    }

    @Override
    public void start() {
        // The stepping thread needs no preparation.
    }

    @Override
    public Execution launch(Implementation implementation, KernelContext context) throws Exception {
        Task task = context.task();
        if (conditions.executes()) {
            kernel(implementation, task.codelet()).run(context);
        }
        long nanos = isInitialiser(implementation, task.codelet()) ? 0 : nanos(task, context.teamSize());
        EventClock clock = conditions.clock();
        if (memory == null || !memory.isDevice()) {
            end = VirtualTime.after(Math.max(clock.nanoTime(), end), nanos);
        } else if (isSynchronous(task)) {
            end = VirtualTime.after(Math.max(memory.thread().free(), end), nanos);
            memory.thread().waitUntil(end);
        } else {
            long handedOver = memory.thread().spend(conditions.costs().queueing());
            end = VirtualTime.after(Math.max(VirtualTime.after(handedOver, kind.toldAfter()), end), nanos);
        }
        long known = VirtualTime.after(end, kind.answersAfter());
        return known <= clock.nanoTime() ? Execution.FINISHED : new Running(clock, known, kind.isRemote() ? nanos : -1);
    }

    private long nanos(Task task, int members) {
        Time time = kind.times().time(task, members);
        if (Double.isNaN(time.nanos())) {
            throw new IllegalStateException(String.format(
                    "%s has no time for %s: '%s' of footprint %08x (%d bytes)",
                    name, task, KernelTimes.symbol(task.codelet()), task.footprint(), task.dataBytes()));
        }
        double drawn = conditions.spread().draw(time, task.id());
        if (!(drawn >= 0 && drawn <= KernelTiming.MOST_NANOS)) {
            throw new IllegalStateException(String.format(
                    "%s draws %s ns for %s, around %s ns with a deviation of %s ns; the most is %s ns: give '%s' less"
                            + " deviation in the machine file, or leave out spread=on",
                    name,
                    drawn,
                    task,
                    time.nanos(),
                    time.deviation(),
                    KernelTiming.MOST_NANOS,
                    KernelTimes.symbol(task.codelet())));
        }
        return Math.round(drawn);
    }

    /**
     * Data that a kernel adds to are given their neutral value by a kernel of theirs, which no description has a time
     * for.
     */
    private boolean isInitialiser(Implementation implementation, Codelet codelet) {
        return implementation != null
                && !codelet.implementations(kind.group().architecture()).contains(implementation)
                && !codelet.implementations(Architecture.CPU).contains(implementation);
    }

    private Kernel kernel(Implementation given, Codelet codelet) {
        if (given instanceof Kernel kernel) {
            return kernel;
        }
        List<Implementation> known = codelet.implementations(Architecture.CPU);
        for (Implementation one : known) {
            if (one instanceof Kernel kernel) {
                return kernel;
            }
        }
        throw new IllegalArgumentException(name + " executes kernels for CPU cores only, and codelet '" + codelet.name()
                + "' has " + (given == null ? "none" : "a " + given.getClass().getName())
                + ": give it one with cpu(...), or do not execute kernels");
    }

    @Override
    public void stop() {
        // Nothing was taken.
    }

    /** A kernel whose end is known at a time. Members of clusters also say how long it ran, as real ones do. */
    private record Running(EventClock clock, long end, long kernelNanos) implements Execution {
        @Override
        public boolean isFinished() {
            return clock.nanoTime() >= end;
        }

        @Override
        public long nextPoll() {
            return end;
        }
    }
}
