package org.asterism.policy.random.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.asterism.api.Implementation;
import org.asterism.kit.policy.Dice;
import org.asterism.spi.policy.SchedulingPolicy;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.asterism.tck.VirtualClock;
import org.junit.jupiter.api.Test;

class DrawTest {
    private static final Implementation ELSEWHERE = new Implementation() {};
    private static final Codelet EITHER = Codelet.named("either")
            .cpu(kernel -> {})
            .implementation(Architecture.CUDA, ELSEWHERE)
            .build();
    private static final Codelet CPU = Codelet.named("cpu").cpu(kernel -> {}).build();

    /** What {@code srand48(0)} and then {@code drand48()} of glibc give. */
    @Test
    void shouldDrawTheNumbersOfDrand48() {
        Dice dice = new Dice(0);
        assertEquals(0.17082803610628972, dice.next());
        assertEquals(0.74990198048496381, dice.next());
        assertEquals(0.09637165562356742, dice.next());
        assertEquals(0.041630344771878214, new Dice(1).next());
        assertNotEquals(new Dice(1).next(), new Dice(1L << 32 | 1 << 5).next());
    }

    @Test
    void shouldGiveWorkersTasksByTheirSpeed() {
        FakePolicyContext context = new FakePolicyContext(Map.of(), new VirtualClock());
        context.predictor().relativeSpeed(Architecture.CUDA, 13.33);
        context.predictor().relativeSpeed(Architecture.CPU, 0.5);
        List<FakeWorker> workers = new ArrayList<>();
        for (int id = 0; id < 12; id++) {
            workers.add(new FakeWorker(id, id < 3 ? Architecture.CUDA : Architecture.CPU));
        }
        context.setWorkers(workers);
        SchedulingPolicy policy = new RandomPolicyFactory().create(context);
        policy.addWorkers(List.copyOf(workers));
        int tasks = 100_000;
        for (int id = 0; id < tasks; id++) {
            policy.push(new FakeTask(id, EITHER, 0));
        }
        for (FakeWorker worker : workers) {
            int given = 0;
            while (policy.pop(worker) != null) {
                given++;
            }
            double part = (worker.id() < 3 ? 13.33 : 0.5) / (3 * 13.33 + 9 * 0.5);
            // Six standard deviations of a binomial distribution: chance gives more once in five hundred million.
            double most = 6 * Math.sqrt(tasks * part * (1 - part));
            assertTrue(
                    Math.abs(given - tasks * part) < most,
                    worker + " was given " + given + " tasks, not about " + tasks * part + "; seed " + context.seed());
        }
    }

    @Test
    void shouldDrawAmongThoseWhoCanExecuteARestrictedTask() {
        FakePolicyContext context = new FakePolicyContext(Map.of(), new VirtualClock());
        List<FakeWorker> workers = List.of(
                new FakeWorker(0, Architecture.CPU),
                new FakeWorker(1, Architecture.CPU),
                new FakeWorker(5, Architecture.CPU));
        context.setWorkers(workers);
        SchedulingPolicy policy = new RandomPolicyFactory().create(context);
        policy.addWorkers(List.copyOf(workers));
        for (int id = 0; id < 100; id++) {
            policy.push(new FakeTask(id, CPU, 0).where(worker -> worker.id() != 1));
        }
        assertEquals(null, policy.pop(workers.get(1)));
        int given = 0;
        while (policy.pop(workers.get(2)) != null) {
            given++;
        }
        assertTrue(given > 20 && given < 80, given + " of a hundred tasks for one of two workers");
    }
}
