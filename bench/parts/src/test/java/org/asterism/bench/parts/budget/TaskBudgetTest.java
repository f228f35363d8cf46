package org.asterism.bench.parts.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the counts of each part of a task's way with a table. The table is exact, so what has become cheaper is
 * entered as well: else the next change could take it back unnoticed.
 */
@Timeout(120)
final class TaskBudgetTest {
    private static final Path TABLE = Path.of("src/test/resources/task-budget.txt");
    private static final String UPDATE = "asterism.budget.update";
    private static final int KEY = 31;

    /** The tolerance for work that is done once for many tasks, or by the virtual machine now and then. */
    private static final double FEW_BYTES = 1;

    private static final double FEW_OPERATIONS = 0.03;

    private static final int ATTEMPTS = 3;

    private static final Map<String, String> ALLOWED = new HashMap<>();
    private static final List<String> MEASURED = new ArrayList<>();
    private static final Map<String, TaskBudget> COUNTED = new HashMap<>();

    /** The first column that is compared. */
    private static int firstColumn;

    static Stream<Arguments> rows() {
        return Stream.concat(
                Arrays.stream(Load.values()).map(load -> Arguments.of("eager", load)),
                Stream.of(
                        Arguments.of("prio", Load.INDEP),
                        Arguments.of("prio", Load.CHAIN),
                        Arguments.of("dmda", Load.INDEP),
                        Arguments.of("modular-heft", Load.INDEP)));
    }

    @BeforeAll
    static void readTable() throws IOException {
        for (String line : Files.readAllLines(TABLE)) {
            if (line.startsWith("#")) {
                MEASURED.add(line);
            } else {
                ALLOWED.put(line.substring(0, KEY).strip(), line);
            }
        }
        HotSpotDiagnosticMXBean options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        boolean isUsual = options.getVMOption("UseCompressedOops").getValue().equals("true")
                && options.getVMOption("UseCompactObjectHeaders").getValue().equals("false")
                && options.getVMOption("DoEscapeAnalysis").getValue().equals("false");
        // The bytes hold for objects of the usual size, and if each that the code makes is made.
        firstColumn = isUsual ? 0 : 1;
    }

    @ParameterizedTest
    @MethodSource("rows")
    void shouldCostInEachPartWhatTheTableSays(String policy, Load load) throws Exception {
        TaskBudget budget = count(policy, load);
        for (Part part : Part.values()) {
            MEASURED.add(line(key(policy, load, part), budget.of(part)));
        }
        List<String> differences = differences(policy, load, budget);
        if (!differences.isEmpty() && !Boolean.getBoolean(UPDATE)) {
            fail(String.join("\n", differences));
        }
    }

    private static String key(String policy, Load load, Part part) {
        return String.format("%-12s %-10s %s", policy, load.name().toLowerCase(Locale.ROOT), part);
    }

    private static List<String> differences(String policy, Load load, TaskBudget budget) {
        List<String> differences = new ArrayList<>();
        for (Part part : Part.values()) {
            String key = key(policy, load, part);
            double[] allowed = numbers(ALLOWED.get(key));
            for (int column = firstColumn; column < allowed.length; column++) {
                if (differ(column, budget.of(part)[column], allowed[column])) {
                    differences.add(difference(budget, key, part, column, allowed[column]));
                }
            }
        }
        return differences;
    }

    /**
     * Counts a row, and again if it is not as the table says: what else the JVM does may fall into one of the parts.
     */
    private static TaskBudget count(String policy, Load load) throws Exception {
        String row = policy + load;
        for (int attempt = 0; attempt < ATTEMPTS && !COUNTED.containsKey(row); attempt++) {
            TaskBudget counted = TaskBudget.count(load, policy);
            if (attempt == ATTEMPTS - 1 || differences(policy, load, counted).isEmpty()) {
                COUNTED.put(row, counted);
            }
        }
        return COUNTED.get(row);
    }

    private static String line(String key, double[] counts) {
        StringBuilder line = new StringBuilder(String.format("%-" + KEY + "s", key));
        for (double count : counts) {
            line.append(String.format("%8s", TaskBudget.text(count)));
        }
        return line.toString();
    }

    private static double[] numbers(String line) {
        return line == null
                ? new double[TaskBudget.COLUMNS.size()]
                : Arrays.stream(line.substring(KEY).strip().split(" +"))
                        .mapToDouble(Double::parseDouble)
                        .toArray();
    }

    private static String difference(TaskBudget budget, String key, Part part, int column, double allowed) {
        double measured = budget.of(part)[column];
        String title = TaskBudget.COLUMNS.get(column);
        String sites = budget.sites(part).entrySet().stream()
                .filter(site -> site.getKey().kind().title().equals(title))
                .map(site -> site.getKey().place() + " " + TaskBudget.text(site.getValue()))
                .collect(Collectors.joining(", "));
        return key.replaceAll(" +", " ") + ": " + title + " " + TaskBudget.text(measured) + ", and " + TABLE
                + " says " + TaskBudget.text(allowed)
                + (measured > allowed
                        ? ": a task has become more expensive; avoid that, or say in the commit what it gets for it and"
                        : ": a task has become cheaper; so")
                + " run TaskBudgetTest with -D" + UPDATE + "=true" + (sites.isEmpty() ? "" : " (" + sites + ")");
    }

    @ParameterizedTest
    @MethodSource("rows")
    void shouldCostAsAWholeWhatItsPartsCost(String policy, Load load) throws Exception {
        double[] whole = TaskBudget.countWhole(load, policy);
        double[] sum = count(policy, load).sum();
        for (int column = firstColumn; column < sum.length; column++) {
            String title = TaskBudget.COLUMNS.get(column);
            assertFalse(
                    differ(column, sum[column], whole[column]),
                    title + ": the parts cost " + sum[column] + " together, the whole costs " + whole[column]);
        }
    }

    private static boolean differ(int column, double one, double other) {
        return Math.abs(one - other) > (column == 0 ? FEW_BYTES : FEW_OPERATIONS);
    }

    @AfterAll
    static void update() throws IOException {
        if (Boolean.getBoolean(UPDATE)) {
            long lines = MEASURED.stream().filter(line -> !line.startsWith("#")).count();
            assertEquals(0, firstColumn, "the bytes of this virtual machine are not those of the table");
            assertEquals(rows().count() * Part.values().length, lines, "the table stays: not all rows were measured");
            Files.write(TABLE, MEASURED);
        }
    }
}
