package org.asterism.kit.policy.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Parallelism;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.model.Predictor;
import org.asterism.spi.concurrent.IdTable;
import org.asterism.spi.policy.PolicyContext;

/**
 * The queues of a policy's workers, by worker and in groups of equal workers. Policies that place tasks with teams also
 * have groups of equal teams.
 *
 * <p><b>Threads.</b> Workers come and go while no other thread is in the policy. Teams may change at any time. Any
 * thread may read.
 */
final class Lineup {
    /** Groups of single workers, followed by groups of the teams that the context had when the groups were made. */
    private record WithTeams(List<CombinedWorker> combined, RunnerGroup[] groups) {}

    private final PolicyContext context;
    private final Predictor predictor;
    private final Traits traits;
    private final int mostScanned;
    private IdTable<WorkerQueue> byId = IdTable.empty();
    private Map<RunnerGroup.Alike, WorkerGroup> groupOf = new LinkedHashMap<>();
    private WorkerGroup[] groups = {};

    /** Null until they are asked for. */
    private volatile WithTeams withTeams;

    /**
     * Nobody yet.
     *
     * @param mostScanned the greatest number of workers of a group that are examined one by one
     */
    Lineup(PolicyContext context, Traits traits, int mostScanned) {
        this.context = context;
        this.traits = traits;
        this.mostScanned = mostScanned;
        predictor = context.predictor();
    }

    WorkerGroup[] groups() {
        return groups;
    }

    /** Returns the groups of runners that a task may be placed with: single workers first. */
    RunnerGroup[] groupsFor(Task task) {
        if (!traits.teams() || task.codelet().parallelism() == Parallelism.SEQUENTIAL) {
            return groups;
        }
        List<CombinedWorker> combined = context.combinedWorkers();
        WithTeams known = withTeams;
        if (known == null || known.combined != combined) {
            known = new WithTeams(combined, withTeams(combined));
            withTeams = known;
        }
        return known.groups;
    }

    private RunnerGroup[] withTeams(List<CombinedWorker> combined) {
        Map<RunnerGroup.Alike, List<Team>> teams = new LinkedHashMap<>();
        for (CombinedWorker one : combined) {
            WorkerQueue[] members = one.members().stream().map(this::of).toArray(WorkerQueue[]::new);
            if (!Arrays.asList(members).contains(null)) {
                teams.computeIfAbsent(
                                alike(one.leader(), predictor.relativeSpeed(one), one.size()),
                                alike -> new ArrayList<>())
                        .add(new Team(one, members));
            }
        }
        List<RunnerGroup> all = new ArrayList<>(List.of(groups));
        teams.forEach((alike, alikeTeams) -> all.add(new RunnerGroup(alike, alikeTeams.toArray(Team[]::new))));
        return all.toArray(RunnerGroup[]::new);
    }

    /** A worker's queue, or null if the worker is not one of the policy's. */
    WorkerQueue of(Worker worker) {
        return byId.get(worker.id());
    }

    void add(List<Worker> workers, long now) {
        Map<RunnerGroup.Alike, List<WorkerQueue>> added = new LinkedHashMap<>();
        List<WorkerQueue> all = new ArrayList<>(byId.values());
        for (Worker worker : workers) {
            WorkerQueue queue = new WorkerQueue(worker, traits, now);
            all.add(queue);
            added.computeIfAbsent(alike(worker, predictor.relativeSpeed(worker), 1), alike -> new ArrayList<>())
                    .add(queue);
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
        withTeams = null;
    }

    private RunnerGroup.Alike alike(Worker leader, double speed, int size) {
        return new RunnerGroup.Alike(predictor.kind(leader), leader.architecture(), leader.memoryNode(), speed, size);
    }

    private void regroup(RunnerGroup.Alike alike, List<WorkerQueue> queues) {
        if (queues.isEmpty()) {
            groupOf.remove(alike);
            return;
        }
        queues.sort((one, other) ->
                Integer.compare(one.leader().id(), other.leader().id()));
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
        withTeams = null;
        return removed;
    }

    /** All queues, by worker. */
    List<WorkerQueue> queues() {
        return byId.values();
    }

    private static IdTable<WorkerQueue> table(List<WorkerQueue> queues) {
        return IdTable.of(queues, queue -> queue.leader().id());
    }
}
