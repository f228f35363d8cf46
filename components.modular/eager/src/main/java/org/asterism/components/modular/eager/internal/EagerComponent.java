package org.asterism.components.modular.eager.internal;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Gives each task to whoever asks for one first. Three ways lead through it:
 *
 * <ul>
 *   <li>A worker pulls: the parents are asked for a task for it, if they let pull.
 *   <li>A child says that it has room, or a worker pulls below parents that do not let it: the child may be given one
 *       task, and the parents are told that there is room. What they push then goes to those who have asked, one task
 *       for each time, and anything else is refused.
 *   <li>A task is pushed while nobody asks: it goes to the first child, from the one after that which got the last,
 *       that can execute it and is not known to be full. Workers are not pushed to but told, for they will pull.
 * </ul>
 *
 * <p>When to use: tasks of similar length on similar workers, and whenever nothing is known of the tasks.
 *
 * <p>Source: the component eager of StarPU. Unlike there, no task is offered twice to the same child, and no lock is
 * held meanwhile.
 */
final class EagerComponent extends SchedulingComponent {
    /** How many askings are going on. */
    private final AtomicInteger asking = new AtomicInteger();

    /** How many tasks were asked for and not given yet, or more: counted out after they were given. */
    private final AtomicInteger wishes = new AtomicInteger();

    /** Who has asked last: a hint. */
    private volatile Branch lastAsking;

    /** Who was given a task last without having asked: a hint. */
    private volatile int lastGiven = -1;

    // What changes with the tree only.
    private Branch[] branches = {};
    private Map<SchedulingComponent, Branch> byChild = new IdentityHashMap<>();
    private boolean allDirect;
    private boolean someDirect;
    private boolean someParentLetsPull;
    private boolean allParentsLetPull;

    EagerComponent(ComponentContext context) {
        super(context);
        context.parameters().allowOnly();
    }

    @Override
    public void changed() {
        branches = context().children().stream()
                .map(child -> new Branch(child, wishes))
                .toArray(Branch[]::new);
        byChild = new IdentityHashMap<>();
        for (Branch branch : branches) {
            byChild.put(branch.room.child(), branch);
        }
        lastAsking = null;
        allDirect = Arrays.stream(branches).allMatch(branch -> branch.room.isDirect());
        someDirect = Arrays.stream(branches).anyMatch(branch -> branch.room.isDirect());
        someParentLetsPull = context().parents().stream().anyMatch(SchedulingComponent::letsPull);
        allParentsLetPull = context().parents().stream().allMatch(SchedulingComponent::letsPull);
    }

    @Override
    public boolean push(Task task) {
        Branch[] all = branches;
        if (asking.get() > 0) {
            if (pushToAsking(all, task)) {
                return true;
            }
            if (!someAskingCan(all, task)) {
                tellChildren(task); // who has asked and was given another one will ask again, but nobody of these
            }
            return false;
        }
        if (!allDirect && pushToAny(all, task)) {
            return true;
        }
        if (someDirect) {
            tellChildren(task);
        }
        return false;
    }

    private boolean pushToAsking(Branch[] all, Task task) {
        if (wishes.get() == 0) {
            return false;
        }
        Branch last = lastAsking;
        if (last != null && last.pushIfWanted(task)) {
            return true;
        }
        for (Branch branch : all) {
            if (branch != last && branch.pushIfWanted(task)) {
                return true;
            }
        }
        return false;
    }

    /** Whether somebody is asking who can execute a task: else nobody would hear of it who can. */
    private static boolean someAskingCan(Branch[] all, Task task) {
        for (Branch branch : all) {
            if (branch.isAskingFor(task)) {
                return true;
            }
        }
        return false;
    }

    private boolean pushToAny(Branch[] all, Task task) {
        int first = lastGiven + 1;
        for (int offset = 0; offset < all.length; offset++) {
            int index = (first + offset) % all.length;
            if (!all[index].room.isDirect() && all[index].room.push(task)) {
                lastGiven = index;
                return true;
            }
        }
        return false;
    }

    @Override
    public Task pull(Worker worker, SchedulingComponent to) {
        Task task = someParentLetsPull ? pullFromParents(worker) : null;
        if (task == null && !allParentsLetPull) {
            canPush(to);
        }
        return task;
    }

    @Override
    public boolean canPush(SchedulingComponent to) {
        Branch branch = byChild.get(to);
        if (branch == null) {
            throw new IllegalArgumentException(
                    to + " is no child of " + this + ", which has " + context().children());
        }
        branch.ask();
        lastAsking = branch;
        asking.incrementAndGet();
        try {
            return tellParents();
        } finally {
            asking.decrementAndGet();
            branch.stopAsking();
        }
    }

    @Override
    public boolean letsPull() {
        return context().parents().isEmpty() || context().parents().stream().anyMatch(SchedulingComponent::letsPull);
    }

    @Override
    public int mostChildren() {
        return Integer.MAX_VALUE;
    }
}
