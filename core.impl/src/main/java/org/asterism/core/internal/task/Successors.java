package org.asterism.core.internal.task;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.asterism.api.Task;
import org.asterism.api.TaskState;
import org.asterism.core.internal.protocol.FieldHandle;
import org.asterism.core.internal.task.Edges.Kind;

/**
 * The successors that wait for a task or a tag: a lock-free list (Treiber's stack, 1986) that is closed when the task
 * has ended or the tag is done.
 *
 * <p>It occupies one field of the predecessor. The field is null while the list is empty, and a {@link Closed} after
 * the list was closed. Otherwise it holds a list of {@link Edges}, or a single successor. Closing takes the whole list
 * at once, so every successor is released exactly once: either it was in the list, or adding it failed because the list
 * was closed.
 *
 * <p><b>Memory order.</b> Adding is a compare-and-set, closing a get-and-set or a compare-and-set; all are volatile. A
 * successor that finds the list closed sees all that the predecessor did before it closed it.
 */
public final class Successors {
    private static final Closed CLOSED = new Closed(null);

    private static final VarHandle OF_TASK =
            FieldHandle.of(MethodHandles.lookup(), Job.class, "successors", Object.class);
    private static final VarHandle OF_TAG =
            FieldHandle.of(MethodHandles.lookup(), Round.class, "successors", Object.class);

    /** The end of a closed list. For a tag it has the reason of its failure, or null. */
    private record Closed(Throwable cause) {}

    private Successors() {}

    /** Makes a task wait for another because its program says so. */
    public static void addPredecessor(Job successor, Job predecessor) {
        Circle.refuse(successor, predecessor);
        boolean isMarkNew = Circle.markBefore(successor, predecessor);
        if (addWithObstacle(successor, predecessor, Kind.AFTER) == null) {
            Circle.noteDependency(successor, predecessor, isMarkNew);
            promise(successor, predecessor);
        } else if (predecessor.state() != TaskState.DONE) {
            successor.poison(predecessor.inheritance());
        }
    }

    /** Makes a task or a join wait for a tag; nothing if the tag is done. */
    public static void addPredecessor(Successor successor, Round predecessor) {
        Job marked = successor instanceof Job job && job.markPartOfCircle() ? job : null;
        Closed closed = addWithObstacle(successor, predecessor, Kind.AFTER);
        if (closed == null) {
            if (marked != null) {
                Circle.noteWaiting(marked);
            }
        } else if (closed.cause() != null) {
            successor.poison(closed.cause());
        }
    }

    /** Makes a task, which counts it already, end after another. */
    public static void addEnding(Job waiting, Job predecessor) {
        boolean isMarkNew = Circle.markBefore(waiting, predecessor);
        Closed closed;
        try {
            closed = add(waiting, predecessor, Kind.END);
        } catch (RuntimeException
                | Error refused) { // no memory: the count must not wait for an end that nobody reports
            Completion.endedBefore(waiting, null);
            throw refused;
        }
        if (closed == null) {
            Circle.noteDependency(waiting, predecessor, isMarkNew);
            promise(waiting, predecessor);
        } else {
            Completion.endedBefore(waiting, predecessor.state() == TaskState.DONE ? null : predecessor.inheritance());
        }
    }

    private static void promise(Job successor, Job predecessor) {
        if (predecessor.isUnplaced()) {
            Prerequisites.add(successor, predecessor);
        }
    }

    /** Makes a task wait for another that must be out of the way of its data; nothing if that one has ended. */
    static void addOrder(Job successor, Job predecessor) {
        Object list = predecessor.successors;
        // A task that repeats may find that nobody has come after it. One that has settled has let go of its data.
        if (predecessor == successor || list instanceof Closed || Progress.isSettled(predecessor)) {
            return;
        }
        // Tasks with several data often wait for the same task with each of them: once is enough.
        int last = Edges.size(list) - 1;
        boolean isThere = last >= 0 && Edges.get(list, last) == successor && Edges.kind(list, last) == Kind.ORDER;
        if ((isThere || addWithObstacle(successor, predecessor, Kind.ORDER) == null)
                && predecessor.mayBePartOfCircle()) {
            Circle.notePartOfCircle(successor);
        }
    }

    /**
     * Adds to a list, with an obstacle for the edge. Without an edge, the obstacle is taken back, also if there is no
     * memory for the edge: nobody else would remove it. It is never the last one: that stands until all are named.
     *
     * @return null, or what has closed the list
     */
    private static Closed addWithObstacle(Successor successor, Predecessor predecessor, Kind kind) {
        boolean isAdded = false;
        successor.addObstacle();
        try {
            Closed closed = add(successor, predecessor, kind);
            isAdded = closed == null;
            return closed;
        } finally {
            if (!isAdded) {
                successor.removeObstacleQuietly();
            }
        }
    }

    // Distinguish tasks and tags by type: that needs no virtual call, and no check where the type is known.

    private static Object list(Predecessor predecessor) {
        return predecessor instanceof Job job ? job.successors : ((Round) predecessor).successors;
    }

    private static boolean replace(Predecessor predecessor, Object list, Object other) {
        return predecessor instanceof Job job
                ? OF_TASK.compareAndSet(job, list, other)
                : OF_TAG.compareAndSet((Round) predecessor, list, other);
    }

    /** Adds to a list; null, or what has closed it. */
    private static Closed add(Successor successor, Predecessor predecessor, Kind kind) {
        while (true) {
            Object list = list(predecessor);
            if (list instanceof Closed closed) {
                return closed;
            }
            if (replace(predecessor, list, Edges.longer(list, successor, kind))) {
                return null;
            }
        }
    }

    /**
     * Closes the list of a task that has ended and releases its successors, in the order in which they were added.
     *
     * @param cause the cause that successors named by their program inherit, or null
     */
    public static void release(Job ended, Throwable cause) {
        Object list = OF_TASK.getAndSet(ended, CLOSED);
        if (list != null && !(list instanceof Closed)) { // which calling off may have closed before
            releaseAll(list, cause);
        }
    }

    /**
     * Closes the list of a tag, if nobody has before, and releases its successors.
     *
     * @param cause the cause that they inherit, or null
     */
    public static void close(Round done, Throwable cause) {
        Object list = takeList(done, cause);
        if (list != null) {
            releaseAll(list, cause);
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
        } while (!OF_TAG.compareAndSet(done, list, closed));
        return list;
    }

    /**
     * Releases a list, and then those of the tags whose joins that completes: one after the other, not by recursion.
     */
    private static void releaseAll(Object list, Throwable cause) {
        ArrayDeque<TagJoin> joins = release(list, cause, null);
        while (joins != null && !joins.isEmpty()) {
            TagJoin join = joins.poll();
            Throwable inherited = join.poison();
            Object next = takeList(join.joined(), inherited);
            if (next != null) {
                joins = release(next, inherited, joins);
            }
            join.notified();
        }
    }

    private static ArrayDeque<TagJoin> release(Object list, Throwable cause, ArrayDeque<TagJoin> joins) {
        ArrayDeque<TagJoin> complete = joins;
        Throwable broken = null;
        for (Object rest = Edges.inOrder(list); rest != null; rest = Edges.before(rest)) {
            int size = Edges.size(rest);
            int last = lastObstacles(rest, size);
            for (int index = 0; index < size; index++) {
                try {
                    boolean isLast = (last >>> index & 1) != 0;
                    complete = release(Edges.get(rest, index), Edges.kind(rest, index), isLast, cause, complete);
                } catch (RuntimeException | Error thrown) {
                    broken = broken == null
                            ? thrown
                            : broken; // the others are released all the same: nobody comes back to them
                }
            }
        }
        Endings.rethrow(broken);
        return complete;
    }

    /**
     * Finds the successors that wait for nobody else, as bits. This reads the counts of all before the first atomic
     * step: several reads from memory can be under way at once, but none can overtake an atomic step.
     */
    private static int lastObstacles(Object node, int size) {
        int last = 0;
        for (int index = 0; index < size; index++) {
            if (Edges.get(node, index) instanceof Job job && job.hasOneObstacle()) {
                last |= 1 << index;
            }
        }
        return last;
    }

    private static ArrayDeque<TagJoin> release(
            Successor successor, Kind kind, boolean isLast, Throwable cause, ArrayDeque<TagJoin> complete) {
        if (kind == Kind.END) {
            Completion.endedBefore((Job) successor, cause);
            return complete;
        }
        if (cause != null && kind == Kind.AFTER) {
            successor.poison(cause);
        }
        if (successor instanceof Job job) {
            if (isLast) {
                job.removeLastObstacle();
            } else {
                job.removeObstacle();
            }
            return complete;
        }
        if (!successor.removeObstacleQuietly()) {
            return complete;
        }
        ArrayDeque<TagJoin> more = complete == null ? new ArrayDeque<>() : complete;
        more.add((TagJoin) successor);
        return more;
    }

    /**
     * Takes those out that wait for a task's data, and leaves those that wait for its end; while nobody can add one of
     * the first kind, since the caller has locked all the data.
     *
     * @return to be given to {@link #releaseOrder}
     */
    static Object takeOrder(Job job) {
        while (true) {
            Object list = job.successors;
            if (list instanceof Closed) {
                return null; // calling off has released them
            }
            Object kept = null;
            Object taken = null;
            for (Object rest = Edges.reverse(list); rest != null; rest = Edges.before(rest)) {
                for (int index = 0; index < Edges.size(rest); index++) {
                    Kind kind = Edges.kind(rest, index);
                    if (kind == Kind.ORDER) {
                        taken = Edges.longer(taken, Edges.get(rest, index), kind);
                    } else {
                        kept = Edges.longer(kept, Edges.get(rest, index), kind);
                    }
                }
            }
            if (taken == null || OF_TASK.compareAndSet(job, list, kept)) {
                return taken;
            }
        }
    }

    /** Releases tasks that have waited for data. */
    static void releaseOrder(Object taken) {
        for (Object rest = Edges.inOrder(taken); rest != null; rest = Edges.before(rest)) {
            for (int index = 0; index < Edges.size(rest); index++) {
                ((Job) Edges.get(rest, index)).removeObstacle();
            }
        }
    }

    /** Whether nothing waits for a task that has not ended, or for a tag that is not done. */
    public static boolean isEmpty(Predecessor predecessor) {
        return list(predecessor) == null;
    }

    /** Whether a task has ended, or a tag is done. */
    public static boolean isClosed(Predecessor predecessor) {
        return list(predecessor) instanceof Closed;
    }

    /** Returns the reason why a tag that is done was not done well, or null. */
    public static Throwable failure(Round done) {
        return done.successors instanceof Closed closed ? closed.cause() : null;
    }

    /**
     * Calls back with the tasks of programs that wait for a task now, also if places that no task has stand in between;
     * see {@link SuccessorSearch}.
     */
    public static void forEachTask(Job predecessor, Consumer<? super Task> visitor) {
        new SuccessorSearch(visitor).from(predecessor);
    }

    /** Calls back with each task, and each join of tags, that waits for a task or a tag now. */
    public static void forEach(Predecessor predecessor, Consumer<? super Successor> visitor) {
        forEachWhile(predecessor, successor -> {
            visitor.accept(successor);
            return true;
        });
    }

    /** Calls back with each task that waits for a task because its program says so. */
    static void forEachNamed(Job predecessor, Consumer<? super Job> visitor) {
        Object rest = predecessor.successors;
        if (rest instanceof Closed) {
            return;
        }
        for (; rest != null; rest = Edges.before(rest)) {
            for (int index = Edges.size(rest) - 1; index >= 0; index--) {
                if (Edges.kind(rest, index) != Kind.ORDER && Edges.get(rest, index) instanceof Job job) {
                    visitor.accept(job);
                }
            }
        }
    }

    /** Calls back as {@link #forEach} does, as long as the answer is true. */
    static void forEachWhile(Predecessor predecessor, Predicate<? super Successor> visitor) {
        Object rest = list(predecessor);
        if (rest instanceof Closed) {
            return;
        }
        for (; rest != null; rest = Edges.before(rest)) {
            for (int index = Edges.size(rest) - 1; index >= 0; index--) {
                if (!visitor.test(Edges.get(rest, index))) {
                    return;
                }
            }
        }
    }
}
