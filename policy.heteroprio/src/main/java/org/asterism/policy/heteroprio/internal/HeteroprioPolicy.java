package org.asterism.policy.heteroprio.internal;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.asterism.api.Architecture;
import org.asterism.api.MemoryNode;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.TransferKind;
import org.asterism.kit.policy.PushCounter;
import org.asterism.kit.policy.StampedTasks;
import org.asterism.spi.concurrent.IdTable;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Tasks of a kind share a bucket, and each architecture visits the buckets in an order of its own: first those of the
 * work that it is best at. Within a bucket tasks go by priority, first in first out among equals. A worker holds a few
 * tasks, whose data are on the way meanwhile and which workers of its architecture may steal.
 *
 * <p>The idea is that of "Task-based FMM for heterogeneous architectures" (E. Agullo, B. Bramas, O. Coulaud, E. Darve,
 * M. Messner, T. Takahashi, 2016).
 *
 * <p><b>Waking.</b> A slow worker may have to leave tasks to fast ones, so not every worker that can execute a task may
 * take it. Workers that found nothing enter a list before they look for the last time; who pushes looks at the lists
 * after its task can be taken. With full fences on both sides one of the two sees the other.
 */
final class HeteroprioPolicy implements SchedulingPolicy {
    private final PolicyContext context;
    private final Settings settings;
    private final BucketTable buckets;
    private final Routes routes;
    private final Orders orders;
    private final Locality locality;
    private final Estimates estimates;
    private final Choice choice;
    private final PushCounter stamps = new PushCounter();
    private final ReentrantLock ordering = new ReentrantLock();
    private volatile Team[] teams = {};
    private volatile IdTable<Seat> seats = IdTable.empty();
    private volatile boolean selective;

    HeteroprioPolicy(PolicyContext context) {
        this.context = context;
        settings = Settings.of(context.properties());
        buckets = new BucketTable(settings.grouping());
        locality = new Locality(settings.locality(), context.placement());
        routes = new Routes(settings.locality(), locality, context);
        orders = new Orders(settings, routes);
        choice = new Choice(settings, context.placement());
        estimates = new Estimates(context, buckets, settings.ordering().looksAhead());
    }

    // Workers.

    @Override
    public void addWorkers(List<Worker> workers) {
        List<Worker> all = present();
        all.addAll(workers);
        seat(all);
    }

    @Override
    public void removeWorkers(List<Worker> workers) {
        List<Worker> all = present();
        all.removeAll(workers);
        seat(all);
    }

    private List<Worker> present() {
        List<Worker> present = new ArrayList<>();
        seats.values().forEach(seat -> present.add(seat.worker()));
        return present;
    }

    /**
     * Gives all workers new seats, puts what they held back, and wakes them: tasks may have been waiting for such
     * workers.
     */
    private void seat(List<Worker> workers) {
        List<Seat> old = seats.values();
        Map<Architecture, Team> byArchitecture = new LinkedHashMap<>();
        for (Team team : teams) {
            byArchitecture.put(team.architecture(), team);
        }
        Map<Team, List<Seat>> members = new LinkedHashMap<>();
        byArchitecture.values().forEach(team -> members.put(team, new ArrayList<>()));
        int[] moved = locality.isUsed() ? moveNodes(workers) : new int[] {0};
        List<Seat> all = new ArrayList<>();
        for (Worker worker : workers) {
            Team team = byArchitecture.computeIfAbsent(
                    worker.architecture(), added -> new Team(added, byArchitecture.size()));
            int home = locality.isUsed() ? locality.placeOf(worker.memoryNode()) : 0;
            Seat seat = new Seat(worker, team, home, settings.window(), settings.near());
            members.computeIfAbsent(team, added -> new ArrayList<>()).add(seat);
            all.add(seat);
        }
        members.forEach((team, theirs) -> team.seat(theirs.toArray(Seat[]::new)));
        teams = byArchitecture.values().toArray(Team[]::new);
        seats = IdTable.of(all, seat -> seat.worker().id());
        putBack(old, moved);
        for (Team team : teams) {
            team.forgetRoutes();
        }
        routes.forget();
        selective = orders.compute(buckets.all(), teams);
        workers.forEach(context::wake);
    }

    /**
     * Gives each memory node that workers are at a place, main memory the first one, so that nodes which have left cost
     * nothing.
     *
     * @return where each former place is now; less than 0 if it is there no more
     */
    private int[] moveNodes(List<Worker> workers) {
        TreeMap<Integer, Long> architectures = new TreeMap<>();
        architectures.put(MemoryNode.MAIN, 0L);
        for (Worker worker : workers) {
            architectures.merge(worker.memoryNode(), 1L << worker.architecture().index(), (one, other) -> one | other);
        }
        int[] former = locality.nodes();
        locality.nodes(
                architectures.keySet().stream().mapToInt(Integer::intValue).toArray(),
                architectures.values().stream().mapToLong(Long::longValue).toArray());
        int[] moved = IntStream.of(former).map(locality::placeOf).toArray();
        buckets.movePlaces(architectures.size(), moved);
        return moved;
    }

    private void putBack(List<Seat> old, int[] moved) {
        for (Seat seat : old) {
            int place = Math.max(moved[seat.home()], 0);
            seat.takeAll((task, rank, stamp) -> bucketOf(task).add(task, place, rank, stamp));
        }
    }

    // Tasks that come.

    @Override
    public void push(Task task) {
        Bucket bucket = bucketOf(task);
        if (bucket.countPush()) {
            estimates.ask(task, bucket, teams);
        }
        long stamp = stamps.next();
        bucket.add(task, locality.placeFor(task, stamp), task.priority(), settings.newestFirst() ? -stamp : stamp);
        if (stamp % settings.interval() == 0 || bucket.pushes() <= Bucket.ENOUGH_SAMPLES) {
            order();
        }
        wake(task, bucket);
    }

    private Bucket bucketOf(Task task) {
        Bucket found = buckets.find(task);
        return found == null ? makeBucket(task) : found;
    }

    /** Makes a bucket, which is on all routes when this returns. */
    private Bucket makeBucket(Task task) {
        ordering.lock();
        try {
            Bucket made = buckets.make(task);
            selective = orders.compute(buckets.all(), teams);
            return made;
        } finally {
            ordering.unlock();
        }
    }

    /** Computes the orders anew, unless somebody does so already. */
    private void order() {
        if (ordering.tryLock()) {
            try {
                selective = orders.compute(buckets.all(), teams);
            } finally {
                ordering.unlock();
            }
        }
    }

    private void wake(Task task, Bucket bucket) {
        if (!selective) {
            context.wakeOneFor(task);
            return;
        }
        VarHandle.fullFence();
        Team woken = null;
        if (bucket.isSelective()) {
            for (Team team : bucket.byTime()) {
                if (team.idle().count() > 0
                        && bucket.admits(team, settings.admission())
                        && team.idle().wakeOne(context)) {
                    woken = team;
                    break;
                }
            }
        } else {
            context.wakeOneFor(task);
        }
        // The task may be what was missing for slow workers to take another one.
        for (Team team : teams) {
            if (team != woken && team.idle().count() > 0 && team.hasWorkBeside(bucket, settings.admission())) {
                team.idle().wakeOne(context);
            }
        }
    }

    // Tasks that go.

    @Override
    public Task pop(Worker worker) {
        Seat seat = seats.get(worker.id());
        Task task = take(seat);
        if (task == null) {
            seat.team().idle().add(worker);
            VarHandle.fullFence();
            task = take(seat);
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

    private Task take(Seat seat) {
        Team team = seat.team();
        int room = settings.window() - seat.held();
        if (room > 0) {
            long waiting = team.waiting();
            if (waiting > 0) {
                // Few tasks are better spread than held.
                boolean few = waiting < team.size() || team.idle().count() > 0;
                Task direct = fill(seat, few ? seat.isEmpty() ? 1 : 0 : room);
                if (direct != null) {
                    return direct;
                }
            }
        }
        Task held = seat.takeFirst();
        return held == null ? team.stealFor(seat) : held;
    }

    /** Takes tasks from the buckets: the first is given if nothing is held yet, the others are held. */
    private Task fill(Seat seat, int most) {
        Task direct = null;
        boolean gives = seat.isEmpty();
        for (int taken = 0; taken < most; taken++) {
            Bucket bucket = choice.take(seat, direct == null);
            if (bucket == null) {
                break;
            }
            Task task = seat.taken().task();
            if (bucket.isRestricted()) {
                return task;
            }
            if (gives && direct == null) {
                direct = task;
            } else {
                if (settings.prefetch()) {
                    context.placement().prefetch(task, seat.worker(), TransferKind.TASK_PREFETCH);
                }
                seat.hold(seat.taken());
            }
        }
        return direct;
    }

    // What is learnt.

    @Override
    public void beforeExecution(Task task, Worker worker) {
        Seat seat = seatOf(worker);
        if (seat != null && estimates.measures()) {
            seat.begin = context.clock().nanoTime();
        }
    }

    @Override
    public void afterExecution(Task task, Worker worker) {
        Seat seat = seatOf(worker);
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

    private Seat seatOf(Worker worker) {
        return seats.get(worker.id());
    }

    // The end.

    @Override
    public void drain(Consumer<? super Task> sink) {
        StampedTasks all = new StampedTasks();
        for (Bucket bucket : buckets.all()) {
            bucket.takeAll((task, rank, stamp) -> all.accept(task, Math.abs(stamp)));
        }
        for (Seat seat : seats.values()) {
            seat.takeAll((task, rank, stamp) -> all.accept(task, Math.abs(stamp)));
        }
        all.takeAll(sink);
    }

    @Override
    public String toString() {
        return "heteroprio of " + Arrays.toString(teams);
    }
}
