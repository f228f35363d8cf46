package org.asterism.bench.taskbench.internal;

import java.util.Arrays;
import java.util.Map;
import org.asterism.api.Clock;
import org.asterism.api.Codelet;
import org.asterism.api.SchedulingContext;
import org.asterism.api.TaskRuntime;

/**
 * Measures how long workers wait while the policy is swapped. The policy holds many tasks, and is swapped for another
 * one and back, in turn. Meanwhile a task occupies every worker, so that the number of queued tasks stays the same from
 * swap to swap.
 */
final class SwapTimes {
    private static final double NANOS_PER_MILLI = 1e6;

    private final TaskRuntime runtime;
    private final Settings settings;
    private final SchedulingContext context;

    SwapTimes(TaskRuntime runtime, Settings settings) {
        this.runtime = runtime;
        this.settings = settings;
        context = runtime.defaultContext();
    }

    /** Returns when every task has ended. */
    void measureInto(Map<String, Object> fields) throws InterruptedException {
        String first = context.policy().orElse("eager");
        String other = settings.other().orElse(first.equals("eager") ? "prio" : "eager");
        int swaps = settings.swaps();
        double[] heldOff = new double[swaps];
        double[] whole = new double[swaps];
        Clock clock = runtime.clock();
        HeldWorkers held = HeldWorkers.hold(runtime);
        try {
            submit();
            for (int swap = -settings.warmUps(); swap < swaps; swap++) {
                long offBefore = context.heldOffNanos();
                long begin = clock.nanoTime();
                context.usePolicy((swap & 1) == 0 ? other : first);
                long end = clock.nanoTime();
                if (swap >= 0) {
                    heldOff[swap] = (context.heldOffNanos() - offBefore) / NANOS_PER_MILLI;
                    whole[swap] = (end - begin) / NANOS_PER_MILLI;
                }
            }
        } finally {
            held.close();
        }
        runtime.waitAll();
        fields.put("to", other);
        fields.put("swaps", swaps);
        put(fields, "held_off", heldOff);
        put(fields, "swap", whole);
    }

    private void submit() {
        Codelet queued = Codelet.named("queued").access().cpu(kernel -> {}).build();
        for (int task = 0; task < settings.tasks(); task++) {
            runtime.task(queued).priority(task % settings.priorities()).submit();
        }
    }

    private static void put(Map<String, Object> fields, String what, double[] millis) {
        Arrays.sort(millis);
        fields.put(what + "_min_ms", millis[0]);
        fields.put(what + "_median_ms", millis[millis.length / 2]);
        fields.put(what + "_p95_ms", millis[(int) Math.ceil(0.95 * millis.length) - 1]);
        fields.put(what + "_max_ms", millis[millis.length - 1]);
    }
}
