package org.asterism.policy.heteroprio.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.asterism.api.Architecture;
import org.asterism.api.Task;
import org.asterism.tck.FakeWorker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Devices that come and go, each with a memory node of its own, beside workers and devices that stay. */
@Timeout(60)
class ComingAndGoingTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Scene scene = new Scene(2, 1, Map.of("locality", "true", "locality.push", "worker"));
    private int next = scene.workers.size();

    /** Brings a device, pushes tasks, and lets the device go; how many bytes that took. */
    private long comeAndGo() {
        FakeWorker device = new FakeWorker(next, Architecture.CUDA, next);
        next++;
        long before = THREADS.getCurrentThreadAllocatedBytes();
        scene.policy.addWorkers(List.of(device));
        scene.push(Scene.GEMM);
        scene.push(Scene.POTRF);
        scene.policy.removeWorkers(List.of(device));
        scene.policy.pop(scene.workers.get(2));
        scene.policy.drain(task -> {});
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private long least(int rounds) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            least = Math.min(least, comeAndGo());
        }
        return least;
    }

    @Test
    void shouldRememberNoMemoryNodesThatHaveLeft() {
        least(20);
        long few = least(20);
        least(2000);
        long many = least(20);
        System.out.println("bytes per device that comes and goes: " + few + ", after 2000: " + many);
        assertTrue(many < 2 * few, () -> few + " bytes at first, " + many + " bytes after 2000 devices");
    }

    @Test
    void shouldKeepTasksOfNodesThatComeAndGo() {
        List<Task> pushed = new ArrayList<>();
        for (int round = 0; round < 50; round++) {
            FakeWorker first = new FakeWorker(next, Architecture.CUDA, next);
            FakeWorker second = new FakeWorker(next + 1, Architecture.CUDA, next + 1);
            next += 2;
            scene.policy.addWorkers(List.of(first, second));
            pushed.add(scene.push(Scene.GEMM));
            pushed.add(scene.push(Scene.TRSM));
            Task held = scene.policy.pop(second);
            if (held != null) {
                scene.policy.afterExecution(held, second); // the next tasks are put where it works
                pushed.remove(held);
            }
            pushed.add(scene.push(Scene.POTRF));
            scene.policy.removeWorkers(List.of(first));
            pushed.add(scene.push(Scene.GEMM));
            scene.policy.removeWorkers(List.of(second));
        }
        List<Task> drained = new ArrayList<>();
        scene.policy.drain(drained::add);
        assertEquals(pushed, drained);
    }

    @Test
    void shouldPutTasksThatAWorkerHoldsBackAtItsNodeWhenAnotherNodeLeaves() {
        try (Scene holding = new Scene(2, 1, Map.of("locality", "true", "locality.push", "worker", "window", "3"))) {
            FakeWorker leaving = new FakeWorker(3, Architecture.CUDA, 2);
            FakeWorker staying = new FakeWorker(4, Architecture.CUDA, 3);
            holding.policy.addWorkers(List.of(leaving, staying));
            Task executed = holding.push(Scene.GEMM);
            assertEquals(executed, holding.policy.pop(staying));
            holding.policy.afterExecution(executed, staying); // the next tasks are put where it works
            List<Task> pushed = new ArrayList<>();
            for (int count = 0; count < 5; count++) {
                pushed.add(holding.push(Scene.GEMM));
            }
            List<Task> popped = new ArrayList<>();
            popped.add(holding.policy.pop(staying)); // and it holds the next two
            holding.policy.removeWorkers(List.of(leaving)); // its own node has another number from now on
            while (popped.size() < pushed.size()) {
                popped.add(holding.policy.pop(staying));
            }
            assertEquals(pushed, popped); // at another node, the two would come last
        }
    }
}
