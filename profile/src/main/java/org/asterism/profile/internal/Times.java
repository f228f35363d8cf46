package org.asterism.profile.internal;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.asterism.profile.Activity;

/**
 * The time of a worker in each activity, exclusive and inclusive. The lock of the worker's clock guards it.
 *
 * <p>While kernels are under way all time counts as executing. Only at the end of a kernel is it known when it really
 * began; the time before is put right then.
 */
final class Times {
    private static final Activity[] ACTIVITIES = Activity.values();

    /** Activities as which time was counted that turns out to belong to a kernel, the likeliest first. */
    private static final Activity[] TAKEN_BACK_FROM = {
        Activity.OVERHEAD, Activity.SCHEDULING, Activity.SLEEPING, Activity.WAITING
    };

    private final long[] split = new long[ACTIVITIES.length];
    private final long[] all = new long[ACTIVITIES.length];
    private long since;
    private long last;
    private int launched;

    /** From when on time was counted as executing, while kernels are under way. */
    private long executingFrom;

    Times(long now) {
        since = now;
        last = now;
    }

    void advance(long now, boolean callback, boolean waiting, boolean asleep, boolean free) {
        long nanos = now - last;
        if (nanos <= 0) {
            return;
        }
        last = now;
        boolean executing = launched > 0;
        Activity first = executing
                ? Activity.EXECUTING
                : callback
                        ? Activity.CALLBACK
                        : waiting
                                ? Activity.WAITING
                                : asleep ? Activity.SLEEPING : free ? Activity.SCHEDULING : Activity.OVERHEAD;
        split[first.ordinal()] += nanos;
        count(Activity.EXECUTING, executing, nanos);
        count(Activity.CALLBACK, callback, nanos);
        count(Activity.WAITING, waiting, nanos);
        count(Activity.SLEEPING, asleep, nanos);
        count(Activity.OVERHEAD, !free && !asleep && !callback && !executing, nanos);
        count(Activity.SCHEDULING, free && !asleep && !callback, nanos);
    }

    private void count(Activity activity, boolean isTrue, long nanos) {
        if (isTrue) {
            all[activity.ordinal()] += nanos;
        }
    }

    void launched(long now) {
        if (launched++ == 0) {
            executingFrom = now;
        }
    }

    void executed(long begin, long end) {
        if (launched == 0) { // launched before the profiler was switched on
            executingFrom = end;
        } else {
            launched--;
        }
        executingFrom = Math.max(executingFrom, since);
        shift(Math.max(begin, since) - executingFrom);
        executingFrom = Math.max(end, executingFrom);
    }

    /** Takes time back that was counted as executing, or, if negative, counts more of it. */
    private void shift(long nanos) {
        if (nanos >= 0) {
            move(Activity.EXECUTING, Activity.OVERHEAD, nanos);
            all[Activity.EXECUTING.ordinal()] -= Math.min(nanos, all[Activity.EXECUTING.ordinal()]);
        } else {
            long left = -nanos;
            for (Activity other : TAKEN_BACK_FROM) {
                left -= move(other, Activity.EXECUTING, left);
            }
            all[Activity.EXECUTING.ordinal()] += -nanos - left;
        }
    }

    private long move(Activity from, Activity to, long nanos) {
        long moved = Math.min(nanos, split[from.ordinal()]);
        split[from.ordinal()] -= moved;
        split[to.ordinal()] += moved;
        return moved;
    }

    void tookPart(long begin, long end) {
        if (launched == 0) {
            shift(Math.max(begin, since) - Math.max(end, since));
        }
    }

    /** A task has gone without an end of its kernel, if that was launched at all. */
    void dropped(long now) {
        if (launched > 0) {
            launched--;
            executingFrom = now;
        }
    }

    /** Until when the time is entered. */
    long last() {
        return last;
    }

    long exclusive(Activity activity) {
        return split[activity.ordinal()];
    }

    Map<Activity, Long> exclusive() {
        return map(split);
    }

    Map<Activity, Long> inclusive() {
        return map(all);
    }

    private static Map<Activity, Long> map(long[] nanos) {
        Map<Activity, Long> map = new EnumMap<>(Activity.class);
        for (Activity activity : ACTIVITIES) {
            map.put(activity, nanos[activity.ordinal()]);
        }
        return map;
    }

    void reset(long now) {
        since = now;
        last = Math.max(last, now);
        Arrays.fill(split, 0);
        Arrays.fill(all, 0);
    }
}
