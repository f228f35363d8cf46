package org.asterism.profile.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.MemoryNode;
import org.asterism.api.Worker;
import org.asterism.api.WorkerState;
import org.asterism.api.data.DataHandle;
import org.asterism.profile.Activity;
import org.asterism.profile.IdleCause;
import org.asterism.profile.IdleReason;
import org.asterism.profile.ProfilerSettings;
import org.asterism.profile.WorkerProfile;

/** Adds up what a worker does. Any thread; the monitor guards everything. */
final class WorkerClock {
    private final Worker worker;
    private final Times times;
    private final Causes causes = new Causes();
    private final IdleWatch idle;
    private final Arrivals arrivals = new Arrivals();
    private final List<TaskRecord> hands = new ArrayList<>(4);
    private List<ContextClock> contexts;
    private boolean asleep;
    private int callbacks;
    private long tasks;
    private double flops;
    private double joules;

    /** Where a debugger keeps the worker, and from when on that is not accounted for; null if none does. */
    private String heldAt;

    private String heldTask;
    private long heldFrom;

    WorkerClock(Worker worker, List<ContextClock> contexts, ProfilerSettings settings, long now) {
        this.worker = worker;
        this.contexts = contexts;
        contexts.forEach(context -> context.know(worker.architecture()));
        times = new Times(now);
        idle = new IdleWatch(
                worker,
                causes,
                settings.holding().toNanos(),
                settings.lateWakeUp().toNanos());
        WorkerState state = worker.state();
        asleep = state == WorkerState.SLEEPING;
        if (state != WorkerState.EXECUTING) {
            idle.begin(contexts, asleep, now);
        }
    }

    Worker worker() {
        return worker;
    }

    private void advance(long now) {
        times.advance(now, callbacks > 0, arrivals.areAwaited(), asleep, hands.isEmpty());
    }

    // Tasks.

    synchronized void popped(TaskRecord record, long now) {
        advance(now);
        if (asleep) {
            idle.woke(now);
            asleep = false;
        }
        idle.end(record, now);
        hands.add(record);
    }

    synchronized void fetching(TaskRecord record, long now) {
        advance(now);
        arrivals.await(record, times.exclusive(Activity.WAITING));
    }

    synchronized void fetched(TaskRecord record, long now) {
        advance(now);
        arrivals.arrived(record, times.exclusive(Activity.WAITING), causes);
    }

    synchronized void launched(long now) {
        advance(now);
        times.launched(now);
    }

    synchronized void executed(TaskRecord record, long begin, long end, double operations, double energy) {
        advance(end);
        times.executed(begin, end);
        tasks++;
        flops += operations;
        joules += energy;
        letGo(record, end);
    }

    synchronized void tookPart(long begin, long end) {
        if (idle.isOpen()) {
            idle.end(null, begin);
        }
        advance(end);
        times.tookPart(begin, end);
        beginIdle(end);
    }

    /** A task leaves the worker's hands without an end of its kernel. */
    synchronized void dropped(TaskRecord record, long now) {
        if (hands.contains(record)) {
            advance(now);
            arrivals.arrived(record, times.exclusive(Activity.WAITING), causes);
            times.dropped(now);
            letGo(record, now);
        }
    }

    private void letGo(TaskRecord record, long now) {
        hands.remove(record);
        beginIdle(now);
    }

    private void beginIdle(long now) {
        if (hands.isEmpty() && callbacks == 0 && !idle.isOpen()) {
            idle.begin(contexts, asleep, now);
        }
    }

    /** The oldest task in the worker's hands, or null. */
    synchronized TaskRecord current() {
        return hands.isEmpty() ? null : hands.getFirst();
    }

    // Callbacks, sleep, data, contexts.

    synchronized void callbackBegan(long now) {
        advance(now);
        idle.end(null, now);
        callbacks++;
    }

    synchronized void callbackEnded(long now) {
        advance(now);
        callbacks = Math.max(0, callbacks - 1);
        beginIdle(now);
    }

    synchronized void slept(long now) {
        advance(now);
        asleep = true;
        idle.slept(now);
    }

    synchronized void sees(TaskRecord running, TaskRecord waiting) {
        idle.sees(running, waiting);
    }

    synchronized void woke(long now) {
        advance(now);
        asleep = false;
        idle.woke(now);
    }

    synchronized void transferred(DataHandle handle, MemoryNode from, MemoryNode to, long begin, long end) {
        if (to.id() == worker.memoryNode()) {
            arrivals.transferred(handle, from.name() + " to " + to.name(), end - begin);
        }
    }

    synchronized void belongsTo(List<ContextClock> now, long time) {
        advance(time);
        now.forEach(context -> context.know(worker.architecture()));
        contexts = now;
        if (idle.isOpen()) {
            idle.end(null, time);
            idle.begin(contexts, asleep, time);
        }
    }

    // Debuggers.

    /** A debugger keeps the worker with a task. */
    synchronized void held(String place, String task, long now) {
        settle(now);
        heldAt = place;
        heldTask = task;
        heldFrom = now;
        causes.count(IdleReason.HELD_AT_BREAKPOINT, place);
    }

    /** The worker that a debugger has kept goes on. */
    synchronized void continued(long now) {
        settle(now);
        heldAt = null;
    }

    /** Accounts for the time for which a debugger has kept the worker until now. */
    private void settleHold(long now) {
        causes.add(IdleReason.HELD_AT_BREAKPOINT, heldAt, heldTask, now - heldFrom);
        heldFrom = now;
        idle.skip(now);
    }

    // Figures.

    synchronized WorkerProfile profile(long now) {
        settle(now);
        Map<IdleReason, Long> byReason = new EnumMap<>(IdleReason.class);
        Arrays.stream(IdleReason.values())
                .filter(reason -> causes.nanos(reason) > 0)
                .forEach(reason -> byReason.put(reason, causes.nanos(reason)));
        return new WorkerProfile(
                worker.id(),
                worker.name(),
                worker.architecture().name(),
                tasks,
                flops,
                joules,
                times.exclusive(),
                times.inclusive(),
                byReason);
    }

    /** The time of a worker that has left its runtime ends with its last event: nobody reports when it stops. */
    private void settle(long now) {
        boolean isGone = contexts.isEmpty() && worker.state() == WorkerState.STOPPED;
        if (isGone) {
            idle.end(null, times.last());
        } else {
            advance(now);
            if (heldAt != null) {
                settleHold(now);
            }
            idle.settle(null, now);
        }
        arrivals.settle(times.exclusive(Activity.WAITING), causes);
    }

    synchronized List<IdleCause> causes() {
        return causes.all(worker.name());
    }

    synchronized void reset(long now) {
        settle(now);
        times.reset(now);
        arrivals.settle(0, causes);
        causes.reset();
        tasks = 0;
        flops = 0;
        joules = 0;
    }
}
