package org.asterism.policy.heteroprio.internal;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.PushCounter;
import org.asterism.kit.policy.StampedTasks;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Policy with one bucket per kind of task. Each architecture visits the buckets in its own order, beginning with the
 * work for which it is best suited. Within a bucket, tasks are ordered by priority and then by arrival. Each worker
 * holds a few tasks in advance, so that their data can be transferred. Other workers of its architecture may steal
 * these tasks.
 *
 * <p>The idea is that of "Task-based FMM for heterogeneous architectures" (E. Agullo, B. Bramas, O. Coulaud, E. Darve,
 * M. Messner, T. Takahashi, 2016).
 */
final class HeteroprioPolicy implements SchedulingPolicy {
    private final PolicyContext context;
    private final Settings settings;
    private final BucketTable buckets;
    private final Locality locality;
    private final Seating seating;
    private final Visits visits;
    private final Wakeup wakeup;
    private final Estimates estimates;
    private final Supply supply;
    private final PushCounter stamps = new PushCounter();

    HeteroprioPolicy(PolicyContext context) {
        this.context = context;
        settings = Settings.of(context.properties());
        buckets = new BucketTable(settings.grouping());
        locality = new Locality(settings.locality(), context.placement());
        seating = new Seating(settings, buckets, locality);
        Routes routes = new Routes(settings.locality(), locality, context);
        visits = new Visits(buckets, seating, routes, new Orders(settings, routes));
        wakeup = new Wakeup(context, settings.admission(), seating, visits);
        estimates = new Estimates(context, buckets, settings.ordering().looksAhead());
        supply = new Supply(settings, context.placement());
    }

    // Workers.

    @Override
    public void addWorkers(List<Worker> workers) {
        List<Worker> all = seating.workers();
        all.addAll(workers);
        seat(all);
    }

    @Override
    public void removeWorkers(List<Worker> workers) {
        List<Worker> all = seating.workers();
        all.removeAll(workers);
        seat(all);
    }

    /** Puts back what workers held, and wakes all: tasks may have been waiting for such workers. */
    private void seat(List<Worker> workers) {
        List<Seat> old = seating.seats();
        int[] moved = seating.seat(workers);
        for (Seat seat : old) {
            int place = Math.max(moved[seat.home()], 0);
            seat.takeAll((task, rank, stamp) -> visits.bucketOf(task).add(task, place, rank, stamp));
        }
        visits.restart();
        workers.forEach(context::wake);
    }

    // Tasks.

    @Override
    public void push(Task task) {
        Bucket bucket = visits.bucketOf(task);
        if (bucket.countPush()) {
            estimates.ask(task, bucket, seating.teams());
        }
        long stamp = stamps.next();
        bucket.add(task, locality.placeFor(task, stamp), task.priority(), settings.newestFirst() ? -stamp : stamp);
        if (stamp % settings.interval() == 0 || bucket.pushes() <= Bucket.ENOUGH_SAMPLES) {
            visits.refresh();
        }
        wakeup.wakeFor(task, bucket);
    }

    @Override
    public Task pop(Worker worker) {
        Seat seat = seating.of(worker);
        Task task = supply.takeFor(seat);
        if (task == null) {
            seat.team().idle().add(worker);
            VarHandle.fullFence(); // see Wakeup
            task = supply.takeFor(seat);
            if (task == null) {
                return null;
            }
        }
        if (seat.team().idle().contains(worker)) {
            seat.team().idle().remove(worker);
        }
        if (locality.isUsed()) {
            locality.popped(task, seat);
        }
        return task;
    }

    @Override
    public boolean followsExecution(Task task, Worker worker) {
        return estimates.measures() || locality.watchesExecution();
    }

    @Override
    public void beforeExecution(Task task, Worker worker) {
        Seat seat = seating.of(worker);
        if (seat != null && estimates.measures()) {
            seat.begin = context.clock().nanoTime();
        }
    }

    @Override
    public void afterExecution(Task task, Worker worker) {
        Seat seat = seating.of(worker);
        if (seat == null) {
            return;
        }
        if (estimates.measures()) {
            estimates.measured(task, seat.team(), context.clock().nanoTime() - seat.begin);
        }
        if (locality.watchesExecution()) {
            locality.executed(seat);
        }
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        StampedTasks all = new StampedTasks();
        for (Bucket bucket : buckets.all()) {
            bucket.takeAll((task, rank, stamp) -> all.accept(task, Math.abs(stamp)));
        }
        for (Seat seat : seating.seats()) {
            seat.takeAll((task, rank, stamp) -> all.accept(task, Math.abs(stamp)));
        }
        all.takeAll(sink);
    }

    @Override
    public String toString() {
        return "heteroprio of " + Arrays.toString(seating.teams());
    }
}
