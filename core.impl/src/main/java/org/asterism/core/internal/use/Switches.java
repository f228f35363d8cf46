package org.asterism.core.internal.use;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Access;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.AccessOrder;
import org.asterism.core.internal.task.Remainder;

/**
 * The steps that cut data or put them together before a task can use them.
 *
 * <p>Each step is a hold, which takes its place in the order of its data and begins when {@link #go} is called. The
 * lock of the tree is held until then.
 */
final class Switches implements Remainder {
    private final Holds holds;
    private final List<Holds.Hold> steps = new ArrayList<>();

    /** The remaining work for the task whose data are being made usable. */
    private Remainder left;

    Switches(Holds holds) {
        this.holds = holds;
    }

    /** Makes data usable that are part of a tree: whole, and cut out of those they are a child of. */
    void makeUsable(Family member, boolean writing) {
        if (member.fixed() != null) {
            throw new IllegalStateException(
                    member.handle() + " is cut: use its children, or close the partition first");
        }
        if (member.origin() != null) {
            cut(member.origin(), writing);
        }
        makeWhole(member, writing);
    }

    /** Puts data together that are cut, as far as that is in the way. */
    private void makeWhole(Family member, boolean writing) {
        CorePartition written = member.cutForWriting();
        if (written != null) {
            gather(written);
        }
        if (writing) {
            for (CorePartition read : List.copyOf(member.cutForReading())) {
                endReading(read);
            }
        }
    }

    /** Cuts data, for writing to the children or for reading only. */
    void cut(CorePartition partition, boolean writing) {
        Family family = partition.family();
        if (partition.isClosed()) {
            throw new IllegalStateException("the partition of " + family.handle() + " is closed");
        }
        boolean cutForWriting = family.cutForWriting() == partition;
        boolean cutForReading = family.cutForReading().contains(partition);
        if (family.origin() != null) {
            cut(family.origin(), writing);
        }
        if (cutForWriting || cutForReading && !writing) {
            return;
        }
        if (family.fixed() != null) {
            throw new IllegalStateException(
                    family.handle() + " is cut in another way: close that partition first, or plan both");
        }
        if (family.cutForWriting() != null) {
            gather(family.cutForWriting());
        }
        if (!writing) {
            String what = "cut of " + family.handle() + " for reading";
            step(what, partition, Access.R, Access.W, hold -> partition.cut(hold, true));
            family.cutForReading().add(partition);
            return;
        }
        for (CorePartition read : List.copyOf(family.cutForReading())) {
            endReading(read);
        }
        Access mode = hasValue(family.handle()) ? Access.RW : Access.W; // what is to be written in pieces
        step("cut of " + family.handle(), partition, mode, Access.W, hold -> partition.cut(hold, false));
        family.setCutForWriting(partition);
    }

    /** Puts data together whose children may have been written. */
    void gather(CorePartition partition) {
        Family family = partition.family();
        partition.members().forEach(child -> makeWhole(child, true));
        step("gathering of " + family.handle(), partition, Access.W, Access.RW, partition::gather);
        family.setCutForWriting(null);
    }

    /** Waits for whatever still uses children that are not cut out any more. */
    void end(CorePartition partition) {
        String what = "end of the parts of " + partition.family().handle();
        step(what, partition, Access.R, Access.RW, partition::endReading);
    }

    /** Ends the use of children that were only read. */
    void endReading(CorePartition partition) {
        Family family = partition.family();
        partition.members().forEach(child -> makeWhole(child, true));
        String what = "end of reading parts of " + family.handle();
        step(what, partition, Access.R, Access.RW, partition::endReading);
        family.cutForReading().remove(partition);
    }

    /** Adds a step, which uses the data that a partition cuts with one mode and their children with another. */
    private void step(String what, CorePartition partition, Access parentMode, Access childMode, Holds.Work work) {
        Handle parent = partition.family().handle();
        Holds.Hold hold = holds.hold(what, work);
        // What has not been written yet has nothing to hand on.
        boolean fromParent = parentMode.reads();
        boolean hasContent = true;
        boolean parentHas = hasValue(parent);
        List<Family> children = partition.members();
        Handle[] handles = new Handle[1 + children.size()];
        Access[] modes = new Access[handles.length];
        handles[0] = parent;
        modes[0] = parentHas || !fromParent ? parentMode : Access.W;
        for (int index = 1; index < handles.length; index++) {
            Handle child = children.get(index - 1).handle();
            boolean childHas = hasValue(child);
            hasContent &= childHas;
            handles[index] = child;
            modes[index] = childHas || fromParent && childMode == Access.W ? childMode : Access.W;
        }
        hold.use(handles, modes);
        hold.place();
        if (fromParent ? !parentHas : !hasContent) {
            AccessOrder.of(parent).contentGone(hold.job());
        }
        if (childMode == Access.W && !parentHas) { // it cuts
            children.forEach(child -> AccessOrder.of(child.handle()).contentGone(hold.job()));
        }
        steps.add(hold);
    }

    /**
     * Whether there is something to read, written by tasks or to be written by the initialiser. That must come before
     * data are cut or put together: afterwards it would overwrite what tasks have written in pieces.
     */
    private static boolean hasValue(Handle handle) {
        return AccessOrder.of(handle).hasContent() || AccessOrder.of(handle).hasInitialiser();
    }

    /** Notes what {@link #complete} has to do for the task that the data are made usable for. */
    void leave(Remainder toBeDone) {
        left = toBeDone;
    }

    /** Lets the steps begin as {@link #go} does, and completes the declaration of the task; when no lock is held. */
    @Override
    public void complete() {
        try {
            go();
        } finally {
            Remainder.complete(left);
        }
    }

    /** Lets the steps begin as soon as nothing is in their way. */
    void go() {
        steps.forEach(Holds.Hold::go);
    }

    /** The last step, or null if nothing had to be done. */
    Holds.Hold last() {
        return steps.isEmpty() ? null : steps.getLast();
    }
}
