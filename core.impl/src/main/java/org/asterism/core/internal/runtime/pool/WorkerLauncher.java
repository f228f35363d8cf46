package org.asterism.core.internal.runtime.pool;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import org.asterism.api.MemoryNode;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.core.internal.worker.ProgramDrive;
import org.asterism.core.internal.worker.WorkerEngine;
import org.asterism.core.internal.worker.WorkerThread;
import org.asterism.spi.driver.ComputeUnit;

/**
 * Makes workers of compute units and starts them: each with a thread, for the program to run, or for the event loop.
 * Used by one thread at a time.
 */
final class WorkerLauncher {
    private static final Logger LOG = System.getLogger(WorkerLauncher.class.getName());

    private final EngineHome home;
    private final EventLoop loop;
    private final DeviceMemories memories;
    private final WithoutThreads withoutThreads;
    private final boolean isDrivenByProgram;
    private int nextId;

    /**
     * Creates a launcher.
     *
     * @param loop null unless time is virtual
     */
    WorkerLauncher(RuntimeConfiguration configuration, EngineHome home, EventLoop loop, DeviceMemories memories) {
        this.home = home;
        this.loop = loop;
        this.memories = memories;
        withoutThreads = new WithoutThreads(configuration, loop != null);
        isDrivenByProgram = !configuration.launchedWorkers();
    }

    /** Warns of workers that were to have no thread, and are not there. */
    void warnOfMissing(List<WorkerEngine> present) {
        if (!withoutThreads.unused().isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "withoutThreadsFor names {0}, but so far no driver and no worker is called or described so; there "
                            + "are {1}",
                    withoutThreads.unused(),
                    present);
        }
    }

    /**
     * Makes workers of a driver's units; those that could be started.
     *
     * @param present the workers that are there already
     */
    List<PooledWorker> launch(DriverPlugin driver, List<ComputeUnit> units, List<PooledWorker> present) {
        boolean mayLookAgain =
                present.size() + units.size() <= java.lang.Runtime.getRuntime().availableProcessors();
        List<PooledWorker> opened = new ArrayList<>();
        for (ComputeUnit unit : units) {
            opened.add(launch(driver, unit, mayLookAgain));
        }
        List<PooledWorker> refused = new ArrayList<>();
        opened.removeIf(member -> !isStarted(member) && refused.add(member));
        memories.removeUnused(node -> isAnyOn(node, refused), node -> isAnyOn(node, opened) || isAnyOn(node, present));
        return opened;
    }

    private static boolean isAnyOn(int node, List<PooledWorker> some) {
        return some.stream().anyMatch(member -> member.engine().memoryNode() == node);
    }

    private PooledWorker launch(DriverPlugin driver, ComputeUnit unit, boolean mayLookAgain) {
        int id = nextId++;
        int node = unit.memory()
                .map(device -> memories.nodeOf(driver, unit.architecture(), device))
                .orElse(MemoryNode.MAIN);
        if (loop != null) {
            return new PooledWorker(driver, unit, new WorkerEngine(id, node, unit, home, loop), null, null);
        }
        if (withoutThreads.isMeant(driver, unit, id, node)) {
            ProgramDrive drive = new ProgramDrive(id, node, unit, home, mayLookAgain, isDrivenByProgram);
            return new PooledWorker(driver, unit, drive.engine(), null, drive);
        }
        WorkerThread thread = new WorkerThread(id, node, unit, home, mayLookAgain);
        WorkerEngine engine = thread.engine(); // before it can end
        thread.start();
        return new PooledWorker(driver, unit, engine, thread, null);
    }

    private static boolean isStarted(PooledWorker member) {
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
}
