package org.asterism.core.internal.worker;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.asterism.api.StepResult;
import org.asterism.core.internal.task.Completion;
import org.asterism.spi.driver.ComputeUnit;

/**
 * Lets threads of the program step a worker: decides which thread may, and prepares and releases the unit on that
 * thread. Within {@link #run} the thread acts like a {@link WorkerThread}; see there.
 *
 * <p><b>Who may step.</b> {@link #inside} is the thread that steps, or is about to. A thread that wants to step puts
 * itself there first. So the engine, and everything here but the requests, belongs to one thread at a time.
 * {@link #owner} is the thread on which the unit was prepared. It stays the owner while it is outside.
 *
 * <p><b>Leaving.</b> The thread that makes the worker leave raises {@link #leaving}. A thread that goes outside and
 * finds it raised ends the tasks under way and the use of the unit. If no thread is inside, the raising thread does so,
 * and repeats it until all is done.
 *
 * <p><b>Teams.</b> If other workers have threads of their own, teams call this one only while a thread is within
 * {@link #run}. That method returns when no team needs the worker any more. So no team waits for a program that will
 * drive the worker at an unknown time.
 */
public final class ProgramDrive implements Stepper {
    private final WorkerEngine engine;
    private final EngineHome home;
    private final boolean mayLookAgain;
    private final boolean alwaysInTeams;
    private final LastSteps lastSteps;
    private final UnitOwner owner;
    private final AtomicReference<Thread> inside = new AtomicReference<>();
    private volatile boolean running;
    private volatile boolean resting;
    private volatile boolean stopRequested;
    private volatile boolean leaving;
    private volatile boolean left;

    /**
     * Makes the drive and, with it as the stepper, the engine.
     *
     * @param alwaysInTeams whether teams call the worker even while no thread is within {@link #run}, and wait until
     *     the program drives it; true if the program drives all workers
     */
    public ProgramDrive(
            int id, int node, ComputeUnit unit, EngineHome home, boolean mayLookAgain, boolean alwaysInTeams) {
        this.home = home;
        this.mayLookAgain = mayLookAgain;
        this.alwaysInTeams = alwaysInTeams;
        engine = new WorkerEngine(id, node, unit, home, this);
        lastSteps = new LastSteps(engine, home);
        owner = new UnitOwner(engine, home);
        if (!alwaysInTeams) {
            engine.leaves();
        }
    }

    public WorkerEngine engine() {
        return engine;
    }

    /** The thread that steps the engine, or else the one that alone may; null if none has begun. */
    Thread thread() {
        Thread now = inside.get();
        return now == null ? owner.thread() : now;
    }

    boolean isDrivenNow() {
        return inside.get() != null;
    }

    // What the program asks for.

    void begin() {
        if (!enter("begin to drive")) {
            throw new IllegalStateException(
                    engine.name() + " cannot be driven any more: its driver has left, or its runtime is closed");
        }
        exit();
    }

    void end() {
        refuseWorkers("end the driving of");
        if (thread() == null || !goInside(Thread.currentThread())) {
            return;
        }
        try {
            Thread begun = owner.thread();
            if (begun == Thread.currentThread()) {
                if (engine.isInOrCalledToTeam()) {
                    throw new IllegalStateException(engine.name()
                            + " is in the team of a parallel task, or was called to one: drive it until that "
                            + "task has ended");
                }
                endWhatIsUnderWay();
                owner.endUse();
            } else if (begun != null && !begun.isAlive()) {
                owner.endUse();
            } else if (begun != null && !home.isClosing()) { // who closes the runtime may have taken it over
                throw owner.belongsTo(begun);
            }
        } finally {
            exit();
        }
    }

    StepResult runOnce() {
        if (!enter("step")) {
            return StepResult.IDLE;
        }
        try {
            return ProgramStepper.stepOn(engine);
        } finally {
            exit();
        }
    }

    /**
     * Steps the engine on the calling thread until it shall not go on.
     *
     * @param condition holds when it shall not; null for none
     * @param nanos the longest duration
     * @return whether the condition holds or, without one, whether it ended before the time was over
     */
    boolean run(BooleanSupplier condition, long nanos) {
        if (Completion.isUnderWay()) {
            throw new IllegalStateException("a callback must not run " + engine.name()
                    + ", since the thread that calls it has tasks to end still: use runOnce()");
        }
        if (!enter("run")) {
            return condition == null || condition.getAsBoolean();
        }
        ProgramStay stay = new ProgramStay(this, home, mayLookAgain, condition, nanos);
        if (!alwaysInTeams) {
            engine.comesBack();
        }
        running = true;
        try {
            ProgramStepper.runAs(engine, () -> work(stay));
        } finally {
            running = false;
            exit();
        }
        return condition == null ? !stay.isTimeOver() : stay.holds();
    }

    void requestStop() {
        stopRequested = true;
        unparkInside();
    }

    /** Makes the thread within {@link #run} check whether it should continue. */
    public void unparkInside() {
        Thread now = inside.get();
        if (now != null) {
            LockSupport.unpark(now);
        }
    }

    @Override
    public void wake(WorkerEngine woken) {
        unparkInside(); // only a thread within run() ever sleeps
    }

    // Going inside and outside.

    /**
     * Puts the calling thread inside as the one that drives the worker; false if the worker has left or is about to.
     */
    private boolean enter(String what) {
        refuseWorkers(what);
        Thread self = Thread.currentThread();
        if (!goInside(self)) {
            return false;
        }
        boolean entered = false;
        try {
            entered = !leaving && owner.take(self);
            return entered;
        } finally {
            if (!entered) {
                exit();
            }
        }
    }

    /** Puts the calling thread inside; false if another one is there because the worker leaves. */
    private boolean goInside(Thread self) {
        while (!inside.compareAndSet(null, self)) {
            if (home.isClosing() || leaving) {
                return false;
            }
            Thread other = inside.get();
            if (other != null) {
                throw new IllegalStateException(
                        engine.name() + " is driven by thread '" + other.getName() + "' just now: one at a time may");
            }
        }
        return true;
    }

    private void refuseWorkers(String what) {
        WorkerEngine current = home.currentWorker();
        if (current != null) {
            throw new IllegalStateException(current.name() + " must not " + what + " " + engine.name()
                    + " from a kernel or callback: call it from a thread that is no worker");
        }
    }

    private void exit() {
        engine.handOn();
        if (leaving && !left && owner.thread() == Thread.currentThread()) {
            do {
                endWhatIsUnderWay();
            } while (!engine.leaves());
            leave();
        }
        inside.set(null);
    }

    private void leave() {
        owner.endUse();
        engine.leave();
        left = true;
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (Throwable thrown) {
            engine.recover(thrown);
        }
    }

    // Within run().

    private void work(ProgramStay stay) {
        try {
            stay.work();
        } finally {
            do {
                endWhatIsUnderWay();
            } while (!alwaysInTeams && !engine.leaves());
        }
    }

    /** Whether the worker leaves, or the thread within {@link #run} should stop. The call clears the latter request. */
    boolean isToEndStay() {
        if (leaving || Thread.currentThread().isInterrupted()) {
            return true;
        }
        if (stopRequested) {
            stopRequested = false;
            return true;
        }
        return false;
    }

    /** Says whether the thread within {@link #run} is about to sleep, and has nothing under way. */
    void rests(boolean now) {
        resting = now;
    }

    /** Sees to its end what is under way, and begins nothing else. */
    private void endWhatIsUnderWay() {
        if (engine.isBusy()) {
            ProgramStepper.runAs(engine, lastSteps);
        }
    }

    // What the runtime asks for.

    /** Whether it begins no task by itself: a worker that nobody runs does not, and one that somebody runs sleeps. */
    public boolean isAtRest() {
        return !running || resting && engine.isAsleep();
    }

    /** Whether a thread is within {@link #run}, and nobody else needs to step the engine. */
    public boolean isRunning() {
        return running;
    }

    /**
     * For closing the runtime: steps the engine once on the calling thread, which takes it over from the one that drove
     * it and is outside.
     *
     * @return whether it found anything, or another thread is inside
     */
    public boolean stepToClose() {
        Thread self = Thread.currentThread();
        if (!inside.compareAndSet(null, self)) {
            return !isAtRest() || !running;
        }
        try {
            return !leaving
                    && (owner.thread() == self || owner.takeToLeave(self))
                    && ProgramStepper.stepOn(engine) != StepResult.IDLE;
        } finally {
            exit();
        }
    }

    /** Asks the worker to leave after the tasks under way. */
    public void requestLeave() {
        leaving = true;
        unparkInside();
    }

    /**
     * Removes the worker if no thread is inside and no work is running; otherwise steps it once. A thread that drives
     * the worker does this itself when it leaves.
     *
     * @return whether it has left, or will when the call of this very thread returns
     */
    public boolean stepToLeave() {
        Thread self = Thread.currentThread();
        if (left || inside.get() == self) {
            return true;
        }
        if (!inside.compareAndSet(null, self)) {
            return false;
        }
        try {
            if (!left && engine.isBusy()) {
                if (owner.thread() != self) {
                    owner.takeToLeave(self);
                }
                ProgramStepper.runAs(engine, () -> guarded(engine::stepUnderWay));
            }
            if (!left && !engine.isBusy() && engine.leaves()) {
                leave();
            }
            return left;
        } finally {
            inside.set(null);
        }
    }

    /** Steps the engine once if the calling thread drives it, or nobody does. */
    public void stepIfOwn() {
        Thread self = Thread.currentThread();
        if (inside.get() == self || !inside.compareAndSet(null, self)) {
            return;
        }
        try {
            if (owner.thread() == null) {
                owner.takeToLeave(self);
            }
            if (owner.thread() == self) {
                ProgramStepper.runAs(engine, () -> guarded(engine::step));
            }
        } finally {
            exit();
        }
    }
}
