package org.asterism.core.internal.cost;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bounds the bytes that a task makes the submitting thread and the worker's thread allocate. The bounds hold for the code as
 * it is written: that the compiler sees through some of it is welcome and not relied upon. What is measured is printed.
 */
@Timeout(120)
final class HotPathAllocationTest {
    /** Fewer than a queue's chunk has slots, so that queues are in steady use. */
    private static final int TASKS_PER_BATCH = 400;

    private static final int BATCHES = 25;
    private static final int TASKS_PER_ROUND = TASKS_PER_BATCH * BATCHES;

    /** The first rounds load classes and fill pools; the least of all counts, which is that of a round undisturbed. */
    private static final int ROUNDS = 12;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** What is allocated once per batch, above all by waiting; per task that is less than any object has. */
    private static final double PER_BATCH = 4;

    @BeforeAll
    static void needObjectsOfTheUsualSize() {
        assumeTrue(
                THREADS.isThreadAllocatedMemorySupported() && THREADS.isThreadAllocatedMemoryEnabled(),
                "this virtual machine does not count what threads allocate");
        HotSpotDiagnosticMXBean options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        assumeTrue(
                Boolean.parseBoolean(options.getVMOption("UseCompressedOops").getValue()),
                "the bounds are for references of 4 bytes, which heaps of 32 GiB and more do not have");
    }

    @ParameterizedTest
    @CsvSource({
        // policy, load, bytes of the submitting thread, bytes of the worker; of CHAINTAG some are arrays that the
        // compiler of the
        // virtual machine mostly does without, but not always
        "eager, INDEP,     88, 0",
        "eager, CHAIN,     112, 0",
        "eager, DATA,     136, 48",
        "eager, CLAIM,    112, 120",
        "eager, DEVICE,   136, 200",
        "eager, CHAINTASK, 112, 0",
        "eager, CHAINTAG, 360, 0",
        "eager, SPAWN,      0, 88",
        "prio,  INDEP,     88, 0",
        "prio,  CHAIN,     112, 0",
        "prio,  DATA,     136, 48",
        "prio,  CHAINTASK, 112, 0",
        "prio,  CHAINTAG, 360, 0",
        "prio,  SPAWN,      0, 88",
    })
    void shouldAllocateNoMoreThanBefore(String policy, Load load, int submitting, int running) throws Exception {
        try (HotPath program = load == Load.DEVICE ? HotPath.onDevice(policy) : new HotPath(policy, true)) {
            double leastSubmitting = Double.MAX_VALUE;
            double leastRunning = Double.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                long worker = program.worker().threadId();
                long byWorker = THREADS.getThreadAllocatedBytes(worker);
                long bySubmitter = THREADS.getCurrentThreadAllocatedBytes();
                for (int batch = 0; batch < BATCHES; batch++) {
                    program.submit(load, TASKS_PER_BATCH);
                    program.finish();
                }
                bySubmitter = THREADS.getCurrentThreadAllocatedBytes() - bySubmitter;
                byWorker = THREADS.getThreadAllocatedBytes(worker) - byWorker;
                leastSubmitting = Math.min(leastSubmitting, bySubmitter / (double) TASKS_PER_ROUND);
                leastRunning = Math.min(leastRunning, byWorker / (double) TASKS_PER_ROUND);
            }
            String measured = String.format(
                    Locale.ROOT,
                    "%-6s %-10s submitting: %.1f bytes; running: %.1f bytes",
                    policy,
                    load,
                    leastSubmitting,
                    leastRunning);
            System.out.println(measured);
            assertTrue(
                    leastSubmitting <= submitting + PER_BATCH && leastRunning <= running + PER_BATCH,
                    () -> "a task allocates more than " + submitting + " bytes while it is submitted or " + running
                            + " while it runs: the hot path has become heavier; " + measured);
        }
    }
}
