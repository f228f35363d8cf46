package org.asterism.core.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.asterism.api.Architecture;
import org.asterism.api.MemoryNode;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.StepResult;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.core.internal.worker.ProgramStepper;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.core.internal.worker.WorkerThread;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.driver.DeviceMemory;
import org.asterism.spi.driver.DriverRequest;

/** The workers of a runtime: opened when their driver comes, stopped when it goes. */
final class WorkerPool {
    private static final Logger LOG = System.getLogger(WorkerPool.class.getName());

    /** A worker, who brought it, and the thread that steps it; null if it has none. */
    private record Member(DriverPlugin driver, WorkerEngine engine, WorkerThread thread) {}

    /** The memory node of a device, and who brought it. */
    private record Memory(DriverPlugin driver, DeviceMemory device, MemoryNode node) {}

    private final RuntimeConfiguration configuration;
    private final Plugins plugins;
    private final EngineHome home;
    private final EventLoop loop;
    private final ProgramStepper program = new ProgramStepper();
    private final List<Member> members = new CopyOnWriteArrayList<>();
    private final List<Memory> memories = new ArrayList<>();
    private volatile List<WorkerEngine> engines = List.of();
    private volatile List<WorkerEngine> oneOfEachKind = List.of();
    private int nextId;
    private boolean stopped;

    WorkerPool(RuntimeConfiguration configuration, Plugins plugins, EngineHome home, EventLoop loop) {
        this.configuration = configuration;
        this.plugins = plugins;
        this.home = home;
        this.loop = loop;
    }

    /** Whether workers have threads of their own. */
    boolean areLaunched() {
        return configuration.launchedWorkers();
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

    private void listEngines() {
        engines = members.stream().map(Member::engine).toList();
    }

    /**
     * Opens a driver's compute units and gives their workers to the default context.
     *
     * @throws IllegalArgumentException if the driver refuses what this runtime's configuration says to it: its maker must
     *     learn that. A driver that is configured wrongly itself is only reported: others may still be of use
     */
    synchronized void open(DriverPlugin driver, Contexts contexts) {
        if (configuration.simulation().isPresent()
                && !configuration.simulation().get().driver().equals(driver.name())) {
            return; // it would run kernels in real time
        }
        boolean open = members.stream().anyMatch(member -> member.driver() == driver);
        // A driver that left before it was opened would not be told to leave again.
        if (open || stopped || !plugins.has(driver)) {
            return;
        }
        List<ComputeUnit> units;
        try {
            units = driver.driver()
                    .open(new DriverRequest(mostUnits(driver.name()), home.clock(), propertiesFor(driver.name())));
        } catch (RuntimeException | Error thrown) {
            if (thrown instanceof IllegalArgumentException && isConfigured(driver.name())) {
                throw new IllegalArgumentException(
                        "driver '" + driver.name() + "' refuses what the runtime wants of it: " + thrown.getMessage(),
                        thrown);
            }
            LOG.log(Level.ERROR, "driver '" + driver.name() + "' cannot be used: " + thrown.getMessage(), thrown);
            return;
        }
        boolean mayLookAgain =
                launched() + units.size() <= java.lang.Runtime.getRuntime().availableProcessors();
        List<Member> opened = new ArrayList<>();
        for (ComputeUnit unit : units) {
            opened.add(launch(driver, unit, mayLookAgain));
        }
        opened.removeIf(member -> !isStarted(member));
        if (opened.isEmpty()) {
            return;
        }
        members.addAll(opened);
        listEngines();
        sortKinds();
        contexts.join(opened.stream().map(Member::engine).toList());
        if (loop != null) {
            opened.forEach(member -> loop.add(member.engine()));
        }
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

    private int launched() {
        return (int) members.stream().filter(member -> member.thread() != null).count();
    }

    private Member launch(DriverPlugin driver, ComputeUnit unit, boolean mayLookAgain) {
        int id = nextId++;
        int node = unit.memory().map(device -> nodeOf(driver, unit, device)).orElse(MemoryNode.MAIN);
        if (loop != null) {
            return new Member(driver, new WorkerEngine(id, node, unit, home, loop), null);
        }
        if (!configuration.launchedWorkers()) {
            return new Member(driver, new WorkerEngine(id, node, unit, home, program), null);
        }
        WorkerThread thread = new WorkerThread(id, node, unit, home, mayLookAgain);
        thread.start();
        return new Member(driver, thread.engine(), thread);
    }

    private int nodeOf(DriverPlugin driver, ComputeUnit unit, DeviceMemory device) {
        for (Memory memory : memories) {
            if (memory.device() == device) {
                return memory.node().id();
            }
        }
        MemoryNode node = home.traffic().add(device, unit.architecture() != Architecture.CPU);
        memories.add(new Memory(driver, device, node));
        return node.id();
    }

    private static boolean isStarted(Member member) {
        Throwable failure = null;
        if (member.thread() != null) {
            failure = member.thread().awaitStarted();
        } else {
            try {
                member.engine().start();
            } catch (RuntimeException | Error thrown) {
                failure = thrown;
                member.engine().stop();
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
        stop(takeOut(driver, contexts));
        closeMemories(driver);
    }

    /** Ends all memories, when nobody uses data any more. */
    void closeMemories() {
        closeMemories(null);
    }

    private void closeMemories(DriverPlugin driver) {
        List<Memory> leaving = takeMemories(driver);
        List<CompletableFuture<Void>> gone = leaving.stream()
                .map(memory -> home.traffic().remove(memory.node()))
                .toList();
        for (CompletableFuture<Void> one : gone) {
            if (loop != null) {
                loop.runUntil(one::isDone);
            } else {
                one.join();
            }
        }
    }

    private synchronized List<Memory> takeMemories(DriverPlugin driver) {
        List<Memory> leaving = memories.stream()
                .filter(memory -> driver == null || memory.driver() == driver)
                .toList();
        memories.removeAll(leaving);
        return leaving;
    }

    private synchronized List<Member> takeOut(DriverPlugin driver, Contexts contexts) {
        List<Member> leaving =
                members.stream().filter(member -> member.driver() == driver).toList();
        if (!leaving.isEmpty()) {
            contexts.leave(leaving.stream().map(Member::engine).toList());
            members.removeAll(leaving);
            listEngines();
            sortKinds();
        }
        return leaving;
    }

    /** Stops all workers, for good. */
    void stopAll() {
        stop(takeOutAll());
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
            }
        }
        for (Member member : leaving) {
            if (member.thread() != null) {
                member.thread().awaitStopped();
            }
        }
        List<WorkerEngine> stepped = leaving.stream()
                .filter(member -> member.thread() == null)
                .map(Member::engine)
                .toList();
        finish(stepped);
        stepped.forEach(WorkerEngine::stop);
    }

    /** Steps workers until none has anything under way, all in turn: they may wait for each other. */
    private void finish(List<WorkerEngine> stepped) {
        if (loop != null) {
            // Their kernels end in virtual time, which only the loop sets forward.
            loop.runUntil(() -> stepped.stream().noneMatch(WorkerEngine::isBusy));
        }
        while (stepped.stream().anyMatch(engine -> engine.isBusy() || !engine.leaves())) {
            stepped.stream().filter(WorkerEngine::isBusy).forEach(ProgramStepper::stepOn);
            // Those that stay and are in a team with them: who calls may be the one who steps them.
            members.stream()
                    .filter(member -> member.thread() == null && member.engine().isInOrCalledToTeam())
                    .forEach(member -> ProgramStepper.stepOn(member.engine()));
        }
    }

    /** Whether no worker has a task, and those with threads of their own sleep: all at the same moment. */
    boolean isAtRest() {
        long risings = home.sleeping().risings();
        for (Member member : members) {
            if (member.engine().glance() != null
                    || member.thread() != null && !member.thread().isResting()) {
                return false;
            }
        }
        return home.sleeping().risings() == risings;
    }

    /** For closing: steps the workers that have no thread; says whether any worker is, or was meanwhile, at work. */
    boolean stepOrSeeIfAnyAwake() {
        long risings = home.sleeping().risings();
        boolean awake = false;
        for (Member member : members) {
            awake |= member.thread() == null
                    ? ProgramStepper.stepOn(member.engine()) != StepResult.IDLE
                    : !member.thread().isResting();
        }
        return awake || home.sleeping().risings() != risings;
    }
}
