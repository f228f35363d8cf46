package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.asterism.api.Codelet;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.task.Job;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a place at a gate remembers, and how much memory that takes. */
@Timeout(60)
class HeldTasksTest {
    private static final Codelet NOTHING =
            Codelet.named("nothing").access().cpu(kernel -> {}).build();

    @Test
    void shouldTakeNoRoomBeforeTheFirstTaskAndAfterItWasCleared() {
        try (Laboratory laboratory = Laboratory.withWorkers(0);
                TaskRuntime runtime = laboratory.runtime()) {
            HeldTasks held = new HeldTasks();
            assertTrue(held.isUnused());
            held.tidy();
            held.add((Job) runtime.task(NOTHING).submit());
            assertFalse(held.isUnused());
            HeldTasks other = new HeldTasks();
            held.moveTo(other);
            assertTrue(held.isUnused());
            assertEquals(1, readyIn(other).size());
            other.clear();
            assertTrue(other.isUnused());
            other.makeRoomFor(2);
            for (int task = 0; task < 5000; task++) {
                other.add((Job) runtime.task(NOTHING).submit());
            }
            assertEquals(5000, readyIn(other).size());
        }
    }

    private static List<Job> readyIn(HeldTasks held) {
        List<Job> ready = new ArrayList<>();
        held.forEachReady(ready::add);
        return ready;
    }
}
