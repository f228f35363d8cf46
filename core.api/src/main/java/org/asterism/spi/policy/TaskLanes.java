package org.asterism.spi.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.asterism.api.Task;
import org.asterism.api.Worker;

/**
 * What a central queue is made of: a lane for each set of architectures that tasks can run on. Within a lane every worker
 * can execute either all tasks or none, so the first one of a lane is all a worker has to look at, and tasks that only a GPU
 * can run never stand in a CPU's way.
 *
 * @param <L> what orders the tasks of a lane
 */
final class TaskLanes<L extends TaskLanes.Lane> {
    /** The tasks of one set of architectures. */
    abstract static class Lane {
        final long architectures;
        final Arrivals arrivals = new Arrivals();
        final SpinLock taking = new SpinLock();

        Lane(long architectures) {
            this.architectures = architectures;
        }

        /** Takes the first task, or null; with {@link #taking} held. */
        abstract Task takeFirst();

        /** The first task's priority as far as the lane's order knows priorities; with {@link #taking} held, not empty. */
        abstract long firstPriority();

        /** The first task's stamp, or {@link Long#MAX_VALUE} if there is none; with {@link #taking} held. */
        abstract long firstStamp();

        abstract boolean isEmpty();

        abstract long size();

        /** Takes all tasks, in any order; with {@link #taking} held. */
        abstract void takeAll(Consumer<Stamped> sink);

        final boolean suits(Worker worker) {
            return (architectures & (1L << worker.architecture().index())) != 0;
        }
    }

    /** A task and its place in the order of arrival. */
    record Stamped(Task task, long stamp) {}

    private final LongFunction<L> laneMaker;
    private final SpinLock adding = new SpinLock();
    private volatile Lane[] lanes = new Lane[0];
    private long stamp;

    TaskLanes(LongFunction<L> laneMaker) {
        this.laneMaker = laneMaker;
    }

    void add(Task task) {
        long architectures = task.codelet().architectureSet();
        Lane lane = laneOf(architectures);
        // Read here, where the task is at hand: a taker would fetch it from another core's cache, with a lock held.
        int priority = task.priority();
        adding.lock();
        try {
            lane.arrivals.add(task, priority, stamp++);
        } finally {
            adding.unlock();
        }
    }

    private Lane laneOf(long architectures) {
        for (Lane lane : lanes) {
            if (lane.architectures == architectures) {
                return lane;
            }
        }
        return addLane(architectures);
    }

    private synchronized Lane addLane(long architectures) {
        for (Lane lane : lanes) {
            if (lane.architectures == architectures) {
                return lane;
            }
        }
        Lane[] more = Arrays.copyOf(lanes, lanes.length + 1);
        Lane added = laneMaker.apply(architectures);
        more[lanes.length] = added;
        lanes = more;
        return added;
    }

    Task takeFor(Worker worker) {
        Lane[] all = lanes;
        while (true) {
            Lane best = null;
            if (all.length == 1) {
                best = all[0].suits(worker) && !all[0].isEmpty() ? all[0] : null;
            } else {
                best = laneWithFirstTask(all, worker);
            }
            if (best == null) {
                return null;
            }
            best.taking.lock();
            Task task;
            try {
                task = best.takeFirst();
            } finally {
                best.taking.unlock();
            }
            if (task != null) {
                return task;
            }
            // Somebody else was faster; the lanes may hold others.
        }
    }

    private static Lane laneWithFirstTask(Lane[] all, Worker worker) {
        Lane best = null;
        long bestPriority = Long.MIN_VALUE;
        long bestStamp = Long.MAX_VALUE;
        for (Lane lane : all) {
            if (!lane.suits(worker) || lane.isEmpty()) {
                continue;
            }
            lane.taking.lock();
            long stamp;
            long priority;
            try {
                stamp = lane.firstStamp();
                priority = stamp == Long.MAX_VALUE ? Long.MIN_VALUE : lane.firstPriority();
            } finally {
                lane.taking.unlock();
            }
            if (stamp != Long.MAX_VALUE
                    && (best == null || priority > bestPriority || priority == bestPriority && stamp < bestStamp)) {
                best = lane;
                bestPriority = priority;
                bestStamp = stamp;
            }
        }
        return best;
    }

    void takeAll(Consumer<? super Task> sink) {
        List<Stamped> all = new ArrayList<>();
        for (Lane lane : lanes) {
            lane.taking.lock();
            try {
                lane.takeAll(all::add);
            } finally {
                lane.taking.unlock();
            }
        }
        all.sort(Comparator.comparingLong(Stamped::stamp));
        for (Stamped stamped : all) {
            sink.accept(stamped.task());
        }
    }

    long size() {
        long size = 0;
        for (Lane lane : lanes) {
            size += lane.size();
        }
        return size;
    }
}
