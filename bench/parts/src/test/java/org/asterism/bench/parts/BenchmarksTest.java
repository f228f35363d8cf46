package org.asterism.bench.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.asterism.bench.parts.budget.Load;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs every benchmark for a moment, in this virtual machine; its figures mean nothing. README.md says how to get
 * others.
 */
final class BenchmarksTest {
    @Test
    void shouldRunEveryBenchmark() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include("org\\.asterism\\..*")
                        .param("load", Load.DATA.name()) // of the benchmark that has many
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(10))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();
        assertEquals(
                Set.of(
                        "GateBenchmark.lookWithoutGate",
                        "GateBenchmark.passAsProgram",
                        "GateBenchmark.passAsWorker",
                        "GateBenchmark.popAsWorker",
                        "GateBenchmark.pushAsWorker",
                        "TaskFifoBenchmark.addAndTake",
                        "TaskFifoBenchmark.handOver",
                        "TaskPriorityQueueBenchmark.fillAndEmpty",
                        "TaskStoreBenchmark.addAndTake",
                        "TaskStoreBenchmark.fillAndEmpty",
                        "TaskStoreBenchmark.offerInVain",
                        "PlacementBenchmark.task",
                        "TaskBudgetBenchmark.whole",
                        "TaskBudgetBenchmark.inParts",
                        "SuccessorsBenchmark.addAndRelease",
                        "SuccessorsBenchmark.addTooLate",
                        "DataOrderBenchmark.declare",
                        "PredictionBenchmark.ask",
                        "PredictionBenchmark.askWhetherToLearn",
                        "PredictionBenchmark.execute",
                        "TraceBenchmark.eventWithItsOwnTime",
                        "TraceBenchmark.lifeOfATask"),
                results.stream().map(BenchmarksTest::name).collect(Collectors.toSet()));
        for (RunResult result : results) {
            double score = result.getPrimaryResult().getScore();
            assertTrue(score > 0, () -> name(result) + " took " + score + " ns");
        }
    }

    private static String name(RunResult result) {
        String[] words = result.getParams().getBenchmark().split("\\.");
        return words[words.length - 2] + "." + words[words.length - 1];
    }
}
