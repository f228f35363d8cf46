package org.asterism.profile.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.ContextDescription;
import org.asterism.api.ContextState;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.profile.Moment;

/**
 * Adds up for how long a context was in each {@link Standing}, for each kind of processor. So a worker learns the
 * course of an idle period from two readings. Any thread; the monitor guards everything.
 */
final class ContextClock {
    private static final int ARCHITECTURES = Long.SIZE;
    private static final int MOST_SAMPLES = 16;

    private final SchedulingContext context;

    /** With the architectures that each task is counted for, as bits: what the task says may change meanwhile. */
    private final Map<TaskRecord, Long> withPolicy = new LinkedHashMap<>();

    /** Tasks that a debugger has stopped, with the architectures for which the policy has them; null on their way. */
    private final Map<TaskRecord, Long> held = new HashMap<>();

    private final Set<TaskRecord> onTheWay = new LinkedHashSet<>();
    private final int[] available = new int[ARCHITECTURES];

    /** By the index of the architecture; null for one without workers. */
    private final long[][] times = new long[ARCHITECTURES][];

    /** The task that a worker took last: others may wait for it when nothing is ready. */
    private TaskRecord lastPopped;

    private long last;
    private long unfinished;
    private long most = Long.MAX_VALUE;
    private long goOn = Long.MAX_VALUE;
    private boolean isLimited;
    private boolean isPaused;
    private boolean isParked;

    ContextClock(SchedulingContext context, long now) {
        this.context = context;
        last = now;
        isParked = context.policy().isEmpty();
        readLimit();
    }

    /** Learns of a kind of processor whose workers will read the times. */
    synchronized void know(Architecture architecture) {
        if (times[architecture.index()] == null) {
            times[architecture.index()] = new long[Standing.COUNT];
        }
    }

    private void advance(long now) {
        long nanos = now - last;
        if (nanos <= 0) {
            return;
        }
        last = now;
        for (int architecture = 0; architecture < times.length; architecture++) {
            if (times[architecture] != null) {
                times[architecture][standing(architecture).ordinal()] += nanos;
            }
        }
    }

    private Standing standing(int architecture) {
        if (unfinished <= 0) {
            return Standing.NOTHING;
        }
        if (withPolicy.isEmpty()) {
            return !onTheWay.isEmpty() ? Standing.PUSHING : isLimited ? Standing.LIMITED : Standing.BLOCKED;
        }
        if (isPaused || isParked) {
            return Standing.STOPPED;
        }
        return available[architecture] > 0 ? Standing.AVAILABLE : Standing.FOREIGN;
    }

    /** Copies the times of a kind of processor, as of now; returns the standing. */
    synchronized Standing read(Architecture architecture, long now, long[] into) {
        know(architecture);
        advance(now);
        System.arraycopy(times[architecture.index()], 0, into, 0, Standing.COUNT);
        return standing(architecture.index());
    }

    // Tasks.

    synchronized void submitted(long now) {
        advance(now);
        unfinished++;
        if (unfinished >= most) {
            isLimited = true;
        }
    }

    synchronized void ready(TaskRecord record, long now) {
        advance(now);
        onTheWay.add(record);
    }

    synchronized void pushed(TaskRecord record, Task task, long now, boolean paused) {
        advance(now);
        isPaused = paused;
        onTheWay.remove(record);
        add(record, task);
    }

    /**
     * Counts a task that was pushed before the profiler was switched on, unless a worker has taken it or it has ended.
     * Both are noted in the record before they come here.
     */
    synchronized void tookOver(TaskRecord record, Task task, long now) {
        if (record.time(Moment.POPPED) == TaskRecord.NEVER && record.task() != null) {
            advance(now);
            onTheWay.remove(record);
            add(record, task);
        }
    }

    synchronized void popped(TaskRecord record, long now) {
        advance(now);
        isPaused = false;
        lastPopped = record;
        leave(record);
    }

    /** A debugger stops a task: no worker can get it meanwhile, whatever the policy does. */
    synchronized void held(TaskRecord record, long now) {
        advance(now);
        boolean wasOnTheWay = onTheWay.contains(record);
        Long architectures = withPolicy.get(record);
        leave(record);
        if (wasOnTheWay || architectures != null) {
            held.put(record, architectures);
        }
    }

    /** A task goes on where a debugger has stopped it. */
    synchronized void continued(TaskRecord record, long now) {
        advance(now);
        if (!held.containsKey(record)) {
            return;
        }
        Long architectures = held.remove(record);
        if (architectures == null) {
            onTheWay.add(record);
        } else if (withPolicy.putIfAbsent(record, architectures) == null) {
            count(architectures, 1);
        }
    }

    /** A task has ended, or an heir has taken it over. */
    synchronized void departed(TaskRecord record, long now) {
        advance(now);
        leave(record);
        unfinished--;
        if (unfinished <= goOn) {
            isLimited = false;
        }
    }

    /** Tasks that the program restricts to some workers are counted for none: nobody else may take them. */
    private void add(TaskRecord record, Task task) {
        long architectures = task.isRestricted() ? 0 : task.architectureSet();
        if (withPolicy.putIfAbsent(record, architectures) == null) {
            count(architectures, 1);
        }
    }

    private void leave(TaskRecord record) {
        held.remove(record);
        onTheWay.remove(record);
        Long architectures = withPolicy.remove(record);
        if (architectures != null) {
            count(architectures, -1);
        }
    }

    private void count(long architectures, int change) {
        for (long set = architectures; set != 0; set &= set - 1) {
            available[Long.numberOfTrailingZeros(set)] += change;
        }
    }

    /** Whether the context is closed, and no task counts here any more. */
    synchronized boolean isOver() {
        return unfinished <= 0 && context.state() == ContextState.CLOSED;
    }

    // What keeps workers from taking tasks.

    /** A worker has found nothing; so whether the runtime is paused matters from now on. */
    synchronized void found(boolean paused, long now) {
        advance(now);
        isPaused = paused;
        readLimit();
    }

    synchronized void parked(boolean parked, long now) {
        advance(now);
        isParked = parked;
    }

    private void readLimit() {
        ContextDescription description = context.description();
        most = description.mostSubmitted();
        goOn = description.goOnSubmitting();
        isLimited &= most != Long.MAX_VALUE;
    }

    /** The task that a worker took last, or null. */
    synchronized TaskRecord lastPopped() {
        return lastPopped;
    }

    /** What the limit is, in words, as of the standing. */
    synchronized String limit(Standing standing) {
        return switch (standing) {
            case LIMITED -> "submission limit of " + most + " tasks of context " + context.name();
            case STOPPED -> isParked ? "context " + context.name() + " is parked" : "the runtime is paused";
            default -> "ready tasks are for other workers only";
        };
    }

    /** One of the oldest tasks that the policy has for a kind of worker, or null. */
    synchronized TaskRecord kept(Architecture architecture) {
        for (TaskRecord record : samples()) {
            Task task = record.task();
            if (task != null && !task.isRestricted() && (task.architectureSet() & 1L << architecture.index()) != 0) {
                return record;
            }
        }
        return null;
    }

    /** Some of the tasks that the policy has, the oldest first. */
    synchronized List<TaskRecord> samples() {
        List<TaskRecord> some = new ArrayList<>(MOST_SAMPLES);
        for (TaskRecord record : withPolicy.keySet()) {
            if (some.size() == MOST_SAMPLES) {
                break;
            }
            some.add(record);
        }
        return some;
    }
}
