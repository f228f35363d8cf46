package org.asterism.report.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Recording of what ran when and where, for a picture. It needs about twenty bytes per event. Used by one thread at a
 * time.
 */
public final class Recording {
    /** Events of one kind, such as tasks on workers, each in a row. */
    public static final class Events {
        private int[] rows = new int[1024];
        private int[] colours = new int[1024];
        private long[] begins = new long[1024];
        private long[] ends = new long[1024];
        private int size;

        Events() {}

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

        /**
         * Returns the number of events.
         *
         * @return the number
         */
        public int size() {
            return size;
        }

        /**
         * Returns the row of an event.
         *
         * @param index index of the event, from 0
         * @return id of a worker, or number of a link
         */
        public int row(int index) {
            return rows[index];
        }

        /**
         * Returns the colour of an event.
         *
         * @param index index of the event, from 0
         * @return number of its codelet
         */
        public int colour(int index) {
            return colours[index];
        }

        /**
         * Returns when an event began.
         *
         * @param index index of the event, from 0
         * @return nanoseconds since the beginning of the run
         */
        public long begin(int index) {
            return begins[index];
        }

        /**
         * Returns when an event ended.
         *
         * @param index index of the event, from 0
         * @return nanoseconds since the beginning of the run
         */
        public long end(int index) {
            return ends[index];
        }
    }

    private final Events tasks = new Events();
    private final Events transfers = new Events();
    private final Map<String, Integer> codelets = new LinkedHashMap<>();

    Recording() {}

    void task(int worker, String codelet, long begin, long end) {
        tasks.add(worker, codelets.computeIfAbsent(codelet, name -> codelets.size()), begin, end);
    }

    void transfer(int link, long begin, long end) {
        transfers.add(link, 0, begin, end);
    }

    /**
     * Returns the tasks.
     *
     * @return events in the order in which they ended
     */
    public Events tasks() {
        return tasks;
    }

    /**
     * Returns the transfers.
     *
     * @return events in the order in which they ended
     */
    public Events transfers() {
        return transfers;
    }

    /**
     * Returns the names of the codelets.
     *
     * @return names, by number
     */
    public List<String> codelets() {
        return new ArrayList<>(codelets.keySet());
    }
}
