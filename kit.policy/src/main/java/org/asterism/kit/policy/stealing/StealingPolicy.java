package org.asterism.kit.policy.stealing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.kit.policy.PushCounter;
import org.asterism.kit.policy.StampedTasks;
import org.asterism.kit.policy.TaskDeque;
import org.asterism.spi.concurrent.Padded;
import org.asterism.spi.driver.EventClock;
import org.asterism.spi.policy.PolicyContext;
import org.asterism.spi.policy.SchedulingPolicy;

/**
 * Scheduling policy with a queue per worker and work stealing. A worker keeps the tasks that it releases; tasks that
 * the program releases are distributed in turn. A worker takes its oldest task of the highest priority. A worker
 * without tasks steals the newest task of the highest priority from another one. It prefers busy victims, because idle
 * ones will take their tasks soon.
 *
 * <p>From a worker of the same architecture and memory, a thief also takes half of the other tasks of the same
 * priority, at most 16. If it took small tasks one by one, it would meet the victim at each of them. It runs these
 * tasks before it looks for more urgent ones of other workers. In a simulation it takes one task, as in StarPU.
 *
 * <p>Workers share only the counter of pushes, so the cost per task does not depend on the number of workers.
 *
 * <p>The property {@code thieves} sets how many sleeping workers are woken for a task that its worker keeps. One is
 * enough, and none if the worker will pop the task itself. StarPU wakes all workers, so the task goes to the one that
 * wakes fastest, even if it is slow. A simulation, where waking costs only virtual time, wakes enough workers for the
 * same schedules.
 *
 * <p><b>Threads.</b> As for every {@link SchedulingPolicy}.
 *
 * <p>Source: Blumofe and Leiserson, "Scheduling multithreaded computations by work stealing" (Journal of the ACM 46,
 * 1999), with queues by priority and first in, first out for the owner, like StarPU's policies ws and lws; half of the
 * tasks are stolen as in Hendler and Shavit, "Non-blocking steal-half work queues" (PODC 2002).
 */
public final class StealingPolicy implements SchedulingPolicy {
    private static final VarHandle LAST_TARGET;

    static {
        try {
            LAST_TARGET = MethodHandles.lookup().findVarHandle(LastTarget.class, "place", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** Parameter: how many thieves are woken. */
    public static final String THIEVES =
            "thieves (1; from 1): how many sleeping workers are woken for a task that its worker keeps; 32 in a "
                    + "simulation";

    private static final int THIEVES_IN_SIMULATION = 32;

    /** Most tasks that a thief takes besides the one that it runs. */
    private static final int MOST_TAKEN_ALONG = 16;

    /** Place of the worker that received the last distributed task: a hint, because threads may overwrite it. */
    private abstract static class LastTarget extends Padded {
        int place;
    }

    private static final class PaddedLastTarget extends LastTarget {
        long after0, after1, after2, after3, after4, after5, after6, after7;
        long after8, after9, after10, after11, after12, after13, after14;
    }

    private final PolicyContext context;
    private final VictimOrder victims;
    private final int thieves;

    /** Null in real time, where thieves only wait for each other briefly. */
    private final Collisions collisions;

    private final PushCounter stamps = new PushCounter();

    /** Tasks that no worker can execute. */
    private final TaskDeque unclaimed = new TaskDeque(true);

    private Crew crew = Crew.NOBODY;

    private final LastTarget lastTarget = new PaddedLastTarget();

    /**
     * Creates a policy without workers.
     *
     * @param context context of the policy; its properties may contain {@code thieves}
     * @param victims the workers that each thief tries first
     * @throws IllegalArgumentException if the context has another property, or a value that is not allowed
     */
    public StealingPolicy(PolicyContext context, VictimOrder victims) {
        collisions = context.clock() instanceof EventClock virtual ? new Collisions(context, virtual) : null;
        thieves = context.properties()
                .allowOnly(THIEVES)
                .integer(THIEVES, collisions == null ? 1 : THIEVES_IN_SIMULATION);
        this.context = context;
        this.victims = victims;
    }

    // Changes of workers. No thread pushes or pops meanwhile.

    @Override
    public void addWorkers(List<Worker> workers) {
        List<Worker> all = new ArrayList<>(crew.workers());
        all.addAll(workers);
        crew = new Crew(all, crew);
        unclaimed.takeAll(this::deal);
        workers.forEach(context::wake);
    }

    @Override
    public void removeWorkers(List<Worker> workers) {
        Crew before = crew;
        List<Worker> left = new ArrayList<>(before.workers());
        left.removeAll(workers);
        crew = left.isEmpty() ? Crew.NOBODY : new Crew(left, before);
        StampedTasks orphaned = new StampedTasks();
        for (Worker worker : workers) {
            before.find(worker).tasks.takeAll(orphaned);
            if (collisions != null) {
                collisions.forget(worker);
            }
        }
        orphaned.takeAll(this::deal);
    }

    @Override
    public void drain(Consumer<? super Task> sink) {
        if (collisions != null) {
            collisions.forgetAll();
        }
        StampedTasks all = new StampedTasks();
        for (int place = 0; place < crew.size(); place++) {
            crew.hand(place).tasks.takeAll(all);
        }
        unclaimed.takeAll(all);
        all.takeAll(sink);
    }

    // Pushing.

    @Override
    public void push(Task task) {
        long stamp = stamps.next();
        Worker self = context.currentWorker();
        Hand own = self == null || !self.canExecute(task) ? null : crew.find(self);
        if (own == null) {
            deal(task, stamp);
            return;
        }
        crew.addByOwner(own, task, stamp);
        if (thieves == 1) {
            context.wakeOneFor(task);
        } else {
            context.wakeSomeFor(task, thieves);
        }
    }

    /** Gives a task to the next worker that can execute it. */
    private void deal(Task task, long stamp) {
        Hand target = crew.nextFor(task, (int) LAST_TARGET.getOpaque(lastTarget));
        if (target == null) {
            unclaimed.add(task, stamp);
            context.wakeOneFor(task);
            return;
        }
        LAST_TARGET.setOpaque(lastTarget, target.place);
        crew.add(target, task, stamp);
        if (!context.wake(target.worker)) {
            context.wakeOneFor(task);
        }
    }

    @Override
    public void pushedTo(Task task, Worker worker) {
        Hand hand = crew.find(worker);
        if (hand != null) {
            hand.search.setBusy(true);
        }
    }

    // Popping.

    @Override
    public Task pop(Worker worker) {
        Hand own = crew.find(worker);
        Task task = own.tasks.takeFor(worker);
        if (task == null) {
            task = steal(own);
        }
        own.search.setBusy(task != null);
        return task;
    }

    private Task steal(Hand thief) {
        WorkerBits holders = crew.holdersFor(thief.worker);
        if (thief.search.keptAway) {
            thief.search.keptAway = false;
        }
        Task task = stealFromNeighbours(thief, holders);
        if (task == null && !thief.search.keptAway) {
            task = stealInTurn(thief, holders, true);
        }
        if (task == null && !thief.search.keptAway) {
            task = stealInTurn(thief, holders, false);
        }
        return task != null || unclaimed.isEmpty() ? task : unclaimed.takeFor(thief.worker);
    }

    private Task stealFromNeighbours(Hand thief, WorkerBits holders) {
        if (thief.search.neighbours == null) {
            thief.search.neighbours = Neighbours.of(thief, victims.first(thief.worker), crew);
        }
        for (int place : thief.search.neighbours) {
            if (holders.has(place)) {
                Task task = stealFrom(crew.hand(place), thief, true);
                if (task != null || thief.search.keptAway) {
                    return task;
                }
            }
        }
        return null;
    }

    /** Tries all workers once, beginning after the last victim. */
    private Task stealInTurn(Hand thief, WorkerBits holders, boolean onlyBusy) {
        int start = thief.search.cursor < crew.size() ? thief.search.cursor : 0;
        int end = crew.size();
        int place = holders.next(start, end);
        while (true) {
            if (place < 0) {
                if (end == start) {
                    break;
                }
                end = start;
                place = holders.next(0, end);
                continue;
            }
            Task task = stealFrom(crew.hand(place), thief, onlyBusy);
            if (task != null || thief.search.keptAway) {
                thief.search.cursor = place + 1;
                return task;
            }
            place = holders.next(place + 1, end);
        }
        if (onlyBusy) {
            thief.search.cursor = start + 1;
        }
        return null;
    }

    private Task stealFrom(Hand victim, Hand thief, boolean onlyBusy) {
        if (victim == thief || onlyBusy && !victim.search.isBusy()) {
            return null;
        }
        if (collisions == null) {
            if (victim.tasks.isEmpty() && !thief.search.isThorough()) {
                return null;
            }
        } else if (collisions.keepAway(thief, victim)) {
            thief.search.keptAway = true;
            return null;
        }
        return collisions == null && thief.isLike(victim)
                ? stealSome(victim, thief)
                : victim.tasks.stealFor(thief.worker);
    }

    /** Steals a task, and takes others along so that the thief need not come again at once. */
    private Task stealSome(Hand victim, Hand thief) {
        StampedTasks loot = thief.search.loot();
        Task task = victim.tasks.stealFor(thief.worker, MOST_TAKEN_ALONG, loot);
        int along = loot.size();
        if (along > 0) {
            loot.takeAll((other, stamp) -> crew.addByOwner(thief, other, stamp));
            // Workers may have looked for these tasks while they were in no queue. The same workers can execute them.
            context.wakeSomeFor(task, along);
        }
        return task;
    }
}
