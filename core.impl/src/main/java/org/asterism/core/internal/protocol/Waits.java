package org.asterism.core.internal.protocol;

import java.lang.invoke.VarHandle;
import org.asterism.spi.concurrent.SpinLock;

/**
 * Waits for transitions of {@link WorkerProtocol}, for as long as an operation or a critical section of another thread
 * lasts: a few microseconds.
 *
 * <p>A waiting thread first spins, soon yields its core, and finally naps, because the thread that holds the lock may
 * be waiting for a core.
 */
public final class Waits {
    /** After so many tries, {@link #awaitLook} begins to measure time, and makes itself known to the worker. */
    private static final int SPINS = 64;

    private Waits() {}

    /**
     * Makes a worker that found its lock taken wait until the holder has released it. The worker gets the lock before
     * any other thread.
     */
    private static void awaitUnlocked(WorkerProtocol self) {
        self.want();
        for (int tries = 0; self.isLocked(); tries++) {
            SpinLock.pause(tries);
        }
    }

    /**
     * Begins a look for a task, waiting only for the worker's lock.
     *
     * @return the remaining obstacle; if the look is granted, {@link WorkerProtocol#leave} ends it
     */
    public static LookPermission look(WorkerProtocol self) {
        LookPermission found = tryLook(self);
        if (found != LookPermission.LOCKED) {
            return found;
        }
        awaitUnlocked(self);
        found = tryLook(self);
        self.wantNoMore();
        return found;
    }

    private static LookPermission tryLook(WorkerProtocol self) {
        int before = self.announceLook();
        VarHandle.fullFence();
        LookPermission found = self.admission();
        if (!found.isGranted()) {
            self.leave(before);
        } else if (found == LookPermission.OBSERVED) {
            self.forgetObservation();
        }
        return found;
    }

    /**
     * Begins an operation that is no look, waiting for the worker's lock.
     *
     * @return to be given to {@link WorkerProtocol#leave}
     */
    public static int push(WorkerProtocol self) {
        int before = self.announcePush();
        VarHandle.fullFence();
        if (self.mayPush(before)) {
            return before;
        }
        self.leave(before);
        return pushAfterUnlocking(self);
    }

    /** Begins an operation as {@link #push} does, after an announcement was withdrawn. */
    public static int pushAfterUnlocking(WorkerProtocol self) {
        awaitUnlocked(self);
        int before = self.announcePush();
        VarHandle.fullFence();
        if (!self.mayPush(before)) {
            throw new AssertionError("a worker's lock was given to another before it");
        }
        self.wantNoMore();
        return before;
    }

    /** Undoes a {@link WorkerProtocol#relax}. It waits for a thread that has locked the worker meanwhile. */
    static void unrelax(WorkerProtocol self) {
        if (tryUnrelax(self)) {
            return;
        }
        awaitUnlocked(self);
        if (!tryUnrelax(self)) {
            throw new AssertionError("a worker's lock was given to another before it");
        }
        self.wantNoMore();
    }

    private static boolean tryUnrelax(WorkerProtocol self) {
        self.announceUnrelax();
        VarHandle.fullFence();
        if (self.mayGoOn()) {
            return true;
        }
        self.relax();
        return false;
    }

    /** Takes a worker's lock, waiting for it. A worker that does so has to relax before. */
    static void lock(WorkerProtocol other) {
        int tries = 0;
        while (!other.reserve()) {
            SpinLock.pause(tries++);
        }
        while (!other.isGranted()) {
            SpinLock.pause(tries++);
        }
    }

    /**
     * Waits for the end of the look for which a worker was under way when it was noticed; false if that lasts ten
     * seconds.
     */
    public static boolean awaitLook(WorkerProtocol noticed) {
        Patience patience = null;
        for (int tries = 0; noticed.isLooking(); tries++) {
            if (tries == SPINS) {
                noticed.waitForLook();
                patience = new Patience();
            }
            if (patience != null && patience.isOver()) {
                return false;
            }
            SpinLock.pause(tries);
        }
        return true;
    }

    /** Notices a worker of a change of its contexts, waiting for the end of another change. */
    public static void notice(WorkerProtocol worker, int changer) {
        for (int tries = 0; !worker.tryNotice(changer); tries++) {
            SpinLock.pause(tries);
        }
    }
}
