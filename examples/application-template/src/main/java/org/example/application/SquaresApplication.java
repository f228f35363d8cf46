package org.example.application;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.asterism.api.RequireAsterism;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.spi.application.Application;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.ApplicationRun;
import org.osgi.service.component.annotations.Component;

/** Adds up the squares of 1 to n: a task for each part of the numbers, and a formula that checks the sum. */
@RequireAsterism
@Component(
        property = {
            Application.NAME + "=" + SquaresApplication.APPLICATION,
            Application.DESCRIPTION + "=Sums up squares, a task for each part of the numbers"
        })
public final class SquaresApplication implements Application {
    /** The name that users type after {@code asterism run}. */
    static final String APPLICATION = "squares";

    private static final long DEFAULT_NUMBERS = 1_000_000;
    private static final long MOST_NUMBERS = 2_000_000; // The sum of more does not fit into a long.
    private static final long DEFAULT_PARTS = 16;
    private static final long MOST_PARTS = 10_000;

    /** Made by Declarative Services. */
    public SquaresApplication() {}

    @Override
    public List<ApplicationOption> options() {
        return List.of(
                new ApplicationOption(
                        "numbers", "N", "how many numbers, 1 to " + MOST_NUMBERS + "; default " + DEFAULT_NUMBERS),
                new ApplicationOption(
                        "parts", "P", "how many tasks, 1 to " + MOST_PARTS + "; default " + DEFAULT_PARTS));
    }

    @Override
    public ApplicationResult run(ApplicationRun run) throws InterruptedException {
        int numbers = (int) run.integer("numbers", DEFAULT_NUMBERS, 1, MOST_NUMBERS);
        int parts = (int) Math.min(numbers, run.integer("parts", DEFAULT_PARTS, 1, MOST_PARTS));
        TaskRuntime runtime = run.runtime();
        boolean computes =
                runtime.simulation().map(simulation -> simulation.executes()).orElse(true);

        long[][] sums = new long[parts][1];
        List<DataHandle> handles = new ArrayList<>();
        long begin;
        try {
            run.expectTasks(parts);
            begin = runtime.clock().nanoTime();
            for (int part = 0; part < parts; part++) {
                long first = (long) numbers * part / parts + 1;
                long last = (long) numbers * (part + 1) / parts;
                DataHandle x = runtime.data().vector(LongStream.rangeClosed(first, last).toArray());
                DataHandle sum = runtime.data().vector(sums[part]);
                handles.add(x);
                handles.add(sum);
                run.track(runtime.task(SumOfSquares.CODELET).data(x, sum)).submit();
            }
            runtime.waitAll();
        } finally {
            handles.forEach(DataHandle::close); // waits for the tasks, and copies the sums back into the arrays
        }
        long nanoseconds = runtime.clock().nanoTime() - begin;

        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("numbers", numbers);
        fields.put("tasks", parts);
        fields.put("time_ms", nanoseconds / 1e6);
        boolean correct = true;
        if (computes) {
            long sum = LongStream.range(0, parts).map(part -> sums[(int) part][0]).sum();
            correct = sum == SumOfSquares.expected(numbers);
            fields.put("sum", sum);
        }
        return new ApplicationResult(correct, fields);
    }
}
