package org.asterism.kit.policy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.asterism.api.Task;

/**
 * Collects tasks from several queues and gives them out by their stamps: what a policy needs to hand back its tasks in
 * the order in which they were pushed. Stamps that come in order, or nearly without gaps, as those of one counter do,
 * are not sorted but put in their places, so that a million tasks cost a few milliseconds.
 *
 * <p>For one thread.
 */
public final class StampedTasks implements ObjLongConsumer<Task> {
    private static final int LEAST = 64;

    /** Up to so many times more places than tasks are worth their while. */
    private static final int MOST_GAPS = 4;

    private Task[] tasks = new Task[LEAST];
    private long[] stamps = new long[LEAST];
    private int size;
    private long lowest = Long.MAX_VALUE;
    private long highest = Long.MIN_VALUE;
    private boolean inOrder = true;

    /** Makes an empty collection. */
    public StampedTasks() {}

    /**
     * Adds a task.
     *
     * @param task any task
     * @param stamp its place; among equals those that were added earlier come first
     */
    @Override
    public void accept(Task task, long stamp) {
        if (size == tasks.length) {
            tasks = Arrays.copyOf(tasks, 2 * size);
            stamps = Arrays.copyOf(stamps, 2 * size);
        }
        inOrder &= stamp >= highest;
        lowest = Math.min(lowest, stamp);
        highest = Math.max(highest, stamp);
        tasks[size] = task;
        stamps[size++] = stamp;
    }

    /**
     * Gives out all tasks, the one with the lowest stamp first, and keeps none.
     *
     * @param sink is given each task
     */
    public void takeAll(Consumer<? super Task> sink) {
        takeAll((task, stamp) -> sink.accept(task));
    }

    /**
     * Gives out all tasks with their stamps, the one with the lowest stamp first, and keeps none.
     *
     * @param sink is given each task and its stamp
     */
    public void takeAll(ObjLongConsumer<? super Task> sink) {
        int[] order = inOrder ? null : order();
        Task[] taken = tasks;
        long[] takenStamps = stamps;
        int count = size;
        clear();
        for (int index = 0; index < count; index++) {
            int place = order == null ? index : order[index];
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
    }

    /** The places of the tasks by their stamps. */
    private int[] order() {
        long places = highest - lowest + 1;
        int[] order = places > 0 && places <= (long) MOST_GAPS * size ? placed((int) places) : null;
        return order == null ? sorted() : order;
    }

    /** Puts each task where its stamp says; null if two have the same one. */
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
     * How many tasks there are.
     *
     * @return a number
     */
    public int size() {
        return size;
    }
}
