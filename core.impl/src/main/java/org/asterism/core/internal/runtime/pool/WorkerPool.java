package org.asterism.core.internal.runtime.pool;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.asterism.api.FormerWorker;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.device.DeviceReport;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.runtime.staffing.Contexts;
import org.asterism.core.internal.runtime.staffing.DelegableLock;
import org.asterism.core.internal.stepping.BackgroundRunner;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.Driver;

/**
 * The workers of a runtime: started when their driver arrives, stopped when it leaves.
 *
 * <p>One driver at a time is opened. No lock of this pool is held while contexts are changed, because contexts call
 * factories, which may bring drivers in turn.
 */
public final class WorkerPool {
    private static final Logger LOG = System.getLogger(WorkerPool.class.getName());

    private final RuntimeConfiguration configuration;
    private final DriverRequests requests;
    private final Plugins plugins;
    private final EngineHome home;
    private final Contexts contexts;
    private final EventLoop loop;
    private final LostDevices lostDevices;
    private final Consumer<List<WorkerEngine>> listener;
    private final IntConsumer whenEnded;
    private final List<PooledWorker> members = new CopyOnWriteArrayList<>();
    private final DeviceMemories memories;
    private final WorkerLauncher launcher;
    private final WorkerShutdown shutdown;
    private final FormerWorkers former = new FormerWorkers();

    /** Held while drivers are called, and before the lists below are changed, which this pool itself guards. */
    private final DelegableLock opening = new DelegableLock();

    private final Set<PooledWorker> leavers = identities(List.of());

    private volatile List<WorkerEngine> engines = List.of();
    private volatile List<WorkerEngine> staying = List.of();
    private volatile List<WorkerEngine> oneOfEachKind = List.of();
    private boolean stopped;

    /**
     * Makes a pool without workers.
     *
     * @param listener is given all workers when some have come or gone, before contexts know of them
     * @param whenEnded is given the id of each worker that has left and been stopped
     */
    public WorkerPool(
            RuntimeConfiguration configuration,
            Plugins plugins,
            EngineHome home,
            Contexts contexts,
            EventLoop loop,
            BackgroundRunner background,
            Consumer<List<WorkerEngine>> listener,
            IntConsumer whenEnded) {
        this.listener = listener;
        this.whenEnded = whenEnded;
        this.configuration = configuration;
        this.plugins = plugins;
        this.home = home;
        this.contexts = contexts;
        this.loop = loop;
        requests = new DriverRequests(configuration, home.clock());
        memories = new DeviceMemories(home, loop, configuration.closingTimeout());
        launcher = new WorkerLauncher(configuration, home, loop, memories);
        shutdown = new WorkerShutdown(home, loop, members, configuration.closingTimeout());
        lostDevices = new LostDevices(this::engines, home, loop, background);
    }

    /** Says so if some who were to have no thread are not there. */
    public void warnOfMissing() {
        try (DelegableLock.Held _ = opening.hold()) {
            launcher.warnOfMissing(engines);
        }
    }

    /** A worker of each kind whose units know how long tasks take, and one of each architecture of the others. */
    public List<WorkerEngine> oneOfEachKind() {
        return oneOfEachKind;
    }

    private void sortKinds() {
        Map<Object, WorkerEngine> kinds = new LinkedHashMap<>();
        for (PooledWorker member : members) {
            WorkerEngine engine = member.engine();
            kinds.putIfAbsent(engine.timing() == null ? engine.architecture() : engine.timing(), engine);
        }
        oneOfEachKind = List.copyOf(kinds.values());
    }

    /** The workers, by id; the same list until workers come or go. */
    public List<WorkerEngine> engines() {
        return engines;
    }

    /**
     * The workers that contexts can have, by id: those that are about to leave their contexts are not among them any
     * more.
     */
    public List<WorkerEngine> staying() {
        return staying;
    }

    public List<FormerWorker> former() {
        return former.all();
    }

    private void listEngines() {
        engines = engines(members);
        listStaying();
        listener.accept(engines);
    }

    private void listStaying() {
        staying = leavers.isEmpty()
                ? engines
                : engines(members.stream()
                        .filter(member -> !leavers.contains(member))
                        .toList());
    }

    private static List<WorkerEngine> engines(List<PooledWorker> some) {
        return some.stream().map(PooledWorker::engine).toList();
    }

    /**
     * Opens a driver's compute units and gives their workers to the default context.
     *
     * @throws IllegalArgumentException if the driver refuses what this runtime's configuration says to it: its maker
     *     must learn that. A driver that is configured wrongly itself is only reported: others may still be of use
     */
    public void open(DriverPlugin driver) {
        if (!isUsable(driver)) {
            return;
        }
        Driver service;
        try {
            service = driver.driver(); // may activate a component, so without the lock
        } catch (RuntimeException | Error thrown) {
            LOG.log(Level.ERROR, "driver '" + driver.name() + "' cannot be used: " + thrown.getMessage(), thrown);
            return;
        }
        List<PooledWorker> come;
        try (DelegableLock.Held _ = opening.hold()) {
            come = openUnits(driver, service);
        }
        join(come);
    }

    private List<PooledWorker> openUnits(DriverPlugin driver, Driver service) {
        boolean open = members.stream().anyMatch(member -> member.driver() == driver);
        if (open || !isUsable(driver)) {
            return List.of();
        }
        List<ComputeUnit> units;
        try {
            units = service.open(requests.to(driver));
        } catch (RuntimeException | Error thrown) {
            if (thrown instanceof IllegalArgumentException && requests.areConfiguredFor(driver)) {
                throw new IllegalArgumentException(
                        "driver '" + driver.name() + "' refuses what the runtime wants of it: " + thrown.getMessage(),
                        thrown);
            }
            LOG.log(Level.ERROR, "driver '" + driver.name() + "' cannot be used: " + thrown.getMessage(), thrown);
            return List.of();
        }
        return bring(driver, units);
    }

    /**
     * Whether a driver is there still and of any use; one that left before it was opened would not be told to leave
     * again.
     */
    private boolean isUsable(DriverPlugin driver) {
        return !stopped && plugins.has(driver) && requests.wants(driver);
    }

    /** Returns the report of a driver, and whether it is for this runtime. */
    public DeviceReport report(DriverPlugin driver) {
        return driver.driver().report(requests.to(driver));
    }

    /**
     * Lets a driver look for further devices, and gives their workers to the contexts that want them; these workers.
     */
    public List<WorkerEngine> rescan(DriverPlugin driver) {
        try {
            Driver service = driver.driver(); // may activate a component, so without the lock
            List<PooledWorker> come;
            try (DelegableLock.Held _ = opening.hold()) {
                come = rescanUnits(driver, service);
            }
            join(come);
            return engines(come);
        } catch (RuntimeException | Error thrown) {
            LOG.log(
                    Level.ERROR,
                    "driver '" + driver.name() + "' could not look for further devices: " + thrown.getMessage(),
                    thrown);
            return List.of();
        }
    }

    private List<PooledWorker> rescanUnits(DriverPlugin driver, Driver service) {
        if (!isUsable(driver)) {
            return List.of();
        }
        List<ComputeUnit> open = members.stream()
                .filter(member -> member.driver() == driver && !member.engine().isLost())
                .map(PooledWorker::unit)
                .toList();
        return bring(driver, service.rescan(requests.to(driver), open));
    }

    /** Makes workers of units; those that could be started. */
    private List<PooledWorker> bring(DriverPlugin driver, List<ComputeUnit> units) {
        List<PooledWorker> opened = launcher.launch(driver, units, members);
        if (!opened.isEmpty()) {
            synchronized (this) {
                members.addAll(opened);
                listEngines();
                sortKinds();
            }
        }
        return opened;
    }

    /** Gives workers that have come to their contexts, unless they are about to leave already. */
    private void join(List<PooledWorker> come) {
        if (come.isEmpty()) {
            return;
        }
        contexts.join(engines(come));
        if (loop != null) {
            synchronized (this) {
                Set<PooledWorker> present = identities(members);
                come.stream().filter(present::contains).forEach(member -> loop.add(member.engine()));
            }
        }
    }

    /**
     * Takes a driver's workers out and stops them; each ends the task that it runs. They are waited for without the
     * lock: what they run may bring another driver.
     */
    public void close(DriverPlugin driver) {
        end(takeOut(member -> member.driver() == driver));
        lostDevices.awaitAll(); // their workers are taken out by another thread
        memories.close(driver);
        lostDevices.awaitAll();
    }

    /** Is told that a device is lost; see {@link LostDevices#lose}. */
    public void deviceLost(int node, WorkerEngine alone, DeviceLostException loss, Runnable afterwards) {
        lostDevices.lose(new LostDevices.Loss(node, alone, loss), (lost, whenOut) -> {
            List<PooledWorker> leaving = takeOut(member -> lost.concerns(member.engine()));
            whenOut.accept(engines(leaving));
            end(leaving);
            memories.close(lost.node());
            afterwards.run();
        });
    }

    /** A watch over the kernels that are under way while the runtime is closed. */
    public ClosingWatch watchOfClosing() {
        return new ClosingWatch(
                "closing the runtime", home.clock(), configuration.closingTimeout(), this::engines, any -> true);
    }

    /** Ends all memories, when nobody uses data any more. */
    public void closeMemories() {
        lostDevices.awaitAll();
        memories.closeAll();
    }

    private List<PooledWorker> takeOut(Predicate<PooledWorker> wanted) {
        List<PooledWorker> leaving = beginToLeave(wanted);
        if (!leaving.isEmpty()) {
            contexts.leave(engines(leaving));
            remove(leaving);
        }
        return leaving;
    }

    /**
     * Finds those that are to leave; first, since a program could add them to a context again that they have just left.
     */
    private List<PooledWorker> beginToLeave(Predicate<PooledWorker> wanted) {
        try (DelegableLock.Held _ = opening.hold()) {
            synchronized (this) {
                List<PooledWorker> leaving = members.stream()
                        .filter(member -> wanted.test(member) && !leavers.contains(member))
                        .toList();
                leavers.addAll(leaving);
                listStaying();
                return leaving;
            }
        }
    }

    private synchronized void remove(List<PooledWorker> leaving) {
        Set<PooledWorker> gone = identities(leaving);
        members.removeIf(gone::contains);
        leavers.removeAll(gone);
        former.leave(engines(leaving));
        listEngines();
        sortKinds();
    }

    private static Set<PooledWorker> identities(List<PooledWorker> some) {
        Set<PooledWorker> identities = Collections.newSetFromMap(new IdentityHashMap<>());
        identities.addAll(some);
        return identities;
    }

    private void end(List<PooledWorker> leaving) {
        try {
            shutdown.stop(leaving);
        } finally {
            former.end(engines(leaving));
            leaving.forEach(member -> whenEnded.accept(member.engine().id()));
        }
    }

    public void stopAll() {
        shutdown.stop(takeOutAll());
        lostDevices.awaitAll();
    }

    private List<PooledWorker> takeOutAll() {
        try (DelegableLock.Held _ = opening.hold()) {
            synchronized (this) {
                stopped = true;
                List<PooledWorker> all = List.copyOf(members);
                members.clear();
                listEngines();
                return all;
            }
        }
    }

    /** Makes the program's threads that run workers check whether they should continue. */
    public void unparkDriven() {
        for (PooledWorker member : members) {
            if (member.drive() != null) {
                member.drive().unparkInside();
            }
        }
    }

    /** Whether no worker has a task, and those that go on by themselves sleep: all at the same moment. */
    public boolean isAtRest() {
        long risings = home.sleeping().risings();
        for (PooledWorker member : members) {
            if (!member.isResting()
                    || member.engine().glance() != null && !member.engine().isStuck()) {
                return false;
            }
        }
        return home.sleeping().risings() == risings;
    }

    /**
     * For closing: says whether any worker that goes on by itself is, or was meanwhile, at work. If none is, steps
     * those that the program does not drive just now, and says whether they found anything: their units may not like
     * this thread.
     */
    public boolean stepOrSeeIfAnyAwake() {
        long risings = home.sleeping().risings();
        boolean awake = false;
        for (PooledWorker member : members) {
            awake |= member.isSteppedByThread() && !member.isResting();
        }
        if (!awake) {
            for (PooledWorker member : members) {
                awake |= member.drive() != null
                        && !member.isSteppedByThread()
                        && member.drive().stepToClose();
            }
        }
        return awake || home.sleeping().risings() != risings;
    }
}
