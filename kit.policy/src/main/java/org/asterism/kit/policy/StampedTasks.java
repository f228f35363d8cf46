package org.asterism.kit.policy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.asterism.api.Task;

/**
 * Collection of tasks from several queues that returns them in the order of their stamps. A policy uses it to return
 * its tasks in the order in which they were pushed. Stamps of one counter arrive in order or have few gaps. They are
 * not sorted but written to their places, so that a million tasks take a few milliseconds.
 *
 * <p>Used by one thread.
 */
public final class StampedTasks implements ObjLongConsumer<Task> {
    private static final int LEAST = 64;

    /** Maximum ratio of places to tasks for which placing is worthwhile. */
    private static final int MOST_GAPS = 4;

    private Task[] tasks = new Task[LEAST];
    private long[] stamps = new long[LEAST];
    private int size;
    private long lowest = Long.MAX_VALUE;
    private long highest = Long.MIN_VALUE;
    private boolean inOrder = true;
    private boolean inReverse = true;

    /** Creates an empty collection. */
    public StampedTasks() {}

    /**
     * Adds a task.
     *
     * @param task any task
     * @param stamp its stamp; for equal stamps the task that was added first comes first
     */
    @Override
    public void accept(Task task, long stamp) {
        if (size == tasks.length) {
            tasks = Arrays.copyOf(tasks, 2 * size);
            stamps = Arrays.copyOf(stamps, 2 * size);
        }
        inOrder &= stamp >= highest;
        inReverse &= stamp < lowest;
        lowest = Math.min(lowest, stamp);
        highest = Math.max(highest, stamp);
        tasks[size] = task;
        stamps[size++] = stamp;
    }

    /**
     * Removes all tasks, the lowest stamp first.
     *
     * @param sink receives each task
     */
    public void takeAll(Consumer<? super Task> sink) {
        takeAll((task, stamp) -> sink.accept(task));
    }

    /**
     * Removes all tasks with their stamps, the lowest stamp first.
     *
     * @param sink receives each task and its stamp
     */
    public void takeAll(ObjLongConsumer<? super Task> sink) {
        boolean reversed = inReverse;
        int[] order = inOrder || reversed ? null : order();
        Task[] taken = tasks;
        long[] takenStamps = stamps;
        int count = size;
        clear();
        for (int index = 0; index < count; index++) {
            int place = order != null ? order[index] : reversed ? count - 1 - index : index;
            sink.accept(taken[place], takenStamps[place]);
        }
    }

    private void clear() {
        tasks = new Task[LEAST];
        stamps = new long[LEAST];
        size = 0;
        lowest = Long.MAX_VALUE;
        highest = Long.MIN_VALUE;
        inOrder = true;
        inReverse = true;
    }

    /** Returns the indices of the tasks in the order of their stamps. */
    private int[] order() {
        long places = highest - lowest + 1;
        int[] order = places > 0 && places <= (long) MOST_GAPS * size ? placed((int) places) : null;
        return order == null ? sorted() : order;
    }

    /** Places each task at its stamp; returns null if two stamps are equal. */
    private int[] placed(int places) {
        int[] placeOf = new int[places];
        for (int index = 0; index < size; index++) {
            int place = (int) (stamps[index] - lowest);
            if (placeOf[place] != 0) {
                return null;
            }
            placeOf[place] = index + 1;
        }
        int count = 0;
        for (int place = 0; place < places; place++) {
            if (placeOf[place] != 0) {
                placeOf[count++] = placeOf[place] - 1;
            }
        }
        return placeOf;
    }

    private int[] sorted() {
        Integer[] order = new Integer[size];
        Arrays.setAll(order, index -> index);
        Arrays.sort(order, Comparator.comparingLong(index -> stamps[index]));
        return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    }

    /**
     * Returns the number of tasks.
     *
     * @return the number
     */
    public int size() {
        return size;
    }
}
