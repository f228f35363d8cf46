package org.asterism.core.internal.worker;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.asterism.api.StepResult;
import org.asterism.core.internal.protocol.DeferredInterrupt;
import org.asterism.core.internal.task.Completion;
import org.asterism.spi.driver.ComputeUnit;
import org.asterism.spi.thread.BackgroundThread;

/**
 * A thread that steps one engine. It steps again at once while there is something to do. Then it looks repeatedly for a
 * short while, less often as time goes by, because a task may come soon and waking a thread costs as much as many
 * tasks. Finally it sleeps until it is woken.
 *
 * <p>It looks repeatedly only if there is a core for each worker, and yields its core now and then, because a thread
 * that submits the tasks may need the core.
 *
 * <p>A thread that has ended keeps neither its engine nor its runtime. Other code may keep the thread object: Felix
 * sometimes remembers which thread has loaded a class.
 */
public final class WorkerThread extends BackgroundThread implements Stepper {
    private static final long LOOK_NANOS = 50_000;
    private static final int MOST_LOOKS_PER_YIELD = 32;
    private static final int LEAST_LOOKS_PER_YIELD = 8;

    /** Greatest number of pauses between two looks. Each look takes cache lines from workers that have tasks. */
    private static final int MOST_PAUSES_PER_LOOK = 8;

    /** Number of times that a thread that waits for the end looks at the worker. */
    private static final long LOOK_MILLIS = 100;

    /** The engine that it steps; null when it has ended. */
    private WorkerEngine engine;

    /** The runtime; null when it has ended. */
    private EngineHome home;

    private final TaskIds.Block ids = new TaskIds.Block();
    private final boolean mayLookAgain;
    private final CountDownLatch started = new CountDownLatch(1);
    private volatile boolean stopping;
    private volatile boolean resting;
    private volatile Throwable startFailure;

    /** The exception that has ended the thread unexpectedly, or null. */
    private final AtomicReference<Throwable> death = new AtomicReference<>();

    /** Makes the thread and, with it as the stepper, the engine. */
    public WorkerThread(int id, int node, ComputeUnit unit, EngineHome home, boolean mayLookAgain) {
        super("asterism-" + unit.name(), null);
        this.home = home;
        this.mayLookAgain = mayLookAgain;
        engine = new WorkerEngine(id, node, unit, home, this);
    }

    /** The engine that it steps; null when it has ended. */
    public WorkerEngine engine() {
        return engine;
    }

    EngineHome home() {
        return home;
    }

    /** Ids for tasks that its kernels make. */
    TaskIds.Block ids() {
        return ids;
    }

    /** Waits until the thread has prepared itself; what it failed with, or null. To be asked once. */
    public Throwable awaitStarted() {
        DeferredInterrupt.await(started::await);
        Throwable failure = startFailure;
        startFailure = null;
        return failure;
    }

    public void requestStop() {
        stopping = true;
        LockSupport.unpark(this);
    }

    /**
     * Waits until the thread has ended; does nothing on the thread itself.
     *
     * @param meanwhile is run now and then
     * @return false if what the worker does was given up before
     */
    public boolean awaitStopped(Runnable meanwhile) {
        WorkerEngine stepped = engine;
        try (DeferredInterrupt interrupt = new DeferredInterrupt()) {
            while (Thread.currentThread() != this && isAlive() && (stepped == null || !stepped.isStuck())) {
                meanwhile.run();
                interrupt.lets(() -> join(LOOK_MILLIS));
            }
        }
        return !isAlive();
    }

    @Override
    public void wake(WorkerEngine woken) {
        LockSupport.unpark(this);
    }

    /** Whether the thread sleeps, or will in a moment, and no task is its own. */
    public boolean isResting() {
        WorkerEngine stepped = engine;
        return resting && stepped != null && stepped.isAsleep();
    }

    @Override
    public void run() {
        try {
            engine.start();
        } catch (Throwable thrown) {
            startFailure = thrown;
            engine.leave();
            forget();
            return;
        } finally {
            started.countDown();
        }
        try {
            while (workUntilAsleep()) {
                sleepUntilWoken();
            }
        } catch (Throwable thrown) {
            death.set(thrown);
            reportDeath(thrown);
        } finally {
            engine.leave();
            if (death.get() == null) {
                forget();
            }
        }
    }

    private void forget() {
        engine = null;
        home = null;
    }

    /** Retires the worker, because its thread cannot continue. */
    private void reportDeath(Throwable thrown) {
        for (int tries = 0; ; tries++) {
            try {
                home.workerDied(engine, thrown);
                return;
            } catch (VirtualMachineError full) {
                Completion.awaitMemory(tries, full);
            }
        }
    }

    /** Fails the tasks that the thread has left behind if it has died; when it has ended. */
    public void failTasksLeft() {
        Throwable thrown = death.getAndSet(null); // several threads may take the worker out at once
        if (thrown == null) {
            return;
        }
        try {
            engine.recover(thrown);
        } catch (RuntimeException | Error again) {
            death.set(thrown);
            throw again;
        }
        forget();
    }

    /**
     * Runs tasks until the worker has announced that it sleeps, or has to end.
     *
     * @return whether it sleeps
     */
    private boolean workUntilAsleep() {
        while (!stopping || engine.isBusy() || !engine.leaves()) {
            try {
                if (engine.step() != StepResult.PROGRESSED && lookUntilAsleep()) {
                    return true;
                }
            } catch (Throwable thrown) {
                engine.recover(thrown);
            }
        }
        return false;
    }

    private boolean lookUntilAsleep() {
        long begin = home.clock().nanoTime();
        long looking = mayLookAgain ? LOOK_NANOS : 0;
        int looks = MOST_LOOKS_PER_YIELD;
        int pauses = 1;
        while (!stopping || engine.isBusy()) {
            for (int look = 0; look < looks; look++) {
                StepResult found = engine.step();
                if (found == StepResult.PROGRESSED) {
                    return false;
                }
                for (int pause = 0; pause < pauses; pause++) {
                    Thread.onSpinWait();
                }
            }
            Thread.yield();
            looks = Math.max(LEAST_LOOKS_PER_YIELD, looks / 2);
            pauses = Math.min(MOST_PAUSES_PER_LOOK, 2 * pauses);
            if (home.clock().nanoTime() - begin >= looking) {
                WorkerRest rest = engine.rest();
                if (rest.stepOrSleep() != StepResult.IDLE) {
                    return false;
                }
                boolean isBusy = engine.isBusy();
                long longest = isBusy ? rest.longest(begin) : Long.MAX_VALUE;
                if (longest == Long.MAX_VALUE) {
                    resting = !isBusy;
                    return true;
                }
                LockSupport.parkNanos(engine, longest);
                Thread.interrupted();
                rest.end();
            }
        }
        return false;
    }

    /**
     * Sleeps, or rests from what is under way. No method that steps the engine is on the stack meanwhile: its compiled
     * code may contain inlined methods of plug-ins, and a frame keeps their class loaders alive, even of plug-ins that
     * were removed long ago. {@link #run} iterates once per sleep, so it is compiled late if at all, and not together
     * with methods that had large code before. Polled kernels are waited for under such methods.
     */
    private void sleepUntilWoken() {
        WorkerRest rest = engine.rest();
        boolean isBusy = !resting;
        while (rest.lasts() && (isBusy || !stopping)) {
            parkUnlessWoken();
        }
        if (isBusy) {
            rest.end();
        }
        resting = false;
    }

    /**
     * Parks, and forgets an interrupt that came between two tasks: it is nobody's affair, and would keep the thread
     * awake.
     */
    private void parkUnlessWoken() {
        LockSupport.park(engine);
        Thread.interrupted();
    }
}
