package org.asterism.bench.parts.budget;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the bytes and the synchronising operations that a task costs.
 *
 * <p>Batches without tasks are subtracted, so that only the cost of the tasks remains. Fractional counts come from work
 * that is done once for many tasks.
 */
final class TaskBudget {
    /** The titles of the counts. */
    static final List<String> COLUMNS = columns();

    /** Fewer than a queue's chunk has slots, so that queues are in steady use. */
    private static final int TASKS = 400;

    private static final int BATCHES = 25;
    private static final int ROUNDS = 4;

    private final double[][] parts = new double[Part.values().length][COLUMNS.size()];
    private final Map<Part, Map<Site, Double>> sites = new TreeMap<>();

    private static List<String> columns() {
        List<String> columns = new ArrayList<>(List.of("bytes"));
        for (Synchronisation kind : Synchronisation.values()) {
            columns.add(kind.title());
        }
        return List.copyOf(columns);
    }

    private TaskBudget() {}

    /** Counts what a task costs in each part. */
    static TaskBudget count(Load load, String policy) throws Exception {
        InstrumentingClassLoader loader = new InstrumentingClassLoader(true, Tally.class);
        try (TaskProgram program = loader.open(load, policy)) {
            return count(program, loader.sites());
        }
    }

    /**
     * Counts what a task costs as a whole, without looking where parts begin and end; its bytes without
     * instrumentation.
     */
    static double[] countWhole(Load load, String policy) throws Exception {
        InstrumentingClassLoader loader = new InstrumentingClassLoader(true, null);
        try (TaskProgram program = loader.open(load, policy);
                TaskProgram untouched = new HotPath(load, policy)) {
            double[] whole = count(program, loader.sites()).sum();
            whole[0] = count(untouched, List.of()).sum()[0];
            return whole;
        }
    }

    private static TaskBudget count(TaskProgram program, List<Site> sites) throws InterruptedException {
        TaskBudget budget = new TaskBudget();
        long[] withTasks = leastBytes(program, TASKS);
        budget.add(1, withTasks, sites);
        long[] without = leastBytes(program, 0);
        budget.add(-1, without, sites);
        return budget;
    }

    /**
     * Returns the number of bytes that a round allocates in each part; the {@link Tally} has the operations of the last
     * round then. The first rounds load classes and fill pools, and what the virtual machine allocates now and then is
     * in few rounds only.
     */
    private static long[] leastBytes(TaskProgram program, int tasks) throws InterruptedException {
        long[] least = new long[Part.values().length];
        Arrays.fill(least, Long.MAX_VALUE);
        for (int round = 0; round < ROUNDS; round++) {
            Tally.reset();
            for (int batch = 0; batch < BATCHES; batch++) {
                program.batch(tasks, Tally.METER);
            }
            Arrays.setAll(least, part -> Math.min(least[part], Tally.bytes(Part.values()[part])));
        }
        return least;
    }

    private void add(int sign, long[] bytes, List<Site> counted) {
        double each = sign / (double) (TASKS * BATCHES);
        for (Part part : Part.values()) {
            double[] counts = parts[part.ordinal()];
            counts[0] += each * bytes[part.ordinal()];
            for (int number = 0; number < counted.size(); number++) {
                Site site = counted.get(number);
                double times = each * Tally.operations(part, number);
                if (times != 0) {
                    counts[1 + site.kind().ordinal()] += times;
                    sites.computeIfAbsent(part, _ -> new TreeMap<>()).merge(site, times, Double::sum);
                }
            }
        }
    }

    /** The counts of a part, in the order of the {@link #COLUMNS}. */
    double[] of(Part part) {
        return Arrays.stream(parts[part.ordinal()]).map(TaskBudget::rounded).toArray();
    }

    /** The sum of the counts of all parts. */
    double[] sum() {
        double[] sum = new double[COLUMNS.size()];
        for (double[] part : parts) {
            Arrays.setAll(sum, column -> sum[column] + part[column]);
        }
        return Arrays.stream(sum).map(TaskBudget::rounded).toArray();
    }

    /** Returns the places where a part does its operations, with their number per task. */
    Map<Site, Double> sites(Part part) {
        Map<Site, Double> rounded = new TreeMap<>();
        sites.getOrDefault(part, Map.of()).forEach((site, times) -> {
            if (rounded(times) != 0) {
                rounded.put(site, rounded(times));
            }
        });
        return rounded;
    }

    private static double rounded(double count) {
        return Math.round(count * 100) / 100.0;
    }

    /** A count with no more decimals than it has. */
    static String text(double count) {
        return new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(count);
    }
}
