package org.asterism.core.internal.use;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.core.internal.coherence.Traffic;
import org.asterism.core.internal.data.Handle;
import org.asterism.core.internal.task.AccessOrder;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.task.Reducer;
import org.asterism.core.internal.task.TaskHost;

/**
 * Begins the contributions of workers to a piece of data, and combines them.
 *
 * <p>Each worker has its own contribution, which begins as the neutral element before the worker's first task of a
 * group. When the group has ended, contributions are combined pairwise, then pairs of pairs, and so on. The first leaf
 * of this tree is the data themselves.
 */
public final class Reduction implements Reducer {
    private final Handle target;
    private final Codelet initialise;
    private final Codelet combine;
    private final TaskHost tasks;
    private final Holds holds;
    private final Traffic traffic;
    private final PrivateCopies contributions;

    /** Makes a reduction without contributions; refuses codelets that cannot begin or combine any. */
    public Reduction(Handle target, Codelet initialise, Codelet combine, TaskHost tasks, Holds holds, Traffic traffic) {
        requireInitialiser(target, initialise);
        requireCombiner(target, combine);
        this.target = target;
        this.initialise = initialise;
        this.combine = combine;
        this.tasks = tasks;
        this.holds = holds;
        this.traffic = traffic;
        contributions = new PrivateCopies(target, "contribution");
    }

    /** Refuses a codelet that cannot write data at first. */
    public static void requireInitialiser(Handle target, Codelet initialise) {
        if (initialise == null) {
            throw new NullPointerException(
                    "initialise is null: give the codelet that writes " + target.name() + " at first");
        }
        if (!initialise.accessModes().equals(List.of(Access.W))) {
            throw new IllegalArgumentException("codelet '" + initialise.name() + "' has the access modes "
                    + initialise.accessModes() + ": what initialises " + target.name() + " needs one handle, mode W");
        }
    }

    private static void requireCombiner(Handle target, Codelet combine) {
        if (combine == null) {
            throw new NullPointerException(
                    "combine is null: give the codelet that adds one contribution to " + target.name() + " to another");
        }
        List<Access> modes = combine.accessModes();
        if (!modes.equals(List.of(Access.RW, Access.R)) && !modes.equals(List.of(Access.COMMUTE, Access.R))) {
            throw new IllegalArgumentException("codelet '" + combine.name() + "' has the access modes " + modes
                    + ": what combines contributions to " + target.name()
                    + " needs two handles, modes RW (or COMMUTE) and R");
        }
    }

    /** A worker's contribution; it begins without content. */
    public Handle contribution(int worker) {
        return contributions.of(worker);
    }

    /** Writes the neutral element. */
    public Codelet initialise() {
        return initialise;
    }

    @Override
    public Job join(int priority, boolean hasValue, boolean isWanted) {
        Holds.Hold join = holds.hold("reduction of " + target, hold -> {
            List<Handle> all = contributions.takeAll();
            List<Handle> begun = all.stream()
                    .filter(element -> AccessOrder.of(element).hasContent())
                    .toList();
            if (!isWanted || target.corruption() != null || begun.isEmpty() && hasValue || target.bytes() == 0) {
                end(hold, all);
            } else {
                submitTree(hold, all, begun, hasValue);
            }
        });
        join.use(target, Access.RW);
        join.job().priority(priority);
        join.takenPlace();
        return join.job();
    }

    private void end(Holds.Hold hold, List<Handle> all) {
        all.forEach(traffic.wishes()::drop);
        hold.endAsIs();
    }

    private void submitTree(Holds.Hold hold, List<Handle> all, List<Handle> begun, boolean hasValue) {
        List<Handle> elements = new ArrayList<>();
        elements.add(target);
        elements.addAll(begun);
        Job[] last = new Job[elements.size()];
        List<Job> tree = new ArrayList<>();
        int priority = hold.job().priority();
        if (!hasValue) {
            last[0] = task(initialise, priority, target);
            tree.add(last[0]);
        }
        for (int step = 1; step < last.length; step *= 2) {
            for (int index = 0; index + step < last.length; index += 2 * step) {
                Job pair = task(combine, priority, elements.get(index), elements.get(index + step));
                for (Job before : new Job[] {last[index], last[index + step]}) {
                    if (before != null) {
                        pair.after(before);
                    }
                }
                last[index] = pair;
                tree.add(pair);
            }
        }
        last[0].onCompletion(root -> end(hold, all));
        tree.forEach(Job::submitWithoutOrder);
    }

    private Job task(Codelet codelet, int priority, Handle... data) {
        Job job = (Job) tasks.context().task(codelet);
        job.assign(data);
        job.priority(priority);
        return job;
    }
}
