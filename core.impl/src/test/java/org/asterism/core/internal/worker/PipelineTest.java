package org.asterism.core.internal.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Access;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.Worker;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.NodesDriver;
import org.asterism.policy.eager.internal.EagerPolicyFactory;
import org.asterism.spi.policy.SchedulingPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker with several tasks under way; a copy takes a nanosecond per byte. */
@Timeout(30)
class PipelineTest {
    private static final int BYTES = 800;
    private static final Codelet READ = codelet(Access.R);
    private static final Codelet CHANGE = codelet(Access.RW);
    private static final Codelet FAIL = Codelet.named("fail")
            .access(Access.R)
            .implementation(Architecture.CUDA, (org.asterism.api.Kernel) kernel -> {
                throw new IllegalStateException("broken");
            })
            .build();

    private final VirtualClock clock = new VirtualClock();
    private final Laboratory laboratory = new Laboratory();

    private static Codelet codelet(Access mode) {
        return Codelet.named("use " + mode)
                .access(mode)
                .implementation(Architecture.CUDA, (org.asterism.api.Kernel) kernel -> {})
                .build();
    }

    private TaskRuntime runtime(NodesDriver driver, String policy) {
        laboratory.addDriver("nodes", driver.withDevices());
        return laboratory.factory.create(
                RuntimeConfiguration.defaults().withPolicy(policy).withClock(clock));
    }

    private static NodesDriver oneDevice() {
        return new NodesDriver(2, 2, 1 << 20, 1, false);
    }

    private static DataHandle data(TaskRuntime runtime) {
        return runtime.data().vector(new double[BYTES / Double.BYTES]);
    }

    private static List<Task> submit(TaskRuntime runtime, Codelet codelet, int number, long nanos) {
        List<Task> tasks = new ArrayList<>();
        for (int index = 0; index < number; index++) {
            tasks.add(runtime.task(codelet).data(data(runtime)).argument(nanos).submit());
        }
        return tasks;
    }

    @Test
    void shouldFetchDataOfTheNextTaskWhileAKernelRuns() throws InterruptedException {
        try (TaskRuntime runtime = runtime(oneDevice().withPipeline(2), "eager")) {
            submit(runtime, READ, 5, 1000);
            runtime.waitAll();
            assertEquals(BYTES + 5 * 1000, clock.nanoTime());
        }
    }

    @Test
    void shouldFetchDataOfTheNextTaskAfterAKernelWithoutAPipeline() throws InterruptedException {
        try (TaskRuntime runtime = runtime(oneDevice(), "eager")) {
            submit(runtime, READ, 5, 1000);
            runtime.waitAll();
            assertEquals(5 * (BYTES + 1000), clock.nanoTime());
        }
    }

    @Test
    void shouldNotBeginAnotherTaskBesideASynchronousKernel() throws InterruptedException {
        try (TaskRuntime runtime = runtime(oneDevice().withPipeline(2).withSynchronousKernels(), "eager")) {
            submit(runtime, READ, 5, 1000);
            runtime.waitAll();
            assertEquals(5 * (BYTES + 1000), clock.nanoTime());
        }
    }

    @Test
    void shouldRunAChainOfTasksOnTheSameDataInAPipeline() throws InterruptedException {
        try (TaskRuntime runtime = runtime(oneDevice().withPipeline(3), "eager")) {
            DataHandle chain = data(runtime);
            for (int index = 0; index < 4; index++) {
                runtime.task(CHANGE).data(chain).argument(1000L).submit();
            }
            runtime.waitAll();
            assertEquals(BYTES + 4 * 1000, clock.nanoTime());
        }
    }

    @Test
    void shouldGoOnAfterATaskThatFailsBesideAnother() throws InterruptedException {
        try (TaskRuntime runtime = runtime(oneDevice().withPipeline(2), "eager")) {
            List<Task> good = submit(runtime, READ, 1, 10_000);
            Task bad = runtime.task(FAIL).data(data(runtime)).submit();
            good.addAll(submit(runtime, READ, 2, 10));
            while (good.stream().anyMatch(task -> task.state() != TaskState.DONE)) {
                for (Task task : good) {
                    task.await();
                }
            }
            assertEquals(TaskState.FAILED, bad.state());
            try {
                runtime.waitAll();
            } catch (org.asterism.api.TasksFailedException reported) {
                assertTrue(reported.getMessage().contains("broken"), reported.getMessage());
            }
        }
    }

    @Test
    void shouldTellThePolicyOfATaskWhenNothingIsAheadOfIt() throws InterruptedException {
        List<String> told = new ArrayList<>();
        laboratory.addPolicy("telling", context -> {
            SchedulingPolicy eager = new EagerPolicyFactory().create(context);
            return new SchedulingPolicy() {
                @Override
                public void addWorkers(List<Worker> workers) {
                    eager.addWorkers(workers);
                }

                @Override
                public void removeWorkers(List<Worker> workers) {
                    eager.removeWorkers(workers);
                }

                @Override
                public void push(Task task) {
                    eager.push(task);
                }

                @Override
                public Task pop(Worker worker) {
                    return eager.pop(worker);
                }

                @Override
                public void drain(java.util.function.Consumer<? super Task> sink) {
                    eager.drain(sink);
                }

                @Override
                public void beforeExecution(Task task, Worker worker) {
                    told.add("begin " + task.id() + " at " + clock.nanoTime());
                }

                @Override
                public void afterExecution(Task task, Worker worker) {
                    told.add("end " + task.id() + " at " + clock.nanoTime());
                }
            };
        });
        try (TaskRuntime runtime = runtime(oneDevice().withPipeline(2), "telling")) {
            List<Task> tasks = submit(runtime, READ, 2, 1000);
            runtime.waitAll();
            long one = tasks.get(0).id();
            long other = tasks.get(1).id();
            assertEquals(
                    List.of(
                            "begin " + one + " at 800",
                            "end " + one + " at 1800",
                            "begin " + other + " at 1800",
                            "end " + other + " at 2800"),
                    told);
        }
    }
}
