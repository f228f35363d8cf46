package org.asterism.core.internal.dependency;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.asterism.api.TaskState;
import org.asterism.core.internal.tag.Round;
import org.asterism.core.internal.tag.TagJoin;
import org.asterism.core.internal.task.Job;

/**
 * What waits for a task or a tag: a lock-free list (Treiber's stack, 1986) that is closed when the task has ended or the tag is
 * done. It lives in one field of the predecessor: null when empty, the waiting task itself when there is one that only waits
 * for the order, a chain of edges otherwise, and a {@link Closed} at last. Closing takes the whole list at once, so every
 * successor is released exactly once: either it was in the list, or its adding failed because the list was closed.
 *
 * <p><b>Memory order.</b> Adding is a compare-and-set, closing a get-and-set or a compare-and-set; all are volatile. A
 * successor that finds the list closed sees all that the predecessor did before it closed it.
 */
public final class Successors {
    private static final Closed CLOSED = new Closed(null);

    private static final VarHandle LIST;

    static {
        try {
            LIST = MethodHandles.lookup().findVarHandle(Predecessor.class, "successors", Object.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** A dependency: an explicit one hands on failure, one that stems from data only orders. */
    private record Edge(Successor successor, boolean explicit, Object next) {}

    /** The end of a list; for a tag, with the reason why it was not done well, or null. */
    private record Closed(Throwable cause) {}

    private Successors() {}

    /** Makes a task wait for another because its program says so. */
    public static void addPredecessor(Job successor, Job predecessor) {
        Circle.refuse(successor, predecessor);
        if (add(successor, predecessor, true) == null) {
            if (predecessor.state() == TaskState.CREATED) {
                predecessor.host().promised(predecessor);
            }
        } else if (predecessor.state() != TaskState.DONE) {
            successor.poison(predecessor.namedFailure());
        }
    }

    /** Makes a task or a join wait for a tag; nothing if the tag is done. */
    public static void addPredecessor(Successor successor, Round predecessor) {
        Closed closed = add(successor, predecessor, true);
        if (closed != null && closed.cause() != null) {
            successor.poison(closed.cause());
        }
    }

    /** Makes a task wait for another that must be out of the way of its data; nothing if that one has ended. */
    static void addOrder(Job successor, Job predecessor) {
        add(successor, predecessor, false);
    }

    /** Adds to a list; null, or what has closed it. */
    private static Closed add(Successor successor, Predecessor predecessor, boolean explicit) {
        Object list = predecessor.successors;
        if (list instanceof Closed closed) {
            return closed;
        }
        successor.addObstacle();
        while (true) {
            Object longer = list == null && !explicit ? successor : new Edge(successor, explicit, list);
            if (LIST.compareAndSet(predecessor, list, longer)) {
                return null;
            }
            list = predecessor.successors;
            if (list instanceof Closed closed) {
                successor.removeObstacleQuietly(); // never the last one: that stands until all are named
                return closed;
            }
        }
    }

    /**
     * Closes the list of a task that has ended and releases its successors, in the order in which they were added.
     *
     * @param cause what explicit successors fail with, or null
     * @param poisoned takes the successors that have no obstacle left and must fail; null if there is no cause
     */
    public static void release(Job ended, Throwable cause, ArrayDeque<Job> poisoned) {
        Object list = LIST.getAndSet(ended, CLOSED);
        if (list != null && !(list instanceof Closed)) { // which calling off may have closed before
            releaseAll(list, cause, poisoned);
        }
    }

    /**
     * Closes the list of a tag, if nobody has before, and releases its successors.
     *
     * @param cause what they fail with, or null
     * @param poisoned as above; if it is null in spite of a cause, those that must fail are left to their context
     */
    public static void close(Round done, Throwable cause, ArrayDeque<Job> poisoned) {
        Object list = takeList(done, cause);
        if (list != null) {
            releaseAll(list, cause, poisoned);
        }
    }

    private static Object takeList(Round done, Throwable cause) {
        Closed closed = cause == null ? CLOSED : new Closed(cause);
        Object list;
        do {
            list = done.successors;
            if (list instanceof Closed) {
                return null;
            }
        } while (!LIST.compareAndSet(done, list, closed));
        return list;
    }

    /** Releases a list, and then those of the tags whose joins that completes: one after the other, not by recursion. */
    private static void releaseAll(Object list, Throwable cause, ArrayDeque<Job> poisoned) {
        ArrayDeque<TagJoin> joins = release(list, cause, poisoned, null);
        while (joins != null && !joins.isEmpty()) {
            TagJoin join = joins.poll();
            Throwable inherited = join.poison();
            Object next = takeList(join.joined(), inherited);
            if (next != null) {
                joins = release(next, inherited, poisoned, joins);
            }
            join.notified();
        }
    }

    private static ArrayDeque<TagJoin> release(
            Object list, Throwable cause, ArrayDeque<Job> poisoned, ArrayDeque<TagJoin> joins) {
        ArrayDeque<TagJoin> complete = joins;
        for (Object rest = next(list) == null ? list : reverse(list); rest != null; ) {
            Successor successor = successor(rest);
            if (cause != null && rest instanceof Edge edge && edge.explicit()) {
                successor.poison(cause);
            }
            rest = next(rest);
            if (successor instanceof Job job) {
                release(job, poisoned);
            } else if (successor.removeObstacleQuietly()) {
                complete = complete == null ? new ArrayDeque<>() : complete;
                complete.add((TagJoin) successor);
            }
        }
        return complete;
    }

    private static void release(Job successor, ArrayDeque<Job> poisoned) {
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

    private static Object reverse(Object list) {
        Object reversed = null;
        for (Object rest = list; rest != null; rest = next(rest)) {
            reversed = new Edge(successor(rest), rest instanceof Edge edge && edge.explicit(), reversed);
        }
        return reversed;
    }

    private static Successor successor(Object list) {
        return list instanceof Edge edge ? edge.successor() : (Successor) list;
    }

    private static Object next(Object list) {
        return list instanceof Edge edge ? edge.next() : null;
    }

    /** Whether a task has ended, or a tag is done. */
    public static boolean isClosed(Predecessor predecessor) {
        return predecessor.successors instanceof Closed;
    }

    /** Why a tag that is done was not done well, or null. */
    public static Throwable failure(Round done) {
        return done.successors instanceof Closed closed ? closed.cause() : null;
    }

    /** Calls back with each task, and each join of tags, that waits for a task or a tag now. */
    public static void forEach(Predecessor predecessor, Consumer<? super Successor> visitor) {
        Object list = predecessor.successors;
        if (list instanceof Closed) {
            return;
        }
        for (Object rest = list; rest != null; rest = next(rest)) {
            visitor.accept(successor(rest));
        }
    }
}
