package org.asterism.kit.policy.placement;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.spi.concurrent.IdTable;

/**
 * The queues of a policy's workers, by worker and in groups of workers that are alike.
 *
 * <p><b>Threads.</b> Changed while nobody else is in the policy; read by any number otherwise.
 */
final class Lineup {
    private final Predictor predictor;
    private final boolean sorted;
    private final int mostScanned;
    private IdTable<WorkerQueue> byId = IdTable.empty();
    private Map<WorkerGroup.Alike, WorkerGroup> groupOf = new LinkedHashMap<>();
    private WorkerGroup[] groups = {};

    /**
     * Nobody yet.
     *
     * @param sorted whether queues are
     * @param mostScanned how many workers of a group are looked at one by one
     */
    Lineup(Predictor predictor, boolean sorted, int mostScanned) {
        this.predictor = predictor;
        this.sorted = sorted;
        this.mostScanned = mostScanned;
    }

    WorkerGroup[] groups() {
        return groups;
    }

    /** A worker's queue, or null if the worker is not one of the policy's. */
    WorkerQueue of(Worker worker) {
        return byId.get(worker.id());
    }

    void add(List<Worker> workers, long now) {
        Map<WorkerGroup.Alike, List<WorkerQueue>> added = new LinkedHashMap<>();
        List<WorkerQueue> all = new ArrayList<>(byId.values());
        for (Worker worker : workers) {
            WorkerQueue queue = new WorkerQueue(worker, sorted, now);
            all.add(queue);
            added.computeIfAbsent(alike(worker), alike -> new ArrayList<>()).add(queue);
        }
        byId = table(all);
        added.forEach((alike, queues) -> {
            WorkerGroup old = groupOf.get(alike);
            if (old != null) {
                queues.addAll(List.of(old.members()));
            }
            regroup(alike, queues);
        });
        groups = groupOf.values().toArray(WorkerGroup[]::new);
    }

    private WorkerGroup.Alike alike(Worker worker) {
        return new WorkerGroup.Alike(
                predictor.kind(worker), worker.architecture(), worker.memoryNode(), predictor.relativeSpeed(worker));
    }

    private void regroup(WorkerGroup.Alike alike, List<WorkerQueue> queues) {
        if (queues.isEmpty()) {
            groupOf.remove(alike);
            return;
        }
        queues.sort((one, other) -> Integer.compare(one.worker.id(), other.worker.id()));
        groupOf.put(alike, new WorkerGroup(alike, queues.toArray(WorkerQueue[]::new), mostScanned));
    }

    /** Takes workers out; their queues, with all that is in them. */
    List<WorkerQueue> remove(List<Worker> workers) {
        List<WorkerQueue> removed = new ArrayList<>();
        Set<WorkerGroup> touched = new LinkedHashSet<>();
        for (Worker worker : workers) {
            WorkerQueue queue = of(worker);
            if (queue != null) {
                removed.add(queue);
                touched.add(queue.group);
            }
        }
        Set<WorkerQueue> gone = new HashSet<>(removed);
        byId = table(
                byId.values().stream().filter(queue -> !gone.contains(queue)).toList());
        for (WorkerGroup group : touched) {
            List<WorkerQueue> left = new ArrayList<>();
            for (WorkerQueue queue : group.members()) {
                if (!gone.contains(queue)) {
                    left.add(queue);
                }
            }
            regroup(group.alike, left);
        }
        groups = groupOf.values().toArray(WorkerGroup[]::new);
        return removed;
    }

    /** All queues, by worker. */
    List<WorkerQueue> queues() {
        return byId.values();
    }

    private static IdTable<WorkerQueue> table(List<WorkerQueue> queues) {
        return IdTable.of(queues, queue -> queue.worker.id());
    }
}
