package org.asterism.core.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.asterism.core.internal.context.Context;
import org.asterism.core.internal.context.ContextWorker;
import org.asterism.core.internal.observation.Observers;
import org.asterism.core.internal.protocol.FieldHandle;
import org.asterism.core.internal.task.Job;

/**
 * The sleep and rest of a worker, and the context that expects it to take a task. If a policy has woken the worker, the
 * policy expects it to pop a task. If the worker takes another task instead, another worker has to be woken.
 *
 * <p><b>Threads.</b> Any thread may wake the worker and call the methods that say so. The rest is for the thread that
 * steps it.
 */
final class WorkerSleep {
    private static final VarHandle STATE = FieldHandle.of(MethodHandles.lookup(), "state", Object.class);
    private static final VarHandle RESTING = FieldHandle.of(MethodHandles.lookup(), "resting", boolean.class);

    /** The {@link #state} of a worker that sleeps. */
    private static final Object ASLEEP = "asleep";

    /** The {@link #state} of a worker that was woken, and on which no context counts. */
    private static final Object WOKEN = "woken";

    private final ContextWorker worker;
    private final Sleepers sleepers;

    /** Schedules the next step of the worker. */
    private final Runnable wake;

    /**
     * Null while the worker is awake; {@link #ASLEEP} while it sleeps, or is about to. Who wakes it leaves behind which
     * context counts on it to pop a task of its, or {@link #WOKEN}; the worker takes that away.
     */
    private volatile Object state;

    private final Observers observers;
    private boolean resting;
    private boolean listed;

    /** Whether observers were told that it sleeps. */
    private boolean isReported;

    /** Whether the rest ends when somebody tells the worker to go on, or wakes it for a task. */
    private boolean awaitsTelling;

    private boolean awaitsWaking;

    /** Whether it stands for one of the tasks that it is just releasing. */
    private boolean credit;

    /**
     * The context whose policy counts on this worker to pop a task, or null: a worker that takes another one instead
     * has to have another worker woken.
     */
    private Context countedOnBy;

    WorkerSleep(ContextWorker worker, Sleepers sleepers, Observers observers, Runnable wake) {
        this.worker = worker;
        this.sleepers = sleepers;
        this.observers = observers;
        this.wake = wake;
    }

    // Sleep.

    void isStepped() {
        if (listed) {
            strikeOff();
            if (isReported) {
                isReported = false;
                observers.woke(worker);
            }
        }
        Object woken = state;
        if (woken != null && woken != ASLEEP) {
            countedOnBy = takeWhoWoke();
        }
    }

    private void strikeOff() {
        listed = false;
        sleepers.clear(worker.id(), worker.architecture());
    }

    /**
     * Says that the engine will not be stepped until it is woken.
     *
     * <p>It is counted before it sleeps, and counted out after it has risen, so that the count is never less than the
     * number of those who sleep. The fence is the counterpart of the one between a push and the look for sleepers.
     */
    void fallAsleep() {
        sleepers.oneMore();
        if (!listed) {
            listed = true;
            sleepers.set(worker.id(), worker.architecture());
        }
        Object before = STATE.getAndSet(this, ASLEEP);
        if (before instanceof Context counting) {
            countedOnBy = counting; // it was woken for another task while it had one under way
        }
        if (before == ASLEEP) {
            sleepers.oneLess();
        }
        VarHandle.fullFence();
    }

    /** Tells observers that the worker has found nothing, and sleeps. */
    void report() {
        isReported = true;
        observers.slept(worker);
    }

    /** Says that the engine is stepped again; false if somebody has woken it already. */
    boolean rise() {
        return rise(null);
    }

    private boolean rise(Object left) {
        if (!STATE.compareAndSet(this, ASLEEP, left)) {
            return false;
        }
        sleepers.oneLess();
        sleepers.oneHasRisen();
        return true;
    }

    /** Rises to answer a call to a team; a context that has woken the worker meanwhile counts on it from now on. */
    void riseToAnswer() {
        if (!rise()) {
            countedOnBy = takeWhoWoke();
        }
    }

    /**
     * Rises for a task that was found; a context that has woken the worker meanwhile, perhaps for another task, has
     * another worker woken.
     */
    void riseToRun() {
        if (!rise()) {
            Context counting = takeWhoWoke();
            if (counting != null) {
                counting.wakeInsteadOf(worker);
            }
        }
    }

    void end() {
        rise();
        sleepers.clear(worker.id(), worker.architecture());
    }

    /** Any thread. */
    boolean isAsleep() {
        return state == ASLEEP;
    }

    /** Wakes it to look for a task in a context; false if it did not sleep. Any thread. */
    boolean wakeFor(Context counting) {
        return wake(counting);
    }

    /** Wakes it for something that no context counts on it for; false if it did not sleep. Any thread. */
    boolean wakeForItself() {
        return wake(WOKEN);
    }

    private boolean wake(Object left) {
        if (state != ASLEEP || !rise(left)) {
            return false;
        }
        wake.run();
        return true;
    }

    /**
     * Returns the context that expects the worker to take a task since it was woken, or null. Called by the worker when
     * it is awake.
     */
    private Context takeWhoWoke() {
        Object woken = state;
        state = null;
        return woken instanceof Context counting ? counting : null;
    }

    // Rest, which is no sleep: nobody shall wake the worker for another task, unless it sleeps as well.

    /**
     * Says what the worker waits for: to be told that it can go on, to be woken for a task, or both; whichever comes
     * first.
     */
    void waitsFor(boolean telling, boolean waking) {
        awaitsTelling = telling;
        awaitsWaking = waking;
    }

    /** Whether nothing of what it waits for has come. */
    boolean lasts() {
        return (!awaitsTelling || isResting()) && (!awaitsWaking || isAsleep());
    }

    /** Says that the worker rests; what it waits for has to be looked at for the last time after this. */
    void beginRest() {
        RESTING.setVolatile(this, true);
    }

    /** Ends the rest; false if it had ended already. Any thread. */
    boolean endRest() {
        return RESTING.compareAndSet(this, true, false);
    }

    /** Whether it rests still. Any thread. */
    boolean isResting() {
        return (boolean) RESTING.getVolatile(this);
    }

    /** Schedules the next step of a resting worker. Any thread may call this. */
    void goOn() {
        if (endRest()) {
            wake.run();
        }
    }

    // Who counts on it.

    boolean isCountedOn() {
        return countedOnBy != null;
    }

    /**
     * Wakes another worker if a context relies on this one but this one has taken a task from elsewhere.
     *
     * @param job the task that was found, or null
     * @param own whether the task was assigned to this worker
     */
    void found(Job job, boolean own) {
        Context counting = countedOnBy;
        countedOnBy = null;
        if (job != null && (own || !counting.tasks().has(job))) {
            counting.wakeInsteadOf(worker);
        }
    }

    /** Wakes another worker for the context that relies on this one, which is busy now. */
    void passCountOn() {
        Context counting = countedOnBy;
        if (counting != null) {
            countedOnBy = null;
            counting.wakeInsteadOf(worker);
        }
    }

    /**
     * Says that the engine may not be stepped for a while: if somebody counts on it to pop a task, another has to. It
     * does not sleep either, since nobody could wake it.
     */
    void handOn() {
        if (listed) {
            strikeOff();
        }
        Context woke = state == null || state == ASLEEP ? null : takeWhoWoke();
        if (woke != null) {
            woke.wakeInsteadOf(worker);
        }
        passCountOn();
    }

    /** Says whether the worker is about to pop a task, so that it stands for one of those that it releases. */
    void isAboutToPop(boolean soon) {
        credit = soon;
    }

    /** Whether it is about to pop and has not been counted on yet; the context that asks counts on it from now on. */
    boolean takeCredit(Context counting) {
        boolean had = credit;
        credit = false;
        if (had) {
            countedOnBy = counting;
        }
        return had;
    }
}
