package org.asterism.policy.modular.internal.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.api.Worker;
import org.asterism.policy.modular.internal.ComponentFault;
import org.asterism.spi.component.SchedulingComponent;
import org.asterism.tck.FakePolicyContext;
import org.asterism.tck.FakeTask;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Trees that are in order are never said to stand still, however often all their workers have nothing to do at the same
 * time.
 */
@Timeout(60)
class StillnessTest {
    private static final int BURSTS = 4000;

    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger done = new AtomicInteger();
    private volatile boolean ended;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fifo / eager / each worker: best-implementation",
                "prio / eager / each worker: fifo(ntasks=1) / best-implementation",
                "fifo / eager / each architecture: fifo(ntasks=2) / eager / each worker: fifo(ntasks=1)",
                "prio / perfmodel-select(perf: mct / each worker: prio(ntasks=2, exp), calibrate: eager-calibration,"
                        + " else: eager)"
            })
    void shouldRaiseNoFalseAlarm(String description) throws InterruptedException {
        long seed = Long.getLong("asterism.seed", System.nanoTime());
        System.out.println("shouldRaiseNoFalseAlarm: repeat with -Dasterism.seed=" + seed);
        List<FakeWorker> workers = List.of(
                new FakeWorker(0, Architecture.CPU),
                new FakeWorker(1, Architecture.CPU),
                new FakeWorker(2, Architecture.CUDA));
        Thread[] threads = new Thread[workers.size()];
        FakePolicyContext context = new FakePolicyContext(Map.of(), System::nanoTime);
        context.setWorkers(workers);
        context.onWake(worker -> LockSupport.unpark(threads[worker.id()]));
        TreePolicy policy = RealKinds.make().policy(description, context);
        policy.addWorkers(List.copyOf(workers));
        for (FakeWorker worker : workers) {
            threads[worker.id()] =
                    Thread.ofPlatform().daemon().name("worker-" + worker).start(() -> work(policy, worker));
        }
        int pushed = 0;
        SplittableRandom random = new SplittableRandom(seed);
        for (int burst = 0; burst < BURSTS && failures.isEmpty(); burst++) {
            for (int left = 1 + random.nextInt(3); left > 0; left--) {
                pushed++;
                policy.push(new FakeTask(
                        pushed, random.nextInt(4) == 0 ? TreeUnderTest.CUDA : TreeUnderTest.CPU, random.nextInt(3)));
            }
            while (done.get() < pushed && failures.isEmpty()) {
                Thread.onSpinWait();
            }
        }
        ended = true;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
            thread.join();
        }
        assertEquals(List.of(), new ArrayList<>(failures), "seed " + seed);
        assertEquals(pushed, done.get());
    }

    private void work(TreePolicy policy, FakeWorker worker) {
        try {
            while (!ended) {
                Task task = policy.pop(worker);
                if (task == null) {
                    worker.fallAsleep();
                    task = policy.pop(worker);
                    if (task != null) {
                        worker.wakeUp();
                    }
                }
                if (task != null) {
                    worker.run((FakeTask) task, policy);
                    done.incrementAndGet();
                }
                while (worker.isAsleep() && !ended) {
                    LockSupport.park(this);
                }
            }
        } catch (Throwable thrown) {
            failures.add(thrown);
        }
    }

    @Test
    void shouldSayThatATreeStandsStillWhoeverOfItsWorkersIsTheLastToLook() {
        for (int first = 0; first < 3; first++) {
            TestKinds kinds = new TestKinds();
            kinds.add("closed", List.of(), place -> new TestKinds.Reservoir(place) {
                @Override
                public Task pull(Worker worker, SchedulingComponent to) {
                    return null;
                }
            });
            try (TreeUnderTest tree = new TreeUnderTest(
                    kinds, "closed / chooser / each worker", Architecture.CPU, Architecture.CPU, Architecture.CPU)) {
                tree.push(TreeUnderTest.CPU);
                for (int worker = first; worker < first + 3; worker++) {
                    tree.pop(worker % 3);
                }
                assertThrows(ComponentFault.class, tree::runUntilAllSleep);
            }
        }
    }
}
