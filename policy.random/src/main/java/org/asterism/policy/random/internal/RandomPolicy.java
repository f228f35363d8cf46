package org.asterism.policy.random.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.Dice;
import org.asterism.kit.policy.Lottery;
import org.asterism.kit.policy.PushCounter;
import org.asterism.kit.policy.StampedTasks;
import org.asterism.kit.policy.TaskDeque;
import org.asterism.spi.concurrent.IdTable;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Policy that draws a random worker for each pushed task, among the workers that can execute it. The probability of a
 * worker is proportional to its speed. The task waits for that worker even if others are free.
 *
 * <p>When to use: as the baseline that every other policy has to beat.
 */
final class RandomPolicy implements SchedulingPolicy {
    /** The property that says whether a worker takes tasks of higher priority first. */
    static final String PRIORITIES = "priorities (false): whether a worker takes its tasks of higher priority first";

    private final PolicyContext context;
    private final boolean byPriority;
    private final Dice dice;
    private final PushCounter stamps = new PushCounter();

    /** Tasks that no worker can execute. */
    private final TaskDeque unclaimed;

    private List<Seat> seats = List.of();

    private IdTable<Seat> byId = IdTable.empty();

    /** By set of architectures: the lottery of all tasks that can run on these, made when the first of them comes. */
    private Map<Long, Lottery<Seat>> lotteries = new ConcurrentHashMap<>();

    RandomPolicy(PolicyContext context) {
        byPriority = context.properties().allowOnly(PRIORITIES).flag(PRIORITIES);
        this.context = context;
        dice = new Dice(context.seed());
        unclaimed = new TaskDeque(byPriority);
    }

    // Changes of workers. No thread pushes or pops meanwhile.

    @Override
    public void addWorkers(List<Worker> workers) {
        List<Seat> all = new ArrayList<>(seats);
        for (Worker worker : workers) {
            all.add(new Seat(worker, context.predictor().relativeSpeed(worker), byPriority));
        }
        seat(all);
        unclaimed.takeAll(this::draw);
    }

    @Override
    public void removeWorkers(List<Worker> workers) {
        List<Seat> left = new ArrayList<>(seats);
        List<Seat> gone = new ArrayList<>();
        Set<Worker> leaving = new HashSet<>(workers);
        left.removeIf(seat -> leaving.contains(seat.worker) && gone.add(seat));
        seat(left);
        takeFrom(gone).takeAll(this::draw);
    }

    private void seat(List<Seat> all) {
        all.sort(Comparator.comparingInt(seat -> seat.worker.id()));
        seats = List.copyOf(all);
        byId = IdTable.of(all, seat -> seat.worker.id());
        lotteries = new ConcurrentHashMap<>();
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        takeFrom(seats).takeAll(sink);
    }

    /** Takes the tasks of some workers, and those that no worker can execute. */
    private StampedTasks takeFrom(List<Seat> some) {
        StampedTasks all = new StampedTasks();
        some.forEach(seat -> seat.tasks.takeAll(all));
        unclaimed.takeAll(all);
        return all;
    }

    @Override
    public void push(Task task) {
        draw(task, stamps.next());
    }

    private void draw(Task task, long stamp) {
        double number = dice.next();
        Seat seat = task.isRestricted()
                ? null
                : lotteries
                        .computeIfAbsent(task.architectureSet(), this::lottery)
                        .hit(number);
        if (seat == null || !seat.worker.canExecute(task)) {
            // Not every worker of the architecture can: ask each.
            seat = among(each -> each.worker.canExecute(task)).hit(number);
        }
        if (seat == null) {
            unclaimed.add(task, stamp);
            context.wakeOneFor(task);
            return;
        }
        seat.tasks.add(task, stamp);
        context.wake(seat.worker);
    }

    private Lottery<Seat> lottery(long architectures) {
        return among(seat -> (architectures & (1L << seat.worker.architecture().index())) != 0);
    }

    private Lottery<Seat> among(Predicate<? super Seat> some) {
        return new Lottery<>(seats.stream().filter(some).toList(), seat -> seat.speed);
    }

    @Override
    public Task pop(Worker worker) {
        Seat seat = byId.get(worker.id());
        Task task = seat.tasks.takeFor(worker);
        if (task == null && !seat.tasks.isEmpty()) {
            // Draw again for tasks that their worker cannot execute any more.
            seat.tasks.takeAll(this::draw);
            task = seat.tasks.takeFor(worker);
        }
        return task != null || unclaimed.isEmpty() ? task : unclaimed.takeFor(worker);
    }
}
