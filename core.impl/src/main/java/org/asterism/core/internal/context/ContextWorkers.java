package org.asterism.core.internal.context;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.asterism.api.Worker;
import org.asterism.spi.concurrent.IdTable;

/**
 * The workers of a context. One thread at a time changes them, within a change of the context; any thread reads them.
 */
final class ContextWorkers {
    private final Context context;
    private final ContextHome home;
    private final TaskTransfer transfer;
    private volatile List<ContextWorker> all = List.of();
    private volatile IdTable<ContextWorker> byId = IdTable.empty();

    ContextWorkers(Context context, ContextHome home, TaskTransfer transfer) {
        this.context = context;
        this.home = home;
        this.transfer = transfer;
    }

    /** The workers, by id. */
    List<ContextWorker> all() {
        return all;
    }

    /** The worker of an id, or null if it is not here. */
    ContextWorker of(int id) {
        return byId.get(id);
    }

    private void set(List<ContextWorker> changed) {
        byId = IdTable.of(changed, ContextWorker::id);
        all = List.copyOf(changed);
    }

    /**
     * Begins a change: until it ends, none of the workers that it concerns looks for a task in any context.
     *
     * @param concerned those that come or go
     */
    SuspendedWorkers suspend(Collection<? extends ContextWorker> concerned) {
        Set<ContextWorker> union = new HashSet<>(all);
        union.addAll(concerned);
        return SuspendedWorkers.suspend(sorted(union), home.currentWorker());
    }

    /** Takes workers in; with the gate closed. */
    void add(List<? extends ContextWorker> added) {
        added.forEach(worker -> worker.join(context));
        transfer.add(slotsOf(added));
        set(sorted(Stream.concat(all.stream(), added.stream()).toList()));
    }

    /** Takes workers out; with the gate closed. */
    void remove(Set<? extends ContextWorker> removed) {
        set(all.stream().filter(worker -> !removed.contains(worker)).toList());
        transfer.remove(slotsOf(removed));
        removed.forEach(worker -> worker.leave(context));
    }

    private List<GateSlot> slotsOf(Collection<? extends ContextWorker> workers) {
        return workers.stream().map(worker -> worker.slot(context)).toList();
    }

    /** Returns the workers that are within the policy, in words that end a sentence. */
    String within(List<GateSlot> busy) {
        List<String> names = all.stream()
                .filter(worker -> busy.contains(worker.slot(context)))
                .map(Worker::name)
                .toList();
        return names.isEmpty() ? "" : " (it keeps " + String.join(", ", names) + ")";
    }

    void wake() {
        all.forEach(worker -> worker.wakeUp(context));
    }

    static <W extends Worker> List<W> sorted(Collection<? extends W> workers) {
        return workers.stream()
                .sorted(Comparator.comparingInt(Worker::id))
                .<W>map(worker -> worker)
                .toList();
    }
}
