package org.asterism.trace.report.internal.analysis;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** All kernels of a recording, if they are few enough to be drawn one by one. */
public final class Bars {
    /** A page has at most so many bars. */
    static final int MOST = 200_000;

    private int[] workers = new int[1024];
    private int[] codelets = new int[1024];
    private long[] begins = new long[1024];
    private long[] ends = new long[1024];
    private long[] tasks = new long[1024];
    private int size;

    void add(int worker, int codelet, long task, long begin, long end) {
        if (size == workers.length) {
            workers = Arrays.copyOf(workers, 2 * size);
            codelets = Arrays.copyOf(codelets, 2 * size);
            begins = Arrays.copyOf(begins, 2 * size);
            ends = Arrays.copyOf(ends, 2 * size);
            tasks = Arrays.copyOf(tasks, 2 * size);
        }
        workers[size] = worker;
        codelets[size] = codelet;
        begins[size] = begin;
        ends[size] = end;
        tasks[size++] = task;
    }

    /** The indexes of all bars, by worker and begin. */
    public int[] order() {
        return IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(bar -> workers[bar]).thenComparingLong(bar -> begins[bar]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The number of bars. */
    public int size() {
        return size;
    }

    /** The index of a bar's worker. */
    public int worker(int bar) {
        return workers[bar];
    }

    /** The number of its codelet. */
    public int codelet(int bar) {
        return codelets[bar];
    }

    /** The id of its task. */
    public long task(int bar) {
        return tasks[bar];
    }

    /** When its kernel began, in nanoseconds. */
    public long begin(int bar) {
        return begins[bar];
    }

    /** When its kernel ended, in nanoseconds. */
    public long end(int bar) {
        return ends[bar];
    }
}
