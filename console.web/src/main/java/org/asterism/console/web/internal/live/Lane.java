package org.asterism.console.web.internal.live;

import java.util.Arrays;

/**
 * What a worker did lately, as cells: a long task has its own, short ones that follow each other share one. The worker
 * writes, a page reads about once a second.
 *
 * <p>The memory is bounded, and so is what a page reads: if more than half of the cells are used between two looks, the
 * time that short tasks share doubles. It halves again when there is less to see.
 */
final class Lane {
    /** How many numbers describe a cell: begin, end, codelet, tasks, nanoseconds of their kernels. */
    static final int WIDTH = 5;

    private static final int BEGIN = 0;
    private static final int END = 1;
    private static final int CODELET = 2;
    private static final int TASKS = 3;
    private static final int BUSY = 4;
    private static final int NOBODY = -1;
    private static final long FINEST = 50_000;

    private final int capacity;
    private final long[] cells;

    /** The numbers of the looks during which the cells were last changed. */
    private final long[] looks;

    private int newest = NOBODY;
    private int used;
    private long shared = FINEST;
    private int added;

    /** By how many nanoseconds the codelet of the newest cell is ahead of the others in it. */
    private long lead;

    private int underWay;
    private int runningCodelet;
    private long runningSince;
    private long tasks;
    private long busy;

    Lane(int capacity) {
        this.capacity = capacity;
        cells = new long[capacity * WIDTH];
        looks = new long[capacity];
    }

    synchronized void launched(int codelet, long time) {
        if (underWay++ == 0) {
            runningCodelet = codelet;
            runningSince = time;
        }
    }

    /** The device is lost: no end of a kernel will be reported. */
    synchronized void stopped() {
        underWay = 0;
    }

    synchronized void executed(int codelet, long begin, long end, long look) {
        underWay = Math.max(0, underWay - 1);
        runningCodelet = codelet; // of several under way the next is unknown; it is usually of the same kind
        runningSince = end;
        tasks++;
        busy += end - begin;
        if (newest != NOBODY && isShort(begin, end) && fitsNewest(begin)) {
            join(codelet, begin, end);
        } else {
            add(codelet, begin, end);
        }
        looks[newest] = look;
    }

    private boolean isShort(long begin, long end) {
        return end - begin < shared;
    }

    private boolean fitsNewest(long begin) {
        long first = cells[newest * WIDTH + BEGIN];
        return begin - first < shared && cells[newest * WIDTH + END] - first < 2 * shared;
    }

    /** The codelet with the most time keeps the cell; found as by Boyer and Moore's vote of the majority. */
    private void join(int codelet, long begin, long end) {
        int at = newest * WIDTH;
        long time = end - begin;
        cells[at + END] = Math.max(cells[at + END], end);
        cells[at + TASKS]++;
        cells[at + BUSY] += time;
        lead += cells[at + CODELET] == codelet ? time : -time;
        if (lead < 0) {
            lead = -lead;
            cells[at + CODELET] = codelet;
        }
    }

    private void add(int codelet, long begin, long end) {
        if (++added > capacity / 2) {
            shared *= 2;
            added = 0;
        }
        newest = (newest + 1) % capacity;
        used = Math.min(used + 1, capacity);
        int at = newest * WIDTH;
        cells[at + BEGIN] = begin;
        cells[at + END] = end;
        cells[at + CODELET] = codelet;
        cells[at + TASKS] = 1;
        cells[at + BUSY] = end - begin;
        lead = end - begin;
    }

    /**
     * A worker's lane for a page.
     *
     * @param cells {@link #WIDTH} numbers for each
     * @param runningCodelet the codelet of the task that runs; -1 if none does
     * @param runningSince when it began
     * @param tasks how many tasks the worker ran since it is observed
     * @param busy the time of their kernels, in nanoseconds
     */
    record View(long[] cells, int runningCodelet, long runningSince, long tasks, long busy) {}

    /** The cells that were changed during a look or later ones, the oldest first. */
    synchronized View since(long look) {
        if (added < capacity / 8 && shared > FINEST) {
            shared /= 2;
        }
        added = 0;
        long[] found = new long[used * WIDTH];
        int count = 0;
        for (int back = used - 1; back >= 0; back--) {
            int cell = Math.floorMod(newest - back, capacity);
            if (looks[cell] >= look) {
                System.arraycopy(cells, cell * WIDTH, found, count++ * WIDTH, WIDTH);
            }
        }
        return new View(
                Arrays.copyOf(found, count * WIDTH), underWay > 0 ? runningCodelet : NOBODY, runningSince, tasks, busy);
    }
}
