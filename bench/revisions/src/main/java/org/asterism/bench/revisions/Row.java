package org.asterism.bench.revisions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One line of the comparison: tasks of one kind under one policy.
 *
 * @param load the kind of tasks
 * @param policy the policy's name
 * @param workers number of CPU workers
 */
record Row(Load load, String policy, int workers) {
    /**
     * A timed mode of taskbench, with its options.
     *
     * @param name its name in the table: the mode, followed by the access in lower case if the mode has several, and by
     *     the duration of the tasks if they work
     * @param options of taskbench, by name without dashes
     * @param warmUps untimed pairs in each JVM, until each revision has run about a million tasks and the compiler is
     *     at rest
     */
    record Load(String name, Map<String, String> options, int warmUps) {}

    /** All loads, in the order of the table. Modes memory and swap are not timed by task. */
    static final List<Load> LOADS = List.of(
            tasks("indep"),
            new Load("indep-1us", Map.of("mode", "indep", "n", "50000", "us", "1"), 10),
            data("data", "RW"),
            data("data-r", "R"),
            data("data-w", "W"),
            tasks("chain"),
            tasks("chaintask"),
            tasks("chaintag"),
            new Load("sync", Map.of("mode", "sync", "n", "5000"), 20),
            graph("tree"),
            graph("treedyn"),
            graph("cholesky"),
            graph("choldep"));

    private static final String TASKS = "100000";

    private static Load tasks(String mode) {
        return new Load(mode, Map.of("mode", mode, "n", TASKS), 10);
    }

    private static Load data(String name, String access) {
        return new Load(name, Map.of("mode", "data", "n", TASKS, "access", access), 10);
    }

    /** Graphs have a number of tasks of their own, a little less than 50,000. */
    private static Load graph(String mode) {
        return new Load(mode, Map.of("mode", mode), 20);
    }

    /** Every combination, those of a load beside each other. */
    static List<Row> all(List<Load> loads, List<String> policies, List<Integer> workers) {
        List<Row> rows = new ArrayList<>();
        for (Load load : loads) {
            for (String policy : policies) {
                for (int count : workers) {
                    rows.add(new Row(load, policy, count));
                }
            }
        }
        return rows;
    }

    /** The options of {@code asterism run taskbench} for this row. */
    List<String> commandLine() {
        Map<String, String> all = new LinkedHashMap<>(load.options());
        all.put("policy", policy);
        all.put("cpu", Integer.toString(workers));
        List<String> words = new ArrayList<>();
        all.forEach((option, value) -> words.addAll(List.of("--" + option, value)));
        return words;
    }
}
