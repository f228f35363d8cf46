package org.asterism.core.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
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
            HeldTasks held = new HeldTasks(true);
            assertEquals(0, held.room());
            held.tidy();
            held.add((Job) runtime.task(NOTHING).submit());
            assertTrue(held.room() > 0);
            HeldTasks other = new HeldTasks(true);
            held.moveTo(other);
            assertEquals(0, held.room());
            assertEquals(1, readyIn(other).size());
            other.clear();
            assertEquals(0, other.room());
            other.makeRoomFor(2);
            for (int task = 0; task < 5000; task++) {
                other.add((Job) runtime.task(NOTHING).submit());
            }
            assertEquals(5000, readyIn(other).size());
        }
    }

    @Test
    void shouldGiveBackTheRoomOfABurstAndForgetTasksThatHaveLeft() {
        try (Laboratory laboratory = Laboratory.withWorkers(0);
                TaskRuntime runtime = laboratory.runtime()) {
            HeldTasks shared = new HeldTasks(true);
            HeldTasks ofWorker = new HeldTasks(false);
            List<Job> jobs = new ArrayList<>();
            for (int task = 0; task < 5000; task++) {
                Job job = (Job) runtime.task(NOTHING).submit();
                jobs.add(job);
                shared.add(job);
                ofWorker.add(job);
            }
            shared.tidy();
            assertEquals(5000, readyIn(shared).size());
            HeldTasks emptied = new HeldTasks(true);
            jobs.subList(1, 5000).forEach(emptied::add);
            jobs.subList(1, 5000).forEach(Job::cancel);
            shared.tidy();
            ofWorker.tidy();
            assertEquals(jobs.subList(0, 1), readyIn(shared));
            assertEquals(jobs.subList(0, 1), readyIn(ofWorker));
            emptied.tidy();
            assertEquals(0, emptied.room());
            jobs.getFirst().cancel();
            ofWorker.tidy();
            int room = ofWorker.room();
            ofWorker.add((Job) runtime.task(NOTHING).submit());
            assertEquals(room / 2, ofWorker.room());
        }
    }

    @Test
    void shouldShowEachReadyTaskWhileItsWorkerAddsAndOthersTidyUp() throws Exception {
        try (Laboratory laboratory = Laboratory.withWorkers(0);
                TaskRuntime runtime = laboratory.runtime()) {
            HeldTasks held = new HeldTasks(false);
            List<Job> kept = new ArrayList<>();
            AtomicBoolean adds = new AtomicBoolean(true);
            Thread tidier = Thread.ofPlatform().start(() -> {
                while (adds.get()) {
                    held.tidy();
                }
            });
            try {
                for (int task = 0; task < 20_000; task++) {
                    Job job = (Job) runtime.task(NOTHING).submit();
                    held.add(job);
                    if (task % 8 == 0) {
                        kept.add(job);
                    } else {
                        job.cancel();
                    }
                }
            } finally {
                adds.set(false);
                tidier.join();
            }
            assertEquals(kept, readyIn(held));
        }
    }

    private static List<Job> readyIn(HeldTasks held) {
        List<Job> ready = new ArrayList<>();
        held.forEachReady(ready::add);
        return ready;
    }
}
