package org.asterism.core.internal.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * The thread of the program on which a worker's unit was prepared. Only that thread drives the worker, until the use of
 * the unit or the thread has ended.
 *
 * <p>Used by the thread that is inside the {@link ProgramDrive}; any thread may ask for the owner.
 */
final class UnitOwner {
    private static final Logger LOG = System.getLogger(UnitOwner.class.getName());

    private final WorkerEngine engine;
    private final EngineHome home;
    private volatile Thread thread;

    /** Whether the unit could not be prepared while the worker leaves. */
    private boolean unusable;

    UnitOwner(WorkerEngine engine, EngineHome home) {
        this.engine = engine;
        this.home = home;
    }

    /** The thread, or null if the unit is not in use. Any thread. */
    Thread thread() {
        return thread;
    }

    /**
     * Prepares the unit on the calling thread, unless that was done.
     *
     * @return false if another one drives the worker, and the runtime is being closed
     * @throws IllegalStateException if another one drives the worker otherwise, or the unit cannot be used
     */
    boolean take(Thread self) {
        Thread begun = thread;
        if (begun == self) {
            return true;
        }
        if (begun != null && begun.isAlive()) {
            if (home.isClosing()) {
                return false;
            }
            throw belongsTo(begun);
        }
        prepare(self);
        return true;
    }

    /** The refusal of a thread other than the one that the unit was prepared on. */
    IllegalStateException belongsTo(Thread begun) {
        return new IllegalStateException(engine.name() + " is driven by thread '" + begun.getName()
                + "', which its unit was prepared on: call endDriving() there before another thread drives it");
    }

    private void prepare(Thread self) {
        endUse();
        try {
            engine.start();
        } catch (RuntimeException | Error thrown) {
            engine.life().stop();
            throw new IllegalStateException(engine.name() + " cannot be used: " + thrown.getMessage(), thrown);
        }
        thread = self;
    }

    /**
     * Prepares the unit on the thread that removes the worker, after any other thread drove it. Returns false if the
     * unit cannot be used, which is logged once.
     */
    boolean takeToLeave(Thread self) {
        if (unusable) {
            return false;
        }
        try {
            prepare(self);
        } catch (IllegalStateException reason) {
            unusable = true;
            LOG.log(Level.ERROR, "while it leaves, worker " + reason.getMessage(), reason.getCause());
        }
        return !unusable;
    }

    /** Ends the use of the unit on the thread that began it, after the running kernels have ended. */
    void endUse() {
        if (thread == null) {
            return;
        }
        while (engine.underWay().hasKernel()) {
            ProgramStepper.runAs(engine, this::pollKernel);
            Thread.yield();
        }
        engine.life().stop();
        thread = null;
    }

    private void pollKernel() {
        try {
            engine.underWay().pollKernel();
        } catch (Throwable thrown) {
            engine.recover(thrown);
        }
    }
}
