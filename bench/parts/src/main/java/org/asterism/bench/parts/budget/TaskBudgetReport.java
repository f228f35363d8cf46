package org.asterism.bench.parts.budget;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Prints the cost of tasks, part by part. {@code bench/budget --help} explains the arguments. */
public final class TaskBudgetReport {
    private static final List<String> ROWS =
            Arrays.stream(Load.values()).map(TaskBudgetReport::name).toList();

    private static final String[] TOTAL = {PartProfiler.SUBMITTING, PartProfiler.RUNNING};

    private final String policy;
    private final boolean isTimed;
    private final boolean showsSites;

    private TaskBudgetReport(String policy, boolean isTimed, boolean showsSites) {
        this.policy = policy;
        this.isTimed = isTimed;
        this.showsSites = showsSites;
    }

    /** Prints the rows that are asked for. */
    public static void main(String... args) throws Exception {
        List<String> rows = new ArrayList<>(List.of(args));
        boolean isTimed = !rows.remove("--counts");
        boolean showsSites = rows.remove("--sites");
        String policy = "eager";
        int option = rows.indexOf("--policy");
        if (option >= 0) {
            policy = option + 1 < rows.size() ? rows.remove(option + 1) : "";
            rows.remove(option);
        }
        requireOneOf("policy", MeasuredPolicies.NAMES, policy);
        for (String row : rows) {
            requireOneOf("row", ROWS, row);
        }
        TaskBudgetReport report = new TaskBudgetReport(policy, isTimed, showsSites);
        for (String row : rows.isEmpty() ? ROWS : rows) {
            report.print(Load.valueOf(row.toUpperCase(Locale.ROOT)));
        }
    }

    private static void requireOneOf(String what, List<String> allowed, String given) {
        if (!allowed.contains(given)) {
            System.err.printf(
                    "bench/budget: no %s '%s': give one of %s; --help says more%n",
                    what, given, String.join(", ", allowed));
            System.exit(2);
        }
    }

    private static String name(Load load) {
        return load.name().toLowerCase(Locale.ROOT);
    }

    private void print(Load load) throws Exception {
        TaskBudget budget = TaskBudget.count(load, policy);
        double[] whole = TaskBudget.countWhole(load, policy);
        IterationResult inParts = isTimed ? measure(TaskBudgetBenchmark.IN_PARTS, load) : null;
        IterationResult asAWhole = isTimed ? measure(TaskBudgetBenchmark.WHOLE, load) : null;
        System.out.printf("%n%-12s%8s", name(load), "ns");
        TaskBudget.COLUMNS.forEach(title -> System.out.printf("%8s", title));
        System.out.println();
        for (Part part : Part.values()) {
            printLine(part.toString(), text(inParts, part.toString()), budget.of(part));
        }
        printLine("sum", text(inParts, TOTAL), budget.sum());
        printLine("whole", text(asAWhole, TOTAL), whole);
        for (Part part : showsSites ? Part.values() : new Part[0]) {
            budget.sites(part)
                    .forEach((site, times) -> System.out.printf(
                            "%-8s %-8s %6s  %s%n", part, site.kind().title(), TaskBudget.text(times), site.place()));
        }
    }

    private static void printLine(String title, String nanos, double[] counts) {
        System.out.printf("%-12s%8s", title, nanos);
        Arrays.stream(counts).forEach(count -> System.out.printf("%8s", TaskBudget.text(count)));
        System.out.println();
    }

    /** The fastest iteration: what else the machine does can only slow a task down. */
    private IterationResult measure(String benchmark, Load load) throws RunnerException {
        RunResult measured = new Runner(new OptionsBuilder()
                        .include(TaskBudgetBenchmark.class.getName() + benchmark + "$")
                        .param("load", load.name())
                        .param("policy", policy)
                        .addProfiler(PartProfiler.class)
                        // And none of the options that counting needs.
                        .jvmArgs("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED")
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .runSingle();
        return measured.getBenchmarkResults().stream()
                .flatMap(fork -> fork.getIterationResults().stream())
                .min(Comparator.comparingDouble(iteration -> nanos(iteration, TOTAL)))
                .orElseThrow();
    }

    private static double nanos(IterationResult iteration, String... labels) {
        return Arrays.stream(labels)
                .mapToDouble(label -> iteration.getSecondaryResults().get(label).getScore())
                .sum();
    }

    private static String text(IterationResult iteration, String... labels) {
        return iteration == null ? "" : String.format(Locale.ROOT, "%.1f", nanos(iteration, labels));
    }
}
