package org.asterism.profile.internal;

import java.util.Arrays;
import java.util.List;
import org.asterism.api.Worker;
import org.asterism.profile.IdleReason;
import org.asterism.profile.Moment;

/**
 * Classifies the idle periods of one worker. A period consists of stretches in which the worker sleeps or is awake. The
 * contexts say what they had for the worker meanwhile; the task that ends the period says how much of the last stretch
 * passed after its push. The lock of the worker's clock guards it.
 */
final class IdleWatch {
    private static final IdleReason[] REASONS = IdleReason.values();
    private static final List<Standing> LIMITS =
            List.of(Standing.OUTSIDE, Standing.LIMITED, Standing.FOREIGN, Standing.STOPPED);

    private final IdleCauses causes;
    private final long holding;
    private final long late;
    private final Readings readings;

    /** The time of the whole period by reason, and how much of it is entered. */
    private final long[] period = new long[REASONS.length];

    private final long[] entered = new long[REASONS.length];
    private boolean isOpen;
    private boolean isAsleep;
    private long from;

    /** The last stretch of sleep, if the worker has found nothing since: the next task may explain it. */
    private long[] slept;

    private long sleptFrom;
    private long sleptTo;

    IdleWatch(Worker worker, Causes causes, long holding, long late) {
        this.holding = holding;
        this.late = late;
        readings = new Readings(worker.architecture());
        this.causes = new IdleCauses(worker, readings, causes);
    }

    boolean isOpen() {
        return isOpen;
    }

    void begin(List<ContextClock> contexts, boolean asleep, long now) {
        isOpen = true;
        isAsleep = asleep;
        from = now;
        slept = null;
        causes.forget();
        Arrays.fill(period, 0);
        Arrays.fill(entered, 0);
        readings.begin(contexts, now);
    }

    void slept(long now) {
        if (isOpen && !isAsleep) {
            settleSleep(null);
            awake(readings.since(now), from, now, null);
            isAsleep = true;
            from = now;
        }
    }

    /** Notes what a worker that has fallen asleep could see; null for nothing. */
    void sees(TaskRecord running, TaskRecord waiting) {
        causes.sees(running, waiting);
    }

    void woke(long now) {
        if (isOpen && isAsleep) {
            settleSleep(null);
            slept = readings.since(now).clone();
            sleptFrom = from;
            sleptTo = now;
            isAsleep = false;
            from = now;
        }
    }

    /** Ends the period; the task that the worker has taken, or null if something else ends it. */
    void end(TaskRecord next, long now) {
        if (isOpen) {
            settle(next, now);
            isOpen = false;
            int main = 0;
            for (int reason = 1; reason < period.length; reason++) {
                main = period[reason] > period[main] ? reason : main;
            }
            if (period[main] > 0) {
                causes.count(REASONS[main], next);
            }
            if (next != null) {
                next.awaited(Arrays.stream(period).sum());
            }
        }
    }

    /** Accounts for the time until now, and goes on. */
    void settle(TaskRecord next, long now) {
        if (isOpen) {
            long[] last = readings.since(now);
            if (isAsleep) {
                asleep(last, from, now, next);
            } else {
                long[] times = last.clone();
                settleSleep(next);
                awake(times, from, now, next);
            }
            from = now;
            for (int reason = 0; reason < period.length; reason++) {
                causes.add(REASONS[reason], period[reason] - entered[reason], next);
                entered[reason] = period[reason];
            }
        }
    }

    /** Leaves out the time until now, because it has another reason. */
    void skip(long now) {
        if (isOpen) {
            readings.since(now);
            from = now;
        }
    }

    private void settleSleep(TaskRecord next) {
        if (slept != null) {
            long[] times = slept;
            slept = null;
            asleep(times, sleptFrom, sleptTo, next);
        }
    }

    private void asleep(long[] times, long begin, long end, TaskRecord next) {
        long pushed = next == null ? TaskRecord.NEVER : next.time(Moment.PUSHED);
        if (pushed >= begin && pushed <= end) {
            long own = take(times, end - pushed);
            add(own > late ? IdleReason.LATE_WAKE_UP : IdleReason.SCHEDULING_OVERHEAD, own);
        }
        add(IdleReason.HELD_BY_POLICY, times[Standing.AVAILABLE.ordinal()]);
        addRest(times);
    }

    private void awake(long[] times, long begin, long end, TaskRecord next) {
        long pushed = next == null ? TaskRecord.NEVER : next.time(Moment.PUSHED);
        long own = pushed == TaskRecord.NEVER ? 0 : take(times, end - Math.max(begin, pushed));
        add(IdleReason.SCHEDULING_OVERHEAD, own);
        long others = times[Standing.AVAILABLE.ordinal()];
        add(others > holding ? IdleReason.HELD_BY_POLICY : IdleReason.SCHEDULING_OVERHEAD, others);
        addRest(times);
    }

    /** Takes time in which the worker's next task was there out of the times; returns how much there was. */
    private static long take(long[] times, long wanted) {
        long available = Math.clamp(wanted, 0, times[Standing.AVAILABLE.ordinal()]);
        times[Standing.AVAILABLE.ordinal()] -= available;
        long foreign = Math.clamp(wanted - available, 0, times[Standing.FOREIGN.ordinal()]);
        times[Standing.FOREIGN.ordinal()] -= foreign;
        return available + foreign;
    }

    private void addRest(long[] times) {
        add(IdleReason.NOTHING_SUBMITTED, times[Standing.NOTHING.ordinal()]);
        add(IdleReason.NOTHING_READY, times[Standing.BLOCKED.ordinal()]);
        add(IdleReason.SCHEDULING_OVERHEAD, times[Standing.PUSHING.ordinal()]);
        for (Standing standing : LIMITS) {
            if (times[standing.ordinal()] > 0) {
                causes.limitedBy(standing);
                add(IdleReason.LIMITS, times[standing.ordinal()]);
            }
        }
    }

    private void add(IdleReason reason, long nanos) {
        period[reason.ordinal()] += nanos;
    }
}
