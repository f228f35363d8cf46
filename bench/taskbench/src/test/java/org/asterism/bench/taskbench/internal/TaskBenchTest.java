package org.asterism.bench.taskbench.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Simulation;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.plugin.DriverPlugin;
import org.asterism.core.internal.plugin.Plugins;
import org.asterism.core.internal.plugin.PolicyPlugin;
import org.asterism.core.internal.runtime.CoreRuntimeFactory;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.UsageException;
import org.asterism.tck.FakeApplicationRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the benchmark on the real core, on two threads. */
final class TaskBenchTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @ParameterizedTest
    @ValueSource(strings = {"indep", "data", "chain", "chaintask", "chaintag", "sync"})
    void shouldTimeEveryMode(String mode) throws Exception {
        ApplicationResult result = run(Map.of("mode", mode, "n", "500", "warmup", "2", "handles", "7"));
        assertTrue(result.correct(), "every task must have been executed exactly once");
        assertEquals(500, result.fields().get("ntasks"));
        assertEquals(2, result.fields().get("ncpu"));
        double submit = (double) result.fields().get("submit_ns");
        double total = (double) result.fields().get("total_ns");
        assertTrue(submit > 0 && submit <= total, () -> "submit_ns " + submit + ", total_ns " + total);
        assertEquals("", printed.toString(StandardCharsets.UTF_8), "output without --csv");
    }

    @ParameterizedTest
    @CsvSource({"tree, 22", "treedyn, 22", "cholesky, 35", "choldep, 35"})
    void shouldTimeEveryGraph(String mode, int tasks) throws Exception {
        ApplicationResult result = run(Map.of("mode", mode, "depth", "3", "nt", "5", "warmup", "2"));
        assertTrue(result.correct(), "every task must have been executed exactly once");
        assertEquals(tasks, result.fields().get("ntasks"));
        double submit = (double) result.fields().get("submit_ns");
        double total = (double) result.fields().get("total_ns");
        assertTrue(submit > 0 && submit <= total, () -> "submit_ns " + submit + ", total_ns " + total);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tree", "treedyn", "cholesky", "choldep"})
    void shouldHaveEveryTaskOfAGraphWork(String mode) throws Exception {
        run(Map.of("mode", mode, "depth", "5", "nt", "8", "warmup", "0", "us", "200", "csv", "true"));
        String[] columns = printed.toString(StandardCharsets.UTF_8).strip().split(",", -1);
        double total = Double.parseDouble(columns[10]);
        double efficiency = Double.parseDouble(columns[11]);
        // 200 us on two workers are at best 100 us per task; tasks that do not work would seem more than perfect.
        assertEquals(100_000, total * efficiency, 15_000, "ideal time per task, ns");
        assertTrue(efficiency <= 1.5, () -> "efficiency " + efficiency);
    }

    @Test
    void shouldPrintTheColumnsOfThePeers() throws Exception {
        run(Map.of("mode", "data", "n", "200", "warmup", "0", "us", "20", "nbuf", "3", "access", "R", "csv", "true"));
        List<String> lines = printed.toString(StandardCharsets.UTF_8).lines().toList();
        assertEquals(1, lines.size(), () -> "lines: " + lines);
        String[] columns = lines.getFirst().split(",", -1);
        assertEquals(12, columns.length, lines::getFirst);
        assertEquals(
                List.of("asterism", "data", "eager", "2", "200", "3", "R", "20", "default"),
                List.of(columns).subList(0, 9));
        double total = Double.parseDouble(columns[10]);
        double efficiency = Double.parseDouble(columns[11]);
        // 20 us on two workers are at best 10 us per task.
        assertEquals(10_000, total * efficiency, 1500, "ideal time per task, ns");
    }

    @Test
    void shouldLeaveColumnsOfDataEmptyWithoutData() throws Exception {
        run(Map.of("n", "100", "warmup", "0", "csv", "true"));
        String line = printed.toString(StandardCharsets.UTF_8).strip();
        assertTrue(line.matches("asterism,indep,eager,2,100,,,0,default,[0-9.]+,[0-9.]+,"), line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"waiting", "ready"})
    void shouldWeighTasks(String state) throws Exception {
        ApplicationResult result = run(Map.of("mode", "memory", "state", state, "n", "50000"));
        double bytes = (double) result.fields().get("heap_bytes_per_task");
        // A task is an object with some fields: whoever measures less, or kilobytes, measures something else.
        assertTrue(bytes > 24 && bytes < 2000, () -> "heap_bytes_per_task " + bytes);
    }

    @Test
    void shouldWeighMoreForTasksWithData() throws Exception {
        Map<String, String> options = new HashMap<>(Map.of("mode", "memory", "n", "20000"));
        double without = (double) run(options).fields().get("heap_bytes_per_task");
        options.put("nbuf", "4");
        double with = (double) run(options).fields().get("heap_bytes_per_task");
        assertTrue(with > without + 4 * 4, () -> without + " bytes without data, " + with + " with four handles");
    }

    @ParameterizedTest
    @CsvSource({
        "mode, foo, 'indep, data, chain, chaintask, chaintag, sync, tree, treedyn, cholesky, choldep, memory, swap'",
        "access, X, 'R, W, RW'",
        "state, asleep, 'waiting, ready'",
        "n, 0, from 1",
        "depth, 25, from 0 to 24",
        "nt, 0, from 1 to 512",
        "variant, 'two words', without commas"
    })
    void shouldNameWhatIsAllowed(String option, String value, String allowed) {
        UsageException refusal = assertThrows(UsageException.class, () -> run(Map.of(option, value)));
        assertTrue(
                refusal.getMessage().contains("--" + option)
                        && refusal.getMessage().contains(allowed),
                refusal::getMessage);
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MEMORY", "SWAP"})
    void shouldBeComparedWithItsPeersInEveryTimedMode(Mode mode) throws Exception {
        String script = Files.readString(Path.of("..", "compare"));
        String known = script.lines()
                .filter(line -> line.contains("there are: indep"))
                .findFirst()
                .orElseThrow();
        assertTrue(known.matches(".*[ :]" + mode + "[,\"].*"), () -> "bench/compare lacks " + mode + ": " + known);
    }

    @ParameterizedTest
    @EnumSource(
            value = Mode.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MEMORY", "SWAP"})
    void shouldBeComparedWithOtherRevisionsInEveryTimedMode(Mode mode) throws Exception {
        Path rows = Path.of("..", "revisions", "src/main/java/org/asterism/bench/revisions/Row.java");
        assertTrue(Files.readString(rows).contains('"' + mode.toString() + '"'), () -> rows + " lacks " + mode);
    }

    @Test
    void shouldSayHowLongASwapHoldsTheWorkersOff() throws Exception {
        Map<String, String> options =
                Map.of("mode", "swap", "n", "3000", "swaps", "5", "warmup", "2", "to", "eager", "priorities", "3");
        ApplicationResult result = run(options);
        assertTrue(result.correct(), "every task must have been executed exactly once");
        Map<String, Object> fields = result.fields();
        assertEquals(5, fields.get("swaps"));
        assertEquals("eager", fields.get("to"));
        double heldOff = (double) fields.get("held_off_median_ms");
        double whole = (double) fields.get("swap_median_ms");
        assertTrue(heldOff > 0 && heldOff < whole, () -> "held off " + heldOff + " ms, whole swap " + whole + " ms");
        assertTrue((double) fields.get("held_off_p95_ms") <= (double) fields.get("held_off_max_ms"), fields::toString);
    }

    @Test
    void shouldRefuseColumnsOfTimesForSwaps() {
        assertThrows(UsageException.class, () -> run(Map.of("mode", "swap", "csv", "true")));
    }

    @Test
    void shouldRefuseMoreHandlesPerTaskThanThereAre() {
        assertThrows(UsageException.class, () -> run(Map.of("mode", "data", "nbuf", "3", "handles", "2")));
    }

    @Test
    void shouldRefuseColumnsOfTimesForMemory() {
        assertThrows(UsageException.class, () -> run(Map.of("mode", "memory", "csv", "true")));
    }

    @Test
    void shouldRefuseToGrowATreeInKernelsThatDoNotRun() {
        TaskRuntime simulated = (TaskRuntime) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {TaskRuntime.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "simulation" -> Optional.of(Simulation.of("a machine"));
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        UsageException refusal = assertThrows(
                UsageException.class,
                () -> new TaskBench()
                        .run(new FakeApplicationRun(simulated, Map.of("mode", "treedyn"), new PrintStream(printed))));
        assertTrue(refusal.getMessage().contains("--execute"), refusal::getMessage);
    }

    private ApplicationResult run(Map<String, String> options) throws Exception {
        Plugins plugins = new Plugins();
        plugins.add(new DriverPlugin("cpu", new ThreadDriver()));
        plugins.add(new PolicyPlugin("eager", "", "test", 0, new EagerPolicyFactory()));
        try (TaskRuntime runtime = new CoreRuntimeFactory(plugins).create(RuntimeConfiguration.defaults());
                PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            return new TaskBench().run(new FakeApplicationRun(runtime, options, out));
        }
    }
}
