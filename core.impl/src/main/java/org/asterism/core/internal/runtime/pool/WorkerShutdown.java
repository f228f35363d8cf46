package org.asterism.core.internal.runtime.pool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import org.asterism.core.internal.protocol.DeferredInterrupt;
import org.asterism.core.internal.stepping.EventLoop;
import org.asterism.core.internal.worker.EngineHome;
import org.asterism.core.internal.worker.ProgramDrive;
import org.asterism.core.internal.worker.ProgramStepper;
import org.asterism.core.internal.worker.WorkerEngine;

/**
 * Lets workers that leave a runtime finish what they have begun, whether a thread, the program or the event loop steps
 * them. It holds no lock meanwhile, because tasks that still run may start and stop other workers.
 */
final class WorkerShutdown {
    private static final long NAP_NANOS = 50_000;

    /** After how many rounds in which nothing has moved workers in virtual time are not waited for any longer. */
    private static final int ROUNDS_IN_VAIN = 1000;

    private final EngineHome home;
    private final EventLoop loop;

    /** Those that stay, as of any moment. */
    private final List<PooledWorker> all;

    private final Duration closingTimeout;

    /**
     * Makes it.
     *
     * @param loop null unless time is virtual
     * @param all the workers that stay; changed by others, and read at any time
     * @param closingTimeout the timeout of waits for a kernel
     */
    WorkerShutdown(EngineHome home, EventLoop loop, List<PooledWorker> all, Duration closingTimeout) {
        this.closingTimeout = closingTimeout;
        this.home = home;
        this.loop = loop;
        this.all = all;
    }

    /** Stops workers that are in no context any more, and waits until they have, or what they do is given up. */
    void stop(List<PooledWorker> leaving) {
        List<WorkerEngine> engines = leaving.stream().map(PooledWorker::engine).toList();
        ClosingWatch watch =
                new ClosingWatch("the end of workers", home.clock(), closingTimeout, () -> engines, any -> true);
        for (PooledWorker member : leaving) {
            if (member.thread() != null) {
                member.thread().requestStop();
            } else if (member.drive() != null) {
                member.drive().requestLeave();
            }
        }
        for (PooledWorker member : leaving) {
            if (member.thread() != null) {
                if (member.thread().awaitStopped(watch::look)) {
                    member.thread().failTasksLeft();
                }
            }
        }
        if (loop != null) {
            finish(engines);
            engines.forEach(WorkerEngine::leave);
        } else {
            finishDriven(leaving, watch);
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
            all.stream()
                    .map(PooledWorker::engine)
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

    /** Returns a counter that grows whenever something moves that workers wait for. */
    private long reached(List<WorkerEngine> stepped) {
        long tasks = stepped.stream().mapToLong(WorkerEngine::executedTasks).sum();
        return tasks + home.traffic().movements() + home.clock().nanoTime();
    }

    /**
     * Fails the current work of workers that cannot finish it, so that threads which wait for it in virtual time are
     * informed.
     */
    private static void giveUp(List<WorkerEngine> stepped) {
        StringJoiner left = new StringJoiner(", ");
        for (WorkerEngine engine : stepped) {
            engine.forEachUnderWay(job -> left.add(job + " (" + job.state() + ") on " + engine.name()));
        }
        IllegalStateException hopeless = new IllegalStateException(
                "in virtual time nothing is left to do, but workers that leave have not come to the end of their "
                        + "tasks: "
                        + left);
        stepped.stream().filter(WorkerEngine::isBusy).forEach(engine -> engine.recover(hopeless));
        stepped.forEach(WorkerEngine::leave);
        throw hopeless;
    }

    /** The same for workers that the program drives, of which some may be driven just now. */
    private void finishDriven(List<PooledWorker> leaving, ClosingWatch watch) {
        List<ProgramDrive> left = new ArrayList<>(leaving.stream()
                .map(PooledWorker::drive)
                .filter(Objects::nonNull)
                .toList());
        try (DeferredInterrupt interrupt = new DeferredInterrupt()) {
            while (true) {
                watch.look();
                left.removeIf(drive -> drive.engine().isStuck() || drive.stepToLeave());
                if (left.isEmpty()) {
                    return;
                }
                for (PooledWorker member : all) {
                    if (member.drive() != null && member.engine().isInOrCalledToTeam()) {
                        member.drive().stepIfOwn();
                    }
                }
                interrupt.park(this, NAP_NANOS);
            }
        }
    }
}
