package org.asterism.bench.revisions;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures the cost of a task in both revisions. It makes pairs of runs within one JVM, and repeats that in several
 * JVMs, one after the other. If the revisions cannot run in one JVM, each run of a pair has its own JVM.
 */
final class TaskCosts {
    /** Pairs of JVMs, if each run has one of its own: their ratios vary more. */
    private static final int SEPARATE_PAIRS = 9;

    /** The columns of {@code taskbench --csv}. */
    private static final int CSV_COLUMNS = 12;

    private static final int CSV_TOTAL = 10;

    /** Thrown when a revision lacks the mode, option or policy of a row. */
    static final class RowRefused extends Exception {
        private static final long serialVersionUID = 1;

        RowRefused(String message) {
            super(message);
        }
    }

    /** The options that bin/asterism gives to Java. */
    static final List<String> AS_LAUNCHED = List.of(
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+UseCompactObjectHeaders",
            "-XX:Tier3InvocationThreshold=1000",
            "-XX:Tier3MinInvocationThreshold=500",
            "-XX:Tier3CompileThreshold=10000",
            "-XX:Tier4InvocationThreshold=50000",
            "-XX:Tier4MinInvocationThreshold=6000",
            "-XX:Tier4CompileThreshold=150000",
            "-XX:Tier4BackEdgeThreshold=400000",
            "-XX:-UseProfiledLoopPredicate");

    private final Path other;
    private final Path current;
    private final Options options;
    private final Figures figures;
    private final List<Double> lines = new ArrayList<>();
    private boolean separate;

    TaskCosts(Path other, Path current, Options options, Figures figures) {
        this.other = other;
        this.current = current;
        this.options = options;
        this.figures = figures;
        separate = options.separate();
    }

    /** The number of pairs if each run has a JVM of its own. */
    static int separatePairs(Options options) {
        return Math.max(SEPARATE_PAIRS, options.jvms());
    }

    /**
     * Measures a row.
     *
     * @throws RowRefused if one of the revisions does not have the mode or policy
     * @throws ComparisonException if a run fails
     */
    Costs measure(Row row) throws RowRefused, IOException, InterruptedException {
        Costs costs = new Costs();
        for (int jvm = 1; !separate && jvm <= options.jvms(); jvm++) {
            measureTogether(row, jvm, costs);
        }
        for (int pair = 1; separate && pair <= separatePairs(options); pair++) {
            boolean otherFirst = pair % 2 == 1;
            double first = runAlone(row, otherFirst ? other : current);
            double second = runAlone(row, otherFirst ? current : other);
            add(row, costs, pair, List.of(otherFirst ? first : second), List.of(otherFirst ? second : first));
        }
        return costs;
    }

    /** In every other JVM the classes of the other revision are loaded first, and its run begins the first pair. */
    private void measureTogether(Row row, int jvm, Costs costs) throws RowRefused, IOException, InterruptedException {
        boolean otherFirst = jvm % 2 == 1;
        Output output = Output.of(otherFirst ? pairedRuns(row, other, current) : pairedRuns(row, current, other));
        switch (output.status()) {
            case 0 -> {
                List<Double> first = new ArrayList<>();
                List<Double> second = new ArrayList<>();
                for (String line : output.lines()) {
                    String[] words = line.split(" ");
                    if (words[0].equals("pair")) {
                        first.add(Double.valueOf(words[1]));
                        second.add(Double.valueOf(words[2]));
                        lines.add(Double.valueOf(words[3]));
                    }
                }
                add(row, costs, jvm, otherFirst ? first : second, otherFirst ? second : first);
            }
            case PairedRuns.NOT_EMBEDDABLE -> {
                separate = true;
                System.err.println("bench/compare: " + output.lastError()
                        + "; from here on each run has a JVM of its own, and ratios vary more");
            }
            case PairedRuns.REFUSED, PairedRuns.REFUSED + 1 ->
                throw refused(otherFirst == (output.status() == PairedRuns.REFUSED), output);
            default -> throw failure(row, output);
        }
    }

    private List<String> pairedRuns(Row row, Path first, Path second) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(AS_LAUNCHED);
        command.add("--enable-native-access=ALL-UNNAMED");
        Arrays.stream(System.getenv().getOrDefault("ASTERISM_JAVA_OPTS", "").split("\\s+"))
                .filter(word -> !word.isEmpty())
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), PairedRuns.class.getName()));
        command.addAll(List.of(first.toString(), second.toString()));
        command.addAll(List.of(row.policy(), Integer.toString(row.workers())));
        command.addAll(List.of(Integer.toString(row.load().warmUps()), Integer.toString(options.rounds())));
        command.add(observation(first).name());
        command.add(observation(second).name());
        row.load().options().forEach((option, value) -> command.add(option + "=" + value));
        return command;
    }

    /** Returns how the runs of a distribution are observed. */
    private Observation observation(Path home) {
        return home.equals(current) ? options.observation() : Observation.NONE;
    }

    private double runAlone(Row row, Path home) throws RowRefused, IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.addAll(List.of(home.resolve("bin/asterism").toString(), "run", "taskbench", "--csv", "--quiet"));
        command.addAll(row.commandLine());
        command.addAll(observation(home).commandLine());
        Output output = Output.of(command);
        if (output.status() == 2) {
            throw refused(home.equals(other), output);
        }
        for (String line : output.lines()) {
            String[] columns = line.split(",", -1);
            if (output.status() == 0 && columns.length == CSV_COLUMNS && columns[0].equals("asterism")) {
                return Double.parseDouble(columns[CSV_TOTAL]);
            }
        }
        throw failure(row, output);
    }

    private void add(Row row, Costs costs, int jvm, List<Double> others, List<Double> currents) {
        String name = row.load().name() + "," + row.policy() + "," + row.workers();
        for (int pair = 0; pair < others.size(); pair++) {
            figures.pair(name, jvm, pair + 1, others.get(pair), currents.get(pair));
        }
        costs.add(others, currents);
    }

    /** Returns the results of {@link CacheLine} before each pair. */
    List<Double> lines() {
        return List.copyOf(lines);
    }

    private static RowRefused refused(boolean byOther, Output output) {
        // What stands behind it are the names that would be allowed.
        String reason = output.lastError().split(";")[0];
        return new RowRefused((byOther ? "the other says: " : "this says: ") + reason);
    }

    private static ComparisonException failure(Row row, Output output) {
        return new ComparisonException("a run of " + row.load().name() + " with " + row.policy() + " and "
                + row.workers() + " workers ended with status " + output.status() + ": " + output.lastError());
    }
}
