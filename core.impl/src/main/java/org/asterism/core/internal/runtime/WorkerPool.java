package org.asterism.core.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.asterism.api.FormerWorker;
import org.asterism.api.MemoryNode;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.device.DeviceReport;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.core.internal.worker.ProgramDrive;
import org.asterism.core.internal.worker.ProgramStepper;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.core.internal.worker.WorkerThread;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceLostException;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.DriverRequest;

/** The workers of a runtime: opened when their driver comes, stopped when it goes. */
final class WorkerPool {
    private static final Logger LOG = System.getLogger(WorkerPool.class.getName());
    private static final long NAP_NANOS = 50_000;

    /** After how many rounds in which nothing has moved workers in virtual time are not waited for any longer. */
    private static final int ROUNDS_IN_VAIN = 1000;

    /** A worker, who brought it, and what steps it: a thread, the program, or neither in virtual time; null for what does not. */
    private record Member(
            DriverPlugin driver, ComputeUnit unit, WorkerEngine engine, WorkerThread thread, ProgramDrive drive) {
        /** Whether it goes on by itself. */
        boolean isSteppedByThread() {
            return thread != null || drive != null && drive.isRunning();
        }

        /** Whether it sleeps, or nobody steps it. */
        boolean isResting() {
            return thread != null ? thread.isResting() : drive == null || drive.isAtRest();
        }
    }

    /** The memory node of a device, and who brought it. */
    private record Memory(DriverPlugin driver, DeviceMemory device, MemoryNode node) {}

    private final RuntimeConfiguration configuration;
    private final Plugins plugins;
    private final EngineHome home;
    private final EventLoop loop;
    private final WithoutThreads withoutThreads;
    private final LostDevices lostDevices;
    private final Consumer<List<WorkerEngine>> listener;
    private final List<Member> members = new CopyOnWriteArrayList<>();
    private final List<Memory> memories = new ArrayList<>();
    private final FormerWorkers former = new FormerWorkers();

    private volatile List<WorkerEngine> engines = List.of();
    private volatile List<WorkerEngine> oneOfEachKind = List.of();
    private int nextId;
    private boolean stopped;

    /**
     * Makes a pool without workers.
     *
     * @param listener is given all workers when some have come or gone, before contexts know of them
     */
    WorkerPool(
            RuntimeConfiguration configuration,
            Plugins plugins,
            EngineHome home,
            EventLoop loop,
            Aside aside,
            Consumer<List<WorkerEngine>> listener) {
        this.listener = listener;
        this.configuration = configuration;
        this.plugins = plugins;
        this.home = home;
        this.loop = loop;
        withoutThreads = new WithoutThreads(configuration, loop != null);
        lostDevices = new LostDevices(this::engines, home, loop, aside);
    }

    /** Says so if some who were to have no thread are not there. */
    synchronized void warnOfMissing() {
        if (!withoutThreads.unused().isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "withoutThreadsFor names {0}, but so far no driver and no worker is called or described so; there are {1}",
                    withoutThreads.unused(),
                    engines());
        }
    }

    /** A worker of each kind whose units know how long tasks take, and one of each architecture of the others. */
    List<WorkerEngine> oneOfEachKind() {
        return oneOfEachKind;
    }

    private void sortKinds() {
        Map<Object, WorkerEngine> kinds = new LinkedHashMap<>();
        for (Member member : members) {
            WorkerEngine engine = member.engine();
            kinds.putIfAbsent(engine.timing() == null ? engine.architecture() : engine.timing(), engine);
        }
        oneOfEachKind = List.copyOf(kinds.values());
    }

    /** The workers, by id; the same list until workers come or go. */
    List<WorkerEngine> engines() {
        return engines;
    }

    /** What there is to tell of workers that have gone. */
    List<FormerWorker> former() {
        return former.all();
    }

    private void listEngines() {
        engines = members.stream().map(Member::engine).toList();
        listener.accept(engines);
    }

    /**
     * Opens a driver's compute units and gives their workers to the default context.
     *
     * @throws IllegalArgumentException if the driver refuses what this runtime's configuration says to it: its maker must
     *     learn that. A driver that is configured wrongly itself is only reported: others may still be of use
     */
    synchronized void open(DriverPlugin driver, Contexts contexts) {
        boolean open = members.stream().anyMatch(member -> member.driver() == driver);
        if (open || !isUsable(driver)) {
            return;
        }
        List<ComputeUnit> units;
        try {
            units = driver.driver().open(requestTo(driver));
        } catch (RuntimeException | Error thrown) {
            if (thrown instanceof IllegalArgumentException && isConfigured(driver.name())) {
                throw new IllegalArgumentException(
                        "driver '" + driver.name() + "' refuses what the runtime wants of it: " + thrown.getMessage(),
                        thrown);
            }
            LOG.log(Level.ERROR, "driver '" + driver.name() + "' cannot be used: " + thrown.getMessage(), thrown);
            return;
        }
        bring(driver, units, contexts);
    }

    /** Whether a driver is there still and of any use; one that left before it was opened would not be told to leave again. */
    private boolean isUsable(DriverPlugin driver) {
        return !stopped
                && plugins.has(driver)
                && (configuration.simulation().isEmpty() // else it would run kernels in real time
                        || configuration.simulation().get().driver().equals(driver.name()));
    }

    private DriverRequest requestTo(DriverPlugin driver) {
        return new DriverRequest(mostUnits(driver.name()), home.clock(), propertiesFor(driver.name()));
    }

    /** What a driver has found, and whether it is for this runtime. */
    DeviceReport report(DriverPlugin driver) {
        return driver.driver().report(requestTo(driver));
    }

    /** Has a driver look for what has come since, and gives the workers to the contexts that want them; says which. */
    synchronized List<WorkerEngine> rescan(DriverPlugin driver, Contexts contexts) {
        if (!isUsable(driver)) {
            return List.of();
        }
        List<ComputeUnit> open = members.stream()
                .filter(member -> member.driver() == driver && !member.engine().isLost())
                .map(Member::unit)
                .toList();
        try {
            return bring(driver, driver.driver().rescan(requestTo(driver), open), contexts);
        } catch (RuntimeException | Error thrown) {
            LOG.log(
                    Level.ERROR,
                    "driver '" + driver.name() + "' could not look for further devices: " + thrown.getMessage(),
                    thrown);
            return List.of();
        }
    }

    /** Has units become workers; says which could be started. */
    private List<WorkerEngine> bring(DriverPlugin driver, List<ComputeUnit> units, Contexts contexts) {
        boolean mayLookAgain =
                members.size() + units.size() <= java.lang.Runtime.getRuntime().availableProcessors();
        List<Member> opened = new ArrayList<>();
        for (ComputeUnit unit : units) {
            opened.add(launch(driver, unit, mayLookAgain));
        }
        List<Member> refused = new ArrayList<>();
        opened.removeIf(member -> !isStarted(member) && refused.add(member));
        removeMemoriesOf(refused, opened);
        List<WorkerEngine> come = opened.stream().map(Member::engine).toList();
        if (come.isEmpty()) {
            return come;
        }
        members.addAll(opened);
        listEngines();
        sortKinds();
        contexts.join(come);
        if (loop != null) {
            come.forEach(loop::add);
        }
        return come;
    }

    /** Takes memories out again for which there is no worker: none of those who came with them could be started. */
    private void removeMemoriesOf(List<Member> refused, List<Member> opened) {
        Predicate<Memory> unused = memory -> refused.stream().anyMatch(member -> uses(member, memory))
                && opened.stream().noneMatch(member -> uses(member, memory))
                && members.stream().noneMatch(member -> uses(member, memory));
        for (Memory memory : takeMemories(unused)) {
            home.traffic().remove(memory.node()).thenRun(() -> home.traffic().end(memory.node()));
        }
    }

    private static boolean uses(Member member, Memory memory) {
        return member.engine().memoryNode() == memory.node().id();
    }

    private Map<String, String> propertiesFor(String driver) {
        Map<String, String> properties =
                new HashMap<>(configuration.driverProperties().getOrDefault(driver, Map.of()));
        configuration.simulation().ifPresent(simulation -> {
            properties.putAll(simulation.properties());
            properties.put("execute", Boolean.toString(simulation.executes()));
            properties.put("seed", Long.toString(configuration.seed()));
        });
        return properties;
    }

    private boolean isConfigured(String driver) {
        return configuration.simulation().isPresent()
                || configuration.workers().containsKey(driver)
                || configuration.driverProperties().containsKey(driver);
    }

    private OptionalInt mostUnits(String driver) {
        Integer most = configuration.workers().get(driver);
        return most == null ? OptionalInt.empty() : OptionalInt.of(most);
    }

    private Member launch(DriverPlugin driver, ComputeUnit unit, boolean mayLookAgain) {
        int id = nextId++;
        int node = unit.memory().map(device -> nodeOf(driver, unit, device)).orElse(MemoryNode.MAIN);
        if (loop != null) {
            return new Member(driver, unit, new WorkerEngine(id, node, unit, home, loop), null, null);
        }
        if (withoutThreads.isMeant(driver, unit, id, node)) {
            ProgramDrive drive = new ProgramDrive(id, node, unit, home, mayLookAgain, !configuration.launchedWorkers());
            return new Member(driver, unit, drive.engine(), null, drive);
        }
        WorkerThread thread = new WorkerThread(id, node, unit, home, mayLookAgain);
        thread.start();
        return new Member(driver, unit, thread.engine(), thread, null);
    }

    private int nodeOf(DriverPlugin driver, ComputeUnit unit, DeviceMemory device) {
        for (Memory memory : memories) {
            if (memory.device() == device) {
                return memory.node().id();
            }
        }
        MemoryNode node = home.traffic().add(device, unit.architecture());
        memories.add(new Memory(driver, device, node));
        return node.id();
    }

    private static boolean isStarted(Member member) {
        Throwable failure = null;
        if (member.thread() != null) {
            failure = member.thread().awaitStarted();
        } else if (member.drive() == null) {
            try {
                member.engine().start();
            } catch (RuntimeException | Error thrown) {
                failure = thrown;
                member.engine().leave();
            }
        }
        if (failure != null) {
            LOG.log(
                    Level.ERROR,
                    "worker " + member.engine().name() + " cannot be used: " + failure.getMessage(),
                    failure);
        }
        return failure == null;
    }

    /**
     * Takes a driver's workers out and stops them; each ends the task that it runs. They are waited for without the lock:
     * what they run may bring another driver.
     */
    void close(DriverPlugin driver, Contexts contexts) {
        end(takeOut(member -> member.driver() == driver, contexts));
        closeMemories(driver);
        lostDevices.awaitAll();
    }

    /** Is told that a device is lost; see {@link LostDevices#lose}. */
    void deviceLost(int node, WorkerEngine alone, DeviceLostException loss, Contexts contexts, Runnable afterwards) {
        lostDevices.lose(new LostDevices.Loss(node, alone, loss), (lost, whenOut) -> {
            List<Member> leaving = takeOut(member -> lost.concerns(member.engine()), contexts);
            whenOut.accept(leaving.stream().map(Member::engine).toList());
            end(leaving);
            closeMemories(takeMemories(memory -> memory.node().id() == lost.node()));
            afterwards.run();
        });
    }

    /** Ends all memories, when nobody uses data any more. */
    void closeMemories() {
        lostDevices.awaitAll();
        closeMemories(takeMemories(memory -> true));
    }

    private void closeMemories(DriverPlugin driver) {
        closeMemories(takeMemories(memory -> memory.driver() == driver));
    }

    private void closeMemories(List<Memory> leaving) {
        List<CompletableFuture<Void>> gone = leaving.stream()
                .map(memory -> home.traffic().remove(memory.node()))
                .toList();
        gone.forEach(one -> LostDevices.await(one, loop));
        leaving.forEach(memory -> home.traffic().end(memory.node()));
    }

    private synchronized List<Memory> takeMemories(Predicate<Memory> wanted) {
        List<Memory> leaving = memories.stream().filter(wanted).toList();
        memories.removeAll(leaving);
        return leaving;
    }

    private synchronized List<Member> takeOut(Predicate<Member> wanted, Contexts contexts) {
        List<Member> leaving = members.stream().filter(wanted).toList();
        if (!leaving.isEmpty()) {
            contexts.leave(leaving.stream().map(Member::engine).toList());
            members.removeAll(leaving);
            former.leave(leaving.stream().map(Member::engine).toList());
            listEngines();
            sortKinds();
        }
        return leaving;
    }

    private void end(List<Member> leaving) {
        stop(leaving);
        former.end(leaving.stream().map(Member::engine).toList());
    }

    /** Stops all workers, for good. */
    void stopAll() {
        stop(takeOutAll());
        lostDevices.awaitAll();
    }

    private synchronized List<Member> takeOutAll() {
        stopped = true;
        List<Member> leaving = List.copyOf(members);
        members.clear();
        listEngines();
        return leaving;
    }

    private void stop(List<Member> leaving) {
        for (Member member : leaving) {
            if (member.thread() != null) {
                member.thread().requestStop();
            } else if (member.drive() != null) {
                member.drive().requestLeave();
            }
        }
        for (Member member : leaving) {
            if (member.thread() != null) {
                member.thread().awaitStopped();
            }
        }
        if (loop != null) {
            List<WorkerEngine> stepped = leaving.stream().map(Member::engine).toList();
            finish(stepped);
            stepped.forEach(WorkerEngine::leave);
        } else {
            finishDriven(leaving);
        }
    }

    /** Steps workers until none has anything under way, all in turn: they may wait for each other. */
    private void finish(List<WorkerEngine> stepped) {
        // Their kernels end in virtual time, which only the loop sets forward.
        loop.runUntil(() -> isNoneBusy(stepped));
        int rounds = 0;
        long reached = reached(stepped);
        while (stepped.stream().anyMatch(engine -> engine.isBusy() || !engine.leaves())) {
            stepped.stream().filter(WorkerEngine::isBusy).forEach(ProgramStepper::stepOn);
            // Those that stay and are in a team with them: who calls may be the one who steps them.
            members.stream()
                    .map(Member::engine)
                    .filter(WorkerEngine::isInOrCalledToTeam)
                    .forEach(ProgramStepper::stepOn);
            if (++rounds % ROUNDS_IN_VAIN == 0) {
                boolean ended = loop.runUntil(() -> isNoneBusy(stepped));
                long now = reached(stepped);
                if (!ended && now == reached) {
                    giveUp(stepped);
                }
                reached = now;
            }
        }
    }

    private static boolean isNoneBusy(List<WorkerEngine> engines) {
        return engines.stream().noneMatch(WorkerEngine::isBusy);
    }

    /** What grows whenever something that workers wait for moves. */
    private long reached(List<WorkerEngine> stepped) {
        long tasks = stepped.stream().mapToLong(WorkerEngine::executedTasks).sum();
        return tasks + home.traffic().movements() + home.clock().nanoTime();
    }

    /** Fails what is under way on workers that cannot end it, as whoever waited for it in virtual time would be told. */
    private static void giveUp(List<WorkerEngine> stepped) {
        StringJoiner left = new StringJoiner(", ");
        for (WorkerEngine engine : stepped) {
            engine.forEachUnderWay(job -> left.add(job + " (" + job.state() + ") on " + engine.name()));
        }
        IllegalStateException hopeless = new IllegalStateException(
                "in virtual time nothing is left to do, but workers that leave have not come to the end of their tasks: "
                        + left);
        stepped.stream().filter(WorkerEngine::isBusy).forEach(engine -> engine.recover(hopeless));
        stepped.forEach(WorkerEngine::leave);
        throw hopeless;
    }

    /** The same for workers that the program drives, of which some may be driven just now. */
    private void finishDriven(List<Member> leaving) {
        List<ProgramDrive> left = new ArrayList<>(
                leaving.stream().map(Member::drive).filter(Objects::nonNull).toList());
        boolean interrupted = false;
        while (true) {
            left.removeIf(ProgramDrive::stepToLeave);
            if (left.isEmpty()) {
                break;
            }
            for (Member member : members) {
                if (member.drive() != null && member.engine().isInOrCalledToTeam()) {
                    member.drive().stepIfOwn();
                }
            }
            LockSupport.parkNanos(NAP_NANOS);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Has threads of the program that run workers look whether they shall go on. */
    void unparkDriven() {
        for (Member member : members) {
            if (member.drive() != null) {
                member.drive().unparkInside();
            }
        }
    }

    /** Whether no worker has a task, and those that go on by themselves sleep: all at the same moment. */
    boolean isAtRest() {
        long risings = home.sleeping().risings();
        for (Member member : members) {
            if (member.engine().glance() != null || !member.isResting()) {
                return false;
            }
        }
        return home.sleeping().risings() == risings;
    }

    /**
     * For closing: says whether any worker that goes on by itself is, or was meanwhile, at work. If none is, steps those that the
     * program does not drive just now, and says whether they found anything: their units may not like this thread.
     */
    boolean stepOrSeeIfAnyAwake() {
        long risings = home.sleeping().risings();
        boolean awake = false;
        for (Member member : members) {
            awake |= member.isSteppedByThread() && !member.isResting();
        }
        if (!awake) {
            for (Member member : members) {
                awake |= member.drive() != null
                        && !member.isSteppedByThread()
                        && member.drive().stepToClose();
            }
        }
        return awake || home.sleeping().risings() != risings;
    }
}
