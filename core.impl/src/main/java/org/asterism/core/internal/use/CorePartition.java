package org.asterism.core.internal.use;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;
import org.asterism.api.data.Filter;
import org.asterism.api.data.Partition;
import org.asterism.core.internal.data.Handle;

/** A partition: a piece of data and the children into which it is cut. */
final class CorePartition implements Partition {
    private final Cutting cutting;
    private final Family family;
    private final Filter filter;
    private final boolean fixed;

    /** Whether children share elements; asked once, since filters are the program's and the tree is locked later. */
    private final boolean overlaps;

    /** Tells it from other plans for the same data, from 1. */
    private final int number;

    private final List<Family> members = new ArrayList<>();
    private boolean closed;

    CorePartition(Cutting cutting, Family family, Filter filter, boolean overlaps, boolean fixed, int number) {
        this.cutting = cutting;
        this.family = family;
        this.filter = filter;
        this.overlaps = overlaps;
        this.fixed = fixed;
        this.number = number;
    }

    void add(RegisteredHandle child) {
        Family member = new Family(child, this, members.size());
        child.setFamily(member);
        members.add(member);
    }

    int number() {
        return number;
    }

    /** The name of a child, which no child of another plan has: {@code v[0]}, or {@code v/2[0]} in the second plan. */
    String nameOf(int index) {
        return family.handle() + (number == 1 ? "" : "/" + number) + "[" + index + "]";
    }

    /** The handle that is cut. */
    Family family() {
        return family;
    }

    List<Family> members() {
        return members;
    }

    private List<Handle> childHandles() {
        return members.stream().map(Family::handle).toList();
    }

    /** Whether it was cut at once, for as long as it is open. */
    boolean isFixed() {
        return fixed;
    }

    /** Whether children share elements. */
    boolean overlaps() {
        return overlaps;
    }

    /** With the tree's lock held. */
    boolean isClosed() {
        return closed;
    }

    // What is done when a step has its place in the order.

    void cut(Holds.Hold hold, boolean parentStaysValid) {
        Throwable corruption = family.handle().corruption();
        cutting.traffic().cut(family.handle(), childHandles(), parentStaysValid).whenComplete((nothing, failure) -> {
            Throwable cause = failure == null ? corruption : failure;
            childHandles().forEach(child -> child.markCorrupt(cause));
            hold.endAsIs();
        });
    }

    void gather(Holds.Hold hold) {
        cutting.traffic().gather(family.handle(), childHandles()).whenComplete((nothing, failure) -> {
            Throwable cause = failure;
            for (Handle child : childHandles()) {
                cause = cause == null ? child.corruption() : cause;
            }
            family.handle().markCorrupt(cause);
            hold.endAsIs();
        });
    }

    void endReading(Holds.Hold hold) {
        cutting.traffic().forgetContent(childHandles()).whenComplete((nothing, failure) -> hold.endAsIs());
    }

    // What programs see.

    @Override
    public DataHandle parent() {
        return family.handle();
    }

    @Override
    public Filter filter() {
        return filter;
    }

    @Override
    public List<DataHandle> children() {
        return List.copyOf(childHandles());
    }

    @Override
    public DataHandle child(int... path) {
        CorePartition partition = this;
        Handle child = null;
        for (int depth = 0; depth < path.length; depth++) {
            if (depth > 0) {
                Family of = Family.of(child);
                if (of.partitions().isEmpty()) {
                    throw new IllegalStateException(child + " is not cut: the path ends there");
                }
                partition = of.partitions().getFirst();
            }
            Objects.checkIndex(path[depth], partition.members.size());
            child = partition.members.get(path[depth]).handle();
        }
        if (child == null) {
            throw new IndexOutOfBoundsException("give the index of a child of " + family.handle());
        }
        return child;
    }

    @Override
    public List<Task> forEach(Function<? super DataHandle, ? extends Task> maker) {
        List<Task> tasks = new ArrayList<>(members.size());
        for (Family member : members) {
            Task task = maker.apply(member.handle());
            if (task != null) {
                tasks.add(task.state() == TaskState.CREATED ? task.submit() : task);
            }
        }
        return tasks;
    }

    @Override
    public void submitPartition(boolean readOnly) {
        requirePlan("cut");
        if (overlaps && !readOnly) {
            throw new IllegalStateException(
                    "children of " + family.handle() + " share elements: cut them for reading only");
        }
        cutting.inTree(family, switches -> switches.cut(this, !readOnly));
    }

    @Override
    public void submitUnpartition() {
        requirePlan("put together");
        cutting.inTree(family, this::unpartition);
    }

    private void requirePlan(String what) {
        if (fixed) {
            throw new IllegalStateException(family.handle() + " is cut as long as its partition is open: it cannot be "
                    + what + " in the flow of tasks; use plan(...) for that");
        }
    }

    private void unpartition(Switches switches) {
        if (closed) {
            throw new IllegalStateException("the partition of " + family.handle() + " is closed");
        }
        undo(switches);
    }

    private void undo(Switches switches) {
        if (family.cutForWriting() == this) {
            switches.gather(this);
        } else if (family.cutForReading().contains(this)) {
            switches.endReading(this);
        }
    }

    @Override
    public void close() {
        cutting.close(this);
    }

    /** Puts the data together and forgets the children; completes when that has happened. */
    CompletableFuture<Void> end() {
        boolean[] first = {false};
        CompletableFuture<Void> done = cutting.inTree(family, switches -> {
            if (closed) {
                return;
            }
            for (Family member : members) {
                if (!member.partitions().isEmpty()) {
                    throw new IllegalStateException(
                            member.handle() + " is cut itself: close its partitions first, or submit to its parent");
                }
            }
            undo(switches);
            if (switches.last() == null) {
                switches.end(this); // tasks submitted before an earlier step may use the children still
            }
            closed = true;
            first[0] = true;
            family.partitions().remove(this);
        });
        return first[0] ? done.thenCompose(nothing -> cutting.forget(family.handle(), childHandles())) : done;
    }

    @Override
    public String toString() {
        return "partition of " + family.handle();
    }
}
