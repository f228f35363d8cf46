package org.asterism.policy.graph.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.api.Task;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;

class GraphPolicyTest {
    private static final Codelet WORK = Codelet.named("work")
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, new Implementation() {})
            .build();

    private final Map<Task, List<Task>> successors = new HashMap<>();
    private final FakeWorker cpu = new FakeWorker(0, Architecture.CPU);
    private final FakeWorker gpu = new FakeWorker(1, Architecture.CUDA, 1);
    private long ids;

    private FakePolicyContext context(Map<String, String> properties) {
        FakePolicyContext context = new FakePolicyContext(properties, () -> 0);
        context.setGraph(
                (task, visitor) -> successors.getOrDefault(task, List.of()).forEach(visitor));
        context.setWorkers(List.of(cpu, gpu));
        return context;
    }

    private SchedulingPolicy policy(FakePolicyContext context) {
        SchedulingPolicy policy = new GraphPolicyFactory().create(context);
        policy.addWorkers(List.of(cpu, gpu));
        return policy;
    }

    private FakeTask task(int priority, Task... waiting) {
        FakeTask task = new FakeTask(++ids, WORK, priority).where(Architecture.CPU);
        successors.put(task, List.of(waiting));
        return task;
    }

    @Test
    void shouldKeepTasksUntilTheProgramWaits() {
        SchedulingPolicy policy = policy(context(Map.of()));
        Task task = task(0);
        policy.submitted(task);
        policy.push(task);
        assertNull(policy.pop(cpu));
        cpu.fallAsleep();
        policy.schedule();
        assertFalse(cpu.isAsleep());
        assertEquals(task, policy.pop(cpu));
        Task later = task(0);
        policy.push(later);
        assertEquals(later, policy.pop(cpu), "later tasks are not kept");
    }

    @Test
    void shouldTakeFirstWhatTheLongestWayBeginsWithWhateverThePriorities() {
        SchedulingPolicy policy = policy(context(Map.of()));
        Task end = task(9);
        Task middle = task(0, end);
        Task deep = task(-5, middle);
        Task wide = task(0, task(0), task(0), task(0), task(0));
        Task alone = task(100);
        for (Task pushed : List.of(alone, wide, deep)) {
            policy.submitted(pushed);
            policy.push(pushed);
        }
        policy.submitted(middle);
        policy.schedule();
        assertEquals(List.of(deep, wide, alone), popAll(policy, cpu));
        policy.push(middle);
        policy.push(alone);
        assertEquals(List.of(middle, alone), popAll(policy, cpu), "ranks of tasks that were not ready are kept");
        assertEquals(-5, deep.priority());
    }

    @Test
    void shouldTakeFirstWhatMostTasksDependOnIfThatIsWanted() {
        SchedulingPolicy policy = policy(context(Map.of("rank", "descendants")));
        Task deep = task(0, task(0, task(0)));
        Task wide = task(0, task(0), task(0), task(0), task(0));
        for (Task pushed : List.of(deep, wide)) {
            policy.push(pushed);
        }
        policy.schedule();
        assertEquals(List.of(wide, deep), popAll(policy, cpu));
    }

    @Test
    void shouldRankATaskThatCameLaterByTheSuccessorsThatAreKnown() {
        SchedulingPolicy policy = policy(context(Map.of()));
        policy.schedule();
        Task alone = task(0);
        Task followed = task(0, task(0));
        policy.push(alone);
        policy.push(followed);
        assertEquals(List.of(followed, alone), popAll(policy, cpu));
    }

    @Test
    void shouldRankAnewWhenTheProgramWaitsAgain() {
        SchedulingPolicy policy = policy(context(Map.of()));
        policy.schedule();
        Task shallow = task(0, task(0));
        Task deep = task(0, task(0, task(0)));
        for (Task pushed : List.of(shallow, deep)) {
            policy.submitted(pushed);
            policy.push(pushed);
        }
        policy.schedule();
        assertEquals(List.of(deep, shallow), popAll(policy, cpu));
    }

    @Test
    void shouldGiveATaskToTheArchitectureThatExecutesMostOfThem() {
        FakePolicyContext context = context(Map.of("collect", "false"));
        boolean[] cpuIsFast = {false};
        context.predictor().times((task, worker, number) -> (worker == cpu) == cpuIsFast[0] ? 10 : 90);
        SchedulingPolicy policy = policy(context);
        Task forGpu = new FakeTask(++ids, WORK, 0);
        policy.push(forGpu);
        assertNull(policy.pop(cpu));
        assertEquals(forGpu, policy.pop(gpu));
        cpuIsFast[0] = true;
        Task forCpu = new FakeTask(++ids, WORK, 0);
        policy.push(forCpu);
        assertNull(policy.pop(gpu));
        assertEquals(forCpu, policy.pop(cpu));
    }

    @Test
    void shouldWakeAWorkerOfTheArchitectureThatTheTaskIsFor() {
        FakePolicyContext context = context(Map.of("collect", "false"));
        context.predictor().relativeSpeed(Architecture.CUDA, 10);
        SchedulingPolicy policy = policy(context);
        for (FakeWorker worker : List.of(cpu, gpu)) {
            assertNull(policy.pop(worker));
            worker.fallAsleep();
        }
        policy.push(new FakeTask(++ids, WORK, 0));
        assertTrue(cpu.isAsleep());
        assertFalse(gpu.isAsleep());
    }

    @Test
    void shouldDrainWhatItHasCollectedInTheOrderOfPushes() {
        SchedulingPolicy policy = policy(context(Map.of()));
        List<Task> pushed = List.of(task(3), task(-1), task(7));
        pushed.forEach(policy::push);
        List<Task> drained = new ArrayList<>();
        policy.drain(drained::add);
        assertEquals(pushed, drained);
    }

    @Test
    void shouldRefuseARankingThatIsNone() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> new GraphPolicyFactory().create(context(Map.of("rank", "width"))))
                .getMessage();
        assertTrue(message.contains("'rank' is 'width'") && message.contains("descendants"), message);
    }

    private static List<Task> popAll(SchedulingPolicy policy, FakeWorker worker) {
        List<Task> popped = new ArrayList<>();
        for (Task task = policy.pop(worker); task != null; task = policy.pop(worker)) {
            popped.add(task);
        }
        return popped;
    }
}
