package org.asterism.policy.graph.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.PushCounter;
import org.asterism.kit.policy.RankedTasks;
import org.asterism.kit.policy.StampedTasks;
import org.asterism.spi.concurrent.IdTable;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Policy that collects tasks until the program waits or calls for scheduling. It then ranks the whole graph from the
 * end to the beginning, and releases the tasks in the order of their ranks. It neither uses nor changes the program's
 * priorities.
 *
 * <p>After the first ranking, tasks are no longer collected. Tasks that are submitted after it are ranked together at a
 * later call. This happens when there are at least as many of them as tasks that still have a rank. So each task is
 * ranked only a few times. A task that becomes ready before its ranking gets a rank from those of its successors that
 * are known.
 */
final class GraphPolicy implements SchedulingPolicy {

    private final PolicyContext context;
    private final Queues queues;
    private final RankedGraph graph;
    private final Submitted submitted = new Submitted();
    private final RankedTasks bag = new RankedTasks();
    private final PushCounter stamps = new PushCounter();
    private final AtomicInteger requests = new AtomicInteger();
    private List<Worker> workers = List.of();
    private volatile IdTable<RankedTasks.Taken> places = IdTable.empty();
    private volatile boolean open;

    GraphPolicy(PolicyContext context, Ranking ranking, boolean collects) {
        this.context = context;
        queues = new Queues(context);
        graph = new RankedGraph(context, ranking);
        open = !collects;
    }

    // Workers.

    @Override
    public void addWorkers(List<Worker> added) {
        List<Worker> all = new ArrayList<>(workers);
        all.addAll(added);
        seat(all);
    }

    @Override
    public void removeWorkers(List<Worker> removed) {
        List<Worker> all = new ArrayList<>(workers);
        all.removeAll(removed);
        seat(all);
    }

    private void seat(List<Worker> all) {
        workers = List.copyOf(all);
        places = IdTable.of(all.stream().collect(Collectors.toMap(Worker::id, worker -> new RankedTasks.Taken())));
        queues.seat(all);
        all.forEach(context::wake);
    }

    // Incoming tasks.

    @Override
    public void submitted(Task task) {
        submitted.add(task);
    }

    @Override
    public void push(Task task) {
        long stamp = stamps.next();
        if (open) {
            queues.add(task, graph.rankOf(task), stamp);
            return;
        }
        bag.add(task, 0, stamp);
        if (open) {
            // The policy was opened meanwhile, perhaps after the bag was emptied.
            empty(bag);
        }
    }

    private void empty(RankedTasks full) {
        full.takeAll((task, rank, stamp) -> queues.add(task, graph.rankOf(task), stamp));
    }

    /** Ranks the graph and opens the policy. A call during another one makes the other one repeat its work. */
    @Override
    public void schedule() {
        int seen = requests.incrementAndGet();
        if (seen > 1) {
            return;
        }
        do {
            rankAll();
            seen = requests.addAndGet(-seen);
        } while (seen > 0);
    }

    private void rankAll() {
        if (!open) {
            RankedTasks collected = new RankedTasks();
            bag.takeAll(collected::add);
            List<Task> roots = submitted.take();
            collected.takeAll((task, rank, stamp) -> {
                roots.add(task); // it may have been submitted under another policy
                bag.add(task, rank, stamp);
            });
            graph.rank(roots);
            open = true;
            empty(bag);
        } else if (submitted.count() > 0 && submitted.count() >= graph.size()) {
            graph.rank(submitted.take());
            RankedTasks queued = new RankedTasks();
            queues.takeAll(queued::add);
            queued.takeAll((task, rank, stamp) -> queues.add(task, Math.max(rank, graph.rankOf(task)), stamp));
        }
    }

    // Tasks that go.

    @Override
    public Task pop(Worker worker) {
        return queues.take(worker, places.get(worker.id()));
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        StampedTasks all = new StampedTasks();
        bag.takeAll((task, rank, stamp) -> all.accept(task, stamp));
        queues.takeAll((task, rank, stamp) -> all.accept(task, stamp));
        all.takeAll(sink);
    }

    @Override
    public String toString() {
        return "graph " + (open ? "" : "(collecting) ") + queues;
    }
}
