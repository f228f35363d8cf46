package org.asterism.core.internal.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.asterism.api.Access;
import org.asterism.api.Codelet;
import org.asterism.api.RuntimeConfiguration;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.api.data.DataHandle;
import org.asterism.core.internal.stepping.VirtualClock;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.TimedDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Three tasks, A, B and C, with all combinations of lengths, accesses to the same data, tags, named predecessors, and
 * pauses before B and C are submitted: 131072 in all, in virtual time.
 */
@Timeout(120)
class TagCombinationsTest {
    private static final long LENGTH = 100_000;
    private static final Access[] MODES = {null, Access.R, Access.W, Access.RW};

    private static final Codelet WORK = Codelet.named("work").cpu(kernel -> {}).build();

    /** Gives the bits of a number away. */
    private static final class Choice {
        private int rest;

        Choice(int number) {
            rest = number;
        }

        int next(int bits) {
            int chosen = rest & (1 << bits) - 1;
            rest >>>= bits;
            return chosen;
        }
    }

    private final VirtualClock clock = new VirtualClock();
    private final long[] begun = new long[3];
    private final long[] ended = new long[3];

    @Test
    void shouldEndWhateverTagsDataAndPredecessorsAreCombined() throws InterruptedException {
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("timed", new TimedDriver(3));
            try (TaskRuntime runtime =
                    laboratory.factory.create(RuntimeConfiguration.defaults().withClock(clock))) {
                for (int combination = 0; combination < 1 << 17; combination++) {
                    try {
                        check(runtime, new Choice(combination));
                    } catch (AssertionError | RuntimeException wrong) {
                        throw new AssertionError("combination " + combination, wrong);
                    }
                }
                assertEquals(3 << 17, runtime.tasks(0).done());
            }
        }
    }

    private void check(TaskRuntime runtime, Choice choice) throws InterruptedException {
        DataHandle token = runtime.data().token();
        Task[] tasks = new Task[3];
        Access[] modes = new Access[3];
        boolean[][] after = new boolean[3][3];
        long[] lengths = new long[3];
        for (int index = 0; index < 3; index++) {
            int self = index;
            lengths[index] = choice.next(1) * LENGTH;
            modes[index] = MODES[choice.next(2)];
            tasks[index] = runtime.task(WORK)
                    .argument(lengths[index])
                    .tag(index)
                    .onCompletion(task -> {
                        ended[self] = clock.nanoTime();
                        begun[self] = ended[self] - lengths[self];
                    });
            if (modes[index] != null) {
                tasks[index].access(token, modes[index]);
            }
            for (int earlier = 0; earlier < index; earlier++) {
                if (choice.next(1) == 1) {
                    tasks[index].afterTags(earlier);
                    after[index][earlier] = true;
                }
                if (choice.next(1) == 1) {
                    tasks[index].after(tasks[earlier]);
                    after[index][earlier] = true;
                }
                boolean readOnly = modes[index] == Access.R && modes[earlier] == Access.R;
                after[index][earlier] |= modes[index] != null && modes[earlier] != null && !readOnly;
            }
        }
        tasks[0].submit();
        for (int index = 1; index < 3; index++) {
            if (choice.next(1) == 1) {
                runtime.waitAll(Duration.ofNanos(LENGTH / 2));
            }
            tasks[index].submit();
        }
        runtime.waitAll();
        for (int index = 0; index < 3; index++) {
            assertTrue(runtime.tags().isDone(index), "tag " + index);
            for (int earlier = 0; earlier < index; earlier++) {
                assertTrue(!after[index][earlier] || begun[index] >= ended[earlier], index + " after " + earlier);
            }
            runtime.tags().restart(index);
        }
        token.close();
    }
}
