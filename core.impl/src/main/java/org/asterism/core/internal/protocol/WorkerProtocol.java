package org.asterism.core.internal.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.EnumSet;
import java.util.Set;
import org.asterism.api.WorkerFlag;

/**
 * The state machine of one worker: its scheduling operations, and the operations that other threads may do at the same
 * time. No method waits; if a transition is not possible now, the method reports that. {@link Waits} adds waiting for
 * threads that may wait.
 *
 * <p>{@code docs/worker-protocol.md} explains the terms, shows the states and lists the invariants, which the explorer
 * among the tests checks in every state. In short: the worker is <i>open</i> when it is in no scheduling operation, or
 * has <i>relaxed</i> within one. Other threads touch its data with its <i>lock</i>, which is granted while it is open.
 *
 * <p><b>Memory order.</b> There are two words. Only the worker's thread writes {@code own}; any thread writes
 * {@code common}, by atomic operations only. To enter, the worker stores {@code own}, passes a full fence and reads
 * {@code common}. Other threads change {@code common} and then read {@code own}, both volatile. So one of the two sees
 * the other (Dekker's argument), and the worker withdraws. The caller makes the fence, because it may use the same
 * fence for another announcement: see {@code context.GateSlot}. Leaving and relaxing store {@code own} with release,
 * and the other threads' reads acquire. So the holder of the lock sees what the operation wrote. Unlocking releases,
 * and reading {@code common} acquires. So the next operation sees what the holder wrote.
 *
 * <p><b>Single accesses.</b> Each package-private or public method makes one access to shared state, unless its
 * documentation says that it is composed. A repeated compare-and-set counts as one access: it takes effect at the
 * attempt that succeeds, or at the read that refuses.
 */
public final class WorkerProtocol {
    private static final VarHandle OWN = FieldHandle.of(MethodHandles.lookup(), "own", int.class);
    private static final VarHandle COMMON = FieldHandle.of(MethodHandles.lookup(), "common", long.class);

    // own: how deep its operations are nested, how often it has relaxed in the innermost, whether it looks for a task.
    private static final int DEPTH_ONE = 1;
    private static final int DEPTH = 0xFFF;
    private static final int RELAXED_ONE = 0x1000;
    private static final int RELAXED = 0xFFF000;
    private static final int LOOKING = 0x1000000;

    // common: flags, the number of calls to teams, and who changes the contexts.
    private static final long LOCKED = 1;
    private static final long WANTED = 1 << 1;
    private static final long NOTICED = 1 << 2;
    private static final long WAITED_FOR = 1 << 3;
    private static final long OBSERVED = 1 << 4;
    private static final long BLOCKED = 1 << 5;
    private static final int CALLS_SHIFT = 8;
    private static final long CALL_ONE = 1L << CALLS_SHIFT;
    private static final long CALLS = 0xFFFFFFL << CALLS_SHIFT;
    private static final int CHANGER_SHIFT = 32;
    private static final long CHANGER = 0xFFFFFFFFL << CHANGER_SHIFT;

    /** Stands for a thread that changes contexts and is no worker. */
    public static final int NO_WORKER = -1;

    private int own;
    private long common;

    /** Whether it was ever called to a team; never false again. */
    private volatile boolean everCalled;

    public WorkerProtocol() {}

    // The worker's own thread: operations.

    /**
     * Announces a look for a task, in no other operation; to be followed by a full fence and {@link #admission}.
     *
     * @return to be given to {@link #leave}
     */
    public int announceLook() {
        int before = own;
        OWN.setOpaque(this, before + DEPTH_ONE | LOOKING);
        return before;
    }

    /**
     * Announces an operation that is no look; to be followed by a full fence and {@link #mayPush}.
     *
     * @return to be given to {@link #leave}
     */
    public int announcePush() {
        int before = own;
        OWN.setOpaque(this, (before & ~RELAXED) + DEPTH_ONE);
        return before;
    }

    /** Returns the obstacle of an announced look; if the look is not granted, the worker must {@link #leave}. */
    public LookPermission admission() {
        long seen = (long) COMMON.getVolatile(this);
        return seen == 0 ? LookPermission.FREE : admission(seen);
    }

    private static LookPermission admission(long seen) {
        if ((seen & LOCKED) != 0) {
            return LookPermission.LOCKED;
        }
        if ((seen & BLOCKED) != 0) {
            return LookPermission.CALLED;
        }
        if ((seen & NOTICED) != 0) {
            return LookPermission.NOTICED;
        }
        if ((seen & OBSERVED) != 0) {
            return LookPermission.OBSERVED;
        }
        return (seen & CALLS) != 0 ? LookPermission.CALLED : LookPermission.FREE;
    }

    /**
     * Whether nothing stands in the way of an announced push; if something does, the worker must {@link #leave}. Within
     * an operation that is not relaxed nothing can, though somebody may have reserved the lock.
     */
    public boolean mayPush(int before) {
        return !isOpen(before) || ((long) COMMON.getVolatile(this) & LOCKED) == 0;
    }

    /** Ends an operation, or withdraws its announcement. */
    public void leave(int before) {
        OWN.setRelease(this, before);
    }

    /**
     * Lets the observation be forgotten, once the look has begun that was {@link LookPermission#OBSERVED granted} in
     * spite of it.
     */
    public void forgetObservation() {
        COMMON.getAndBitwiseAnd(this, ~OBSERVED);
    }

    /** Asks those who would lock the worker to let it in first; once it has found its lock taken. */
    void want() {
        COMMON.getAndBitwiseOr(this, WANTED);
    }

    /** Takes {@link #want} back, once it is in. */
    void wantNoMore() {
        COMMON.getAndBitwiseAnd(this, ~WANTED);
    }

    /** Whether somebody has the lock, or has reserved it. */
    boolean isLocked() {
        return ((long) COMMON.getVolatile(this) & LOCKED) != 0;
    }

    /** Whether the worker's thread is in an operation; for that thread alone. */
    public boolean isInOperation() {
        return (own & DEPTH) != 0;
    }

    /** Whether the worker's data are its own now, without a lock; for its thread alone. */
    boolean isExclusive() {
        return !isOpen(own);
    }

    // The worker's own thread: relaxing.

    /** Opens the worker in the midst of an operation. May be done several times, and must be undone as often. */
    void relax() {
        OWN.setRelease(this, own + RELAXED_ONE);
    }

    /**
     * Announces that the worker does as if it had not relaxed the last time; to be followed by a full fence and
     * {@link #mayGoOn}.
     */
    void announceUnrelax() {
        OWN.setOpaque(this, own - RELAXED_ONE);
    }

    /** Whether the worker's data are its own again, or it is relaxed still; if not, it must {@link #relax} again. */
    boolean mayGoOn() {
        return isOpen(own) || !isLocked();
    }

    // Anybody: the lock.

    /** Reserves the lock; it is held as soon as it is {@link #isGranted granted}. */
    boolean reserve() {
        while (true) {
            long seen = (long) COMMON.getVolatile(this);
            if ((seen & (LOCKED | WANTED)) != 0) {
                return false;
            }
            if (COMMON.compareAndSet(this, seen, seen | LOCKED)) {
                return true;
            }
        }
    }

    /** Whether a reserved lock is held, because the worker is open; to be asked until it is. */
    boolean isGranted() {
        return isOpen((int) OWN.getVolatile(this));
    }

    /** Gives the lock back, or the reservation. */
    void unlock() {
        COMMON.getAndBitwiseAnd(this, ~LOCKED);
    }

    /** Takes the lock if nobody has it and the worker is open; composed. */
    boolean tryLock() {
        if (!reserve()) {
            return false;
        }
        if (isGranted()) {
            return true;
        }
        unlock();
        return false;
    }

    /**
     * Gives the lock back and tells whether the worker is away with a team. The answer stays true until the worker has
     * looked for a task once more: no call that is pending is answered before that. A worker whose dismissal is pending
     * is on its way back, and counts as there.
     */
    boolean observe() {
        while (true) {
            long seen = (long) COMMON.getVolatile(this);
            if (COMMON.compareAndSet(this, seen, seen & ~LOCKED | OBSERVED)) {
                return (seen & BLOCKED) != 0 && (seen & CALLS) != 0;
            }
        }
    }

    // Anybody: changes of contexts.

    /**
     * Notices the worker that its contexts are about to change; it begins no look any more. Not for a worker that makes
     * the change itself.
     *
     * @param changer the id of the worker that makes the change, or {@link #NO_WORKER}
     * @return false if another change is under way
     */
    public boolean tryNotice(int changer) {
        while (true) {
            long seen = (long) COMMON.getVolatile(this);
            if ((seen & NOTICED) != 0) {
                return false;
            }
            if (COMMON.compareAndSet(this, seen, seen | NOTICED | (long) changer << CHANGER_SHIFT)) {
                return true;
            }
        }
    }

    /** Whether it looks for a task just now, or is about to find that it must not. */
    public boolean isLooking() {
        return ((int) OWN.getVolatile(this) & LOOKING) != 0;
    }

    /** Says, for people who look, that the change waits for the look under way. */
    void waitForLook() {
        COMMON.getAndBitwiseOr(this, WAITED_FOR);
    }

    /** Ends the change. The worker has to be woken then. */
    public void endNotice() {
        COMMON.getAndBitwiseAnd(this, ~(NOTICED | WAITED_FOR | CHANGER));
    }

    /**
     * The id of the worker that changes this one's contexts, or {@link #NO_WORKER}; a glance, while there is a notice.
     */
    public int changer() {
        return (int) ((long) COMMON.getVolatile(this) >> CHANGER_SHIFT);
    }

    // Anybody: teams.

    /**
     * Calls the worker to a team; it has to be woken then. It answers between two looks.
     *
     * @return false if it was dismissed and has not answered that yet
     */
    public boolean tryCall() {
        if (!everCalled) {
            everCalled = true;
        }
        while (true) {
            long seen = (long) COMMON.getVolatile(this);
            if ((seen & BLOCKED) != 0 && (seen & CALLS) == 0) {
                return false;
            }
            if ((seen & CALLS) == CALLS) {
                throw new IllegalStateException("a worker was called to more than " + (CALLS >>> CALLS_SHIFT)
                        + " teams at once: dismiss it from some first");
            }
            if (COMMON.compareAndSet(this, seen, seen + CALL_ONE)) {
                return true;
            }
        }
    }

    /** Whether it has been called to a team before; a worker that has not cannot be away. */
    boolean wasEverCalled() {
        return everCalled;
    }

    /** Takes one call back, whether it was answered or not. The worker has to be woken then. */
    public void dismiss() {
        while (true) {
            long seen = (long) COMMON.getVolatile(this);
            if ((seen & CALLS) == 0) {
                throw new IllegalStateException("a worker was dismissed from a team that it was not called to");
            }
            if (COMMON.compareAndSet(this, seen, seen - CALL_ONE)) {
                return;
            }
        }
    }

    /** Whether the worker is blocked: it has answered the call to a team, and stays blocked until {@link #dismiss}. */
    public boolean isBlocked() {
        return ((long) COMMON.getVolatile(this) & BLOCKED) != 0;
    }

    /** Whether a dismissal was answered. */
    public boolean isDismissed() {
        long seen = (long) COMMON.getVolatile(this);
        return (seen & BLOCKED) == 0 || (seen & CALLS) != 0;
    }

    /**
     * Whether a call or a dismissal is to be answered, so that the worker must not sleep before it has looked again.
     */
    public boolean hasToAnswer() {
        long seen = (long) COMMON.getVolatile(this);
        boolean isCalled = (seen & CALLS) != 0;
        return (seen & BLOCKED) == 0 ? isCalled && (seen & NOTICED) == 0 : !isCalled;
    }

    /**
     * Answers a call or a dismissal, if there is one that may be answered now; by the worker's own thread, in no
     * operation.
     *
     * @return whether it is blocked now
     */
    public boolean answer() {
        while (true) {
            long seen = (long) COMMON.getVolatile(this);
            boolean isBlocked = (seen & BLOCKED) != 0;
            boolean wantsBlock = (seen & CALLS) != 0;
            if (isBlocked == wantsBlock || wantsBlock && (seen & (OBSERVED | NOTICED)) != 0) {
                return isBlocked;
            }
            if (COMMON.compareAndSet(this, seen, seen ^ BLOCKED)) {
                return wantsBlock;
            }
        }
    }

    private static boolean isOpen(int word) {
        return (word & DEPTH) == 0 || (word & RELAXED) != 0;
    }

    // For people, and for the tests that explore it.

    /** The states that the worker is in; a glance. */
    public Set<WorkerFlag> flags() {
        int mine = (int) OWN.getVolatile(this);
        long theirs = (long) COMMON.getVolatile(this);
        Set<WorkerFlag> flags = EnumSet.noneOf(WorkerFlag.class);
        add(flags, WorkerFlag.SCHEDULING, (mine & DEPTH) != 0);
        add(flags, WorkerFlag.LOOKING, (mine & LOOKING) != 0);
        add(flags, WorkerFlag.RELAXED, (mine & RELAXED) != 0);
        add(flags, WorkerFlag.LOCKED, (theirs & LOCKED) != 0);
        add(flags, WorkerFlag.NOTICED, (theirs & NOTICED) != 0);
        add(flags, WorkerFlag.WAITED_FOR, (theirs & WAITED_FOR) != 0);
        add(flags, WorkerFlag.CALLED, (theirs & CALLS) != 0);
        add(flags, WorkerFlag.BLOCKED, (theirs & BLOCKED) != 0);
        add(flags, WorkerFlag.OBSERVED, (theirs & OBSERVED) != 0);
        return flags;
    }

    private static void add(Set<WorkerFlag> flags, WorkerFlag flag, boolean isSet) {
        if (isSet) {
            flags.add(flag);
        }
    }

    /** Returns the number of calls to teams that were not taken back; a snapshot. */
    public int calls() {
        return (int) (((long) COMMON.getVolatile(this) & CALLS) >>> CALLS_SHIFT);
    }

    int ownWord() {
        return own;
    }

    long commonWord() {
        return common;
    }

    void restore(int ownWord, long commonWord) {
        own = ownWord;
        common = commonWord;
    }
}
