package org.asterism.core.internal.worker;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import org.asterism.api.Codelet;
import org.asterism.api.Task;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.testing.Laboratory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TaskIdsTest {
    private static final int TASKS = 1000;
    private static final Codelet EMPTY =
            Codelet.named("empty").cpu(kernel -> {}).build();

    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    @Test
    void shouldGiveEachTaskAnIdOfItsOwnThatIsHigherThanTheFormerOfItsThread() throws Exception {
        Map<Thread, List<Long>> byThread = new ConcurrentHashMap<>();
        Codelet maker = Codelet.named("maker")
                .cpu(kernel -> {
                    List<Long> made = byThread.computeIfAbsent(Thread.currentThread(), _ -> new ArrayList<>());
                    for (int index = 0; index < TASKS; index++) {
                        made.add(runtime.task(EMPTY).id());
                    }
                })
                .build();
        for (int index = 0; index < 10; index++) {
            runtime.task(maker).submit();
            byThread.computeIfAbsent(Thread.currentThread(), _ -> new ArrayList<>())
                    .add(runtime.task(EMPTY).id());
        }
        runtime.waitAll();
        List<Long> all = new ArrayList<>();
        byThread.forEach((thread, made) -> {
            assertEquals(made.stream().sorted().toList(), made, thread::getName);
            all.addAll(made);
        });
        assertEquals(all.size(), new HashSet<>(all).size());
        assertTrue(Collections.min(all) >= 1, all::toString);
    }

    @Test
    void shouldGiveTasksOfARuntimeIdsOfItsOwnToAWorkerOfAnother() throws Exception {
        try (Laboratory elsewhere = Laboratory.withWorkers(1);
                TaskRuntime other = elsewhere.runtime()) {
            ConcurrentLinkedQueue<Long> ids = new ConcurrentLinkedQueue<>();
            Codelet maker = Codelet.named("maker")
                    .cpu(kernel -> {
                        for (int index = 0; index < TASKS; index++) {
                            ids.add(runtime.task(EMPTY).id());
                            other.task(EMPTY);
                        }
                    })
                    .build();
            runtime.task(maker).submit();
            other.task(maker).submit();
            runtime.waitAll();
            other.waitAll();
            assertEquals(2 * TASKS, new HashSet<>(ids).size());
        }
    }

    /** A task that is made while others are cancelled must not be taken for one of these. */
    @Test
    void shouldGiveAWorkerAHigherIdThanTheLastOneThatWasAskedFor() throws Exception {
        TaskIds ids = new TaskIds();
        SynchronousQueue<Long> given = new SynchronousQueue<>();
        CountDownLatch asked = new CountDownLatch(1);
        Codelet maker = Codelet.named("maker")
                .cpu(kernel -> {
                    given.put(ids.next());
                    given.put(ids.next());
                    asked.await();
                    given.put(ids.next());
                })
                .build();
        Task made = runtime.task(maker).submit();
        long first = given.take();
        long second = given.take();
        long last = ids.endBlocks();
        asked.countDown();
        assertEquals(first + 1, second);
        assertTrue(second < last, "there was no block, so this tests nothing");
        assertTrue(given.take() > last);
        made.await();
    }
}
