package org.asterism.core.internal.use;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.asterism.api.MemoryNode;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.Filter;
import org.asterism.api.data.MultiFormatLayout;
import org.asterism.api.data.Part;
import org.asterism.api.data.Partition;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.AccessOrder;
import org.asterism.core.internal.task.TaskHost;

/** Cuts data into children. */
final class Cutting {
    private final TaskHost tasks;
    private final Holds holds;
    private final Traffic traffic;
    private final ProgramWait waiting;
    private final DataWaits waits;

    Cutting(TaskHost tasks, Holds holds, Traffic traffic, ProgramWait waiting, DataWaits waits) {
        this.tasks = tasks;
        this.holds = holds;
        this.traffic = traffic;
        this.waiting = waiting;
        this.waits = waits;
    }

    Traffic traffic() {
        return traffic;
    }

    /** Prepares to cut data in the flow of tasks. */
    Partition plan(RegisteredHandle handle, Filter filter) {
        return make(handle, filter, false);
    }

    /** Cuts data now, for as long as the partition is open. */
    Partition partition(RegisteredHandle handle, Filter filter) throws InterruptedException {
        tasks.refuseWorkers("cut " + handle.name());
        CorePartition partition = make(handle, filter, true);
        try {
            CompletableFuture<Void> done =
                    inTree(partition.family(), switches -> switches.cut(partition, !partition.overlaps()));
            waiting.await(done, "the cut of " + handle);
        } catch (InterruptedException | RuntimeException hindered) {
            partition.end();
            throw hindered;
        }
        return partition;
    }

    private CorePartition make(RegisteredHandle handle, Filter filter, boolean fixed) {
        Objects.requireNonNull(filter, "filter");
        AccessOrder.of(handle).requireOpen(handle);
        if (handle.hasForms()) {
            throw new IllegalArgumentException(handle
                    + " has several forms, which cannot be cut: register the pieces one by one, or give the "
                    + "data one form");
        }
        handle.refuseLineage("cut");
        List<Buffer> home = traffic.anchor(handle).join();
        try {
            return make(handle, home, filter, fixed);
        } catch (RuntimeException refused) {
            traffic.releaseAnchor(handle);
            throw refused;
        }
    }

    private CorePartition make(RegisteredHandle handle, List<Buffer> home, Filter filter, boolean fixed) {
        List<Part> parts = filter.split(handle.layout(), filter.needsContent() ? content(handle, home) : List.of());
        if (parts == null || parts.isEmpty()) {
            throw new IllegalArgumentException("the filter cuts " + handle + " into no parts: give it one at least");
        }
        boolean overlaps = filter.overlaps();
        Family family = familyOf(handle);
        family.lock().lock();
        try {
            refuseMixture(family, fixed);
            CorePartition partition = new CorePartition(this, family, filter, overlaps, fixed, freeNumber(family));
            for (int index = 0; index < parts.size(); index++) {
                Part part = parts.get(index);
                part.requireWithin(handle.layout());
                if (part.layout() instanceof MultiFormatLayout) {
                    throw new IllegalArgumentException("the filter cuts " + handle
                            + " into parts that have several forms: a part has the form of its parent only");
                }
                RegisteredHandle child = handle.child(part, home, partition.nameOf(index));
                traffic.directory().addPart(child, handle, part);
                partition.add(child);
            }
            family.partitions().add(partition);
            return partition;
        } finally {
            family.lock().unlock();
        }
    }

    /** The first number that none of the handle's partitions has. */
    private static int freeNumber(Family family) {
        int number = 1;
        while (isTaken(family, number)) {
            number++;
        }
        return number;
    }

    private static boolean isTaken(Family family, int number) {
        return family.partitions().stream().anyMatch(partition -> partition.number() == number);
    }

    private static void refuseMixture(Family family, boolean fixed) {
        for (CorePartition other : family.partitions()) {
            if (fixed || other.isFixed()) {
                throw new IllegalStateException(family.handle() + " is cut already"
                        + (other.isFixed() ? "" : " by a plan")
                        + ": close that partition first, or plan both to use them in turn");
            }
        }
    }

    /** Returns the content of data, for filters that examine it. */
    private List<Buffer> content(Handle handle, List<Buffer> home) {
        if (!handle.stateOn(MemoryNode.MAIN).isValid()) {
            throw new IllegalStateException(handle
                    + " has no valid copy in main memory, where the filter would look: acquire it for reading "
                    + "once before");
        }
        return home;
    }

    private static Family familyOf(RegisteredHandle handle) {
        Family known = handle.family();
        return known != null ? known : handle.setFamily(new Family(handle));
    }

    /** Does something to a tree; completes when the last step of it has ended. */
    CompletableFuture<Void> inTree(Family family, Consumer<Switches> action) {
        Switches switches = new Switches(holds);
        CompletableFuture<Void> done = new CompletableFuture<>();
        family.lock().lock();
        try {
            action.accept(switches);
            Holds.Hold last = switches.last();
            if (last == null) {
                done.complete(null);
            } else {
                last.whenEnded(() -> done.complete(null));
            }
        } finally {
            family.lock().unlock();
            switches.go();
        }
        return done;
    }

    /** Ends a partition and waits for that. */
    void close(CorePartition partition) {
        tasks.refuseWorkers("close the " + partition);
        waits.toClose(partition.end(), "the " + partition);
    }

    /** Lets go of children that are not cut out any more; completes when that has happened. */
    CompletableFuture<Void> forget(Handle parent, List<Handle> children) {
        List<CompletableFuture<Void>> gone = new ArrayList<>();
        for (Handle child : children) {
            AccessOrder.of(child).close(); // the last step came after all that have used it
            gone.add(traffic.wishes().drop(child));
        }
        return CompletableFuture.allOf(gone.toArray(CompletableFuture[]::new))
                .thenRun(() -> traffic.releaseAnchor(parent));
    }

    /** Joins the data for good, without waiting for it. The result completes when it is done. */
    CompletableFuture<Void> endAll(Handle handle) {
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        endAll(handle, ends);
        return CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
    }

    private void endAll(Handle handle, List<CompletableFuture<Void>> ends) {
        if (Family.of(handle) != null) {
            for (CorePartition partition : List.copyOf(Family.of(handle).partitions())) {
                partition.members().forEach(member -> endAll(member.handle(), ends));
                ends.add(partition.end());
            }
        }
    }
}
