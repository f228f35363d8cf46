package org.asterism.profile.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.asterism.api.MemoryNode;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.profile.ProfilerSettings;

/** The clocks of workers and contexts, and which worker is in which contexts. Any thread. */
final class Workers {
    private final Map<Integer, WorkerClock> clocks = new ConcurrentHashMap<>();
    private final Map<Integer, List<WorkerClock>> byNode = new ConcurrentHashMap<>();
    private final Map<SchedulingContext, ContextClock> contexts = new ConcurrentHashMap<>();

    /** By the id of the worker; changed under the monitor. */
    private final Map<Integer, List<ContextClock>> memberships = new ConcurrentHashMap<>();

    private final ProfilerSettings settings;

    Workers(ProfilerSettings settings) {
        this.settings = settings;
    }

    ContextClock context(SchedulingContext context, long now) {
        ContextClock known = contexts.get(context);
        return known != null ? known : added(context, now);
    }

    /** Adds a clock, and drops those of contexts that have ended: a program may make contexts without end. */
    private synchronized ContextClock added(SchedulingContext context, long now) {
        contexts.values().removeIf(clock -> clock.isOver() && !hasMembers(clock));
        return contexts.computeIfAbsent(context, added -> new ContextClock(added, now));
    }

    private boolean hasMembers(ContextClock clock) {
        return memberships.values().stream().anyMatch(in -> in.contains(clock));
    }

    WorkerClock clock(Worker worker, long now) {
        WorkerClock known = clocks.get(worker.id());
        return known != null ? known : added(worker, now);
    }

    private synchronized WorkerClock added(Worker worker, long now) {
        return clocks.computeIfAbsent(worker.id(), id -> {
            WorkerClock clock = new WorkerClock(worker, of(worker), settings, now);
            byNode.computeIfAbsent(worker.memoryNode(), _ -> new CopyOnWriteArrayList<>())
                    .add(clock);
            return clock;
        });
    }

    /** The contexts that a worker is in. */
    List<ContextClock> of(Worker worker) {
        return memberships.getOrDefault(worker.id(), List.of());
    }

    synchronized void joined(Worker worker, SchedulingContext context, long now) {
        List<ContextClock> more = new ArrayList<>(of(worker));
        ContextClock joined = context(context, now);
        if (!more.contains(joined)) {
            more.add(joined);
            change(worker, more, now);
        }
    }

    synchronized void left(Worker worker, SchedulingContext context, long now) {
        List<ContextClock> fewer = new ArrayList<>(of(worker));
        if (fewer.remove(context(context, now))) {
            change(worker, fewer, now);
        }
    }

    private void change(Worker worker, List<ContextClock> to, long now) {
        if (to.isEmpty()) {
            memberships.remove(worker.id());
        } else {
            memberships.put(worker.id(), List.copyOf(to));
        }
        WorkerClock clock = clocks.get(worker.id());
        if (clock != null) {
            clock.belongsTo(of(worker), now);
        }
    }

    void transferred(DataHandle handle, MemoryNode from, MemoryNode to, long begin, long end) {
        for (WorkerClock clock : byNode.getOrDefault(to.id(), List.of())) {
            clock.transferred(handle, from, to, begin, end);
        }
    }

    /** All clocks, by the id of the worker. */
    List<WorkerClock> all() {
        List<WorkerClock> all = new ArrayList<>(clocks.values());
        all.sort(Comparator.comparingInt(clock -> clock.worker().id()));
        return all;
    }
}
