package org.asterism.report.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What ran when and where, for a picture: some twenty bytes per event. One thread at a time. */
public final class Recording {
    /** Events, each in a row of its kind of rows, such as tasks on workers. */
    public static final class Events {
        private int[] rows = new int[1024];
        private int[] colours = new int[1024];
        private long[] begins = new long[1024];
        private long[] ends = new long[1024];
        private int size;

        void add(int row, int colour, long begin, long end) {
            if (size == rows.length) {
                int longer = size * 2;
                rows = Arrays.copyOf(rows, longer);
                colours = Arrays.copyOf(colours, longer);
                begins = Arrays.copyOf(begins, longer);
                ends = Arrays.copyOf(ends, longer);
            }
            rows[size] = row;
            colours[size] = colour;
            begins[size] = begin;
            ends[size++] = end;
        }

        /** How many there are. */
        public int size() {
            return size;
        }

        /** The row of an event: the id of a worker, or the number of a link. */
        public int row(int index) {
            return rows[index];
        }

        /** What an event is drawn as: the number of its codelet. */
        public int colour(int index) {
            return colours[index];
        }

        /** When it began, in nanoseconds since the beginning of the run. */
        public long begin(int index) {
            return begins[index];
        }

        /** When it ended, in nanoseconds since the beginning of the run. */
        public long end(int index) {
            return ends[index];
        }
    }

    private final Events tasks = new Events();
    private final Events transfers = new Events();
    private final Map<String, Integer> codelets = new LinkedHashMap<>();

    void task(int worker, String codelet, long begin, long end) {
        tasks.add(worker, codelets.computeIfAbsent(codelet, name -> codelets.size()), begin, end);
    }

    void transfer(int link, long begin, long end) {
        transfers.add(link, 0, begin, end);
    }

    /** The tasks, in the order in which they ended. */
    public Events tasks() {
        return tasks;
    }

    /** The transfers, in the order in which they ended. */
    public Events transfers() {
        return transfers;
    }

    /** The names of the codelets, by number. */
    public List<String> codelets() {
        return new ArrayList<>(codelets.keySet());
    }
}
