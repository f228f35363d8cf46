package org.asterism.core.internal.testing;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.asterism.api.Architecture;
import org.asterism.api.Implementation;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.Task;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.Execution;

/**
 * A device of a {@link HandDriver}. Its kernels are the tasks' Java kernels, of architecture CUDA; each runs when the
 * test has it end, on the test's thread, so that whoever uses its result too early is found out. The kernels of a unit
 * end in the order of their launches.
 *
 * <p>For any thread.
 */
public final class HandDevice {
    /** What its units are. */
    public static final Architecture ARCHITECTURE = Architecture.CUDA;

    private final String name;
    private final int number;
    private final int units;
    private final int pipeline;
    private final long capacity;
    private final boolean tells;
    private final boolean inMainMemory;
    private final boolean peers;
    private List<Unit> opened = List.of();
    private HandMemory memory;
    private String lost;
    private boolean endsItself;
    private long mostInOnePiece = Long.MAX_VALUE;
    private Architecture architecture = ARCHITECTURE;
    private Predicate<Task> keepsBusy = task -> false;

    /** Whether kernels are never said to have ended, nor to have failed, when the device is lost. */
    private boolean silent;

    HandDevice(
            String name,
            int number,
            int units,
            int pipeline,
            long capacity,
            boolean tells,
            boolean inMainMemory,
            boolean peers) {
        this.peers = peers;
        this.name = name;
        this.number = number;
        this.units = units;
        this.pipeline = pipeline;
        this.capacity = capacity;
        this.tells = tells;
        this.inMainMemory = inMainMemory;
    }

    public String name() {
        return name;
    }

    // What the driver does.

    synchronized boolean isLost() {
        return lost != null;
    }

    synchronized long mostInOnePiece() {
        return mostInOnePiece;
    }

    boolean reachesPeers() {
        return peers;
    }

    synchronized boolean has(ComputeUnit unit) {
        return opened.contains(unit);
    }

    synchronized List<Unit> open() {
        memory = inMainMemory ? null : new HandMemory(this, capacity);
        List<Unit> made = new ArrayList<>();
        for (int index = 0; index < units; index++) {
            made.add(new Unit(units == 1 ? name : name + "." + index, memory));
        }
        opened = List.copyOf(made);
        return opened;
    }

    void refuseIfLost() {
        String reason;
        synchronized (this) {
            reason = lost;
        }
        if (reason != null) {
            throw new DeviceLostException(name, reason, null);
        }
    }

    // What the test does.

    /** The memory that was opened last; null if the units work in main memory. */
    public synchronized HandMemory memory() {
        return memory;
    }

    /** Has the memory give no more than so many bytes in one piece; before it is opened. */
    public synchronized HandDevice givingAtMost(long bytes) {
        mostInOnePiece = bytes;
        return this;
    }

    /** Has the units be cores, which run tasks in teams; before they are opened. */
    public synchronized HandDevice withCores() {
        architecture = Architecture.CPU;
        return this;
    }

    /** Has the kernels of some tasks keep their worker busy; before these are launched. */
    public synchronized HandDevice keptBusyBy(Predicate<Task> tasks) {
        keepsBusy = tasks;
        return this;
    }

    /** Has all kernels end as soon as they are launched, from now on, on whichever thread. */
    public void endAllFromNowOn() {
        synchronized (this) {
            endsItself = true;
        }
        endAll();
    }

    /** How many kernels are under way. */
    public synchronized int underWay() {
        return opened.stream().mapToInt(unit -> unit.runs.size()).sum();
    }

    /** The tasks whose kernels are under way, by unit and in the order of their launches. */
    public synchronized List<Task> tasks() {
        return opened.stream()
                .flatMap(unit -> unit.runs.stream())
                .map(run -> run.task)
                .toList();
    }

    /** How often the worker of a unit has asked whether a kernel has ended. */
    public synchronized long polls() {
        return opened.stream().mapToLong(unit -> unit.polls).sum();
    }

    /** Has the oldest kernel of a unit end; false if none is under way. */
    public boolean endNext(int unit) {
        Run run;
        synchronized (this) {
            run = unit < opened.size() ? opened.get(unit).runs.poll() : null;
        }
        if (run == null) {
            return false;
        }
        run.end();
        return true;
    }

    /** Has all kernels end that are under way; whether there were any. */
    public boolean endAll() {
        boolean any = false;
        for (int unit = 0; unit < units; unit++) {
            while (endNext(unit)) {
                any = true;
            }
        }
        return any;
    }

    /** Has the oldest kernel of a unit say, when it ends, how long it ran. */
    public synchronized void nextRan(int unit, long nanos) {
        opened.get(unit).runs.peek().nanos = nanos;
    }

    /** Loses the device: from now on whoever asks it is told so. */
    public void lose(String reason) {
        List<Run> told = new ArrayList<>();
        HandMemory gone;
        synchronized (this) {
            lost = reason;
            silent = false; // it may have been lost before: kernels whose end nobody can ask for now must not wait for
            // it
            for (Unit unit : opened) {
                told.addAll(unit.runs);
                unit.runs.clear();
            }
            gone = memory;
        }
        told.forEach(Run::tell);
        if (gone != null) {
            gone.tellAll();
        }
    }

    /**
     * Loses the device in such a way that its kernels give no answer before they end, which is in vain; only launches
     * and copies do.
     */
    public void loseSilently(String reason) {
        HandMemory gone;
        synchronized (this) {
            lost = reason;
            silent = true;
            gone = memory;
        }
        if (gone != null) {
            gone.tellAll();
        }
    }

    /** Has a device that was lost be there again: a runtime finds it when it rescans. */
    public synchronized void comeBack() {
        lost = null;
        silent = false;
        opened = List.of();
    }

    /** A kernel that is under way. */
    private final class Run implements Execution {
        private final Unit unit;
        private final Task task;
        private final Kernel kernel;
        private final KernelContext context;
        private Runnable wake;
        private boolean ended;
        private Exception failure;
        private long nanos = -1;

        Run(Unit unit, Kernel kernel, KernelContext context) {
            this.unit = unit;
            this.kernel = kernel;
            this.context = context;
            task = context.task();
        }

        void end() {
            Exception thrown = null;
            try {
                refuseIfLost(); // silently: the core may have run the task elsewhere by now
                kernel.run(context);
            } catch (Exception any) {
                thrown = any;
            }
            synchronized (HandDevice.this) {
                failure = thrown;
                ended = true;
            }
            tell();
        }

        void tell() {
            Runnable told;
            synchronized (HandDevice.this) {
                told = wake;
                wake = null;
            }
            if (told != null) {
                told.run();
            }
        }

        @Override
        public boolean isFinished() throws Exception {
            synchronized (HandDevice.this) {
                unit.polls++;
                if (failure != null) {
                    throw failure;
                }
                if (ended) {
                    return true;
                }
                if (silent) {
                    return false;
                }
            }
            refuseIfLost();
            return false;
        }

        @Override
        public boolean whenFinished(Runnable given) {
            boolean now;
            synchronized (HandDevice.this) {
                if (!tells) {
                    return false;
                }
                now = ended || lost != null && !silent;
                wake = now ? null : given;
            }
            if (now) {
                given.run();
            }
            return true;
        }

        @Override
        public long kernelNanos() {
            synchronized (HandDevice.this) {
                return nanos;
            }
        }
    }

    /** A unit of the device. */
    private final class Unit implements ComputeUnit {
        private final String unitName;
        private final HandMemory where;
        private final Deque<Run> runs = new ArrayDeque<>();
        private long polls;

        Unit(String unitName, HandMemory where) {
            this.unitName = unitName;
            this.where = where;
        }

        @Override
        public String name() {
            return unitName;
        }

        @Override
        public Architecture architecture() {
            synchronized (HandDevice.this) {
                return architecture;
            }
        }

        @Override
        public Map<String, Object> properties() {
            Map<String, Object> properties = new HashMap<>();
            properties.put(DEVICE, number);
            properties.put("device.name", name);
            return properties;
        }

        @Override
        public Optional<DeviceMemory> memory() {
            return Optional.ofNullable(where);
        }

        @Override
        public int pipeline() {
            return pipeline;
        }

        @Override
        public boolean isSynchronous(Task task) {
            synchronized (HandDevice.this) {
                return keepsBusy.test(task);
            }
        }

        @Override
        public void start() {
            // Nothing to prepare.
        }

        @Override
        public Execution launch(Implementation implementation, KernelContext context) {
            refuseIfLost();
            Run run = new Run(this, (Kernel) implementation, context);
            boolean endNow;
            synchronized (HandDevice.this) {
                endNow = endsItself;
                if (!endNow) {
                    runs.add(run);
                }
            }
            if (endNow) {
                run.end();
            }
            return run;
        }

        @Override
        public void stop() {
            // Nothing was taken.
        }
    }
}
