package org.asterism.core.internal.dependency;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.TaskState;
import org.asterism.core.internal.task.Job;

/**
 * The tasks that wait for a task: a lock-free list (Treiber's stack, 1986) that is closed when the task has ended. It lives
 * in one field of the task: null when empty, the waiting task itself when there is one that only waits for the order, a
 * chain of edges otherwise, and {@link #CLOSED} at last. Closing takes the whole list at once, so every successor is
 * released exactly once: either it was in the list, or its adding failed because the list was closed.
 *
 * <p><b>Memory order.</b> Adding is a compare-and-set, closing a get-and-set; both are volatile. A successor that finds the
 * list closed sees all that the predecessor did before it closed it.
 */
public final class Successors {
    private static final Object CLOSED = new Object() {
        @Override
        public String toString() {
            return "closed";
        }
    };

    private static final VarHandle LIST;

    static {
        try {
            LIST = MethodHandles.lookup().findVarHandle(Job.class, "successors", Object.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** A dependency: an explicit one hands on failure, one that stems from data only orders. */
    private record Edge(Job successor, boolean explicit, Object next) {}

    private Successors() {}

    /** Makes a task wait for another because its program says so. */
    public static void addPredecessor(Job successor, Job predecessor) {
        if (successor == predecessor) {
            throw new IllegalArgumentException(successor + " cannot wait for itself");
        }
        if (successor.successors != null && reaches(successor, predecessor)) {
            throw new IllegalArgumentException(
                    successor + " cannot wait for " + predecessor + ", which waits for it already");
        }
        if (add(successor, predecessor, true)) {
            if (predecessor.state() == TaskState.CREATED) {
                predecessor.host().promised(predecessor);
            }
        } else if (predecessor.state() != TaskState.DONE) {
            successor.poison(predecessor.namedFailure());
        }
    }

    /** Makes a task wait for another that must be out of the way of its data; nothing if that one has ended. */
    static void addOrder(Job successor, Job predecessor) {
        add(successor, predecessor, false);
    }

    private static boolean add(Job successor, Job predecessor, boolean explicit) {
        Object list = predecessor.successors;
        if (list == CLOSED) {
            return false;
        }
        successor.addObstacle();
        while (list != CLOSED) {
            Object longer = list == null && !explicit ? successor : new Edge(successor, explicit, list);
            if (LIST.compareAndSet(predecessor, list, longer)) {
                return true;
            }
            list = predecessor.successors;
        }
        successor.removeObstacle(); // never the last one: the successor's own submission is an obstacle still
        return false;
    }

    /**
     * Closes the list of a task that has ended and releases its successors, in the order in which they were added.
     *
     * @param cause what explicit successors fail with, or null
     * @param poisoned takes the successors that have no obstacle left and must fail; null if there is no cause
     */
    public static void release(Job ended, Throwable cause, ArrayDeque<Job> poisoned) {
        Object list = LIST.getAndSet(ended, CLOSED);
        if (list == null) {
            return;
        }
        for (Object rest = next(list) == null ? list : reverse(list); rest != null; ) {
            Job successor = successor(rest);
            if (cause != null && rest instanceof Edge edge && edge.explicit()) {
                successor.poison(cause);
            }
            rest = next(rest);
            if (poisoned == null) {
                successor.removeObstacle();
            } else if (successor.removeObstacleQuietly()) {
                if (successor.poison() != null) {
                    poisoned.add(successor);
                } else {
                    successor.host().ready(successor);
                }
            }
        }
    }

    private static Object reverse(Object list) {
        Object reversed = null;
        for (Object rest = list; rest != null; rest = next(rest)) {
            reversed = new Edge(successor(rest), rest instanceof Edge edge && edge.explicit(), reversed);
        }
        return reversed;
    }

    private static Job successor(Object list) {
        return list instanceof Edge edge ? edge.successor() : (Job) list;
    }

    private static Object next(Object list) {
        return list instanceof Edge edge ? edge.next() : null;
    }

    /** Calls back with each task that waits for a task now. */
    public static void forEach(Job predecessor, Consumer<Job> visitor) {
        Object list = predecessor.successors;
        if (list == CLOSED) {
            return;
        }
        for (Object rest = list; rest != null; rest = next(rest)) {
            visitor.accept(successor(rest));
        }
    }

    private static boolean reaches(Job from, Job to) {
        Set<Job> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Job> open = new ArrayList<>(List.of(from));
        while (!open.isEmpty()) {
            Job job = open.removeLast();
            if (job == to) {
                return true;
            }
            forEach(job, next -> {
                if (seen.add(next)) {
                    open.add(next);
                }
            });
        }
        return false;
    }
}
