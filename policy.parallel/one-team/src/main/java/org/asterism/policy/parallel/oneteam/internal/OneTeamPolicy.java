package org.asterism.policy.parallel.oneteam.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.Architecture;
import org.asterism.api.CombinedWorker;
import org.asterism.api.Parallelism;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.TaskPriorityQueue;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Policy that runs all cores of a context as one team. Only the first core, the leader, takes tasks. All cores run a
 * parallel task together, or as many as the task accepts. The leader runs a sequential task alone while the others
 * rest. So the cores never run two tasks at once, and a kernel may use all of them. Workers of other architectures take
 * tasks from the same queue on their own.
 *
 * <p>When to use: in a context of its own, for parallel code that was written for a whole machine or a part of it.
 *
 * <p>Source: StarPU's contexts without a policy, with and without a master that stays awake, and
 * {@code starpu_sched_ctx_exec_parallel_code}.
 */
final class OneTeamPolicy implements SchedulingPolicy {
    private static final long NONE = 0;

    /** The cores, ordered by id. Immutable; replaced when workers change. */
    private record Team(List<Worker> cores, CombinedWorker[] bySize) {
        private Team(List<Worker> cores) {
            this(cores, new CombinedWorker[cores.size() + 1]);
            for (int size = 2; size < bySize.length; size++) {
                bySize[size] = new CombinedWorker("", cores.subList(0, size));
            }
        }

        private Worker leader() {
            return cores.isEmpty() ? null : cores.getFirst();
        }

        /** Returns the workers that run a task which the leader can execute, or null for the leader alone. */
        private CombinedWorker runners(Task task) {
            int most = Math.min(task.codelet().mostMembers(), cores.size());
            if (!task.isRestricted()) {
                return bySize[most];
            }
            List<Worker> able = cores.stream()
                    .filter(core -> core.canExecute(task))
                    .limit(most)
                    .toList();
            return able.size() < 2 ? null : new CombinedWorker("", able);
        }
    }

    private final PolicyContext context;
    private final TaskPriorityQueue queue = new TaskPriorityQueue();
    private volatile Team team = new Team(List.of());

    OneTeamPolicy(PolicyContext context) {
        context.properties().allowOnly();
        this.context = context;
    }

    @Override
    public void addWorkers(List<Worker> workers) {
        List<Worker> cores = new ArrayList<>(team.cores());
        workers.stream()
                .filter(worker -> worker.architecture() == Architecture.CPU)
                .forEach(cores::add);
        cores.sort(Comparator.comparingInt(Worker::id));
        team = new Team(List.copyOf(cores));
        context.workers().forEach(context::wake);
    }

    /** Wakes the remaining workers, because one of them may be the new leader. */
    @Override
    public void removeWorkers(List<Worker> workers) {
        List<Worker> cores = new ArrayList<>(team.cores());
        cores.removeAll(workers);
        team = new Team(List.copyOf(cores));
        context.workers().forEach(context::wake);
    }

    @Override
    public void push(Task task) {
        queue.add(task);
        Worker leader = team.leader();
        if (leader == null || !leader.canExecute(task)) {
            context.wakeOneFor(task);
            return;
        }
        if (!context.wake(leader) && (task.architectureSet() & ~(1L << Architecture.CPU.index())) != 0) {
            wakeDeviceFor(task);
        }
    }

    private void wakeDeviceFor(Task task) {
        for (Worker worker : context.workers()) {
            if (worker.architecture() != Architecture.CPU && worker.canExecute(task) && context.wake(worker)) {
                return;
            }
        }
    }

    @Override
    public Task pop(Worker worker) {
        if (worker.architecture() != Architecture.CPU) {
            return queue.takeFor(worker);
        }
        Team now = team;
        Worker leader = now.leader();
        if (!worker.equals(leader)) {
            // Tasks that the leader cannot execute must still run, on any worker that can.
            return queue.takeFor(worker, NONE, task -> leader == null || !leader.canExecute(task));
        }
        Task task = queue.takeFor(worker);
        if (task != null && task.codelet().parallelism() != Parallelism.SEQUENTIAL) {
            context.team(task, now.runners(task));
        }
        return task;
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        queue.takeAll(sink);
    }
}
