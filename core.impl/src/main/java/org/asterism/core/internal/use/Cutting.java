package org.asterism.core.internal.use;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.asterism.api.MemoryNode;
import org.asterism.api.TasksStuckException;
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
public final class Cutting {
    private final TaskHost tasks;
    private final Holds holds;
    private final Traffic traffic;
    private final ProgramWait waiting;

    public Cutting(TaskHost tasks, Holds holds, Traffic traffic, ProgramWait waiting) {
        this.tasks = tasks;
        this.holds = holds;
        this.traffic = traffic;
        this.waiting = waiting;
    }

    /** Makes handles of children. */
    public interface ChildMaker {
        Handle child(Part part, List<Buffer> home, String name);
    }

    Traffic traffic() {
        return traffic;
    }

    void refuseWorkers(String what) {
        tasks.refuseWorkers(what);
    }

    /**
     * Waits for the end of tasks, to close something.
     *
     * @param closing what is closed
     * @throws TasksStuckException if they will not end by themselves; at once if somebody was just told so
     */
    public void awaitToClose(CompletableFuture<Void> done, String closing) {
        if (done.isDone()) {
            return;
        }
        TasksStuckException standing = tasks.standing();
        if (standing != null) {
            throw cannotClose(closing, standing);
        }
        try {
            await(done, closing);
        } catch (TasksStuckException stuck) {
            throw cannotClose(closing, stuck);
        }
    }

    /** Says of what is being closed that it has to wait for tasks that will not end. */
    public static TasksStuckException cannotClose(String closing, TasksStuckException stuck) {
        return new TasksStuckException(
                closing + " cannot be closed yet, and is when its tasks have ended: " + stuck.getMessage(),
                stuck.waiting());
    }

    /** Prepares to cut data in the flow of tasks. */
    public Partition plan(Handle handle, Filter filter, ChildMaker maker) {
        return make(handle, filter, maker, false);
    }

    /** Cuts data now, for as long as the partition is open. */
    public Partition partition(Handle handle, Filter filter, ChildMaker maker) throws InterruptedException {
        tasks.refuseWorkers("cut " + handle.name());
        CorePartition partition = make(handle, filter, maker, true);
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

    private CorePartition make(Handle handle, Filter filter, ChildMaker maker, boolean fixed) {
        Objects.requireNonNull(filter, "filter");
        AccessOrder.of(handle).requireOpen(handle);
        if (handle.hasForms()) {
            throw new IllegalArgumentException(
                    handle
                            + " has several forms, which cannot be cut: register the pieces one by one, or give the data one form");
        }
        List<Buffer> home = traffic.anchor(handle).join();
        try {
            return make(handle, home, filter, maker, fixed);
        } catch (RuntimeException refused) {
            traffic.releaseAnchor(handle);
            throw refused;
        }
    }

    private CorePartition make(Handle handle, List<Buffer> home, Filter filter, ChildMaker maker, boolean fixed) {
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
                Handle child = maker.child(part, part.within(home), partition.nameOf(index));
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

    /** What data contain, for filters that look at it. */
    private List<Buffer> content(Handle handle, List<Buffer> home) {
        if (!handle.stateOn(MemoryNode.MAIN).isValid()) {
            throw new IllegalStateException(
                    handle
                            + " has no valid copy in main memory, where the filter would look: acquire it for reading once before");
        }
        return home;
    }

    private static Family familyOf(Handle handle) {
        Family known = Family.of(handle);
        return known != null ? known : ((RegisteredHandle) handle).setFamily(new Family(handle));
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

    /**
     * Waits for what happens when tasks have ended, such as the end of a change that was submitted.
     *
     * @throws TasksStuckException if they will not end by themselves
     */
    public void await(CompletableFuture<Void> done, String what) {
        await(() -> waiting.awaitTasks(done, what));
    }

    /** Waits until copies have moved, and nothing else. */
    void awaitCopies(CompletableFuture<Void> done, String what) {
        await(() -> waiting.await(done, what));
    }

    private interface Wait {
        void run() throws InterruptedException;
    }

    private static void await(Wait wait) {
        boolean interrupted = false;
        while (true) {
            try {
                wait.run();
                break;
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
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

    /** Has data put together for good, without waiting for that; completes when it has happened. */
    public CompletableFuture<Void> endAll(Handle handle) {
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
