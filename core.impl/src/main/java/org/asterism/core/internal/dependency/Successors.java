package org.asterism.core.internal.dependency;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.asterism.api.TaskState;
import org.asterism.core.internal.task.Completion;
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

    /** What a task waits for another with. */
    private enum Kind {
        /** Its data, of which the other has to let go: at the end of each of its rounds. */
        ORDER,
        /** Its beginning, because the program says so; it inherits how the other ends. */
        AFTER,
        /** Its end, because the program says so; it inherits how the other ends. */
        END
    }

    /** A dependency. */
    private record Edge(Job successor, Kind kind, Object next) {}

    private Successors() {}

    /** Makes a task wait for another because its program says so. */
    public static void addPredecessor(Job successor, Job predecessor) {
        requireNoCycle(successor, predecessor, "wait for");
        successor.addObstacle();
        if (add(successor, predecessor, Kind.AFTER)) {
            promise(predecessor);
        } else {
            if (predecessor.state() != TaskState.DONE) {
                successor.poison(predecessor.inheritance());
            }
            successor.removeObstacle(); // never the last one: the successor's own submission is an obstacle still
        }
    }

    /** Makes a task, which counts it already, end after another. */
    public static void addEnding(Job waiting, Job predecessor) {
        if (add(waiting, predecessor, Kind.END)) {
            promise(predecessor);
        } else {
            Completion.endedBefore(waiting, predecessor.state() == TaskState.DONE ? null : predecessor.inheritance());
        }
    }

    private static void promise(Job predecessor) {
        if (predecessor.state() == TaskState.CREATED) {
            predecessor.host().promised(predecessor);
        }
    }

    /** Refuses that a task waits for one that waits for it. */
    public static void requireNoCycle(Job successor, Job predecessor, String what) {
        if (successor == predecessor) {
            throw new IllegalArgumentException(successor + " cannot " + what + " itself");
        }
        if (successor.successors != null && reaches(successor, predecessor)) {
            throw new IllegalArgumentException(
                    successor + " cannot " + what + " " + predecessor + ", which waits for it already");
        }
    }

    /** Makes a task wait for another that must be out of the way of its data; nothing if that one has ended. */
    static void addOrder(Job successor, Job predecessor) {
        // A task that repeats may find that nobody has come after it.
        if (predecessor == successor || predecessor.successors == CLOSED) {
            return;
        }
        successor.addObstacle();
        if (!add(successor, predecessor, Kind.ORDER)) {
            successor.removeObstacle(); // never the last one: the successor's own submission is an obstacle still
        }
    }

    private static boolean add(Job successor, Job predecessor, Kind kind) {
        for (Object list = predecessor.successors; list != CLOSED; list = predecessor.successors) {
            Object longer = list == null && kind == Kind.ORDER ? successor : new Edge(successor, kind, list);
            if (LIST.compareAndSet(predecessor, list, longer)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Closes the list of a task that has ended and releases its successors, in the order in which they were added.
     *
     * @param cause what explicit successors inherit, or null
     */
    public static void release(Job ended, Throwable cause) {
        Object list = LIST.getAndSet(ended, CLOSED);
        if (list == null) {
            return;
        }
        for (Object rest = next(list) == null ? list : reverse(list); rest != null; ) {
            Job successor = successor(rest);
            Kind kind = kind(rest);
            rest = next(rest);
            if (kind == Kind.END) {
                Completion.endedBefore(successor, cause);
            } else {
                if (cause != null && kind == Kind.AFTER) {
                    successor.poison(cause);
                }
                successor.removeObstacle();
            }
        }
    }

    /**
     * Takes those out that wait for a task's data, and leaves those that wait for its end; while nobody can add one of the
     * first kind, since the caller has locked all the data.
     *
     * @return to be given to {@link #releaseOrder}
     */
    static Object takeOrder(Job job) {
        while (true) {
            Object list = job.successors;
            Object kept = null;
            Object taken = null; // in the order in which they were added, since the list has the last one first
            for (Object rest = list; rest != null; rest = next(rest)) {
                if (kind(rest) == Kind.ORDER) {
                    taken = new Edge(successor(rest), Kind.ORDER, taken);
                } else {
                    kept = new Edge(successor(rest), kind(rest), kept);
                }
            }
            if (taken == null || LIST.compareAndSet(job, list, kept == null ? null : reverse(kept))) {
                return taken;
            }
        }
    }

    /** Releases tasks that have waited for data. */
    static void releaseOrder(Object taken) {
        for (Object rest = taken; rest != null; ) {
            Job successor = successor(rest);
            rest = next(rest);
            successor.removeObstacle();
        }
    }

    private static Object reverse(Object list) {
        Object reversed = null;
        for (Object rest = list; rest != null; rest = next(rest)) {
            reversed = new Edge(successor(rest), kind(rest), reversed);
        }
        return reversed;
    }

    private static Kind kind(Object list) {
        return list instanceof Edge edge ? edge.kind() : Kind.ORDER;
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
