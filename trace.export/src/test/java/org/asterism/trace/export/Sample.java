package org.asterism.trace.export;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.asterism.api.Access;
import org.asterism.api.TaskState;
import org.asterism.trace.TraceAccess;
import org.asterism.trace.TraceComponent;
import org.asterism.trace.TraceEvent;
import org.asterism.trace.TraceHandle;
import org.asterism.trace.TraceNode;
import org.asterism.trace.TraceThread;
import org.asterism.trace.TraceTree;
import org.asterism.trace.TraceWorker;

/**
 * Recording of a short run on two cores and a device. Times of the parameters are milliseconds since its begin.
 *
 * <p>Task 1 (potrf) runs on the first core from 1 to 4. It releases task 2 (trsm), which runs on the device from 7 to
 * 12 after a copy from 5 to 6, and task 3 (gemm "big", parallel), which runs on both cores from 5 to 9. Task 4 fails.
 * Task 2 belongs to iteration 7, and task 3 to iteration 70 within that.
 */
public final class Sample {
    /** The time of the begin. */
    public static final long ORIGIN = 1_000_000_000;

    /** The first core. */
    public static final TraceWorker CPU_0 = new TraceWorker(0, "cpu0", "cpu", 0);

    /** The second core. */
    public static final TraceWorker CPU_1 = new TraceWorker(1, "cpu1", "cpu", 0);

    /** The device. */
    public static final TraceWorker GPU = new TraceWorker(2, "cuda0", "cuda", 1);

    /** Main memory. */
    public static final TraceNode RAM = new TraceNode(0, "ram", 1L << 34);

    /** The memory of the device. */
    public static final TraceNode DEVICE = new TraceNode(1, "cuda0 memory", 1L << 30);

    /** The thread that submits the tasks. */
    public static final TraceThread MAIN = new TraceThread(1, "main");

    /** A tile. */
    public static final TraceHandle TILE = new TraceHandle(1, "A[0,0]", 8_000_000);

    private static final TraceThread THREAD_0 = new TraceThread(2, "worker cpu0");
    private static final TraceThread THREAD_1 = new TraceThread(3, "worker cpu1");
    private static final TraceThread THREAD_2 = new TraceThread(4, "worker cuda0");
    /** The tree of the context, with a store for the device. */
    public static final TraceTree TREE = new TraceTree(
            "eager",
            List.of(
                    new TraceComponent(
                            "prio",
                            "prio",
                            true,
                            List.of("cpu0", "cpu1", "fifo@cuda0"),
                            List.of("cpu0", "cpu1", "cuda0")),
                    new TraceComponent("cpu0", "worker", false, List.of(), List.of("cpu0")),
                    new TraceComponent("cpu1", "worker", false, List.of(), List.of("cpu1")),
                    new TraceComponent("fifo@cuda0", "fifo", true, List.of("cuda0"), List.of("cuda0")),
                    new TraceComponent("cuda0", "worker", false, List.of(), List.of("cuda0"))));

    private static final long MILLI = 1_000_000;

    private Sample() {}

    /** The nanoseconds of the clock at a time of the recording. */
    public static long at(double millis) {
        return ORIGIN + Math.round(millis * MILLI);
    }

    /** The recording. */
    public static EventList trace() {
        List<TraceEvent> events = new ArrayList<>();
        events.add(new TraceEvent.PolicyChanged(at(0), MAIN, "main", Optional.empty(), Optional.of("eager")));
        events.add(new TraceEvent.TreeChanged(at(0), MAIN, "main", Optional.of(TREE)));
        events.add(new TraceEvent.Joined(at(0), MAIN, CPU_0, "main"));
        events.add(new TraceEvent.Slept(at(0.1), THREAD_1, CPU_1));
        events.add(new TraceEvent.Slept(at(0.1), THREAD_2, GPU));
        for (int task = 1; task <= 4; task++) {
            events.add(submitted(task));
        }
        iterations(events);
        first(events);
        second(events);
        third(events);
        events.add(new TraceEvent.Completed(at(12.4), THREAD_2, 4, TaskState.FAILED));
        events.add(new TraceEvent.TreeChanged(at(13), MAIN, "main", Optional.empty()));
        events.add(new TraceEvent.PolicyChanged(at(13), MAIN, "main", Optional.of("eager"), Optional.of("dmda")));
        events.add(new TraceEvent.EventsLost(at(14), MAIN, 3));
        events.sort(Comparator.comparingLong(TraceEvent::time));
        return new EventList(
                List.of(CPU_0, CPU_1, GPU),
                List.of(RAM, DEVICE),
                List.of(MAIN, THREAD_0, THREAD_1, THREAD_2),
                List.of(TILE),
                events);
    }

    private static TraceEvent submitted(int task) {
        String codelet = List.of("potrf", "trsm", "gemm \"big\"", "broken").get(task - 1);
        return new TraceEvent.Submitted(
                at(0.2 + task / 100.0),
                MAIN,
                task,
                codelet,
                "main",
                5 - task,
                6e6 * task,
                0xabc,
                List.of(new TraceAccess(TILE, Access.RW)),
                List.of(List.<Long>of(), List.of(7L), List.of(7L, 70L), List.<Long>of())
                        .get(task - 1));
    }

    private static void iterations(List<TraceEvent> events) {
        events.add(new TraceEvent.IterationEnded(at(0.15), MAIN, 6, 1)); // its begin is not recorded
        events.add(new TraceEvent.IterationBegan(at(0.215), MAIN, 7, 1));
        events.add(new TraceEvent.IterationBegan(at(0.225), MAIN, 70, 2));
        events.add(new TraceEvent.IterationEnded(at(0.232), MAIN, 70, 2));
        events.add(new TraceEvent.IterationEnded(at(0.235), MAIN, 7, 1));
        events.add(new TraceEvent.IterationBegan(at(13.5), MAIN, 8, 1)); // its end is not recorded
    }

    private static void first(List<TraceEvent> events) {
        events.add(new TraceEvent.Ready(at(0.3), MAIN, 1));
        events.add(new TraceEvent.Pushed(at(0.31), MAIN, 1));
        events.add(new TraceEvent.Stored(at(0.31), MAIN, 1, "main", "prio"));
        events.add(new TraceEvent.Popped(at(0.5), THREAD_0, 1, CPU_0, Optional.of("eager")));
        events.add(new TraceEvent.Launched(at(0.9), THREAD_0, 1, CPU_0));
        events.add(new TraceEvent.Executed(at(4.1), THREAD_0, 1, CPU_0, at(1), at(4)));
        events.add(new TraceEvent.Dependency(at(4.2), THREAD_0, 1, 2));
        events.add(new TraceEvent.Dependency(at(4.2), THREAD_0, 1, 3));
        events.add(new TraceEvent.CallbackBegan(at(4.4), THREAD_0, 1));
        events.add(new TraceEvent.CallbackEnded(at(4.6), THREAD_0, 1));
        events.add(new TraceEvent.Completed(at(4.7), THREAD_0, 1, TaskState.DONE));
    }

    private static void second(List<TraceEvent> events) {
        events.add(new TraceEvent.Ready(at(4.21), THREAD_0, 2));
        events.add(new TraceEvent.Pushed(at(4.22), THREAD_0, 2));
        events.add(new TraceEvent.Decided(at(4.23), THREAD_0, 2, GPU, at(6), 4.5 * MILLI, MILLI, Double.NaN));
        events.add(new TraceEvent.Stored(at(4.23), THREAD_0, 2, "main", "prio"));
        events.add(new TraceEvent.Woke(at(4.24), THREAD_2, GPU));
        events.add(new TraceEvent.Stored(at(4.245), THREAD_2, 2, "main", "fifo@cuda0"));
        events.add(new TraceEvent.Popped(at(4.25), THREAD_2, 2, GPU, Optional.of("eager")));
        events.add(new TraceEvent.Allocated(at(4.8), THREAD_2, TILE, DEVICE, 8_000_000));
        events.add(new TraceEvent.Fetching(at(4.9), THREAD_2, 2, GPU));
        events.add(new TraceEvent.TransferBegan(at(5), THREAD_2, TILE, RAM, DEVICE, 8_000_000, at(5)));
        events.add(new TraceEvent.Transferred(at(6), THREAD_2, TILE, RAM, DEVICE, 8_000_000, at(5), at(6)));
        events.add(new TraceEvent.Fetched(at(6.1), THREAD_2, 2, GPU));
        events.add(new TraceEvent.Launched(at(6.2), THREAD_2, 2, GPU));
        events.add(new TraceEvent.Executed(at(12.1), THREAD_2, 2, GPU, at(7), at(12)));
        events.add(new TraceEvent.Completed(at(12.2), THREAD_2, 2, TaskState.DONE));
        events.add(new TraceEvent.Freed(at(12.3), THREAD_2, TILE, DEVICE, 8_000_000, true));
        events.add(new TraceEvent.Slept(at(12.5), THREAD_2, GPU));
    }

    private static void third(List<TraceEvent> events) {
        events.add(new TraceEvent.Ready(at(4.21), THREAD_0, 3));
        events.add(new TraceEvent.Pushed(at(4.22), THREAD_0, 3));
        events.add(new TraceEvent.Woke(at(4.3), THREAD_1, CPU_1));
        events.add(new TraceEvent.Popped(at(4.8), THREAD_0, 3, CPU_0, Optional.of("eager")));
        events.add(new TraceEvent.Launched(at(4.9), THREAD_0, 3, CPU_0));
        events.add(new TraceEvent.TookPart(at(9), THREAD_1, 3, CPU_1, 1, at(5), at(9)));
        events.add(new TraceEvent.Executed(at(9.1), THREAD_0, 3, CPU_0, at(5), at(9)));
        events.add(new TraceEvent.Completed(at(9.2), THREAD_0, 3, TaskState.DONE));
    }
}
