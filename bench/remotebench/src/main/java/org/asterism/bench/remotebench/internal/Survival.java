package org.asterism.bench.remotebench.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.TaskState;
import org.asterism.api.data.DataHandle;

/**
 * A program that goes on whatever members are lost. Chains of tasks count in vectors, which are written through to main
 * memory. A chain whose data are lost all the same, between the end of a task and the end of that copy, is begun anew.
 *
 * @param runtime runs it
 * @param chains the number of chains at a time
 * @param length the number of tasks of a chain
 * @param elements the number of elements of a vector
 * @param micros how long each kernel sleeps, in microseconds
 */
record Survival(TaskRuntime runtime, int chains, int length, int elements, long micros) {
    /** What has happened. Callbacks count ends. */
    private static final class Counts {
        final AtomicLong ended = new AtomicLong();
        long submitted;
        long failed;
        long right;
        long wrong;
        long begunAnew;

        boolean areCorrect() {
            return ended.get() == submitted && wrong == 0;
        }

        Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("tasks", submitted);
            fields.put("ended", ended.get());
            fields.put("failed", failed);
            fields.put("right_results", right);
            fields.put("wrong_results", wrong);
            fields.put("chains_begun_anew", begunAnew);
            return fields;
        }
    }

    /** A vector, and the tasks that count in it. */
    private final class Chain {
        private final double[] content = new double[elements];
        private final DataHandle handle = runtime.data().vector(content).writeThrough(0);
        private final List<Task> tasks = new ArrayList<>();

        Chain(Counts counts) {
            for (int number = 0; number < length; number++) {
                tasks.add(runtime.task(Kernels.COUNT)
                        .data(handle)
                        .argument(micros)
                        .onCompletion(_ -> counts.ended.incrementAndGet())
                        .submit());
                counts.submitted++;
            }
        }

        /** Waits for the tasks, and returns whether the vector has come home. */
        boolean end(Counts counts) throws InterruptedException {
            boolean isLost = false;
            for (Task task : tasks) {
                try {
                    task.await();
                } catch (RuntimeException failure) {
                    isLost = true;
                }
                if (task.state() != TaskState.DONE) {
                    counts.failed++;
                }
            }
            try {
                handle.close();
            } catch (RuntimeException lost) {
                isLost = true;
            }
            return !isLost;
        }

        boolean isRight() {
            for (double element : content) {
                if (element != length) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * Runs chains until the time is over and each that was begun has its result.
     *
     * @param seconds how long new ones are begun
     * @param fields get the counts
     * @return whether each task has ended once and no result is wrong
     */
    boolean run(long seconds, Map<String, Object> fields) throws InterruptedException {
        Counts counts = new Counts();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        do {
            List<Chain> open = new ArrayList<>();
            for (int chain = 0; chain < chains; chain++) {
                open.add(new Chain(counts));
            }
            for (int next = 0; next < open.size(); next++) {
                Chain chain = open.get(next);
                if (!chain.end(counts)) {
                    counts.begunAnew++;
                    open.add(new Chain(counts));
                } else if (chain.isRight()) {
                    counts.right++;
                } else {
                    counts.wrong++;
                }
            }
        } while (System.nanoTime() < end);
        fields.putAll(counts.fields());
        return counts.areCorrect();
    }
}
