package org.asterism.core.internal.observation;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.asterism.api.MemoryNode;
import org.asterism.api.Observation;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.api.observation.RuntimeObserver;

/** The observers of a runtime. Any thread may use it. Without observers, a notification costs one read of a field. */
public final class Observers {
    private static final Logger LOG = System.getLogger(Observers.class.getName());

    private final List<RuntimeObserver> observers = new CopyOnWriteArrayList<>();
    private volatile boolean watching;

    /** Adds an observer, until the result is closed. */
    public Observation add(RuntimeObserver observer) {
        Objects.requireNonNull(observer, "observer");
        put(observer);
        return () -> remove(observer);
    }

    private synchronized void put(RuntimeObserver observer) {
        observers.add(observer);
        watching = true;
    }

    private synchronized void remove(RuntimeObserver observer) {
        observers.remove(observer);
        watching = !observers.isEmpty();
    }

    /** Whether there are observers to notify. */
    public boolean areWatching() {
        return watching;
    }

    public void submitted(Task task) {
        tell(observer -> observer.submitted(task));
    }

    public void executed(Task task, Worker worker, long begin, long end) {
        tell(observer -> observer.executed(task, worker, begin, end));
    }

    /**
     * Reports each worker that took part in a parallel task, and last the task itself.
     *
     * @param team its members by rank, the leader first
     */
    public void executed(Task task, List<? extends Worker> team, long begin, long end) {
        for (int rank = 1; rank < team.size(); rank++) {
            Worker member = team.get(rank);
            int part = rank;
            tell(observer -> observer.tookPart(task, member, part, begin, end));
        }
        executed(task, team.getFirst(), begin, end);
    }

    public void transferred(DataHandle handle, MemoryNode from, MemoryNode to, long bytes, long begin, long end) {
        tell(observer -> observer.transferred(handle, from, to, bytes, begin, end));
    }

    private void tell(Consumer<RuntimeObserver> news) {
        for (RuntimeObserver observer : observers) {
            try {
                news.accept(observer);
            } catch (RuntimeException | Error thrown) {
                remove(observer);
                SafeLog.log(LOG, Level.ERROR, "an observer threw and is told nothing more", thrown);
            }
        }
    }
}
