package org.asterism.core.internal.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.asterism.api.Codelet;
import org.asterism.api.Kernel;
import org.asterism.api.KernelContext;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskFailedException;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TeamSettings;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TeamPolicy;
import org.asterism.spi.driver.DeviceLostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members of a team that wait for each other, and for some that cannot come. */
@Timeout(60)
class TeamBarrierTest {
    private static final int MEMBERS = 3;

    private final AtomicReference<String> broken = new AtomicReference<>();
    private final CountDownLatch brokenForBoth = new CountDownLatch(MEMBERS - 1);

    private static Laboratory laboratory() {
        Laboratory made = Laboratory.withWorkers(MEMBERS);
        made.addPolicy("teams", TeamPolicy::new);
        return made;
    }

    private static TaskRuntime runtime(Laboratory laboratory) {
        return laboratory.factory.create(RuntimeConfiguration.defaults()
                .withPolicy("teams")
                .withClosingTimeout(Duration.ofSeconds(1))
                .withTeams(TeamSettings.defaults().withSingle()));
    }

    private static Task submit(TaskRuntime runtime, Kernel kernel) {
        return runtime.task(
                        Codelet.named("together").access().cpu(kernel).spmd().build())
                .submit();
    }

    /** Waits at the barrier, which is to break. */
    private void waitInVain(KernelContext kernel) throws Exception {
        BrokenBarrierException thrown = assertThrows(BrokenBarrierException.class, kernel::barrier);
        broken.set(thrown.getMessage());
        brokenForBoth.countDown();
        assertThrows(BrokenBarrierException.class, kernel::barrier, "it is broken for good");
        throw thrown;
    }

    @Test
    void shouldLetNobodyGoOnBeforeAllHaveCome() throws InterruptedException {
        try (Laboratory laboratory = laboratory();
                TaskRuntime runtime = runtime(laboratory)) {
            AtomicInteger arrivals = new AtomicInteger();
            AtomicInteger wrong = new AtomicInteger();
            Task task = submit(runtime, kernel -> {
                assertEquals(MEMBERS, kernel.teamSize());
                for (int round = 1; round <= 1000; round++) {
                    arrivals.incrementAndGet();
                    kernel.barrier();
                    if (arrivals.get() < round * MEMBERS) {
                        wrong.incrementAndGet();
                    }
                    kernel.barrier();
                }
            });
            task.await();
            assertEquals(0, wrong.get());
        }
    }

    @Test
    void shouldNotKeepAKernelThatRunsAlone() throws InterruptedException {
        try (Laboratory laboratory = laboratory();
                TaskRuntime runtime = runtime(laboratory)) {
            runtime.task(Codelet.named("alone").cpu(KernelContext::barrier).build())
                    .submitAndAwait();
            runtime.task(Codelet.named("fork-join")
                            .access()
                            .cpu(KernelContext::barrier)
                            .forkJoin()
                            .build())
                    .submitAndAwait();
        }
    }

    @Test
    void shouldBreakWhenAMemberFails() throws InterruptedException {
        try (Laboratory laboratory = laboratory()) {
            TaskRuntime runtime = runtime(laboratory);
            IllegalStateException reason = new IllegalStateException("on purpose");
            Task task = submit(runtime, kernel -> {
                if (kernel.rank() == 1) {
                    throw reason;
                }
                waitInVain(kernel);
            });
            assertSame(
                    reason, assertThrows(TaskFailedException.class, task::await).getCause());
            assertTrue(broken.get().endsWith("failed with java.lang.IllegalStateException"), broken.get());
            runtime.close();
        }
    }

    @Test
    void shouldBreakWhenAMemberReturns() throws InterruptedException {
        try (Laboratory laboratory = laboratory()) {
            TaskRuntime runtime = runtime(laboratory);
            Task task = submit(runtime, kernel -> {
                if (kernel.rank() != 0) {
                    waitInVain(kernel);
                }
            });
            assertThrows(TaskFailedException.class, task::await);
            assertTrue(broken.get().endsWith("the kernel of a member has returned"), broken.get());
            runtime.close();
        }
    }

    @Test
    void shouldBreakWhenAMembersDeviceIsLost() throws InterruptedException {
        try (Laboratory laboratory = laboratory()) {
            TaskRuntime runtime = runtime(laboratory);
            AtomicInteger runs = new AtomicInteger();
            Task task = submit(runtime, kernel -> {
                if (kernel.teamSize() < MEMBERS) {
                    runs.incrementAndGet(); // again, on those that are left
                } else if (kernel.rank() == 1) {
                    throw new DeviceLostException("cpu-1", "pulled out", null);
                } else {
                    waitInVain(kernel);
                }
            });
            task.await();
            assertTrue(runs.get() > 0);
            assertTrue(broken.get() != null);
            runtime.close();
        }
    }

    @Test
    void shouldBreakWhenTheTaskIsGivenUp() throws InterruptedException {
        try (Laboratory laboratory = laboratory()) {
            TaskRuntime runtime = runtime(laboratory);
            CountDownLatch hung = new CountDownLatch(1);
            submit(runtime, kernel -> {
                if (kernel.rank() == 1) {
                    hung.await();
                } else {
                    waitInVain(kernel);
                }
            });
            runtime.close();
            brokenForBoth.await();
            assertTrue(broken.get().endsWith("the task was given up"), broken.get());
            hung.countDown();
        }
    }
}
