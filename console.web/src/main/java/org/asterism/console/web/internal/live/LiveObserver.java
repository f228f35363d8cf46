package org.asterism.console.web.internal.live;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.asterism.api.Clock;
import org.asterism.api.MemoryNode;
import org.asterism.api.SchedulingContext;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.observation.RuntimeObserver;

/** Keeps what a page shows of the last seconds. It keeps no task, worker or handle. */
final class LiveObserver implements RuntimeObserver {
    private static final int MOST_INCIDENTS = 100;
    private static final int MOST_LINKS = 10_000;
    private static final int CELLS = 8192;
    private static final int FEWEST = 16;
    private static final int MOST = 1024;

    /** Copies from one memory to another. */
    record LinkCount(String from, String to, LongAdder copies, LongAdder bytes, LongAdder nanos) {
        private LinkCount(MemoryNode from, MemoryNode to) {
            this(from.name(), to.name(), new LongAdder(), new LongAdder(), new LongAdder());
        }
    }

    private final Clock clock;
    private final int capacity;
    private final CodeletNames codelets = new CodeletNames();
    private final Map<Long, LinkCount> links = new ConcurrentHashMap<>();
    private final Deque<Incident> incidents = new ArrayDeque<>();

    /** By the ids of workers. Replaced when it grows. */
    private volatile Lane[] lanes = new Lane[0];

    /**
     * The number of the look that comes next; see {@link Lane}. It begins with the time of day, so that a page which
     * has seen an earlier observer's looks gets everything.
     */
    private volatile long look = System.currentTimeMillis();

    private final long watch = look;

    LiveObserver(Clock clock, int workers) {
        this.clock = clock;
        capacity = Math.clamp(CELLS / Math.max(1, workers), FEWEST, MOST);
    }

    private Lane lane(int worker) {
        Lane[] now = lanes;
        return worker < now.length && now[worker] != null ? now[worker] : addLane(worker);
    }

    private synchronized Lane addLane(int worker) {
        Lane[] grown = Arrays.copyOf(lanes, Math.max(lanes.length, worker + 1));
        if (grown[worker] == null) {
            grown[worker] = new Lane(capacity);
            lanes = grown;
        }
        return grown[worker];
    }

    private int number(Task task) {
        return codelets.number(task.codelet().name());
    }

    @Override
    public void launched(Task task, Worker worker, long time) {
        lane(worker.id()).launched(number(task), time);
    }

    @Override
    public void executed(Task task, Worker worker, long begin, long end) {
        lane(worker.id()).executed(number(task), begin, end, look);
    }

    @Override
    public void tookPart(Task task, Worker worker, int rank, long begin, long end) {
        lane(worker.id()).executed(number(task), begin, end, look);
    }

    @Override
    public void transferred(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {
        LinkCount link = links.get(key(from, to));
        if (link == null) {
            if (links.size() >= MOST_LINKS) {
                return;
            }
            link = links.computeIfAbsent(key(from, to), _ -> new LinkCount(from, to));
        }
        link.copies().increment();
        link.bytes().add(bytes);
        link.nanos().add(end - begin);
    }

    private static long key(MemoryNode from, MemoryNode to) {
        return (long) from.id() << Integer.SIZE | to.id();
    }

    @Override
    public void policyChanged(SchedulingContext context, Optional<String> before, Optional<String> now) {
        add(false, "context " + context.name() + ": " + before.orElse("parked") + " -> " + now.orElse("parked"));
    }

    @Override
    public void lost(Worker worker, Throwable cause) {
        lane(worker.id()).stopped();
        add(true, "worker " + worker.name() + " lost: " + cause.getMessage());
    }

    private void add(boolean isLoss, String text) {
        synchronized (incidents) {
            if (incidents.size() == MOST_INCIDENTS) {
                incidents.removeFirst();
            }
            incidents.add(new Incident(clock.nanoTime(), isLoss, text));
        }
    }

    /**
     * Changes since a look.
     *
     * @param since the number that the look before has returned as {@code next}; 0 for all
     */
    synchronized LanesView look(long since) {
        long next = look + 1;
        look = next; // what changes from now on is part of the next look, perhaps of this one as well
        List<LaneView> views = new ArrayList<>();
        Lane[] all = lanes;
        for (int worker = 0; worker < all.length; worker++) {
            if (all[worker] != null) {
                Lane.View view = all[worker].since(since);
                views.add(new LaneView(
                        worker, view.cells(), view.runningCodelet(), view.runningSince(), view.tasks(), view.busy()));
            }
        }
        return new LanesView(watch, clock.nanoTime(), next, codelets.all(), views, incidents());
    }

    private List<Incident> incidents() {
        synchronized (incidents) {
            return List.copyOf(incidents);
        }
    }

    List<LinkView> links() {
        return links.values().stream()
                .map(each -> new LinkView(
                        each.from(),
                        each.to(),
                        each.copies().sum(),
                        each.bytes().sum(),
                        each.nanos().sum()))
                .sorted((a, b) -> Long.compare(b.bytes(), a.bytes()))
                .toList();
    }
}
