package org.asterism.tck;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.asterism.api.Parallelism;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.TransferKind;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.spi.policy.SchedulingPolicyFactory;

/** One list, first in first out; correct, or with one defect. */
final class ToyPolicy implements SchedulingPolicy {
    static final String PREFETCH = "prefetch (true): whether data are sent for when a task is pushed";
    static final String LIMIT = "limit (4; 1 to 8): a number that changes nothing";

    private final Defect defect;
    private final PolicyContext context;
    private final LinkedList<Task> queue;
    private final List<Worker> workers = new ArrayList<>();
    private final Map<Task, List<Worker>> allowedAtPush = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final boolean prefetches;
    private long pushes;

    private ToyPolicy(Defect defect, PolicyContext context, LinkedList<Task> queue) {
        this.defect = defect;
        this.context = context;
        this.queue = queue;
        prefetches = defect == Defect.PREFETCHES_ALWAYS || context.properties().flag(PREFETCH);
        if (defect == Defect.LEAVES_A_THREAD) {
            CountDownLatch never = new CountDownLatch(1);
            Thread.ofPlatform().daemon().name("forgotten").start(() -> {
                try {
                    never.await();
                } catch (InterruptedException end) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    static SchedulingPolicyFactory factory(Defect defect) {
        LinkedList<Task> shared = new LinkedList<>();
        return context -> {
            if (defect != Defect.ACCEPTS_ANY_PROPERTY) {
                String more = defect == Defect.ACCEPTS_A_PARAMETER_OF_OTHERS ? "alpha" : LIMIT;
                context.properties().allowOnly(PREFETCH, LIMIT, more);
            }
            if (defect != Defect.ACCEPTS_ANY_VALUE
                    && context.properties().integer(LIMIT) == 8
                    && defect == Defect.REFUSES_AN_ALLOWED_VALUE) {
                throw new IllegalArgumentException("property 'limit' is '8'; allowed are whole numbers from 1 to 7");
            }
            return new ToyPolicy(defect, context, defect == Defect.SHARES_ITS_QUEUE ? shared : new LinkedList<>());
        };
    }

    @Override
    public void addWorkers(List<Worker> added) {
        workers.addAll(added);
    }

    @Override
    public void removeWorkers(List<Worker> removed) {
        workers.removeAll(removed);
        if (defect == Defect.FORGETS_TASKS_OF_LEAVING_WORKERS) {
            queue.removeIf(task -> removed.stream().anyMatch(worker -> worker.canExecute(task)));
        }
    }

    @Override
    public void push(Task task) {
        if (defect == Defect.NEEDS_A_WORKER_TO_PUSH && workers.stream().noneMatch(worker -> worker.canExecute(task))) {
            throw new IllegalStateException("nobody can execute " + task);
        }
        if (defect == Defect.WAKES_TOO_EARLY) {
            context.wakeOneFor(task);
        }
        if (prefetches && task.dataCount() > 0) {
            context.placement().prefetch(task, workers.getFirst(), TransferKind.TASK_PREFETCH);
        }
        if (defect != Defect.HAS_NO_LOCK) {
            lock.lock();
        }
        try {
            if (defect == Defect.ASKS_ABOUT_RESTRICTIONS_WHEN_PUSHED) {
                allowedAtPush.put(
                        task,
                        workers.stream()
                                .filter(worker -> worker.canExecute(task))
                                .toList());
            }
            boolean hundredth = ++pushes % 100 == 0;
            if (!hundredth || defect != Defect.LOSES_EVERY_HUNDREDTH) {
                queue.add(task);
            }
            if (hundredth && defect == Defect.DUPLICATES_EVERY_HUNDREDTH) {
                queue.add(task);
            }
        } finally {
            if (defect != Defect.HAS_NO_LOCK) {
                lock.unlock();
            }
        }
        switch (defect) {
            case NEVER_WAKES, WAKES_TOO_EARLY -> {}
            case WAKES_WHO_CANNOT_EXECUTE -> context.wake(workers.getFirst());
            default -> context.wakeOneFor(task);
        }
    }

    @Override
    public Task pop(Worker worker) {
        if (defect == Defect.HAS_NO_LOCK) {
            return take(worker);
        }
        lock.lock();
        try {
            return take(worker);
        } finally {
            lock.unlock();
        }
    }

    private Task take(Worker worker) {
        if (defect == Defect.GIVES_LAST_FIRST && !queue.isEmpty() && worker.canExecute(queue.getLast())) {
            return queue.removeLast();
        }
        for (Iterator<Task> tasks = queue.iterator(); tasks.hasNext(); ) {
            Task task = tasks.next();
            if (canExecute(worker, task)) {
                tasks.remove();
                nameTeam(task, worker);
                return task;
            }
            if (defect == Defect.STOPS_AT_A_TASK_FOR_OTHERS && !task.isRestricted()
                    || defect == Defect.STOPS_AT_A_RESTRICTED_TASK_FOR_OTHERS && task.isRestricted()) {
                return null;
            }
        }
        return null;
    }

    private void nameTeam(Task task, Worker worker) {
        if (task.codelet().parallelism() == Parallelism.SEQUENTIAL) {
            return;
        }
        context.combinedWorkers().stream()
                .filter(one -> defect == Defect.HANDS_TEAMS_TO_ANYBODY || one.contains(worker))
                .filter(one -> defect == Defect.NAMES_TOO_LARGE_TEAMS || one.canExecute(task))
                .findFirst()
                .ifPresent(one -> context.team(task, one));
    }

    private boolean canExecute(Worker worker, Task task) {
        return switch (defect) {
            case IGNORES_ARCHITECTURE -> true;
            case IGNORES_THE_PROGRAMS_ARCHITECTURES ->
                worker.canExecute(task)
                        || !task.isRestricted() && task.codelet().runsOn(worker.architecture());
            case IGNORES_RESTRICTIONS ->
                (task.architectureSet() & (1L << worker.architecture().index())) != 0;
            case ASKS_ABOUT_RESTRICTIONS_WHEN_PUSHED ->
                allowedAtPush.getOrDefault(task, List.of()).contains(worker);
            default -> worker.canExecute(task);
        };
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        List<Task> drained = defect == Defect.DRAINS_IN_REVERSE ? queue.reversed() : queue;
        int most = defect == Defect.DRAINS_ONLY_HALF ? drained.size() / 2 : drained.size();
        List<Task> all = List.copyOf(drained.subList(0, most));
        queue.clear();
        all.forEach(sink);
    }
}
