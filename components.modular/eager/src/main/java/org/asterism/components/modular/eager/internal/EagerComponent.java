package org.asterism.components.modular.eager.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.spi.component.ComponentContext;
import org.asterism.spi.component.SchedulingComponent;

/**
 * Component that gives each task to the first child that requests one. A task passes it in one of three ways:
 *
 * <ul>
 *   <li>A worker pulls: the component pulls a task from those parents that allow pulling now.
 *   <li>A child reports room, or a worker pulls below parents that do not allow pulling: the component records a
 *       request for one task, and tells the parents that there is room. The tasks that the parents then push go to the
 *       children with open requests, one task per request. Further tasks are refused.
 *   <li>A parent pushes while no request is running: the children take turns, and the first one that accepts the task
 *       keeps it. If the child is a worker, the component wakes it instead, and the worker pulls.
 * </ul>
 *
 * <p>When to use: tasks of similar length on similar workers, or tasks about which nothing is known.
 *
 * <p>Source: the component eager of StarPU. In contrast to StarPU, this component never offers a task twice to the same
 * child, and holds no lock while it calls a child.
 */
final class EagerComponent extends SchedulingComponent {
    private static final VarHandle LAST_ASKING;

    static {
        try {
            LAST_ASKING = MethodHandles.lookup().findVarHandle(EagerComponent.class, "lastAsking", Branch.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** Requests of all children. */
    private final Requests requests = new Requests();

    /** The child that requested last: a hint, so an outdated value does no harm. */
    private Branch lastAsking;

    /** Place of the child that last accepted a task without a request: a hint. */
    private volatile int lastGiven = -1;

    // Changes with the tree only.
    private Branch[] branches = {};
    private Map<SchedulingComponent, Branch> byChild = new IdentityHashMap<>();
    private boolean allDirect;
    private boolean someDirect;

    EagerComponent(ComponentContext context) {
        super(context);
        context.parameters().allowOnly();
    }

    @Override
    public void changed() {
        branches = context().children().stream()
                .map(child -> new Branch(child, requests))
                .toArray(Branch[]::new);
        byChild = new IdentityHashMap<>();
        for (Branch branch : branches) {
            byChild.put(branch.room.child(), branch);
        }
        lastAsking = null;
        allDirect = Arrays.stream(branches).allMatch(branch -> branch.room.isDirect());
        someDirect = Arrays.stream(branches).anyMatch(branch -> branch.room.isDirect());
    }

    @Override
    public boolean push(Task task) {
        Branch[] all = branches;
        if (requests.areRunning()) {
            if (pushToAsking(all, task)) {
                return true;
            }
            if (!someAskingCan(all, task)) {
                tellChildren(task); // none of the asking children can execute it
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

    /** Returns false while all running requests have got their task: a child that has made one makes another later. */
    @Override
    public boolean mayAcceptMore(Task accepted) {
        return !requests.areRunning() || requests.areOpen() || !someAskingCan(branches, accepted);
    }

    private boolean pushToAsking(Branch[] all, Task task) {
        if (!requests.areOpen()) {
            return false;
        }
        Branch last = (Branch) LAST_ASKING.getAcquire(this);
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

    /**
     * Whether a child with a running request can execute the task. If none can, the capable children have to be told.
     */
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
        List<SchedulingComponent> parents = context().parents();
        boolean mustAsk = false;
        for (int index = 0; index < parents.size(); index++) {
            SchedulingComponent parent = parents.get(index);
            boolean lets = parent.letsPull(this);
            Task task = lets ? parent.pull(worker, this) : null;
            if (task != null) {
                return task;
            }
            // If the answer has changed meanwhile, the pull may have passed over tasks.
            mustAsk |= !lets || !parent.letsPull(this);
        }
        if (mustAsk) {
            canPush(to);
        }
        return null;
    }

    @Override
    public boolean canPush(SchedulingComponent to) {
        Branch branch = byChild.get(to);
        if (branch == null) {
            throw new IllegalArgumentException(
                    to + " is no child of " + this + ", which has " + context().children());
        }
        branch.ask();
        LAST_ASKING.setRelease(this, branch);
        try {
            return tellParents();
        } finally {
            branch.stopAsking();
        }
    }

    @Override
    public boolean letsPull() {
        return context().parents().isEmpty() || context().parents().stream().anyMatch(SchedulingComponent::letsPull);
    }

    /** Whether some parent lets this component pull now. */
    @Override
    public boolean letsPull(SchedulingComponent child) {
        List<SchedulingComponent> parents = context().parents();
        for (int index = 0; index < parents.size(); index++) {
            if (parents.get(index).letsPull(this)) {
                return true;
            }
        }
        return parents.isEmpty();
    }

    @Override
    public int mostChildren() {
        return Integer.MAX_VALUE;
    }
}
